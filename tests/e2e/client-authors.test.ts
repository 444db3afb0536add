/** The statements of docs/users/client-authors.md that no other test of the protocol has. */
import { expect, test } from "vitest";
import { readDocument } from "../support/document-paths.ts";
import { runInProcess } from "../support/in-process.ts";
import { modernMeta, modernRequest } from "../support/modern.ts";
import { referenceProject } from "../support/reference-project.ts";

const page = readDocument("docs/users/client-authors.md");
const legacy = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
const modern = (method: string, params: object = {}) => modernRequest(1, method, params);
const answerTo = async (line: string, ...args: readonly string[]) =>
  JSON.parse((await runInProcess(`${line}\n`, { args: ["serve", ...args], cwd: referenceProject })).stdout);

const errors: readonly (readonly [code: number, line: string])[] = [
  [-32700, "{"],
  [-32600, "5"],
  [-32600, `[${legacy("ping")}]`],
  [-32601, legacy("no/method")],
  [-32601, modern("no/method")],
  [-32601, legacy("tools/call", { name: "nothing" })],
  [-32602, modern("tools/call", { name: "nothing" })],
  [-32602, legacy("prompts/get", { name: "nothing" })],
  [-32602, legacy("prompts/get", { name: "write_query", arguments: { language: "x", goal: "y" } })],
  [-32602, legacy("tools/list", { cursor: "1" })],
  [-32602, legacy("skills/get", { name: "codegrove-find" })],
  [-32602, modern("resources/read", { uri: "workspace://nothing" })],
  [-32002, legacy("resources/read", { uri: "workspace://nothing" })],
  [-32022, legacy("tools/list", { _meta: { ...modernMeta, "io.modelcontextprotocol/protocolVersion": "2027-01-01" } })],
];

test.each(errors)("the error %i answers %s", async (code, line) => {
  expect((await answerTo(line)).error).toMatchObject({ code, message: expect.stringMatching(/./) });
  expect(page).toMatch(new RegExp(`^\\| ${code} \\|`, "m"));
});

test("the page lists the codes of errors that a test provokes, those of faults and of headers", () => {
  const listed = [...page.matchAll(/^\| (-32\d+) \|/gm)].map(([, code]) => Number(code));
  expect(new Set(listed)).toEqual(new Set([...errors.map(([code]) => code), -32603, -32020]));
});

test("a wrong argument of a tool is a result with one text that has an error", async () => {
  for (const call of [{ filepath: 5 }, { path: "src", nothing: 1 }, {}]) {
    const { result } = await answerTo(legacy("tools/call", { name: "find_classes", arguments: call }));
    expect(result).toEqual({ isError: true, content: [{ type: "text", text: expect.any(String) }] });
    expect(JSON.parse(result.content[0].text)).toMatchObject({ success: false, error: expect.stringMatching(/./) });
  }
});

test("annotations are those of the table, with and without edits", async () => {
  const listed = async (...args: readonly string[]) => {
    const { tools } = (await answerTo(legacy("tools/list"), ...args)).result;
    return tools.map(({ name, annotations }: { readonly name: string; readonly annotations: object }) => ({
      name,
      ...annotations,
    }));
  };
  const edits = { readOnlyHint: false, destructiveHint: true, openWorldHint: false };
  for (const tool of await listed())
    expect(tool).toEqual({ name: tool.name, readOnlyHint: true, openWorldHint: false });
  const editing = (await listed("--allow-edits")).filter((tool: typeof edits) => !tool.readOnlyHint);
  expect(editing).toEqual(["find_pattern", "rename_symbol", "replace_symbol"].map((name) => ({ name, ...edits })));
});

test("a picture as SVG is a second text", async () => {
  const given = { filepath: ".", output_format: "svg" };
  const { result } = await answerTo(legacy("tools/call", { name: "get_dependency_graph", arguments: given }));
  expect(result.content).toEqual([
    { type: "text", text: expect.stringMatching(/^\{/) },
    { type: "text", text: expect.stringMatching(/^<svg /) },
  ]);
});
