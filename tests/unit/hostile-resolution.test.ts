import { expect, test } from "vitest";
import { Evaluations } from "../../src/code-index/cpp/model.ts";
import type { Resolution } from "../../src/code-index/resolution.ts";
import { textAround } from "../../src/tools/text-around.ts";
import { withResolver } from "../support/navigation-fixtures.ts";
import { eachOpenFile } from "../support/python-navigation.ts";

const many = (count: number, textOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => textOf(index)).join("");

/** Resolves each name `word` of a C++ text, in source order. */
async function inCpp(text: string, word: string): Promise<readonly Resolution[]> {
  const found: Resolution[] = [];
  await withResolver([{ path: "/case/a.cpp", text }], new Set(), (_, open, resolver) => {
    for (const { index } of text.matchAll(new RegExp(`\\b${word}\\b`, "g"))) found.push(resolver.resolve(open, index));
  });
  return found;
}

/** Milliseconds that a call takes the processor. */
async function userMs(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await call();
  return process.cpuUsage(before).user / 1_000;
}

test("a chain of using-directives is followed as far as it is short, and not with certainty further", async () => {
  const chain = (count: number) =>
    `${many(count, (i) => `namespace n${i} { using namespace n${i + 1}; }\n`)}namespace n${count} { int far; }\n` +
    "using namespace n0;\nint near = far;\n";
  const [, short] = await inCpp(chain(500), "far");
  expect(short).toMatchObject({ confidence: "exact", rule: "using-directive", targets: [{ name: "far" }] });
  const [, long] = await inCpp(chain(3_000), "far");
  expect(["name", "none"]).toContain(long?.confidence);
});

test("a name behind a long walk is not certain though an outer scope has it", async () => {
  const chain = many(3_000, (i) => `namespace n${i} { using namespace n${i + 1}; }\n`);
  const text = `${chain}namespace n3000 { int far; }\nint far;\nnamespace q { using namespace n0; int near = far; }\n`;
  const [, , use] = await inCpp(text, "far");
  expect(["name", "none"]).toContain(use?.confidence);
});

test("each name of a long chain of members takes the same time", async () => {
  const cpp = (count: number) => `struct A { A* deep(); };\nvoid u(A* a) { a${"->deep()".repeat(count)}; }\n`;
  const python = (count: number) => `class A:\n  def deep(self) -> "A": ...\nA()${".deep()".repeat(count)}\n`;
  const resolveAll = (text: string) =>
    eachOpenFile(new Map([["a.py", text]]), [], (open, resolver) => {
      for (const { index } of text.matchAll(/deep/g)) resolver.resolve(open, index);
    });
  for (const timed of [(count: number) => inCpp(cpp(count), "deep"), (count: number) => resolveAll(python(count))]) {
    await timed(10);
    const [short, long] = [await userMs(() => timed(1_500)), await userMs(() => timed(6_000))];
    // Four times the names; sixteen times the time where each looks at the whole chain.
    expect(long).toBeLessThan(short * 8 + 100);
  }
});

test("modules that star-import each other bring a name, and what is behind __all__", async () => {
  const count = 60;
  const modules = Array.from({ length: count }, (_, i) => {
    const stars = many(count, (j) => `from m${(i + j) % count} import *\n`);
    return [`m${i}.py`, `${stars}def f${i}(): ...\n_private${i} = 1\n`] as const;
  });
  const files = new Map([
    ...modules,
    ["open.py", "from m1 import *\nfrom closed import *\n"],
    ["closed.py", "from inner import *\nfrom m2 import *\n__all__ = ['seen', '_own']\n_own = 1\n"],
    ["inner.py", "seen = 1\nunseen = 1\n"],
    [
      "use.py",
      `from open import *\nfrom closed import *\n${many(200, (i) => `no${i}\n`)}f7\nseen\nunseen\n_own\n_private1\n`,
    ],
  ]);
  const found = new Map<string, Resolution>();
  await eachOpenFile(files, [], (open, resolver, path) => {
    if (path !== "use.py") return;
    for (const { 0: name, index } of open.text.matchAll(/^\w+$/gm)) found.set(name, resolver.resolve(open, index));
  });
  const fileOf = (name: string) => {
    const { confidence, targets } = found.get(name) ?? {};
    return confidence === "exact" ? targets?.[0]?.file.path.replace(/^.*\//, "") : undefined;
  };
  expect(["f7", "seen", "unseen", "_own", "_private1", "no3"].map((name) => [name, fileOf(name)])).toEqual([
    ["f7", "m7.py"],
    ["seen", "inner.py"],
    ["unseen", undefined],
    ["_own", "closed.py"],
    ["_private1", undefined],
    ["no3", undefined],
  ]);
});

test("the text around a name of an endless line is cut at the same places", () => {
  const line = "x = y + 1; ".repeat(100_000);
  expect(textAround(line, 500_000, 1)).toMatch(/^….{158}…$/);
  expect(textAround(`\n${" ".repeat(1_000)}x = 1;\nz`, 1_001, 1)).toBe("x = 1;");
  expect(textAround(line, 0, 1)).toMatch(/^x = y .*…$/);
});

test("the names of a call take no steps from those of the next one", () => {
  const evaluations = new Evaluations();
  const stepsOfName = () => {
    evaluations.start();
    let steps = 0;
    while (evaluations.step()) steps++;
    return steps;
  };
  const first = stepsOfName();
  for (let name = 0; name < 1_000; name++) stepsOfName();
  expect(stepsOfName()).toBeLessThan(first / 10);
  evaluations.startCall();
  expect(stepsOfName()).toBe(first);
});

test("500 specializations with parameters, of as many arguments as a text has, take a bounded time", async () => {
  const special = many(500, (i) => `template <class T, class U> struct A<T, U*, K${i}<T>> { void far(); };\n`);
  const uses = many(
    50,
    (i) => `void f${i}(A<int, ${"B<".repeat(20)}char*${">".repeat(20)}*, K${i}<int>> a) { a.far(); }\n`,
  );
  const whole = `template <class... Ts> struct A { void far(); };\n${special}${uses}A<${many(3_000, () => "int, ")}char> near;\n`;
  let found: readonly Resolution[] = [];
  const ms = await userMs(async () => {
    found = await inCpp(whole, "far");
  });
  expect(found.slice(-50).map(({ targets }) => targets[0]?.line)).toEqual(Array.from({ length: 50 }, (_, i) => i + 2));
  expect(ms).toBeLessThan(10_000);
});
