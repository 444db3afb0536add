import { lineText } from "../base/escape/line.ts";

/** Returns a value as text on one line: hidden characters are escaped as in JSON. */
export function plain(value: unknown): string {
  return lineText(typeof value === "string" ? value : JSON.stringify(value));
}
