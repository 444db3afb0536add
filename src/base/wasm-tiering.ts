import { setFlagsFromString } from "node:v8";

/**
 * Bytes of code, roughly, that a WASM function runs before V8 optimizes it. The lexer of C++ is one function of 90 kB: by
 * `soon` it is optimized after a few hundred characters, and a process cannot end before that is done, a quarter of a second.
 * `late` is the largest budget that V8 accepts.
 */
const budgets = { soon: 20_000_000, late: 2_147_483_647 };

/** Files from which on optimized code pays before the scan ends. */
const manyFiles = 500;

export type Tiering = keyof typeof budgets;

let readsMany = false;

/** Notes that a scan reads so many files: the modules that this thread has not loaded yet are optimized soon for many. */
export function expectFiles(count: number): void {
  readsMany ||= count >= manyFiles;
}

/** The budget of a module that this thread loads now. */
export function tieringOfThread(): Tiering {
  return readsMany ? "soon" : "late";
}

/** Sets the budget of the modules that any thread loads from now on. */
export function setWasmTiering(when: Tiering): void {
  setFlagsFromString(`--wasm-tiering-budget=${budgets[when]}`);
}
