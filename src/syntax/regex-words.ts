/**
 * The texts that are in every text in which a regular expression matches. Input: the source of an expression without flags;
 * output: clauses: a text that lacks all texts of a clause has no match. What has few matches, such as `[Tt]cr` or `(a|b)c?`, is
 * read as all of them. It reads less than there is: of lookarounds and large classes nothing is needed.
 */

/** Texts: one of them is needed. */
export type Clause = readonly string[];

/** Groups in groups, above which nothing is said of an expression. */
const maxDepth = 50;

/** Texts of a clause: more of them are looked for longer than a parse takes. */
const maxTexts = 64;

/** UTF-16 code units of a class whose characters are told apart. */
const maxClassLength = 8;

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

/** Thrown at what is not read. */
class NotRead extends Error {}

/** Escapes of a position. */
const escapesOfPlace: ReadonlySet<string> = new Set("bB");

/** Escapes of a class of characters, or of a character that no text of a clause has. */
const escapesOfClass: ReadonlySet<string> = new Set("dDwWsSnrtfv");

/** The needs of a part of an expression. */
type Needs = {
  /** All texts that the part matches; undefined if there are too many. */
  readonly texts: readonly string[] | undefined;
  /** The clauses of a part without `texts`. */
  readonly clauses: readonly Clause[];
};

const nothing: Needs = { texts: undefined, clauses: [] };
const place: Needs = { texts: [""], clauses: [] };

/** Returns the clauses of a part by itself. */
function clausesOf({ texts, clauses }: Needs): readonly Clause[] {
  if (texts === undefined) return clauses;
  const shortest = texts.filter((text) => !texts.some((other) => other !== text && text.includes(other)));
  return shortest.includes("") ? [] : [[...new Set(shortest)]];
}

/** Returns the needs of one part of several. */
function eitherOf(parts: readonly Needs[]): Needs {
  const texts = parts.every((part) => part.texts !== undefined) ? parts.flatMap((part) => part.texts ?? []) : undefined;
  if (texts !== undefined && texts.length <= maxTexts) return { texts: [...new Set(texts)], clauses: [] };
  const chosen: string[] = [];
  for (const part of parts) {
    const [best] = [...clausesOf(part)].sort((a, b) => leastLength(b) - leastLength(a));
    if (best === undefined) return nothing;
    chosen.push(...best);
  }
  return chosen.length > maxTexts ? nothing : { texts: undefined, clauses: [chosen] };
}

function leastLength(clause: Clause): number {
  return clause.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
}

class RegexReader {
  readonly #source: string;
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): readonly Clause[] {
    const needs = this.#alternatives();
    if (this.#at < this.#source.length) throw new NotRead();
    return clausesOf(needs);
  }

  /** Reads up to the bracket that closes the group, or to the end. */
  #alternatives(): Needs {
    if (++this.#depth > maxDepth) throw new NotRead();
    const parts = [this.#sequence()];
    while (this.#takes("|")) parts.push(this.#sequence());
    this.#depth--;
    const [only = nothing] = parts;
    return parts.length === 1 ? only : eitherOf(parts);
  }

  #sequence(): Needs {
    const clauses: Clause[] = [];
    let isWhole = true;
    /** The texts before the next atom, without a gap. */
    let run: readonly string[] = [""];
    const endRun = () => {
      clauses.push(...clausesOf({ texts: run, clauses: [] }));
      run = [""];
      isWhole = false;
    };
    for (;;) {
      const next = this.#source[this.#at];
      if (next === undefined || next === "|" || next === ")") break;
      const atom = this.#atom();
      const quantifier = this.#quantifier();
      const part = quantifier === "optional" ? eitherOf([atom, place]) : quantifier === "any" ? nothing : atom;
      const { texts } = part;
      if (texts === undefined) {
        endRun();
        clauses.push(...part.clauses);
        continue;
      }
      if (run.length * texts.length > maxTexts) endRun();
      run = run.flatMap((before) => texts.map((text) => before + text));
      if (quantifier === "repeated") {
        // The text after the first one is not known; the last one is before the next atom.
        endRun();
        run = texts;
      }
    }
    if (isWhole) return { texts: [...new Set(run)], clauses: [] };
    endRun();
    return { texts: undefined, clauses };
  }

  #atom(): Needs {
    const sign = this.#source[this.#at++] ?? "";
    if (sign === "(") return this.#group();
    if (sign === "[") return this.#class();
    if (sign === "^" || sign === "$") return place;
    if (sign === ".") return nothing;
    if (sign === "*" || sign === "+" || sign === "?") throw new NotRead();
    return sign === "\\" ? this.#escaped() : { texts: [sign], clauses: [] };
  }

  #escaped(): Needs {
    const escaped = this.#source[this.#at++] ?? "";
    if (escapesOfPlace.has(escaped)) return place;
    if (escapesOfClass.has(escaped)) return nothing;
    if (!/^[^\p{L}\p{N}_]$/u.test(escaped)) throw new NotRead();
    return { texts: [escaped], clauses: [] };
  }

  #group(): Needs {
    const head = this.#takesMatch(/\?(?:[:=!]|<[=!]|<\w+>)/y);
    if (head === "" && this.#source[this.#at] === "?") throw new NotRead();
    const needs = this.#alternatives();
    if (!this.#takes(")")) throw new NotRead();
    return head === "" || head === "?:" || head.endsWith(">") ? needs : place;
  }

  #class(): Needs {
    const start = this.#at;
    while (this.#source[this.#at] !== "]") {
      if (this.#at >= this.#source.length) throw new NotRead();
      this.#at += this.#source[this.#at] === "\\" ? 2 : 1;
    }
    const inner = this.#source.slice(start, this.#at++);
    const isPlain = inner.length <= maxClassLength && /^[\w.:/ -]+$/.test(inner) && !/.-./.test(inner);
    return isPlain ? { texts: [...inner], clauses: [] } : nothing;
  }

  /** Reads how often the atom before occurs. */
  #quantifier(): "once" | "optional" | "repeated" | "any" {
    const sign = this.#source[this.#at];
    if (sign !== "*" && sign !== "+" && sign !== "?" && sign !== "{") return "once";
    if (this.#takesMatch(/\{\d+(?:,\d*)?\}/y) === "") this.#at++;
    this.#takes("?");
    return sign === "+" ? "repeated" : sign === "?" ? "optional" : "any";
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
