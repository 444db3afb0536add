/**
 * The measures of one file: lines, functions, classes, markers such as TODO, documented symbols. Input: a parsed file;
 * output: its measures, with the names of functions.
 */
import { countWhile } from "../base/count-while.ts";
import { groupBy } from "../base/group-by.ts";
import { withLineFeeds } from "../syntax/copies.ts";
import type { ParsedFile } from "../syntax/parse.ts";
import { type PlacedSymbol, qualifiedName } from "../syntax/symbols.ts";
import { type CommentMarker, markersIn } from "./comment-markers.ts";
import { commentsIn } from "./comments.ts";
import { type DocCoverage, docCoverageOf } from "./doc-coverage.ts";
import { type FunctionMeasure, measuredFunctions } from "./function-measures.ts";
import { hiddenParts, wordsInHiddenMacros } from "./hidden-text.ts";
import { type LineCounts, lineCountsOf } from "./line-counts.ts";

/** A function with what it measures. */
export type MeasuredFunction = Pick<
  FunctionMeasure,
  "complexity" | "cognitive" | "nesting" | "parameters" | "hasErrors" | "isInner"
> & {
  readonly name: string;
  /** The qualified name of what holds it; "" for nothing. */
  readonly container: string;
  /** Of the name. */
  readonly line: number;
  readonly endLine: number;
  readonly lines: number;
};

/** A class with the number of its methods, declared ones included. */
type MeasuredClass = Pick<PlacedSymbol, "name" | "kind" | "container" | "line" | "endLine"> & {
  readonly methods: number;
};

/** The measures of a file. */
export type FileMeasures = {
  readonly lines: LineCounts;
  /** In source order; undefined for a language without rules for them. */
  readonly functions: readonly MeasuredFunction[] | undefined;
  /** Sums over all functions; those inside of others count once. */
  readonly complexity: number;
  readonly cognitive: number;
  readonly classes: readonly MeasuredClass[];
  readonly markers: readonly (Omit<CommentMarker, "at"> & { readonly line: number })[];
  readonly docCoverage: DocCoverage;
};

/** Kinds of symbols that are functions, and kinds that have methods. */
const functionKinds: ReadonlySet<string> = new Set(["function", "method", "constructor", "operator", "property"]);
const classKinds: ReadonlySet<string> = new Set(["class", "struct", "interface"]);

/** UTF-16 code units of a function's name that is not a symbol. */
const maxNameLength = 80;

/** Measures a file by its tree. */
export function measuresOf(file: ParsedFile): FileMeasures {
  const flat = file.flat();
  const { metrics: rules } = file.language;
  const text = withLineFeeds(file.text);
  const hidden = hiddenParts(text, flat.text);
  const comments = commentsIn(flat, text, hidden, rules);
  const symbols = file.symbols();
  const decisions = rules === undefined ? [] : wordsInHiddenMacros(text, hidden, new Set(rules.decision_words));
  const measured = rules && measuredFunctions(flat, { language: file.language, rules, hiddenDecisions: decisions });
  const functions = measured && namedFunctions(measured, symbols, file, text);
  const counted = functions?.filter(({ isInner }) => !isInner || rules?.inner_functions === "apart") ?? [];
  return {
    lines: lineCountsOf(text, comments),
    functions,
    complexity: counted.reduce((sum, { complexity }) => sum + complexity, 0),
    cognitive: counted.reduce((sum, { cognitive }) => sum + cognitive, 0),
    classes: classesIn(symbols, file.language.scope_separator),
    markers: markersIn(text, comments).map(({ at, ...marker }) => ({
      line: flat.wholePositionOf(at).line,
      ...marker,
    })),
    docCoverage: docCoverageOf(symbols),
  };
}

function namedFunctions(
  measures: readonly FunctionMeasure[],
  symbols: readonly PlacedSymbol[],
  { language, flat }: ParsedFile,
  text: string,
): readonly MeasuredFunction[] {
  const { wholePositionOf } = flat();
  const named = symbols.filter(({ kind }) => functionKinds.has(kind)).sort((a, b) => a.at - b.at);
  return measures.map((measure) => {
    const { start, bodyStart, end, complexity, cognitive, nesting, hasErrors, isInner } = measure;
    const symbol = named[countWhile(named.length, (i) => (named[i]?.at ?? 0) < start)];
    const own = symbol !== undefined && symbol.at < bodyStart ? symbol : undefined;
    const startLine = wholePositionOf(start).line;
    const endLine = wholePositionOf(Math.max(start, end - 1)).line;
    const isMethod = own?.parent !== undefined && classKinds.has(own.parent.kind);
    const [receiver = ""] = /^\w*/.exec(measure.firstParameter) ?? [];
    const hasReceiver = isMethod && language.metrics?.receivers.includes(receiver) === true;
    return {
      name: own?.name ?? headOf(text, start, bodyStart),
      container: own?.container ?? "",
      line: own?.line ?? startLine,
      endLine,
      lines: endLine - startLine + 1,
      complexity,
      cognitive,
      nesting,
      hasErrors,
      isInner,
      parameters: measure.parameters - (hasReceiver ? 1 : 0),
    };
  });
}

/** The text before the body of a function without a name of its own, such as one that a macro begins. */
function headOf(text: string, start: number, bodyStart: number): string {
  const head = text.slice(start, Math.min(bodyStart, start + maxNameLength));
  return head.replace(/\s+/g, " ").trim();
}

/**
 * The classes of a file with their methods. Go and Rust have them outside of the class, which `container` names; a method
 * of C++ that is defined outside is declared inside, and counts once.
 */
function classesIn(symbols: readonly PlacedSymbol[], separator: string): readonly MeasuredClass[] {
  const functions = symbols.filter(({ kind }) => functionKinds.has(kind));
  const inside = groupBy(functions, ({ parent }) => parent);
  const outside = groupBy(
    functions.filter(({ parent }) => parent === undefined || !classKinds.has(parent.kind)),
    ({ container }) => container,
  );
  return symbols
    .filter(({ kind }) => classKinds.has(kind))
    .map((symbol) => {
      const { name, kind, container, line, endLine } = symbol;
      const own = inside.get(symbol) ?? [];
      const declared = new Set(own.map((method) => method.name));
      const others = outside.get(qualifiedName(symbol, separator)) ?? [];
      const methods = own.length + others.filter((method) => !declared.has(method.name)).length;
      return { name, kind, container, line, endLine, methods };
    });
}
