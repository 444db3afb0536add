/** The inputs of the rules of C++ name resolution, and their answer. */
import type { Declaration, IndexedFile } from "../code-index.ts";
import type { Confidence } from "../resolution.ts";
import type { Agreement } from "./branch-table.ts";
import type { Containers } from "./containers.ts";
import type { DirectiveOrder } from "./directive-order.ts";
import type { Context, Place } from "./model.ts";
import type { ArgumentScopes, Call } from "./overload-resolution/overload-resolution.ts";
import type { Pastings } from "./pastings.ts";
import type { Scopes } from "./scopes.ts";
import type { Specializations } from "./specializations.ts";
import type { Types } from "./types.ts";
import type { Places } from "./use.ts";
import type { Visibility } from "./visibility.ts";

/** The result of a rule for a name. */
export type Answer = {
  readonly confidence: Confidence;
  /** The id of a rule of lookup that has decided instead of this one. */
  readonly rule?: string;
  /** Declarations of the symbol, or of overloads; of several symbols where the confidence is `name`. */
  readonly declarations: readonly Declaration[];
  readonly external?: string;
  readonly via?: readonly Declaration[];
  /** If the confidence is `name`: the confidence that one of the declarations is meant; undefined if it is a guess. */
  readonly ofSet?: "exact" | "likely";
  /** The same where the declarations are of one symbol, in branches of a condition that is open. */
  readonly ofBranches?: "exact" | "likely";
  /** True when all of the declarations are meant: a using-declaration names each overload. */
  readonly namesAll?: boolean;
};

/** The inputs of rules. */
export type Lookup = {
  readonly scopes: Scopes;
  readonly types: Types;
  readonly visibility: Visibility;
  readonly containers: Containers;
  readonly places: Places;
  readonly pastings: Pastings;
  readonly directives: DirectiveOrder;
  readonly specializations: Specializations;
  readonly macrosNamed: (name: string) => readonly Declaration[];
  /** The parameters of a macro as they are written. */
  readonly parametersOf: (macro: Declaration) => readonly string[];
  /** The type of a variable that a macro declares in the function around a place; empty if it is not known, undefined for none. */
  readonly typeByMacro: (name: string, place: Place) => string | undefined;
  /** The functions among declarations that take a number of arguments; all declarations when none does. */
  readonly takers: (declarations: readonly Declaration[], argumentCount: number | undefined) => readonly Declaration[];
  /** The function among declarations that a call means, with all of its declarations; none if unsure. */
  readonly meant: (declarations: readonly Declaration[], call: Call) => readonly Declaration[];
  /** The functions among declarations that a call can mean; all if that is not known. */
  readonly callable: (declarations: readonly Declaration[], call: Call) => readonly Declaration[];
  /** The namespaces that the types of arguments are of. */
  readonly associated: (argumentTexts: readonly string[], context: Context) => ArgumentScopes;
  /** True when a name that a file uses is one of the C library, declared only where a common build does not come. */
  readonly isSystemName: (name: string, from: IndexedFile, declarations: readonly Declaration[]) => boolean;
  /** True for declarations of one file in different branches of an `#if`. */
  readonly areAlternatives: (one: Declaration, other: Declaration) => boolean;
  /** Tells whether a declaration is under the same conditions as a place, or under others: undefined if nothing is known. */
  readonly agreement: (one: Declaration, place: Place) => Agreement | undefined;
  /** True for a file with an include of the code base that is missing, such as a header that a build makes. */
  readonly lacksOwnHeader: (file: IndexedFile) => boolean;
  /** True when a file uses a class of a library, which the code base only announces: `class QString;`. */
  readonly isAnnounced: (declarations: readonly Declaration[], from: IndexedFile) => boolean;
  /** Ids of rules that are switched off. */
  readonly off: ReadonlySet<string>;
  /** All declarations of a name but locals. */
  readonly named: (name: string) => readonly Declaration[];
};
