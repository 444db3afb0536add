import { maxShownChars } from "./limits.ts";

/** A caller's value as error messages show it: not longer than a line. */
export function shown(value: string): string {
  return value.length > maxShownChars ? `${value.slice(0, maxShownChars)}…` : value;
}
