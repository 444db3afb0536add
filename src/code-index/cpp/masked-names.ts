import { tokensOf } from "../../syntax/cpp/tokens/lexer.ts";
import { isDirective, Kind } from "../../syntax/cpp/tokens/token-list.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { FileOfNames, NamesOutsideTree, WordRange } from "../names-outside-tree.ts";
import type { ReferencePlaces } from "../reference-places.ts";
import { isInNamedStatement } from "./named-statements.ts";

/** The names that masking has taken out of the tree, such as an argument of a macro, or that a macro is replaced by. */
export function maskedNames({ text }: FileOfNames, places: ReferencePlaces): NamesOutsideTree {
  let words: ReadonlySet<number> | undefined;
  const wordsOf = () => (words ??= new Set(wordsOfCode(text)));
  let launches: readonly WordRange[] | undefined;
  const isInLaunch = (offset: number) => {
    launches ??= launchesIn(text);
    return launches.some(({ start, end }) => start < offset && offset < end);
  };
  return {
    *words(inTree) {
      for (const start of wordsOf()) {
        if (inTree.has(start)) continue;
        const length = wordPattern.exec(text.slice(start, start + maxWord))?.[0].length ?? 0;
        if (length > 0) yield { start, end: start + length };
      }
    },
    mayBeName(offset, word) {
      if (!word.startsWith("~")) return wordsOf().has(offset);
      // If the tree has the name after it, `~` is an operator.
      return places.nameAt(offset + 1, offset + word.length) === noNode && wordsOf().has(offset + 1);
    },
    useOf({ confidence, targets }, offset) {
      // Of what the tree does not show, only macros are surely known, what such statements are about, and launches.
      if (targets[0]?.kind === "macro") return { where: "masked", type: "text", isSure: true };
      if (isInLaunch(offset)) {
        return { where: "masked", type: "read", isSure: confidence === "exact" || confidence === "likely" };
      }
      const isSure = confidence === "exact" && isInNamedStatement(text, offset);
      return { where: isSure ? "tree" : "masked", type: isSure ? "type" : "text", isSure };
    },
  };
}

const launchPattern = /(?<!<)<<<(?!<)[^;{}]{1,500}?>>>/g;

/** The configurations of kernel launches, `f<<<blocks, threads>>>(1)` of CUDA: masking takes the expressions out. */
function launchesIn(text: string): readonly WordRange[] {
  return Array.from(text.matchAll(launchPattern), ({ 0: launch, index }) => ({
    start: index,
    end: index + launch.length,
  }));
}

const wordPattern = /^[\p{L}_$][\p{L}\p{M}\p{N}_$]*/u;

/** UTF-16 code units of the longest word that is looked up outside of the tree. */
const maxWord = 200;

/** The offsets of words of C++ outside of comments and strings: also in what a macro is replaced by. */
export function* wordsOfCode(text: string): Generator<number> {
  const { count, kind, start, end } = tokensOf(text);
  const directives: (readonly [number, number])[] = [];
  for (let token = 0; token < count; token++) {
    const [of = Kind.end, from = 0, to = 0] = [kind[token], start[token], end[token]];
    if (of === Kind.word) yield from;
    else if (isDirective(of) && of !== Kind.include) directives.push([from, to]);
  }
  for (const [from, to] of directives) {
    const head = /^[#%:\s]*\w+/.exec(text.slice(from, to))?.[0].length ?? 0;
    for (const offset of wordsOfLine(text.slice(from + head, to))) yield from + head + offset;
  }
}

/** The offsets of words in a text without directives. */
function wordsOfLine(text: string): readonly number[] {
  const { count, kind, start } = tokensOf(text);
  const offsets: number[] = [];
  for (let token = 0; token < count; token++) if (kind[token] === Kind.word) offsets.push(start[token] ?? 0);
  return offsets;
}
