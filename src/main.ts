#!/usr/bin/env node
/** The entry of both commands: runs the program with V8's code cache. */
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { codeFolder, compiledPath, keepsCode, runCompiled } from "./app/compiled-code.ts";
import { v8Flags } from "./app/v8-flags.ts";
import { distDir } from "./base/package.ts";
import { setWasmTiering } from "./base/wasm-tiering.ts";

for (const flag of v8Flags) setFlagsFromString(flag);

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
