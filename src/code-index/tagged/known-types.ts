/**
 * The forms of what a term is, of the meaning of a name and of a member, and types that are made of others. Input: types or
 * meanings, undefined for unknown ones; output: the type or meaning of all of them together.
 */
import type { Declaration, IndexedFile } from "../code-index.ts";
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
  | { readonly kind: "list"; readonly item: PlacedTerm; readonly key: PlacedTerm | undefined }
  | { readonly kind: "function"; readonly result: PlacedTerm }
  | { readonly kind: "tuple"; readonly parts: readonly PlacedTerm[] }
  /** One of several, such as the results of a condition. */
  | { readonly kind: "either"; readonly types: readonly Type[] }
  /** Functions that are declared. */
  | { readonly kind: "declared"; readonly declarations: readonly Declaration[] }
  | { readonly kind: "module"; readonly module: Module }
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
  /** A module of the code base, with what names it. */
  | { readonly by: "module"; readonly space: Space; readonly declarations: readonly Declaration[] }
  | { readonly by: "builtin" | "unnamed-import"; readonly external: string | undefined };

/** The meaning of a member. */
export type MemberMeaning =
  | { readonly declarations: readonly Declaration[] }
  | { readonly external: string; readonly isOpen: boolean }
  /** The type is known, and has no such member. */
  | { readonly missing: true };

/** One of several types; undefined if one of them is not known. */
export function eitherOf(types: readonly (Type | undefined)[]): Type | undefined {
  const known = types.flatMap((one) => (one?.kind === "either" ? one.types : one === undefined ? [] : [one]));
  const [first] = known;
  if (first === undefined || types.includes(undefined)) return undefined;
  const isSame = (one: Type) =>
    one.kind === "class" && first.kind === "class" && one.class === first.class && one.isType === first.isType;
  return known.every((one) => one === first || isSame(one)) ? first : { kind: "either", types: known };
}

/** A member of one of several types: the members of all of them, or that of one from outside. */
export function eitherMember(found: readonly (MemberMeaning | undefined)[]): MemberMeaning | undefined {
  const inside = found.flatMap((one) => (one !== undefined && "declarations" in one ? [one] : []));
  if (inside.length === found.length) return { declarations: [...new Set(inside.flatMap((one) => one.declarations))] };
  const outside = found.flatMap((one) => (one !== undefined && "external" in one ? [one] : []));
  const [first] = outside;
  return first !== undefined && outside.length === found.length
    ? { ...first, isOpen: outside.some(({ isOpen }) => isOpen) }
    : undefined;
}

/** A value of a type: `Shape{}` of `Shape`. */
export function asValue(type: Type | undefined): Type | undefined {
  if (type?.kind === "either") return { kind: "either", types: type.types.map((one) => asValue(one) ?? one) };
  return type?.kind === "class" && type.isType ? { ...type, isType: false } : type;
}

export function partOfExternal(whole: Extract<Type, { kind: "external" }>, part: number): Type {
  return part === 0 ? whole : { ...whole, name: `${whole.name}#${part}` };
}
