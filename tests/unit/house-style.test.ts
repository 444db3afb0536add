import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { readDocument } from "../support/document-paths.ts";
import { sourcePaths } from "../support/imports.ts";

/** Casts that types cannot say otherwise: the file and the text of the cast → the reason. */
const allowedCasts: ReadonlyMap<string, string> = new Map([
  ["src/app/compiled-code.ts: {} as Exports", "the exports of a compiled file have the type that the caller knows"],
  ["src/base/record.ts: Object.fromEntries(entries) as Record<Key, Value>", "keys of entries lose their type"],
  [
    "src/tools/symbols/symbol-digest.ts: values.symbols as readonly SymbolRow[]",
    "rows of list_symbols are decoded unchecked: there may be a million",
  ],
  ["src/workspace/walk.ts: entries as AsyncIterable<unknown> as AsyncIterable<Entry>", "types of fast-glob"],
  ["src/workspace/walk.ts: entries as AsyncIterable<unknown>", "types of fast-glob"],
  ['src/workspace/walk.ts: list as Disk["readdir"]', "types of fast-glob, which has overloads"],
  ['src/workspace/walk.ts: look as Disk["lstat"]', "types of fast-glob, which has overloads"],
  ['src/workspace/walk.ts: look as Disk["stat"]', "types of fast-glob, which has overloads"],
]);

/** A file of more lines begins with its purpose, its input and its output. */
const longFileLines = 80;

const written = sourcePaths.filter((path) => !path.startsWith("src/scip/bindings/"));

test("members are private by #, and types of objects are types", () => {
  expect(written.flatMap((path) => faultsIn(path, readDocument(path)))).toEqual([]);
});

test("types are not escaped: by Object(), by any, or by a cast without a reason", () => {
  // Numbers of AssemblyScript are converted by casts.
  const typed = written.filter((path) => !path.includes("/assembly/"));
  const escapes = typed.flatMap((path) => escapesIn(path, readDocument(path)));
  expect(escapes.filter((place) => !allowedCasts.has(place))).toEqual([]);
  expect([...allowedCasts.keys()].filter((cast) => !escapes.includes(cast))).toEqual([]);
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
  ["const a = Object(b);", ["a.ts: Object(b)"]],
  ["const a = [b].map(Object);", ["a.ts: [b].map(Object)"]],
  ["const a = Object\n  (b);", ["a.ts: Object (b)"]],
  ["const a = b as readonly\n  C[];", ["a.ts: b as readonly C[]"]],
  ["const a = <C>b;", ["a.ts: <C>b"]],
  ["const a = b!;", ["a.ts: b!"]],
  ["const a: any = b;", ["a.ts: any"]],
  ["const a = [1] as const; Object.keys(a); new Object(a); import(`any`);", []],
  ["import { b as c } from 'b'; export { c as d };", []],
])("escapes are found in %j", (code, expected) => {
  expect(escapesIn("a.ts", code)).toEqual(expected);
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

/** The places where a type is escaped: calls of `Object`, `any`, and casts other than `as const`, with their text on one line. */
function escapesIn(path: string, text: string): readonly string[] {
  const found: string[] = [];
  const note = ({ start, end }: Range) => found.push(`${path}: ${text.slice(start, end).replace(/\s+/g, " ")}`);
  const isObject = (node: { type: string; name?: unknown }) => node.type === "Identifier" && node.name === "Object";
  new Visitor({
    CallExpression: (call) => {
      if (isObject(call.callee) || call.arguments.some(isObject)) note(call);
    },
    TSAsExpression: (cast) => {
      const { start, end } = cast.typeAnnotation;
      if (text.slice(start, end) !== "const") note(cast);
    },
    TSTypeAssertion: (cast) => void note(cast),
    TSNonNullExpression: (cast) => void note(cast),
    TSAnyKeyword: (any) => void note(any),
  }).visit(parseSync(path, text).program);
  return found;
}

type Range = { readonly start: number; readonly end: number };

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
