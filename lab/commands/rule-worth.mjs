// @ts-check
/**
 * Measures what each rule of masking is worth: every file is read without it.
 *
 *   node lab/run.mjs rule-worth [--sample N] [--list RULE] FOLDER…
 *
 *   --sample N     files of each folder, picked by hash, always the same (default 400); 0: all
 *   --list RULE    print the files that become wrong or change without this rule
 *
 * A row a rule, those of most worth first: the files that it edits and its edits; the files that have errors without it
 * and none with it; those that have errors because of it; and the files of which the outline changes. A folder is a whole
 * code base: its macros are surveyed over all of its files.
 */
import { basename, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { bundledMasking } from "../product/bundled-resolver.mjs";

/** @typedef {{ files: number, edits: number, wrong: number, right: number, outlines: number }} Worth */

const { values, positionals, refuse } = argumentsOf(
  import.meta.url,
  { sample: { type: "string", default: "400" }, list: { type: "string" } },
  1,
);
const { readWithoutRules, ruleIds } = await bundledMasking();
if (values.list !== undefined && !ruleIds.some((id) => id === values.list))
  refuse(`No rule ${values.list}: ${ruleIds.join(", ")}`);

/** @type {Map<string, Worth>} */
const worths = new Map(ruleIds.map((id) => [id, { files: 0, edits: 0, wrong: 0, right: 0, outlines: 0 }]));
let files = 0;
let wrongFiles = 0;
for (const folder of positionals.map((path) => resolve(path))) await measure(folder);

console.log(`${files} files, ${wrongFiles} with errors`);
console.log(row("rule", "files", "edits", "wrong without", "wrong with", "outlines"));
for (const [id, worth] of [...worths].sort(([, a], [, b]) => worthOf(b) - worthOf(a))) {
  console.log(row(id, worth.files, worth.edits, worth.wrong, worth.right, worth.outlines));
}

/** @param {string} folder */
async function measure(folder) {
  for await (const { file, hasErrors, rules } of readWithoutRules(folder, Number(values.sample))) {
    files += 1;
    if (hasErrors) wrongFiles += 1;
    for (const [id, { edits, without, changesOutline }] of rules) {
      const worth = worths.get(id);
      if (worth === undefined) continue;
      worth.files += 1;
      worth.edits += edits;
      const change = without.hasErrors === hasErrors ? "" : hasErrors ? "right" : "wrong";
      if (change !== "") worth[change] += 1;
      if (changesOutline) worth.outlines += 1;
      if (values.list === id && (change !== "" || changesOutline)) {
        console.log(`${basename(folder)}: ${file} ${change} ${changesOutline ? "outline" : ""}`.trimEnd());
      }
    }
  }
}

/** @param {Worth} worth */
function worthOf({ wrong, outlines, files: edited }) {
  return wrong * 1e6 + outlines * 1e3 + edited;
}

/** @param {readonly (string | number)[]} cells */
function row(...cells) {
  return cells.map((cell, i) => (i === 0 ? String(cell).padEnd(42) : String(cell).padStart(14))).join("");
}
