import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { builtLanguages } from "../../src/syntax/built-languages.ts";
import { callsOfFiles, callsOfGraph, callsOfSymbol } from "../support/calls-about.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const languages = builtLanguages() ?? [];
const extensions = languages.flatMap(({ name, extensions: own }) => own.map((extension) => ({ name, extension })));
const unread = languages.flatMap(({ unread_extensions: kinds }) =>
  Object.entries(kinds).flatMap(([kind, own]) => own.map((extension) => ({ kind, extension }))),
);

const folder = temporaryFolder({
  "all/readme.txt": "",
  "scripts/z.cpp": "",
  "scripts/tool": "#!/usr/bin/env python3\nx = 1\n",
  "scripts/install": "#!/bin/sh\n",
  "scripts/Makefile": "all:\n",
  "scripts/left": "#!/usr/bin/env python3\n",
  "scripts/.gitignore": "left\n",
});
for (const { extension } of [...extensions, ...unread]) {
  const own = join(folder, `of${extension}`);
  mkdirSync(own);
  // A C++ file makes the default patterns take effect.
  for (const file of [`a${extension}`, "z.cpp"]) {
    writeFileSync(join(own, file), "");
    writeFileSync(join(folder, "all", file), "");
  }
}
const files = new Set([...extensions.map(({ extension }) => `a${extension}`), "z.cpp"]).size;

// The folders are not in the workspace, since it would be searched for symbols that they do not have.
const call = callsToServer({ args: ["--log-level", "error"], cwd: temporaryFolder({}) });

const Counts = z.record(z.string(), z.number()).default({});
/** An answer, and the details of an error, which count the same. */
const Covered = z.object({
  searched_files: z.number().optional(),
  total_files: z.number().optional(),
  details: z.string().optional(),
  skipped: Counts,
  not_searched: Counts,
});

const sumOf = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Files of known languages that an answer says were searched, or left out. */
async function coveredBy(tool: string, input: object) {
  const { answer } = await call(tool, input);
  const { searched_files, total_files, details, skipped, not_searched } = Covered.parse(answer);
  const told = /(\d+) files? searched/.exec(details ?? "")?.[1];
  const { no_match = 0, ...left } = skipped;
  const searched = searched_files ?? (told === undefined ? (total_files ?? Number.NaN) + no_match : Number(told));
  return { searched, not_searched, skipped: left };
}

/** Calls whose filepath tests replace: those of the reference, whose default patterns leave files out, and the others. */
const all = [...callsOfFiles(".", "(identifier) @x"), ...callsOfSymbol("absent"), ...callsOfGraph()];
const isOfReference = ([tool]: readonly [string, unknown]) =>
  /^(?:parse_file|find_classes|find_functions|execute_query)$/.test(tool);
const ofReference = all.filter(isOfReference);
const others = all.filter((call) => !isOfReference(call));

describe("a file of a known language in a folder is searched or counted", () => {
  test.each(others)("%s searches all", async (tool, input) => {
    const { searched, not_searched } = await coveredBy(tool, { ...input, filepath: join(folder, "all") });
    expect({ searched, not_searched }).toEqual({ searched: files, not_searched: {} });
    for (const { extension } of extensions) {
      const one = await coveredBy(tool, { ...input, filepath: join(folder, `of${extension}`) });
      expect({ extension, ...one }).toEqual({ extension, searched: 2, not_searched: {}, skipped: {} });
    }
  });

  test.each(ofReference)("%s counts what its default patterns leave out", async (tool, input) => {
    for (const { name, extension } of extensions) {
      const { searched, not_searched } = await coveredBy(tool, { ...input, filepath: join(folder, `of${extension}`) });
      expect({ extension, sum: searched + sumOf(not_searched) }).toEqual({ extension, sum: 2 });
      expect(Object.keys(not_searched)).toEqual(name === "cpp" || name === "python" ? [] : [name]);
    }
  });

  test.each(all)("%s counts what patterns of the call leave out", async (tool, input) => {
    const some = await coveredBy(tool, { ...input, filepath: join(folder, "all"), file_patterns: ["*.cpp"] });
    // a.cpp and z.cpp.
    expect(some).toEqual({ searched: 2, not_searched: expect.any(Object), skipped: {} });
    expect(some.searched + sumOf(some.not_searched)).toBe(files);
  });

  test.each(all)("%s counts kinds of files that cannot be read", async (tool, input) => {
    for (const { kind, extension } of unread) {
      const one = await coveredBy(tool, { ...input, filepath: join(folder, `of${extension}`) });
      expect({ extension, ...one }).toEqual({ extension, searched: 1, not_searched: {}, skipped: { [kind]: 1 } });
      const asked = await coveredBy(tool, {
        ...input,
        filepath: join(folder, "all"),
        file_patterns: [`*${extension}`],
      });
      expect(asked.skipped).toEqual({ [kind]: 1 });
    }
  });

  test.each(ofReference)("%s counts scripts without an extension", async (tool, input) => {
    const one = await coveredBy(tool, { ...input, filepath: join(folder, "scripts") });
    expect(one).toEqual({ searched: 1, not_searched: { python: 1 }, skipped: {} });
  });

  test.each(others)("%s searches scripts without an extension", async (tool, input) => {
    const one = await coveredBy(tool, { ...input, filepath: join(folder, "scripts") });
    expect(one).toEqual({ searched: 2, not_searched: {}, skipped: { ignored_files: 1 } });
    const ofPatterns = await coveredBy(tool, { ...input, filepath: join(folder, "scripts"), file_patterns: ["*.cpp"] });
    expect(ofPatterns).toEqual({ searched: 1, not_searched: { python: 1 }, skipped: {} });
  });

  test("a script that becomes one counts at the next call", async () => {
    const own = join(folder, "becomes");
    mkdirSync(own);
    writeFileSync(join(own, "z.cpp"), "");
    writeFileSync(join(own, "tool"), "text\n");
    const past = new Date(Date.now() - 60_000);
    for (const path of [join(own, "tool"), join(own, "z.cpp"), own]) utimesSync(path, past, past);
    const input = { symbol: "absent", filepath: join(folder, "becomes") };
    expect((await coveredBy("find_definition", input)).searched).toBe(1);
    writeFileSync(join(own, "tool"), "#!/usr/bin/python3\ndef late(): pass\n");
    expect((await coveredBy("find_definition", input)).searched).toBe(2);
    const found = await call("find_definition", { symbol: "late", filepath: join(folder, "becomes") });
    expect(JSON.stringify(found.answer)).toContain("becomes/tool");
    writeFileSync(join(own, "tool"), "#!/usr/bin/node\nfunction later() {}\n");
    const other = await call("find_definition", { symbol: "later", filepath: join(folder, "becomes") });
    expect(JSON.stringify(other.answer)).toContain("becomes/tool");
  });
});
