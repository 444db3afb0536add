/**
 * The use of a symbol by an occurrence of its name; `construct` makes an object of a class, if that is asked for, `destroy` is a local
 * variable whose end calls a destructor, `address` takes a function of C++ as a value, `text` is one in a macro's argument or in a
 * string.
 */
export const referenceTypes = [
  "call",
  "construct",
  "destroy",
  "read",
  "write",
  "address",
  "type",
  "import",
  "inherit",
  "override",
  "decorator",
  "declaration",
  "definition",
  "text",
] as const;

export type ReferenceType = (typeof referenceTypes)[number];

/**
 * The type by the place of a node in its parent; `outer` if the parent is a part of a longer name or of a pattern, so
 * that the parent's own place decides; `constructed` for a call where the parent declares a variable with arguments,
 * and a type elsewhere; or one of two by what the parent is in, through parents of its kind.
 */
export type PlaceRule =
  | ReferenceType
  | "outer"
  | "constructed"
  | { readonly within: ReadonlySet<string>; readonly then: PlaceRule; readonly otherwise: PlaceRule };

/** The rules for the types of occurrences in the trees of a language. */
export type TypeRules = {
  /** The kinds of nodes that are names; undefined for all that have a kind of their own and are not text. */
  readonly names: ReadonlySet<string> | undefined;
  /** The kinds of nodes that are words of the language, and names where their text is one that code may declare. */
  readonly words?: { readonly kinds: ReadonlySet<string>; readonly declarable: RegExp };
  /** Names that are types where no place says more. */
  readonly typeNames: ReadonlySet<string>;
  /** Kind of the parent → field of the node in it, or `*` for any → what that says. */
  readonly places: ReadonlyMap<string, Readonly<Record<string, PlaceRule>>>;
  /** If the place is not enough: kinds of nodes around it that decide, up to the first of `ends`. */
  readonly around: ReadonlyMap<string, ReferenceType>;
  readonly ends: ReadonlySet<string>;
  /** True if a function that is named and not called gives its address. */
  readonly takesAddresses: boolean;
};

/** A rule of places by the node around the parent: one of some kinds, or any other. */
export function within(kinds: readonly string[], then: PlaceRule, otherwise: PlaceRule): PlaceRule {
  return { within: new Set(kinds), then, otherwise };
}

/** Rules of places, by the kinds of parents. */
export function placesOf(places: Readonly<Record<string, Readonly<Record<string, PlaceRule>>>>): TypeRules["places"] {
  return new Map(Object.entries(places));
}
