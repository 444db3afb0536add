import { testsAt } from "./flow.ts";
import type { PythonTree } from "./python-tree.ts";

/** The name that an expression begins with, up to what is called, also with an index: `args[0]`. */
const firstPath = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[\d+\])*(?![\w(])/;

/**
 * The text of an assigned value with an object of the class that a test says of its first name: `Shape().area()` for
 * `shape.area()` after `assert isinstance(shape, Shape)`. The text is evaluated later, without a tree to find the test in.
 */
export function testedText(source: PythonTree, statement: number, text: string): string {
  const [path] = firstPath.exec(text) ?? [];
  if (path === undefined) return text;
  const test = testsAt(source, statement).find(({ name }) => beginsWith(path, name));
  if (test === undefined) return text;
  const { name, classes, offset, isClass } = test;
  const paths = classes.replace(/^\(\s*(.*?),?\s*\)$/s, "$1").split(/\s*,\s*/);
  const isKnown = paths.every((one) => /^[A-Za-z_][\w.]*$/.test(one));
  if (!isKnown || isBoundIn(source.text.slice(offset, source.tree.start(statement)), name)) return text;
  const values = paths.map((one) => (isClass ? one : `${one}()`));
  const value = values.join(` if ${name} else `);
  return `${values.length > 1 ? `(${value})` : value}${text.slice(name.length)}`;
}

/** True for `shape.parts[0]` and `shape`, not for `shapes` and `shape`. */
function beginsWith(path: string, name: string): boolean {
  return path.startsWith(name) && /^(?:$|[.[])/.test(path.slice(name.length));
}

/** Characters between a test and a statement in which a name may be bound. */
const maxBetween = 4_000;

/**
 * True if a text may bind a name, or one that it begins with, or if it may change what has the items of the name: `args.pop(0)`
 * for `args[0]`. Also for a keyword of a call, and if the text is long.
 */
function isBoundIn(text: string, name: string): boolean {
  if (text.length > maxBetween) return true;
  const ends = [...Array.from(name.matchAll(/[.[]/g), ({ index }) => index), name.length];
  const wordOf = (some: readonly number[]) =>
    `(?<![\\w.])(?:${some.map((end) => name.slice(0, end).replace(/[.[\]]/g, "\\$&")).join("|")})`;
  const word = `${wordOf(ends.reverse())}(?![\\w.])`;
  const assigned = `${word}\\s*(?:[,:][^=\\n]*|[-+*/|&^%@<>]+)?:?=(?!=)`;
  const unpacked = `^[ \\t]*[*([][^=\\n]*${word}[^=\\n]*=(?!=)`;
  const bound = `\\b(?:as|for|import|def|class|del)\\b[^\\n:]*${word}`;
  const lists = ends.filter((end) => name[end] === "[");
  const changed = lists.length === 0 ? [] : [`${wordOf(lists)}(?:\\.\\w+\\(|\\[[^\\]\\n]*\\]\\s*=(?!=))`];
  return new RegExp([assigned, unpacked, bound, ...changed].join("|"), "m").test(text);
}
