/**
 * The rows of the rounds of calls that go on from what they have found, such as a walk to callers of callers. Input: the question and
 * the plan of a round; output: the rows that its files have had. The same call again, and one that goes further, begins with them.
 */
import { createHash } from "node:crypto";
import type { Plan } from "../tools/contract/plan.ts";
import type { ResolvedRows } from "./unfinished-calls.ts";

/** Rounds that are kept, and the files of all rounds together. */
const maxRounds = 64;
const maxFiles = 20_000;

type Round = { readonly viewId: number; readonly rows: ResolvedRows };

export class KeptRounds {
  /** By question and plan, the one that was used last at the end. */
  readonly #rounds = new Map<string, Round>();

  /**
   * The rows of a round so far, to which the round adds further ones.
   *
   * @param question the tool, and the arguments that its rows depend on in addition to the plan
   * @param viewId the number of the view: other code has other rows
   */
  rowsOf(question: string, plan: Plan, viewId: number): ResolvedRows {
    const key = createHash("sha256")
      .update(`${question}\0${JSON.stringify(plan)}`)
      .digest("hex");
    const known = this.#rounds.get(key);
    const round = known?.viewId === viewId ? known : { viewId, rows: new Map() };
    this.#rounds.delete(key);
    this.#rounds.set(key, round);
    this.#forgetOldest();
    return round.rows;
  }

  #forgetOldest(): void {
    let files = [...this.#rounds.values()].reduce((sum, { rows }) => sum + rows.size, 0);
    for (const [key, { rows }] of this.#rounds) {
      // The last one is in use.
      if (this.#rounds.size === 1 || (this.#rounds.size <= maxRounds && files <= maxFiles)) return;
      this.#rounds.delete(key);
      files -= rows.size;
    }
  }
}
