import { declaredPlaceOf } from "../../syntax/dialect.ts";

/** Names that are kept of one macro, and their characters. */
const maxNames = 20;
const maxLength = 300;

/** Words that are joined by `##`; a comma between them and a parameter that takes any number of arguments is none. */
const pasted = /[A-Za-z_]\w*(?:\s*##\s*\w+)+/g;

/** What is pasted behind a number, `value##ULL`: the name of no declaration ends so. */
const numberSuffix = /^(?:[uU]?[lL]{0,2}|[lL]{1,2}[uU]|[fF])$/;

/** What makes a row of an enumeration of one of its arguments: `name = value,`. */
const enumerator = /^\s*([A-Za-z_]\w*)\s*(?:=[^;{}]*)?,\s*$/;

/**
 * The names that a macro makes of its arguments, separated by blanks: `get_<1> set_<1>` of `int get_##n(); void set_##n(int);`.
 *
 * @param parameters as they are written
 */
export function pastedNamesIn(parameters: readonly string[], replacement: string): string {
  const places = new Map(parameters.map((parameter, place) => [parameter.trim(), `<${place + 1}>`]));
  const found = new Set<string>();
  const add = (parts: readonly string[]) => {
    const name = parts.map((part) => places.get(part) ?? part).join("");
    const isNumber = parts.length === 2 && numberSuffix.test(parts[1] ?? "");
    if (name.includes("<") && !isNumber) found.add(name);
  };
  const text = replacement.replace(/\\\r?\n/g, " ");
  for (const [words] of text.matchAll(pasted)) add(words.split(/\s*##\s*/));
  const [, row] = enumerator.exec(text) ?? [];
  if (row !== undefined) add([row]);
  const declared = declaredPlaceOf(parameters, replacement);
  if (declared !== undefined) add([parameters[declared - 1]?.trim() ?? ""]);
  const names = [...found].slice(0, maxNames).join(" ");
  return names.length > maxLength ? names.slice(0, names.lastIndexOf(" ", maxLength) + 1).trim() : names;
}
