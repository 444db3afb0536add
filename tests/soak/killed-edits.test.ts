/**
 * The process is killed while it writes the edits of many files. Input: a rewrite of each file, and SIGKILL at a random moment; output:
 * files that are old or new as a whole, with nothing else than temporary files next to them, and a next call that does the rest.
 */
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { startServer } from "../support/built-server.ts";
import { seed } from "../support/seed.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const files = 300;
const runs = 8;
const temporary = /^\.codegrove-[0-9a-f-]{36}\.tmp$/;

const oldText = (i: number) =>
  `${"# a comment that makes the file longer\n".repeat(50)}value${i} = f(${i})\nlast${i} = f(1)\n`;
const newText = (i: number) => oldText(i).replaceAll(/f\((\d+)\)/g, "k($1, 0)");
const code = Object.fromEntries(Array.from({ length: files }, (_, i) => [`p${i % 7}/u${i}.py`, oldText(i)]));

const rewrite = [
  "find_pattern",
  ".",
  "--pattern",
  "f($A)",
  "--rewrite",
  "k($A, 0)",
  "--apply",
  "--allow-edits",
  "--no-cache",
];

const entriesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const temporaryIn = (folder: string) => entriesIn(folder).filter(({ name }) => temporary.test(name));

/** Bytes of the first file that is exchanged. */
const sizeOf = (folder: string) => statSync(join(folder, "p0/u0.py")).size;
const oldSize = Buffer.byteLength(oldText(0));

/** A number from 0 to below 1: the same for a seed. */
function random(run: number): number {
  const value = Math.sin(seed + run) * 10_000;
  return value - Math.floor(value);
}

/** Counts the files with the new text; each has it or the old one as a whole. */
function newFiles(folder: string): number {
  const texts = entriesIn(folder).flatMap(({ parentPath, name }) => {
    const number = /^u(\d+)\.py$/.exec(name)?.[1];
    return number === undefined ? [] : [[Number(number), readFileSync(join(parentPath, name), "utf8")] as const];
  });
  expect(texts.length).toBe(files);
  for (const [number, text] of texts) expect([oldText(number), newText(number)]).toContain(text);
  return texts.filter(([number, text]) => text === newText(number)).length;
}

test(`${runs} kills leave each of ${files} files old or new`, { timeout: 600_000 }, async () => {
  const seen: number[] = [];
  for (let run = 0; run < runs; run++) {
    const cwd = temporaryFolder(code);
    const child = startServer({ cwd, args: [...rewrite, "--quiet", "--log-level", "error"] });
    child.stdout.resume();
    const closed = once(child, "close");
    // Odd runs are killed once the first file is exchanged, which takes some milliseconds for all; even runs before that.
    const isLate = run % 2 === 1;
    const hasBegun = () => (isLate ? sizeOf(cwd) !== oldSize : temporaryIn(cwd).length > 0);
    while (child.exitCode === null && !hasBegun()) await (isLate ? setImmediate() : setTimeout(1));
    if (isLate) await setTimeout(random(run) * 4);
    else await setTimeout(random(run) * 200);
    child.kill("SIGKILL");
    await closed;
    seen.push(newFiles(cwd));
    const others = entriesIn(cwd).filter(({ name }) => !/^u\d+\.py$/.test(name));
    expect(others.every(({ name }) => temporary.test(name))).toBe(true);
    const again = startServer({ cwd, args: [...rewrite, "--quiet", "--log-level", "error"] });
    again.stdout.resume();
    await once(again, "close");
    expect(newFiles(cwd)).toBe(files);
    // What the killed process has left stays: another process may be writing now.
    expect(temporaryIn(cwd).length).toBe(others.length);
  }
  expect(seen.some((count) => count < files)).toBe(true);
});
