import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { readDocument } from "../support/document-paths.ts";
import { sourcePaths } from "../support/imports.ts";

/** A file of more lines begins with its purpose, its input and its output. */
const longFileLines = 80;

const written = sourcePaths.filter((path) => !path.startsWith("src/scip/bindings/"));

test("members are private by #, and types of objects are types", () => {
  expect(written.flatMap((path) => faultsIn(path, readDocument(path)))).toEqual([]);
});

test("a literal is not spread into one", () => {
  expect(written.filter((path) => spreadsIn(path, readDocument(path)) > 0)).toEqual([]);
});

test("a long file begins with a header", () => {
  expect(written.filter((path) => lacksHeader(readDocument(path)))).toEqual([]);
});

test.each([
  ["/** Names. Input: a text; output: its names. */", false],
  ["#!/usr/bin/env node\n/** Names.\n *\n * Input of a call: a text; its output: names. */", false],
  ["/** Names. Input: a text. */", true],
  ["/** Names. */\n/** Input: a text; output: its names. */", true],
  ["// Input: a text; output: its names.", true],
])("a header is read in %j", (start, expected) => {
  expect(lacksHeader(`${start}\n${"\n".repeat(longFileLines)}`)).toBe(expected);
  expect(lacksHeader("const short = 1;\n")).toBe(false);
});

test.each([
  ["class A { private a = 1; }", ["a.ts: private a"]],
  ["class A { private constructor() {} #b = 1; private c(): void {} }", ["a.ts: private c"]],
  ["interface A { readonly a: string }", ["a.ts: interface A"]],
])("faults are found in %s", (code, expected) => {
  expect(faultsIn("a.ts", code)).toEqual(expected);
});

test.each([
  ["export const a = [1, ...[2, 3]];", 1],
  ["export const a = { b, ...{ c, d } };", 1],
  ["export const a = [...b, ...(c ? [1] : [])];", 0],
])("spreads are found in %s", (code, expected) => {
  expect(spreadsIn("a.ts", code)).toBe(expected);
});

/** True for a long file whose first comment does not have its input and its output. */
function lacksHeader(text: string): boolean {
  if (text.split("\n").length <= longFileLines) return false;
  const [, header = ""] = /^(?:#!.*\n)?\/\*\*(.*?)\*\//s.exec(text) ?? [];
  return !(/\binput\b/i.test(header) && /\boutput\b/i.test(header));
}

/** The members that are private by a word, and the interfaces. */
function faultsIn(path: string, text: string): readonly string[] {
  // Few files have the words.
  if (!/\b(?:private|interface) \w/.test(text)) return [];
  const found: string[] = [];
  const note = (key: { type: string; name?: unknown }, accessibility: unknown) => {
    if (accessibility === "private" && key.name !== "constructor") found.push(`${path}: private ${String(key.name)}`);
  };
  new Visitor({
    PropertyDefinition: ({ key, accessibility }) => note(key, accessibility),
    MethodDefinition: ({ key, accessibility }) => note(key, accessibility),
    TSInterfaceDeclaration: ({ id }) => void found.push(`${path}: interface ${id.name}`),
  }).visit(parseSync(path, text).program);
  return found;
}

/** The number of literals of objects and arrays that are spread into a literal. */
function spreadsIn(path: string, text: string): number {
  if (!/\.\.\.[[{]/.test(text)) return 0;
  let count = 0;
  new Visitor({
    SpreadElement: ({ argument: { type } }) => {
      if (type === "ArrayExpression" || type === "ObjectExpression") count += 1;
    },
  }).visit(parseSync(path, text).program);
  return count;
}
