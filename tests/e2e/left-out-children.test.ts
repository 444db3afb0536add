import { describe, expect, test } from "vitest";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const giant = temporaryFolder({
  "m.py": `class Giant:\n${Array.from({ length: 100 }, (_, i) => `    def member${i}(self, a): pass\n`).join("")}`,
});

describe("children that are left out", () => {
  const run = async (format: string, ...args: readonly string[]) => {
    const words = [...args, "--max-result-chars", "2000", "--no-cache", "--format", format];
    const { stdout } = await runInProcess("", { args: words, cwd: giant });
    return stdout.split("\n");
  };

  test("are counted behind the row in text, whose other children have lines of their own", async () => {
    const lines = await run("text", "list_symbols", "m.py", "--nested", "--detail", "full");
    const at = lines.indexOf("m.py:2:9:   member0 method 2 def member0(self, a) public");
    expect(lines[at - 1]).toMatch(/^m\.py:1:7: Giant class 101 class Giant omitted_children=\d+$/);
    expect(lines.join("\n")).not.toMatch(/[[{]"/);
  });

  test.each(["text", "brief"])("of a tree are counted in %s, with a line for each node", async (format) => {
    const lines = await run(format, "get_syntax_tree", "m.py", "--notation", "json");
    const text = lines.join("\n");
    const nodes = lines.filter((line) =>
      /\b(?:module|class_definition|identifier|parameters|block|function_definition|pass_statement)\b/.test(line),
    );
    expect(text).toMatch(/^.*omitted_children=\d+$/m);
    expect(text).not.toMatch(/[[{]"/);
    if (format === "text") expect(text).toContain(`node_count=${nodes.length} `);
    else expect(text).toMatch(/^ type=module .*\n {2}type=class_definition /m);
  });
});
