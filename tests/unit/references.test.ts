import { describe, expect, test } from "vitest";
import type { CodeIndex, Declaration } from "../../src/code-index/code-index.ts";
import { occurrencesIn } from "../../src/code-index/occurrences.ts";
import { referencedSymbol } from "../../src/code-index/referenced-symbol.ts";
import { isAddressed, parseSymbolAddress } from "../../src/code-index/symbol-address.ts";
import { isClass, isConstructor } from "../../src/code-index/symbol-kind.ts";
import { symbolOf } from "../../src/code-index/symbols-of.ts";
import { codeBase } from "../support/code-base.ts";
import { eachFile, lineMarks, type NavigationCase, navigationCases } from "../support/navigation.ts";

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
    const symbols = [...groups.values()].map((all) => referencedSymbol(symbolOf(all, ofFile), ofFile));
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
