/**
 * The rows of answers in the format `brief`: one line a row, with no word that the lines around it have said. Input:
 * the values of a file or of a graph, of any tool; output: lines.
 */
import type { RowValues } from "../answers/rows.ts";
import { jsonText } from "../base/escape/json.ts";
import { codeLine } from "../base/escape/line.ts";
import { nameText } from "../base/escape/name.ts";
import { groupBy } from "../base/group-by.ts";
import { groupRuns } from "../base/group-runs.ts";
import { isObject } from "../base/is-object.ts";
import { recordOf } from "../base/record.ts";
import { wordSet } from "../base/word-list.ts";
import { type CallTree, callTrees, type TreeNode } from "./call-tree.ts";
import { type CapturedLines, capturedLines, isCaptures } from "./capture-lines.ts";
import { isOfRow, joinedLines, numberedLines } from "./joined-lines.ts";
import { joinedUses } from "./joined-uses.ts";
import { keysText } from "./keys-text.ts";
import { plain } from "./plain.ts";
import { wayLines } from "./way-lines.ts";

/** Lists whose rows need no name before them: a tool has one of them. */
const usualLists: ReadonlySet<string> = new Set([
  "classes",
  "functions",
  "symbols",
  "matches",
  "diagnostics",
  "references",
  "callers",
  "definitions",
  "completions",
  "lines",
  "hunks",
]);

/** Words before a name, in this order. */
const wordKeys: readonly string[] = ["access", "declared", "severity", "kind"];

/** What stands behind all else of a row, after a colon. */
const textKeys: readonly string[] = ["message", "text", "diff"];

/** Keys with a line of code as their value, among other keys of a row. */
const codeKeys: ReadonlySet<string> = new Set(["match", "before", "after"]);

/** Keys that are not shown: another one, or the rows, say as much. */
const silentKeys: ReadonlySet<string> = new Set([
  "column",
  "end_column",
  "diagnostic_count",
  "error_count",
  "match_count",
]);

/** Keys whose values are names. */
const nameKeys: ReadonlySet<string> = new Set(["symbol", "name", "container", "in", "caller", "from", "to"]);

/** Keys whose values are qualified names. */
const qualifiedKeys: ReadonlySet<string> = new Set(["container", "in", "caller"]);

/** Names without their namespace that save more than it takes to tell the namespace. */
const leastNames = 3;

/** Parts in the order of their places, which is that of their lines. */
const unorderedParts: ReadonlySet<string> = new Set(["virtual_methods"]);

/** Parts that are written together if they say the same. */
const leastGroup = 2;

/** Writes the rows of an answer for `brief`. */
export class BriefRows {
  /** The namespace that names stand without, with its separator; "" for none. */
  readonly #outer: string;
  /** The symbol that all rows are of, which they do not repeat; undefined if they are of several, or do not say it. */
  readonly #symbol: string | undefined;
  /** The last part of a name → the symbols that have it, if the answer itself counts the uses of several. */
  readonly #named: ReadonlyMap<string, readonly string[]>;
  readonly #separators: Readonly<Record<string, string>>;

  /** @param separators by `filepath`, what is between the parts of a qualified name */
  constructor(answer: RowValues = {}, separators: Readonly<Record<string, string>> = {}) {
    this.#symbol = commonSymbolIn(answer);
    this.#outer = commonNamespaceIn(answer, this.#symbol);
    this.#named = isObject(answer.uses) ? groupBy(Object.keys(answer.uses), lastPart) : new Map();
    this.#separators = separators;
  }

  /** What the answer says of its names. */
  get keys(): RowValues {
    return {
      ...(this.#symbol !== undefined && { rows_of: this.#symbol }),
      ...(this.#outer !== "" && { names_in: this.#outer }),
    };
  }

  /** A file with its rows: on one line where it has one row of one line. */
  entryLines(path: string, values: RowValues): readonly string[] {
    const separator = this.#separators[path] ?? "::";
    const shown = Object.entries(values).filter(([key, value]) => value !== undefined && !silentKeys.has(key));
    const scalars = shown.flatMap(([key, value]) => {
      if (isTree(key, value)) return [];
      if (Array.isArray(value) || (key === "truncated" && values.truncated_reason !== undefined)) return [];
      return [isObject(value) ? `${key}: ${keysText(value)}` : `${key}=${quoted(value)}`];
    });
    const lists = shown.flatMap(([key, value]) => (Array.isArray(value) ? [[key, value] as const] : []));
    const lines = [
      ...(scalars.length === 0 ? [] : [scalars.join(" ")]),
      ...lists.flatMap(([key, rows]) => this.#listOfFile(key, rows, separator)),
      ...shown.flatMap(([key, value]) => (isTree(key, value) ? [`${key}:`, ...nodeLines(value, 1)] : [])),
    ];
    const [first, ...others] = lines;
    if (first === undefined) return [`${nameText(path)}: no ${lists.map(([key]) => key).join(", ") || "rows"}`];
    if (others.length > 0) return [nameText(path), ...lines];
    return [`${nameText(path)}:${/^\d/.test(first) ? "" : " "}${first}`];
  }

  /** A list of the head or the tail. */
  listLines(key: string, rows: readonly unknown[]): readonly string[] {
    if (key === "cycles") return rows.map((cycle) => `cycle: ${[cycle].flat().map(plain).join(" -> ")}`);
    if (!rows.some(isObject)) return [`${key}: ${rows.map(plain).join(", ")}`];
    const runs = groupRuns(rows.filter(isObject), ({ from }) => from);
    const lines = runs.flatMap(([from, ofOne]) =>
      ofOne.length === 1 || typeof from !== "string"
        ? ofOne.map((row) => this.#graphText(row))
        : [`${nameText(this.#short(from))}:`, ...ofOne.map((row) => this.#targetText(row))],
    );
    return [`${key}:`, ...lines];
  }

  /** The ways between two functions; undefined for an answer about anything else. */
  wayLines(head: RowValues): readonly string[] | undefined {
    return wayLines(head, (name) => this.#short(name));
  }

  /** A graph of calls, a line a function: callers or callees are below a function. Undefined for any other graph. */
  callLines(head: RowValues): readonly string[] | undefined {
    const trees = callTrees(head);
    return trees?.flatMap(({ direction, nodes }: CallTree) => [
      ...(trees.length > 1 ? [`${direction}:`] : []),
      ...nodes.map((one) => this.#callLine(one)),
    ]);
  }

  /** ` name path:1 at 2,3 likely`: the line where it begins, then the lines of the calls. */
  #callLine({ depth, node, above, isRepeated, isCut }: TreeNode): string {
    const { id, name = "", file, line, possible } = node;
    const { lines = [], from: _, to: __, ...marks } = above?.edge ?? { from: "", to: "" };
    const isTold = file === undefined || (isRepeated && id === undefined);
    const path = file === above?.node.file ? "" : nameText(file ?? "");
    return [
      " ".repeat(depth) + nameText(this.#short(plain(name))),
      ...(isTold ? [] : [`${path}:${line}`]),
      ...(lines.length === 0 ? [] : [`at ${lines.join(",")}`]),
      ...Object.entries(marks).flatMap(([key, value]) => callWords(key, value)),
      ...(possible === undefined ? [] : [`possible=${plain(possible)}`]),
      ...(isRepeated ? ["above"] : []),
      ...(isCut ? ["..."] : []),
    ].join(" ");
  }

  /** An edge below what it comes from: ` 12 -> target`. */
  #targetText({ from: _, to, line, lines, name, ...rest }: RowValues): string {
    const at = Array.isArray(lines) ? lines.join(",") : line;
    const target = to === undefined ? [name] : ["->", ...[to].flat()];
    const words = target.filter((word) => word !== undefined).map((word) => this.#short(plain(word)));
    const further = this.#graphText(rest);
    return [...(at === undefined ? [""] : [` ${at}`]), ...words, ...(further === "" ? [] : [further])].join(" ");
  }

  #listOfFile(key: string, rows: readonly unknown[], separator: string): readonly string[] {
    if (rows.length === 0) return [];
    const isUsual = usualLists.has(key);
    if (!rows.some(isObject)) {
      // Lines of code have a line each; names stand next to each other.
      if (key === "lines") return numberedCode(rows.map((row) => readLine(String(row))));
      const names = joined(rows.map((row) => this.#short(plain(row))));
      return [isUsual ? names : `${key}: ${names}`];
    }
    // Rows have no columns: uses in one line would look alike.
    const objects = key === "references" ? joinedUses(rows.filter(isObject)) : rows.filter(isObject);
    const lines = isCaptures(objects)
      ? capturedLines(objects).flatMap(captureTexts)
      : this.#heldLines(objects, separator);
    if (isUsual) return lines;
    return lines.length > 1 ? [`${key}:`, ...lines] : lines.map((line) => `${key}: ${line}`);
  }

  /** Rows; those of one container that follow each other stand below its name. */
  #heldLines(rows: readonly RowValues[], separator: string): readonly string[] {
    const lines: string[] = [];
    for (const [container, held] of groupRuns(rows, (row) => (row.line === undefined ? undefined : row.container))) {
      const isBelow = container !== undefined && held.length > 1;
      if (isBelow) lines.push(`${nameText(this.#qualified(String(container)))}:`);
      for (const row of joinedLines(held)) {
        const own = this.#rowLines(isBelow ? { ...row, container: undefined } : row, separator);
        for (const line of own) lines.push(isBelow ? ` ${line}` : line);
      }
    }
    return lines;
  }

  /** A row, and below it what it consists of. */
  #rowLines(row: RowValues, separator: string): readonly string[] {
    const { line, end_line, container, name, caller, signature, source, doc, children, ...rest } = isDiagnostic(row)
      ? briefDiagnostic(row)
      : row;
    // A caller without a name is the file outside of functions.
    const isRow = [line, name, caller, rest.lines].some((value) => value !== undefined);
    if (!isRow) return this.#groupLines(row);
    const isCode = typeof source === "string";
    const told = isCode || signature === undefined ? "" : plain(signature);
    const words = wordsOf(rest);
    const head = [
      placeOf(row),
      // `class A` says what it is.
      ...words.filter((word) => !(toldKinds.has(word) && word !== name && beginsWith(told, word))),
      ...this.#nameWords(
        { container, name: name ?? (caller === undefined ? undefined : this.#qualified(plain(caller))) },
        told,
        separator,
      ),
      ...this.#furtherWords(this.#withoutTold(rest, separator)),
    ];
    const texts = textKeys.flatMap((key) => (rest[key] === undefined ? [] : [String(rest[key])]));
    const isLong = texts.some((text) => text.includes("\n"));
    const short = isLong ? [] : texts.map((text) => codeText(text));
    const type = rest.type_source === undefined ? [] : [typeText(rest)];
    // The comment above code is part of it.
    const comment = doc === undefined || isCode ? "" : ` // ${plain(doc)}`;
    const below = Array.isArray(children) ? children.filter(isObject) : [];
    const first = head.filter((word) => word !== "").join(" ");
    // After only a place, a text needs no colon.
    const text = [first, ...short, ...type].join(": ").replace(/^(\d+(?:-\d+)?:):/, "$1");
    return [
      text + comment,
      ...(isLong ? texts.map(aroundText) : []),
      ...(isCode ? [sourceText(source, row)] : []),
      ...partsOf(rest, told).flatMap(([key, parts]) => this.#partLines(key, parts)),
      ...this.#heldLines(below, separator).map((text) => ` ${text}`),
    ];
  }

  /** The parts of a row, such as the bases of a class; if their order says nothing, the ones that differ only in their names are together. */
  #partLines(key: string, parts: readonly RowValues[]): readonly string[] {
    const isInOrder = !unorderedParts.has(key);
    const groups = isInOrder
      ? parts.map((part) => [part])
      : [...groupBy(parts, ({ name: _, line: __, ...rest }) => JSON.stringify(rest)).values()];
    const texts = groups.map((group) => this.#groupText(group));
    const isLong = parts.some((part) => Object.values(part).some(Array.isArray));
    return isLong ? [` ${key}:`, ...texts.map((text) => `  ${text}`)] : [` ${key}: ${texts.join("; ")}`];
  }

  /** `run 12 overrides=A`, or `overrides=A: run 12, stop 14`. */
  #groupText(group: readonly RowValues[]): string {
    const { name: _, line: __, ...rest } = group[0] ?? {};
    const isNamed = group.every(({ name, filepath }) => name !== undefined && filepath === undefined);
    const common = this.#partText(rest);
    if (group.length < leastGroup || !isNamed || common === "")
      return group.map((part) => this.#partText(part)).join("; ");
    return `${common}: ${group.map(({ name, line }) => this.#partText({ name, line })).join(", ")}`;
  }

  #partText({ name, filepath, line, type, ...rest }: RowValues): string {
    const place = filepath === undefined ? "" : `${nameText(String(filepath))}:`;
    return [
      ...wordsOf(rest),
      ...(name === undefined ? [] : [this.#short(plain(name))]),
      ...(line === undefined ? [] : [`${place}${line}`]),
      ...(type === undefined ? [] : [plain(type)]),
      ...this.#furtherWords(rest),
    ].join(" ");
  }

  #nameWords({ container, name }: RowValues, told: string, separator: string): readonly string[] {
    const holder = container === undefined ? "" : this.#qualified(plain(container));
    const own = name === undefined ? "" : this.#short(plain(name));
    if (told === "") return [holder === "" ? own : holder + separator + own];
    // A signature tells the name, and mostly what it is qualified with.
    return [holder === "" ? "" : `${holder}:`, hasWord(told, own) ? "" : own, told];
  }

  /** A row without its symbol where its line of code names it and no other one, and without the holder that its symbol names. */
  #withoutTold(row: RowValues, separator: string): RowValues {
    const { symbol, in: holder, text, ...rest } = row;
    if (typeof symbol !== "string" || symbol === this.#symbol) return row;
    const last = lastPart(symbol);
    const isTold =
      typeof text === "string" &&
      this.#named.get(last)?.length === 1 &&
      hasWord(text, last) &&
      ![...this.#named.keys()].some((other) => other !== last && hasWord(text, other));
    if (isTold) return { ...row, symbol: undefined };
    const isHeld = typeof holder === "string" && symbol === `${holder}${separator}${last}`;
    return isHeld ? { ...rest, symbol, text } : row;
  }

  /** The other keys of a row with a word or words. */
  #furtherWords(rest: RowValues): readonly string[] {
    return Object.entries(rest).flatMap(([key, value]) => {
      if (value === undefined || silentKeys.has(key) || wordKeys.includes(key) || textKeys.includes(key)) return [];
      if (key === "type" || key === "type_source") return rest.type_source === undefined ? [plain(value)] : [];
      if (key === "symbol" && value === this.#symbol) return [];
      if (key === "in") return [`in ${this.#qualified(plain(value))}`];
      if (key === "confidence") return [plain(value)];
      if (key === "captures" && isObject(value)) return capturedTexts(value, rest.text);
      if (key === "capture_name") return [`@${plain(value)}`];
      if (key === "code") return [`[${plain(value)}]`];
      if (key === "lines" && Array.isArray(value)) return [`at ${value.join(",")}`];
      if (key === "count" && Array.isArray(rest.lines) && rest.lines.length === value) return [];
      if (value === true) return [key];
      if (isObject(value)) return [`${key}=${this.#partText(value)}`];
      if (!Array.isArray(value)) return [`${key}=${quoted(this.#shortValue(key, value))}`];
      return value.some(isObject) ? [] : [`${key}=${value.map((one) => this.#short(plain(one))).join(",")}`];
    });
  }

  /** Names by container, access and kind: see compactNames. */
  #groupLines({ container, ...groups }: RowValues): readonly string[] {
    const texts = groupTexts(groups);
    if (container === undefined) return texts;
    const holder = nameText(this.#qualified(String(container)));
    return texts.length === 1 ? [`${holder}: ${texts[0]}`] : [`${holder}:`, ...texts.map((text) => ` ${text}`)];
  }

  /** A node or an edge of a graph, and what stands for none. */
  #graphText({ from, to, file, folder, name, kind, line, lines, symbols, ...rest }: RowValues): string {
    const textOf = (value: unknown) => this.#short(plain(value));
    const words = Object.entries(rest).map(([key, value]) => {
      const values = [value].flat().map((one) => (isObject(one) ? this.#graphText(one) : textOf(one)));
      return value === true ? key : `${key}=${joined(values)}`;
    });
    const place = Array.isArray(lines) ? `:${lines.join(",")}` : line === undefined ? "" : `:${line}`;
    if (from !== undefined && to !== undefined) {
      const isTo = Array.isArray(from);
      const [one, others] = isTo ? [to, from] : [from, to];
      return [
        `${placeName(textOf(one))}${place} ${isTo ? "<-" : "->"}`,
        ...[others].flat().map((name) => placeName(textOf(name))),
        ...words,
      ].join(" ");
    }
    const at = from ?? file ?? folder;
    if (Array.isArray(symbols)) return `${placeName(textOf(at))}: ${[...words, joined(symbols.map(textOf))].join(" ")}`;
    const named = [kind, name].filter((word) => word !== undefined).map(textOf);
    return [...(at === undefined ? [] : [placeName(textOf(at)) + place]), ...named, ...words].join(" ");
  }

  /** A name without the namespace of the answer, or code without its tabs. */
  #shortValue(key: string, value: unknown): unknown {
    if (typeof value !== "string") return value;
    return codeKeys.has(key) ? withBlanks(value) : this.#short(value);
  }

  /** A qualified name without the namespace of the answer; one outside of it begins with `::`. */
  #qualified(name: string): string {
    const short = this.#short(name);
    return this.#outer === "" || short !== name || name === this.#outer || name.startsWith("::") ? short : `::${name}`;
  }

  /** A name without the namespace of the answer. */
  #short(name: string): string {
    const outer = `${this.#outer}::`;
    return this.#outer !== "" && name.startsWith(outer) ? name.slice(outer.length) : name;
  }
}

/** The last part of an address, without its number. */
export function lastPart(address: string): string {
  return /[^.:]*$/.exec(address)?.[0].replace(/#\d+$/, "") ?? address;
}

function rowsIn({ results }: RowValues): readonly RowValues[] {
  return [results ?? []]
    .flat()
    .flatMap((entry) => Object.values(recordOf(entry)).filter(Array.isArray).flat().map(recordOf));
}

/** The symbol that all references of the results say that they are of; undefined if one says another, or none. */
function commonSymbolIn(answer: RowValues): string | undefined {
  const rows = rowsIn(answer);
  const symbols = new Set(rows.map((row) => row.symbol));
  const [symbol] = symbols;
  return symbols.size === 1 && rows.length > 1 && typeof symbol === "string" ? symbol : undefined;
}

/**
 * The namespace that most of an answer is in, where it pays to leave it out of names and a name shows it to be one: it holds
 * something that holds something. A class that holds classes is taken for one; the answer says what they lack. A name that is
 * not in it gets a sign, which takes room as well.
 *
 * @param symbol the symbol that all rows are of, if the answer itself is about several
 */
function commonNamespaceIn(answer: RowValues, symbol: string | undefined): string {
  const outer = /^[\w$]+(?=::)/u.exec(symbol ?? String(answer.symbol ?? ""))?.[0];
  if (outer === undefined) return "";
  const start = `${outer}::`;
  let isHolder = false;
  // The symbol itself keeps it.
  let names = symbol === undefined ? -1 : 0;
  let others = 0;
  const open: (RowValues | readonly unknown[])[] = [answer];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    // What lists hold are names.
    const isList = Array.isArray(value);
    for (const [key, one] of Object.entries<unknown>(value)) {
      if (Array.isArray(one) || isObject(one)) open.push(one);
      if (typeof one !== "string" || (key === "symbol" && one === symbol)) continue;
      if ((isList || nameKeys.has(key)) && one.startsWith(start)) {
        isHolder ||= one.indexOf("::", start.length) > 0;
        names++;
      } else if (qualifiedKeys.has(key) && one !== outer) others++;
    }
  }
  return isHolder && names >= leastNames && names > others ? outer : "";
}

/** True for a syntax tree that is not a text. */
function isTree(key: string, value: unknown): value is RowValues {
  return key === "tree" && isObject(value);
}

/** Levels beyond which nodes are not indented any further. */
const maxIndentedLevels = 40;

/** The line of a node, and below it those of its children, indented by their level. */
function nodeLines({ children, ...node }: RowValues, level: number): readonly string[] {
  const below = Array.isArray(children) ? children.filter(isObject) : [];
  const indent = " ".repeat(Math.min(level, maxIndentedLevels));
  return [indent + keysText(node), ...below.flatMap((child) => nodeLines(child, level + 1))];
}

/** Words about an edge of calls: how sure it is, the way to it, and its marks. */
function callWords(key: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (value === true) return [key];
  return [key === "confidence" ? plain(value) : `${key} ${plain(value)}`];
}

function isDiagnostic({ severity, message }: RowValues): boolean {
  return severity !== undefined && message !== undefined;
}

/** A diagnostic without its source, which its code tells; about names the message has what its line of code shows. */
function briefDiagnostic({ source, text, ...row }: RowValues): RowValues {
  return source === "names" ? row : { ...row, text };
}

/** `12:`, `12-30:`, and of a diagnostic `12:5:`, as its column is where to look. */
function placeOf({ line, end_line, severity, column }: RowValues): string {
  if (line === undefined) return "";
  if (severity !== undefined && column !== undefined) return `${line}:${column}:`;
  return end_line === undefined || end_line === line ? `${line}:` : `${line}-${end_line}:`;
}

/** The words before a name. */
function wordsOf(row: RowValues): readonly string[] {
  return wordKeys.flatMap((key) => (row[key] === undefined ? [] : [key === "declared" ? key : plain(row[key])]));
}

function typeText({ type, type_source }: RowValues): string {
  return type === undefined ? `type ${plain(type_source)}` : `type ${plain(type)} (${plain(type_source)})`;
}

/**
 * The lists of objects of a row.
 *
 * @param told the signature, which says most of parameters
 */
function partsOf(rest: RowValues, told: string): readonly (readonly [string, readonly RowValues[]])[] {
  const isTold = ({ name = "", type = "", default: value = "" }: RowValues) =>
    [name, type, value].every((part) => told.includes(plain(part)));
  return Object.entries(rest).flatMap(([key, value]) => {
    const parts = Array.isArray(value) ? value.filter(isObject) : [];
    return parts.length === 0 || (key === "parameters" && parts.every(isTold)) ? [] : [[key, parts] as const];
  });
}

/**
 * `A=a BODY="f(a);"`: metavariables and what they stand for; none if the text of the match shows that: it is whole, and has each of
 * them once, not more than one of them with several parts.
 */
function capturedTexts(captures: RowValues, match: unknown): readonly string[] {
  const shown = plain(match ?? "");
  const texts = Object.entries(captures).map(([name, value]) => [name, plain(value), value] as const);
  const isShownOnce = (text: string) => text !== "" && wordsIn(shown, text) === 1;
  const lists = texts.filter(([, text]) => /[,;]/.test(text));
  const isTold =
    !shown.includes("…") && (texts.length < 2 || lists.length === 0) && texts.every(([, text]) => isShownOnce(text));
  return isTold ? [] : texts.map(([name, , value]) => `${name}=${quoted(value)}`);
}

function groupTexts(groups: object): readonly string[] {
  return Object.entries(groups).flatMap(([key, value]) =>
    Array.isArray(value) ? [`${key} ${joined(value.map(plain))}`] : groupTexts(value).map((text) => `${key} ${text}`),
  );
}

/** Kinds that are keywords of a language as well, with which a signature may begin. */
const toldKinds = wordSet("module namespace class struct interface enum function operator event");

/** True for a text with this first word: `function* walk()` begins with `function`. */
function beginsWith(text: string, word: string): boolean {
  return text.startsWith(word) && !/[\w$]/.test(text.charAt(word.length));
}

function hasWord(text: string, word: string): boolean {
  return wordsIn(text, word) > 0;
}

/** The number of times that a text has a part which no letter goes on with: `a` is once in `a.area()`. An empty part is once in each text. */
function wordsIn(text: string, part: string): number {
  const isLetter = (character: string) => /[\w$]/.test(character);
  const goesOn = (one: string, next: string) => isLetter(one) && isLetter(next);
  if (part === "") return 1;
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const end = at + part.length;
    if (!goesOn(text.charAt(at - 1), part.charAt(0)) && !goesOn(part.slice(-1), text.charAt(end))) count++;
  }
  return count;
}

/** `12: @a @b: code`, or several lines of code below. */
function captureTexts({ names, code, ...place }: CapturedLines): readonly string[] {
  const head = [placeOf(place), ...names.map((name) => `@${plain(name)}`)].join(" ");
  return code.includes("\n") ? [head, quotedCode(code)] : [`${head}: ${codeText(code)}`];
}

/** Words next to each other; with commas where one of them has a blank. */
function joined(words: readonly string[]): string {
  return words.join(words.some((word) => word.includes(" ")) ? ", " : " ");
}

/** A name, or `name:12` for a place in a file. */
function placeName(text: string): string {
  const { 1: name = text, 2: numbers = "" } = /^(.*)(:\d+)$/.exec(text) ?? [];
  return nameText(name) + numbers;
}

/** Quoted code: a tab begins each line, so that none is taken for a row. */
function quotedCode(source: string): string {
  return source
    .split(/\r?\n/)
    .map((line) => (line === "" ? "" : `\t${codeLine(line)}`))
    .join("\n");
}

/** Every other line has its number: who reads the one between need not count. */
const numberEvery = 2;

/** A line of code and its number, which a use in it always shows. */
type CodeLine = { readonly line: number; readonly text: string; readonly isUse?: boolean };

/** `12: code` as the answer has it, or `12- code` next to the line of a use. */
function readLine(written: string): CodeLine {
  const { 1: line = "", 2: text = "" } = /^(\d+)[:-] ?(.*)$/s.exec(written) ?? [];
  return { line: Number(line), text };
}

/** Lines around a use, numbered; any other text of several lines without numbers. */
function aroundText(text: string): string {
  const lines = [...numberedLines(text).values()];
  if (lines.length === 0) return quotedCode(text);
  return numberedCode(lines.map((line) => ({ ...readLine(line), isUse: isOfRow(line) }))).join("\n");
}

/** Lines that a reader counts at a glance. */
const fewLines = 5;

/** Code with numbers if its lines are many and end with its row, such as one that begins with a comment; any other code without. */
function sourceText(source: string, { line, end_line: end = line, omitted_lines: omitted }: RowValues): string {
  const texts = source.split(/\r?\n/);
  const first = Number(end) - texts.length + 1;
  const isWhole = omitted === undefined && typeof line === "number" && first >= 1 && first <= line;
  if (!isWhole || texts.length <= fewLines) return quotedCode(source);
  return numberedCode(
    texts.map((text, at) => ({ line: first + at, text })),
    line - 1,
  ).join("\n");
}

/**
 * Code as quotedCode writes it, with numbers before the tab: of uses, of every other line, and of one that does not follow the line
 * `told` or the one above. An empty line has none, and then the one below has.
 */
function numberedCode(lines: readonly CodeLine[], told?: number): readonly string[] {
  let known = told;
  return lines.map(({ line, text, isUse = false }) => {
    const isNumbered = isUse || line % numberEvery === 0 || known !== line - 1;
    known = text === "" ? undefined : line;
    if (text === "") return "";
    return `${isNumbered ? `${line}:` : ""}\t${codeLine(text)}`;
  });
}

/** A value of a key: several words are in quotes, as in JSON. */
function quoted(value: unknown): string {
  return typeof value === "string" && !/^\S+$/.test(value) ? jsonText(value) : plain(value);
}

/** Code on one line, with a blank for tabs. */
function codeText(code: string): string {
  return plain(withBlanks(code));
}

function withBlanks(code: string): string {
  return code.replace(/\t+/g, " ");
}
