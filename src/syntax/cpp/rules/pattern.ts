/**
 * The language of patterns in `.rules` files, and its parser. Input: a pattern as text; output: its syntax tree in
 * three parts: before the trigger, the trigger, and after it.
 */
import { Scope } from "../scope.ts";
import { isClass } from "./token-classes.ts";

/**
 * A pattern over tokens, as the rules in `queries/cpp/rewrites` write it.
 *
 * | written             | matches                                                                    |
 * | ------------------- | -------------------------------------------------------------------------- |
 * | `"delete"` `"::"`   | the token of that text; `"..."` and `"<<"` are tokens without blanks between |
 * | `name` `cv` `type`  | a token of that class: see token-classes.ts                                  |
 * | `^x`                | what `x` matches, without a blank before it                                |
 * | `(~)` `[~]` `{~}`   | a bracket, all that it holds, and its partner                              |
 * | `<~>`               | template arguments                                                         |
 * | `"(" ~ ")"`         | the same as `(~)`, where something inside is edited                        |
 * | `x*` `x+` `x?`      | as many as there are; none is given back                                   |
 * | `(x \| y)`          | the first that matches                                                     |
 * | `&x` `!x`           | nothing, where `x` matches or does not; left of `@` it looks to the left   |
 * | `start`             | nothing, where a statement or a declaration starts                         |
 * | `operandStart`      | nothing, where an operand of an expression may start                       |
 * | `inBlock` `inEnum`  | nothing, in braces that hold statements, enumerators, …: see scope.ts; of a rule whose `@` is at a name |
 * | `ownName`           | the name of the class whose members a rule looks at                        |
 * | `atStatement` `atDeclaration` | nothing, where the walk knows that a statement or a declaration starts with the name at `@` |
 * | `@x`                | where the search begins: what stands before it is matched from right to left. Looks may stand with it: `@(!first name)` |
 * | `«x»`               | what is blanked                                                            |
 * | `«x => "text"»`     | what is blanked, with a text at its start; one token that is replaced so is still a token for other rules, several are not. Edits may stand side by side, and one may match nothing |
 * | `«x => name»`       | what is written as a name of the same length; other rules see the tokens as they are |
 */
export type Pattern =
  | { readonly type: "text"; readonly text: string; readonly isJoined: boolean }
  | { readonly type: "class"; readonly name: string; readonly isJoined: boolean }
  | { readonly type: "balanced"; readonly open: string }
  | { readonly type: "inside" }
  | { readonly type: "start" | "operandStart" }
  | { readonly type: "where"; readonly scope: number }
  | { readonly type: "ownName" }
  | { readonly type: "sequence"; readonly items: readonly Pattern[] }
  | { readonly type: "choice"; readonly options: readonly Pattern[] }
  | { readonly type: "repeat"; readonly item: Pattern; readonly least: number; readonly most: number }
  | { readonly type: "look"; readonly item: Pattern; readonly isWanted: boolean }
  | { readonly type: "mark"; readonly edit: number; readonly isOpen: boolean };

/** The replacement of an edit: a text, or a name as long as the replaced text. */
type Put = string | typeof asName;
export const asName = Symbol("name");

/** A pattern in three parts, and the replacement for each edit. */
export type RulePattern = {
  readonly before: readonly Pattern[];
  readonly trigger: Pattern;
  readonly after: readonly Pattern[];
  readonly puts: readonly Put[];
  /** The scopes around the trigger, of `Scope`; undefined: anything. */
  readonly scopes: readonly number[] | undefined;
  /** The construct that starts with the trigger, if that matters, or `name`. */
  readonly starts: "name" | "statement" | "declaration";
};

/** Patterns that others name as they name a class of tokens. */
export type Definitions = ReadonlyMap<string, readonly Pattern[]>;

/**
 * Reads a pattern that others name.
 *
 * @throws Error that says what is wrong and where
 */
export function parseDefinition(source: string, definitions: Definitions): readonly Pattern[] {
  const parser = new Parser(source, definitions);
  const items = parser.items(undefined);
  if (parser.trigger !== undefined || parser.puts.length > 0) throw new Error(`@ or « in a definition: ${source}`);
  return items;
}

/**
 * Reads a pattern.
 *
 * @throws Error that says what is wrong and where
 */
export function parsePattern(source: string, definitions: Definitions): RulePattern {
  const parser = new Parser(source, definitions);
  const items = parser.items(undefined);
  const { trigger, puts, starts } = parser;
  const at = trigger === undefined ? -1 : items.indexOf(trigger);
  if (trigger === undefined || at < 0) throw new Error(`no @ outside of parentheses in: ${source}`);
  if (puts.length === 0) throw new Error(`no « » in: ${source}`);
  return {
    before: items.slice(0, at),
    trigger,
    after: items.slice(at + 1),
    puts,
    scopes: scopesOf(items),
    starts,
  };
}

/** The scopes around a token, by the names of patterns. */
const scopes: ReadonlyMap<string, number> = new Map(
  Object.entries(Scope).map(([name, scope]) => [`in${name.charAt(0).toUpperCase()}${name.slice(1)}`, scope]),
);

/** The scopes that the first item of a pattern names: it is one, or a choice of several. */
function scopesOf([first]: readonly Pattern[]): readonly number[] | undefined {
  if (first?.type === "where") return [first.scope];
  if (first?.type === "sequence") return scopesOf(first.items);
  if (first?.type !== "choice") return undefined;
  const scopes = first.options.map((option) => scopesOf([option]));
  return scopes.every((some) => some !== undefined) ? scopes.flat() : undefined;
}

const tokens = /\s*(?:("[^"]+"|=>|\(~\)|\[~\]|\{~\}|<~>|[a-z_=]+|[()|*+?&!^@~«»])|$)/giy;

class Parser {
  trigger: Pattern | undefined;
  starts: RulePattern["starts"] = "name";
  readonly puts: Put[] = [];
  readonly #source: string;
  readonly #definitions: Definitions;
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(source: string, definitions: Definitions) {
    this.#source = source;
    this.#definitions = definitions;
    const found = [...source.matchAll(tokens)];
    const read = found.reduce((sum, [text]) => sum + text.length, 0);
    if (read < source.length) throw new Error(`what is "${source.slice(read).trim()}"?`);
    this.#tokens = found.flatMap(([, token]) => (token === undefined ? [] : [token]));
  }

  /** Reads items up to a token that ends them, which is read too; undefined: the end of the pattern. */
  items(end: string | undefined): Pattern[] {
    const options: Pattern[][] = [[]];
    for (;;) {
      const token = this.#tokens[this.#at++];
      if (token === end) break;
      if (token === undefined) throw new Error(`no ${end} at the end of: ${this.#source}`);
      if (token === "|") {
        if (end === undefined) throw new Error(`| outside of parentheses in: ${this.#source}`);
        options.push([]);
      } else options.at(-1)?.push(...this.#item(token, end === undefined));
    }
    const [only = []] = options;
    if (options.length === 1) return only;
    return [{ type: "choice", options: options.map((items) => ({ type: "sequence", items })) }];
  }

  #item(token: string, isTop: boolean): readonly Pattern[] {
    if (token === "«") return this.#edit(isTop);
    if (token === "@") return [this.#trigger(isTop)];
    if (token === "&" || token === "!") {
      return [{ type: "look", item: { type: "sequence", items: this.#next(false) }, isWanted: token === "&" }];
    }
    const items = this.#single(token);
    const count = this.#tokens[this.#at];
    if (count !== "*" && count !== "+" && count !== "?") return items;
    this.#at += 1;
    const most = count === "?" ? 1 : Number.POSITIVE_INFINITY;
    return [{ type: "repeat", item: { type: "sequence", items }, least: count === "+" ? 1 : 0, most }];
  }

  #next(isTop: boolean): readonly Pattern[] {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw new Error(`something is missing at the end of: ${this.#source}`);
    return this.#item(token, isTop);
  }

  #trigger(isTop: boolean): Pattern {
    const items = this.#next(false);
    const [first, ...more] = items;
    const trigger: Pattern | undefined = more.length > 0 ? { type: "sequence", items } : first;
    if (!isTop || this.trigger !== undefined || trigger === undefined)
      throw new Error(`@ must precede the token that the rest of the pattern depends on: ${this.#source}`);
    this.trigger = trigger;
    return trigger;
  }

  #edit(isTop: boolean): readonly Pattern[] {
    const edit = this.puts.push("") - 1;
    const items: Pattern[] = [];
    for (;;) {
      const token = this.#tokens[this.#at++];
      if (token === "»") break;
      if (token === undefined) throw new Error(`no » at the end of: ${this.#source}`);
      if (token === "=>") this.puts[edit] = putOf(this.#tokens[this.#at++] ?? "");
      else items.push(...this.#item(token, isTop));
    }
    return [{ type: "mark", edit, isOpen: true }, ...items, { type: "mark", edit, isOpen: false }];
  }

  #single(token: string): readonly Pattern[] {
    if (token.startsWith('"')) return textPatterns(textOf(token), false);
    if (token.length === 3 && token[1] === "~") return [{ type: "balanced", open: token[0] ?? "" }];
    if (token === "(") return this.items(")");
    if (token === "~") return [{ type: "inside" }];
    if (token === "atStatement" || token === "atDeclaration") {
      this.starts = token === "atStatement" ? "statement" : "declaration";
      return [];
    }
    if (token === "ownName") return [{ type: "ownName" }];
    if (token === "start" || token === "operandStart") return [{ type: token }];
    const scope = scopes.get(token);
    if (scope !== undefined) return [{ type: "where", scope }];
    if (token !== "^") return this.#definitions.get(token) ?? [classPattern(token)];
    const [first, ...rest] = this.#single(this.#tokens[this.#at++] ?? "");
    if (first?.type !== "text" && first?.type !== "class") throw new Error(`^ before no token in: ${this.#source}`);
    return [{ ...first, isJoined: true }, ...rest];
  }
}

function classPattern(name: string): Pattern {
  if (!isClass(name)) throw new Error(`no class of tokens is named ${name}`);
  return { type: "class", name, isJoined: false };
}

function putOf(token: string): Put {
  return token === "name" ? asName : textOf(token);
}

function textOf(token: string): string {
  if (!/^".*"$/.test(token)) throw new Error(`no text in quotes but ${token}`);
  return token.slice(1, -1);
}

/** Punctuation that is one token of several characters. */
const longTokens = /^(?:::|->|[-+*/%&|^=!<>]=|<=>)$/;

function textPatterns(text: string, isJoined: boolean): readonly Pattern[] {
  if (text.length === 1 || /^[\w#]/.test(text) || longTokens.test(text)) return [{ type: "text", text, isJoined }];
  return Array.from(text, (character, index) => ({ type: "text", text: character, isJoined: index > 0 }));
}
