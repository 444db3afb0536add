/**
 * The tool find_pattern. Input: a parsed file, and a pattern: code with metavariables; output: the places that match, or the hunks of a
 * diff that rewrites them.
 */
import * as z from "zod";
import { shortened } from "../base/cut-text.ts";
import { UserError } from "../base/errors.ts";
import { NestedRanges } from "../base/nested-ranges.ts";
import { parseSymbolAddress, requireSymbolAddress, wordInName } from "../code-index/symbol-address.ts";
import { argumentCondition, takesArguments } from "../code-index/written-arguments.ts";
import { editedText } from "../edits/text-edits.ts";
import { oneLine } from "../syntax/one-line.ts";
import type { ParsedFile } from "../syntax/parse.ts";
import { maxPatternLength } from "../syntax/patterns/compile-pattern.ts";
import { holeNamed, holeNamesIn, lowerCaseNameIn } from "../syntax/patterns/holes.ts";
import {
  checkPattern,
  type PatternCondition,
  type PatternMatch,
  type PatternRequest,
  textNeededByPattern,
} from "../syntax/patterns/pattern-matches.ts";
import { positionAt } from "../syntax/positions.ts";
import { wordsIn } from "../syntax/regex-words.ts";
import type { RowRoom } from "./answers/row-room.ts";
import { maxChars, symbolName } from "./arguments/symbol-arguments.ts";
import { applyArgument, FurtherTargetArguments, unlisted } from "./arguments/target-arguments.ts";
import { defineTool } from "./contract/tool.ts";
import { rewrittenCode } from "./edits/rewritten-code.ts";
import { addressedSymbols } from "./symbols/addressed-symbols.ts";

const pattern = z.string().min(1).max(maxPatternLength);

/** UTF-16 code units of a regular expression, and conditions of a call. */
const maxRegexLength = 1_000;
const maxConditions = 20;

function isBetween(least: number, count: number, most: number): boolean {
  return least <= count && count <= most;
}

const Condition = z.strictObject({
  kind: z.string().min(1).optional(),
  regex: z.string().min(1).max(maxRegexLength).optional(),
  pattern: pattern.optional(),
  items: z.coerce
    .string()
    .refine((text) => argumentCondition.test(text), { error: "a number, or one after ==, >=, <=, > or <" })
    .optional(),
});

const { filepath, file_patterns, max_results, cursor, source, language } = FurtherTargetArguments.shape;

const PatternShape = FurtherTargetArguments.extend({
  filepath: filepath.describe("Files or folders"),
  file_patterns: file_patterns.meta(unlisted),
  max_results: max_results.meta(unlisted),
  cursor: cursor.meta(unlisted),
  source: source.meta(unlisted),
  language: language.meta(unlisted),
  pattern: pattern.describe("Code; $A is a node, $$$A any number"),
  where: z
    .record(z.string(), Condition)
    .refine((conditions) => isBetween(1, Object.keys(conditions).length, maxConditions), {
      error: `conditions of 1 to ${maxConditions} metavariables`,
    })
    .optional()
    .describe('{"$A":{"regex":"a"}}; or kind, pattern, items'),
  inside: pattern.optional().describe("Pattern or kind around"),
  not_inside: pattern.optional().describe("Pattern or kind of node that must not be around").meta(unlisted),
  within: symbolName.describe("Symbol around").meta(unlisted),
  rewrite: z.string().max(maxPatternLength).optional().describe("Code instead: gives a diff"),
  apply: applyArgument,
  max_chars: maxChars.meta(unlisted),
});

const PatternArguments = PatternShape.superRefine(({ apply, rewrite }, context) => {
  if (apply !== true || rewrite !== undefined) return;
  context.addIssue({ code: "custom", path: ["rewrite"], message: "the code that {apply} writes." });
});

type PatternArguments = z.infer<typeof PatternArguments>;

/** Lists the places that match a pattern, in their order, or how they are rewritten. */
export const findPattern = defineTool({
  needs: "tree",
  name: "find_pattern",
  title: "Find pattern",
  description: "Find or rewrite code by shape, instead of grep: f($A, $A, $$$). Equal names, equal code.",
  help: {
    does: "find code by its shape, and rewrite it as a diff",
    group: "Find code",
    examples: [
      { line: "codegrove find_pattern '$A.area()' src", does: "calls of area, and what they are made on" },
      {
        line: "codegrove find_pattern '$A.area()' src --rewrite '$A.size()'",
        does: "the diff that replaces them",
      },
    ],
    synonyms: ["pattern", "rewrite", "sed"],
  },
  commandLine: { firstArgument: "pattern" },
  editsFiles: true,
  input: PatternArguments,
  kind: "matches",
  kindOf: ({ rewrite }) => (rewrite === undefined ? "matches" : "patch"),
  search: { searchesWorkspace: () => true, symbolOf: ({ within }) => within },
  parsing: {
    // A file without the word of the symbol is not parsed.
    nameGlobOf: ({ within }) => (within === undefined ? undefined : wordInName(parseSymbolAddress(within).name)),
    neededTextOf: (input, language) => textNeededByPattern(language, requestOf(input)),
  },
  notes: {
    onNothing: (input, { files, filesWith }) => {
      const searched = `Nothing matches in ${files} ${files === 1 ? "file" : "files"}.${lowerCaseText(input.pattern)}`;
      const words = wordsOfPattern(input.pattern);
      if (words.length === 0) return searched;
      const counts = words.map((word) => `${word} in ${filesWith.get(word) ?? "none"}`);
      return `${searched} Words of the pattern: ${counts.join(", ")}. A shorter pattern matches more; get_syntax_tree shows how code is read.`;
    },
  },
  check: async (input, language) => {
    if (input.within !== undefined) requireSymbolAddress(input.within);
    await checkPattern(language, requestOf(input));
    requireCaptured(input);
  },
  totals: { countsOf: (rows) => ({ [String(rows.parsed_as)]: Number(rows.match_count) }) },
  rowsOf: (file, input, room) => {
    const { rewrite, within } = input;
    const definitions = within === undefined ? undefined : addressedSymbols(file.symbols(), parseSymbolAddress(within));
    const found = definitions?.length === 0 ? undefined : file.matches(requestOf(input));
    const matches = (found?.matches ?? []).filter(
      ({ start, end }) => definitions?.some((one) => one.start <= start && end <= one.end) ?? true,
    );
    const key = rewrite === undefined ? "matches" : "hunks";
    const { undecided, unreplaced, commented, scoped } = found ?? {
      undecided: 0,
      unreplaced: 0,
      commented: 0,
      scoped: () => [],
    };
    const warnings = [
      ...(undecided === 0 ? [] : [`${undecided} places were not decided: several $$$ may stand for too much.`]),
      ...(unreplaced === 0 ? [] : [`${unreplaced} places stay: ${notReplaced}`]),
      ...(commented === 0 ? [] : [`${commented} places stay: ${withComments}`]),
      ...scopedNotes(file, scoped()),
    ];
    const warning = warnings.length === 0 ? {} : { warning: warnings.join(" ") };
    if (matches.length === 0 || found === undefined) {
      const wordsHeld = wordsOfPattern(input.pattern).filter((word) => file.text.includes(word));
      return { rows: { [key]: [] }, isEmpty: warnings.length === 0, wordsHeld, ...warning };
    }
    const head = { parsed_as: found.kind, match_count: matches.length };
    if (rewrite !== undefined) {
      const { mark } = room;
      const rewriting = { text: file.text, mark, matches, rewrite, fixedText: found.fixedText() };
      const { hunks, edits } = rewrittenCode(rewriting);
      const faults = [...warnings, ...faultsOf(file, editedText(file.text, edits))];
      const noted = faults.length === 0 ? {} : { warning: faults.join(" ") };
      const toWrite = input.apply === true ? { edits } : {};
      return { rows: { ...head, hunks }, isEmpty: hunks.length === 0, ...toWrite, ...noted };
    }
    const { rows, ...part } = shownRows(file, matches, room);
    return { rows: { ...head, matches: rows }, ...part, ...warning };
  },
});

const notReplaced =
  "they have words or signs that the pattern lacks, such as async, [] or a further item, which the replacement would lose. Write them in the pattern.";

const withComments =
  "they have comments outside of metavariables, which the replacement would lose. Write $$$NAME where comments may be.";

/** Lines that a note names. */
const maxNotedLines = 12;

/** Notes on calls that have a scope, so that they do not match. */
function scopedNotes(file: ParsedFile, scoped: readonly Pick<PatternMatch, "start" | "end">[]): readonly string[] {
  if (scoped.length === 0) return [];
  const { positionOf } = file.flat();
  const written = scoped.map(
    ({ start, end }) => /^[^(]*/.exec(file.text.slice(start, end))?.[0].replace(/\s+/g, "") ?? "",
  );
  const lines = scoped.slice(0, maxNotedLines).map(({ start }) => positionOf(start).line);
  const others = scoped.length - lines.length;
  const more = others === 0 ? "" : `, and ${others} more`;
  const names = [...new Set(written)].sort().join(", ");
  return [`Not matched, since the pattern has no scope: ${names} in line ${lines.join(", ")}${more}.`];
}

/** Warnings about a text that has more errors of syntax than the file. */
function faultsOf(file: ParsedFile, text: string): readonly string[] {
  if (text === file.text) return [];
  const after = file.parsePart(text);
  const faults = after.faults();
  // Most rewritten files have no errors, and the one before them need not be read.
  if (faults.length === 0 || faults.length <= file.parsePart(file.text).faults().length) return [];
  const { line } = positionAt(text, after.start(faults.at(-1) ?? 0));
  return [`The file would have further errors of syntax, the last one in line ${line} after the changes.`];
}

/** UTF-16 code units of a match, and of a capture; end_line tells where a longer one ends. */
const maxMatchLength = 160;
const maxCaptureLength = 80;

/** Returns the rows from the first one that is asked for on, as many as there is room for. */
function shownRows(file: ParsedFile, matches: readonly PatternMatch[], { firstRow, maxChars: most }: RowRoom) {
  const { positionOf } = file.flat();
  const holderOf = holdersIn(file);
  const rows: object[] = [];
  let chars = 0;
  for (const { start, end, captures } of matches.slice(firstRow)) {
    if (chars > most) break;
    const text = oneLine(file.text.slice(start, end), maxMatchLength);
    const endLine = positionOf(Math.max(start, end - 1)).line;
    const { line, column } = positionOf(start);
    const holder = holderOf(start, end);
    const captured = Object.fromEntries(
      captures.map(({ name, start: from, end: to }) => [
        name.replace(/^\$+/, ""),
        oneLine(file.text.slice(from, to), maxCaptureLength),
      ]),
    );
    rows.push({
      line,
      column,
      ...(endLine > line && { end_line: endLine }),
      text,
      ...(holder !== undefined && { in: holder }),
      ...(captures.length > 0 && { captures: captured }),
    });
    chars += text.replace(/\s+/g, "").length;
  }
  return rows.length < matches.length ? { rows, part: { first: firstRow, total: matches.length } } : { rows };
}

/** Kinds of symbols that a row is in. */
const holderKinds: ReadonlySet<string> = new Set([
  "class",
  "struct",
  "interface",
  "enum",
  "function",
  "method",
  "constructor",
  "operator",
]);

/** Returns the function from a range to the qualified name of the innermost function or class around it. */
function holdersIn(file: ParsedFile): (start: number, end: number) => string | undefined {
  const holders = new NestedRanges(file.symbols().filter(({ kind }) => holderKinds.has(kind)));
  const { scope_separator: separator } = file.language;
  return (start, end) => {
    for (const { name, container, ...range } of holders.around(start)) {
      const isAround = range.start < start || range.end > end;
      if (isAround) return shortened(container === "" ? name : container + separator + name, maxMatchLength);
    }
    return undefined;
  };
}

function requestOf({
  pattern: source,
  where = {},
  inside,
  not_inside: notInside,
  rewrite,
}: PatternArguments): PatternRequest {
  const names = holeNamesIn(source);
  const conditions = Object.entries(where).map(([given, { items, ...condition }]): [string, PatternCondition] => {
    // A name may be written without its signs.
    const name = [given, `$${given}`, `$$$${given}`].find((one) => names.has(one)) ?? given;
    const holdsFor = (count: number) => items === undefined || takesArguments(items, { count, isOpen: false }) === true;
    return [name, { ...condition, ...(items !== undefined && { holdsFor }) }];
  });
  const [isStrict, isRemoval] = [rewrite !== undefined, rewrite === ""];
  return { pattern: source, where: new Map(conditions), inside, notInside, isStrict, isRemoval };
}

/** @throws UserError for a metavariable of the replacement that the pattern does not capture */
function requireCaptured({ pattern: source, rewrite }: PatternArguments): void {
  const known = [...holeNamesIn(source)].filter((name) => holeNamed(name).name !== undefined);
  const unknown = [...holeNamesIn(rewrite ?? "")].filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const details = known.length === 0 ? "The pattern has none with a name." : `The pattern has ${known.join(", ")}.`;
  throw new UserError(`rewrite: the pattern does not capture ${unknown.join(", ")}`, { details });
}

/** A sentence, after a blank, on a name that may be meant as one of a metavariable; "" for none. */
function lowerCaseText(source: string): string {
  const { written } = lowerCaseNameIn(source) ?? {};
  if (written === undefined) return "";
  return ` ${written} is read as it is written: metavariables are in upper case, ${written.toUpperCase()}.`;
}

/** Words of a pattern that a note names. */
const maxNotedWords = 8;

function wordsOfPattern(source: string): readonly string[] {
  const plain = source.replace(/\$+[A-Z0-9_]*/g, " ");
  return [...new Set(wordsIn(plain))].slice(0, maxNotedWords);
}
