import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test, vi } from "vitest";
import { withoutCache } from "../support/built-server.ts";
import { sessionInProcess, startInProcess } from "../support/in-process.ts";
import { largeCode } from "../support/large-code.ts";
import { Session } from "../support/session.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

/** Files that take many seconds to read, or less if they are shorter, and a small one that alone has the name `small`. */
function slowCode(length = 1_000_000): string {
  const large = Array.from({ length: 12 }, (_, i) => [`large/${i}.cpp`, largeCode(i, length)]);
  return temporaryFolder({ ...Object.fromEntries(large), "small.cpp": "int small() { return 1; }\n" });
}

const find = (id: number, name: string, symbol: string) => ({
  ...{ jsonrpc: "2.0", id, method: "tools/call" },
  params: { name, arguments: { symbol } },
});

test("a call that is cancelled is not answered, and the next ones are; the end of input ends what fills the index", async () => {
  const cwd = slowCode();
  const server = new Session({ cwd, args: ["--log-level", "debug", "--cache-dir", join(temporaryFolder(), "cache")] });
  server.send(find(1, "find_references", "small"));
  await server.request("ping");
  server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  for (let id = 2; id < 12; id++) {
    server.send(find(id, id % 2 === 0 ? "find_references" : "find_definition", "small"));
    server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
  }
  // It reads the files that have the name, and leaves the others for later.
  const { answer } = await callTool(server, "find_definition", { symbol: "small" });
  expect(answer).toMatchObject({ symbol: "small", searched_files: 13, success: true });
  expect(server.lines.filter((line) => /"id":\d/.test(line))).toEqual([]);

  // A process that waited for its work would have completed the index.
  const { exitCode, stderr } = await server.close();
  expect(exitCode).toBe(0);
  expect(stderr).not.toContain("the index is complete");
});

test("a server that was asked for a name completes the index, tells how large it is, and answers the same from it", async () => {
  // The error is in a body, which other readings of the file leave out.
  const cwd = temporaryFolder({
    "a.cpp": "int a;\n",
    "b.cpp": "int b;\nint f() {\n  int* p = g(\n  return h(p);\n  p);\n  return 1;\n}\nint c;\n",
  });
  const args = ["--log-level", "info", "--cache-dir", join(temporaryFolder(), "cache")];
  const program = startInProcess({ cwd, args });
  const told = new Promise<string>((resolve) => {
    createInterface(program.stderr).on("line", (line) => {
      if (line.includes("the index is complete")) resolve(line);
    });
  });
  const server = new Session({}, program);
  await callTool(server, "find_definition", { symbol: "a" });
  const { files, indexBytes } = JSON.parse(await told);
  expect(files).toBe(2);
  expect(indexBytes).toBeGreaterThan(100);
  const plain = sessionInProcess({ cwd, args: withoutCache });
  for (const symbol of ["a", "b", "c", "f", "unknown"]) {
    const { text } = await callTool(server, "find_definition", { symbol });
    expect(text).toBe((await callTool(plain, "find_definition", { symbol })).text);
  }
  await Promise.all([server.close(), plain.close()]);
});

test("an answer is about all files, however long it took to list them", async () => {
  // By the clock that workers look at, the time of the call was over long ago.
  const clock = vi.spyOn(Date, "now").mockReturnValue(0);
  const server = sessionInProcess({ cwd: temporaryFolder({ "a.cpp": "int a;\n" }), args: withoutCache });
  const { answer } = await callTool(server, "find_definition", { symbol: "a" });
  const atPlace = await callTool(server, "find_definition", { filepath: "a.cpp", line: 1 });
  await server.close();
  clock.mockRestore();
  expect(answer).toMatchObject({ symbol: "a", searched_files: 1, success: true });
  expect(atPlace.answer).toMatchObject({ symbol: "a", success: true });
});

test("a call whose time is over says what to do", async () => {
  const server = sessionInProcess({ cwd: slowCode(), args: withoutCache, env: { REQUEST_TIMEOUT: "50" } });
  const { text } = await callTool(server, "get_dependency_graph", { filepath: "." });
  await server.close();
  // It is about the files that were read, or an error if they were not even listed.
  const { truncated_reason: cut, error, details } = JSON.parse(text);
  expect(cut ?? `${error}. ${details}`).toMatch(
    /^(?:Only \d+ of 13 files were read in time, .* The same call|Stopped after 50 ms \(REQUEST_TIMEOUT\): \d+ of 13 files were read, .* The same call|Stopped after 50 ms \(REQUEST_TIMEOUT\), before there was an answer\. .*[Aa]sk) again/,
  );
});

test("a call about a name is answered with the lines of a text search in time, and in full when it comes again", async () => {
  const args = ["--cache-dir", temporaryFolder()];
  const server = sessionInProcess({ cwd: slowCode(), args, env: { ANSWER_WITHIN: "50" } });
  const ask = () => callTool(server, "find_references", { symbol: "small" });
  const first = await ask();
  const again = await ask();
  await server.close();
  expect(first.answer).toMatchObject({
    symbol: "small",
    resolved: "0 of 1 files",
    unresolved: [{ filepath: "small.cpp", references: [{ line: 1, text: "int small() { return 1; }" }] }],
    searched_files: 13,
  });
  expect(again.answer).toMatchObject({ symbol: "small", total_references: 1, counts: { definition: 1 } });
  expect(again.answer).not.toHaveProperty("unresolved");
});

test("what a call found before its time was over is kept, so that asking again gets there", async () => {
  const env = { REQUEST_TIMEOUT: "500" };
  const start = (length: number) =>
    sessionInProcess({ cwd: slowCode(length), args: ["--cache-dir", temporaryFolder()], env });
  const ask = (session: ReturnType<typeof start>) =>
    callTool(session, "find_definition", { filepath: "small.cpp", line: 1 });
  let [length, server] = [60_000, start(60_000)];
  let first = await ask(server);
  // A machine that answers in that time gets more to read.
  const isWhole = ({ answer, isError }: typeof first) =>
    isError === false && !("resolved" in Object(answer)) && !("unread" in Object(answer));
  while (isWhole(first)) {
    await server.close();
    length *= 2;
    server = start(length);
    first = await ask(server);
  }
  const answers = [first];
  for (let calls = 0; calls < 60 && !answers.slice(-1).some(isWhole); calls++) {
    answers.push(await ask(server));
  }
  await server.close();
  expect(answers.at(-1)?.answer).toMatchObject({ symbol: "small", success: true });
});
