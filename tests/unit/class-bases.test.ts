import { expect, test } from "vitest";
import { basesOf } from "../../src/code-index/class-bases.ts";
import type { CodeIndex } from "../../src/code-index/code-index.ts";
import { codeBase } from "../support/code-base.ts";

/** An index, and the names that are looked up in it. */
function countedIndex(index: CodeIndex) {
  const lookedUp: string[] = [];
  const named = (name: string) => {
    lookedUp.push(name);
    return index.named(name);
  };
  return { counted: { ...index, named }, lookedUp };
}

test("each name of a base is looked up once, however many classes derive from it", async () => {
  const count = 200;
  const classes = Array.from({ length: count }, (_, i) =>
    i + 7 < count ? `struct C${i} : C${i + 1}, C${i + 7} {};\n` : `struct C${i} {};\n`,
  );
  const { index } = await codeBase({ "a.cpp": classes.join("") });
  const { counted, lookedUp } = countedIndex(index);
  const counts = index.files.flatMap((file) => file.declarations.map((one) => basesOf(one, counted).length));
  expect(counts.slice(-8)).toEqual([2, 0, 0, 0, 0, 0, 0, 0]);
  expect(counts[0]).toBe(count - 1);
  expect(lookedUp).toHaveLength(count - 1);
});

test("a namespace around the bases is looked up once, however many of them there are", async () => {
  const files = Array.from({ length: 30 }, (_, i) => [
    `${i}.cpp`,
    `namespace n { struct Kind {}; struct K${i} : m::Kind {}; }`,
  ]);
  const { index } = await codeBase(Object.fromEntries(files));
  const { counted, lookedUp } = countedIndex(index);
  const derived = index.files.flatMap(({ declarations }) => declarations.filter(({ type }) => type === "m::Kind"));
  expect(derived).toHaveLength(30);
  for (const one of derived) expect(basesOf(one, counted)).toHaveLength(1);
  expect(lookedUp).toEqual(["Kind", "n"]);
});

test("a using-declaration of the own file hides no class of its name", async () => {
  const { index } = await codeBase({
    "base.h": "class Base {};",
    "a.cpp": "using lib::Base; class A : public Base {};",
  });
  const [derived] = index.named("A");
  expect(derived && basesOf(derived, index).map(({ file, name }) => `${file.path} ${name}`)).toEqual([
    expect.stringMatching(/base\.h Base$/),
  ]);
});
