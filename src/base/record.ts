import { isObject } from "./is-object.ts";

/** Returns an object that is not an array, or else an object without keys. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** Returns the object of some entries. @param entries one for each of the keys */
export function recordFrom<Key extends string, Value>(
  entries: readonly (readonly [key: Key, value: Value])[],
): Readonly<Record<Key, Value>> {
  return Object.fromEntries(entries) as Record<Key, Value>;
}
