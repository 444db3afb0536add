import type { Document, Index, Occurrence } from "../../src/scip/bindings/scip_pb.d.ts";
import { SymbolRole } from "../../src/scip/bindings/scip_pb.js";

/**
 * What `scip lint` would say of an index, and what the comments of scip.proto ask for besides. Texts are those of the files,
 * by relative path: ranges are checked in them.
 */
export function problemsOf(index: Index, texts?: ReadonlyMap<string, string>): readonly string[] {
  const problems: string[] = [];
  const known = new Set<string>();
  for (const { symbol } of index.externalSymbols) {
    if (known.has(symbol)) problems.push(`an external symbol twice: ${symbol}`);
    known.add(symbol);
  }
  const paths = new Set<string>();
  for (const { relativePath: path, symbols } of index.documents) {
    if (paths.has(path)) problems.push(`a document twice: ${path}`);
    if (!isCanonicalPath(path)) problems.push(`a path that is not canonical: ${path}`);
    paths.add(path);
    const own = new Set<string>();
    for (const { symbol } of symbols) {
      if (symbol.startsWith("local ") ? own.has(symbol) : known.has(symbol)) problems.push(`${path}: twice ${symbol}`);
      own.add(symbol);
      if (!symbol.startsWith("local ")) known.add(symbol);
    }
  }
  for (const document of index.documents)
    problems.push(...problemsIn(document, known, texts?.get(document.relativePath)));
  return problems;
}

function problemsIn(document: Document, known: ReadonlySet<string>, text: string | undefined): readonly string[] {
  const { relativePath: path, symbols, occurrences } = document;
  const problems: string[] = [];
  const own = new Set(symbols.map(({ symbol }) => symbol));
  const isKnown = (symbol: string) => (symbol.startsWith("local ") ? own.has(symbol) : known.has(symbol));
  const say = (what: string) => problems.push(`${path}: ${what}`);
  const defined = new Set<string>();
  for (const { symbol, relationships, displayName, enclosingSymbol } of symbols) {
    if (!isCanonical(symbol)) say(`not canonical: ${symbol}`);
    if (displayName === "") say(`no name: ${symbol}`);
    if (enclosingSymbol !== "" && !isKnown(enclosingSymbol)) say(`${symbol} in nothing: ${enclosingSymbol}`);
    const related = new Set<string>();
    for (const { symbol: other, isImplementation, isReference, isDefinition, isTypeDefinition } of relationships) {
      if (!isKnown(other)) say(`${symbol} is related to nothing: ${other}`);
      if (related.has(other)) say(`${symbol} is related twice to ${other}`);
      if (other === symbol) say(`${symbol} is related to itself`);
      if (!(isImplementation || isReference || isDefinition || isTypeDefinition)) say(`${symbol}: an empty relation`);
      related.add(other);
    }
  }
  const places = new Set<string>();
  let last = [0, 0, 0, 0];
  const lines = text?.split("\n");
  for (const occurrence of occurrences) {
    const { symbol, symbolRoles, range, enclosingRange } = occurrence;
    const place = `${range.join(" ")} ${symbol}`;
    if (!isCanonical(symbol)) say(`not canonical: ${symbol} at ${range}`);
    if (!isKnown(symbol)) say(`no information about ${symbol} at ${range}`);
    if (places.has(`${place} ${symbolRoles}`)) say(`twice at ${range}: ${symbol}`);
    places.add(`${place} ${symbolRoles}`);
    const isDefinition = (symbolRoles & SymbolRole.Definition) !== 0;
    if (isDefinition) defined.add(symbol);
    if (isDefinition && (symbolRoles & SymbolRole.ForwardDefinition) !== 0) say(`both kinds of definition: ${symbol}`);
    const whole = wholeRange(range);
    if (compare(last, whole) > 0) say(`out of order: ${range}`);
    last = whole;
    if (!isRange(whole)) say(`no range: ${range}`);
    if (lines !== undefined && !isWithin(whole, lines)) say(`a range outside of the file: ${range}`);
    if (enclosingRange.length > 0) {
      const around = wholeRange(enclosingRange);
      const encloses =
        compare(around.slice(0, 2), whole.slice(0, 2)) <= 0 && compare(whole.slice(2), around.slice(2)) <= 0;
      if (!encloses) say(`${enclosingRange} does not enclose ${range}: ${symbol}`);
      if (lines !== undefined && !isWithin(around, lines))
        say(`an enclosing range outside of the file: ${enclosingRange}`);
    }
  }
  return problems;
}

/** A range with both of its lines; undefined numbers where it has neither three nor four. */
export function wholeRange(range: Occurrence["range"]): number[] {
  const [line = -1, start = -1, third = -1, fourth] = range;
  if (range.length === 4 && third === line) return [-1, -1, -1, -1];
  return fourth === undefined ? [line, start, line, third] : [line, start, third, fourth];
}

function isRange(range: readonly number[]): boolean {
  return range.every((number) => number >= 0) && compare(range.slice(0, 2), range.slice(2)) <= 0;
}

function isWithin([line = 0, start = 0, endLine = 0, end = 0]: readonly number[], lines: readonly string[]): boolean {
  return start <= (lines[line]?.length ?? -1) && end <= (lines[endLine]?.length ?? -1);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, i) => number !== b[i]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function isCanonicalPath(path: string): boolean {
  return path !== "" && !path.includes("\\") && path.split("/").every((part) => !["", ".", ".."].includes(part));
}

/** True for the string of a symbol that a parser of the grammar in scip.proto would write just so. */
export function isCanonical(symbol: string): boolean {
  if (symbol.startsWith("local ")) return /^local [\w$+-]+$/.test(symbol);
  // Scheme, manager, package and version: a space in them is doubled, and none is empty.
  const head = /^(?:(?:[^ ]| {2})+ ){4}/.exec(symbol)?.[0];
  if (head === undefined || head === symbol) return false;
  let rest = symbol.slice(head.length);
  while (rest !== "") {
    const descriptor = descriptorPattern.exec(rest);
    if (descriptor === null) return false;
    const { quoted } = descriptor.groups ?? {};
    if (quoted !== undefined && /^[\w$+-]*$/.test(quoted)) return false;
    rest = rest.slice(descriptor[0].length);
  }
  return true;
}

const name = /(?:[\w$+-]+|`(?<quoted>(?:[^`]|``)+)`)/.source;
const simple = /[\w$+-]+/.source;
const again = (source: string) => source.replace("?<quoted>", "");
/** One descriptor: a name with its suffix, or between brackets. */
const descriptorPattern = new RegExp(
  `^(?:${name}(?:[/#.:!]|\\((?:${simple})?\\)\\.)|\\[${again(name)}\\]|\\(${again(name)}\\))`,
  "u",
);
