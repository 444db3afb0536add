import { PassThrough } from "node:stream";
import { afterAll, describe, expect, test } from "vitest";
import { Peer } from "../../src/mcp/peer.ts";
import type { Router } from "../../src/mcp/router.ts";
import { Session as McpSession } from "../../src/mcp/session.ts";
import { Stdio } from "../../src/mcp/stdio.ts";
import { timed } from "../support/run-delay.ts";
import { Session } from "../support/session.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

describe("arguments that are large", () => {
  const folder = temporaryFolder({ "a.py": "class A: pass\n", "long.py": `x = "${"a".repeat(3_000_000)}"\n` });
  const session = new Session({ cwd: folder });
  afterAll(() => session.close());

  const letters = "y".repeat(5_000_000);

  test.each([
    ["wrong paths", "find_classes", { filepath: new Array(2_000_000).fill(0) }, "'filepath'"],
    ["paths", "find_classes", { filepath: new Array(1_000_001).fill("a.py") }, "at most 1000000 are taken"],
    [
      "wrong words",
      "list_symbols",
      { filepath: "a.py", kinds: new Array(30_000).fill("zz") },
      "at most 1000 are taken",
    ],
    ["a wrong word", "list_symbols", { filepath: "a.py", kinds: [letters] }, "'kinds'"],
    ["a name", "find_classes", { filepath: "a.py", [letters]: 1 }, "Unknown argument 'yyyy"],
    ["a language", "find_classes", { source: "", language: letters }, "Unknown language: yyyy"],
    ["many names", "find_classes", Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`a${i}`, 1])), "Too many"],
  ])("%s are refused in few words, and soon", async (_, tool, args, words) => {
    const { result, tookMs } = await timed(session.pid ?? 0, () =>
      Promise.all([callTool(session, tool, args), session.request("ping")]),
    );
    const [{ text, isError }] = result;
    expect({ isError, length: text.length < 2_000 }).toEqual({ isError: true, length: true });
    expect(text).toContain(words);
    // They took from ten seconds to minutes.
    expect(tookMs).toBeLessThan(5_000);
  });

  test("captures of large texts end at a bound, and say so", async () => {
    const query = Array.from({ length: 32 }, (_, i) => `((string) @c${i})`).join(" ");
    const { answer, text } = await callTool(session, "execute_query", { filepath: "long.py", query });
    expect(text.length).toBeLessThan(60_000_000);
    expect(answer.warnings).toEqual(["Stopped after 16 captures; there are more."]);
  });

  test.each(["?(a)".repeat(40), `${"*a".repeat(12)}*b`, "@(a|aa)".repeat(30)])(
    "a glob that matches in very many ways is refused: %s",
    async (filepath) => {
      const { answer } = await callTool(session, "find_classes", { filepath });
      expect(answer.error).toMatch(/^Invalid argument 'filepath': .* cannot be matched: /);
    },
  );
});

test("an answer that no text can hold is an error, and the next one comes", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const large = {
    toJSON: () => {
      throw new RangeError("Invalid string length");
    },
  };
  const route: Router = async (_method, _params, { id }) => (id === "large" ? large : {});
  const served = new Stdio(input, output).serve(new Peer(route, new McpSession(() => {}), () => {}));
  input.end('{"jsonrpc":"2.0","id":"large","method":"x"}\n{"jsonrpc":"2.0","id":"small","method":"x"}\n');
  await served;
  const lines = String(output.read()).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { jsonrpc: "2.0", id: "large", error: { code: -32603, message: "The answer is too large: request less" } },
    { jsonrpc: "2.0", id: "small", result: {} },
  ]);
});
