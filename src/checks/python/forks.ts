/**
 * Branches of a Python module, for which of two statements can run in one run. Input: the compound statements of a module, as they are
 * opened and closed; output: a number for each of their parts, and whether two of them exclude each other.
 */

/** The compound statement around a part of it. */
export type ForkKind = "if" | "loop" | "match" | "other" | "try";

/** Instead of a region: the module itself. */
export const wholeModule = 0;

/**
 * The parts of compound statements, as a tree: the bodies and conditions of `if`, the blocks of `try`, the cases of
 * `match` and the bodies of loops. A region is a number; wholeModule is around all others.
 */
export class Forks {
  readonly #parents: number[] = [wholeModule];
  /** An ancestor further up: it makes the way to the root logarithmic. */
  readonly #jumps: number[] = [wholeModule];
  readonly #depths: number[] = [0];
  /** By region: a number for the statement that it is a part of, which part it is, and the kind of the statement. */
  readonly #statements: number[] = [-1];
  readonly #parts: number[] = [0];
  readonly #kinds: ForkKind[] = ["other"];
  readonly #conditional: boolean[] = [false];

  /** Adds a part of a statement inside a region. `part` counts as `areApart` reads it. */
  add(parent: number, statement: number, kind: ForkKind, part: number): number {
    const jump = this.#jumps[parent] ?? wholeModule;
    const depth = this.#depthOf(parent);
    const isEven =
      depth - this.#depthOf(jump) === this.#depthOf(jump) - this.#depthOf(this.#jumps[jump] ?? wholeModule);
    const region = this.#parents.push(parent) - 1;
    this.#jumps.push(isEven ? (this.#jumps[jump] ?? wholeModule) : parent);
    this.#depths.push(depth + 1);
    this.#statements.push(statement);
    this.#parts.push(part);
    this.#kinds.push(kind);
    this.#conditional.push(this.isConditional(parent) || kind === "if" || kind === "loop");
    return region;
  }

  /** True inside of `if` and of loops with a condition. */
  isConditional(region: number): boolean {
    return this.#conditional[region] ?? false;
  }

  /** True when one run of the smallest statement around two regions does not execute both. */
  areApart(a: number, b: number): boolean {
    let [left, right] = [this.#upTo(a, this.#depthOf(b)), this.#upTo(b, this.#depthOf(a))];
    if (left === right) return false;
    while (this.#parents[left] !== this.#parents[right]) {
      const [leftJump = wholeModule, rightJump = wholeModule] = [this.#jumps[left], this.#jumps[right]];
      const isFar = leftJump !== rightJump;
      left = isFar ? leftJump : (this.#parents[left] ?? wholeModule);
      right = isFar ? rightJump : (this.#parents[right] ?? wholeModule);
    }
    if (this.#statements[left] !== this.#statements[right]) return false;
    return arePartsApart(this.#kinds[left] ?? "other", this.#parts[left] ?? 0, this.#parts[right] ?? 0);
  }

  #depthOf(region: number): number {
    return this.#depths[region] ?? 0;
  }

  /** The ancestor of a region that is not deeper than `depth`. */
  #upTo(region: number, depth: number): number {
    let at = region;
    while (this.#depthOf(at) > depth) {
      const jump = this.#jumps[at] ?? wholeModule;
      at = this.#depthOf(jump) >= depth ? jump : (this.#parents[at] ?? wholeModule);
    }
    return at;
  }
}

/**
 * The parts of an `if` are its conditions (even) and their bodies (odd) in source order, and `else` (even): a body is
 * apart from all around it. The parts of a `try` are the body with `else` (0), the handlers (from 1) and `finally`
 * (-1). The parts of a `match` are patterns (even) and their bodies (odd).
 */
function arePartsApart(kind: ForkKind, a: number, b: number): boolean {
  const [first, last] = a < b ? [a, b] : [b, a];
  switch (kind) {
    case "if":
      return first !== last && (first % 2 === 1 || last === first + 1);
    case "try":
      return first !== last;
    case "match":
      return first % 2 === 0 ? last % 2 === 1 && last !== first + 1 : first !== last && last !== first - 1;
    default:
      return false;
  }
}
