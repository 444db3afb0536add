import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { sessionInProcess } from "../support/in-process.ts";
import type { Message } from "../support/session.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const limit = 2_000;
const lines = Array.from({ length: 300 }, (_, i) => `value_${i} = ${i}\n`).join("");
const folder = temporaryFolder({
  "a.py": lines,
  ...Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`broken-${i}.py`, "x = = 1\n"])),
});
const session = sessionInProcess({ cwd: folder, args: ["--max-result-chars", String(limit), "--log-level", "error"] });
const uri = pathToFileURL(join(folder, "a.py")).href;

test("a resource comes in parts that make its text", async () => {
  const parts: string[] = [];
  for (let next: string | undefined = uri; next !== undefined; ) {
    const { result } = await session.request("resources/read", { uri: next });
    expect(textsOf(result).join("").length).toBeLessThanOrEqual(limit);
    parts.push(String(textsOf(result)[0]));
    next = result?.contents?.[1]?.uri;
  }
  expect(parts.join("")).toBe(lines);
  expect(parts.length).toBeGreaterThan(2);
});

test.each(["files", "symbols", "diagnostics"])("workspace://%s is cut at the limit, and says so", async (name) => {
  const { result } = await session.request("resources/read", { uri: `workspace://${name}` });
  const [text = "", ...notes] = textsOf(result);
  expect(text.length).toBeLessThanOrEqual(limit);
  expect(notes).toEqual([]);
  expect(JSON.parse(text)).toHaveProperty("truncated", true);
});

test("a prompt has the first part of its file", async () => {
  const { result } = await session.request("prompts/get", { name: "review_file", arguments: { path: "a.py" } });
  const contents = (result?.messages ?? []).map(({ content }) => content);
  const texts = contents.map(({ text, resource }) => text ?? resource?.text ?? "");
  expect(texts.join("").length).toBeLessThanOrEqual(limit);
  expect(contents[2]?.resource?.uri).toBe(`${uri}?offset=${texts[1]?.length}`);
});

const long = "x".repeat(100_000);
test.each([
  ["resources/read", { uri: `file:///${long}` }],
  ["resources/read", { uri: `queries://${long}/tags` }],
  ["prompts/get", { name: long }],
  ["prompts/get", { name: "review_file", arguments: { path: long } }],
  ["prompts/get", { name: "review_file", arguments: { path: "a.py", focus: long } }],
  ["prompts/get", { name: "review_file", arguments: { [long]: "a" } }],
  ["tools/call", { name: long }],
  [long, {}],
])("the error of a long %.20s is short", async (method, params) => {
  const { error } = await session.request(method, params);
  expect(error).toBeDefined();
  expect(JSON.stringify(error).length).toBeLessThanOrEqual(limit + 100);
});

function textsOf(result: Message["result"]): readonly string[] {
  return (result?.contents ?? []).map(({ text }) => text);
}
