// @ts-check
/**
 * Files whose tree the parser in WebAssembly and the native one disagree about.
 *
 *   node lab/run.mjs native c|cpp|python --core DIR FOLDER…
 *
 * DIR has the package tree-sitter (npm install --ignore-scripts tree-sitter@0.25.0), whose C is compiled with the grammar of our package by
 * gcc. Each file of the folders, such as the programs of `generated --folder`, is parsed by both as it is, without masking and without
 * elision. Prints the files without errors that have another tree, and their number; ends with 1 if there is one. The trees of files with
 * errors are only counted: the cost of a repair depends on bytes, and ours are those of UTF-16.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Language, Parser } from "web-tree-sitter";
import { argumentsOf } from "../arguments.mjs";
import { top } from "../programs.mjs";

const { values, positionals, refuse } = argumentsOf(import.meta.url, { core: { type: "string" } }, 2);
const [language = "", ...folders] = positionals;
const endings = { c: [".c"], cpp: [".cpp"], python: [".py"] }[language] ?? refuse(`no native parser of ${language}`);
const core = join(values.core ?? refuse("--core is missing"), "node_modules/tree-sitter/vendor/tree-sitter/lib");
const grammar = join(top, "node_modules", `tree-sitter-${language}`);
const program = join(mkdtempSync(join(tmpdir(), "codegrove-native-")), language);
const sources = [join(core, "src/lib.c"), join(grammar, "src/parser.c"), join(grammar, "src/scanner.c")];
const include = [join(core, "include"), join(core, "src"), join(grammar, "src")].map((folder) => `-I${folder}`);
const main = join(import.meta.dirname, "../truths/native-parser.c");
execFileSync("gcc", [
  ...["-O1", "-w", `-DLANGUAGE=tree_sitter_${language}`, ...include, main, ...sources.filter(existsSync)],
  ...["-o", program],
]);

await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(join(grammar, `tree-sitter-${language}.wasm`)));
const paths = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map((path) => join(folder, path)),
);
const filesAtOnce = 200;
let differing = 0;
let broken = 0;
let brokenDiffering = 0;
for (let from = 0; from < paths.length; from += filesAtOnce) {
  const part = paths.slice(from, from + filesAtOnce);
  const native = execFileSync(program, part, { encoding: "utf8", maxBuffer: 2 ** 30 }).split("\n");
  for (const [at, path] of part.entries()) {
    const tree = parser.parse(readFileSync(path, "utf8"));
    const text = tree?.rootNode.toString() ?? "";
    const isBroken = tree?.rootNode.hasError === true;
    tree?.delete();
    if (isBroken) broken++;
    if (text === native[at]) continue;
    if (isBroken) brokenDiffering++;
    else {
      differing++;
      console.log(path);
    }
  }
}
console.log(
  `${paths.length - broken} files without errors: ${differing} with another tree; ${broken} with errors: ${brokenDiffering} with another tree`,
);
process.exitCode = differing > 0 ? 1 : 0;
