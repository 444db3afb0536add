import { wordList } from "../../base/word-list.ts";
import {
  blockComment,
  doubleQuoted,
  type LanguageWords,
  lineComment,
  patternOf,
  singleQuoted,
} from "../completions/language-words.ts";

/** The words of C++ for completion. */
export const cppWords: LanguageWords = {
  keywords: wordList(`
    alignas auto bool break case catch char class const const_cast constexpr continue default delete do double
    dynamic_cast else enum explicit extern false float for friend if inline int long mutable namespace new noexcept
    nullptr operator private protected public reinterpret_cast return short signed sizeof static static_assert
    static_cast struct switch template this throw true try typedef typename union unsigned using virtual void volatile
    while
  `),
  comment: /^\/[/*]/,
  unit: /\n(?=[}\w#])/g,
  tokens: patternOf(
    blockComment,
    lineComment,
    String.raw`R"([^()\\\s]{0,16})\([\s\S]*?\)\1"`,
    doubleQuoted,
    singleQuoted,
  ),
  ends: [
    { head: /^(?:if|for|while|switch|catch)\b/, end: " {}" },
    { head: /^(?:class|struct|union|enum)\b/, end: " {};" },
    { head: /^/, end: ";" },
  ],
  nothing: ";",
  body: { open: "{", close: "}" },
};

/** The words of C for completion. */
export const cWords: LanguageWords = {
  ...cppWords,
  keywords: wordList(`
    alignas alignof auto bool break case char const constexpr continue default do double else enum extern false float for
    goto if inline int long nullptr register restrict return short signed sizeof static static_assert struct switch
    thread_local true typedef typeof union unsigned void volatile while
  `),
};
