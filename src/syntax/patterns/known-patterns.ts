/**
 * The patterns that calls ask for, compiled. Input: the source of a pattern, and how a file is masked; output: the pattern as it is
 * masked there. One is compiled once for all files whose macros mean the same for its words.
 */
import { UserError } from "../../base/errors.ts";
import { getOrInsert } from "../../base/get-or-insert.ts";
import type { LoadedGrammar } from "../grammars.ts";
import type { Language } from "../languages.ts";
import { wordsIn } from "../regex-words.ts";
import {
  type CompiledPattern,
  compilePattern,
  type Masker,
  maxPatternLength,
  placedPatterns,
} from "./compile-pattern.ts";

export type Loaded = LoadedGrammar & { readonly language: Language };

/** The way in which a file is masked. */
export type FileMasking = {
  /** Makes the copy of a text. */
  readonly mask: Masker;
  /** Returns a text that is the same for files that mask equal texts of some words in the same way. */
  readonly rolesOf: (words: readonly string[]) => string;
};

type KnownPattern = {
  /** The pattern in the contexts of the language. */
  readonly placed: readonly string[];
  /** The words of these. */
  readonly words: readonly string[];
  /** Roles, as `rolesOf` returns them → the pattern as it is masked. */
  readonly masked: Map<string, CompiledPattern>;
  unmasked?: CompiledPattern;
};

/** Language and source → the pattern. A call has few; what earlier calls asked is dropped. */
const known = new Map<string, KnownPattern>();
const maxKnown = 64;

/**
 * Returns a pattern as a file is masked; as it is if masking leaves no code of it, or without masking.
 *
 * @throws UserError "Failed to parse pattern" with the place and examples
 */
export function patternOf(loaded: Loaded, source: string, masking?: FileMasking): CompiledPattern {
  if (source.length > maxPatternLength) {
    throw new UserError(`The pattern has ${source.length} characters, at most ${maxPatternLength} are taken`);
  }
  const key = `${loaded.language.name}\n${source}`;
  if (known.size >= maxKnown && !known.has(key)) known.clear();
  const pattern = getOrInsert(known, key, () => {
    const placed = placedPatterns(loaded.language, source).map(({ text }) => text);
    return { placed, words: [...new Set(placed.flatMap(wordsIn))], masked: new Map() };
  });
  if (masking === undefined) return asWrittenOnce(loaded, source, pattern);
  const roles = masking.rolesOf(pattern.words);
  if (pattern.masked.size >= maxKnown) pattern.masked.clear();
  return getOrInsert(pattern.masked, roles, () => {
    const isMasked = pattern.placed.some((text) => masking.mask(text) !== text);
    return isMasked ? asMasked(loaded, source, masking.mask) : asWrittenOnce(loaded, source, pattern);
  });
}

function asWrittenOnce(loaded: Loaded, source: string, pattern: KnownPattern): CompiledPattern {
  pattern.unmasked ??= asWritten(loaded, source);
  return pattern.unmasked;
}

const unmasked = (text: string) => text;

function asMasked(loaded: Loaded, source: string, mask: Masker): CompiledPattern {
  try {
    return compilePattern(loaded, source, mask);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return asWritten(loaded, source);
  }
}

/** A word that is a macro by the usual way to write one. */
const macroLike = /(?<![\w$])[A-Z][A-Z0-9_]{2,}(?![\w(])/g;

/** The pattern without masking; of a language with macros without words that look like some, if only so it is code. */
function asWritten(loaded: Loaded, source: string): CompiledPattern {
  try {
    return compilePattern(loaded, source, unmasked);
  } catch (error) {
    const hasMacros = loaded.language.macros !== undefined && source.search(macroLike) >= 0;
    if (!(error instanceof UserError) || !hasMacros) throw error;
    return withoutMacros(loaded, source, error);
  }
}

/** @param error the error of the pattern as it is */
function withoutMacros(loaded: Loaded, source: string, error: UserError): CompiledPattern {
  const blanked = (text: string) => text.replace(macroLike, (word) => " ".repeat(word.length));
  try {
    return compilePattern(loaded, source, blanked);
  } catch (second) {
    throw second instanceof UserError ? error : second;
  }
}
