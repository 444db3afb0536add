import { wordList } from "../../base/word-list.ts";
import { doubleQuoted, type LanguageWords, patternOf, singleQuoted } from "../completions/language-words.ts";

/** The words of Python for completion. */
export const pythonWords: LanguageWords = {
  keywords: wordList(`
    False None True and as assert async await break class continue def del elif else except finally for from global if
    import in is lambda nonlocal not or pass raise return try while with yield
  `),
  comment: /^#/,
  format: /^[rR]?[fF][rR]?["']/,
  unit: /\n(?=[ \t]*(?:def|class|async def)\b|@)/g,
  tokens: patternOf(
    "#[^\\n]*",
    String.raw`[rRbBuUfF]{0,2}(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$))`,
    `[rRbBuUfF]{0,2}${doubleQuoted}`,
    `[rRbBuUfF]{0,2}${singleQuoted}`,
  ),
  ends: [
    {
      head: /^(?:async[ \t]+)?(?:if|elif|else|for|while|with|def|class|try|except|finally|match|case)\b(?!.*:\s*$)/s,
      end: ": pass",
    },
    { head: /^/, end: "" },
  ],
  nothing: "pass",
};
