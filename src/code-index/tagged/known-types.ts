/**
 * The forms of what a term is, of the meaning of a name and of a member, and types that are made of others. Input: types or
 * meanings, undefined for unknown ones; output: the type or meaning of all of them together.
 */
import type { Declaration, IndexedFile } from "../code-index.ts";
import type { FileModule } from "./file-modules.ts";
import type { FileNames } from "./file-names.ts";
import type { Space } from "./module-tree.ts";
import type { Module } from "./modules.ts";
import type { Term } from "./terms.ts";
import type { WrittenTerms } from "./written-terms.ts";

/** An open file, whose scopes are known. */
export type OpenNames = { readonly file: IndexedFile; readonly names: FileNames; readonly terms: WrittenTerms };

/** The place of a term: the names of an open file are looked up from its offset. */
export type TermPlace = {
  readonly file: IndexedFile;
  readonly open: OpenNames | undefined;
  readonly offset: number;
  /** The declaration whose type a term says. */
  readonly declaration?: Declaration;
};

/** A term with its place. */
type PlacedTerm = { readonly term: Term; readonly place: TermPlace };

export type Type =
  /** A value of a type that is declared, or with `isType` this type itself. */
  | { readonly kind: "class"; readonly class: Declaration; readonly isType: boolean }
  /** A value whose type has no name, and is written at an offset of a file. */
  | { readonly kind: "own"; readonly file: IndexedFile; readonly at: number }
  /** An object of a class without a name, which has a body in an open file. */
  | { readonly kind: "unnamed"; readonly open: OpenNames; readonly body: number; readonly base: Type | undefined }
  /** A list or a table; `as` is the builtin type that it is of, in a language whose lists are of several. */
  | {
      readonly kind: "list";
      readonly item: PlacedTerm;
      readonly key: PlacedTerm | undefined;
      readonly as: string | undefined;
    }
  | { readonly kind: "function"; readonly result: PlacedTerm }
  | { readonly kind: "tuple"; readonly parts: readonly PlacedTerm[] }
  /** One of several types, such as the results of a condition, or all of them; undefined is a type that is not known. */
  | { readonly kind: "either" | "both"; readonly parts: readonly (Type | undefined)[] }
  /** Functions that are declared. */
  | { readonly kind: "declared"; readonly declarations: readonly Declaration[] }
  | { readonly kind: "module"; readonly module: Module }
  /** A file or a library, in a language whose files are modules. */
  | { readonly kind: "file"; readonly module: FileModule }
  /** A module of a language whose files name their modules. */
  | { readonly kind: "space"; readonly space: Space }
  /** From outside. If it is `open`, its values may be of types of the code base. */
  | { readonly kind: "external"; readonly name: string; readonly isOpen: boolean };

/** The meaning of a name by itself. */
export type Meaning =
  | { readonly by: "local" | "own-member" | "package" | "star"; readonly declarations: readonly Declaration[] }
  /** Brought by a dotted import, or from a base from outside. */
  | { readonly by: "imported"; readonly declarations: readonly Declaration[] }
  | { readonly by: "outside"; readonly external: string }
  | { readonly by: "import"; readonly module: Module }
  /** Brought by an import of another file that is a module. */
  | { readonly by: "binding"; readonly binding: FileModule }
  /** A module of the code base, with what names it. */
  | { readonly by: "module"; readonly space: Space; readonly declarations: readonly Declaration[] }
  | { readonly by: "builtin" | "unnamed-import"; readonly external: string | undefined };

/** The meaning of a member. */
export type MemberMeaning =
  /** With `isOneOf` not all of them: which one depends on the value. */
  | { readonly declarations: readonly Declaration[]; readonly isOneOf?: boolean }
  | { readonly external: string; readonly isOpen: boolean }
  | { readonly module: FileModule }
  /** The type is known, and has no such member. */
  | { readonly missing: true };

/**
 * One of several types.
 *
 * @param isPartly true if the known ones count when others are not known; otherwise the result is undefined then
 */
export function eitherOf(types: readonly (Type | undefined)[], isPartly: boolean): Type | undefined {
  const parts = types.flatMap((one) => (one?.kind === "either" ? one.parts : [one]));
  const [first] = parts;
  if (parts.includes(undefined) && (!isPartly || parts.every((one) => one === undefined))) return undefined;
  return parts.every((one) => isSame(one, first)) ? first : { kind: "either", parts };
}

function isSame(one: Type | undefined, other: Type | undefined): boolean {
  if (one?.kind !== "class" || other?.kind !== "class") return one === other;
  return one.class === other.class && one.isType === other.isType;
}

/**
 * The member of one of several types: the members of all of them, or that of one from outside.
 *
 * @param isPartly true if the members of some count when others have none, or are not known
 */
export function memberOfEither(
  found: readonly (MemberMeaning | undefined)[],
  isPartly: boolean,
): MemberMeaning | undefined {
  const inside = found.flatMap((one) => (one !== undefined && "declarations" in one ? [one] : []));
  const [first] = inside;
  if (first !== undefined && (isPartly || inside.length === found.length)) {
    const declarations = [...new Set(inside.flatMap((one) => one.declarations))];
    const isOneOf =
      found.includes(undefined) ||
      inside.some((one) => one.isOneOf === true || one.declarations.length < declarations.length);
    return { declarations, ...(isOneOf && { isOneOf }) };
  }
  const outside = found.flatMap((one) => (one !== undefined && "external" in one ? [one] : []));
  const [other] = outside;
  const isOutside = isPartly ? !found.includes(undefined) : outside.length === found.length;
  if (other !== undefined && isOutside) return { ...other, isOpen: outside.some(({ isOpen }) => isOpen) };
  if (!isPartly || found.includes(undefined)) return undefined;
  return found.find((one) => one !== undefined && !("missing" in one)) ?? found[0];
}

/** The member of a value of several types at once: that of the first one that has it. */
export function memberOfBoth(found: readonly (MemberMeaning | undefined)[]): MemberMeaning | undefined {
  const inside = found.find((one) => one !== undefined && "declarations" in one);
  if (inside !== undefined || found.includes(undefined)) return inside;
  return found.find((one) => one !== undefined && !("missing" in one)) ?? found[0];
}

/** A value of a type: `Shape{}` of `Shape`. */
export function asValue(type: Type | undefined): Type | undefined {
  if (type?.kind === "either" || type?.kind === "both") return { kind: type.kind, parts: type.parts.map(asValue) };
  return type?.kind === "class" && type.isType ? { ...type, isType: false } : type;
}

export function partOfExternal(whole: Extract<Type, { kind: "external" }>, part: number): Type {
  return part === 0 ? whole : { ...whole, name: `${whole.name}#${part}` };
}
