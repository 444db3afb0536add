import * as z from "zod";
import { LanguageFile } from "../../src/syntax/language-file.ts";

/** A JSON Schema, as Zod writes one. */
const Schema = z.object({
  type: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.string()).optional(),
  default: z.unknown().optional(),
  description: z.string().default(""),
  required: z.array(z.string()).default([]),
  get properties() {
    return z.record(z.string(), Schema).default({});
  },
  get items() {
    return Schema.optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), Schema]).optional();
  },
  get oneOf() {
    return z.array(Schema).default([]);
  },
  get anyOf() {
    return z.array(Schema).default([]);
  },
});

type Schema = z.infer<typeof Schema>;

/** A key of language.json, such as `symbols.kinds[].tag`, `metrics.defaults.*` or `imports (relative).extensions`. */
type LanguageKey = { readonly key: string; readonly value: string; readonly fallback: string; readonly text: string };

/** Returns the keys of language.json, in the order of its schema. */
export function languageKeys(): readonly LanguageKey[] {
  return keysIn(Schema.parse(z.toJSONSchema(LanguageFile, { io: "input", unrepresentable: "any" })), "");
}

function keysIn(schema: Schema, path: string): readonly LanguageKey[] {
  const { properties, required, items, additionalProperties, oneOf, anyOf } = schema;
  const own = Object.entries(properties).flatMap(([name, value]) => {
    const key = path === "" ? name : `${path}.${name}`;
    const byDefault = required.includes(name) ? "required" : "";
    const fallback = value.default === undefined ? byDefault : `\`${JSON.stringify(value.default)}\``;
    return [{ key, value: formOf(value), fallback, text: value.description }, ...keysIn(value, key)];
  });
  const ofItems = items === undefined ? [] : keysIn(items, `${path}[]`);
  const ofValues = typeof additionalProperties === "object" ? keysIn(additionalProperties, `${path}.*`) : [];
  const ofKinds = [...oneOf, ...anyOf].flatMap((one) => keysIn(one, `${path} (${String(one.properties.kind?.const)})`));
  return [...own, ...ofItems, ...ofValues, ...ofKinds];
}

/** Words that a cell of a table lists. */
const maxWords = 3;

/** The form of a value: `string`, `list of string`, `object of string`. */
function formOf(schema: Schema): string {
  const { type, const: only, enum: words, items, additionalProperties: values, oneOf, anyOf } = schema;
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (words !== undefined) return words.length > maxWords ? "a word" : words.map((word) => `\`${word}\``).join(" or ");
  const options = [...oneOf, ...anyOf];
  if (options.length > 0) return [...new Set(options.map(formOf))].join(" or ");
  if (items !== undefined) return `list of ${formOf(items)}`;
  return typeof values === "object" ? `object of ${formOf(values)}` : (type ?? "any");
}
