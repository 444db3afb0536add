/**
 * The time of resolution and of declarations for code that is made to take long, beside that for less of it: processor time, with
 * room for a busy machine.
 */
import { expect, test } from "vitest";
import { indexingOf } from "../../src/code-index/languages.ts";
import { withListedSymbols } from "../../src/code-index/listed-symbols.ts";
import { indexedFile, memoryIndex } from "../../src/code-index/memory-index.ts";
import type { Resolution } from "../../src/code-index/resolution.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { ownLanguage } from "../support/data-languages.ts";
import { eachFile } from "../support/navigation.ts";
import { processorMsOf } from "../support/processor-time.ts";
import { inCpp, many } from "../support/resolved-text.ts";
import { languageNamed } from "../support/shipped-languages.ts";

test("each name of a long chain of members takes the same time", async () => {
  const cpp = (count: number) => `struct A { A* deep(); };\nvoid u(A* a) { a${"->deep()".repeat(count)}; }\n`;
  const python = (count: number) => `class A:\n  def deep(self) -> "A": ...\nA()${".deep()".repeat(count)}\n`;
  const resolveAll = (text: string) =>
    eachFile({ "a.py": text }, (open) => {
      for (const { index } of text.matchAll(/deep/g)) open.resolver.resolve(open, index);
    });
  for (const timed of [(count: number) => inCpp(cpp(count), "deep"), (count: number) => resolveAll(python(count))]) {
    await timed(10);
    const [short, long] = [await processorMsOf(() => timed(1_500)), await processorMsOf(() => timed(6_000))];
    // Four times the names; sixteen times the time where each looks at the whole chain.
    expect(long).toBeLessThan(short * 8 + 100);
  }
});

test("each of many locals of a function takes the same time", async () => {
  const text = (count: number) => `function f() {\n${many(count, (i) => `const x${i} = 1; x${i};\n`)}}\n`;
  const timed = (count: number) =>
    eachFile({ "a.ts": text(count) }, (open) => {
      for (const { index } of open.text.matchAll(/x\d+/g)) open.resolver.resolve(open, index);
    });
  await timed(10);
  const [short, long] = [await processorMsOf(() => timed(1_000)), await processorMsOf(() => timed(4_000))];
  expect(long).toBeLessThan(short * 8 + 100);
});

test("500 specializations with parameters, of as many arguments as a text has, take a bounded time", async () => {
  const special = many(500, (i) => `template <class T, class U> struct A<T, U*, K${i}<T>> { void far(); };\n`);
  const uses = many(
    50,
    (i) => `void f${i}(A<int, ${"B<".repeat(20)}char*${">".repeat(20)}*, K${i}<int>> a) { a.far(); }\n`,
  );
  const whole = `template <class... Ts> struct A { void far(); };\n${special}${uses}A<${many(3_000, () => "int, ")}char> near;\n`;
  let found: readonly Resolution[] = [];
  const ms = await processorMsOf(async () => {
    found = await inCpp(whole, "far");
  });
  expect(found.slice(-50).map(({ targets }) => targets[0]?.line)).toEqual(Array.from({ length: 50 }, (_, i) => i + 2));
  expect(ms).toBeLessThan(10_000);
});

const language = ownLanguage("javascript");

test.each([
  ["definitions of one name in one scope", (count: number) => "var x = x;\n".repeat(count)],
  ["scopes side by side", (count: number) => "{ var x = x; }\n".repeat(count)],
  ["scopes in scopes", (count: number) => `${"{ var x = x; ".repeat(count / 4)}${"}".repeat(count / 4)}`],
])("time is in proportion to the text: %s", async (_, codeOf) => {
  const userMsOf = (code: string) =>
    withParsed(language, code, {}, (file) => {
      const start = process.cpuUsage();
      const own = indexedFile({
        path: "/a.js",
        language: language.name,
        facts: indexingOf(language.name).declarationsIn(file, true),
      });
      const resolver = indexingOf(language.name).resolver({ index: memoryIndex(["/"], [own]) });
      const open = { file: own, tree: file.flat().tree, text: code, locals: file.locals() };
      for (const { index } of code.matchAll(/x/g)) resolver.resolve(open, index);
      return process.cpuUsage(start).user / 1_000;
    });
  await userMsOf(codeOf(400));
  const [short, long] = [await userMsOf(codeOf(1_000)), await userMsOf(codeOf(4_000))];
  // Four times the text; noise on a busy machine included.
  expect(long).toBeLessThan(12 * short + 200);
});

test.each([
  ["declared and defined", (at: number) => [`void f${at}(int a);`, `void A::f${at}(int a) {}`]],
  ["overloads of one name", (at: number) => [`void f(T${at} a);`, `void A::f(T${at} a) {}`]],
])("time is in proportion to the functions of a class: %s", async (_, functionOf) => {
  const userMsOf = async (count: number) => {
    const functions = Array.from({ length: count }, (_unused, at) => functionOf(at));
    const text = `class A {\n${functions.map(([inside]) => inside).join("\n")}\n};\n${functions.map(([, outside]) => outside).join("\n")}\n`;
    return processorMsOf(() =>
      withParsed(languageNamed("cpp"), text, {}, (file) =>
        expect(withListedSymbols(file, "a.cpp").symbols()).toHaveLength(count + 1),
      ),
    );
  };
  await userMsOf(300);
  const [short, long] = [await userMsOf(1_000), await userMsOf(10_000)];
  // Ten times the text; noise on a busy machine included.
  expect(long).toBeLessThan(20 * short + 200);
});
