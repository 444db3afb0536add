/**
 * The type of the facts of one file, and the bits that say which facts are known and which lists contain a definition.
 * Input: the properties of a symbol, or the kinds that a tool asks for; output: these bits.
 */
import { accesses, type CodeSymbol } from "../syntax/symbols.ts";
import type { DeclarationFact } from "./declaration-facts.ts";

/** The kinds of facts about a file: a set of bits. */
export const Known = {
  defines: 1,
  words: 2,
  classes: 4,
  functions: 8,
  symbols: 16,
  counts: 32,
  declarations: 64,
} as const;

/**
 * The lists that contain a definition: a set of bits. `class` and `function` are listed by find_classes and
 * find_functions, `wholeClass` and `wholeFunction` are counted by parse_file, `listed` are listed by list_symbols,
 * `declared` are listed by it as declarations. Of `public` and `protected` both are set for a private member, and
 * neither for what is not a member.
 */
export const DefinitionFlag = {
  class: 1,
  function: 2,
  wholeClass: 4,
  wholeFunction: 8,
  listed: 16,
  declared: 32,
  public: 64,
  protected: 128,
} as const;

/** Access of a member → the bits of DefinitionFlag that say so. */
const accessFlags = {
  public: DefinitionFlag.public,
  protected: DefinitionFlag.protected,
  private: DefinitionFlag.public | DefinitionFlag.protected,
} as const;

/** The bits of DefinitionFlag for the properties of a symbol other than its kind. */
export function flagsOfSymbol({ access, isDeclared = false }: Pick<CodeSymbol, "access" | "isDeclared">): number {
  const accessFlag = access === undefined ? 0 : accessFlags[access];
  return DefinitionFlag.listed | accessFlag | (isDeclared ? DefinitionFlag.declared : 0);
}

/** The properties, other than its kind, of a symbol with these bits of DefinitionFlag. */
export function symbolOfFlags(flags: number): Pick<CodeSymbol, "access" | "isDeclared"> {
  const bits = flags & accessFlags.private;
  const access = accesses.find((one) => accessFlags[one] === bits);
  return { access, isDeclared: (flags & DefinitionFlag.declared) !== 0 };
}

/**
 * The kinds of tags.scm with the flags of their definitions, in a reading for some kinds and in one of the whole file.
 */
export const askedKinds = [
  { kind: "class", flag: DefinitionFlag.class, wholeFlag: DefinitionFlag.wholeClass },
  { kind: "function", flag: DefinitionFlag.function, wholeFlag: DefinitionFlag.wholeFunction },
] as const;

/**
 * The readings of a file, from the shortest copy of its text to the whole text, with the facts that each gives. A
 * reading is for all of the kinds that its tool asks for, and named by the last of them; one for all kinds is of the
 * whole file.
 */
const readings = [
  { kind: "class", known: Known.classes },
  { kind: "function", known: Known.functions },
  { kind: "symbol", known: Known.symbols },
  { kind: "whole", known: Known.counts },
] as const;

/**
 * Returns the bit of Known of the facts that a reading for some kinds is for.
 *
 * @param kinds undefined for all
 */
export function knownFor(kinds: ReadonlySet<string> | undefined): number {
  return readings.reduce((last, { kind, known }) => (kinds?.has(kind) === false ? last : known), 0);
}

/**
 * Returns the bits of Known of a reading for some kinds. If its text has no errors, a shorter copy has none either and
 * the same definitions, so that it gives the facts of readings for fewer kinds.
 */
export function knownOf(kinds: ReadonlySet<string> | undefined, isSound: boolean): number {
  if (!isSound) return knownFor(kinds);
  return readings.reduce((bits, { kind, known }) => (kinds?.has(kind) === false ? bits : bits | known), 0);
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
  /** Index of the definition that contains it, in the file; -1 for none. It may come later in the list. */
  readonly parent: number;
  /** The part of the container that its name is written with: `A` of `void A::f() {}`; "" for none. */
  readonly qualifier: string;
  readonly signature: string | undefined;
  readonly doc: string | undefined;
};

/** The facts of a file by itself, for one content and one set of macros. */
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
  /** Digest of the copies of the text that were parsed; zeros if they depend only on the content. */
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
  /** The declarations for resolution, without locals. */
  readonly declarations: readonly DeclarationFact[];
  /** Ids of a vocabulary, ascending; undefined if they are unknown. */
  readonly words: Uint32Array | undefined;
};

/** Characters of a digest. */
export const digestLength = 16;
