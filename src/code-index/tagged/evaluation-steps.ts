/**
 * The steps of the evaluation of one name: how many are left, and which results may be kept. Input: a declaration and the way to its result;
 * output: the result. One that was cut short, or that is part of a circle, is not kept, so that answers do not depend on earlier ones.
 */
import type { Declaration } from "../code-index.ts";

/** Terms that are looked at for one name, also below each other. */
const maxSteps = 1_000;

type Kept<Result> = { readonly result: Result; readonly steps: number };

/** Results by their declarations, with the steps that each of them takes. */
export type KeptResults<Result> = Map<Declaration, Kept<Result>>;

export class EvaluationSteps {
  /** The declarations whose types are being found. */
  readonly #open = new Set<Declaration>();
  #count = 0;
  #isCut = false;

  /** Begins with another name, which has steps of its own. */
  start(): void {
    this.#count = 0;
    this.#isCut = false;
    this.#open.clear();
  }

  /** Takes a step; false if there are no more. */
  take(): boolean {
    if (++this.#count <= maxSteps) return true;
    this.#isCut = true;
    return false;
  }

  /** The result for a declaration, which takes the same steps whatever was asked before it. */
  kept<Result>(results: KeptResults<Result>, declaration: Declaration, find: () => Result): Result {
    const found = results.get(declaration);
    if (found !== undefined) {
      this.#count += found.steps;
      return found.result;
    }
    const before = this.#count;
    const result = find();
    if (!this.#isCut) results.set(declaration, { result, steps: this.#count - before });
    return result;
  }

  /** The same for a way that may lead to its beginning: the result of a circle depends on that, and is undefined. */
  keptOnce<Result>(
    results: KeptResults<Result | undefined>,
    declaration: Declaration,
    find: () => Result | undefined,
  ): Result | undefined {
    if (!results.has(declaration) && this.#open.has(declaration)) {
      this.#isCut = true;
      return undefined;
    }
    return this.kept(results, declaration, () => {
      this.#open.add(declaration);
      const result = find();
      this.#open.delete(declaration);
      return result;
    });
  }
}
