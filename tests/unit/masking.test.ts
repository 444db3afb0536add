import { describe, expect, it } from "vitest";
import { firstCopy } from "../../src/syntax/copies.ts";
import { definesOf, type Edit, type Masked } from "../../src/syntax/cpp/prepare.ts";
import { copyTree } from "../../src/syntax/flat/copy-tree.ts";
import { loadGrammar } from "../../src/syntax/grammars.ts";
import { mergeRoles } from "../../src/syntax/macro-roles.ts";
import { outlineOf } from "../../src/syntax/tags.ts";
import {
  byPlace,
  cpp,
  expectSameShape,
  known,
  knownEverywhere,
  type Mark,
  mask,
  themes,
  wellKnown,
} from "../support/masking-fixtures.ts";

async function marksOf(text: string): Promise<{ readonly marks: readonly Mark[]; readonly hasErrors: boolean }> {
  const loaded = await loadGrammar(cpp);
  const copy = firstCopy(cpp, text, { macros: known });
  const tree = loaded.parser.parse(copy.text);
  if (tree === null) throw new Error("no tree");
  const definitions = outlineOf(loaded, copy, copyTree(loaded, tree.rootNode)).definitions.map(
    ({ kind, name, line, column }) => ({
      line,
      column,
      says: `^ definition.${kind} ${name}`,
    }),
  );
  const hasErrors = tree.rootNode.hasError;
  tree.delete();
  return { marks: [...definitions, ...maskedRanges(text, mask(text))].sort(byPlace), hasErrors };
}

/** The edits, joined where they touch and cut at line breaks. */
function maskedRanges(text: string, masked: Masked): readonly Mark[] {
  return joined(masked.edits).flatMap(({ index, length }) =>
    [...text.slice(index, index + length).matchAll(/\S.*/g)].map((piece) => {
      const start = index + piece.index;
      const width = piece[0].trimEnd().length;
      const put = masked.text.slice(start, start + width).trim();
      const before = text.slice(0, start).split("\n");
      const says = `${"^".repeat(width)} ${put === "" ? "masked" : `becomes ${put}`}`;
      return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, says };
    }),
  );
}

function joined(edits: readonly Edit[]): readonly { readonly index: number; readonly length: number }[] {
  const ranges: { readonly index: number; readonly length: number }[] = [];
  for (const { index, length } of edits) {
    const last = ranges.at(-1);
    if (last && last.index + last.length === index)
      ranges[ranges.length - 1] = { index: last.index, length: last.length + length };
    else ranges.push({ index, length });
  }
  return ranges;
}

describe.each(themes)("$file", ({ cases }) => {
  it.each(cases)("$cause", async ({ text, marks, nearMiss, nearMissHasErrors }) => {
    expect(await marksOf(text)).toEqual({ marks, hasErrors: false });
    expect(nearMiss.trim(), "each cause has near misses").not.toBe("");
    expect(mask(nearMiss)).toMatchObject({ text: nearMiss, edits: [], names: [], cuts: [] });
    expect((await marksOf(nearMiss)).hasErrors).toBe(nearMissHasErrors);
  });
});

describe("masked text", () => {
  it("gives the place of a name", () => {
    const text = "TEST(Suite, Name) { f(); }";
    expect(mask(text).names).toEqual([{ index: 0, length: 4, name: "Suite.Name", nameIndex: 12, nameLength: 4 }]);
  });

  it("keeps its length and line breaks on any text", () => expectSameShape(15, 7));
});

describe("definesOf", () => {
  it("learns roles, through chains and conflicts", () => {
    const roles = definesOf(
      "#define EMPTY\n#define ATTR __attribute__((x))\n#define API ATTR\n#define CALL(x) __declspec(x)\n#define VALUE 1\n#define OPEN namespace a { namespace b {\n#define EACH(x, y) for (x : y)\n#ifdef A\n#define MAYBE API\n#else\n#define MAYBE\n#endif\n",
    );
    expect(Object.fromEntries(roles)).toEqual({
      EMPTY: "attribute",
      ATTR: "attribute",
      API: "alias ATTR",
      CALL: "attribute()",
      VALUE: "value",
      OPEN: "open 2 a b",
      EACH: "loop()",
      MAYBE: "alias~ API",
    });
  });

  it.each([
    ["requires __VA_ARGS__", "attribute"],
    ["requires C<T>", "attribute"],
    ["...", "attribute"],
    ["requires(T a) { a.b(); }", "other"],
    ["::new (a(), __LINE__)", "new"],
    ["new A", "value"],
    ["new (a) A", "value"],
  ])("tells what a body stands for: %s", (body, role) => {
    expect(definesOf(`#define M ${body}\n`).get("M")).toBe(role);
  });

  it.each([
    ["namespace a::b { inline namespace v1 {", "open 2 a::b v1"],
    ["} namespace a { namespace b {", "open 1"],
    ['extern "C" {', "open 1"],
    ["namespace {", "open 1"],
    ["namespace a { {", "open 2"],
    ["namespace A##B {", "open 1"],
  ])("names the namespaces that alone are opened: %s", (body, role) => {
    expect(definesOf(`#define M ${body}\n`).get("M")).toBe(role);
  });

  it("numbers the argument that names a namespace", () => {
    expect(definesOf("#define M(a, name) namespace name { namespace b {\n").get("M")).toBe("open() 2 $2 b");
    expect(definesOf("#define M(name) namespace name::b {\n").get("M")).toBe("open() 1");
  });

  it("adds the names of namespaces to what is known", () => {
    const shipped = new Map([["M", "open 1"]]);
    const own = definesOf("#define M namespace a {\n");
    for (const maps of [
      [shipped, own],
      [own, shipped],
    ]) {
      expect(mergeRoles(maps).get("M")).toBe("open 1 a");
    }
  });

  it.each([
    ["#ifdef _WIN32\n#define M f\n#endif\n", "alias f!"],
    ["#if defined(_MSC_VER) && _MSC_VER > 1400 || OS_MAC\n#define M f\n#endif\n", "alias f!"],
    ["#if 0\n# if A\n#define M f\n# endif\n#endif\n", "alias f!"],
    ["#ifndef _WIN32\n#else\n#define M f\n#endif\n", "alias f!"],
    ["#ifdef __linux__\n#elif A\n#define M f\n#endif\n", "alias f!"],
    ["#ifdef _WIN32\n#define M f\n#define M\n#endif\n", "alias~ f!"],
    ["/* #if 1 */\n#ifdef _WIN32 /* a\n#endif */\n#define M f\n#endif\n", "alias f!"],
    ["#ifdef _WIN32\n#define M f\n#endif\n#define M f\n", "alias f"],
    ["#ifdef _WIN32\n#define M\n#else\n#define M f\n#endif\n", "alias~ f"],
    ["#ifdef _WIN32\n#endif\n#define M f\n", "alias f"],
    ["#if A || defined(_WIN32)\n#define M f\n#endif\n", "alias f"],
    ["#ifdef _MSC_VER\n#elif A\n#define M f\n#endif\n", "alias f"],
    ["#ifdef __GNUC__\n#else\n#define M f\n#endif\n", "alias f"],
    ["/*\n#ifdef _WIN32\n*/\n#define M f\n", "alias f"],
    ["#endif\n#else\n#define M f\n", "alias f"],
  ])("marks a macro that only left out branches define: %j", (text, role) => {
    expect(definesOf(text).get("M")).toBe(role);
  });

  it("reads the uses of a macro in a left out branch as of any other", () => {
    const roles = definesOf("#ifdef _WIN32\n#define API EXPORT_IT\n#define EXPORT_IT\n#endif\n");
    expect(mask("API Foo f;", { macros: knownEverywhere(roles) }).text).toBe("    Foo f;");
    const both = mergeRoles([roles, definesOf("#define API\n")]);
    expect(both.get("API")).toBe("alias~ EXPORT_IT");
    expect(both.get("EXPORT_IT")).toBe("attribute!");
  });

  it("merges the maps of several texts", () => {
    const roles = mergeRoles([wellKnown, definesOf("#define API EXPORT_IT\n"), definesOf("#define EXPORT_IT\n")]);
    expect(mask("API Foo f;", { macros: knownEverywhere(roles) }).text).toBe("    Foo f;");
  });
});

describe("what is masked in a text", () => {
  const text = "struct A : if_c< ( a > b ), c >::type {};\n";

  it("does not depend on the text before it", () => {
    const fresh = mask(text).edits;
    mask("MY_MACRO ".repeat(100));
    expect(mask(text).edits).toEqual(fresh);
    expect(fresh).toEqual([]);
  });

  it("is the same in whatever order texts are read", () => {
    const cases = themes.flatMap((theme) => theme.cases.map(({ text }) => text));
    const forwards = cases.map((one) => mask(one).edits);
    const backwards = [...cases].reverse().map((one) => mask(one).edits);
    expect(backwards.reverse()).toEqual(forwards);
  });
});
