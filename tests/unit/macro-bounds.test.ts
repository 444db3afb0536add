import { describe, expect, test } from "vitest";
import { Pastings } from "../../src/code-index/cpp/pastings.ts";
import { indexedFile, memoryIndex } from "../../src/code-index/memory-index.ts";
import { codeBase } from "../support/code-base.ts";
import { declarationsOf } from "../support/deep-code.ts";
import { mask } from "../support/masking-fixtures.ts";

describe("uses of macros that are kept of one text", () => {
  const usesIn = (text: string) => mask(text).uses;

  test("are 20,000", () => {
    expect(usesIn("USE(name)\n".repeat(20_010))).toHaveLength(20_000);
  });

  test("have 80,000 arguments in all, the last one whole", () => {
    const arguments_ = Array.from({ length: 30 }, (_, i) => `n${i}`);
    const uses = usesIn(`USE(${arguments_.join(", ")})\n`.repeat(3_000));
    expect(uses).toHaveLength(Math.ceil(80_000 / 30));
    expect(uses.at(-1)?.names).toEqual(arguments_);
  });
});

describe("names that macros make by other macros", () => {
  async function pastingsOf(...headers: readonly string[]): Promise<Pastings> {
    const facts = await Promise.all(headers.map((text) => declarationsOf("cpp", text, false)));
    const files = facts.map((own, i) => indexedFile({ path: `/code/${i}.h`, language: "cpp", facts: own }));
    return new Pastings(memoryIndex(["/code"], files));
  }

  test("are made once of definitions that several headers repeat", async () => {
    const header = "#define FIRST(n) get_##n\n#define SECOND(n) FIRST(n)\n#define THIRD(n) SECOND(n)\n";
    const pastings = await pastingsOf(header, header, header);
    const macros = pastings.macrosThatMayMake("get_size").map(({ name }) => name);
    expect(macros).toEqual(["FIRST", "SECOND", "THIRD"].flatMap((name) => [name, name, name]));
  });

  test("are 20,000, however many definitions use each other", async () => {
    const inner = Array.from({ length: 200 }, (_, i) => `#define INNER(n) get_##n##_of${i}\n`).join("");
    const outer = Array.from({ length: 150 }, (_, i) => `#define OUTER${i}(n) INNER(n)\n`).join("");
    const pastings = await pastingsOf(inner + outer);
    const macros = pastings.macrosThatMayMake("get_size_of7").map(({ name }) => name);
    expect(macros).toEqual(["INNER", ...Array.from({ length: 100 }, (_, i) => `OUTER${i}`)]);
  });
});

test("members that macros write into a class are looked for in 1,000 uses, however many definitions use each other", async () => {
  const levels = Array.from({ length: 5 }, (_, i) => `#define M${i}(T) int of${i}(); ${`M${i + 1}(T); `.repeat(40)}\n`);
  const text = `${levels.join("")}struct A { M0(A); };\nint f(A a) { return a.of2() + a.of5(); }\n`;
  const code = await codeBase({ "a.cpp": text });
  const found = await code.withFile(code.pathOf("a.cpp") ?? "", (open) =>
    ["of2()", "of5()"].map((call) => open.resolver.resolve(open, text.lastIndexOf(call)).confidence),
  );
  expect(found).toEqual(["likely", "external"]);
});

test("variables that macros declare are looked for once in a function, however many uses of macros it has", async () => {
  const macros = Array.from({ length: 20 }, (_, i) => `#define MAC${i + 1} ${`MAC${i}; `.repeat(5)}\n`).join("");
  const statements = "  MAC20;\n  CHECK(box->size == 1);\n".repeat(3_000);
  const text = `struct Box { int size; };\nBox* make();\nextern Box* box;\n#define MAC0 Box* made = make();\n#define CHECK(x) Box* result = make(x)\n${macros}void run() {\n${statements}}\n`;
  const code = await codeBase({ "a.cpp": text });
  const found = await code.withFile(code.pathOf("a.cpp") ?? "", (open) =>
    Array.from(text.matchAll(/size ==/g), ({ index }) => open.resolver.resolve(open, index).confidence),
  );
  expect([found?.length, ...new Set(found)]).toEqual([3_000, "likely"]);
});

test("a using-directive that many headers repeat is followed once", async () => {
  const count = 100;
  const header = (i: number) => `using namespace std;\nnamespace app { using namespace std; class C${i} {}; }\n`;
  const headers = Array.from({ length: count }, (_, i) => [`h${i}.h`, header(i)] as const);
  const includes = Array.from({ length: count }, (_, i) => `#include "h${i}.h"\n`).join("");
  const code = `#include <list>
namespace app {
struct Zone { int std; };
struct Field { void run(); };
typedef std::list<Field*> Fields;
void all(Fields& fields) {
  Fields::iterator at = fields.begin();
  (*at)->run();
}
}
`;
  const text = includes + code;
  const base = await codeBase({ ...Object.fromEntries(headers), "a.cpp": text });
  const found = await base.withFile(base.pathOf("a.cpp") ?? "", (open) =>
    open.resolver.resolve(open, text.lastIndexOf("run")),
  );
  expect(found?.targets.map(({ name, parent }) => `${parent?.name}::${name}`)).toEqual(["Field::run"]);
  expect(found?.confidence).toBe("likely");
});
