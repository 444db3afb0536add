#!/usr/bin/env node
/** The entry of both commands: runs the program with V8's code cache. */
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { codeFolder, compiledPath, keepsCode, runCompiled } from "./app/compiled-code.ts";
import { distDir } from "./base/package.ts";

// Deep inlining costs more than it saves in a scan of minutes; this holds for the workers, too.
setFlagsFromString("--max-inlined-bytecode-size-cumulative=300");
// Short calls and small folders end before code that V8 optimizes at its usual budget of 66 kB has paid for that: 14 files of
// 800 kB take 6 % longer with 132 kB. Scans of 80 MB would take 3 % less with that. The V8 of Node 22 and later has no such
// flag.
if (process.versions.v8.startsWith("11.")) setFlagsFromString("--interrupt-budget=500000");

/**
 * Bytes of code, roughly, that a WASM function runs before V8 optimizes it. The lexer of C++ is one function of 90 kB:
 * 20 MB are a few hundred characters, and a process cannot end before the optimization does. The other budget is the
 * largest that V8 accepts.
 */
const budgets = { usual: 20_000_000, late: 2_147_483_647 };
setWasmTieringBudget(budgets.usual);

const args = process.argv.slice(2);
const folder = codeFolder(process.env);
// The commands run different parts of the program; a wrong guess costs only time.
const part = /^(?!serve$)\w/.test(args[0] ?? "serve") ? "program-tool" : "program-serve";
const { exports, keep } = runCompiled<typeof import("./app/program.ts")>(
  join(distDir, "program.cjs"),
  folder && compiledPath(folder, part),
);
const keepCode = () => {
  // V8 accepts cached code only under the flags under which it was written.
  setWasmTieringBudget(budgets.usual);
  keep?.();
};
void exports.main({
  codeFolder: folder,
  keepCode: keep && keepsCode(args, process.env) ? keepCode : undefined,
  delayOptimizing: () => setWasmTieringBudget(budgets.late),
});

function setWasmTieringBudget(bytes: number): void {
  setFlagsFromString(`--wasm-tiering-budget=${bytes}`);
}
