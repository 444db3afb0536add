import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { runInProcess, sessionInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const node = process.execPath;
const script = (code: string, ...args: string[]) => ({ run: [node, "-e", code, ...args] });
const commands = {
  build: { ...script("console.error('src/a.cpp:3:5: error: no [-Wx]'); process.exitCode = 2"), parser: "gcc" },
  show: script("console.log(JSON.stringify(process.argv.slice(1)))"),
  placed: script("console.log(JSON.stringify(process.argv.slice(1)))", "{file}", "last"),
  environment: script("console.log(process.env.CODEGROVE_TOKEN, process.env.KEPT, process.cwd())"),
  long: script("for (let i = 0; i < 50000; i++) console.log('line ' + i)"),
  slow: {
    ...script("require('child_process').spawn('sleep', ['60'], {stdio: 'inherit'}); console.log(process.pid)"),
    timeout: 1,
  },
  input: script("process.stdin.on('data', () => {}).on('end', () => console.log('ended'))"),
  report: {
    ...script("require('fs').writeFileSync('r.xml', '<testcase name=\"a\"><failure message=\"m\"/></testcase>')"),
    parser: "junit",
    report: "r.xml",
  },
  missing: { run: ["no-such-program-here"] },
};
const folder = temporaryFolder({ "codegrove.json": JSON.stringify({ commands }), "src/a b.cpp": "", "-x.cpp": "" });
const args = ["--no-cache", "--log-level", "error"];
const env = { CODEGROVE_TOKEN: "secret", KEPT: "kept" };
const call = callsToServer({ cwd: folder, env, args: [...args, "--config", "codegrove.json"] });
const run = (command: string, input: object = {}) => call("run_project_command", { command, ...input });

test("a build: exit code, diagnostics by file, the end of the output", async () => {
  const { answer } = await run("build");
  expect(answer).toEqual({
    ...{ command: "build", exit_code: 2, duration_ms: expect.any(Number) },
    results: [
      { filepath: "src/a.cpp", diagnostics: [{ line: 3, column: 5, severity: "error", code: "-Wx", message: "no" }] },
    ],
    output_tail: "src/a.cpp:3:5: error: no [-Wx]\n",
    success: true,
  });
});

test("a file is one argument, at the end or in its place", async () => {
  const path = join(folder, "src/a b.cpp");
  expect((await run("show", { file: "src/a b.cpp" })).answer).toMatchObject({ output_tail: `["${path}"]\n` });
  expect((await run("placed", { file: "src/a b.cpp" })).answer).toMatchObject({ output_tail: `["${path}","last"]\n` });
  expect((await run("placed")).answer).toMatchObject({ output_tail: '["last"]\n' });
});

test.each(["-x.cpp", "../x.cpp", "/etc/passwd", "nothing.cpp", "--help", "\0"])(
  "the file %j is refused",
  async (file) => {
    const { answer, isError } = await run("show", { file });
    expect([isError, answer.error]).toEqual([true, expect.stringContaining("No such file in the project")]);
  },
);

test("a command inherits the environment but the server's secrets, runs beside its configuration, and has no input", async () => {
  expect((await run("environment")).answer).toMatchObject({ output_tail: `undefined kept ${folder}\n` });
  expect((await run("input")).answer).toMatchObject({ output_tail: "ended\n" });
});

test("of a long output the end is kept, and what is left out is counted", async () => {
  const { text, answer } = await run("long");
  expect(text.length).toBeLessThan(12_000);
  expect(answer).toMatchObject({
    output_tail: expect.stringMatching(/line 49999\n$/),
    omitted_chars: expect.any(Number),
  });
});

test("at the timeout a command ends with all that it has started", async () => {
  const { answer } = await run("slow");
  expect(answer).toMatchObject({ ended: "its timeout of 1 s was over" });
});

test("a report is read in place of the output", async () => {
  expect((await run("report")).answer).toMatchObject({
    summary: { passed: 0, failed: 1, skipped: 0 },
    failures: [{ name: "a", message: "m" }],
  });
});

test("what is not there is an error", async () => {
  expect((await run("missing")).answer).toMatchObject({
    error: expect.stringContaining("Cannot run no-such-program-here"),
  });
  expect((await run("biuld")).answer).toMatchObject({ error: "Unknown command: biuld", did_you_mean: ["build"] });
  expect((await call("run_project_command", {})).answer).toMatchObject({
    commands: expect.arrayContaining([{ name: "missing", run: "no-such-program-here" }]),
  });
});

const written = "ran.txt";
const stranger = { evil: script(`require('fs').writeFileSync('${written}', '')`) };

test("a configuration that was found runs nothing, unless the user allows it", async () => {
  const cwd = temporaryFolder({ "codegrove.json": JSON.stringify({ commands: stranger }) });
  const found = await runInProcess("", { cwd, args: ["run_project_command", "evil", ...args] });
  expect(found).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("There are no commands") });
  expect(existsSync(join(cwd, written))).toBe(false);
  const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n';
  const listed = await runInProcess(list, { cwd, args });
  expect(listed.stdout).toContain("get_syntax_reference");
  expect(listed.stdout).not.toContain("run_project_command");
  expect((await runInProcess(list, { cwd, args: [...args, "--allow-commands"] })).stdout).toContain(
    '"annotations":{"readOnlyHint":false,"openWorldHint":true}',
  );
  const allowed = await runInProcess("", { cwd, args: ["run_project_command", "evil", "--allow-commands", ...args] });
  expect(allowed.exitCode).toBe(0);
  expect(existsSync(join(cwd, written))).toBe(true);
});

test("on the command line the exit status is 1 where the command failed, in each format", async () => {
  const launch = (format: string) => ({
    cwd: folder,
    args: ["run_project_command", "build", "--config", "codegrove.json", "--format", format, ...args],
  });
  for (const format of ["text", "brief"]) {
    const { stdout, exitCode } = await runInProcess("", launch(format));
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining("\nsrc/a.cpp:3:5: error: no [-Wx]\n")]);
  }
  expect((await runInProcess("", launch("jsonl"))).stdout).toContain('"exit_code":2');
});

test("a cancelled call ends the command", async () => {
  const waits = script("require('fs').writeFileSync('pid.txt', String(process.pid)); setTimeout(() => {}, 60000)");
  const cwd = folder;
  const config = join(temporaryFolder({ "c.json": JSON.stringify({ commands: { waits } }) }), "c.json");
  const session = sessionInProcess({ cwd, args: [...args, "--config", config] });
  const place = join(config, "../pid.txt");
  session.send({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "run_project_command", arguments: { command: "waits" } },
  });
  while (!existsSync(place) || readFileSync(place, "utf8") === "") await setTimeout(20);
  const pid = Number(readFileSync(place, "utf8"));
  session.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  while (isAlive(pid)) await setTimeout(20);
  expect(isAlive(pid)).toBe(false);
});

test("a cancelled call ends what the command has started, too", async () => {
  const child = "setTimeout(() => {}, 60000)";
  const parent = `const { pid } = require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(child)}]);
    require("fs").writeFileSync("pid.txt", String(pid)); setTimeout(() => {}, 60000)`;
  const cwd = temporaryFolder({ "c.json": JSON.stringify({ commands: { waits: script(parent) } }) });
  const session = sessionInProcess({ cwd, args: [...args, "--config", "c.json"] });
  session.send(callOf(1, "waits"));
  const place = join(cwd, "pid.txt");
  while (!existsSync(place) || readFileSync(place, "utf8") === "") await setTimeout(20);
  session.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  while (isAlive(Number(readFileSync(place, "utf8")))) await setTimeout(20);
});

test("progress: the seconds and the last line, without what a terminal acts on, under the token of the call", async () => {
  const says = script(`process.stdout.write("one\\n\\x1b[31mstep \\x07two\\x1b[0m\\n"); setTimeout(() => {}, 60000)`);
  const cwd = temporaryFolder({ "c.json": JSON.stringify({ commands: { says } }) });
  const session = sessionInProcess({ cwd, args: [...args, "--config", "c.json"] });
  session.send(callOf(1, "says", { progressToken: "t" }));
  // On a busy machine a second may be over before the command has written anything.
  const note = () => session.lines.map((line) => JSON.parse(line)).find(({ params }) => params?.message !== undefined);
  while (note() === undefined) await setTimeout(20);
  session.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
  const { method, params } = note();
  expect({ method, ...params }).toEqual({
    ...{ method: "notifications/progress", progressToken: "t", message: "step two" },
    progress: expect.any(Number),
  });
});

test("a command ends with the server", async () => {
  const waits = script("require('fs').writeFileSync('pid.txt', String(process.pid)); setTimeout(() => {}, 60000)");
  const cwd = temporaryFolder({ "c.json": JSON.stringify({ commands: { waits } }) });
  const session = sessionInProcess({ cwd, args: [...args, "--config", "c.json"] });
  const params = { name: "run_project_command", arguments: { command: "waits" } };
  session.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const place = join(cwd, "pid.txt");
  while (!existsSync(place) || readFileSync(place, "utf8") === "") await setTimeout(20);
  session.signal("SIGTERM");
  await session.gone();
  while (isAlive(Number(readFileSync(place, "utf8")))) await setTimeout(20);
});

function callOf(id: number, command: string, meta?: object) {
  const params = { name: "run_project_command", arguments: { command }, ...(meta && { _meta: meta }) };
  return { jsonrpc: "2.0", id, method: "tools/call", params };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
