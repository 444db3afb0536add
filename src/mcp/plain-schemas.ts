import { isObject } from "../base/is-object.ts";
import type { Params } from "./message.ts";

/**
 * Names of clients, as they introduce themselves, that pass schemas to an API which takes one `type` a schema and no union:
 * Google's for Gemini (docs/developers/serving.md has the reports) and, in strict mode, OpenAI's.
 */
const plainClients: readonly RegExp[] = [/gemini/i, /antigravity/i, /\badk\b/i, /^codex\b/i, /openai/i];

/** True for a client that cannot read the schemas of the reference. @param name that of its `clientInfo` */
export function needsPlainSchemas(name: unknown): boolean {
  return typeof name === "string" && plainClients.some((client) => client.test(name));
}

/** The keywords that are kept: keywords in both Gemini's and OpenAI's subsets. */
const keywords: ReadonlySet<string> = new Set(["type", "description", "enum", "items", "properties", "required"]);

/** Text after the description of an argument that takes one text or a list of them. */
const severalAsJson = "; several as a JSON list";

/**
 * Returns a schema with one `type` in each of its parts and without unions. An argument that takes a text or a list of texts
 * is a text: the list is taken as JSON too.
 */
export function plainSchema(schema: Params): Params {
  const types = typesOf(schema);
  const isTextOrList = types.length > 1;
  const [first] = types;
  const own = isTextOrList
    ? { type: "string", description: `${String(schema.description ?? "")}${severalAsJson}` }
    : { type: first };
  const kept = Object.entries({ ...schema, ...own })
    .filter(([keyword]) => keywords.has(keyword) && !(isTextOrList && keyword === "items"))
    .map(([keyword, value]) => [keyword, plainValue(keyword, value)]);
  return Object.fromEntries(kept);
}

function plainValue(keyword: string, value: unknown): unknown {
  if (keyword === "items" && isObject(value)) return plainSchema(value);
  if (keyword !== "properties" || !isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, property]) => [name, isObject(property) ? plainSchema(property) : property]),
  );
}

/** The types that a schema takes: the names in its `type`, or the types of a union. */
function typesOf({ type, anyOf }: Params): readonly unknown[] {
  if (Array.isArray(anyOf)) return anyOf.flatMap((branch) => (isObject(branch) ? typesOf(branch) : []));
  return Array.isArray(type) ? type : [type];
}
