import { testsAt } from "./flow.ts";
import type { PythonTree } from "./python-tree.ts";

/** The name that an expression begins with, up to what is called. */
const firstPath = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?![\w(])/;

/**
 * The text of an assigned value with an object of the class that a test says of its first name: `Shape().area()` for
 * `shape.area()` after `assert isinstance(shape, Shape)`. The text is evaluated later, without a tree to find the test in.
 */
export function testedText(source: PythonTree, statement: number, text: string): string {
  const [path] = firstPath.exec(text) ?? [];
  if (path === undefined) return text;
  const test = testsAt(source, statement).find(({ name }) => path === name || path.startsWith(`${name}.`));
  if (test === undefined) return text;
  const { name, classes, offset, isClass } = test;
  const paths = classes.replace(/^\(\s*(.*?),?\s*\)$/s, "$1").split(/\s*,\s*/);
  const isKnown = paths.every((one) => /^[A-Za-z_][\w.]*$/.test(one));
  if (!isKnown || isBoundIn(source.text.slice(offset, source.tree.start(statement)), name)) return text;
  const values = paths.map((one) => (isClass ? one : `${one}()`));
  const value = values.join(` if ${name} else `);
  return `${values.length > 1 ? `(${value})` : value}${text.slice(name.length)}`;
}

/** True if a text may bind a name; also for a keyword of a call. */
function isBoundIn(text: string, name: string): boolean {
  const word = `(?<![\\w.])${name.replaceAll(".", "\\.")}(?![\\w.])`;
  return new RegExp(`${word}\\s*(?:,[^=\\n]*|[-+*/|&^%@<>]+)?:?=(?!=)|\\b(?:as|for)\\b[^\\n:]*${word}`).test(text);
}
