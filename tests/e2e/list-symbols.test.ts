import { expect, test } from "vitest";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const call = callsToServer({ cwd: temporaryFolder() });

type Row = { readonly children?: readonly Row[] };

test.each(["*a*a*a*a*a*a*a*a*a*a*b", "*.*a*a*a*a*a*a*a*a*a*b", "**?**?**?**?**?b"])(
  "%s takes no long time against a long name",
  async (name) => {
    const source = `${"a".repeat(20_000)} = 1\n`;
    const { answer } = await call("list_symbols", { source, language: "python", name });
    expect(answer).toEqual({ symbols: [], success: true });
  },
);

test("a home folder is no workspace", async () => {
  const { answer } = await callsToServer({ cwd: "/" })("list_symbols", { name: "Shape" });
  expect(answer).toEqual({ success: false, error: "There is no workspace: name a folder in filepath" });
});

test("deep nesting stays shallow in the answer, and says so", async () => {
  const depth = 300;
  const source = `${"class A { ".repeat(depth)}${"};".repeat(depth)}`;
  const { text } = await call("list_symbols", { source, language: "cpp", nested: true, detail: "names" });
  const { symbols, warnings }: { symbols: readonly Row[]; warnings: readonly string[] } = JSON.parse(text);
  expect(warnings).toEqual(["Members more than 100 levels deep are listed at that level, with their container."]);
  let levels = 0;
  let count = 0;
  for (let rows: readonly Row[] = symbols; rows.length > 0; rows = rows.flatMap(({ children }) => children ?? [])) {
    levels++;
    count += rows.length;
  }
  expect({ levels, count }).toEqual({ levels: 101, count: depth });
});

test("without a cache, files that lack the name are left out and counted, whatever else is said of them", async () => {
  const cwd = temporaryFolder({
    "has.cpp": "#define JOIN(a) a\nvoid JOIN(area)() {}\nint area();\n",
    "split.cpp": "int ar\\\nea() { return 1; }\n",
    "lacks.cpp": "int other();\n",
    "latin.cpp": Buffer.from("int caf\xe9;\n", "latin1"),
    "binary.cpp": new Uint8Array([105, 0, 1]),
    "a.py": "def other(): pass\n",
  });
  const args = ["list_symbols", "lacks.cpp", ".", "--name", "area", "--no-cache"];
  const { stdout } = await runInProcess("", { args, cwd });
  expect(JSON.parse(stdout)).toMatchObject({
    results: [
      { filepath: "lacks.cpp", symbols: [] },
      { filepath: "./has.cpp", symbols: [{ name: "area", line: 2 }] },
      { filepath: "./split.cpp", symbols: [{ name: "area", line: 1 }] },
    ],
    skipped: { binary: 1, no_match: 2 },
    total_files: 3,
  });
});
