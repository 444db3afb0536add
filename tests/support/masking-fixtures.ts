import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { type Masked, type MaskOptions, maskMacros } from "../../src/syntax/cpp/prepare.ts";
import { withJoinedNames } from "../../src/syntax/cpp/tokens/joined-names.ts";
import { type KnownMacros, type MacroRoles, rolesOfData } from "../../src/syntax/macro-roles.ts";
import { rulesOf } from "../../src/syntax/rewrite-rules.ts";
import { languageNamed } from "./shipped-languages.ts";

export const wellKnown = rolesOfData(
  JSON.parse(readFileSync(new URL("../../queries/cpp/macros.json", import.meta.url), "utf8")),
);
export const known = knownEverywhere(wellKnown);
export const cpp = languageCpp();
const rules = rulesOf(cpp);

function languageCpp() {
  const language = languageNamed("cpp");
  return language;
}

/** Masks a text with the shipped rules, and with the shipped macros if not told otherwise. */
export function mask(text: string, options: Partial<MaskOptions> = {}): Masked {
  return maskMacros(text, { macros: known, rules, ...options });
}

/** Causes of errors, one a case, and the near misses of each; CONTRIBUTING.md has the format. */
const folder = fileURLToPath(new URL("../fixtures/masking/", import.meta.url));
export const themes = readdirSync(folder).map((file) => {
  const text = readFileSync(join(folder, file), "utf8");
  return { file, text, cases: casesOf(text) };
});

export type Mark = { readonly line: number; readonly column: number; readonly says: string };
type Case = {
  readonly cause: string;
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly nearMiss: string;
  /** Whether the grammar misreads the near misses too. */
  readonly nearMissHasErrors: boolean;
};

function casesOf(text: string): readonly Case[] {
  return text
    .split(/^\/\/==== /m)
    .slice(1)
    .map(caseOf);
}

function caseOf(text: string): Case {
  const [before = "", withErrors, nearMiss = ""] = text.split(/^\/\/---- stays(, with errors)?\n/m);
  const [cause = "", ...lines] = before.split("\n");
  const code: string[] = [];
  const marks: Mark[] = [];
  for (const line of lines) {
    const mark = /^(\/\/ *)(\^+ (?:masked|becomes .+|definition\..+))$/.exec(line);
    if (mark) marks.push({ line: code.length, column: (mark[1]?.length ?? 0) + 1, says: mark[2] ?? "" });
    else code.push(line);
  }
  const nearMissHasErrors = withErrors !== undefined;
  return { cause, text: code.join("\n"), marks: marks.sort(byPlace), nearMiss, nearMissHasErrors };
}

export function byPlace(a: Mark, b: Mark): number {
  return a.line - b.line || a.column - b.column || a.says.localeCompare(b.says);
}

export function knownEverywhere(everywhere: MacroRoles): KnownMacros {
  return { project: new Map(), folder: new Map(), everywhere };
}

/** Expects masking to keep length and line breaks of all fixtures in one text, but within names, mutated anew in each round. */
export function expectSameShape(rounds: number, seed: number): void {
  const source = themes.map(({ text }) => text).join("\r\n");
  const random = generator(seed);
  for (let round = 0; round < rounds; round += 1) {
    const text = mutated(source, random);
    const masked = mask(text).text;
    const joined = withJoinedNames(text);
    expect(masked.length).toBe(text.length);
    expect(lineBreaksOf(masked, joined)).toBe(lineBreaksOf(joined, joined));
  }
}

/** A text with nothing but its line breaks; without those that stand for blanks of another one. */
function lineBreaksOf(text: string, other: string): string {
  return text
    .replace(/[^\r\n]/g, " ")
    .replace(/\n/g, (newline, at: number) => (/[ \t\f]/.test(other.charAt(at)) ? " " : newline));
}

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The text with pieces taken out, doubled and swapped. */
function mutated(text: string, random: () => number): string {
  let result = text;
  for (let step = 0; step < 12; step += 1) {
    const at = Math.floor(random() * result.length);
    const end = at + Math.floor(random() * 40);
    const piece = result.slice(at, end);
    const to = Math.floor(random() * result.length);
    result = random() < 0.5 ? result.slice(0, at) + result.slice(end) : result.slice(0, to) + piece + result.slice(to);
  }
  return result;
}
