import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { StdioTransport } from "../../src/mcp/stdio.ts";

test("a request that is cancelled while its answer waits to be read counts as answered once", async () => {
  const input = new PassThrough();
  const output = new PassThrough({ highWaterMark: 1 });
  const transport = new StdioTransport(input, output);
  const numbers: number[] = [];
  transport.onmessage = (message) => {
    if ("id" in message) numbers.push(Number(message.id));
  };
  await transport.start();
  const turn = () => new Promise((done) => setImmediate(done));
  input.write('{"jsonrpc":"2.0","id":"first","method":"x"}\n{"jsonrpc":"2.0","id":"second","method":"x"}\n');
  await turn();
  let answered = 0;
  const [first = 0, second = 0] = numbers;
  transport.whenAnswered(second, () => answered++);
  const sent = [first, second].map((id) => transport.send({ jsonrpc: "2.0", id, result: {} }));
  input.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"second"}}\n');
  await turn();
  expect(answered).toBe(1);
  output.resume();
  await Promise.all(sent);
  expect(answered).toBe(1);
});
