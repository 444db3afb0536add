import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CodeIndex, Declaration } from "../../src/code-index/code-index.ts";
import { occurrencesIn } from "../../src/code-index/occurrences.ts";
import { referencedSymbol } from "../../src/code-index/referenced-symbol.ts";
import { isAddressed, parseSymbolAddress } from "../../src/code-index/symbol-address.ts";
import { isClass, isConstructor } from "../../src/code-index/symbol-kind.ts";
import { symbolOf } from "../../src/code-index/symbols-of.ts";
import { codeBase } from "../support/code-base.ts";
import { eachFile, lineMarks, type NavigationCase, navigationCases } from "../support/navigation.ts";
import { seed } from "../support/seed.ts";

/** Cases whose title begins with the address of a symbol, as find_references takes it, or `name:line` for one overload. */
const cases = [
  "cpp/constructors",
  "cpp/operators",
  "cpp/overloads",
  "cpp/references",
  "cpp/test-fixtures",
  "python/constructors",
  "python/references",
].map((name) => [name, navigationCases(`${name}.txt`)] as const);

describe.each(cases)("references: %s", (_, ofFile) => {
  test.each(ofFile)("$title", async (one) => {
    expect(await usesIn(one)).toEqual(lineMarks(one.files));
  });
});

/** Expressions around an object, and whether the class of the result is still known. */
const steps: readonly { readonly of: (object: string) => string; readonly isKnown: boolean }[] = [
  { of: (object) => `(${object})`, isKnown: true },
  { of: (object) => `(None or ${object})`, isKnown: true },
  { of: (object) => `(${object} if given else ${object})`, isKnown: true },
  { of: (object) => `[${object}][0]`, isKnown: true },
  { of: (object) => `(given or ${object})`, isKnown: false },
  { of: (object) => `${object}.part`, isKnown: false },
  { of: (object) => `${object}.take(1)`, isKnown: false },
  { of: (object) => `${object}["key"]`, isKnown: false },
  { of: (object) => `[one for one in ${object}][0]`, isKnown: false },
];

test("a member of an object of a library is possible unless the class of the object is known", async () => {
  const way = fc.array(fc.constantFrom(...steps), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(way, async (way) => {
      const object = way.reduce((inner, step) => step.of(inner), "Timer()");
      const lines = ["from lib import Timer", "class Own:", "  def abort(self): ...", "def run(given):"];
      const files = { "main.py": [...lines, `  held = ${object}`, "  held.abort()", `  ${object}.abort()`].join("\n") };
      const isKnown = way.every((step) => step.isKnown);
      const uses = isKnown ? [] : ["main.py:6 call possible", "main.py:7 call possible"];
      expect(await usesIn({ title: "Own.abort: ", files, marks: [], needs: [] }), object).toEqual(uses);
    }),
    { seed, numRuns: 60 },
  );
});

/** `path:line` with the types and certainties of the uses of the symbol there. */
async function usesIn({ files, title }: NavigationCase): Promise<readonly string[]> {
  const [, name = "", line] = /^(\S*?)(?::(\d+))?: /.exec(title) ?? [];
  const code = await codeBase(files);
  const found: string[] = [];
  await eachFile(files, (open, path) => {
    const { index, resolver } = open;
    const declared = addressed(name, index).filter((one) => line === undefined || one.line === Number(line));
    const groups = new Map(declared.map((one) => resolver.symbolOf(one)).map((all) => [all[0], all] as const));
    const ofFile = { ...code, index, resolverOf: () => resolver };
    const symbols = [...groups.values()].map((all) =>
      referencedSymbol(symbolOf(all, ofFile), ofFile, new Set(["destroy"])),
    );
    const byLine = new Map<number, string[]>();
    for (const { offset, type, certainty } of occurrencesIn(open, symbols)) {
      if (type === "declaration" || type === "definition") continue;
      const at = open.positionOf(offset).line;
      byLine.set(at, [...(byLine.get(at) ?? []), `${type} ${certainty}`]);
    }
    for (const [at, uses] of byLine) found.push(`${path}:${at} ${uses.join(", ")}`);
  });
  return found;
}

function addressed(name: string, index: CodeIndex): readonly Declaration[] {
  const address = parseSymbolAddress(name);
  const all = index.named(address.name).filter((one) => isAddressed(one, address, index));
  return address.outer.length === 0 && all.some(isClass) ? all.filter((one) => !isConstructor(one)) : all;
}
