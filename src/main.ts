#!/usr/bin/env node
/** The entry of both commands: runs the program with V8's code cache. */
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { codeFolder, compiledPath, keepsCode, runCompiled } from "./app/compiled-code.ts";
import { asksForShared, sharedServerWord } from "./app/shared-words.ts";
import { v8Flags } from "./app/v8-flags.ts";
import { distDir } from "./base/package.ts";
import { setWasmTiering } from "./base/wasm-tiering.ts";

for (const flag of v8Flags) setFlagsFromString(flag);

// Most calls end before optimized code pays; syntax/grammars.ts has the others.
setWasmTiering("late");

const args = process.argv.slice(2);

/** Runs the program in this process. */
function run(): void {
  const isShared = args[0] === sharedServerWord;
  const folder = codeFolder(process.env);
  // The commands run different parts of the program; a wrong guess costs only time.
  const part = isShared || !/^(?!serve$)\w/.test(args[0] ?? "serve") ? "program-serve" : "program-tool";
  const { exports, keep } = runCompiled<typeof import("./app/program.ts")>(
    join(distDir, "program.cjs"),
    folder && compiledPath(folder, part),
  );
  const keepCode = () => {
    // V8 accepts cached code only under the flags under which it was written.
    setWasmTiering("late");
    keep?.();
  };
  void (isShared ? exports.mainOfShared : exports.main)({
    codeFolder: folder,
    keepCode: keep && keepsCode(args, process.env) ? keepCode : undefined,
  });
}

/** Relays a session to the shared server, or else serves it in this process. */
async function relay(): Promise<void> {
  const { relaySession } = await import("./app/relay-session.ts");
  const ended = await relaySession(args);
  if (typeof ended === "number") process.exit(ended);
  process.stderr.write(`codegrove: this process serves by itself, without the shared server: ${ended}\n`);
  run();
}

if (asksForShared(args)) void relay();
else run();
