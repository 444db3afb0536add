/** The one form of answers for all clients, and lists that are the same bytes in each process. */
import { expect, test } from "vitest";
import { runServer } from "../support/built-server.ts";
import { runInProcess } from "../support/in-process.ts";
import { modernRequest } from "../support/modern.ts";
import { referenceProject } from "../support/reference-project.ts";

const eras = [
  ["with a handshake", (method: string, params: object) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })],
  ["without a handshake", (method: string, params: object) => modernRequest(1, method, params)],
] as const;

test.each(eras)("an answer is text and no second form of it, in revisions %s", async (_, request) => {
  const resultOf = async (method: string, params: object) =>
    JSON.parse((await runInProcess(request(method, params), { cwd: referenceProject })).stdout).result;
  // A client that knows an outputSchema may show only structuredContent, and one that does not shows only text.
  for (const tool of (await resultOf("tools/list", {})).tools)
    expect(tool, tool.name).not.toHaveProperty("outputSchema");
  for (const filepath of ["src", "gone.py"]) {
    const result = await resultOf("tools/call", { name: "find_classes", arguments: { filepath } });
    expect(result).not.toHaveProperty("structuredContent");
    expect(result.content).toEqual([{ type: "text", text: expect.stringMatching(/^\{.*\}$/s) }]);
  }
});

test.each(eras)("lists are the same bytes in two processes, in revisions %s", async (_, request) => {
  const methods = ["tools/list", "prompts/list", "resources/templates/list", "skills/list"];
  const input = methods.map((method) => `${request(method, {})}\n`).join("");
  // Answers come as they are ready.
  const lines = async () => (await runServer(input)).stdout.trimEnd().split("\n").sort();
  const first = await lines();
  expect(first.map((line) => Object.keys(JSON.parse(line)))).toEqual(methods.map(() => ["jsonrpc", "id", "result"]));
  expect(await lines()).toEqual(first);
});

test.each([
  ["initialize", eras[0][1]("initialize", { protocolVersion: "2025-11-25", capabilities: {} })],
  ["server/discover", eras[1][1]("server/discover", {})],
])("%s shows an icon that loads nothing, which no other answer repeats", async (_, line) => {
  const { stdout } = await runInProcess(`${line}\n`);
  const [, encoded = ""] =
    /"icons":\[\{"src":"data:image\/svg\+xml;base64,([^"]+)","mimeType":"image\/svg\+xml"/.exec(stdout) ?? [];
  expect(Buffer.from(encoded, "base64").toString()).toMatch(/^<svg .*<\/svg>\s*$/s);
  const other = await runInProcess(
    `${modernRequest(1, "tools/list")}\n${eras[0][1]("initialize", { protocolVersion: "2025-06-18", capabilities: {} })}\n`,
  );
  expect(other.stdout).not.toContain('"icons"');
});
