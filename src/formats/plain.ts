/** Returns a value as text on one line: control characters are escaped as in JSON. */
export function plain(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replace(/\p{Cc}/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
