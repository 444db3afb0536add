/** search_code through the program: unsaved text, formats, and the words of the command line. */
import { expect, test } from "vitest";
import { runInProcess, sessionInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

const cwd = temporaryFolder({
  "net/retry.py": `class Policy:
    def wait(self, attempt):
        # The pause grows with each attempt.
        return 2 ** attempt
`,
  "net/close.cpp": "void closeAll(int pause) {}\n",
  "net/empty.py": "",
});
const ask = async (...words: readonly string[]) =>
  (await runInProcess("", { cwd, args: ["search_code", ...words, "--no-cache"] })).stdout;

test("the first word of the command is the question, and paths narrow it", async () => {
  expect(JSON.parse(await ask("pause attempt"))).toMatchObject({
    results: [{ filepath: "net/retry.py" }, { filepath: "net/close.cpp" }],
    words: { pause: 2, attempt: 1 },
    searched_files: 3,
  });
  expect(JSON.parse(await ask("pause attempt", "net/*.cpp"))).toMatchObject({
    results: [{ filepath: "net/close.cpp", symbols: [{ name: "closeAll", kind: "function", line: 1 }] }],
    words: { pause: 1, attempt: 0 },
  });
});

test("the text has a line a row, the line that fits best below it, and the words", async () => {
  expect(
    await ask("pause grows", "--format", "text"),
  ).toBe(`net/retry.py:2:9: method Policy.wait def wait(self, attempt)
net/retry.py:3: # The pause grows with each attempt.
net/close.cpp:1:6: function closeAll void closeAll(int pause)
total_symbols=2
words: pause=2 grows=1
`);
});

test("unsaved text replaces the saved one", async () => {
  const session = sessionInProcess({ cwd, args: ["--no-cache", "--log-level", "error"] });
  const source = "def hibernate():\n    return 1\n";
  const { text } = await callTool(session, "search_code", {
    query: "hibernate pause",
    filepath: "net/empty.py",
    source,
  });
  expect(JSON.parse(text)).toMatchObject({
    results: [{ filepath: "net/empty.py", symbols: [{ name: "hibernate" }] }, {}, {}],
    words: { hibernate: 1, pause: 2 },
  });
});

test("an answer has no row if nothing fits", async () => {
  expect(JSON.parse(await ask("quaternion"))).toMatchObject({
    total_symbols: 0,
    results: [],
    words: { quaternion: 0 },
  });
});
