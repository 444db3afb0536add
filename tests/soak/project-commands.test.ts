import { spawnSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { runInProcess, sessionInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { toolAnswerOf } from "../support/tool-call.ts";

/** True where a program is missing that continuous integration has: see .ci/run. */
const lacks = (...command: [string, ...string[]]) =>
  process.env.CI === undefined && spawnSync(command[0], command.slice(1)).status !== 0;

async function run(cwd: string, command: string): Promise<unknown> {
  const args = ["run_project_command", command, "--allow-commands", "--no-cache"];
  return JSON.parse((await runInProcess("", { cwd, args })).stdout);
}

test.skipIf(lacks("ctest", "--version"))(
  "a build with CMake, and its tests with CTest",
  { timeout: 120_000 },
  async () => {
    const cwd = temporaryFolder({
      "CMakeLists.txt":
        "cmake_minimum_required(VERSION 3.10)\nproject(shapes CXX)\nenable_testing()\nadd_executable(shapes shapes.cpp)\n" +
        "add_test(NAME good COMMAND shapes 0)\nadd_test(NAME bad COMMAND shapes 3)\n",
      "shapes.cpp":
        "#include <cstdlib>\nint main(int, char** argv) {\n  int unused;\n  return std::atoi(argv[1]);\n}\n",
      "codegrove.json": JSON.stringify({
        commands: {
          configure: { run: ["cmake", "-S", ".", "-B", "build", "-DCMAKE_CXX_FLAGS=-Wall"] },
          build: { run: ["cmake", "--build", "build"], parser: "gcc" },
          test: { run: ["ctest", "--test-dir", "build"], parser: "ctest" },
        },
      }),
    });
    expect(await run(cwd, "configure")).toMatchObject({ exit_code: 0 });
    expect(await run(cwd, "build")).toMatchObject({
      exit_code: 0,
      results: [{ filepath: "shapes.cpp", diagnostics: [{ line: 3, column: 7, severity: "warning" }] }],
    });
    expect(await run(cwd, "test")).toMatchObject({
      exit_code: expect.any(Number),
      summary: { passed: 1, failed: 1, skipped: 0 },
      failures: [{ name: "bad", message: "Failed" }],
    });
  },
);

test.skipIf(lacks("python3", "-m", "pytest", "--version"))("tests with pytest", async () => {
  const pytest = ["python3", "-m", "pytest", "-p", "no:cacheprovider"];
  const cwd = temporaryFolder({
    "test_shape.py": "def test_good():\n    pass\n\ndef test_bad():\n    assert 1 == 2\n",
    "codegrove.json": JSON.stringify({
      commands: {
        test: { run: pytest, parser: "pytest" },
        report: { run: [...pytest, "--junitxml=report.xml"], parser: "junit", report: "report.xml" },
      },
    }),
  });
  const summary = { passed: 1, failed: 1, skipped: 0 };
  expect(await run(cwd, "test")).toMatchObject({
    exit_code: 1,
    summary,
    failures: [{ name: "test_bad", filepath: "test_shape.py", line: 5, message: "assert 1 == 2" }],
  });
  expect(await run(cwd, "report")).toMatchObject({ summary, failures: [{ name: "test_shape.test_bad" }] });
});

test("an output that takes long to read is given up in time, and holds up no other request", async () => {
  const limitMs = 50;
  const line = `a.cpp:1:1: error: ${" [-W".repeat(490)}`;
  const prints = `process.stdout.write((${JSON.stringify(line)} + "\\n").repeat(8000))`;
  const hostile = { run: [process.execPath, "-e", prints], parser: "gcc" };
  const cwd = temporaryFolder({ "c.json": JSON.stringify({ commands: { hostile } }) });
  const args = ["--no-cache", "--log-level", "error", "--config", "c.json"];
  const launch = { cwd, args, env: { REQUEST_TIMEOUT: String(limitMs) } };
  const session = sessionInProcess(launch);
  const params = { name: "run_project_command", arguments: { command: "hostile" } };
  session.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  let isDone = false;
  const done = session.answerTo(1).then((answer) => {
    isDone = true;
    return answer;
  });
  let longestMs = 0;
  const calledAt = performance.now();
  while (!isDone) {
    const startedAt = performance.now();
    await session.request("ping");
    longestMs = Math.max(longestMs, performance.now() - startedAt);
    await setTimeout(5);
  }
  // Reading is most of the call: one that blocked the thread would hold up a ping for as long.
  expect(longestMs).toBeLessThan((performance.now() - calledAt) / 2);
  expect(toolAnswerOf(await done).answer).toMatchObject({
    exit_code: 0,
    warnings: [expect.stringContaining(`The output cannot be read: `)],
  });
});
