import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFolder, runServer, withoutCache } from "../support/built-server.ts";
import { runInProcess } from "../support/in-process.ts";
import { referenceProject } from "../support/reference-project.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { toolAnswerOf } from "../support/tool-call.ts";

const ping = (id: number): string => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
const pong = (id: number): string => `{"jsonrpc":"2.0","id":${id},"result":{}}`;
const call = (id: number, params: string): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${params}}`;
const error = (id: number | string | null, code: number, message: string): string =>
  JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });

const badId = error(null, -32600, "Invalid Request: id must be a string or an integer");
const badArguments = "Invalid params: arguments must be an object";
const badName = "Invalid params: name must be a string";
const badParams = error(5, -32602, "Invalid params: params must be an object");

/** What it shows, the lines in, the lines out. */
const exchanges: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    "an unknown tool",
    [call(3, '{"name":"unknown_tool","arguments":{}}')],
    [error(3, -32601, "Tool not found: unknown_tool")],
  ],
  [
    "an id that is a string",
    ['{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"unknown_tool","arguments":{}}}'],
    [error("a", -32601, "Tool not found: unknown_tool")],
  ],
  [
    "__proto__ is no tool",
    [call(3, '{"name":"__proto__","arguments":{}}')],
    [error(3, -32601, "Tool not found: __proto__")],
  ],
  ["constructor is no tool", [call(3, '{"name":"constructor"}')], [error(3, -32601, "Tool not found: constructor")]],
  [
    "a file that is not there",
    [call(4, '{"name":"parse_file","arguments":{"filepath":"nonexistent.cpp"}}')],
    [
      String.raw`{"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"{\"success\":false,\"error\":\"Failed to open file: nonexistent.cpp\"}"}],"isError":true}}`,
    ],
  ],
  ["arguments that are an array", [call(4, '{"name":"parse_file","arguments":[]}')], [error(4, -32602, badArguments)]],
  ["arguments that are a string", [call(4, '{"name":"parse_file","arguments":"x"}')], [error(4, -32602, badArguments)]],
  ["a call without a name", [call(4, '{"arguments":{}}')], [error(4, -32602, badName)]],
  ["a call without params", ['{"jsonrpc":"2.0","id":4,"method":"tools/call"}'], [error(4, -32602, badName)]],
  ["a name that is a number", [call(4, '{"name":5,"arguments":{}}')], [error(4, -32602, badName)]],
  ["bad JSON does not end the conversation", ["{not json}", ping(6)], [error(null, -32700, "Parse error"), pong(6)]],
  ["half a line of JSON", ['{"jsonrpc":"2.0","id":1,'], [error(null, -32700, "Parse error")]],
  ["blank lines", ["", "   ", "\t", "", ping(6), ""], [pong(6)]],
  [
    "a wrong version",
    ['{"jsonrpc":"1.0","id":7,"method":"ping"}'],
    [error(7, -32600, 'Invalid Request: jsonrpc must be "2.0"')],
  ],
  ["no version", ['{"id":7,"method":"ping"}'], [error(7, -32600, 'Invalid Request: jsonrpc must be "2.0"')]],
  ["no method", ['{"jsonrpc":"2.0","id":7}'], [error(7, -32600, "Invalid Request: method must be a string")]],
  [
    "a method that is a number",
    ['{"jsonrpc":"2.0","id":7,"method":7}'],
    [error(7, -32600, "Invalid Request: method must be a string")],
  ],
  ["id null", ['{"jsonrpc":"2.0","id":null,"method":"ping"}'], [badId]],
  ["id 1.5", ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}'], [badId]],
  ["an id that JavaScript cannot hold", ['{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}'], [badId]],
  ["an id that is an object", ['{"jsonrpc":"2.0","id":{},"method":"ping"}'], [badId]],
  ["id 0", [ping(0)], [pong(0)]],
  ["a negative id", [ping(-1)], [pong(-1)]],
  ["an empty id", ['{"jsonrpc":"2.0","id":"","method":"ping"}'], ['{"jsonrpc":"2.0","id":"","result":{}}']],
  ["a number alone", ["42"], [error(null, -32600, "Invalid Request")]],
  ["a string alone", ['"ping"'], [error(null, -32600, "Invalid Request")]],
  ["null alone", ["null"], [error(null, -32600, "Invalid Request")]],
  ["a batch", [`[${ping(1)},${ping(2)}]`], [error(null, -32600, "Invalid Request: batching is not supported")]],
  ["params that are an array", ['{"jsonrpc":"2.0","id":5,"method":"ping","params":[]}'], [badParams]],
  ["params that are a string", ['{"jsonrpc":"2.0","id":5,"method":"tools/list","params":"x"}'], [badParams]],
  ["an extra key", ['{"jsonrpc":"2.0","id":5,"method":"ping","extra":[1,{"a":null}]}'], [pong(5)]],
  [
    "an unknown method",
    ['{"jsonrpc":"2.0","id":8,"method":"foo/bar"}'],
    [error(8, -32601, "Method not found: foo/bar")],
  ],
  [
    "a method named like a property",
    ['{"jsonrpc":"2.0","id":8,"method":"toString"}'],
    [error(8, -32601, "Method not found: toString")],
  ],
  ["a notification that clients send", ['{"jsonrpc":"2.0","method":"notifications/initialized"}'], []],
  ["a notification nobody knows", ['{"jsonrpc":"2.0","method":"notifications/foo","params":{"a":1}}'], []],
  ["a request's method as a notification", ['{"jsonrpc":"2.0","method":"tools/list"}'], []],
  ["a call as a notification", ['{"jsonrpc":"2.0","method":"tools/call","params":{"name":"unknown_tool"}}'], []],
  ["a cancel of nothing", ['{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}'], []],
  ["a stray response", ['{"jsonrpc":"2.0","id":1,"result":{}}'], []],
  ["a stray error", ['{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}'], []],
  ["two requests of one id", [ping(3), ping(3)], [pong(3), pong(3)]],
  ["no input", [], []],
];

describe("a line in, as shown out", () => {
  test.each(exchanges)("%s", async (_shows, lines, answers) => {
    const finished = await runInProcess(lines.map((line) => `${line}\n`).join(""), { cwd: referenceProject });
    expect(finished).toEqual({
      stdout: answers.map((line) => `${line}\n`).join(""),
      stderr: "",
      exitCode: 0,
      signal: null,
    });
  });
});

describe("tools/list is the same bytes", () => {
  const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}';

  test.each([
    ["in a second run", `${list}\n`],
    ["without the final newline", list],
    ["with CRLF", `${list}\r\n`],
    ["with a BOM", `\uFEFF${list}\n`],
    ["without params", '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'],
    ["with params null", '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}\n'],
  ])("%s", async (_how, input) => {
    const first = await runInProcess(`${list}\n`);
    expect(first.stdout).toMatch(/^\{"jsonrpc":"2\.0","id":1,"result":\{"tools":\[\{"name":"parse_file",[^\n]+\}\n$/);
    expect(first.stderr).toBe("");
    expect(await runInProcess(input)).toEqual(first);
  });
});

describe("an argument that is not as the schema says", () => {
  test.each([
    ["is missing", "parse_file", {}, "filepath", /string/],
    ["is missing beside others", "execute_query", { filepath: "src/main.cpp" }, "query", /string/],
    ["is a number", "find_classes", { filepath: 5 }, "filepath", /string.*array|array.*string/],
    ["is null", "find_classes", { filepath: null }, "filepath", /string.*array|array.*string/],
    ["holds a number", "find_functions", { filepath: ["src", 5] }, "filepath", /string/],
    [
      "is a string for a boolean",
      "parse_file",
      { filepath: "src", recursive: "yes" },
      "recursive",
      /boolean|true or false/,
    ],
    ["is a number for an array", "parse_file", { filepath: "src", file_patterns: 5 }, "file_patterns", /array/],
    ["is unknown", "parse_file", { filepath: "src", bogus: 1 }, "bogus", /filepath.*recursive.*file_patterns/],
  ])("%s", async (_how, name, args, argument, takes) => {
    const { stdout, exitCode } = await runInProcess(call(5, JSON.stringify({ name, arguments: args })), {
      cwd: referenceProject,
    });
    const { text, answer, isError } = toolAnswerOf(JSON.parse(stdout));
    expect(isError).toBe(true);
    expect(answer).toMatchObject({ success: false, error: expect.any(String) });
    expect(text).toContain(argument);
    expect(text).toMatch(takes);
    expect(exitCode).toBe(0);
  });

  test("arguments left out are no arguments", async () => {
    const { stdout } = await runInProcess(call(5, '{"name":"parse_file"}'));
    const { text, isError } = toolAnswerOf(JSON.parse(stdout));
    expect(isError).toBe(true);
    expect(text).toContain("filepath");
  });
});

describe("a tool that throws", () => {
  const brokenPackage = temporaryFolder();

  test("is a result with isError, and the server lives on", async () => {
    const { stdout, exitCode } = await runServer(
      `${call(1, '{"name":"parse_file","arguments":{"filepath":"src/main.cpp"}}')}\n`,
      // What other tests have kept needs no grammar.
      { cwd: referenceProject, program: serverWithBrokenGrammars(), args: withoutCache },
    );
    const [answer, ...rest] = stdout.trimEnd().split("\n");
    expect(JSON.parse(answer ?? "")).toMatchObject({ id: 1, result: { isError: true } });
    expect(rest).toEqual([]);
    expect(exitCode).toBe(0);
  });

  /** Nothing that a caller may send makes a tool throw: a copy of the package with broken grammars does. */
  function serverWithBrokenGrammars(): string {
    for (const part of ["dist", "grammars", "queries", "package.json"]) {
      cpSync(join(packageFolder, part), join(brokenPackage, part), { recursive: true });
    }
    const grammars = join(brokenPackage, "grammars");
    for (const file of readdirSync(grammars).filter((name) => name.endsWith(".wasm"))) {
      writeFileSync(join(grammars, file), "not a grammar");
    }
    return join(brokenPackage, "dist/main.cjs");
  }
});
