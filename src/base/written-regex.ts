/**
 * The regular expressions that users write, in queries, patterns and language.json. Input: the source of one, which may begin with
 * flags as in Python and Rust, `(?i)`; output: the expression, or an error that says where flags may be.
 */
import { messageOf } from "./errors.ts";

/** Flags at the beginning. They mean the same in JavaScript. */
const leadingFlags = /^\(\?([ims]+)\)/;

/** Matches an expression with flags, at the beginning or elsewhere. */
const anyFlags = /\(\?-?[a-z]/i;

/** True for a source that `new RegExp` may refuse because of its flags. */
export function hasFlags(source: string): boolean {
  return anyFlags.test(source);
}

/**
 * Returns the expression of a source.
 *
 * @param flags flags that it has in any case
 * @throws SyntaxError
 */
export function writtenRegex(source: string, flags = ""): RegExp {
  const [head = "", own = ""] = leadingFlags.exec(source) ?? [];
  const all = [...new Set(flags + own)].join("");
  try {
    return new RegExp(source.slice(head.length), all);
  } catch (error) {
    const reason = messageOf(error);
    if (!reason.endsWith("Invalid group")) throw error;
    throw new SyntaxError(`${reason}. Flags are known only at the beginning: (?i), (?m), (?s), or several, (?is)`);
  }
}
