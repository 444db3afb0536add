/** Lines of a client: JSON-RPC, and the arguments of each tool. */
import assert from "node:assert";
import { ArgumentError } from "../../../src/base/errors.ts";
import { Lines } from "../../../src/mcp/lines.ts";
import { readMessage } from "../../../src/mcp/message.ts";
import { checkInput } from "../../../src/tools/arguments/input.ts";
import { loadTools } from "../../../src/tools/index.ts";
import { answeredId } from "../../support/mutations.ts";
import type { FuzzTarget } from "../target.ts";

const maxLineBytes = 2_000;
const tools = loadTools();

export const target: FuzzTarget = {
  about: "lines are split and read as messages, and arguments are checked",
  seeds: () => [
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_classes","arguments":{"filepath":"a.py"}}}\n',
    '{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"find_references","arguments":{"symbol":"A","max_results":1}}}',
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"find_pattern","arguments":{"pattern":"f($A)","where":{"$A":{"kind":"x"}}}}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled"}\r\n{"jsonrpc":"2.0","id":8,"result":{}}\n[]\n',
  ],
  words: [
    ...[
      '"id":',
      '"jsonrpc":"2.0",',
      '"method":',
      '"params":{',
      '"name":',
      '"arguments":{',
      '"filepath":',
      '"symbol":',
      '"line":',
    ],
    ...[
      "\n",
      "[",
      "]",
      "{",
      "}",
      ",",
      ":",
      "null",
      "-1",
      "1e999",
      "9007199254740993",
      '"',
      "\\ud800",
      "\\u0000",
      "true",
      '["a"]',
    ],
    ...[
      '"symbols":["a","b"]',
      '"max_results":',
      '"cursor":"',
      '"detail":',
      '"kinds":',
      '"get_symbol_context"',
      '"rename_symbol"',
    ],
  ],
  steps: { fixed: 200_000, perByte: 2_000 },
  run: async (bytes) => {
    const whole = linesOf([bytes]);
    const at = (bytes[0] ?? 0) % (bytes.length + 1);
    assert.deepEqual(linesOf([bytes.subarray(0, at), bytes.subarray(at)]), whole, "lines depend on how bytes arrive");
    for (const line of whole) {
      if (line === undefined || line.replace(/^\uFEFF/, "").trim() === "") continue;
      const message = readMessage(line);
      const expected = line.startsWith("\uFEFF") ? null : answeredId(line);
      const id = message.kind === "request" || message.kind === "invalid" ? message.id : undefined;
      assert.equal(id, expected, "another id is answered");
      if (message.kind !== "request") continue;
      const { name, arguments: input } = message.params;
      const tool = (await tools).get(String(name));
      if (tool === undefined) continue;
      try {
        checkInput(tool, input);
      } catch (error) {
        if (!(error instanceof ArgumentError)) throw error;
        assert.ok(error.message.length < 2_000, "a message of an error is endless");
      }
    }
  },
};

function linesOf(chunks: readonly Buffer[]): readonly (string | undefined)[] {
  const found: (string | undefined)[] = [];
  const lines = new Lines(
    maxLineBytes,
    (line) => found.push(line),
    () => found.push(undefined),
  );
  for (const chunk of chunks) lines.push(chunk);
  lines.end();
  return found;
}
