import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { asItStands } from "../../src/syntax/copies.ts";
import { diagnosticsOf } from "../../src/syntax/diagnostics.ts";
import { copyTree } from "../../src/syntax/flat/copy-tree.ts";
import { loadGrammar } from "../../src/syntax/grammars.ts";
import type { Language } from "../../src/syntax/languages.ts";
import { matcherOf } from "../../src/syntax/queries.ts";
import { symbolsOf } from "../../src/syntax/symbols.ts";
import { eventsOf } from "../../src/syntax/syntax-tree.ts";
import { treeNotations } from "../../src/tools/answers/tree-notations.ts";
import { languages } from "./shipped-languages.ts";

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));
const samples: Readonly<Record<string, readonly string[]>> = {
  cpp: ["symbols/cpp/definitions.cpp", "reference/src/core/TreeSitterParser.cpp", "captures/cpp/functions.cpp"],
  python: ["symbols/python/definitions.py", "reference/tests/fixtures/with_decorators.py", "captures/python/syntax.py"],
};

/** Edits that damage a text: by a number, the same ones in each run. */
function damaged(text: string, seed: number): string {
  let state = seed * 2_654_435_761 + 1;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
  let copy = text;
  for (let edits = 1 + random(3); edits > 0; edits--) {
    const at = random(copy.length);
    const length = random(2) === 0 ? 1 : random(30);
    const insert = ["", "", "{", ")", "(", ";", '"', "\n", " class ", "'''", "#if X\n", "é😀"][random(12)] ?? "";
    copy = copy.slice(0, at) + insert + copy.slice(at + length);
  }
  return copy;
}

/** Languages and the texts of each that are damaged, as paths below tests/fixtures. */
export const damagedTexts: readonly (readonly [language: Language, path: string])[] = languages.flatMap((language) =>
  (samples[language.name] ?? []).map((path) => [language, path] as const),
);

/** A text below tests/fixtures, as it is and damaged in `count - 1` ways. */
export function damagedVersions(path: string, count: number): readonly string[] {
  const whole = readFileSync(join(fixtures, path), "utf8");
  return Array.from({ length: count }, (_, seed) => (seed === 0 ? whole : damaged(whole, seed)));
}

/** Expects symbols, diagnostics and tree of a text to hold together, as it is and damaged in `count - 1` ways. */
export async function expectConsistent(language: Language, path: string, count: number): Promise<void> {
  const loaded = await loadGrammar(language);
  for (const [seed, text] of damagedVersions(path, count).entries()) {
    const tree = loaded.parser.parse(text);
    if (tree === null) throw new Error("no tree");
    const root = tree.rootNode;
    const at = `${path}, seed ${seed}`;

    const { diagnostics, counts } = diagnosticsOf(loaded, text, root, 1_000);
    const count = counts.syntax_error + counts.missing_token;
    expect(count > 0, at).toBe(root.hasError);
    expect(diagnostics.length, at).toBe(count);
    for (const { line, column, endLine, endColumn, text: shown } of diagnostics) {
      expect(text.split("\n")[line - 1]?.trimEnd(), at).toBe(shown);
      expect(endLine > line || (endLine === line && endColumn >= column), at).toBe(true);
    }

    const flat = copyTree(loaded, root);
    const { symbols } = symbolsOf(language, asItStands(text), flat, matcherOf(loaded, "symbols")?.(flat, text) ?? []);
    const places = symbols.map(({ line, column }) => line * 10_000 + column);
    expect(places, at).toEqual([...new Set(places)].sort((a, b) => a - b));
    for (const { name, line, column, endLine, signature, doc, parent, depth } of symbols) {
      const written = text
        .split("\n")
        .slice(line - 1, line + 2)
        .join("\n")
        .slice(column - 1);
      expect(written.startsWith(name.charAt(0)), `${at}: ${name}`).toBe(true);
      expect(endLine, `${at}: ${name}`).toBeGreaterThanOrEqual(line);
      expect(signature(), at).not.toMatch(/\n/);
      expect(doc()?.length ?? 1, at).toBeLessThanOrEqual(200);
      expect(depth, at).toBe(parent === undefined ? 0 : parent.depth + 1);
    }

    const options = { range: undefined, maxDepth: Infinity, maxNodes: Infinity, namedOnly: true };
    const { tree: written } = treeNotations.sexp(eventsOf(text, root, options), false);
    expect(written === visible(root.toString()), `${at}: the tree`).toBe(true);
    tree.delete();
  }
}

/**
 * What tree-sitter prints of the nodes in a tree: a character that it could not read is an ERROR node there, and a
 * missing token of a hidden kind is none. Kinds that tree-sitter names itself, such as preproc_include_token2, are
 * hidden. A quote is not escaped.
 */
function visible(sexp: string): string {
  return sexp
    .replace(/\(UNEXPECTED (?:'\\?.'|\d+)\)/gu, "(ERROR)")
    .replace(/ \(MISSING (?:_\w+|"\w+_token\d+")\)/g, "")
    .replaceAll('(MISSING """)', String.raw`(MISSING "\"")`);
}
