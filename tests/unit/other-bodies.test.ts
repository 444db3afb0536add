import { describe, expect, test } from "vitest";
import { completedCode } from "../support/completed-code.ts";

const long = "int unused = 1; unused += 2; unused += 3; return unused;";
const before = `struct A { int field; int get() const { ${long} } };\nint first(A a) { ${long} }\n`;
const behind = `int last(A a) {\n#if X\n${long}\n#endif\n}\nint after(A a) { ${long} }\n`;

const originsOf = async (text: string, saved?: string) => {
  const { candidates, open } = await completedCode({ "a.cpp": text }, saved);
  return { names: candidates.map(({ name, origin }) => `${origin} ${name}`), read: open?.text ?? "" };
};

describe("bodies of other functions are not read", () => {
  test("of a file as it is saved", async () => {
    const { names, read } = await originsOf(`${before}int here(A a) { int near = a.¦; ${long} }\n${behind}`);
    expect(names.slice(0, 2).sort()).toEqual(["member field", "member get"]);
    expect(read).toContain("int first(A a) {}");
    expect(read).toContain("int get() const {}");
    expect(read).toContain("int after(A a) {}");
    expect(read.split(long)).toHaveLength(3);
  });

  test("of unsaved text, as far as it is the saved one", async () => {
    const { names, read } = await originsOf(
      `${before}int here(A a) { int near = 1; ne¦\n}\n${behind}`,
      `${before}int here(A a) { return 1; }\n${behind}`,
    );
    expect(names).toContain("local near");
    expect(read).toContain("int first(A a) {}");
    expect(read).toContain("int after(A a) {}");
  });

  test("but of one that has changed all is read", async () => {
    const { read } = await originsOf(`int here(int b) { ¦ }\n`, `${before}${behind}`);
    expect(read).toContain("here");
  });

  test("nor is any left out of Python, where methods declare attributes", async () => {
    const method = "    def set(self):\n        self.width = 1\n        self.height = 2\n        self.depth = 3\n";
    const { candidates } = await completedCode({ "a.py": `class A:\n${method}\ndef f():\n    A().¦\n` });
    expect(candidates.map(({ name }) => name)).toContain("depth");
  });
});
