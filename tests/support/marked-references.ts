import type { CodeIndex, Declaration } from "../../src/code-index/code-index.ts";
import { indexingOf } from "../../src/code-index/languages.ts";
import { occurrencesIn } from "../../src/code-index/occurrences.ts";
import { referencedSymbol } from "../../src/code-index/referenced-symbol.ts";
import type { Resolver } from "../../src/code-index/resolution.ts";
import { isAddressed, parseSymbolAddress } from "../../src/code-index/symbol-address.ts";
import { isClass, isConstructor } from "../../src/code-index/symbol-kind.ts";
import { symbolOf } from "../../src/code-index/symbols-of.ts";
import { type FixtureFile, withResolver } from "./navigation-fixtures.ts";

/** Files with the address of a symbol, and what is expected of the lines that use it. */
type ReferenceCase = {
  readonly title: string;
  /** As find_references takes it, or `name:line` for one overload. */
  readonly address: string;
  readonly files: readonly FixtureFile[];
};

/**
 * Reads a file of cases: `==== address: title`, then `--- path` before each file. A line ends with what it has of the
 * symbol behind its declaration, `//> call likely` or `#> call exact`; a line without it has none.
 */
export function referenceCases(text: string): readonly ReferenceCase[] {
  return text
    .split(/^==== /m)
    .slice(1)
    .map((section) => {
      const [head = "", ...parts] = section.split(/^--- /m);
      const [, address = "", title = ""] = /^(\S+): (.*)$/.exec(head.trim()) ?? [];
      const files = parts.map((part) => {
        const end = part.indexOf("\n");
        return { path: `/case/${part.slice(0, end).trim()}`, text: part.slice(end + 1) };
      });
      return { title, address, files };
    });
}

/** `path:line` with what the marks say. */
export function expectedOf({ files }: ReferenceCase): readonly string[] {
  return files.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, at) => {
      const [, mark] = /(?:\/\/|#)> (.*)$/.exec(line) ?? [];
      return mark === undefined ? [] : [`${path}:${at + 1} ${mark}`];
    }),
  );
}

/** `path:line` with the types and certainties of the uses of the symbol there. */
export async function foundOf({ files, address }: ReferenceCase, language: string): Promise<readonly string[]> {
  const [, name = address, line] = /^(.*[^:]):(\d+)$/.exec(address) ?? [];
  const found: string[] = [];
  await withResolver(files, new Set(), (path, open, resolver, index) => {
    const code = codeOf(files, index, resolver);
    const declared = addressed(name, index).filter((one) => line === undefined || one.line === Number(line));
    const groups = new Map(declared.map((one) => resolver.symbolOf(one)).map((all) => [all[0], all] as const));
    const symbols = [...groups.values()].map((all) => referencedSymbol(symbolOf(all, code), code));
    const indexing = indexingOf(language);
    const file = { ...open, index, indexing, resolver, joinedText: open.text, referenceTags: () => new Map() };
    const byLine = new Map<number, string[]>();
    for (const { offset, type, certainty } of occurrencesIn(file, symbols)) {
      if (type === "declaration" || type === "definition") continue;
      const at = open.text.slice(0, offset).split("\n").length;
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

function codeOf(files: readonly FixtureFile[], index: CodeIndex, resolver: Resolver) {
  return {
    index,
    resolverOf: () => resolver,
    indexingOf,
    separatorOf: () => "::",
    textOf: (path: string) => files.find((one) => one.path === path)?.text,
    filesWith: (word: string) => files.filter(({ text }) => text.includes(word)).map(({ path }) => path),
  };
}
