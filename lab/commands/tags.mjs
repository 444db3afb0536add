// @ts-check
/**
 * Compares list_symbols with universal-ctags for the languages that are data alone: file, name and line.
 *
 *   node lab/run.mjs tags [--half 0|1] [--examples N] [--truth ctags|typescript] LANGUAGE DIR…
 *
 * --half judges the files of one half by a hash of their paths: one to tune on, the other one to report.
 *
 * --truth typescript takes the parser of TypeScript in place of ctags, whose own parsers of JavaScript and TypeScript lose
 * their place in real code: it also tells which syntax errors are ours alone.
 *
 * Prints how much of what ctags has is ours (found) and how much of what we have is ctags' (right), for each kind and in
 * all, without what an exception below explains, and how often each exception counts. Files with syntax errors, which
 * check_file names, are compared by themselves. CTAGS names another program than `ctags`, CODEGROVE another main.cjs than
 * the built `dist/main.cjs`. tests/soak/language-tags.test.ts runs it over the fixtures.
 */
import { resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { compareTags } from "../comparisons/tags.mjs";
import { exceptionsOf } from "../truths/tag-exceptions.mjs";

const { values, positionals } = argumentsOf(
  import.meta.url,
  {
    half: { type: "string" },
    examples: { type: "string", default: "5" },
    truth: { type: "string", default: "ctags" },
  },
  2,
);
const [language = "", ...folders] = positionals;
for (const folder of folders) {
  const { files, broken, explained, notes, sides } = compareTags(language, [resolve(folder)], values);
  console.log(`${folder}: ${files} files of ${language}, ${broken.length} with syntax errors`);
  for (const note of notes) console.log(`  ${note}`);
  sides.found.print("found", Number(values.examples));
  sides.right.print("right", Number(values.examples));
  const reasons = new Map(exceptionsOf(language).map(({ id, why }) => [id, why]));
  for (const [id, count] of explained) console.log(`  exception ${id}: ${count} (${reasons.get(id)})`);
  if (broken.length === 0) continue;
  sides.foundBroken.print("found in files with syntax errors", Number(values.examples));
  sides.rightBroken.print("right in files with syntax errors", Number(values.examples));
  for (const path of broken) console.log(`    with errors: ${path}`);
}
