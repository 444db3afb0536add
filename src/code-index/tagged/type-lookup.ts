import type { TypeRules } from "../../syntax/type-rules.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import type { FileModules } from "./file-modules.ts";
import type { Meaning, MemberMeaning, OpenNames, TermPlace, Type } from "./known-types.ts";
import type { LateMembers } from "./late-members.ts";
import type { ModuleNames } from "./module-names.ts";
import type { Modules } from "./modules.ts";
import type { NamedDeclarations } from "./named-declarations.ts";
import type { Term } from "./terms.ts";
import type { Wanted } from "./wanted.ts";

/** The names, types and members of a code base, as the parts that find them ask each other: all of them may need all others. */
export type TypeLookup = {
  readonly rules: TypeRules;
  readonly modules: Modules;
  readonly declarations: NamedDeclarations;
  /** The modules of a language whose files are modules. */
  readonly files: FileModules | undefined;
  /** The names of modules, in a language whose files name their modules. */
  readonly names: ModuleNames | undefined;
  readonly late: LateMembers | undefined;
  /** The meaning of a name by itself; undefined if nothing is known of it. */
  meaningOf(name: string, place: TermPlace, wanted?: Wanted): Meaning | undefined;
  /** The target of a dotted name of packages, types and members. */
  atPath(parts: readonly string[], file: IndexedFile, wanted?: Wanted): MemberMeaning | undefined;
  /** The type of a term; undefined if it is not known. */
  typeOf(term: Term, place: TermPlace, wanted?: Wanted): Type | undefined;
  /** The type of what a declaration declares: of a type this type itself, of a function the function. */
  typeOfDeclaration(declaration: Declaration, open?: OpenNames): Type | undefined;
  /** The type of declarations of one symbol: that of all of them, if they agree. */
  typeOfDeclarations(declarations: readonly Declaration[], open?: OpenNames, wanted?: Wanted): Type | undefined;
  /** The meaning of a member of a type; undefined if the type is not known. */
  memberOf(type: Type | undefined, name: string, wanted?: Wanted): MemberMeaning | undefined;
  /** The types whose members a type has, undefined for one that is not known. */
  basesOf(declaration: Declaration): readonly (Type | undefined)[];
  /** The types of the classes around a place, the innermost first, with the offsets of their bodies. */
  classesAround(place: TermPlace): readonly { readonly type: Type | undefined; readonly start: number }[];
};

/** Names of other names. */
export const maxAliases = 10;
