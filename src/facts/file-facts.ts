/** What is known of a file: a set of bits. */
export const Known = { defines: 1, words: 2, classes: 4, functions: 8, symbols: 16 } as const;

/**
 * What a definition is: a set of bits. `class` and `function` are those that find_classes and find_functions list,
 * `wholeClass` and `wholeFunction` those that parse_file counts, `listed` those that list_symbols lists.
 */
export const DefinitionFlag = { class: 1, function: 2, wholeClass: 4, wholeFunction: 8, listed: 16 } as const;

/**
 * The kinds of tags.scm that a tool may ask for alone, with what is then known of a file, and the flags of their
 * definitions in a reading for these kinds and in one of the whole file.
 */
export const askedKinds = [
  { kind: "class", known: Known.classes, flag: DefinitionFlag.class, wholeFlag: DefinitionFlag.wholeClass },
  { kind: "function", known: Known.functions, flag: DefinitionFlag.function, wholeFlag: DefinitionFlag.wholeFunction },
] as const;

/** Returns the bits of Known of a reading for some kinds. */
export function knownOfKinds(kinds: ReadonlySet<string>): number {
  return askedKinds.reduce((bits, { kind, known }) => (kinds.has(kind) ? bits | known : bits), 0);
}

/** A definition as list_symbols lists it. */
export type DefinitionFact = {
  readonly name: string;
  /** A word of LSP's SymbolKind; "" for a definition that list_symbols does not list. */
  readonly kind: string;
  /** Bits of DefinitionFlag. */
  readonly flags: number;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** Index of the definition that contains it, among those of the file; -1 for none. It may come later in the list. */
  readonly parent: number;
  /** The part of the container that its name is written with: `A` of `void A::f() {}`; "" for none. */
  readonly qualifier: string;
  readonly signature: string | undefined;
  readonly doc: string | undefined;
};

/** What a file says by itself, for one content and one set of macros. */
export type FileFacts = {
  /** Absolute. */
  readonly path: string;
  readonly language: string;
  /** Bits of Known. */
  readonly known: number;
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly ino: bigint;
  /** Digest of what was read: 16 characters of latin1, as the two others. */
  readonly content: string;
  /** Digest of all macros of the call. */
  readonly context: string;
  /** Digest of the macros that the file looked up. */
  readonly macros: string;
  /** Digest of the copies of the text that were parsed; of zeros where they depend on the content alone. */
  readonly copy: string;
  readonly hasErrors: boolean;
  readonly imports: number;
  readonly definesCount: number;
  /** The macros that the file defines, as JSON; "" for none. */
  readonly definesJson: string;
  /** The reason for which the file is skipped, such as "binary"; "" for none. */
  readonly skipped: string;
  readonly warnings: readonly string[];
  readonly definitions: readonly DefinitionFact[];
  /** Ids of a vocabulary, ascending; undefined where they are not known. */
  readonly words: Uint32Array | undefined;
};

/** Characters of a digest. */
export const digestLength = 16;
