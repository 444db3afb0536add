/** A value of JSON that is not known any further. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** UTF-16 code units of a file of settings. Files that people write are shorter. */
const maxLength = 1_000_000;

/** The object in a file of settings, which may have comments and commas at ends; undefined for any other text. */
export function settingsIn(text: string): JsonObject | undefined {
  if (text.length > maxLength) return undefined;
  try {
    const value: unknown = JSON.parse(withoutComments(text));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A value as an object; an empty one for any other value. */
export function objectIn(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The texts of a list. */
export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** The value of a key, also of one such as `constructor`. */
export function fieldOf(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Each pattern matches what it begins with, also without its end: a text of many quotes takes linear time. */
const string = String.raw`"(?:[^"\\]|\\[^]?)*(?:"|$)`;
const comments = new RegExp(String.raw`${string}|//[^\n]*|/\*[^]*?(?:\*/|$)`, "g");
const commas = new RegExp(String.raw`${string}|,(?=\s*[\]}])`, "g");

function withoutComments(text: string): string {
  const bare = text.replace(/^\uFEFF/, "").replace(comments, (part) => (part.startsWith('"') ? part : " "));
  return bare.replace(commas, (part) => (part === "," ? "" : part));
}
