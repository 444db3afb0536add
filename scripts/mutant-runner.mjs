// @ts-check
/**
 * Runs each test as it is, and once more with each mutant that it reached and that no test has noticed yet. Writes the ids
 * of the mutants to the folder `outcomes`.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { TestRunner } from "vitest";

/** Milliseconds that a test may take with a mutant. */
const mostMs = 20_000;

/** Reached changes while a mutant is active, after which it counts as a loop without end. */
const mostSteps = 5_000_000;

/** @type {Set<number>} */
const reached = new Set();
/** @type {Set<number>} */
const killed = new Set();
/** @type {string[]} */
const unsteady = [];

let active = -1;
let steps = 0;
/** @type {Set<number> | undefined} */
let reachedByTest;

Object.assign(globalThis, {
  mutantIsActive: (/** @type {number} */ id) => {
    reachedByTest?.add(id);
    if (active !== -1 && ++steps > mostSteps) throw new Error("a loop without end");
    return id === active;
  },
});

/** The runner of vitest, with mutants. */
// biome-ignore lint/style/noDefaultExport: vitest takes a runner from it.
export default class MutantRunner extends TestRunner {
  /** @param {import("vitest").RunnerTestCase} test */
  async runTask(test) {
    const run = TestRunner.getTestFn(test);
    reachedByTest = new Set();
    await run();
    const tried = [...reachedByTest].filter((id) => !killed.has(id));
    reachedByTest = undefined;
    if (tried.length === 0) return;
    if (!(await passes(run))) {
      unsteady.push(test.name);
      return;
    }
    for (const id of tried) {
      reached.add(id);
      [active, steps] = [id, 0];
      const isPassed = await passes(run);
      active = -1;
      if (!isPassed) killed.add(id);
      if (!isPassed && !(await passes(run))) {
        unsteady.push(`${test.name}, after mutant ${id}`);
        return;
      }
    }
  }

  /** @override */
  onAfterRunFiles() {
    super.onAfterRunFiles();
    const outcome = { reached: [...reached], killed: [...killed], unsteady };
    writeFileSync(join(this.injectValue("outcomes"), `${process.pid}.json`), JSON.stringify(outcome));
  }
}

/**
 * True when a test passes.
 * @param {() => unknown} run
 */
async function passes(run) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("too late")), mostMs);
  });
  try {
    await Promise.race([run(), late]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
