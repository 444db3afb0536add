/**
 * Expressions and types of C++ as text. Input: a piece of code; output: the parts that its type depends on, such as the names of a path
 * with their template arguments, or undefined for anything else.
 */
import { wordSet } from "../../base/word-list.ts";

/** A part of a qualified name: `B<int>` of `a::B<int>::c`. */
export type NamePart = { readonly name: string; readonly args: readonly string[] };

/** The parts of an expression that its type depends on. */
export type Expression =
  | { readonly kind: "name"; readonly parts: readonly NamePart[]; readonly isGlobal: boolean }
  | { readonly kind: "member"; readonly object: Expression; readonly arrow: boolean; readonly part: NamePart }
  | { readonly kind: "call"; readonly callee: Expression; readonly args: readonly string[] }
  | { readonly kind: "index" | "dereference" | "address"; readonly object: Expression }
  /** A value of a type that is written out: a cast, `new T`, `T{}`. */
  | { readonly kind: "typed"; readonly type: string }
  | { readonly kind: "this" }
  | { readonly kind: "literal" };

/** A type as it is written: `const a::B<int>*` is two parts and one pointer. */
export type WrittenType = {
  readonly parts: readonly NamePart[];
  readonly isGlobal: boolean;
  /** Pointers and arrays around it. */
  readonly pointers: number;
  /** The text in the parentheses of `decltype(…)`. */
  readonly expression?: string;
};

/** Levels of brackets that are read. */
const maxNesting = 40;
/** Characters that are read. */
const maxLength = 4000;

const tokenPattern = /::|->\*?|\.\.\.|\+\+|--|&&|\|\||[=!<>]=|\d[\w.']*|[\w$]+|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\S/g;
const wordPattern = /^[A-Za-z_$]/;
const qualifiers = wordSet(`
  const volatile typename struct class enum union static inline constexpr mutable template register extern friend
  virtual explicit thread_local constinit consteval
`);
const casts = new Set(["static_cast", "dynamic_cast", "reinterpret_cast", "const_cast"]);

/** Reads an expression; undefined for one whose type is not known by its parts. */
export function parseExpression(text: string): Expression | undefined {
  return text.length > maxLength ? undefined : new Reader(text).expression();
}

/** Reads an expression of one operand; undefined if an operator joins it with others. */
export function parseWholeExpression(text: string): Expression | undefined {
  if (text.length > maxLength) return undefined;
  const reader = new Reader(text);
  const expression = reader.expression();
  return reader.isAtEnd ? expression : undefined;
}

/** Reads a type; undefined for what is none. */
export function parseType(text: string): WrittenType | undefined {
  return text.length > maxLength ? undefined : new Reader(text).type();
}

/** A path as it is written, `::a::B<int>`. */
export function pathText(parts: readonly NamePart[], isGlobal: boolean): string {
  const texts = parts.map(({ name, args }) => (args.length === 0 ? name : `${name}<${args.join(", ")}>`));
  return (isGlobal ? "::" : "") + texts.join("::");
}

/** Reads a qualified name such as `a::B<int>::`; undefined for what is none. */
export function parsePath(
  text: string,
): { readonly parts: readonly NamePart[]; readonly isGlobal: boolean } | undefined {
  return text.length > maxLength ? undefined : new Reader(text).path();
}

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;
  #nesting = 0;

  constructor(text: string) {
    this.#tokens = text.match(tokenPattern) ?? [];
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  type(): WrittenType | undefined {
    while (qualifiers.has(this.#token)) this.#at++;
    if (this.#token === "decltype" && this.#next === "(") {
      this.#at++;
      return { parts: [], isGlobal: false, pointers: 0, expression: this.#bracketed() };
    }
    const path = this.path();
    if (path === undefined) return undefined;
    let pointers = 0;
    for (; this.#at < this.#tokens.length; this.#at++) {
      if (this.#token === "*" || this.#token === "[") pointers++;
      else if (this.#token === "(" && this.#next !== "*") break;
    }
    return { ...path, pointers };
  }

  path(): { readonly parts: readonly NamePart[]; readonly isGlobal: boolean } | undefined {
    const isGlobal = this.#take("::");
    const parts: NamePart[] = [];
    do {
      this.#take("template");
      if (parts.length > 0 && this.#token === "~") this.#at++;
      if (!wordPattern.test(this.#token)) break;
      parts.push(this.#part());
    } while (this.#take("::"));
    return parts.length === 0 ? undefined : { parts, isGlobal };
  }

  /** The first operand decides on the type, except comparisons. */
  expression(): Expression | undefined {
    if (++this.#nesting > maxNesting) return undefined;
    let found = this.#unary();
    const operator = this.#token;
    if (/^([=!<>]=|<|>|&&|\|\||\?)$/.test(operator)) {
      if (operator === "?") {
        this.#at++;
        found = this.expression();
      } else if (operator !== "<" || this.#next !== "<") found = this.#afterComparison();
    }
    this.#nesting--;
    return found;
  }

  /** The result of a comparison: the first choice of a conditional expression, or a truth value. */
  #afterComparison(): Expression | undefined {
    for (; this.#at < this.#tokens.length; this.#at++) {
      if (this.#token === "(" || this.#token === "[" || this.#token === "{") this.#bracketed();
      if (this.#token === "?") {
        this.#at++;
        return this.expression();
      }
      if (this.#token === ")" || this.#token === "," || this.#token === "]") break;
    }
    return { kind: "literal" };
  }

  #unary(): Expression | undefined {
    if (++this.#nesting > maxNesting) return undefined;
    const found = this.#prefixed();
    this.#nesting--;
    return found;
  }

  #prefixed(): Expression | undefined {
    switch (this.#token) {
      case "*": {
        this.#at++;
        const object = this.#unary();
        return object && { kind: "dereference", object };
      }
      case "&": {
        this.#at++;
        const object = this.#unary();
        return object && { kind: "address", object };
      }
      case "!":
        return { kind: "literal" };
      case "-":
      case "+":
      case "~":
      case "++":
      case "--":
      case "co_await":
        this.#at++;
        return this.#unary();
      case "new":
        return this.#created();
      default:
        return this.#postfixed(this.#primary());
    }
  }

  #created(): Expression | undefined {
    this.#at++;
    if (this.#token === "(") this.#bracketed();
    const start = this.#at;
    const type = this.path();
    if (type === undefined) return undefined;
    const text = this.#tokens.slice(start, this.#at).join(" ");
    if (/^[([{]$/.test(this.#token)) this.#bracketed();
    return { kind: "typed", type: `${text}*` };
  }

  #primary(): Expression | undefined {
    const token = this.#token;
    if (token === "(") {
      const inner = this.#bracketed();
      const follows = this.#token;
      const isCast =
        wordPattern.test(follows) || follows === "(" || follows === "*" || follows === "&" || follows === "this";
      if (isCast && /^[\w\s:<>,]+[*&]*\s*$/.test(inner)) {
        const value = follows === "(" && !/[*&]\s*$/.test(inner) ? undefined : this.#unary();
        if (value !== undefined) return { kind: "typed", type: inner };
      }
      return new Reader(inner).#within(this.#nesting);
    }
    if (token === "this") {
      this.#at++;
      return { kind: "this" };
    }
    if (casts.has(token) && this.#next === "<") {
      this.#at++;
      const type = this.#templateArguments()?.join(", ");
      if (type === undefined) return undefined;
      if (this.#token === "(") this.#bracketed();
      return { kind: "typed", type };
    }
    if (token === "true" || token === "false" || token === "nullptr" || /^["'\d]/.test(token)) {
      this.#at++;
      return { kind: "literal" };
    }
    const path = this.path();
    return path && { kind: "name", ...path };
  }

  #within(nesting: number): Expression | undefined {
    this.#nesting = nesting + 1;
    return this.expression();
  }

  #postfixed(first: Expression | undefined): Expression | undefined {
    let object = first;
    while (object !== undefined) {
      const token = this.#token;
      if (token === "." || token === "->") {
        this.#at++;
        const path = this.path();
        const part = path?.parts.at(-1);
        object = part && { kind: "member", object, arrow: token === "->", part };
      } else if (token === "(") {
        object = { kind: "call", callee: object, args: splitArguments(this.#bracketed()) };
      } else if (token === "{" && object.kind === "name") {
        object = { kind: "call", callee: object, args: splitArguments(this.#bracketed()) };
      } else if (token === "[") {
        this.#bracketed();
        object = { kind: "index", object };
      } else if (token === "++" || token === "--") this.#at++;
      else return object;
    }
    return undefined;
  }

  #part(): NamePart {
    let name = this.#token;
    this.#at++;
    if (name === "operator") {
      while (this.#at < this.#tokens.length && this.#token !== "(") name += this.#tokens[this.#at++];
      return { name, args: [] };
    }
    return { name, args: this.#token === "<" ? (this.#templateArguments() ?? []) : [] };
  }

  /** The template arguments at `<`; undefined, and nothing is read, when it is a comparison. */
  #templateArguments(): readonly string[] | undefined {
    let depth = 0;
    const args: string[] = [];
    let start = this.#at + 1;
    for (let at = this.#at; at < this.#tokens.length; at++) {
      const token = this.#tokens[at] ?? "";
      if (token === "<" || token === "(" || token === "[") depth++;
      else if (token === ")" || token === "]") depth--;
      else if (token === "||" || token === ";" || (token === "&&" && wordPattern.test(this.#tokens[at + 1] ?? "")))
        return undefined;
      const isEnd = token === ">" && --depth === 0;
      if (depth < 0 || (depth === 0 && !isEnd)) return undefined;
      if (!isEnd && !(token === "," && depth === 1)) continue;
      args.push(this.#tokens.slice(start, at).join(" "));
      start = at + 1;
      if (!isEnd) continue;
      const after = this.#tokens[at + 1] ?? "";
      if (wordPattern.test(after) && !qualifiers.has(after)) return undefined;
      this.#at = at + 1;
      return args;
    }
    return undefined;
  }

  /** Reads what is in brackets, and returns it without them. */
  #bracketed(): string {
    const start = this.#at + 1;
    let depth = 0;
    for (; this.#at < this.#tokens.length; this.#at++) {
      const token = this.#token;
      if (token === "(" || token === "[" || token === "{") depth++;
      else if ((token === ")" || token === "]" || token === "}") && --depth === 0) {
        return this.#tokens.slice(start, this.#at++).join(" ");
      }
    }
    return this.#tokens.slice(start).join(" ");
  }

  get #token(): string {
    return this.#tokens[this.#at] ?? "";
  }

  get #next(): string {
    return this.#tokens[this.#at + 1] ?? "";
  }

  #take(token: string): boolean {
    if (this.#token !== token) return false;
    this.#at++;
    return true;
  }
}

/** Splits at the commas that are outside of brackets. */
export function splitArguments(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if ("([{<".includes(character)) depth++;
    else if (")]}".includes(character) || (character === ">" && text[at - 1] !== "-")) depth--;
    else if (character === "," && depth <= 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  const last = text.slice(start).trim();
  return last === "" ? parts : [...parts, last];
}
