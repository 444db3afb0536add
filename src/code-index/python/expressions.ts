/**
 * Expressions of Python as text. Input: a piece of code; output: the parts that its type depends on, and `unknown` for anything else.
 */
import { wordRecord } from "../../base/word-list.ts";

/** The parts of an expression that its type depends on. */
export type Expression =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "attribute"; readonly object: Expression; readonly name: string }
  | { readonly kind: "call"; readonly callee: Expression; readonly items: readonly Argument[] }
  | { readonly kind: "subscript"; readonly object: Expression; readonly index: Expression }
  | { readonly kind: "string"; readonly value: string }
  /** A literal of a builtin class: `int`, `bytes`, `NoneType`. */
  | { readonly kind: "literal"; readonly type: string }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "tuple" | "list" | "set"; readonly items: readonly Expression[] }
  | { readonly kind: "dict"; readonly keys: readonly Expression[]; readonly values: readonly Expression[] }
  | { readonly kind: "operation"; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "choice"; readonly first: Expression; readonly second: Expression }
  | { readonly kind: "await"; readonly value: Expression }
  | {
      readonly kind: "comprehension";
      readonly of: "list" | "set" | "dict" | "Generator";
      readonly loops: readonly Loop[];
      readonly element: Expression;
      readonly value?: Expression;
    }
  | { readonly kind: "unknown" };

export type Argument = { readonly name: string; readonly value: Expression };

/** `for a, b in items` of a comprehension. */
type Loop = { readonly target: Expression; readonly items: Expression };

const unknown: Expression = { kind: "unknown" };

/** Expressions in expressions that are read. */
const maxDepth = 60;

/** Attributes, calls and operators in a row: each is an expression in the next one. */
const maxChain = 200;

/** UTF-16 code units of an expression that is read. */
const maxLength = 20_000;

/** Parsed texts that are kept. */
const maxKept = 20_000;

const parsed = new Map<string, Expression>();

/** Reads an expression; of kind `unknown` where it is none, or too large. */
export function parseExpression(text: string): Expression {
  if (text.length > maxLength) return unknown;
  const known = parsed.get(text);
  if (known !== undefined) return known;
  if (parsed.size >= maxKept) parsed.clear();
  const expression = new Parser(tokensOf(text)).whole();
  parsed.set(text, expression);
  return expression;
}

type Token = { readonly kind: "name" | "number" | "string" | "operator"; readonly text: string };

const tokenPattern =
  /\s+|\\\r?\n|#[^\n]*|(?<string>[rRbBuUfFtT]{0,3}(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'))|(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?<number>\.?\d[\w.]*)|(?<operator>\.\.\.|->|:=|\*\*|\/\/|<<|>>|[<>=!]=|[\s\S])/gu;

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const { groups = {} } of text.matchAll(tokenPattern)) {
    for (const kind of ["string", "name", "number", "operator"] as const) {
      const token = groups[kind];
      if (token !== undefined) tokens.push({ kind, text: token });
    }
  }
  return tokens;
}

/** By operator; a higher number binds closer. */
const precedences: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  ...wordRecord("in is not < > <= >= == !=", 4),
  "|": 5,
  "^": 6,
  "&": 7,
  ...wordRecord("<< >>", 8),
  ...wordRecord("+ -", 9),
  ...wordRecord("* / // % @", 10),
  "**": 12,
};

const notNames: ReadonlySet<string> = new Set(["if", "else", "for", "in", "is", "and", "or", "async", "as", "from"]);

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const expression = this.#list();
    return this.#at === this.#tokens.length ? expression : unknown;
  }

  /** `a` or `a, b`. */
  #list(): Expression {
    const first = this.#item();
    if (!this.#is(",")) return first;
    const items = [first];
    while (this.#take(",") && this.#at < this.#tokens.length && !this.#is(")") && !this.#is("]"))
      items.push(this.#item());
    return { kind: "tuple", items };
  }

  /** An expression, a starred one, or a slice. */
  #item(): Expression {
    if (this.#take("*") || this.#take("**")) {
      this.#expression();
      return unknown;
    }
    const expression = this.#is(":") ? unknown : this.#expression();
    if (!this.#is(":") || this.#inLambda > 0) return expression;
    while (this.#take(":")) if (!this.#is("]") && !this.#is(",") && !this.#is(":")) this.#expression();
    return { kind: "literal", type: "slice" };
  }

  #inLambda = 0;

  #expression(): Expression {
    if (this.#depth >= maxDepth) return this.#failed();
    this.#depth += 1;
    try {
      if (this.#is("lambda")) return this.#lambda();
      const value = this.#operation(0);
      if (this.#take(":=")) return this.#expression();
      if (!this.#is("if") || this.#isComprehension()) return value;
      this.#take("if");
      this.#operation(0);
      if (!this.#take("else")) return unknown;
      return { kind: "choice", first: value, second: this.#expression() };
    } finally {
      this.#depth -= 1;
    }
  }

  /** True after the `for` of a comprehension, where `if` begins a condition. */
  #isComprehension(): boolean {
    return this.#loops > 0;
  }

  #loops = 0;

  #lambda(): Expression {
    this.#at += 1;
    this.#inLambda += 1;
    while (this.#at < this.#tokens.length && !this.#is(":")) this.#at += 1;
    this.#take(":");
    this.#inLambda -= 1;
    this.#expression();
    return { kind: "literal", type: "function" };
  }

  #operation(least: number): Expression {
    let left = this.#unary();
    for (let length = 0; ; length++) {
      if (length > maxChain) return this.#failed();
      const operator = this.#peek();
      const precedence =
        this.#tokens[this.#at]?.kind === "string" || !Object.hasOwn(precedences, operator)
          ? 0
          : (precedences[operator] ?? 0);
      if (precedence === 0 || precedence < least) return left;
      if (operator === "in" && this.#inTarget) return left;
      this.#at += 1;
      if (operator === "not") this.#take("in");
      if (operator === "is") this.#take("not");
      const right = this.#operation(precedence + 1);
      if (operator === "or") left = { kind: "choice", first: left, second: right };
      else if (operator === "and") left = { kind: "choice", first: right, second: left };
      else if (precedence === 4) left = { kind: "literal", type: "bool" };
      else left = { kind: "operation", operator, left, right };
    }
  }

  #inTarget = false;

  #unary(): Expression {
    let sign = this.#peek();
    while (this.#take("-") || this.#take("+") || this.#take("~")) sign = this.#peek();
    if (sign !== "await" && sign !== "not") return this.#primary();
    if (this.#depth >= maxDepth) return this.#failed();
    this.#depth += 1;
    try {
      if (this.#take("await")) return { kind: "await", value: this.#unary() };
      this.#take("not");
      this.#operation(4);
      return { kind: "literal", type: "bool" };
    } finally {
      this.#depth -= 1;
    }
  }

  #primary(): Expression {
    let value = this.#atom();
    for (let length = 0; ; length++) {
      if (length > maxChain) return this.#failed();
      if (this.#take(".")) {
        value = { kind: "attribute", object: value, name: this.#next().text };
      } else if (this.#take("(")) {
        value = { kind: "call", callee: value, items: this.#inside(() => this.#callArguments()) };
      } else if (this.#take("[")) {
        const index = this.#inside(() => this.#list());
        this.#take("]");
        value = { kind: "subscript", object: value, index };
      } else {
        return value;
      }
    }
  }

  /** Reads the inside of brackets, where the rules of a comprehension or a target around them do not hold. */
  #inside<Result>(read: () => Result): Result {
    const loops = this.#loops;
    const inLambda = this.#inLambda;
    const inTarget = this.#inTarget;
    this.#loops = 0;
    this.#inLambda = 0;
    this.#inTarget = false;
    this.#depth += 1;
    try {
      if (this.#depth >= maxDepth) this.#failed();
      return read();
    } finally {
      this.#depth -= 1;
      this.#loops = loops;
      this.#inLambda = inLambda;
      this.#inTarget = inTarget;
    }
  }

  #callArguments(): readonly Argument[] {
    const items: Argument[] = [];
    while (this.#at < this.#tokens.length && !this.#take(")")) {
      const isStarred = this.#take("*") || this.#take("**");
      const isNamed = !isStarred && this.#tokens[this.#at]?.kind === "name" && this.#tokens[this.#at + 1]?.text === "=";
      const name = isNamed ? this.#next().text : isStarred ? "*" : "";
      if (isNamed) this.#take("=");
      const value = this.#expression();
      items.push({ name, value: this.#isLoop() ? this.#comprehension("Generator", value, ")") : value });
      if (!this.#take(",") && !this.#is(")")) this.#failed();
    }
    return items;
  }

  #atom(): Expression {
    const token = this.#next();
    switch (token.kind) {
      case "number":
        return /^\d+$/.test(token.text)
          ? { kind: "number", value: Number(token.text) }
          : { kind: "literal", type: /[jJ]$/.test(token.text) ? "complex" : "float" };
      case "string": {
        let { text } = token;
        while (this.#tokens[this.#at]?.kind === "string") text = this.#next().text;
        const [, prefix = "", value = ""] = /^(\w*)(?:"""|'''|["'])([\s\S]*?)(?:"""|'''|["'])$/.exec(text) ?? [];
        return /b/i.test(prefix) ? { kind: "literal", type: "bytes" } : { kind: "string", value };
      }
      case "name":
        return this.#name(token.text);
      default:
        return this.#bracketed(token.text);
    }
  }

  #name(name: string): Expression {
    if (name === "None") return { kind: "literal", type: "NoneType" };
    if (name === "True" || name === "False") return { kind: "literal", type: "bool" };
    if (name === "yield") return unknown;
    return notNames.has(name) ? this.#failed() : { kind: "name", name };
  }

  #bracketed(open: string): Expression {
    if (open === "...") return { kind: "literal", type: "ellipsis" };
    if (open !== "(" && open !== "[" && open !== "{") return this.#failed();
    return this.#inside(() => (open === "{" ? this.#braced() : this.#sequence(open === "(" ? ")" : "]")));
  }

  #sequence(close: ")" | "]"): Expression {
    const kind = close === ")" ? "tuple" : "list";
    if (this.#take(close)) return { kind, items: [] };
    const first = this.#item();
    if (this.#isLoop()) {
      const comprehension = this.#comprehension(close === ")" ? "Generator" : "list", first, close);
      this.#take(close);
      return comprehension;
    }
    const items = [first];
    let hasComma = false;
    while (this.#take(",")) {
      hasComma = true;
      if (!this.#is(close) && this.#at < this.#tokens.length) items.push(this.#item());
    }
    if (!this.#take(close)) return this.#failed();
    return close === ")" && !hasComma ? first : { kind, items };
  }

  #braced(): Expression {
    const keys: Expression[] = [];
    const values: Expression[] = [];
    while (this.#at < this.#tokens.length && !this.#take("}")) {
      const isSpread = this.#take("**");
      const isStarred = isSpread || this.#take("*");
      const read = this.#expression();
      const key = isStarred ? unknown : read;
      const isPair = !isSpread && this.#take(":");
      const value = isPair ? this.#expression() : undefined;
      if (this.#isLoop()) {
        const of = isPair ? "dict" : "set";
        const comprehension = this.#comprehension(of, key, "}", value);
        this.#take("}");
        return comprehension;
      }
      keys.push(key);
      if (value !== undefined || isSpread) values.push(value ?? unknown);
      if (!this.#take(",") && !this.#is("}")) return this.#failed();
    }
    return keys.length > 0 && values.length === 0 ? { kind: "set", items: keys } : { kind: "dict", keys, values };
  }

  #isLoop(): boolean {
    return this.#is("for") || (this.#is("async") && this.#tokens[this.#at + 1]?.text === "for");
  }

  /** The clauses after the element of a comprehension, up to its bracket. */
  #comprehension(
    of: "list" | "set" | "dict" | "Generator",
    element: Expression,
    close: string,
    value?: Expression,
  ): Expression {
    const loops: Loop[] = [];
    this.#loops += 1;
    while (this.#at < this.#tokens.length && !this.#is(close)) {
      this.#take("async");
      if (this.#take("for")) {
        this.#inTarget = true;
        const target = this.#list();
        this.#inTarget = false;
        if (!this.#take("in")) break;
        loops.push({ target, items: this.#operation(0) });
      } else if (this.#take("if")) this.#operation(0);
      else break;
    }
    this.#loops -= 1;
    return { kind: "comprehension", of, loops, element, ...(value === undefined ? {} : { value }) };
  }

  #failed(): Expression {
    this.#at = this.#tokens.length + 1;
    return unknown;
  }

  #next(): Token {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    return token ?? { kind: "operator", text: "" };
  }

  #peek(): string {
    return this.#tokens[this.#at]?.text ?? "";
  }

  #is(text: string): boolean {
    const token = this.#tokens[this.#at];
    return token !== undefined && token.text === text && token.kind !== "string";
  }

  #take(text: string): boolean {
    const isNext = this.#is(text);
    if (isNext) this.#at += 1;
    return isNext;
  }
}
