/**
 * The enumerators that a list macro gives to an enumeration: `#define LIST(X) X(RED, 1) X(GREEN, 2)`, and in the braces of
 * the enumeration `#define AS(name, value) name = value,` and `LIST(AS)`; or `#define LIST AS(RED, 1) AS(GREEN, 2)` and `LIST`.
 *
 * Input: a text and its tokens, before anything is edited. Output: each enumerator at its place in the list.
 */
import { Word } from "../tokens/keywords.ts";
import { Char } from "../tokens/stream.ts";
import { Kind, type Tokens } from "../tokens/token-list.ts";

/** A name that a list macro gives. Offsets count UTF-16 code units of the text. */
export type ListedName = {
  /** The offset where the list macro is used. */
  readonly use: number;
  /** The token that is the list, if it takes no arguments: a name that is not an enumerator. */
  readonly token?: number;
  readonly name: string;
  /** The offset of the argument that is the name, or a part of it. */
  readonly at: number;
  /** The offsets of the row of the list, such as `X(RED, 1)`. */
  readonly start: number;
  readonly end: number;
};

/** Rows that are read for one text, and lists in each other. */
const mostNames = 20_000;
const mostLists = 8;

/** A macro that takes arguments, as its last `#define` before a place has it. */
type Macro = { readonly parameters: readonly string[]; readonly body: string; readonly bodyAt: number };

type Row = {
  readonly macro: string;
  readonly arguments: readonly Argument[];
  readonly start: number;
  readonly end: number;
};
type Argument = { readonly text: string; readonly at: number };

/** Returns the enumerators that lists give, in the order of their uses and rows. */
export function listedNames(text: string, tokens: Tokens): readonly ListedName[] {
  const { kind, form, start, end, count } = tokens;
  if (!tokens.directives.some((index) => kind[index] === Kind.define)) return [];
  const enums = Array.from(tokens.marks.subarray(0, tokens.markCount).filter((index) => form[index] === Word.enumKey));
  if (enums.length === 0) return [];
  const defines = new Defines(text, tokens);
  if (!defines.hasRows) return [];
  const names: ListedName[] = [];
  let left = mostNames;
  let done = 0;
  for (const key of enums) {
    let at = Math.max(key, done);
    while (at < count && kind[at] !== Char.openBrace && kind[at] !== Char.semicolon && kind[at] !== Char.close) at += 1;
    done = at;
    if (kind[at] !== Char.openBrace) continue;
    for (; at < count && kind[at] !== Char.closeBrace; at += 1) {
      if (kind[at] !== Kind.word || form[at] !== Word.name) continue;
      if (kind[at + 1] !== Char.open) {
        if (!defines.hasPlain) continue;
        const plain = defines.plainRowsOf(text.slice(start[at], end[at]), start[at] ?? 0);
        const given = plain.flatMap(({ row, entry }) => listedName(row, entry, start[at] ?? 0) ?? []);
        if (given.length > left) return names;
        left -= given.length;
        names.push(...given.map((name) => ({ ...name, token: at })));
        continue;
      }
      if (kind[at + 2] !== Kind.word || kind[at + 3] !== Char.close) continue;
      const use = start[at] ?? 0;
      const row = defines.before(use, text.slice(start[at + 2], end[at + 2]));
      if (row === undefined) continue;
      for (const entry of defines.rowsOf(text.slice(use, end[at]), use, mostLists)) {
        if (left-- <= 0) return names;
        const listed = listedName(row, entry, use);
        if (listed !== undefined) names.push(listed);
      }
    }
    done = at;
  }
  return names;
}

/** Returns what the body of a row macro makes of one row: the name before `=`, `,` or the end. */
function listedName({ parameters, body }: Macro, row: Row, use: number): ListedName | undefined {
  const written = /^\s*(\w+(?:\s*##\s*\w+)*)\s*(?:=|,|$)/.exec(body)?.[1]?.split(/\s*##\s*/) ?? [];
  const given = written.map((part) => row.arguments[parameters.indexOf(part)]);
  const named = given.find((argument) => argument !== undefined);
  const name = written.map((part, index) => given[index]?.text ?? part).join("");
  if (named === undefined || !/^[A-Za-z_]\w*$/.test(name)) return undefined;
  return { use, name, at: named.at, start: row.start, end: row.end };
}

/** The macros with arguments that a text defines. */
class Defines {
  readonly #text: string;
  /** The directives of each name, as offsets in ascending order. */
  readonly #places = new Map<string, { readonly at: number; readonly end: number }[]>();
  /** The same of macros without arguments. */
  readonly #plain = new Map<string, { readonly at: number; readonly end: number }[]>();
  readonly #macros = new Map<number, Macro | undefined>();
  readonly #rows = new Map<number, readonly Row[]>();

  constructor(text: string, { directives, kind, start, end }: Tokens) {
    this.#text = text;
    for (const index of directives) {
      if (kind[index] !== Kind.define) continue;
      const [at, after] = [start[index] ?? 0, end[index] ?? 0];
      const [, name, parenthesis] =
        /^#[ \t]*define[ \t]+(\w+)(\()?/.exec(text.slice(at, Math.min(after, at + longestHead))) ?? [];
      if (name === undefined) continue;
      // A list has at least one row.
      if (parenthesis === undefined && !text.slice(at, after).includes("(")) continue;
      const byName = parenthesis === undefined ? this.#plain : this.#places;
      const places = byName.get(name) ?? [];
      places.push({ at, end: after });
      byName.set(name, places);
    }
  }

  /** True if a macro takes arguments: no list has a row without one. */
  get hasRows(): boolean {
    return this.#places.size > 0;
  }

  /** True if a macro without arguments may be a list. */
  get hasPlain(): boolean {
    return this.#plain.size > 0;
  }

  /** Returns the macro that a name stands for at an offset. */
  before(offset: number, name: string): Macro | undefined {
    const place = this.#places.get(name)?.findLast(({ at }) => at < offset);
    if (place === undefined) return undefined;
    if (!this.#macros.has(place.at)) this.#macros.set(place.at, this.#macroAt(place));
    return this.#macros.get(place.at);
  }

  /** Returns the rows of a list without arguments, each with the macro that it calls, as it is defined where the list is used. */
  plainRowsOf(name: string, offset: number): readonly { readonly row: Macro; readonly entry: Row }[] {
    const place = this.#plain.get(name)?.findLast(({ at }) => at < offset);
    if (place === undefined) return [];
    const known = this.#rows.get(place.at);
    const directive = this.#text.slice(place.at, place.end);
    const length = /^#[ \t]*define[ \t]+\w+/.exec(directive)?.[0].length ?? 0;
    const rows = known ?? callsIn(withoutComments(directive.slice(length)), place.at + length).slice(0, mostNames);
    this.#rows.set(place.at, rows);
    return rows.flatMap((entry) => {
      const row = this.before(offset, entry.macro);
      return row === undefined ? [] : [{ row, entry }];
    });
  }

  #macroAt(place: { readonly at: number; readonly end: number }): Macro | undefined {
    const directive = this.#text.slice(place.at, place.end);
    const [head, list = ""] = /^[^(]*\(([^()]*)\)/.exec(directive) ?? [];
    if (head === undefined) return undefined;
    const parameters = list.split(",").map((parameter) => parameter.replace(/\\\r?\n/g, "").trim());
    return { parameters, body: withoutComments(directive.slice(head.length)), bodyAt: place.at + head.length };
  }

  /** Returns the rows of a list: all of its body are calls of its parameter, or lists that take the parameter. */
  rowsOf(name: string, offset: number, left: number): readonly Row[] {
    const macro = this.before(offset, name);
    if (macro === undefined || macro.parameters.length !== 1 || left === 0) return [];
    const known = this.#rows.get(macro.bodyAt);
    if (known !== undefined) return known;
    // A list in itself has no rows there.
    this.#rows.set(macro.bodyAt, []);
    const [parameter = ""] = macro.parameters;
    const rows: Row[] = [];
    for (const call of callsIn(macro.body, macro.bodyAt)) {
      const [only] = call.arguments;
      if (call.macro === parameter) rows.push(call);
      else if (call.arguments.length === 1 && only?.text === parameter)
        rows.push(...this.rowsOf(call.macro, offset, left - 1).slice(0, mostNames - rows.length));
      if (rows.length >= mostNames) break;
    }
    this.#rows.set(macro.bodyAt, rows);
    return rows;
  }
}

/** Characters of a directive up to its parameters. */
const longestHead = 300;

/** Comments and continued lines as blanks of the same length. */
function withoutComments(body: string): string {
  return body.replace(/\/\*[\s\S]*?(?:\*\/|$)|\/\/.*|\\(?=\r?\n)/g, (found) => found.replace(/[^\n]/g, " "));
}

/** Returns the calls that make up a text; none if it has anything else. */
function callsIn(body: string, bodyAt: number): readonly Row[] {
  const rows: Row[] = [];
  let macro: { readonly name: string; readonly start: number } | undefined;
  let depth = 0;
  let from = 0;
  let list: Argument[] = [];
  for (const { 0: token, index } of body.matchAll(/\w+|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\S/g)) {
    if (token === "(" || token === ")" || (token === "," && depth === 1)) {
      if (depth === 0 && (token !== "(" || macro === undefined)) return [];
      if (depth === 1 && token !== "(") list.push(argumentIn(body, from, index, bodyAt));
      if (token === "(") depth += 1;
      else if (token === ")") depth -= 1;
      if (depth === 1 && token !== ")") from = index + 1;
      if (depth > 0 || macro === undefined) continue;
      rows.push({ macro: macro.name, arguments: list, start: bodyAt + macro.start, end: bodyAt + index + 1 });
      macro = undefined;
      list = [];
    } else if (depth === 0) {
      if (macro !== undefined || !/^[A-Za-z_]/.test(token)) return [];
      macro = { name: token, start: index };
    }
  }
  return macro === undefined && depth === 0 ? rows : [];
}

function argumentIn(body: string, from: number, to: number, bodyAt: number): Argument {
  const text = body.slice(from, to);
  return { text: text.trim(), at: bodyAt + from + (text.length - text.trimStart().length) };
}
