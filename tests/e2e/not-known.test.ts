import { describe, expect, test } from "vitest";
import { builtLanguages } from "../../src/syntax/built-languages.ts";
import { sessionInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

/** By language: two classes, of which the second derives from the first where the language has that, and a use of a member. */
const code: Readonly<Record<string, { readonly title: string; readonly file: string; readonly text: string }>> = {
  c: { title: "C", file: "a.c", text: "struct Base { int run; };\nvoid use(struct Base b) {\n  b.\n}\n" },
  go: { title: "Go", file: "a.go", text: "package a\n\ntype Base struct{ run int }\n\nfunc use(b Base) {\n\tb.\n}\n" },
  java: {
    title: "Java",
    file: "A.java",
    text: "class Base { void run() {} }\nclass Derived extends Base {\n  void use(Base b) {\n    b.\n  }\n}\n",
  },
  javascript: {
    title: "JavaScript",
    file: "a.js",
    text: "class Base { run() {} }\nclass Derived extends Base {}\nfunction use(b) {\n  b.\n}\n",
  },
  rust: { title: "Rust", file: "a.rs", text: "struct Base { run: i32 }\nfn use_it(b: Base) {\n    b.\n}\n" },
  tsx: {
    title: "TSX",
    file: "a.tsx",
    text: "class Base { run() {} }\nclass Derived extends Base {}\nfunction use(b: Base) {\n  b.\n}\n",
  },
  typescript: {
    title: "TypeScript",
    file: "a.ts",
    text: "class Base { run() {} }\nclass Derived extends Base {}\nfunction use(b: Base) {\n  b.\n}\n",
  },
};
const known = ["cpp", "python"];

const folder = temporaryFolder({
  ...Object.fromEntries(Object.entries(code).map(([name, { file, text }]) => [`${name}/${file}`, text])),
  "both/a.py": "class Base: pass\nclass Derived(Base): pass\n",
  "both/A.java": "class Base {}\nclass Derived extends Base {}\n",
});
const call = callsToServer({ args: ["--log-level", "error"], cwd: folder }, sessionInProcess);

describe("a tool says what it does not know of a language", () => {
  test("of each language without rules of its own", () => {
    const names = (builtLanguages() ?? []).map(({ name }) => name);
    expect(names.filter((name) => !known.includes(name)).sort()).toEqual(Object.keys(code));
  });

  test.each(Object.entries(code))("%s: the hierarchy of a class", async (name, { title }) => {
    const { answer, isError } = await call("get_class_hierarchy", { symbol: "Base", filepath: name });
    expect(answer).toMatchObject({ error: `Not known for ${title}: class hierarchies` });
    expect(isError).toBe(true);
  });

  test.each(Object.entries(code))("%s: completions after a dot", async (name, { title, file, text }) => {
    const line = text.split("\n").findIndex((row) => row.endsWith(".")) + 1;
    const { answer } = await call("get_completions", { filepath: `${name}/${file}`, line });
    expect(answer).toMatchObject({
      receiver: "b",
      confidence: "name",
      warnings: [expect.stringMatching(`^Not known for ${title}: types of receivers\\. `)],
    });
  });

  test.each(Object.entries(code))("%s: the bases and overrides of a class in its context", async (name, { title }) => {
    const { answer } = await call("get_symbol_context", { symbol: "Base", filepath: name });
    expect(JSON.stringify(answer)).toContain(`Not known for ${title}: class hierarchies`);
  });

  test("the context of a Python class knows them", async () => {
    const { answer } = await call("get_symbol_context", { symbol: "Derived", filepath: "both/a.py" });
    expect(JSON.stringify(answer)).not.toContain("Not known");
  });

  test("where a class of another language has the name, too", async () => {
    const { answer } = await call("get_class_hierarchy", { symbol: "Base", filepath: "both" });
    expect(answer).toMatchObject({
      total_classes: 2,
      results: [{ filepath: "both/a.py" }],
      warnings: ["Not known for Java: class hierarchies."],
    });
  });
});
