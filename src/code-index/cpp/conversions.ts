import { getOrInsert } from "../../base/get-or-insert.ts";
import type { Declaration } from "../code-index.ts";
import { maxName } from "../text-before.ts";
import { splitArguments } from "./expression.ts";

/** UTF-16 code units of the head of a function that is read. */
const maxHead = 2_000;

/** A parameter whose argument may be converted: a class without arguments, by value, `const A&` or `A&&`. */
const converted =
  /^(?:(const)\s+)?(?:(?:typename|struct|class)\s+)?((?:::\s*)?[A-Za-z_$][\w$]*(?:\s*::\s*[A-Za-z_$][\w$]*)*)(?:\s+(const))?\s*(&&|&)?\s*([A-Za-z_$][\w$]*)?$/;

type TextOf = (path: string) => string | undefined;

/** The functions in texts: a declaration is of one text. */
const parameters = new WeakMap<Declaration, readonly string[]>();
const notConverting = new WeakMap<Declaration, boolean>();

/** The parameters of a function as the text of its file has them, without defaults; none if it cannot be read. */
export function parametersOf(declaration: Declaration, textOf: TextOf): readonly string[] {
  return getOrInsert(parameters, declaration, () => {
    const text = textOf(declaration.file.path);
    return text === undefined ? [] : parametersIn(text, declaration);
  });
}

function parametersIn(text: string, { at, headEnd }: Declaration): readonly string[] {
  const head = text.slice(at, Math.min(headEnd, at + maxHead));
  const open = head.indexOf("(");
  if (open < 0 || open > maxName) return [];
  let depth = 0;
  for (let end = open; end < head.length; end++) {
    if (head[end] === "(") depth++;
    else if (head[end] === ")") depth--;
    if (depth === 0) return splitArguments(head.slice(open + 1, end)).map(withoutDefault);
  }
  return [];
}

function withoutDefault(parameter: string): string {
  return parameter.replace(/\s*=.*$/s, "").replace(/\s+/g, " ");
}

/** The class that a parameter is written with, if an argument of another type may be converted to it. */
export function classOfParameter(parameter: string): string | undefined {
  const [, before, name, behind, reference] = converted.exec(parameter) ?? [];
  const isConst = before !== undefined || behind !== undefined;
  return name === undefined || (reference === "&" && !isConst) ? undefined : name.replace(/\s/g, "");
}

/**
 * True for a constructor that converts no argument: it is explicit, copies or moves, or is a template, about which less
 * is known.
 */
export function isNoConversion(declaration: Declaration, textOf: TextOf): boolean {
  return getOrInsert(notConverting, declaration, () => {
    const { start, at, name, file } = declaration;
    const text = textOf(file.path);
    const isSaid =
      text === undefined || /\b(?:explicit|template)\b/.test(text.slice(Math.max(start, at - maxHead), at));
    return isSaid || nameOfClass(parametersOf(declaration, textOf)[0] ?? "") === name;
  });
}

/** The same without what is around the class. */
export function nameOfClass(parameter: string): string | undefined {
  const written = classOfParameter(parameter);
  return written?.slice(written.lastIndexOf(":") + 1);
}
