import { describe, expect, test } from "vitest";
import { excludedBranches, withoutBranches } from "../../src/syntax/cpp/conditionals/excluded-branches.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { known } from "../support/masking-fixtures.ts";
import { languageFor } from "../support/shipped-languages.ts";

const names = { defined: new Set(["__cplusplus"]), undefined: new Set(["_MANAGED", "SWIG"]) };

/** Conditions of `#if` with what is left: the branch that is taken, both, or the other one. */
const conditions: readonly (readonly [condition: string, left: "if" | "both" | "else"])[] = [
  ["if 0", "else"],
  ["if 1", "if"],
  ["if 0x0", "else"],
  ["if false", "else"],
  ["ifdef _MANAGED", "else"],
  ["ifndef _MANAGED", "if"],
  ["if defined(_MANAGED)", "else"],
  ["if defined _MANAGED // of C++/CLI", "else"],
  ["if !defined(_MANAGED)", "if"],
  ["if _MANAGED", "else"],
  ["if _MANAGED >= 1", "else"],
  ["if _MANAGED == 0", "if"],
  ["if defined(A) && defined(SWIG)", "else"],
  ["if (A > 1 || B) && /* of SWIG */ SWIG", "else"],
  ["if A(1, 2) && 0", "else"],
  ["if __has_include(<a.h>) && 0", "else"],
  ["if defined(SWIG) || \\\n  defined(_MANAGED)", "else"],
  ["if defined(A) || !defined(SWIG)", "if"],
  ["ifdef __cplusplus", "if"],
  ["ifndef __cplusplus", "else"],
  ["if defined(A) || defined(SWIG)", "both"],
  ["if defined(A) && !defined(SWIG)", "both"],
  ["if __cplusplus >= 201703L", "both"],
  ["if A", "both"],
  ["if", "both"],
  ["if 0 +", "both"],
  ["if (0", "both"],
  [`if ${"(".repeat(50_000)}0`, "both"],
  [`if ${"!".repeat(50_000)}0`, "both"],
];

describe("branches that a compiler leaves out", () => {
  test.each(conditions)("#%.60s", (condition, left) => {
    const text = `int a;\n#${condition}\nint b;\n#else\nint c;\n#endif\nint d;\n`;
    const rest = withoutBranches(text, excludedBranches(text, names));
    expect(rest).toHaveLength(text.length);
    expect({ b: rest.includes("int b;"), c: rest.includes("int c;") }).toEqual({
      b: left !== "else",
      c: left !== "if",
    });
    expect(rest.split("\n")).toHaveLength(text.split("\n").length);
    expect(/int a;[\s\S]*#endif\nint d;\n$/.test(rest)).toBe(true);
  });

  test("go with what is in them, and later branches of a group go when an earlier one is taken", () => {
    const text = "#if 0\n#if A\na\n#else\nb\n#endif\nc\n#elif 1\nd\n#elif B\ne\n#else\nf\n#endif\ng\n";
    const left = withoutBranches(text, excludedBranches(text, names)).replace(/\s+/g, " ").trim();
    expect(left).toBe("#if 0 #elif 1 d #elif B #else #endif g");
  });

  test("are none in a text without them, in comments and in groups that do not end", () => {
    expect(excludedBranches("#if A\nint a;\n#endif\n/*\n#if 0\nint b;\n#endif\n*/\n", names)).toEqual([]);
    expect(excludedBranches("#if 0\nint a;\n", names)).toEqual([]);
    expect(excludedBranches("#else\n#endif\n#endif\n", names)).toEqual([]);
  });
});

describe("syntax errors in branches that a compiler leaves out", () => {
  const readingOf = (name: string, text: string, isMasked: boolean) => {
    const language = languageFor(name);
    return withParsed(language, text, isMasked ? { masking: { macros: known } } : {}, (file) => ({
      lines: file.diagnostics(9).diagnostics.map(({ line }) => line),
      hasErrors: file.hasErrors(),
      names: file.symbols().map((symbol) => symbol.name),
    }));
  };
  const managed = "#if defined(_MANAGED)\npublic ref class Managed { String^ a; };\n#else\nclass Plain {};\n#endif\n";
  const objective = "#ifdef __OBJC__\n@interface A : B\n- (void)f:(int)a;\n@end\n#endif\n";
  const words = "#if 0\nno code at all { ( [\n#endif\n";
  const ofCpp =
    "#ifdef __cplusplus\nclass A { public: A() = default; template <class T> void f(); };\n#endif\nint g(void);\n";

  test.each([
    ["a.h", managed],
    ["a.h", objective],
    ["a.cpp", words],
    ["a.cpp", managed + objective + words],
    ["a.c", ofCpp],
    ["a.c", objective + words],
  ])("are none of %s: %j", async (name, text) => {
    for (const isMasked of [true, false]) {
      expect(await readingOf(name, text, isMasked)).toMatchObject({ lines: [], hasErrors: false });
    }
  });

  test("leave errors outside of them, and in branches that may be taken", async () => {
    expect(await readingOf("a.h", `${managed}int f( {\n`, true)).toMatchObject({ lines: [6], hasErrors: true });
    expect(await readingOf("a.h", "#if A\nint f( {\n#endif\n", true)).toMatchObject({ lines: [2], hasErrors: true });
  });

  test("take no symbol away", async () => {
    const { names } = await readingOf(
      "a.h",
      "#ifdef _MANAGED\nclass Managed {};\nint a = ^;\n#endif\nclass Plain {};\n",
      true,
    );
    expect(names).toEqual(expect.arrayContaining(["Managed", "Plain"]));
  });
});
