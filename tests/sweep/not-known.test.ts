import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { builtLanguages } from "../../src/syntax/built-languages.ts";
import { loadTools } from "../../src/tools/index.ts";
import { languageFiles } from "../support/data-languages.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

type Code = {
  readonly title: string;
  /** The file of the classes: Base with the member `run`, and one that derives from it where the language has that. */
  readonly base: string;
  /** The file that imports the first one, and something from outside. */
  readonly user: string;
  /** By name: with a call of `run` on a receiver, and a line that ends behind a receiver. */
  readonly files: Readonly<Record<string, string>>;
};

/** A language of a folder, which has neither scopes nor imports. */
const own: Code = {
  title: "Own",
  base: "base.own",
  user: "user.own",
  files: {
    "base.own": "class Base { run() {} }\nclass Derived extends Base {}\n",
    "user.own": "import { Base } from './base';\nfunction use(b) {\n  b.run();\n}\nuse.\n",
  },
};

const { "javascript/locals.scm": _, ...ownFiles } = languageFiles("javascript");
const languages = temporaryFolder(
  Object.fromEntries(
    Object.entries(ownFiles).map(([name, content]) => [
      name.replace("javascript/", "own/"),
      name.endsWith("language.json")
        ? JSON.stringify({ ...JSON.parse(String(content)), name: "own", title: "Own", extensions: [".own"] })
        : content,
    ]),
  ),
);
/** The languages with rules of resolution of their own. */
const known = ["c", "cpp", "go", "java", "javascript", "python", "rust", "tsx", "typescript"];
/** By language: two classes, of which the second derives from the first, and uses of a member. */
const all: Readonly<Record<string, Code>> = { own };

const folder = temporaryFolder({
  ...Object.fromEntries(
    Object.entries(all).flatMap(([name, { files }]) =>
      Object.entries(files).map(([path, text]) => [`${name}/${path}`, text] as const),
    ),
  ),
  "rust/src/base.rs": "pub struct Base { size: i32 }\nimpl Base { pub fn run(&self) {} }\n",
  "go/base/base.go": "package base\n\ntype Base struct{ Size int }\n\nfunc (b *Base) run() {}\n",
  "aliases/a.ts": 'import a from "@/a";\nimport b from "~/b";\nimport c from "#c";\nimport d from "@scope/d";\n',
  "both/a.py": "class Base: pass\nclass Derived(Base): pass\n",
  "both/a.own": "class Base {}\n",
});
const call = callsToServer({
  args: ["--log-level", "error", "--no-cache", "--allow-edits", "--languages", languages],
  cwd: folder,
});

/** The place of the first match of a pattern in the file of a language that uses the other. */
function placeIn(name: string, { user, files }: Code, pattern: RegExp) {
  const lines = files[user]?.split("\n") ?? [];
  const line = lines.findIndex((text) => pattern.test(text));
  return { filepath: `${name}/${user}`, line: line + 1, column: (lines[line]?.search(pattern) ?? 0) + 1 };
}

/**
 * What each tool over the index is asked about code of a language that it knows by data only, and what an honest answer has:
 * a zero, "none", "external", or a class without bases would be one that is not known.
 */
type Question = {
  readonly tool: string;
  readonly input: (name: string, code: Code) => object;
  readonly honest: (code: Code) => unknown;
};

const says = (text: string) => expect.arrayContaining([expect.stringContaining(text)]);
const receivers = ({ title }: Code) => says(`Not known for ${title}: types of receivers.`);
/** Counts with a possible call, and without `external`, which is known of no call on a receiver. */
const callCounts = { nodes: 2, edges: 1, cycles: 0 };

const questions: Readonly<Record<string, Question>> = {
  "the definition of a member that is called": {
    tool: "find_definition",
    input: (name, one) => placeIn(name, one, /(?<=\.)run/),
    honest: () => ({ confidence: "name" }),
  },
  "the uses of a member": {
    tool: "find_references",
    input: (name) => ({ symbol: "run", filepath: name }),
    honest: (one) => ({ total_references: 1, total_possible: 1, warnings: receivers(one) }),
  },
  "the type of a member": {
    tool: "get_symbol_info",
    input: (name) => ({ symbol: "run", filepath: name }),
    honest: () => ({ results: [{ symbols: [expect.objectContaining({ type_source: "unknown" })] }] }),
  },
  "the callers of a member in its context": {
    tool: "get_symbol_context",
    input: (name) => ({ symbol: "run", filepath: name }),
    honest: ({ title }) => ({
      counts: { possible: 1 },
      truncated: true,
      truncated_reason: expect.stringContaining(`Not known for ${title}: types of receivers`),
    }),
  },
  "the bases and overrides of a class in its context": {
    tool: "get_symbol_context",
    input: (name) => ({ symbol: "Base", filepath: name }),
    honest: ({ title }) => ({
      truncated_reason: expect.stringContaining(`Not known for ${title}: class hierarchies`),
    }),
  },
  "the hierarchy of a class": {
    tool: "get_class_hierarchy",
    input: (name) => ({ symbol: "Base", filepath: name }),
    honest: ({ title }) => ({ success: false, error: `Not known for ${title}: class hierarchies` }),
  },
  "who calls a member": {
    tool: "get_dependency_graph",
    input: (name) => ({ symbol: "run", filepath: name, direction: "callers", show_system_includes: true }),
    honest: (one) => ({ counts: { ...callCounts, unresolved: 0, possible: 1 }, warnings: receivers(one) }),
  },
  "what a function calls": {
    tool: "get_dependency_graph",
    input: (name) => ({ symbol: "use", filepath: name, show_system_includes: true }),
    honest: (one) => ({ counts: { ...callCounts, unresolved: expect.any(Number) }, warnings: receivers(one) }),
  },
  "which file needs which": {
    tool: "get_dependency_graph",
    input: (name) => ({ filepath: name }),
    honest: ({ title }) => ({ counts: { nodes: 0 }, warnings: [`Not known for ${title}: imports.`] }),
  },
  "what one file needs": {
    tool: "get_dependency_graph",
    input: (name, { user }) => ({ filepath: `${name}/${user}` }),
    honest: ({ title }) => ({ success: false, error: `Not known for ${title}: imports` }),
  },
  "completions after a dot": {
    tool: "get_completions",
    input: (name, one) => {
      const { filepath, line } = placeIn(name, one, /\.$/);
      return { filepath, line };
    },
    honest: ({ title }) => ({
      confidence: "name",
      warnings: [expect.stringMatching(`^Not known for ${title}: types of receivers\\. `)],
    }),
  },
  "a question in words": {
    tool: "search_code",
    input: (name) => ({ filepath: name, query: "base" }),
    honest: ({ base }) => ({
      results: expect.arrayContaining([
        {
          filepath: expect.stringContaining(base),
          symbols: expect.arrayContaining([expect.objectContaining({ name: "Base" })]),
        },
      ]),
    }),
  },
  "the rename of a member": {
    tool: "rename_symbol",
    input: (name, { base }) => ({ filepath: `${name}/${base}`, symbol: "run", new_name: "goOn" }),
    honest: ({ title }) => ({ total_edits: 1, warnings: says(`Not known for ${title}: types of receivers`) }),
  },
  "the deletion of a member": {
    tool: "replace_symbol",
    input: (name, { base }) => ({ filepath: `${name}/${base}`, symbol: "run", part: "delete" }),
    honest: ({ title }) => ({ warnings: says(`Not known for ${title}: types of receivers`) }),
  },
  "a change of a member": {
    tool: "get_changes",
    input: (name, { base, files }) => {
      const lines = (files[base] ?? "").split("\n");
      const at = lines.findIndex((text) => text.includes("run"));
      const path = `${name}/${base}`;
      const [now = "", number] = [lines[at], at + 1];
      const hunk = `@@ -${number} +${number} @@\n-${now.replace("run", "ran")}\n+${now}\n`;
      return { filepath: path, diff: `--- a/${path}\n+++ b/${path}\n${hunk}` };
    },
    honest: ({ title }) => ({ changed_files: 1, warnings: says(`Not known for ${title}: types of receivers`) }),
  },
  "the measures of one file": {
    tool: "get_file_summary",
    input: (name, { base }) => ({ filepath: `${name}/${base}` }),
    honest: ({ title }) => ({
      results: [{ classes: expect.arrayContaining([expect.objectContaining({ name: "Base" })]) }],
      warnings: says(`Not known for ${title}: complexity of functions.`),
    }),
  },
  "the measures of a folder": {
    tool: "get_file_summary",
    input: (name) => ({ filepath: name }),
    honest: ({ title }) => ({ total_files: 2, warnings: says(`Not known for ${title}: complexity of functions.`) }),
  },
};

describe("a tool says what it does not know of a language", () => {
  test("all languages without rules of their own are asked about, and all tools over the index", async () => {
    const names = (builtLanguages() ?? []).map(({ name }) => name);
    expect(names.filter((name) => !known.includes(name)).sort()).toEqual([]);
    const tools = [...(await loadTools()).values()].filter(({ needs }) => needs === "index").map(({ name }) => name);
    expect([...new Set(Object.values(questions).map(({ tool }) => tool))].sort()).toEqual(tools.sort());
  });

  describe.each(Object.entries(all))("%s", (name, one) => {
    test.each(Object.entries(questions))("%s", async (_, { tool, input, honest }) => {
      const { answer, text } = await call(tool, input(name, one));
      expect(answer, text).toMatchObject(Object(honest(one)));
      const { counts = {}, external } = Object(answer);
      if (!("edges" in counts && "ambiguous" in counts)) expect(counts, text).not.toHaveProperty("external");
      expect(external, text).toBeUndefined();
    });
  });

  test.each(Object.entries(all))("%s: candidates by name are first those of the language", async (name, one) => {
    const { answer, text } = await call("find_definition", placeIn(name, one, /(?<=\.)run/));
    expect(Object(answer).results[0].filepath, text).toMatch(new RegExp(`^${name}/`));
  });

  test("a report of files without measured functions counts none", async () => {
    const args = ["report", "go", "-o", "report.html", "--no-cache"];
    const { exitCode } = await runInProcess("", { cwd: folder, args });
    expect(exitCode).toBe(0);
    const page = readFileSync(join(folder, "report.html"), "utf8");
    expect(page).toContain("Not known for the languages of this folder.");
    expect(page).not.toContain("0 functions");
  });

  test("the summary of a language without rules has no list that would be empty", async () => {
    const { answer } = await call("get_file_summary", { filepath: "own/user.own" });
    const [file] = Object(answer).results;
    expect(file).not.toHaveProperty("functions");
    expect(file).not.toHaveProperty("imports");
    const { answer: all } = await call("get_file_summary", { filepath: "own" });
    for (const key of ["functions", "imports", "worst"]) expect(all).not.toHaveProperty(key);
  });

  test("a name that no package can have is not external", async () => {
    const { answer } = await call("get_dependency_graph", { filepath: "aliases", show_system_includes: true });
    expect(answer).toMatchObject({
      unresolved: [{ name: "@/a" }, { name: "~/b" }, { name: "#c" }],
      external: [{ name: "@scope/d" }],
    });
  });

  test("methods that Go and Rust have outside of a class count", async () => {
    for (const filepath of ["go/base/base.go", "rust/src/base.rs"]) {
      const { answer } = await call("get_file_summary", { filepath });
      expect(answer).toMatchObject({ results: [{ classes: [{ name: "Base", methods: 1 }] }] });
    }
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
      warnings: ["Not known for Own: class hierarchies."],
    });
  });
});
