import { describe, expect, test } from "vitest";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const cwd = temporaryFolder({ "a.py": "" });
const ui = { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } } };

const withHandshake = (capabilities: object, method: string, params: object = {}) => [
  { id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities } },
  { id: 2, method, params },
];
const withoutHandshake = (capabilities: object, method: string, params: object = {}) => {
  const prefix = "io.modelcontextprotocol/";
  const _meta = { [`${prefix}protocolVersion`]: "2026-07-28", [`${prefix}clientCapabilities`]: capabilities };
  return [{ id: 2, method, params: { ...params, _meta } }];
};

/** The answer of a server to the last of some requests. */
async function answerTo(requests: readonly object[], flags: readonly string[] = []) {
  const lines = requests.map((one) => JSON.stringify({ jsonrpc: "2.0", ...one }));
  const { stdout } = await runInProcess(`${lines.join("\n")}\n`, {
    args: ["serve", "--log-level", "error", ...flags],
    cwd,
  });
  const answers = stdout.trim().split("\n");
  return answers.map((line) => JSON.parse(line)).find(({ id }) => id === 2);
}

const linked = (tools: readonly { readonly name: string; readonly _meta?: { readonly ui?: unknown } }[]) =>
  tools.flatMap(({ name, _meta }) => (_meta?.ui === undefined ? [] : [[name, _meta.ui] as const]));

test("a call of a view is answered as JSON, whatever the format of the server, and any other in that format", async () => {
  const call = async (meta: object) => {
    const requests = withHandshake(ui, "tools/call", { name: "get_file_summary", arguments: {}, ...meta });
    return (await answerTo(requests, ["--format", "brief"])).result.content[0].text;
  };
  expect(JSON.parse(await call({ _meta: { "codegrove/format": "json" } }))).toMatchObject({ total_files: 1 });
  for (const meta of [{}, { _meta: { "codegrove/format": "xml" } }]) expect(await call(meta)).not.toMatch(/^\{/);
});

describe.each([
  ["with a handshake", withHandshake],
  ["without a handshake", withoutHandshake],
])("views of MCP Apps, in revisions %s", (_, request) => {
  test("are linked for a client that shows them", async () => {
    const { tools } = (await answerTo(request(ui, "tools/list"))).result;
    expect(new Map(linked(tools))).toEqual(
      new Map([
        ["get_dependency_graph", { resourceUri: "ui://codegrove/graph" }],
        ["get_file_summary", { resourceUri: "ui://codegrove/code" }],
        ["get_symbol_context", { resourceUri: "ui://codegrove/code" }],
      ]),
    );
  });

  test.each([
    ["announces nothing", {}],
    ["shows other pages", { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html"] } } }],
    ["announces it in another form", { extensions: { "io.modelcontextprotocol/ui": true } }],
  ])("are not linked for a client that %s", async (_case, capabilities) => {
    const { tools } = (await answerTo(request(capabilities, "tools/list"))).result;
    expect(linked(tools)).toEqual([]);
  });

  test.each(["ui://codegrove/graph", "ui://codegrove/code"])(
    "are read as one page that loads nothing: %s",
    async (uri) => {
      const { contents } = (await answerTo(request(ui, "resources/read", { uri }))).result;
      expect(contents).toHaveLength(1);
      const [{ mimeType, text }] = contents;
      expect(mimeType).toBe("text/html;profile=mcp-app");
      expect(text).toMatch(
        /^<!doctype html>.*default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src data:"/s,
      );
      // The namespace of SVG and a pattern for it are the only addresses.
      const others = text.replaceAll("http://www.w3.org/2000/svg", "").replace("/^http:[\\w\\.\\/]+svg$/", "");
      expect(others).not.toMatch(/https?:/);
      const other = await answerTo(request(ui, "resources/read", { uri: "ui://codegrove/other" }));
      expect(other.error.message).toMatch(/not found|No resource/i);
    },
  );
});
