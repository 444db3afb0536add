import type { RowValues } from "../answers/rows.ts";
import { plain } from "./plain.ts";

/** Writes `key=value` of each value that is there; of values within one another only the innermost. */
export function keysText(values: RowValues): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => {
      if (isListOfTexts(value)) return value.map(plain).join(" ");
      return typeof value === "object" ? keysText(Object(value)) : `${key}=${plain(value)}`;
    })
    .join(" ");
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
