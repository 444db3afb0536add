/**
 * The reader of `.rules` files. Input: the text of a file; output: its rewriting rules with patterns and examples, or
 * an error that names the line.
 */
import { type Pattern, parseDefinition, parsePattern } from "./pattern.ts";
import { type TriggeredPattern, triggeredPattern } from "./triggered-pattern.ts";

/**
 * The purpose of a rule: `gap`: correct C++ that the grammar misreads; `extension`: code beyond C++; `macro`: a macro's
 * use.
 */
const groups = ["gap", "extension", "macro"] as const;
type Group = (typeof groups)[number];

/** One entry of a `.rules` file. */
export type RewriteRule = {
  readonly id: string;
  readonly group: Group;
  /** At each token that begins one of them, one after the other; what one has blanked is gone for the next. */
  readonly patterns: readonly TriggeredPattern[];
  /** Pieces of code, each with the text that the rules leave of it. */
  readonly examples: readonly { readonly code: string; readonly masked: string }[];
  /** Near misses, which the rule leaves as they are. */
  readonly stays: readonly string[];
};

/**
 * Reads a file of rules. An entry begins with `GROUP ID: what it does`; indented lines follow, of a word and its text:
 * `match` a pattern, `code` and `masked` an example, `stays` code that the rule does not touch; `\n` in code is a line
 * break. `define NAME PATTERN` names a pattern for the rules of the file that follow. `#` begins a comment.
 *
 * @throws Error that names the line
 */
export function readRules(text: string): readonly RewriteRule[] {
  const rules: Draft[] = [];
  const definitions = new Map<string, readonly Pattern[]>();
  for (const [index, line] of text.split("\n").entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    try {
      readLine(line, rules, definitions);
    } catch (error) {
      throw new Error(`line ${index + 1}: ${error instanceof Error ? error.message : error}`);
    }
  }
  for (const { id, patterns, examples } of rules)
    if (patterns.length === 0 || examples.length === 0 || examples.some(({ masked }) => masked === ""))
      throw new Error(`${id}: a rule has match, code and masked`);
  return rules;
}

type Draft = Omit<RewriteRule, "examples"> & {
  readonly patterns: TriggeredPattern[];
  readonly examples: { readonly code: string; masked: string }[];
  readonly stays: string[];
};

function readLine(line: string, rules: Draft[], definitions: Map<string, readonly Pattern[]>): void {
  const [, indent = "", word = "", rest = ""] = /^(\s*)(\w+) ?(.*)$/.exec(line) ?? [];
  if (word === "define") {
    const [, name = "", pattern = ""] = /^(\w+) (.*)$/.exec(rest) ?? [];
    return void definitions.set(name, parseDefinition(pattern, definitions));
  }
  if (indent === "") return void rules.push(headOf(word, rest));
  const text = line.slice(textColumn).replaceAll("\\n", "\n");
  const rule = rules.at(-1);
  if (rule === undefined) throw new Error("a rule begins at the start of a line");
  if (word === "match") rule.patterns.push(triggeredPattern(parsePattern(rest, definitions)));
  else if (word === "code") rule.examples.push({ code: text, masked: "" });
  else if (word === "masked") {
    const example = rule.examples.at(-1);
    if (example?.masked !== "") throw new Error("masked must be below its code");
    example.masked = text;
  } else if (word === "stays") rule.stays.push(text);
  else throw new Error(`no match, code, masked or stays, but ${word || line.trim()}`);
}

/** The column where code begins, so that masked code is below the original. */
const textColumn = "  masked ".length;

function headOf(word: string, rest: string): Draft {
  const group = groups.find((one) => one === word);
  const [, id] = /^([a-z][a-z-]*): ./.exec(rest) ?? [];
  if (group === undefined || id === undefined) throw new Error(`no "${groups.join("|")} id: what it does"`);
  return { id, group, patterns: [], examples: [], stays: [] };
}
