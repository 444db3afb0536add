import { expect, test } from "vitest";
import { judged } from "../../lab/bench/agents/judge.mjs";
import { codeBases, questions } from "../../lab/bench/agents/questions.mjs";
import { toolNames } from "../../src/tools/index.ts";

const kinds = [
  "members",
  "source",
  "callers",
  "callees",
  "subclasses",
  "importers",
  "type",
  "attributes",
  "overview",
  "unused imports",
  "overrides",
  "change of signature",
];

test("questions have their own ids, and each kind and code base has some", () => {
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
  expect(new Set(questions.map(({ kind }) => kind))).toEqual(new Set(kinds));
  expect(new Set(questions.map(({ codeBase }) => codeBase))).toEqual(new Set(Object.keys(codeBases)));
  expect(questions.length).toBeGreaterThanOrEqual(24);
});

test.each(questions)("$id has a truth with its source, and both sides can be asked", (question) => {
  const { facts = [], without = [], source, from } = question.truth;
  expect(facts.length > 0 || source !== undefined).toBe(true);
  expect([...facts, ...without].every((fact) => fact.trim() === fact && fact !== "")).toBe(true);
  expect(new Set(facts).size).toBe(facts.length);
  expect(facts.filter((fact) => without.includes(fact))).toEqual([]);
  expect(from).not.toBe("");
  expect(question.codegrove.length * question.rg.length).toBeGreaterThan(0);
  for (const [tool] of question.codegrove) expect(toolNames).toContain(tool);
});

const row = { line: 3, in: "a::f", text: "g(1);" };
const references = JSON.stringify({ results: [{ filepath: "./a.cpp", references: [row] }], possible: [{ line: 9 }] });
const callers = JSON.stringify({ results: [{ filepath: "a.cpp", callers: [{ caller: "a::f", lines: [3, 4] }] }] });
const truth = { facts: ["a.cpp:3 & f"], from: "by hand" };

test.each([
  ["rows of JSON", references],
  ["rows with several lines", callers],
  ["compact rows of JSON", JSON.stringify({ results: [{ filepath: "a.cpp", functions: ["a::f:3 < g"] }] })],
  ["lines of rg", "./a.cpp:3:void f() { g(1); }\n"],
])("a fact is found in %s", (_, answer) => {
  expect(judged(answer, truth, () => "")).toEqual({ missing: [], wrong: [] });
});

test.each([
  ["a row below its path", "total=1\na.cpp\n2: x\n3-9: method a::f"],
  ["a row behind its path", "./a.cpp:3: call in a::f: g(1);"],
  ["the lines of calls", "a.cpp\n1: a::f at 2,3"],
  ["a name with its line", "a.cpp: call: a::f:3 b:4"],
  ["an edge of a graph", "a.h <- a.cpp:3 f"],
])("a fact is found in a brief answer: %s", (_, answer) => {
  expect(judged(answer, truth, () => "", "brief").missing).toEqual([]);
});

test.each([
  ["another file", "b.cpp\n3: f"],
  ["a guess", "a.cpp\n2: f\npossible:\na.cpp\n3: f\nsearched_files=1"],
])("a fact is not found in a brief answer: %s", (_, answer) => {
  expect(judged(answer, truth, () => "", "brief").missing).toEqual(truth.facts);
});

test.each([
  ["another line", "a.cpp:33:void f() {}"],
  ["another file", "b/a.cpp:3:void f() {}"],
  ["a longer name", "a.cpp:3:void of() {}"],
  ["two lines", "a.cpp:3:\nvoid f() {}"],
  ["a guess", JSON.stringify({ possible: [{ filepath: "a.cpp", references: [row] }] })],
])("a fact is not found in %s", (_, answer) => {
  expect(judged(answer, truth, () => "").missing).toEqual(truth.facts);
});

test("the code of a range must be there line by line, in JSON as well", () => {
  const code = "void f() {\n  g(1);\n}\n";
  const asked = { source: "a.cpp:1-3", from: "by hand" };
  const answer = JSON.stringify({ filepath: "a.cpp", source: code });
  expect(judged(answer, asked, () => code).missing).toEqual([]);
  expect(judged("void f() {", asked, () => code).missing).toEqual(["g(1);"]);
});

test("an answer is wrong with a fact that it must not have, or when it is too long", () => {
  const asked = { without: ["h"], most: 5, from: "by hand" };
  expect(judged("a h b c", asked, () => "").wrong).toEqual(["h", "7 characters, of at most 5"]);
});
