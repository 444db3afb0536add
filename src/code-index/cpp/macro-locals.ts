/**
 * The variables that macros declare in functions: `view` of `APP_VIEW;` with `#define APP_VIEW View* view = current()`. Input: a name,
 * and a place in a function; output: the type, as the macro writes it with its arguments.
 */
import { macroMemberSign } from "../../facts/declaration-facts.ts";
import { childrenOf } from "../children-of.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import { splitArguments } from "./expression.ts";
import type { Place } from "./model.ts";
import { localsOfLibraries } from "./standard-library.ts";
import type { Visibility } from "./visibility.ts";
import { withArguments } from "./written-members.ts";

/** Macros in macros that are followed, and uses of macros with these that one statement is looked into for. */
const deepestMacros = 4;
const mostUses = 200;

/** Characters of a function in which uses of macros are looked for. */
const maxFunction = 200_000;

type MacroLocalsOptions = {
  readonly macrosNamed: (name: string) => readonly Declaration[];
  readonly visibility: Visibility;
  readonly textOf: (path: string) => string | undefined;
};

/** A macro that is used as a statement, and the extent of its variables: offsets in the file. */
type Statement = { readonly macro: string; readonly args: readonly string[]; readonly from: number; to: number };

/** A variable that a macro declares. */
type MacroLocal = { readonly name: string; readonly type: string };

export class MacroLocals {
  readonly #macrosNamed: MacroLocalsOptions["macrosNamed"];
  readonly #visibility: Visibility;
  readonly #textOf: MacroLocalsOptions["textOf"];
  readonly #statements = new WeakMap<Declaration, readonly Statement[]>();
  #usesLeft = 0;

  constructor({ macrosNamed, visibility, textOf }: MacroLocalsOptions) {
    this.#macrosNamed = macrosNamed;
    this.#visibility = visibility;
    this.#textOf = textOf;
  }

  /** The type of the variable of a name that the last macro before a place declares in the function there; undefined for none. */
  typeAt(name: string, { file, offset, parent }: Place): string | undefined {
    if (parent?.kind !== "function") return undefined;
    const reaching = this.#statementsOf(parent).filter(({ from, to }) => from <= offset && offset < to);
    for (const { macro, args } of reaching.toReversed()) {
      this.#usesLeft = mostUses;
      const found = this.#declaredBy(macro, args, file, 0).find((one) => one.name === name);
      // The pointer that is `const` points to the same.
      if (found !== undefined) return found.type.replace(/\s*\bconst\s*$/, "");
    }
    return undefined;
  }

  #declaredBy(macro: string, args: readonly string[], file: IndexedFile, depth: number): readonly MacroLocal[] {
    if (--this.#usesLeft < 0) return [];
    const { declarations, rank } = this.#visibility.seenFrom(file, this.#macrosNamed(macro));
    if (declarations.length === 0) {
      const { name, type } = localsOfLibraries.get(macro) ?? {};
      return name === undefined || type === undefined ? [] : [{ name, type: withArguments(type, args) }];
    }
    if (rank === 2) return [];
    const written = declarations.flatMap((one) => childrenOf(one).filter(({ kind }) => kind === "macro_member"));
    return written.flatMap(({ name: signed, type: said }) => {
      const [kind, type = ""] = /^(\w+) (.*)$/s.exec(said)?.slice(1) ?? [];
      const name = signed.slice(macroMemberSign.length);
      const text = withArguments(type, args);
      if (kind === "field") return [{ name, type: text }];
      if (kind !== "macro" || depth === deepestMacros) return [];
      return this.#declaredBy(name, splitArguments(text), file, depth + 1);
    });
  }

  #statementsOf(declaration: Declaration): readonly Statement[] {
    const known = this.#statements.get(declaration);
    if (known !== undefined) return known;
    const { file, headEnd, end } = declaration;
    const text = this.#textOf(file.path)?.slice(headEnd, Math.min(end, headEnd + maxFunction)) ?? "";
    const found = statementsIn(text, headEnd);
    this.#statements.set(declaration, found);
    return found;
  }
}

/** Comments, literals, braces, and words that are written as macros are. */
const token =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|[{}]|(?<![\w.])[A-Z_][A-Z\d_]{2,}(?!\w)/g;

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

/** Characters of the arguments of a macro. */
const maxList = 500;

/** True for a word after the end of a statement or at the beginning of a line. */
function startsStatement(text: string, index: number): boolean {
  return /(?:[;{})]\s*|(?:^|\n)[^\S\n]*)$/.test(text.slice(Math.max(index - maxBefore, 0), index));
}

const maxBefore = 100;
