// @ts-check
/** The identifiers of a C++ or Python text by its tokens alone, without a parser: what a language server is asked. */

/** @typedef {{ name: string, line: number, column: number }} Identifier 1-indexed, column in UTF-16 units */

/**
 * Every identifier outside comments, strings and keywords, in the order of the text. Left out too: the words of
 * directives, all of `#include`, `#error`, `#pragma` and `#line`. Included: what is in the braces of f-strings.
 * @param {string} text
 * @param {"cpp" | "python"} language
 * @returns {Identifier[]}
 */
export function identifiersOf(text, language) {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const found = language === "cpp" ? cppIdentifiers(text) : pythonIdentifiers(text);
  let line = 0;
  return found.map(({ name, offset }) => {
    while ((starts[line + 1] ?? Number.POSITIVE_INFINITY) <= offset) line += 1;
    return { name, line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  });
}

const cppKeywords = new Set(
  (
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class " +
    "compl concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype " +
    "default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline " +
    "int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public " +
    "register reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch " +
    "template this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile " +
    "wchar_t while xor xor_eq"
  ).split(" "),
);

const cppTokens = new RegExp(
  [
    String.raw`\/\/(?:[^\\\n]|\\(?:\r?\n|.|$))*`,
    String.raw`\/\*[\s\S]*?\*\/`,
    String.raw`(?:u8|[uUL])?R"(?<delimiter>[^()\\\s]{0,16})\([\s\S]*?\)\k<delimiter>"\w*`,
    String.raw`(?:u8|[uUL])?"(?:[^"\\\n]|\\[\s\S])*"?\w*`,
    String.raw`(?:u8|[uUL])?'(?:[^'\\\n]|\\[\s\S])*'?\w*`,
    String.raw`\.?\d(?:[eEpP][+-]|'?[\w.])*`,
    String.raw`(?<=^[ \t]*)#[ \t]*(?:include|include_next|import|error|warning|pragma|line)\b(?:[^\\\n]|\\[\s\S])*`,
    String.raw`(?<=^[ \t]*)#[ \t]*\w*`,
    String.raw`(?<name>[\p{L}_$][\p{L}\p{N}_$]*)`,
  ].join("|"),
  "gmu",
);

/** @param {string} text */
function cppIdentifiers(text) {
  const found = [];
  for (const { index, groups } of text.matchAll(cppTokens)) {
    const name = groups?.name;
    if (name !== undefined && !cppKeywords.has(name)) found.push({ name, offset: index });
  }
  return found;
}

const pythonKeywords = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from " +
    "global if import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);

const pythonTokens = new RegExp(
  [
    "#.*",
    `(?<prefix>[a-zA-Z]{0,2})(?<quote>"""|'''|"|')`,
    String.raw`\.?\d(?:[eE][+-]|[\w.])*`,
    String.raw`(?<name>[\p{L}_][\p{L}\p{M}\p{N}_]*)`,
    "(?<open>[([{])",
    String.raw`(?<close>[)\]}])`,
    "(?<format>:|!(?!=))",
  ].join("|"),
  "gu",
);

/** @param {string} text */
function pythonIdentifiers(text) {
  /** @type {{ name: string, offset: number }[]} */
  const found = [];
  readCode(0, false);
  return found;

  /**
   * Reads code, in an f-string up to the brace that closes it.
   * @param {number} start
   * @param {boolean} isReplacement
   * @returns {number} the offset after it
   */
  function readCode(start, isReplacement) {
    let depth = 0;
    let at = start;
    for (;;) {
      pythonTokens.lastIndex = at;
      const token = pythonTokens.exec(text);
      if (token === null) return text.length;
      at = token.index + token[0].length;
      const { name, prefix, quote, open, close, format } = token.groups ?? {};
      if (name !== undefined && !pythonKeywords.has(name)) found.push({ name, offset: token.index });
      else if (quote !== undefined) at = readString(at, prefix ?? "", quote);
      else if (open !== undefined) depth += 1;
      else if (close !== undefined && depth > 0) depth -= 1;
      else if (close === "}" && isReplacement) return at;
      else if (format !== undefined && isReplacement && depth === 0) return readFormat(at);
    }
  }

  /**
   * Reads a string from behind its quote.
   * @param {number} start
   * @param {string} prefix
   * @param {string} quote
   * @returns {number} the offset after it; that of the line break in one that does not end
   */
  function readString(start, prefix, quote) {
    const isFormatted = /[ft]/i.test(prefix);
    for (let at = start; at < text.length; ) {
      if (text.startsWith(quote, at)) return at + quote.length;
      if (isFormatted && text.startsWith("\\N{", at) && !/r/i.test(prefix)) at += 3;
      else if (text[at] === "\\") at += isFormatted && text[at + 1] === "{" ? 1 : 2;
      else if (text[at] === "\n" && quote.length === 1) return at;
      else if (isFormatted && text.startsWith("{{", at)) at += 2;
      else if (isFormatted && text[at] === "{") at = readCode(at + 1, true);
      else at += 1;
    }
    return text.length;
  }

  /**
   * Reads what follows `:` or `!` in a replacement field, with the fields in it.
   * @param {number} start
   * @returns {number} the offset after the brace that closes the field
   */
  function readFormat(start) {
    for (let at = start; at < text.length; ) {
      if (text[at] === "}") return at + 1;
      if (text[at] === "\n") return at;
      at = text[at] === "{" ? readCode(at + 1, true) : at + 1;
    }
    return text.length;
  }
}
