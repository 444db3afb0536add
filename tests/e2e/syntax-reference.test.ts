import { expect, test } from "vitest";
import { packageVersion } from "../../src/base/package.ts";
import { languageFiles } from "../support/data-languages.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const languages = temporaryFolder(languageFiles("javascript"));
const args = ["--log-level", "error", "--no-cache", "--languages", languages];
const call = callsToServer({ cwd: temporaryFolder(), args });
const reference = (input: object) => call("get_syntax_reference", input);

test("without arguments: version, languages with grammars, queries and lint rules, tools, limits", async () => {
  const { answer } = await reference({});
  expect(answer).toMatchObject({
    version: packageVersion(),
    languages: expect.arrayContaining([
      expect.objectContaining({
        name: "python",
        grammar: expect.stringMatching(/^tree-sitter-python \d/),
        abi: 15,
        queries: expect.arrayContaining(["symbols", "tags"]),
        lint_rules: expect.arrayContaining(["bare-except"]),
      }),
    ]),
    tools: expect.arrayContaining(["parse_file", "get_syntax_reference"]),
    limits: expect.objectContaining({ max_result_chars: 50_000 }),
  });
});

test("of a language: kinds with and without names, supertypes with what they stand for, fields", async () => {
  const { answer } = await reference({ language: "python" });
  expect(answer).toMatchObject({
    language: "python",
    named: expect.arrayContaining(["class_definition"]),
    anonymous: expect.arrayContaining(["def", "not in"]),
    supertypes: expect.objectContaining({ _simple_statement: expect.arrayContaining(["pass_statement"]) }),
    fields: expect.arrayContaining(["superclasses"]),
    success: true,
  });
});

test("of a node: fields, children, parents through supertypes, an example with a query", async () => {
  const { answer } = await reference({ language: "python", node: "lambda" });
  expect(answer).toEqual({
    language: "python",
    total: 1,
    nodes: [
      {
        name: "lambda",
        fields: {
          body: { types: ["expression"], required: true },
          parameters: { types: ["lambda_parameters"], required: false },
        },
        parents: expect.arrayContaining(["argument_list"]),
        example: expect.stringContaining("lambda"),
        query: expect.stringMatching(/^\(lambda .*@lambda$/),
      },
    ],
    success: true,
  });
});

test("a glob names several nodes, quotes a node without a name", async () => {
  const several = await reference({ language: "cpp", node: "*_definition" });
  expect(several.text).toContain('"name":"function_definition"');
  expect(several.text).not.toContain('"name":"declaration"');
  const { answer } = await reference({ language: "python", node: "not in" });
  expect(answer).toMatchObject({ nodes: [{ name: '"not in"', parents: ["comparison_operator"] }] });
});

test("what is not there is an error with what there is", async () => {
  expect((await reference({ language: "pyton" })).answer).toMatchObject({
    error: "Unknown language: pyton",
    did_you_mean: ["python"],
  });
  expect((await reference({ language: "cpp", node: "function_definiton" })).answer).toMatchObject({
    error: "Unknown node: function_definiton",
    did_you_mean: ["function_definition"],
  });
  expect((await reference({ node: "lambda" })).isError).toBe(true);
});

test("a grammar without node types tells its own kinds, and that more is not known", async () => {
  const { answer } = await reference({ language: "javascript" });
  expect(answer).toMatchObject({
    named: expect.arrayContaining(["arrow_function"]),
    fields: expect.arrayContaining(["parameters"]),
    note: expect.stringContaining("without node types"),
  });
  const node = await reference({ language: "javascript", node: "arrow_function" });
  expect(node.answer).toMatchObject({
    nodes: [{ name: "arrow_function" }],
    note: expect.stringContaining("without node types"),
  });
});

test("a budget makes the answer poorer, and says so", async () => {
  const { text, answer } = await reference({ language: "cpp", node: "*", max_chars: 10_000 });
  expect(text.length).toBeLessThan(10_000);
  expect(answer).toMatchObject({ detail: "names", truncated: true, total: expect.any(Number) });
});

test("on the command line the first word is the language, in every format", async () => {
  const run = async (...words: string[]) =>
    (await runInProcess("", { args: ["get_syntax_reference", "python", "--node", "pass_statement", ...words] })).stdout;
  expect(JSON.parse(await run())).toMatchObject({ nodes: [{ name: "pass_statement", example: "pass" }] });
  expect(JSON.parse(await run("--format", "jsonl"))).toMatchObject({ total: 1 });
  for (const format of ["text", "brief"]) {
    expect(await run("--format", format)).toContain("nodes:\n  name: pass_statement\n");
  }
});
