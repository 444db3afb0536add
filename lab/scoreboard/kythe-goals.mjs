// @ts-check
/**
 * Reads the goals that Kythe's verifier checks, as its documentation (kythe/docs/kythe-verifier.txt) has them: `//- @name ref
 * Node` says that the text `name` of the next line that has no goal has an edge `ref` to what `Node` stands for.
 */

/** @typedef {{ file: string, line: number, column: number, text: string }} Anchor line and column count from 1 */
/** @typedef {{ anchor?: Anchor, variable?: string, fact?: string }} Term a place, a name for a node, or what is neither */
/** @typedef {{ from: Term, edge: string, to: Term, group?: number, line: number, file: string }} Goal an edge; `group` where it is said not to be */
/** @typedef {{ goals: Goal[], equal: [Term, Term][], facts: { of: Term, name: string, value: string }[] }} Goals */
/** @typedef {{ kind: "name" | "text" | "number" | "nth" | "sign" | "end", text: string, line: number }} Token */

const goalLine = /^\s*\/\/-(.*)$/;
const tokenPattern =
  /\/\/.*|#[ \t]*(\d+)|(\d+)|([%#]?[_a-zA-Z/][\w/]*)|"((?:\\.|[^\\"])*)"|(@[\^$]?|[(),.?={}!:+])|\S/g;

/**
 * The goals of a file.
 * @param {string} file its path, for the places
 * @param {string} text
 * @returns {Goals}
 */
export function goalsIn(file, text) {
  const lines = text.split("\n");
  const tokens = lines.flatMap((line, index) => {
    const says = goalLine.exec(line)?.[1];
    return says === undefined ? [] : tokensIn(says, index + 1);
  });
  return new GoalReader(file, lines, tokens).read();
}

/** @param {string} says @param {number} line @returns {Token[]} */
function tokensIn(says, line) {
  /** @type {Token[]} */
  const tokens = [];
  for (const [whole, nth, number, name, text, sign] of says.matchAll(tokenPattern)) {
    if (whole.startsWith("//")) break;
    if (nth !== undefined) tokens.push({ kind: "nth", text: nth, line });
    else if (number !== undefined) tokens.push({ kind: "number", text: number, line });
    else if (name !== undefined) tokens.push({ kind: "name", text: name, line });
    else if (text !== undefined) tokens.push({ kind: "text", text: text.replace(/\\(.)/g, "$1"), line });
    else tokens.push({ kind: "sign", text: sign ?? whole, line });
  }
  return tokens;
}

class GoalReader {
  #at = 0;
  #groups = 0;
  #file;
  #lines;
  #tokens;
  /** @type {Goals} */
  #found = { goals: [], equal: [], facts: [] };

  /** @param {string} file @param {readonly string[]} lines @param {readonly Token[]} tokens */
  constructor(file, lines, tokens) {
    this.#file = file;
    this.#lines = lines;
    this.#tokens = tokens;
  }

  read() {
    /** @type {number | undefined} */
    let group;
    while (this.#token.kind !== "end") {
      const isNegated = this.#takes("!");
      if (this.#takes("{")) {
        this.#groups += 1;
        group = isNegated ? this.#groups : undefined;
      } else if (this.#takes("}")) group = undefined;
      else this.#goal(group);
    }
    return this.#found;
  }

  get #token() {
    return this.#tokens[this.#at] ?? { kind: "end", text: "", line: 0 };
  }

  /** @param {string} sign */
  #takes(sign) {
    const { kind, text } = this.#token;
    if (kind !== "sign" || text !== sign) return false;
    this.#at += 1;
    return true;
  }

  #word() {
    const { text } = this.#token;
    this.#at += 1;
    return text;
  }

  /** An edge between two terms, or a fact about one. @param {number | undefined} group */
  #goal(group) {
    const { line } = this.#token;
    const from = this.#term();
    if (this.#takes(".")) {
      const name = this.#word();
      const { fact: value = "" } = this.#term();
      if (group === undefined) this.#found.facts.push({ of: from, name, value });
      return;
    }
    const name = this.#word().replace(/^\/kythe\/edge\//, "");
    const edge = this.#takes(".") ? `${name}.${this.#word()}` : name;
    const to = this.#term();
    this.#found.goals.push({ from, edge, to, line, file: this.#file, ...(group !== undefined && { group }) });
  }

  /** @returns {Term} */
  #term() {
    const { kind, text, line } = this.#token;
    this.#at += 1;
    /** @type {Term} */
    let term = { fact: text };
    if (kind === "sign" && text.startsWith("@")) {
      const anchor = this.#anchor(line);
      if (text === "@") term = anchor === undefined ? {} : { anchor };
    } else if (kind === "name" && text !== "_" && /^[A-Z_]/.test(text)) term = { variable: text };
    if (this.#takes("(")) {
      term = {};
      while (!this.#takes(")") && this.#token.kind !== "end") {
        this.#term();
        this.#takes(",");
      }
    }
    this.#takes("?");
    if (this.#takes("=")) this.#found.equal.push([term, this.#term()]);
    return term;
  }

  /** The place of the text behind `@`; undefined where it is not once in its line. @param {number} line of the goal @returns {Anchor | undefined} */
  #anchor(line) {
    const nth = this.#token.kind === "nth" ? Number(this.#word()) : undefined;
    let at = line + 1;
    while (goalLine.test(this.#lines[at - 1] ?? "")) at += 1;
    if (this.#takes("+")) at = line + Number(this.#word());
    else if (this.#takes(":")) at = Number(this.#word());
    const text = this.#word();
    const found = placesOf(text, this.#lines[at - 1] ?? "");
    const column = nth === undefined && found.length > 1 ? undefined : found[nth ?? 0];
    return column === undefined ? undefined : { file: this.#file, line: at, column: column + 1, text };
  }
}

/** Where a text begins in a line, which it may do inside of itself. @param {string} text @param {string} line */
function placesOf(text, line) {
  const places = [];
  for (let at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + 1)) places.push(at);
  return places;
}
