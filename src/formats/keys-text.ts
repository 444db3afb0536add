import type { RowValues } from "../answers/rows.ts";
import { isObject } from "../base/is-object.ts";
import type { Look } from "./look.ts";
import { plain } from "./plain.ts";

/** Writes `key=value` of each value that is there; of values within one another only the innermost. */
export function keysText(values: RowValues | readonly unknown[]): string {
  return Object.entries<unknown>(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => {
      if (isListOfTexts(value)) return value.map(plain).join(" ");
      if (value === null) return "";
      return Array.isArray(value) || isObject(value) ? keysText(value) : `${key}=${plain(value)}`;
    })
    .join(" ");
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/**
 * Writes an answer that is not a list of places: `key: value` of each key, `key: a b c` of a list of words, and a
 * paragraph of `key: value` lines of each object in a list. Of values within one another the keys are before the
 * innermost.
 */
export function headLines(values: RowValues, look: Look, indent = ""): readonly string[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (value === undefined) return [];
    if (Array.isArray(value)) return listLines(key, value, look, indent);
    if (!isObject(value)) return [`${indent}${look.paint("name", key)}: ${plain(value)}\n`];
    return [`${indent}${look.paint("name", key)}:\n`, ...headLines(value, look, `${indent}  `)];
  });
}

function listLines(plainKey: string, list: readonly unknown[], look: Look, indent: string): readonly string[] {
  const key = look.paint("name", plainKey);
  if (!list.some(isObject)) return [`${indent}${key}: ${list.map(plain).join(" ")}\n`];
  return list.flatMap((item) =>
    isObject(item)
      ? [`${indent}${key}:\n`, ...headLines(item, look, `${indent}  `)]
      : [`${indent}${key}: ${plain(item)}\n`],
  );
}
