import { maxShownChars } from "./limits.ts";
import { shown } from "./shown.ts";

/** Levels and entries of a value in a message. */
const shownLevels = 3;
const shownEntries = 10;

/**
 * A value that a client has sent, as JSON in a message. `String` and `JSON.stringify` throw for a value that is too deep, and
 * `String` for an object with a key `toString`.
 */
export function shownAsJson(value: unknown): string {
  return shown(JSON.stringify(beginningOf(value, shownLevels)) ?? String(value));
}

/** As `shownAsJson`, a text without quotes: for a name that may be of a wrong type. */
export function shownName(value: unknown): string {
  return typeof value === "string" ? shown(value) : shownAsJson(value);
}

/** Returns the beginning of a value that may be as long and as deep as a message. */
function beginningOf(value: unknown, levels: number): unknown {
  if (typeof value === "string") return value.slice(0, maxShownChars);
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return "…";
  if (Array.isArray(value)) return value.slice(0, shownEntries).map((item) => beginningOf(item, levels - 1));
  // Not its entries: each is an array, and there may be as many as a message holds.
  const keys = Object.keys(value).slice(0, shownEntries);
  return Object.fromEntries(
    keys.map((key) => [key.slice(0, maxShownChars), beginningOf(Reflect.get(value, key), levels - 1)]),
  );
}
