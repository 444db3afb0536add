/**
 * Terms: what a declaration says of its type, in a form that all languages share. Input: a term or its text, as facts
 * have it; output: the text or the term.
 *
 * | text       | a type or value                                  | Go             |
 * | ---------- | ------------------------------------------------ | -------------- |
 * | `a`        | a name                                           | `Shape`        |
 * | `a.b`      | a member                                         | `geo.Shape`    |
 * | `a(b)`     | the result of a call with `b` as first argument  | `make(x)`      |
 * | `a[]`      | an item                                          | `xs[0]`        |
 * | `a[:]`     | a key                                            |                |
 * | `a#1`      | the second of several results                    |                |
 * | `[a]`      | a list of `a`                                    | `[]Shape`      |
 * | `[k:a]`    | a table from `k` to `a`                          | `map[K]Shape`  |
 * | `[a]B`     | a list that is a builtin `B`                     |                |
 * | `'a/b'`    | a module                                         |                |
 * | `{a}`      | a function with the result `a`                   | `func() Shape` |
 * | `<a>`      | a value of the type `a`                          | `Shape{}`      |
 * | `(a,b)`    | several results                                  | `(T, error)`   |
 * | `(a\|b)`   | one of several values or types                   |                |
 * | `(a&b)`    | a type with the members of several               |                |
 * | `@12`      | the type that is written at an offset            | `struct{ … }`  |
 * | `?`        | unknown                                          |                |
 */

export type Term =
  | { readonly form: "name"; readonly name: string }
  | { readonly form: "member"; readonly of: Term; readonly name: string }
  | { readonly form: "call"; readonly of: Term; readonly first?: Term }
  | { readonly form: "item" | "key" | "function" | "made"; readonly of: Term }
  | { readonly form: "part"; readonly of: Term; readonly part: number }
  | { readonly form: "list"; readonly of: Term; readonly key?: Term; readonly as?: string }
  | { readonly form: "module"; readonly path: string }
  | { readonly form: "tuple" | "either" | "both"; readonly parts: readonly Term[] }
  | { readonly form: "own"; readonly at: number }
  | { readonly form: "unknown" };

export const unknownTerm: Term = { form: "unknown" };

/** UTF-16 code units of a term in facts: a longer one is unknown. */
const maxLength = 400;

/** The text of a term; "" for one that says nothing, or too much. */
export function textOfTerm(term: Term): string {
  const text = written(term);
  return text === "?" || text.length > maxLength ? "" : text;
}

function written(term: Term): string {
  switch (term.form) {
    case "name":
      return term.name;
    case "member":
      return `${written(term.of)}.${term.name}`;
    case "call":
      return `${written(term.of)}(${term.first === undefined ? "" : written(term.first)})`;
    case "item":
      return `${written(term.of)}[]`;
    case "key":
      return `${written(term.of)}[:]`;
    case "part":
      return `${written(term.of)}#${term.part}`;
    case "list":
      return `[${term.key === undefined ? "" : `${written(term.key)}:`}${written(term.of)}]${term.as ?? ""}`;
    case "module":
      return `'${term.path}'`;
    case "function":
      return `{${written(term.of)}}`;
    case "made":
      return `<${written(term.of)}>`;
    case "tuple":
      return `(${term.parts.map(written).join(",")})`;
    case "either":
      return `(${term.parts.map(written).join("|")})`;
    case "both":
      return `(${term.parts.map(written).join("&")})`;
    case "own":
      return `@${term.at}`;
    case "unknown":
      return "?";
  }
}

const known = new Map<string, Term>();

/** Terms that are kept: most of a code base repeat each other. */
const maxKnown = 10_000;

/** Reads the text of a term; of text that is none, an unknown one. */
export function termIn(text: string): Term {
  const found = known.get(text);
  if (found !== undefined) return found;
  const reader = new TermReader(text);
  const term = reader.whole();
  if (known.size >= maxKnown) known.clear();
  known.set(text, term);
  return term;
}

/** Separates the bases of a type in its fact. */
export const baseSeparator = ", ";

/** The bases in the fact of a type, whose text begins with `=` if the type consists of another one. */
export function termsOfBases(type: string): readonly Term[] {
  return type === "" || type.startsWith("=") ? [] : type.split(baseSeparator).map(termIn);
}

/** A term of another one, unless that is unknown. */
export function onKnown(of: Term, make: (of: Term) => Term): Term {
  return of.form === "unknown" ? unknownTerm : make(of);
}

/** The text of a name. */
const nameAt = /[\p{L}_$#][\p{L}\p{M}\p{N}_$]*/uy;

const digitsAt = /\d*/y;

const signs = { either: "|", both: "&", tuple: "," } as const;

class TermReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): Term {
    const term = this.#term();
    return this.#at === this.#text.length ? term : unknownTerm;
  }

  #takes(sign: string): boolean {
    if (!this.#text.startsWith(sign, this.#at)) return false;
    this.#at += sign.length;
    return true;
  }

  #name(): string {
    nameAt.lastIndex = this.#at;
    const [name = ""] = nameAt.exec(this.#text) ?? [];
    this.#at += name.length;
    return name;
  }

  #number(): number {
    digitsAt.lastIndex = this.#at;
    const [digits = ""] = digitsAt.exec(this.#text) ?? [];
    this.#at += digits.length;
    return Number(digits);
  }

  #term(): Term {
    let term = this.#first();
    for (;;) {
      if (this.#takes(".")) term = { form: "member", of: term, name: this.#name() };
      else if (this.#takes("[:]")) term = { form: "key", of: term };
      else if (this.#takes("[]")) term = { form: "item", of: term };
      else if (this.#takes("()")) term = { form: "call", of: term };
      else if (this.#takes("(")) {
        const first = this.#term();
        if (!this.#takes(")")) return this.#fault();
        term = { form: "call", of: term, first };
      } else if (this.#takes("#")) {
        term = { form: "part", of: term, part: this.#number() };
      } else return term;
    }
  }

  #first(): Term {
    if (this.#takes("?")) return unknownTerm;
    if (this.#takes("@")) return { form: "own", at: this.#number() };
    if (this.#takes("[")) {
      const first = this.#term();
      if (!this.#takes(":")) return this.#takes("]") ? this.#named({ form: "list", of: first }) : this.#fault();
      const of = this.#term();
      return this.#takes("]") ? this.#named({ form: "list", of, key: first }) : this.#fault();
    }
    if (this.#takes("'")) {
      const end = this.#text.indexOf("'", this.#at);
      if (end < 0) return this.#fault();
      const path = this.#text.slice(this.#at, end);
      this.#at = end + 1;
      return { form: "module", path };
    }
    if (this.#takes("{")) return this.#closed("function", "}");
    if (this.#takes("<")) return this.#closed("made", ">");
    if (this.#takes("(")) {
      const parts = [this.#term()];
      const form = this.#text.startsWith("|", this.#at)
        ? "either"
        : this.#text.startsWith("&", this.#at)
          ? "both"
          : "tuple";
      while (this.#takes(signs[form])) parts.push(this.#term());
      return this.#takes(")") ? { form, parts } : this.#fault();
    }
    const name = this.#name();
    return name === "" ? this.#fault() : { form: "name", name };
  }

  #named(list: Extract<Term, { form: "list" }>): Term {
    const as = this.#text.startsWith("#", this.#at) ? "" : this.#name();
    return as === "" ? list : { ...list, as };
  }

  #closed(form: "function" | "made", sign: string): Term {
    const of = this.#term();
    return this.#takes(sign) ? { form, of } : this.#fault();
  }

  #fault(): Term {
    this.#at = this.#text.length + 1;
    return unknownTerm;
  }
}
