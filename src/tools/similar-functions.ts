/**
 * search_code with `similar_to`: the functions that are most like one. Input: the address of a function; output: the functions of the
 * files that share most of its names, the ones that are most alike first.
 */
import { UserError } from "../base/errors.ts";
import { shown } from "../base/shown.ts";
import type { Code, DeclaredFile } from "../code-index/code.ts";
import type { Declaration } from "../code-index/code-index.ts";
import { findSymbols } from "../code-index/find-symbols.ts";
import { declarationAt } from "../code-index/places.ts";
import { qualifiedNameOf } from "../code-index/qualified-name.ts";
import { leastLikeness, leastRuns, likenessOf, shapeOf } from "../code-index/search/similar-code.ts";
import { scoreDigits } from "../code-index/search/weights.ts";
import { isBare, isFunction } from "../code-index/symbol-kind.ts";
import type { SimilarTo } from "./answers/search-answer.ts";

/** Files whose functions are compared: the ones that share most names with the function. */
const maxCompared = 1_500;

/** Files with a name past which it says nothing. */
const maxFilesOfName = 300;

/** The function that others are compared with, and the files to compare. */
export type SimilarPlan = {
  readonly similar: SimilarTo;
  readonly paths: readonly string[];
  /** The number of files of its language. */
  readonly found: number;
};

/** @throws UserError if the address is not of a function with a body, or of one that is too short */
export async function similarPlan(code: Code, address: string): Promise<SimilarPlan> {
  const found = await findSymbols(code, { symbol: address, filepath: undefined, line: undefined, column: undefined });
  const declarations = found.symbols.flatMap(({ places }) =>
    places.flatMap((place) => declarationAt(code.index.fileAt(place.path), place) ?? []),
  );
  const declaration = declarations.find((one) => isFunction(one) && !isBare(one));
  const read =
    declaration &&
    (await code.withDeclarations(declaration.file.path, ({ text, commentSigns }) => {
      const source = text.slice(declaration.start, declaration.end);
      return { source, shape: shapeOf(source, commentSigns, declaration.name) };
    }));
  if (declaration === undefined || read === undefined) {
    const error = found.symbols.length === 0 ? "Symbol not found" : "No function with a body";
    throw new UserError(`${error}: ${shown(address)}`, {
      details: "similar_to takes the name of a function, such as Shape::area.",
    });
  }
  const { file } = declaration;
  const { source, shape } = read;
  if (shape.runs.length < leastRuns) {
    throw new UserError(`Too short to compare: ${shown(address)}`, {
      details: "Short functions are alike by chance. search_code with query, or find_pattern, finds code like it.",
    });
  }
  const all = code.index.files.filter(({ language }) => language === file.language).map(({ path }) => path);
  return {
    similar: {
      name: qualifiedNameOf(declaration, code.separatorOf(file.language)),
      path: file.path,
      line: declaration.line,
      runs: [...shape.runs],
      calls: [...shape.calls],
      others: declarations.filter((one) => one !== declaration && isFunction(one) && !isBare(one)).length,
    },
    paths: all.length <= maxCompared ? all : nearestOf(source, file.path, new Set(all), code),
    found: all.length,
  };
}

/** The files that have most of the names of a source, rare names before others. */
function nearestOf(source: string, path: string, all: ReadonlySet<string>, code: Code): readonly string[] {
  const names = new Set(source.match(/[\p{L}_$][\p{L}\p{M}\p{N}_$]{2,}/gu) ?? []);
  const worths = new Map<string, number>([[path, Number.POSITIVE_INFINITY]]);
  for (const name of names) {
    const count = code.countFilesWith(name, maxFilesOfName);
    if (count >= maxFilesOfName) continue;
    for (const one of code.filesWith(name)) if (all.has(one)) worths.set(one, (worths.get(one) ?? 0) + 1 / (1 + count));
  }
  const ranked = [...worths].sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1));
  return ranked.slice(0, maxCompared).map(([one]) => one);
}

/** The functions of a file that are alike, and how much. */
export function similarIn(
  { file, text, commentSigns }: DeclaredFile,
  { path, line, runs, calls }: SimilarTo,
): readonly { readonly declaration: Declaration; readonly score: number }[] {
  return file.declarations.flatMap((declaration) => {
    const isItself = file.path === path && declaration.line === line;
    if (isItself || !isFunction(declaration) || isBare(declaration)) return [];
    const shape = shapeOf(text.slice(declaration.start, declaration.end), commentSigns, declaration.name);
    if (shape.runs.length < leastRuns) return [];
    const score = likenessOf({ runs, calls }, shape);
    return score < leastLikeness ? [] : { declaration, score: Number(score.toFixed(scoreDigits)) };
  });
}
