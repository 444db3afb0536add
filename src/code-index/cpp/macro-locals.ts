/**
 * The variables that macros declare in functions: `view` of `APP_VIEW;` with `#define APP_VIEW View* view = current()`, and `error` of
 * `CATCH(Error& error)`. Input: a name, and a place in a function; output: the type, as the macro writes it with its arguments.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy, pushTo } from "../../base/group-by.ts";
import { wordSet } from "../../base/word-list.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import { splitArguments } from "./expression.ts";
import type { MacroCall, MacroDeclarations, UsesLeft } from "./macro-declarations.ts";
import type { Place } from "./model.ts";
import { localsOfLibraries } from "./standard-library.ts";
import { macroWord } from "./written-members.ts";

/** Uses of macros, with the macros in these, that are looked into: of one statement, and of the statements of one function. */
const mostUses = 200;
const mostUsesOfFunction = 10_000;

/** Characters of a function in which uses of macros are looked for. */
const maxFunction = 200_000;

type MacroLocalsOptions = {
  readonly declarations: MacroDeclarations;
  readonly macrosNamed: (name: string) => readonly Declaration[];
  readonly textOf: (path: string) => string | undefined;
};

/** Offsets in a file: of what follows a statement, and of the end of its block. */
type Extent = { readonly from: number; to: number };

/** A macro that is used as a statement, and the extent of its variables. */
type Statement = Extent & { readonly macro: string; readonly args: readonly string[] };

/** A variable that a macro declares. */
type MacroLocal = { readonly name: string; readonly type: string };

/** The types of a variable by their extents, the last one first; empty if definitions of one macro differ about it, or none is read. */
type TypesInFunction = ReadonlyMap<string, readonly (Extent & { readonly type: string })[]>;

export class MacroLocals {
  readonly #declarations: MacroDeclarations;
  readonly #macrosNamed: MacroLocalsOptions["macrosNamed"];
  readonly #textOf: MacroLocalsOptions["textOf"];
  readonly #ofFunctions = new WeakMap<Declaration, TypesInFunction>();

  constructor({ declarations, macrosNamed, textOf }: MacroLocalsOptions) {
    this.#declarations = declarations;
    this.#macrosNamed = macrosNamed;
    this.#textOf = textOf;
  }

  /**
   * The type of the variable of a name that the last macro before a place declares in the function there; empty if it has one of
   * several types, or if the macro is given the declaration, undefined if no macro declares it.
   */
  typeAt(name: string, { offset, parent }: Place): string | undefined {
    if (parent?.kind !== "function") return undefined;
    const types = getOrInsert(this.#ofFunctions, parent, () => this.#typesIn(parent));
    return types.get(name)?.find(({ from, to }) => from <= offset && offset < to)?.type;
  }

  #typesIn(declaration: Declaration): TypesInFunction {
    const { file, headEnd, end } = declaration;
    const text = this.#textOf(file.path)?.slice(headEnd, Math.min(end, headEnd + maxFunction)) ?? "";
    const found = new Map<string, (Extent & { readonly type: string })[]>();
    let usesLeft = mostUsesOfFunction;
    for (const { from, to, ...statement } of statementsIn(text, headEnd)) {
      const left = { usesLeft: Math.min(mostUses, usesLeft) };
      for (const [name, locals] of groupBy(this.#declaredBy(statement, file, from, left), ({ name }) => name)) {
        // The pointer that is `const` points to the same.
        const [type = "", ...others] = new Set(locals.map((one) => one.type.replace(/\s*\bconst\s*$/, "")));
        pushTo(found, name, { from, to, type: others.length === 0 ? type : "" });
      }
      usesLeft -= Math.min(mostUses, usesLeft) - Math.max(left.usesLeft, 0);
    }
    for (const { macro, name, from } of givenIn(text, headEnd))
      if (this.#macrosNamed(macro).length > 0) pushTo(found, name, { from, to: end, type: "" });
    for (const types of found.values()) types.sort((one, other) => other.from - one.from);
    return found;
  }

  #declaredBy(
    { macro, args }: Pick<Statement, "macro" | "args">,
    file: IndexedFile,
    at: number,
    left: UsesLeft,
  ): readonly MacroLocal[] {
    const call = { macro, args: () => args };
    const ofMacros = [...this.#declarations.writtenBy(call, { file, at }, left)].flatMap(({ kind, name, type }) => {
      if (kind === "field") return [{ name, type }];
      return kind === "macro" ? this.#ofLibrary({ macro: name, args: () => splitArguments(type) }) : [];
    });
    return [...this.#ofLibrary(call), ...ofMacros];
  }

  #ofLibrary(call: MacroCall): readonly MacroLocal[] {
    return [this.#declarations.ofLibrary(localsOfLibraries, call) ?? []].flat();
  }
}

/** Comments, literals, braces, and words that are written as macros are. */
const token = new RegExp(
  String.raw`//[^\n]*|/\*[\s\S]*?\*/|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|[{}]|(?<![\w.])${macroWord}`,
  "g",
);

/** The macros that are statements of a text, the first one first; each reaches to the end of the block that it is in. */
function statementsIn(text: string, offset: number): readonly Statement[] {
  const found: Statement[] = [];
  const blocks: Statement[][] = [[]];
  for (const { 0: word, index } of text.matchAll(token)) {
    if (word === "{") blocks.push([]);
    else if (word === "}") for (const one of blocks.pop() ?? []) one.to = offset + index;
    else if (/^[A-Z_]/.test(word) && startsStatement(text, index)) {
      const end = index + word.length;
      const list = /^\s*\(([^;{}]*?)\)\s*(?:;|\n|$)/.exec(text.slice(end, end + maxList))?.[1];
      const statement = {
        macro: word,
        args: list === undefined ? [] : splitArguments(list),
        from: offset + end,
        to: offset + text.length,
      };
      found.push(statement);
      blocks.at(-1)?.push(statement);
    }
  }
  return found;
}

/** The declarations among the arguments of calls in a text: `Error& error` in `CATCH(Error& error)`. */
function* givenIn(text: string, offset: number): Generator<{ macro: string; name: string; from: number }> {
  for (const { 0: call, 1: macro = "", 2: list = "", index } of text.matchAll(/\b([A-Za-z_]\w*)\s*\(([^;{}()]*)\)/g)) {
    for (const arg of list.length > maxList ? [] : splitArguments(list)) {
      const [, before = "", name = ""] = givenDeclaration.exec(arg.trim()) ?? [];
      if (name !== "" && !noType.has(before)) yield { macro, name, from: offset + index + call.length };
    }
  }
}

/** A type and a name. Signs between them that have blanks on both sides, or on none, are operators. */
const givenDeclaration = /^(?:[\w:<>,*&\s]*[\s:<,>])?(?:(\w+)|>)(?:\s+[*&]*|[*&]+\s+)([A-Za-z_]\w*)$/;

/** Words that no type ends with. */
const noType = wordSet("const new delete struct class enum union typename sizeof not and or throw return");

/** Characters of the arguments of a macro. */
const maxList = 500;

/** True for a word after the end of a statement or a label, or at the beginning of a line. */
function startsStatement(text: string, index: number): boolean {
  return /(?:(?:[;{})]|(?<!:):)\s*|(?:^|\n)[^\S\n]*)$/.test(text.slice(Math.max(index - maxBefore, 0), index));
}

const maxBefore = 100;
