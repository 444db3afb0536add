/**
 * The language of a file that lists uses of macros, as `kinds.def` of an X-macro does: `KIND(add)`. Input: a path and the beginning
 * of its text; output: the name of the language whose files include it.
 */
import { extname } from "node:path";
import type { Language, Languages } from "./languages.ts";

/** The language whose files include a file with such an extension; undefined for other paths. */
export function languageOfFragments(path: string, languages: Languages): Language | undefined {
  const extension = extname(path).toLowerCase();
  if (extension === "") return undefined;
  return languages.find(({ fragment_extensions: extensions }) => extensions.includes(extension));
}

/**
 * The name of the language of a list of uses of macros; undefined for other texts.
 *
 * @param start the beginning of the text, or all of it, with a character for each byte
 */
export function fragmentLanguage(path: string, start: string, languages: Languages): string | undefined {
  const language = languageOfFragments(path, languages);
  return language !== undefined && listsUses(start) ? language.name : undefined;
}

/** White space, comments, directives with their further lines, and a byte order mark: they say nothing of what a file lists. */
const blank = /(?:\s+|^\xef\xbb\xbf|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|#(?:[^\n\\]|\\[\s\S])*)+/y;

/** A word that a list may have between uses of macros, and what separates them. */
const word = /[A-Za-z_]\w*/y;
const separator = /[,;]/y;

/** Text in parentheses that is not one, in the order in which it is tried. */
const inParentheses =
  /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[()]|[^"'()/]+|[\s\S]/y;

/** True for uses of macros with arguments, and nothing else but a few words. */
function listsUses(text: string): boolean {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  let uses = 0;
  let words = 0;
  for (take(blank); at < text.length; take(blank)) {
    if (take(separator)) continue;
    if (!take(word)) return false;
    take(blank);
    if (text[at] !== "(") words++;
    else {
      uses++;
      let depth = 0;
      do {
        if (text[at] === "(") depth++;
        else if (text[at] === ")") depth--;
      } while (take(inParentheses) && depth > 0);
    }
  }
  return uses > words;
}
