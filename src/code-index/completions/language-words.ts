/** What completion knows of the words of a language. */
export type LanguageWords = {
  readonly keywords: readonly string[];
  /** Comments and strings, then names, operators of two characters, and any other character. */
  readonly tokens: RegExp;
  /** What a comment begins with. */
  readonly comment: RegExp;
  /** What a string begins with that has code in braces. */
  readonly format?: RegExp;
  /** The beginning of a line that is outside of strings and comments. */
  readonly unit: RegExp;
  /** What makes a statement of one that is being written, behind its brackets: the first whose head it begins with. */
  readonly ends: readonly { readonly head: RegExp; readonly end: string }[];
  /** What a statement that cannot be read is replaced by. */
  readonly nothing: string;
  /** The brackets of the body of a function; undefined where bodies say something about names outside of them. */
  readonly body?: { readonly open: string; readonly close: string } | undefined;
};

const words = (text: string): readonly string[] => text.split(" ");

const name = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
const operator = String.raw`->|::|[=!<>+*/%|&^-]=|&&|\|\||<<|>>|\*\*|:=`;
const number = String.raw`\d(?:[eE][+-]|[\w.'])*`;
const patternOf = (...skipped: readonly string[]) =>
  new RegExp([...skipped, number, name, operator, String.raw`\S`].join("|"), "gu");

const blockComment = String.raw`\/\*[\s\S]*?(?:\*\/|$)`;
const lineComment = String.raw`\/\/[^\n]*`;
const doubleQuoted = String.raw`"(?:[^"\\\n]|\\[\s\S])*"?`;
const singleQuoted = String.raw`'(?:[^'\\\n]|\\[\s\S])*'?`;

const cpp: LanguageWords = {
  keywords: words(
    "alignas auto bool break case catch char class const const_cast constexpr continue default delete do double " +
      "dynamic_cast else enum explicit extern false float for friend if inline int long mutable namespace new " +
      "noexcept nullptr operator private protected public reinterpret_cast return short signed sizeof static " +
      "static_assert static_cast struct switch template this throw true try typedef typename union unsigned using " +
      "virtual void volatile while",
  ),
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

const python: LanguageWords = {
  keywords: words(
    "False None True and as assert async await break class continue def del elif else except finally for from global " +
      "if import in is lambda nonlocal not or pass raise return try while with yield",
  ),
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

const other: LanguageWords = {
  ...cpp,
  keywords: [],
  // A constructor of JavaScript declares fields.
  body: undefined,
  tokens: patternOf(blockComment, lineComment, doubleQuoted, singleQuoted),
};

/** What completion knows of the words of a language. */
export function wordsOf(language: string): LanguageWords {
  return language === "cpp" ? cpp : language === "python" ? python : other;
}
