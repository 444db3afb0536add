#!/usr/bin/env node
/** The entry of both commands: runs the program with V8's code cache. */
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { codeFolder, compiledPath, keepsCode, runCompiled } from "./app/compiled-code.ts";
import { distDir } from "./base/package.ts";
import { setWasmTiering } from "./base/wasm-tiering.ts";

// Deep inlining costs more than it saves in a scan of minutes; this holds for the workers, too.
setFlagsFromString("--max-inlined-bytecode-size-cumulative=300");
// Short calls and small folders end before code that V8 optimizes at its usual budget of 66 kB has paid for that: 14 files of
// 800 kB take 6 % longer with 132 kB. Scans of 80 MB would take 3 % less with that. The V8 of Node 22 and later has no such
// flag.
if (process.versions.v8.startsWith("11.")) setFlagsFromString("--interrupt-budget=500000");

// Most calls end before optimized code pays; syntax/grammars.ts has the others.
setWasmTiering("late");

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
  setWasmTiering("late");
  keep?.();
};
void exports.main({
  codeFolder: folder,
  keepCode: keep && keepsCode(args, process.env) ? keepCode : undefined,
});
