/**
 * The lines of answers from the index in the format `text`. Input: an answer, and the look of a terminal or a pipe;
 * output: a line a row, each with its path, and last the lines on what is missing.
 */
import { type FileEntry, type IndexResults, isOfResults, resultEntries } from "../answers/answer.ts";
import {
  CallerRow,
  ClassRow,
  CompletionRow,
  DiagnosticRow,
  EditRow,
  type MethodRow,
  NameGroups,
  ReferenceRow,
  RefusedRow,
  SymbolRow,
  TestRow,
} from "../answers/row-kinds.ts";
import type { RowValues } from "../answers/rows.ts";
import { codeLine } from "../base/escape/line.ts";
import { recordOf } from "../base/record.ts";
import { wordList } from "../base/word-list.ts";
import { patchLines } from "./diff-lines.ts";
import { graphLines } from "./graph-lines.ts";
import { hierarchyLines, relatedText } from "./hierarchy-lines.ts";
import { headLines, keysText } from "./keys-text.ts";
import { fileBlock, type Look, lineBelow, placedLine, severityRole } from "./look.ts";
import { importLine, markerLine, measuredLine, worstLines } from "./measure-lines.ts";
import { namedLine } from "./named-line.ts";
import { lastLine } from "./outline-lines.ts";
import { plain } from "./plain.ts";

/** The inputs for the lines of an entry, without their rows. */
type EntryContext = {
  /** In front of each row. */
  readonly mark: string;
  /** Between the parts of a qualified name. */
  readonly separator: string;
  /** The name that an answer is about, without its qualification; empty for an answer about no name. */
  readonly name: string;
  readonly look: Look;
};

/** The context of the entries of one list. */
type ShownEntries = Omit<EntryContext, "separator"> & { readonly separators: Readonly<Record<string, string>> };

/** The writers of rows after `path:`, by the key of their list. */
const writers: ReadonlyMap<string, (row: unknown, context: EntryContext) => readonly string[]> = new Map([
  ["references", referenceLines],
  ["callers", callerLines],
  ["definitions", definitionLines],
  ["declarations", definitionLines],
  ["symbols", definitionLines],
  ["lines", numberedLines],
  ["classes", classLines],
  ["completions", completionLines],
  ["edits", editLines],
  ["reasons", (row) => [refusedLine(row)]],
  ["diagnostics", diagnosticLines],
  ["functions", (row, { separator, look }) => [measuredLine(row, separator, look)]],
  ["imports", (row, { look }) => [importLine(row, look)]],
  ["tests", testLines],
  ["comment_markers", (row, { look }) => [markerLine(row, look)]],
]);

/**
 * Writes an answer from the index, a line a row: `path:line:column: type in caller: text` of a reference,
 * `path:line:column: kind qualified-name signature access` of a definition, `path:line: caller (lines 1, 2)` of a caller,
 * `path:line:column: class A: its bases; derived: B` of a class and `path:line: method A::f: overrides B` of its methods,
 * `path: name kind signature` of a completion and below all of them what was asked for, `path: count=3 …` of a file, of measures
 * also `path:line: A::f complexity=1 …` of a function and a line of totals. A graph has lines of its own. Possible references
 * are marked, and the last line says what is missing.
 */
export function indexLines(answer: IndexResults, look: Look): readonly string[] {
  const { not_searched: notSearched, words, near } = answer.tail;
  const { uses_of_overrides: overriding, uses_from_outside: outside } = answer.isReference ? {} : answer.head;
  const last = Object.entries({
    "uses of overrides": overriding,
    "uses from outside": outside,
    words,
    near,
    "not searched": notSearched,
  });
  return [
    ...allLines(answer, look),
    ...last.flatMap(([title, keys]) =>
      keys === undefined ? [] : [look.block([`${title}: ${keysText(recordOf(keys))}\n`])],
    ),
  ];
}

function allLines(answer: IndexResults, look: Look): readonly string[] {
  const { head, lists, separators = {}, tail, isReference } = answer;
  const entries = resultEntries(lists);
  const { truncated_reason, external, graph, total_files } = head;
  const shown = { mark: "", separators, name: simpleName(head.symbol), look };
  if (isReference) {
    const rows = entries.map((entry) => entryLines(entry, shown));
    return [look.block(headLines(head, look)), ...rows, look.block(headLines(tail, look))];
  }
  if (lists.length === 0 && total_files === undefined) return graphLines(head, look);
  const diff = patchLines(head.diff);
  // A diff has the lines of the results.
  const files = diff === undefined ? entries : [];
  const hierarchy = look.isForPeople && head.lacks === undefined ? hierarchyLines(files, separators, look) : undefined;
  return [
    ...(typeof graph === "string" ? [look.whole(graph)] : []),
    ...(diff === undefined ? [] : [look.block(diff)]),
    ...(external === undefined ? [] : [look.block([`${plain(head.symbol)}: external ${plain(external)}\n`])]),
    ...lists.flatMap((list) => {
      if (isOfResults(list)) return hierarchy ?? files.map((entry) => entryLines(entry, shown));
      return list.entries.map((entry) => entryLines(entry, { ...shown, mark: `${list.name}:${look.gap}` }));
    }),
    ...(head.worst === undefined ? [] : [look.block(worstLines(head.worst, look))]),
    ...[countLine(head, look) ?? []].flat().map((line) => look.block([line])),
    ...(head.replaced_in === undefined ? [] : [look.block([`replaced_in: ${plain(head.replaced_in)}\n`])]),
    ...(head.folded === undefined ? [] : [look.block([`${look.paint("warning", "folded")}: ${plain(head.folded)}\n`])]),
    ...(truncated_reason === undefined
      ? []
      : [look.block([`${look.paint("warning", "truncated")}: ${plain(truncated_reason)}\n`])]),
  ];
}

/** A line of numbers below the rows. */
type CountLine = {
  /** The key of the head that an answer with the line has. */
  readonly of: string;
  /** The keys of the line, in its order; left out if these are all keys. */
  readonly keys?: readonly string[];
  /** The text at the start of the line. */
  readonly start?: keyof typeof starts;
};

/** The texts at the start of a line of numbers. */
const starts = {
  symbol: ({ symbol }: RowValues) => `${plain(symbol)}: `,
  totals: (_: RowValues, look: Look) => `${look.paint("heading", "totals")}: `,
};

const referenceKeys = wordList("total_references total_possible total_unresolved resolved mentions_in_prose counts");

/** The keys of a rename. */
const editKeys = wordList(
  "new_name total_edits edited_files state applied written_files total_refused total_possible total_in_text " +
    "mentions_in_prose",
);

/** The lines of numbers by what an answer is about: the first that fits is written. */
const countLines: readonly CountLine[] = [
  { of: "prefix", keys: ["prefix", "confidence", "total"] },
  { of: "total_files", start: "totals" },
  { of: "lacks", start: "symbol", keys: ["lacks", "total_classes", "total_lacking"] },
  { of: "total_symbols", keys: ["total_symbols"] },
  { of: "total_unused", keys: ["total_unused", "total_with_reasons"] },
  {
    of: "total_edits",
    start: "symbol",
    keys: editKeys,
  },
  { of: "total_references", start: "symbol", keys: referenceKeys },
  { of: "truncated_reason", start: "symbol", keys: referenceKeys },
];

/** Writes the numbers of an answer; undefined for an answer that has all rows of a symbol. */
function countLine(head: RowValues, look: Look): string | undefined {
  const line = countLines.find(({ of }) => head[of] !== undefined);
  if (line === undefined || (line.start === "symbol" && head.symbol === undefined)) return undefined;
  const { truncated_reason: _, truncated: __, worst: ___, ...all } = head;
  const { start, keys } = line;
  return `${start === undefined ? "" : starts[start](head, look)}${keysText(keys === undefined ? all : valuesOf(head, keys))}\n`;
}

/** The values of some keys, and instead of `counts` its own. */
function valuesOf(head: RowValues, keys: readonly string[]): RowValues {
  const { counts, ...values } = Object.fromEntries(keys.map((key) => [key, head[key]]));
  return { ...values, ...recordOf(counts) };
}

/** Returns the last part of a qualified name or of an address. */
function simpleName(symbol: unknown): string {
  return typeof symbol === "string" ? (/[\p{ID_Continue}$]+(?=[^\p{ID_Continue}$]*$)/u.exec(symbol)?.[0] ?? "") : "";
}

function entryLines({ filepath, ...values }: FileEntry, { look: given, ...shown }: ShownEntries): string {
  const { mark, separators, name } = shown;
  const entries = Object.entries(values);
  const lists = entries.flatMap(([key, rows]) => (Array.isArray(rows) ? [[key, rows] as const] : []));
  const own = entries.filter(([, value]) => !Array.isArray(value));
  return fileBlock(given, filepath, (look) => {
    const context = { mark, separator: separators[filepath] ?? "::", name, look };
    const lines = [
      ...lists.flatMap(([type, rows]) =>
        writers.has(type) ? [] : rows.map((row) => shortReferenceLine(type, row, context)),
      ),
      ...(own.length === 0 ? [] : [` ${mark}${keysText(Object.fromEntries(own))}`]),
      ...lists.flatMap(([key, rows]) => rows.flatMap((row) => writers.get(key)?.(row, context) ?? [])),
    ];
    return lines.map((line) => placedLine(look, filepath, line));
  });
}

function referenceLines(row: unknown, { mark, name, look }: EntryContext): readonly string[] {
  const { line, column, type, symbol, in: caller, confidence, override, text, reason } = ReferenceRow.parse(row);
  const told = symbol === undefined ? "" : look.paint("name", plain(symbol));
  const used = told === "" || type === undefined ? "" : ` of ${told}`;
  const holder = caller === undefined ? "" : ` in ${look.paint("name", plain(caller))}`;
  const doubt = confidence === undefined ? "" : ` ${look.paint("code", plain(confidence))}`;
  const use =
    (type === undefined ? "" : look.paint("kind", plain(type))) +
    (reason === undefined ? "" : `${told} ${plain(reason)}`) +
    used +
    holder +
    doubt +
    (override === true ? " of base" : "");
  const code =
    text === undefined ? "" : `${use === "" ? "" : `:${look.gap}`}${withMarkedName(plain(text), name, look)}`;
  return [`${line}:${column}:${look.gap}${mark}${use.trimStart()}${code}`];
}

/** Returns a line of code whose words that are the name of the answer are painted. */
function withMarkedName(text: string, name: string, look: Look): string {
  if (name === "") return text;
  return text.replace(/[\p{ID_Continue}$]+/gu, (word) => (word === name ? look.paint("match", word) : word));
}

/** Writes `line: type in function` of `function:line`, or of only a line. */
function shortReferenceLine(type: string, row: unknown, { mark, look }: EntryContext): string {
  const { name, line } = String(row).includes(":") ? namedLine(String(row)) : { name: undefined, line: String(row) };
  return `${line}:${look.gap}${mark}${look.paint("kind", plain(type))}${name === undefined ? "" : ` in ${look.paint("name", plain(name))}`}`;
}

function callerLines(row: unknown, { mark, look }: EntryContext): readonly string[] {
  const { caller, line, lines, count, symbol, confidence } = CallerRow.parse(row);
  const place = line === undefined ? "" : `${line}:`;
  const uses = `${count} in ${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}`;
  const name = caller === undefined ? "" : look.paint("name", plain(caller)) + look.gap;
  const used = symbol === undefined ? "" : `${look.gap}of ${look.paint("name", plain(symbol))}`;
  const doubt = confidence === undefined ? "" : `${look.gap}${look.paint("code", plain(confidence))}`;
  return [`${place}${look.gap}${mark}${name}(${uses})${used}${doubt}`];
}

/** Writes a line of code before and after a change. */
function editLines(row: unknown, { look }: EntryContext): readonly string[] {
  const { line, column, before, after } = EditRow.parse(row);
  const place = `${line}:${column}:${look.gap}`;
  return [`${place}- ${plain(before)}`, `${place}+ ${plain(after)}`];
}

function refusedLine(row: unknown): string {
  const { line, column, reason } = RefusedRow.parse(row);
  return `${line}:${column}: refused: ${plain(reason)}`;
}

/** Writes `1: text` of a line of code. */
function numberedLines(line: unknown, { mark, look }: EntryContext): readonly string[] {
  const { 1: number = "", 2: text = "" } = /^(\d+): (.*)$/s.exec(String(line)) ?? [];
  return [`${number}:${look.gap}${mark}${plain(text)}`];
}

/** Writes `line: 1 test > callee > changed symbol` of a test, or `line: test > callee` of one that reaches the only symbol. */
function testLines(row: unknown, { mark, look }: EntryContext): readonly string[] {
  const { name, line, rank, way, via, confidence, alike } = TestRow.parse(row);
  const names = [name, ...way, ...via].map((one) => look.paint("name", plain(one)));
  const doubt = confidence === undefined ? "" : `${look.gap}${look.paint("code", plain(confidence))}`;
  const others = alike === undefined ? "" : `${look.gap}(${alike} more like it)`;
  return [
    `${line}:${look.gap}${mark}${rank === undefined ? "" : `${rank}${look.gap}`}${names.join(" > ")}${doubt}${others}`,
  ];
}

function definitionLines(row: unknown, { mark, separator, look }: EntryContext): readonly string[] {
  const definition = SymbolRow.safeParse(row);
  if (!definition.success) return nameLines(NameGroups.parse(row), separator, look);
  const { name, kind, container, line, column, signature, source, outline, change, match, match_line } =
    definition.data;
  const qualified = container === undefined ? name : container + separator + name;
  const words = [
    ...(change === undefined ? [] : [look.paint("heading", plain(change))]),
    ...(kind === undefined ? [] : [look.paint("kind", plain(kind))]),
    look.paint("name", plain(qualified)),
    ...(signature === undefined ? [] : [plain(signature)]),
    ...noteOf(definition.data, look),
  ];
  const code =
    source === undefined ? [] : look.isForPeople ? sourceLines(definition.data) : source.split("\n").map(plain);
  const members = (outline ?? []).flatMap((member) => numberedLines(member, { mark: "", separator, name: "", look }));
  return [
    `${line}:${column}:${look.gap}${mark}${words.join(look.gap)}`,
    ...infoLines(definition.data, look),
    ...(match === undefined ? [] : [`${match_line}:${look.gap}${plain(match)}`]),
    ...code.map((text) => lineBelow(look, text)),
    ...members,
  ];
}

/** Writes what brief has before a kind, how sure the symbol is, and for people its last line. */
function noteOf(definition: SymbolRow, look: Look): readonly string[] {
  const { access, declared, confidence, reasons, from } = definition;
  const words = [
    ...(access === undefined ? [] : [plain(access)]),
    ...(declared === undefined ? [] : ["declared"]),
    ...(confidence === undefined ? [] : [plain(confidence)]),
    ...(from === undefined ? [] : [`from ${plain(from)}`]),
    ...(reasons === undefined ? [] : [`(${reasons.map(plain).join("; ")})`]),
    ...(look.isForPeople ? lastLine(definition) : []),
  ];
  return words.length === 0 ? [] : [look.paint("code", words.join(" "))];
}

/** Writes the type of a symbol, how that is known, and the parameters and modifiers of a function. */
function infoLines(row: SymbolRow, look: Look): readonly string[] {
  const { type, type_source, parameters = [], modifiers = [], before, after, diff, callers, tests } = row;
  const written = parameters.map((parameter) => {
    const named = [parameter.name, parameter.type].filter((part) => part !== undefined).join(": ");
    return plain(parameter.default === undefined ? named : `${named} = ${parameter.default}`);
  });
  const lines = [
    ...(type === undefined ? [] : [`type: ${plain(type)} (${plain(type_source)})`]),
    ...(type === undefined && type_source !== undefined ? [`type: ${plain(type_source)}`] : []),
    ...(written.length === 0 ? [] : [`parameters: ${written.join(", ")}`]),
    ...(modifiers.length === 0 ? [] : [`modifiers: ${modifiers.map(plain).join(", ")}`]),
    ...(before === undefined ? [] : [`before: ${plain(before)}`]),
    ...(after === undefined ? [] : [`after: ${plain(after)}`]),
    ...(diff === undefined ? [] : diff.split("\n").map((line) => hunkLine(line, look))),
    ...(callers === undefined && tests === undefined ? [] : [`${keysText({ callers, tests })}`]),
  ];
  return lines.map((line) => lineBelow(look, line));
}

/** Blanks of a tab on a terminal, where tabs are between columns. */
const tabBlanks = " ".repeat(4);

/** Source with the number of each line, which is left out if the lines do not say where they are. */
function sourceLines({
  source = "",
  line,
  end_line: end = line,
  omitted_lines: omitted = 0,
}: SymbolRow): readonly string[] {
  const texts = source.split(/\r?\n/).map((text) => plain(text.replaceAll("\t", tabBlanks)));
  // A line … is for the lines that are left out.
  const gap = omitted === 0 ? texts.length : texts.lastIndexOf("…");
  const first = end - (texts.length + (omitted === 0 ? 0 : omitted - 1)) + 1;
  if (gap < 0 || first < 1 || first > line) return texts;
  const width = String(end).length;
  return texts.map((text, at) => {
    const number = at === gap ? "" : at < gap ? first + at : end - (texts.length - 1 - at);
    return `${String(number).padStart(width)}  ${text}`.trimEnd();
  });
}

/** A line of a diff: its tabs stay in a pipe or a file. */
function hunkLine(line: string, { isForPeople }: Look): string {
  return codeLine(isForPeople ? line.replaceAll("\t", tabBlanks) : line);
}

/**
 * Writes `line:column: class A: its bases; derived: B, C`, and `line: f overrides B; overridden in C` of each method; of
 * `A:1 abstract < B` only `1: A abstract: B`, and of `A:1 from B` only `1: A; from B`.
 */
function classLines(row: unknown, { separator, look }: EntryContext): readonly string[] {
  if (typeof row === "string") {
    const [, named = row, isAbstract, above, from] = /^(.*?:\d+)( abstract)?(?: < (.*)| from (.*))?$/s.exec(row) ?? [];
    const { name, line } = namedLine(named);
    const bases = above === undefined ? "" : `: ${plain(above)}`;
    return [`${line}: ${plain(name)}${isAbstract ?? ""}${bases}${from === undefined ? "" : `; from ${plain(from)}`}`];
  }
  if ("methods" in recordOf(row)) return [measuredLine(row, separator, look)];
  const { kind, name, container, line, column, ...related } = ClassRow.parse(row);
  const { bases = [], unresolved_bases = [], derived = [], virtual_methods: methods = [] } = related;
  const above = [...bases.map(relatedText), ...unresolved_bases.map(plain)].join(", ");
  const below = derived.map(relatedText).join(", ");
  const qualified = plain(container === undefined ? name : container + separator + name);
  const own = `${line}:${column}: ${kind} ${qualified}${above && `: ${above}`}${below && `; derived: ${below}`}`;
  return [own + lackingWords(related), ...methods.map((method) => methodLine(method, qualified + separator))];
}

/** Of a class without a method of its own, the base that it has it from. */
function lackingWords({ is_abstract, from, missing, may_be_from: others = [], assigned_at: line }: Partial<ClassRow>) {
  if (from === undefined && missing === undefined && others.length === 0) return "";
  return [
    is_abstract === true ? " abstract" : "",
    from === undefined ? "" : `; from ${plain(from)}`,
    missing === true ? "; missing" : "",
    others.length === 0 ? "" : `; may be from ${others.map(plain).join(", ")}`,
    line === undefined ? "" : `; assigned at ${line}`,
  ].join("");
}

function methodLine(method: MethodRow, owner: string): string {
  const { name, line, abstract, property, overrides, overridden_in: below = [] } = method;
  const words = [...(abstract ? ["abstract"] : []), property ? "property" : "method", owner + plain(name)];
  const related = [
    ...(overrides === undefined ? [] : [`overrides ${plain(overrides)}`]),
    ...(below.length === 0 ? [] : [`overridden in ${below.map(plain).join(", ")}`]),
  ];
  return `${line}: ${words.join(" ")}${related.length === 0 ? "" : `: ${related.join("; ")}`}`;
}

function diagnosticLines(row: unknown, { look }: EntryContext): readonly string[] {
  const { line, column, severity, message, code } = DiagnosticRow.partial({ column: true, code: true }).parse(row);
  const place = column === undefined ? `${line}` : `${line}:${column}`;
  const end = code === undefined ? "" : ` ${look.paint("code", `[${plain(code)}]`)}`;
  return [`${place}: ${look.paint(severityRole(severity), plain(severity))}: ${plain(message)}${end}`];
}

function completionLines(row: unknown, { look }: EntryContext): readonly string[] {
  const { name, kind, signature } = CompletionRow.parse(row);
  const words = [
    look.paint("name", plain(name)),
    ...(kind === undefined ? [] : [look.paint("kind", plain(kind))]),
    ...(signature === undefined ? [] : [plain(signature)]),
  ];
  return [` ${words.join(look.gap)}`];
}

/** Writes `line: kind qualified-name` of each name in a compact list. */
function nameLines({ container, ...groups }: NameGroups, separator: string, look: Look): readonly string[] {
  return Object.entries(groups).flatMap(([key, group]) => {
    if (!Array.isArray(group)) return nameLines({ container, ...recordOf(group) }, separator, look);
    return group.map((named) => {
      const { name, line } = namedLine(named);
      const qualified = container === undefined ? name : container + separator + name;
      return [`${line}:`, look.paint("kind", plain(key)), look.paint("name", plain(qualified))].join(look.gap);
    });
  });
}
