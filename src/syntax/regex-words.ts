/**
 * The words that every text has in which a regular expression matches. Input: the source of an expression without flags;
 * output: clauses of words: a text that lacks all words of a clause has no match. It reads less than there is:
 * of lookarounds, classes and what may be left out nothing is needed.
 */

/** Words: one of them is needed. */
export type Clause = readonly string[];

/** Groups in groups, above which nothing is said of an expression. */
const maxDepth = 50;

/** Returns the clauses of an expression; none if nothing is known of it. */
export function clausesOfRegex(source: string): readonly Clause[] {
  try {
    return new RegexReader(source).read();
  } catch (error) {
    if (error instanceof NotRead) return [];
    throw error;
  }
}

/** Returns the words of a text. */
export function wordsIn(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/**
 * Returns a clause that holds if one of several lists of clauses does: of each list the clause whose words are longest; undefined if one
 * of them needs nothing.
 */
export function eitherOf(lists: readonly (readonly Clause[])[]): Clause | undefined {
  const chosen: string[] = [];
  for (const clauses of lists) {
    const [best] = [...clauses].sort((a, b) => leastLength(b) - leastLength(a));
    if (best === undefined) return undefined;
    chosen.push(...best);
  }
  return chosen.length === 0 ? undefined : chosen;
}

function leastLength(clause: Clause): number {
  return clause.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
}

/** Thrown at what is not read. */
class NotRead extends Error {}

/** Escapes of a position, of a class of characters or of a character that is not part of a word. */
const escapesWithoutWord: ReadonlySet<string> = new Set("bBdDwWsSnrtfv");

class RegexReader {
  readonly #source: string;
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): readonly Clause[] {
    const clauses = this.#alternatives();
    if (this.#at < this.#source.length) throw new NotRead();
    return clauses;
  }

  /** Reads up to the bracket that closes the group, or to the end. */
  #alternatives(): readonly Clause[] {
    if (++this.#depth > maxDepth) throw new NotRead();
    const lists = [this.#sequence()];
    while (this.#takes("|")) lists.push(this.#sequence());
    this.#depth--;
    const [only] = lists;
    if (lists.length === 1 && only !== undefined) return only;
    const clause = eitherOf(lists);
    return clause === undefined ? [] : [clause];
  }

  #sequence(): readonly Clause[] {
    const clauses: Clause[] = [];
    let run = "";
    const endRun = () => {
      clauses.push(...wordsIn(run).map((word) => [word]));
      run = "";
    };
    for (;;) {
      const next = this.#source[this.#at];
      if (next === undefined || next === "|" || next === ")") break;
      const atom = this.#atom();
      const quantifier = this.#quantifier();
      if (typeof atom === "string") {
        if (quantifier !== "optional") run += atom;
        if (quantifier !== "none") endRun();
      } else {
        endRun();
        if (quantifier !== "optional") clauses.push(...atom);
      }
    }
    endRun();
    return clauses;
  }

  /** Reads a character, or else what needs the returned clauses. */
  #atom(): string | readonly Clause[] {
    const sign = this.#source[this.#at++] ?? "";
    if (sign === "(") return this.#group();
    if (sign === "[") {
      this.#skipClass();
      return [];
    }
    if (sign === "^" || sign === "$" || sign === ".") return [];
    if (sign === "*" || sign === "+" || sign === "?") throw new NotRead();
    if (sign !== "\\") return sign;
    const escaped = this.#source[this.#at++] ?? "";
    if (escapesWithoutWord.has(escaped)) return [];
    if (!/^[^\p{L}\p{N}_]$/u.test(escaped)) throw new NotRead();
    return escaped;
  }

  #group(): readonly Clause[] {
    const head = this.#takesMatch(/\?(?:[:=!]|<[=!]|<\w+>)/y);
    if (head === "" && this.#source[this.#at] === "?") throw new NotRead();
    const clauses = this.#alternatives();
    if (!this.#takes(")")) throw new NotRead();
    return head === "" || head === "?:" || head.endsWith(">") ? clauses : [];
  }

  #skipClass(): void {
    while (this.#source[this.#at] !== "]") {
      if (this.#at >= this.#source.length) throw new NotRead();
      this.#at += this.#source[this.#at] === "\\" ? 2 : 1;
    }
    this.#at++;
  }

  /** Reads how often the atom before occurs. */
  #quantifier(): "none" | "optional" | "repeated" {
    const sign = this.#source[this.#at];
    if (sign !== "*" && sign !== "+" && sign !== "?" && sign !== "{") return "none";
    if (this.#takesMatch(/\{\d+(?:,\d*)?\}/y) === "") this.#at++;
    this.#takes("?");
    return sign === "+" ? "repeated" : "optional";
  }

  #takes(sign: string): boolean {
    if (this.#source[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  /** @param pattern a sticky one */
  #takesMatch(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ""] = pattern.exec(this.#source) ?? [];
    this.#at += found.length;
    return found;
  }
}
