// @ts-check
/**
 * Shows what masking makes of C++ files: the text that the grammar reads.
 *
 *   node lab/run.mjs masked-text FILE | FOLDER…          # the lines that change
 *   node lab/run.mjs masked-text --to DIR FOLDER…        # whole texts, to be compared: diff -r OLD NEW
 *
 * Of each line that changes it prints the place, the line as it is written and as the grammar reads it, and the rules that
 * edit it. The macros are those of all files that are given, and of the headers beside a single file.
 */
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { bundledMasking } from "../product/bundled-resolver.mjs";

const { values, positionals } = argumentsOf(import.meta.url, { to: { type: "string" } }, 1);
const { maskedTexts } = await bundledMasking();
for (const target of positionals.map((path) => resolve(path))) {
  const isFile = statSync(target).isFile();
  const root = isFile ? dirname(target) : target;
  for await (const { path, text, masked } of maskedTexts(root, isFile ? target : undefined)) {
    if (values.to === undefined) printChanges(relative(process.cwd(), path), text, masked);
    else write(join(values.to, relative(dirname(root), path)), masked.text);
  }
}

/**
 * @param {string} path
 * @param {string} text
 */
function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/**
 * @param {string} path
 * @param {string} text
 * @param {{ text: string, edits: readonly { index: number, length: number, rule: string }[] }} masked
 */
function printChanges(path, text, { text: read, edits }) {
  const after = read.split("\n");
  let start = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const end = start + line.length;
    const rules = edits.filter((edit) => edit.index < end && edit.index + edit.length > start).map(({ rule }) => rule);
    if (after[index] !== line)
      console.log(`${path}:${index + 1} ${[...new Set(rules)].join(" ")}\n  ${line}\n  ${after[index]?.trimEnd()}`);
    start = end + 1;
  }
}
