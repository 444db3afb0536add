import { describe, expect, test } from "vitest";
import { listedTools } from "../../src/mcp/listed-tools.ts";
import { needsPlainSchemas, plainSchema } from "../../src/mcp/plain-schemas.ts";
import { toolNames } from "../../src/tools/index.ts";

type Schema = Readonly<Record<string, unknown>>;

/** What an API for models takes as the schema of a function's arguments. */
type Subset = {
  readonly title: string;
  readonly keywords: readonly string[];
  readonly types: readonly string[];
  /** Returns what is wrong besides keywords and types. */
  readonly faultsIn: (schema: Schema) => readonly string[];
};

const types = ["string", "number", "integer", "boolean", "array", "object"];
const common = ["type", "description", "enum", "items", "properties", "required"];

const subsets: readonly Subset[] = [
  {
    // The Schema of FunctionDeclaration.parameters: a selection of OpenAPI 3.0, one type, items only in arrays, enum of strings.
    title: "Gemini's",
    keywords: [...common, "format", "nullable", "minItems", "maxItems", "minimum", "maximum", "propertyOrdering"],
    types,
    faultsIn: ({ type, items, enum: words, properties }) => [
      ...(items !== undefined && type !== "array" ? ["items without array"] : []),
      ...(type === "array" && items === undefined ? ["array without items"] : []),
      ...(words !== undefined && type !== "string" ? ["enum without string"] : []),
      ...(properties !== undefined && type !== "object" ? ["properties without object"] : []),
    ],
  },
  {
    // "Supported schemas" of structured outputs, but for what strict mode adds itself: additionalProperties and required.
    title: "OpenAI's",
    keywords: [...common, "anyOf", "$ref", "$defs", "additionalProperties", "pattern", "format", "minimum", "maximum"],
    types,
    faultsIn: ({ type, items, enum: words }) => [
      ...(type === "array" && items === undefined ? ["array without items"] : []),
      ...(Array.isArray(words) && words.length > 500 ? ["too many words"] : []),
    ],
  },
];

/** What is wrong with a schema and its parts, by their paths. */
function faultsOf(schema: Schema, subset: Subset, path = ""): readonly string[] {
  const { type, items, properties = {} } = schema;
  const unknown = Object.keys(schema).filter((keyword) => !subset.keywords.includes(keyword));
  const own = [
    ...unknown.map((keyword) => `keyword ${keyword}`),
    ...(subset.types.includes(String(type)) && typeof type === "string" ? [] : [`type ${JSON.stringify(type)}`]),
    ...subset.faultsIn(schema),
  ].map((fault) => `${path} ${fault}`);
  const parts = Object.entries(Object(properties)).map(([name, part]): [string, unknown] => [`${path}.${name}`, part]);
  const inner = items === undefined ? parts : [...parts, [`${path}[]`, items] as const];
  return [...own, ...inner.flatMap(([at, part]) => faultsOf(Object(part), subset, at))];
}

describe.each(subsets)("$title subset of JSON Schema", (subset) => {
  test("takes each plain schema", async () => {
    for (const { name, inputSchema } of await listedTools(toolNames, {}, false, true)) {
      expect([name, faultsOf(inputSchema, subset)]).toEqual([name, []]);
    }
  });

  test("does not take all of those that are the default", async () => {
    const faults = (await listedTools(toolNames, {})).flatMap(({ inputSchema }) => faultsOf(inputSchema, subset));
    expect(faults).toEqual(expect.arrayContaining([expect.stringMatching(/^\.filepath type/)]));
  });
});

test("a plain list names the same arguments, requires the same, and leaves the default list as it is", async () => {
  const before = JSON.stringify(await listedTools(toolNames, {}));
  const plain = await listedTools(toolNames, {}, false, true);
  const usual = await listedTools(toolNames, {});
  expect(JSON.stringify(usual)).toBe(before);
  for (const [i, { name, inputSchema }] of plain.entries()) {
    const other = usual[i]?.inputSchema ?? {};
    expect([name, Object.keys(Object(inputSchema.properties)), inputSchema.required]).toEqual([
      name,
      Object.keys(Object(other.properties)),
      other.required,
    ]);
  }
});

test("a text or a list of texts is a text that says how to write the list", () => {
  const union = { description: "A file", anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] };
  expect(plainSchema(union)).toEqual({ type: "string", description: "A file; several as a JSON list" });
  expect(plainSchema({ type: "integer", minimum: 3 })).toEqual({ type: "integer" });
});

test.each([
  ["gemini-cli-mcp-client", true],
  ["Antigravity", true],
  ["codex-mcp-client", true],
  ["openai-mcp", true],
  ["google-adk", true],
  ["claude-code", false],
  ["cursor-vscode", false],
  [undefined, false],
])("the client %s has plain schemas: %s", (name, isPlain) => {
  expect(needsPlainSchemas(name)).toBe(isPlain);
});
