/** The parts of the JSON Schema of an argument: one entry for each type that it takes. */
type ArgumentTypes = readonly { readonly type?: unknown }[];

/**
 * Returns the value that a client means by another one; undefined for an argument that it leaves empty.
 *
 * Some clients fill arguments that they do not use with `null` or `""`, and write numbers and truth values as text. A text
 * becomes a number or a truth value only where the argument takes no text.
 */
export function meantValue(value: unknown, types: ArgumentTypes): unknown {
  if (value === null || value === "") return undefined;
  if (typeof value !== "string" || types.length === 0) return value;
  const text = value.trim();
  if (types.every(({ type }) => type === "integer" || type === "number")) {
    return /^-?\d{1,15}$/.test(text) ? Number(text) : value;
  }
  if (types.every(({ type }) => type === "boolean")) return truthValues.get(text.toLowerCase()) ?? value;
  return value;
}

const truthValues: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);
