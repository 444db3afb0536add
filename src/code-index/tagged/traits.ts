import { blockComment, doubleQuoted, lineComment, patternOf, singleQuoted } from "../completions/language-words.ts";
import { cppHanding } from "../cpp/handing.ts";
import { cppTraits } from "../cpp/traits.ts";
import type { LanguageTraits } from "../language-traits.ts";
import { taggedHanding } from "./handing.ts";

/** The traits of a language that has only queries. */
export const taggedTraits: LanguageTraits = {
  name: "",
  modifiers: [],
  documentation: { comment: /(?:)/, areComments: true },
  handing: taggedHanding,
  words: {
    ...cppTraits.words,
    keywords: [],
    // A constructor of JavaScript declares fields.
    body: undefined,
    tokens: patternOf(blockComment, lineComment, doubleQuoted, singleQuoted),
  },
  declaresOverriding: false,
  bindsOncePerScope: false,
  hasUnions: false,
  hasPureMethods: false,
  hasWordsBeforeBases: false,
  isLinked: false,
  namesArguments: false,
};

export const cTraits: LanguageTraits = {
  ...taggedTraits,
  name: "c",
  documentation: cppTraits.documentation,
  handing: cppHanding,
};
