import { expect, test } from "vitest";
import { formatNames } from "../../src/formats/index.ts";
import { toolNames } from "../../src/tools/index.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder({
  "src/a.hpp": "struct Base { virtual int area(); };\nstruct A : Base { int area() override; int side; };\n",
  "src/a.cpp": '#include "a.hpp"\nint A::area() { return side; }\nint twice(A &a) { return 2 * a.area(); }\n',
  "src/b.py": "import os\n",
  "codegrove.json": '{"commands":{"test":{"run":["true"]}}}',
});

/** A call of each tool that has an answer. */
const calls: Readonly<Record<string, readonly string[]>> = {
  execute_query: ["src", "--query", "(return_statement) @returned"],
  get_syntax_tree: ["src/a.cpp"],
  find_definition: ["A", "src"],
  find_references: ["A::area", "src"],
  get_symbol_info: ["A", "src"],
  get_symbol_context: ["A", "src"],
  get_class_hierarchy: ["A", "src"],
  get_completions: ["src/a.cpp", "--line", "3", "--column", "34"],
  get_syntax_reference: [],
  run_project_command: ["test", "--allow-commands"],
};

test.each(toolNames)("%s answers in each format, or names the formats that it takes", async (tool) => {
  const refused = new Set<string>();
  const taken = new Set<string>();
  for (const format of formatNames) {
    const { stdout, stderr, exitCode } = await runInProcess("", {
      args: [tool, ...(calls[tool] ?? ["src"]), "--format", format, "--log-level", "error"],
      cwd: folder,
    });
    if (exitCode === 2) {
      expect(stdout).toBe("");
      const [, names = ""] =
        new RegExp(`${tool} has no rows that ${format} can write; it takes (.*)`).exec(stderr) ?? [];
      refused.add(names);
    } else {
      expect({ format, stdout, stderr, exitCode }).toEqual({
        format,
        stdout: expect.stringMatching(/./),
        stderr,
        exitCode: 0,
      });
      taken.add(format);
    }
  }
  expect([...refused]).toEqual([[...taken].join(", ")]);
});
