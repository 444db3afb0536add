// @ts-check
/**
 * Compares marks of fixtures of navigation with clangd: which function each use is marked with.
 *
 *   node lab/run.mjs fixture-truth [--clangd CMD] FIXTURE…
 *
 * FIXTURE is a file below tests/fixtures/navigation/cpp. Of a use that is marked with several names, one has to be right. Marks in
 * files that clang does not read without errors, since they have unknown types, are only counted.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { top } from "../programs.mjs";
import { clangdOptions, generalFlags, newestClangd } from "../truths/clangd.mjs";
import { clangdServer } from "../truths/name-servers.mjs";

const { values, positionals } = argumentsOf(import.meta.url, { clangd: clangdOptions.clangd });

/** @param {string} text @returns {{ title: string, files: Map<string, string> }[]} */
function casesIn(text) {
  return text
    .split(/^==== /m)
    .slice(1)
    .map((section) => {
      const [head = "", ...parts] = section.split(/^--- /m);
      const files = parts.map(
        (part) => /** @type {const} */ ([part.slice(0, part.indexOf("\n")), part.slice(part.indexOf("\n") + 1)]),
      );
      return { title: head.slice(0, head.indexOf("\n")), files: new Map(files) };
    });
}

/** @param {string} text */
function marksIn(text) {
  let line = 0;
  return text.split("\n").flatMap((row, at) => {
    const [, caret, says = ""] = /^\/\/(?:\s*(\^)|<-| <-) (.+)$/.exec(row) ?? [];
    if (says === "") line = at + 1;
    return says === "" ? [] : [{ line, column: caret === undefined ? 1 : row.indexOf("^") + 1, says }];
  });
}

const counts = { right: 0, "not known": 0, wrong: 0, "of files with errors": 0 };
const folder = mkdtempSync(join(tmpdir(), "codegrove-fixtures-"));
try {
  for (const fixture of positionals) {
    for (const { title, files } of casesIn(readFileSync(join(top, "tests/fixtures/navigation/cpp", fixture), "utf8"))) {
      const root = mkdtempSync(join(folder, "case-"));
      /** @type {Map<string, string>} */
      const names = new Map();
      for (const [path, text] of files) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
        for (const { line, column, says } of marksIn(text)) {
          if (!/^(?:use|external|none)\b/.test(says)) names.set(`${path}:${line}:${column}`, says.replace(/^at /, ""));
        }
      }
      const server = clangdServer(root, { command: values.clangd ?? newestClangd(), flags: generalFlags({}, []) });
      await server.start();
      for (const [path, text] of files) {
        const found = await server.namesIn(path);
        for (const { line, column, says } of marksIn(text)) {
          const marked = /^use (\S+)/.exec(says)?.[1]?.split(",");
          if (marked === undefined) continue;
          const answer = found?.answers.find((one) => one.line === line && one.column === column);
          const targets = (answer?.targets ?? []).map((at) => names.get(`${at.file}:${at.line}:${at.column}`) ?? "?");
          const isWrong = found === undefined || found.errors > 0;
          const verdict = isWrong
            ? "of files with errors"
            : targets.length === 0
              ? "not known"
              : targets.some((one) => marked.includes(one))
                ? "right"
                : "wrong";
          counts[verdict] += 1;
          if (verdict === "wrong" || verdict === "not known")
            console.log(`${verdict}: ${title}: ${path}:${line}:${column} ${says}, clangd: ${targets}`);
        }
      }
      server.stop();
    }
  }
  console.log(JSON.stringify(counts));
} finally {
  rmSync(folder, { recursive: true });
}
