import { describe, expect, test } from "vitest";
import { runInProcess } from "../support/in-process.ts";
import { modernMeta } from "../support/modern.ts";

type Schema = Readonly<Record<string, unknown>>;

const lineOf = (id: number, method: string, params: object = {}) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;

/** The text of the result of tools/list, for a client that introduces itself in a handshake if it has a name. */
async function listFor(name: string | undefined, ...args: readonly string[]): Promise<string> {
  const handshake = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name, version: "1" } };
  const first = name === undefined ? "" : lineOf(1, "initialize", handshake);
  const { stdout } = await runInProcess(`${first}${lineOf(2, "tools/list")}`, { args: ["serve", ...args] });
  const answers = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return JSON.stringify(answers.find(({ id }) => id === 2).result.tools);
}

/** The same for a client without a handshake. */
async function modernListFor(name: string): Promise<string> {
  const _meta = { ...modernMeta, "io.modelcontextprotocol/clientInfo": { name, version: "1" } };
  const { stdout } = await runInProcess(lineOf(1, "tools/list", { _meta }));
  return JSON.stringify(JSON.parse(stdout).result.tools);
}

/** The parts of a schema that have no type, several, or a union. */
function unionsIn(schema: Schema): readonly Schema[] {
  const { type, properties, items, anyOf } = schema;
  const parts: readonly Schema[] = [...Object.values(Object(properties)), ...(items === undefined ? [] : [items])].map(
    (part) => Object(part),
  );
  return [...(typeof type === "string" && anyOf === undefined ? [] : [schema]), ...parts.flatMap(unionsIn)];
}

const unionsOf = (list: string) =>
  JSON.parse(list).flatMap(({ inputSchema }: { readonly inputSchema: Schema }) => unionsIn(inputSchema));

describe("tools/list", () => {
  test("has plain schemas for a client that needs them, in both eras, and the usual list for others", async () => {
    const usual = await listFor(undefined);
    expect(unionsOf(usual).length).toBeGreaterThan(10);
    expect(await listFor("claude-code")).toBe(usual);
    expect(await modernListFor("claude-code")).toBe(usual);
    const plain = await listFor("gemini-cli-mcp-client");
    expect(unionsOf(plain)).toEqual([]);
    expect(await listFor("antigravity-client")).toBe(plain);
    expect(await modernListFor("gemini-cli-mcp-client")).toBe(plain);
  });

  test("has the schemas that --schemas names", async () => {
    expect(await listFor("gemini-cli-mcp-client", "--schemas", "reference")).toBe(await listFor(undefined));
    expect(await listFor("claude-code", "--schemas", "plain")).toBe(await listFor("gemini-cli-mcp-client"));
    const { exitCode, stderr } = await runInProcess("", { args: ["serve", "--schemas", "plian"] });
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringMatching(/--schemas takes auto, reference, plain, not .*plian/),
    ]);
  });
});
