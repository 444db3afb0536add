// @ts-check
/**
 * What clangd says about calls of overloaded functions of a code base: commands/navigation.mjs compares it with our answers.
 *
 *   node lab/run.mjs overload-truth --root DIR --out FILE.definitions.jsonl [OPTION…]
 *
 *   --calls N       names to ask about (default 300)
 *   --seed S        chooses the files (default 1)
 *   --include DIR   an include folder
 *   --flag FLAG     a further compiler flag
 *   --clangd CMD    default: the newest clangd in the PATH
 *
 * Overloaded is a name that one scope of a file declares as functions with different parameters. FILE.definitions.jsonl gets a line
 * for each name, as navigation-truth.mjs writes them, and FILE.json next to it the root. Files that clang does not read without
 * errors are passed over. The summary goes to stdout.
 */
import { appendFileSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { bundledResolver } from "../product/bundled-resolver.mjs";
import { randomNumbers, shuffled } from "../random-numbers.mjs";
import { clangdOptions, generalFlags, newestClangd } from "../truths/clangd.mjs";
import { clangdServer } from "../truths/name-servers.mjs";
import { sourcesBelow } from "../truths/source-files.mjs";

/** Files that clang does not read, at most, until no more are tried. */
const maxUnread = 60;

/** Names that one file has of a sample, at most. */
const maxOfFile = 60;

const { values, refuse } = argumentsOf(import.meta.url, {
  root: { type: "string" },
  out: { type: "string" },
  calls: { type: "string", default: "300" },
  seed: { type: "string", default: "1" },
  ...clangdOptions,
});
const root = realpathSync(resolve(values.root ?? refuse()));
const out = resolve(values.out ?? refuse());
const random = randomNumbers(Number(values.seed));
const { CodeBase } = await bundledResolver();
const names = (await CodeBase.read(root, "cpp")).overloadedNames();
const includes = { ...values, include: values.include.map((folder) => resolve(folder)) };
const server = clangdServer(root, { command: values.clangd ?? newestClangd(), flags: generalFlags(includes, []) });
try {
  const version = await server.start();
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, "");
  writeFileSync(
    out.replace(/(?:\.definitions)?\.jsonl$/, ".json"),
    `${JSON.stringify({ root, server: "clangd", version }, null, 2)}\n`,
  );
  const files = shuffled(sourcesBelow(root, "cpp"), random);
  let written = 0;
  let read = 0;
  let unread = 0;
  for (const file of files) {
    if (written >= Number(values.calls) || unread > maxUnread) break;
    const found = await server.namesIn(file, names);
    if (found === undefined || found.errors > 0) {
      unread += 1;
      continue;
    }
    read += 1;
    const judged = found.answers.filter(
      ({ targets, isDeclared, isInactive }) => targets.length > 0 && !isDeclared && !isInactive,
    );
    for (const { name, line, column, kind, targets } of shuffled(judged, random).slice(0, maxOfFile)) {
      const external = targets.every((target) => target.file.startsWith("/"));
      appendFileSync(out, `${JSON.stringify({ file, line, column, name, kind, targets, external })}\n`);
      written += 1;
    }
  }
  console.log(JSON.stringify({ root, version, overloaded: names.size, files: read, names: written }, null, 2));
} finally {
  server.stop();
}
