/** Conditions of `#if` whose operands may be open. Input: the text of one; output: true, false or undefined. */

/** The value of an operand, such as `defined(X)` or `X >= 3`; undefined if it is open. */
type OutcomeOf = (operand: string) => boolean | undefined;

/**
 * Evaluates `!`, `&&`, `||` and parentheses in a condition, in one pass; undefined if the operands that are known do not
 * decide it.
 *
 * @param condition on one line, and short: each pair of parentheses is a call
 */
export function outcomeOfCondition(condition: string, outcomeOf: OutcomeOf): boolean | undefined {
  return new ConditionReader(condition, outcomeOf).read();
}

/** The ends of operands, and the parentheses in them. */
const endOrParenthesis = /\|\||&&|[()]/g;

class ConditionReader {
  readonly #text: string;
  readonly #outcomeOf: OutcomeOf;
  #at = 0;

  constructor(text: string, outcomeOf: OutcomeOf) {
    this.#text = text;
    this.#outcomeOf = outcomeOf;
  }

  read(): boolean | undefined {
    const value = this.#alternatives();
    return this.#at === this.#text.length ? value : undefined;
  }

  #alternatives(): boolean | undefined {
    return this.#combined("||", true, () => this.#combined("&&", false, () => this.#operand()));
  }

  /** @param deciding the value that decides: true of operands of `||`, false of `&&` */
  #combined(operator: string, deciding: boolean, next: () => boolean | undefined): boolean | undefined {
    let value = next();
    while (this.#text.startsWith(operator, this.#at)) {
      this.#at += operator.length;
      const other = next();
      if (value !== deciding && other !== value) value = other === deciding ? deciding : undefined;
    }
    return value;
  }

  #operand(): boolean | undefined {
    this.#skipBlanks();
    const sign = this.#text[this.#at];
    if (sign === "!") {
      this.#at += 1;
      const value = this.#operand();
      return value === undefined ? undefined : !value;
    }
    if (sign !== "(") return this.#outcomeOf(this.#skipOperand());
    this.#at += 1;
    const value = this.#alternatives();
    if (this.#text[this.#at] === ")") this.#at += 1;
    // `(A) > 3` is an operand as a whole.
    return this.#skipOperand() === "" ? value : undefined;
  }

  /** Goes to the end of an operand, and returns its text. */
  #skipOperand(): string {
    const start = this.#at;
    let depth = 0;
    endOrParenthesis.lastIndex = start;
    let found = endOrParenthesis.exec(this.#text);
    while (found !== null && (depth > 0 || found[0] === "(")) {
      depth += { "(": 1, ")": -1 }[found[0]] ?? 0;
      found = endOrParenthesis.exec(this.#text);
    }
    this.#at = found?.index ?? this.#text.length;
    return this.#text.slice(start, this.#at).trim();
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at += 1;
  }
}
