// @ts-check
/**
 * Tells which gaps of the C++ grammar another version of it has closed, so that their rules can be deleted.
 *
 *   node lab/run.mjs grammar-gaps [GRAMMAR.wasm]
 *
 * The code of each gap in queries/cpp/rewrites and src/syntax/cpp/rules/ids.ts is read by the grammar, the shipped one unless told otherwise, with
 * and without masking. Exits 1 when a rule is needless.
 */
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { bundledMasking } from "../product/bundled-resolver.mjs";
import { top } from "../programs.mjs";

const [grammar = join(top, "grammars", "cpp.wasm")] = argumentsOf(import.meta.url, {}).positionals;
const { readGaps } = await bundledMasking();
const folder = mkdtempSync(join(tmpdir(), "codegrove-grammar-"));
try {
  let needless = 0;
  for await (const { rule, code, isNeeded } of readGaps(languagesWith(resolve(grammar), folder))) {
    if (isNeeded) continue;
    needless += 1;
    console.log(`${rule}: needless, since the grammar reads ${JSON.stringify(code)}`);
  }
  console.log(`${needless} needless rules`);
  process.exitCode = needless === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * The C++ of the checkout with another grammar.
 * @param {string} path
 * @param {string} to
 */
function languagesWith(path, to) {
  const cpp = join(to, "cpp");
  cpSync(join(top, "queries", "cpp"), cpp, { recursive: true });
  copyFileSync(path, join(cpp, "given.wasm"));
  const description = JSON.parse(readFileSync(join(cpp, "language.json"), "utf8"));
  writeFileSync(join(cpp, "language.json"), JSON.stringify({ ...description, grammar: "given.wasm" }));
  return to;
}
