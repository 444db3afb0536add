import { describe, expect, test } from "vitest";
import { Evaluations } from "../../src/code-index/cpp/model.ts";
import { declarationsInPython } from "../../src/code-index/python/declarations.ts";
import type { Resolution } from "../../src/code-index/resolution.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { textAround } from "../../src/tools/source-lines/text-around.ts";
import { eachFile, navigationCases } from "../support/navigation.ts";
import { processorMsOf } from "../support/processor-time.ts";
import { inCpp, many } from "../support/resolved-text.ts";
import { languageNamed } from "../support/shipped-languages.ts";

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

test("modules that star-import each other bring a name, and what is behind __all__", async () => {
  const count = 60;
  const modules = Array.from({ length: count }, (_, i) => {
    const stars = many(count, (j) => `from m${(i + j) % count} import *\n`);
    return [`m${i}.py`, `${stars}def f${i}(): ...\n_private${i} = 1\n`] as const;
  });
  const files = {
    ...Object.fromEntries(modules),
    "open.py": "from m1 import *\nfrom closed import *\n",
    "closed.py": "from inner import *\nfrom m2 import *\n__all__ = ['seen', '_own']\n_own = 1\n",
    "inner.py": "seen = 1\nunseen = 1\n",
    "use.py": `from open import *\nfrom closed import *\n${many(200, (i) => `no${i}\n`)}f7\nseen\nunseen\n_own\n_private1\n`,
  };
  const found = new Map<string, Resolution>();
  await eachFile(files, (open, path) => {
    if (path !== "use.py") return;
    for (const { 0: name, index } of open.text.matchAll(/^\w+$/gm)) found.set(name, open.resolver.resolve(open, index));
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

test("a macro of millions of characters in an enumeration does not hinder what follows", async () => {
  const macro = `#define KIND(n) \\\n${"x + ".repeat(2_400_000)}\n`;
  const [, used] = await inCpp(`enum E {\n${macro}};\nint after();\nint use = after;\n`, "after");
  expect(used).toMatchObject({ confidence: "exact", targets: [{ name: "after" }] });
});

test("a long word in a macro takes no longer than its length", async () => {
  const tookMs = await processorMsOf(() => inCpp(`#define KIND(n) ${"x".repeat(100_000)}\nint after();\n`, "after"));
  expect(tookMs).toBeLessThan(5_000);
});

test("thousands of ends of a macro take no longer than their number", async () => {
  const branch = "#ifdef A\n#define LEVEL 2\n#undef LEVEL\n#define LEVEL 3\n#endif\n";
  const text = `${"#undef LEVEL\n".repeat(60_000)}${branch}#define LEVEL 4\n#ifdef B\n#define USE LEVEL\n#endif\n`;
  const tookMs = await processorMsOf(() =>
    eachFile({ "a.cpp": text }, (open) => {
      const resolution = open.resolver.resolve(open, open.text.lastIndexOf("LEVEL"));
      expect(resolution.targets.map(({ line }) => line)).toContain(60_006);
    }),
  );
  expect(tookMs).toBeLessThan(10_000);
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

test.each([
  ["attributes", `a = b\nx = a${".b".repeat(9_000)}.end\n`],
  ["signs", `x = (${"-".repeat(15_000)}a).end\n`],
  ["bases", `class A0: ...\n${many(5_000, (at) => `class A${at + 1}(A${at}): ...\n`)}A5000().end\n`],
  [
    "variables that lead to each other",
    `${many(40, (at) => `a${at} = a${at}${many(12, (to) => ` or a${(at + to + 1) % 40}`)}\n`)}a0.end\n`,
  ],
  ["brackets", `x = ${"(".repeat(5_000)}a${")".repeat(5_000)}.end\n`],
])("Python that is too deep is left unresolved: %s", async (_, text) => {
  await eachFile({ "main.py": text }, (open) => {
    expect(open.resolver.resolve(open, text.lastIndexOf("end"))).toMatchObject({ confidence: "none", targets: [] });
  });
});

describe("code that is made to exhaust", () => {
  const heads = ["namespace n {", "struct n {"];
  test.each(heads)("a name in 20,000 times %s", async (head) => {
    const depth = 20_000;
    const text = `${`${head} `.repeat(depth)}int deep; ${"};".repeat(depth)}\nint f() { return deep; }\n`;
    await eachFile({ "b.cpp": text, "a.cpp": "int deep;\n" }, (open) => {
      for (const declaration of open.file.declarations.filter(({ name }) => name === "deep")) {
        expect(open.resolver.symbolOf(declaration)).toContain(declaration);
      }
      const { targets } = open.resolver.resolve(open, open.text.lastIndexOf("deep"));
      expect(targets.length).toBeGreaterThan(0);
    });
  });

  test("2,000 overloads of one number of arguments are as many symbols", async () => {
    const overloads = Array.from({ length: 2_000 }, (_, i) => `struct T${i} {}; void over(T${i} t, int i = 0);`);
    const text = `${overloads.join("\n")}\nvoid over(T7 u, int i) {}\n`;
    await eachFile({ "a.cpp": text }, ({ file, resolver }) => {
      const declarations = file.declarations.filter(({ name }) => name === "over");
      const [definition] = declarations.slice(-1);
      declarations.forEach((declaration, i) => {
        const symbol = resolver.symbolOf(declaration);
        expect(symbol.includes(declaration)).toBe(true);
        expect(symbol.every(({ parameters }) => parameters === declaration.parameters)).toBe(true);
        if (i === 7) expect(symbol[0] === definition).toBe(true);
      });
    });
  });

  test("500 namespaces with 20 using-directives each, in circles", async () => {
    const count = 500;
    const directives = (i: number) =>
      Array.from({ length: 20 }, (_, step) => `using namespace k${(i + step * step + 1) % count};`).join(" ");
    const spaces = Array.from({ length: count }, (_, i) => `namespace k${i} { ${directives(i)} }`);
    const text = `${spaces.join("\n")}\nnamespace k${count - 1} { int zzz; }\nint a = k0::zzz, b = k0::yyy;\n`;
    const [, use] = await inCpp(text, "zzz");
    expect([use?.rule, use?.targets.map(({ at }) => at)]).toEqual(["using-directive", [text.indexOf("zzz")]]);
    expect((await inCpp(text, "yyy"))[0]?.targets).toEqual([]);
  });
});

/** The declarations of a text of Python. */
const factsOf = (text: string, withLocals = false) =>
  withParsed(languageNamed("python"), text, {}, (parsed) => declarationsInPython(parsed.flat(), withLocals));

describe("declarations of any text of Python", () => {
  const texts = ["bindings", "imports", "layouts", "members", "returns", "scopes", "strings"].map((name) =>
    navigationCases(`python/${name}.txt`)
      .flatMap(({ files }) => Object.values(files))
      .join("\n"),
  );

  test("gives declarations in source order, parents first, also when it is cut", async () => {
    for (const text of texts) {
      for (let end = text.length; end > 0; end -= 397) {
        for (const withLocals of [false, true]) {
          const facts = await factsOf(text.slice(0, end), withLocals);
          for (const [index, { at, parent, start, headEnd, end: last }] of facts.entries()) {
            expect(parent).toBeLessThan(index);
            expect(at).toBeGreaterThanOrEqual(facts[index - 1]?.at ?? 0);
            expect([start, at, headEnd, last]).toEqual([start, at, headEnd, last].sort((a, b) => a - b));
          }
        }
      }
    }
  });

  test.each([
    ["brackets", `x = ${"(".repeat(200_000)}1${")".repeat(200_000)}\n`],
    ["calls", `x = f${"()".repeat(200_000)}\n`],
    ["assignments", `${"a = ".repeat(100_000)}1\n`],
    ["lambdas", `x = ${"lambda: ".repeat(100_000)}1\n`],
    ["attributes", `x = a${".b".repeat(200_000)}\n`],
    ["targets", `y = 1\nfor ${"(".repeat(50_000)}a,${")".repeat(50_000)} in b: pass\n`],
  ])("of any depth: %s", async (_, text) => {
    expect((await factsOf(text, true)).length).toBeGreaterThan(0);
  });
});
