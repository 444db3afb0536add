// @ts-check
/** The inputs that are kept of a target: one JSON text a line, whose characters are the bytes of an input. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** @param {string} name */
function fileOf(name) {
  return fileURLToPath(new URL(`corpus/${name}.jsonl`, import.meta.url));
}

/**
 * @param {string} name
 * @returns {readonly Buffer[]}
 */
export function readCorpus(name) {
  if (!existsSync(fileOf(name))) return [];
  const lines = readFileSync(fileOf(name), "utf8").trimEnd().split("\n");
  return lines.map((line) => Buffer.from(JSON.parse(line), "latin1"));
}

/**
 * @param {string} name
 * @param {readonly Buffer[]} inputs
 */
export function writeCorpus(name, inputs) {
  writeFileSync(fileOf(name), inputs.map(writtenInput).join(""));
}

/**
 * The line of an input.
 *
 * @param {Buffer} input
 */
export function writtenInput(input) {
  return `${JSON.stringify(input.toString("latin1"))}\n`;
}
