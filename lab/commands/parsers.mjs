// @ts-check
/**
 * Measures how long each parser of run_project_command takes to read 10 MB of hostile output: one line, short lines, and
 * lines that a rule's regular expression nearly matches, with parts of them repeated.
 *
 *   node lab/run.mjs parsers [PARSER…]
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { argumentsOf } from "../arguments.mjs";
import { top } from "../programs.mjs";

const outputChars = 10_000_000;
/** UTF-16 code units that repeated lines are measured on; their time is told for all of the output. */
const measuredChars = 1_000_000;
const fixtures = join(top, "tests/fixtures/commands");

const passing = join(tmpdir(), `codegrove-parsers-${process.pid}.cjs`);
await build({
  stdin: {
    contents: `export * from "./src/project-commands/output-parsers.ts"; export * from "./src/base/limits.ts";`,
    resolveDir: top,
  },
  bundle: true,
  format: "cjs",
  platform: "node",
  define: { "import.meta.url": JSON.stringify(pathToFileURL(join(top, "dist/parsers.cjs")).href) },
  outfile: passing,
  logLevel: "warning",
});
const { openReader, parserNames, readsReports, maxOutputLine, maxReportBytes } = createRequire(passing)(passing);

const { positionals: given } = argumentsOf(import.meta.url, {});
for (const parser of given.length > 0 ? given : parserNames) {
  const cap = readsReports(parser) ? maxReportBytes : maxOutputLine;
  // The first time measures compilation.
  for (const [, lines] of hostileOutputs(parser, Math.min(cap, maxOutputLine))) timeOf(parser, lines.slice(0, 100));
  const times = [];
  for (const [name, lines] of hostileOutputs(parser, cap)) times.push({ name, ms: timeOf(parser, lines) });
  times.sort((one, other) => other.ms - one.ms);
  const worst = times.slice(0, 3).map(({ name, ms }) => `${ms.toFixed(0)} ms ${name}`);
  console.log(`${parser}: ${worst.join("; ")}`);
}

/** Milliseconds for an output of such lines. @param {string} parser @param {Iterable<string>} lines */
function timeOf(parser, lines) {
  const all = [...lines];
  const chars = all.reduce((sum, line) => sum + line.length + 1, 0);
  const startedAt = performance.now();
  const reader = openReader(parser);
  for (const line of all) reader.line(line);
  reader.end();
  const ms = performance.now() - startedAt;
  return all.length === 1 ? ms : (ms * outputChars) / chars;
}

/**
 * Lines as the reader of a process passes them on: none is longer than the cap.
 * @param {string} parser @param {number} cap
 * @returns {Generator<[string, string[]]>}
 */
function* hostileOutputs(parser, cap) {
  const length = Math.min(cap, outputChars);
  yield ["one line", ["x".repeat(length)]];
  yield ["empty lines", Array(measuredChars).fill("")];
  yield ["short lines", Array(measuredChars / 10).fill("a: b c d")];
  for (const line of linesOf(parser)) {
    yield [`whole: ${line.slice(0, 50)}`, repeated(line)];
    const parts = line.match(/\w+|\W+/g) ?? [];
    // A part repeated up to the cap, and what comes after it left out, or put at the end.
    for (let i = 0; i < parts.length; i++) {
      for (const width of [1, 2]) {
        const head = parts.slice(0, i).join("");
        const tail = parts.slice(i + width).join("");
        const part = parts.slice(i, i + width).join("");
        const room = Math.max(0, length - head.length - tail.length - 1);
        const long = head + part.repeat(Math.ceil(room / part.length)).slice(0, room);
        yield [`repeated ${JSON.stringify(part)} in: ${line.slice(0, 50)}`, repeated(long)];
        yield [
          `repeated ${JSON.stringify(part)}, with its end, in: ${line.slice(0, 50)}`,
          repeated(`${long}${tail}\u0001`),
        ];
      }
    }
  }
}

/** The lines of the recorded outputs, one of each shape. @param {string} parser */
function linesOf(parser) {
  const files = readdirSync(fixtures).filter((name) => name.endsWith(".txt") && name.replace(/[-.].*/, "") === parser);
  const lines = files.flatMap((name) => readFileSync(join(fixtures, name), "utf8").split("\n"));
  const byShape = new Map(lines.map((line) => [line.replace(/\w+/g, "w").slice(0, 40), line.slice(0, 200)]));
  return [...byShape.values()].filter((line) => line.trim() !== "").slice(0, 30);
}

/** @param {string} line */
function repeated(line) {
  return Array(Math.max(1, Math.floor(measuredChars / (line.length + 1)))).fill(line);
}
