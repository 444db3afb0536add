/**
 * Values of conditions of the preprocessor. Input: a directive, and the macros that are known to be defined or not; output: whether the
 * branch is taken, or undefined if that is not known.
 */

/** Macros that an ordinary compiler of a language defines, and macros that it does not define. */
export type KnownNames = { readonly defined: Names; readonly undefined: Names };

type Names = { readonly has: (name: string) => boolean };

/** Tokens of a condition and parentheses in each other; the value of a longer one is not known. */
const mostTokens = 400;
const mostParentheses = 30;

/**
 * Returns whether a compiler takes the branch of `#if`, `#ifdef`, `#ifndef`, `#elif` or `#else`; undefined if that depends on
 * anything but numbers and the known names.
 */
export function valueOfCondition(directive: string, names: KnownNames): boolean | undefined {
  const [, word = "", rest = ""] = /^#[ \t]*(\w+)([\s\S]*)$/.exec(directive) ?? [];
  if (word === "else") return true;
  const tokens = rest.replace(/\\\r?\n|\/\*[\s\S]*?\*\/|\/\/.*/g, " ").match(tokenPattern) ?? [];
  if (tokens.length > mostTokens) return undefined;
  const condition = new Condition(tokens, names);
  if (!word.endsWith("def")) return truthOf(condition.value());
  const isDefined = condition.isDefined(tokens[0] ?? "");
  return word.endsWith("ndef") ? not(isDefined) : isDefined;
}

const tokenPattern = /\w+|&&|\|\||[<>=!]=|\S/g;

const truthOf = (value: number | undefined): boolean | undefined => (value === undefined ? undefined : value !== 0);
const not = (value: boolean | undefined): boolean | undefined => (value === undefined ? undefined : !value);

/** The comparisons of a condition, by their operators. */
export const comparisons: ReadonlyMap<string, (a: number, b: number) => boolean> = new Map([
  ["<", (a, b) => a < b],
  [">", (a, b) => a > b],
  ["<=", (a, b) => a <= b],
  [">=", (a, b) => a >= b],
  ["==", (a, b) => a === b],
  ["!=", (a, b) => a !== b],
]);

/** The value of a condition; undefined if it is not known, or if the condition holds what is not read here. */
class Condition {
  readonly #tokens: readonly string[];
  readonly #names: KnownNames;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly string[], names: KnownNames) {
    this.#tokens = tokens;
    this.#names = names;
  }

  value(): number | undefined {
    const value = this.#either();
    return this.#at === this.#tokens.length ? value : undefined;
  }

  isDefined(name: string): boolean | undefined {
    if (this.#names.defined.has(name)) return true;
    return this.#names.undefined.has(name) ? false : undefined;
  }

  #either(): number | undefined {
    let value = this.#both();
    while (this.#takes("||")) {
      const other = this.#both();
      if (truthOf(value) === true || truthOf(other) === true) value = 1;
      else value = value === undefined || other === undefined ? undefined : 0;
    }
    return value;
  }

  #both(): number | undefined {
    let value = this.#compared();
    while (this.#takes("&&")) {
      const other = this.#compared();
      if (truthOf(value) === false || truthOf(other) === false) value = 0;
      else value = value === undefined || other === undefined ? undefined : 1;
    }
    return value;
  }

  #compared(): number | undefined {
    const value = this.#single();
    const compare = comparisons.get(this.#tokens[this.#at] ?? "");
    if (compare === undefined) return value;
    this.#at += 1;
    const other = this.#single();
    return value === undefined || other === undefined ? undefined : Number(compare(value, other));
  }

  #single(): number | undefined {
    const token = this.#tokens[this.#at++] ?? "";
    if (token === "!") {
      const value = this.#nested(() => this.#single());
      return value === undefined ? undefined : Number(value === 0);
    }
    if (token === "(") {
      const value = this.#nested(() => this.#either());
      return this.#takes(")") ? value : undefined;
    }
    if (token === "defined") return this.#definedName();
    if (/^\d/.test(token)) return numberOf(token);
    if (token === "false" || this.#names.undefined.has(token)) return this.#withoutArguments(0);
    return this.#withoutArguments(token === "true" ? 1 : undefined);
  }

  #definedName(): number | undefined {
    const isInParentheses = this.#takes("(");
    const isDefined = this.isDefined(this.#tokens[this.#at++] ?? "");
    if (isInParentheses && !this.#takes(")")) return undefined;
    return isDefined === undefined ? undefined : Number(isDefined);
  }

  /** `__has_include(<a>)` has no value that is known here, and what follows it is read on. */
  #withoutArguments(value: number | undefined): number | undefined {
    if (!this.#takes("(")) return value;
    for (let open = 1; open > 0 && this.#at < this.#tokens.length; this.#at += 1) {
      const token = this.#tokens[this.#at];
      if (token === "(") open += 1;
      else if (token === ")") open -= 1;
    }
    return undefined;
  }

  #nested(read: () => number | undefined): number | undefined {
    this.#depth += 1;
    const value = this.#depth > mostParentheses ? undefined : read();
    this.#depth -= 1;
    return value;
  }

  #takes(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }
}

/** The number of a token that begins with a digit: `0x10`, `010`, `201703L`, `1'000`; undefined if it is none. */
export function numberOf(token: string): number | undefined {
  const digits = token.replace(/'|[uUlL]+$/g, "");
  const value = /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
  return Number.isNaN(value) ? undefined : value;
}
