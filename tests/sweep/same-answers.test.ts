import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatNames } from "../../src/formats/index.ts";
import {
  answersWith,
  type EveryCall,
  everyCall,
  everyCode,
  toolsWithoutCall,
  withoutTimes,
  wordsOf,
} from "../support/every-call.ts";
import { laterClock, runInProcess } from "../support/in-process.ts";
import { indexedShards, runIndexed } from "../support/shard-folders.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { unsoundText } from "../support/unsound-text.ts";

test("all tools are in the table", () => {
  expect(toolsWithoutCall).toEqual([]);
});

const twice = <Item>(items: readonly Item[]) => [...items, ...items];

describe("a server gives the same answers", () => {
  const folder = temporaryFolder(everyCode);
  const cache = ["--cache-dir", join(temporaryFolder(), "cache")];
  const plain = answersWith(folder, ["--no-cache", "--jobs", "1"]);

  test("by two threads", async () => {
    expect(await answersWith(folder, ["--no-cache", "--jobs", "2"])).toEqual(await plain);
  });

  test("with an empty cache, again in the same process, and in another one by another number of threads", async () => {
    expect(await answersWith(folder, [...cache, "--jobs", "2"], 2)).toEqual(twice(await plain));
    expect(await answersWith(folder, [...cache, "--jobs", "1"])).toEqual(await plain);
  });

  test("with merged shards, without one of them, and elsewhere, where a file differs and one is new", async () => {
    const shards = await indexedShards(folder, 4);
    const merged = async (place: string, some: readonly string[]) => {
      const own = ["--cache-dir", join(temporaryFolder(), "merged")];
      await runIndexed(place, "merge", ".", ...some, ...own);
      return answersWith(place, own);
    };
    expect(await merged(folder, shards)).toEqual(await plain);
    expect(await merged(folder, shards.slice(0, 3))).toEqual(await plain);
    const elsewhere = temporaryFolder({
      ...everyCode,
      "src/part1.cpp": `${everyCode["src/part1.cpp"]}int more;\n`,
      "src/new.cpp": "int added() { return 1; }\n",
    });
    expect(await merged(elsewhere, shards)).toEqual(await answersWith(elsewhere, ["--no-cache"]));
  });
});

/** What may happen to a folder between two calls, one after the other. */
const changes: Readonly<Record<string, (folder: string) => void>> = {
  "an ignored header defines something else": (folder) =>
    writeFileSync(join(folder, "src/api.gen.h"), "#define API ; }; namespace n {\n"),
  "an ignored header is new": (folder) => writeFileSync(join(folder, "src/more.gen.h"), "#define struct class\n"),
  "a file is edited": (folder) => writeFileSync(join(folder, "src/part3.cpp"), "class Edited { void edited() {} };\n"),
  "a file is added": (folder) => writeFileSync(join(folder, "src/added.cpp"), "geo::Part4 added;\n"),
  "a folder is added": (folder) => {
    mkdirSync(join(folder, "src/more/deep"), { recursive: true });
    writeFileSync(join(folder, "src/more/deep/added.cpp"), "geo::Part4 deep;\n");
  },
  "a file is removed": (folder) => rmSync(join(folder, "src/part4.cpp")),
  "a file is renamed": (folder) => renameSync(join(folder, "src/part6.cpp"), join(folder, "src/other.cpp")),
  "a folder is renamed": (folder) => renameSync(join(folder, "many/part3"), join(folder, "many/part8")),
  "a file is replaced by a folder": (folder) => {
    rmSync(join(folder, "many/part1/f1.cpp"));
    mkdirSync(join(folder, "many/part1/f1.cpp"));
  },
  "a link leads to a file": (folder) => symlinkSync("../left/out.cpp", join(folder, "src/link.cpp")),
  "rules leave out more": (folder) => writeFileSync(join(folder, ".gitignore"), "part7.*\n*.gen.h\nleft/\n"),
  "rules leave out less": (folder) => writeFileSync(join(folder, ".gitignore"), "*.gen.h\n"),
  "rules are new in a folder": (folder) => writeFileSync(join(folder, "many/part2/.gitignore"), "*.cpp\n"),
  "rules of a folder are gone": (folder) => rmSync(join(folder, "many/part2/.gitignore")),
  "a binary file becomes text": (folder) => writeFileSync(join(folder, "data/binary.cpp"), "geo::Part4 text;\n"),
  "a macro means something else": (folder) =>
    writeFileSync(join(folder, "geo/macros.hpp"), "#define GEO_OPEN namespace geo { namespace inner {\n"),
};

/** Calls about files, their outlines, their trees and the index: each of them sees a change in its own way. */
const changing: readonly EveryCall[] = [
  ["find_functions", { filepath: "." }],
  ["list_symbols", { filepath: "src", detail: "full" }],
  ["execute_query", { filepath: "src", query: "(identifier) @i" }],
  ["find_pattern", { filepath: "src", pattern: "return $A" }],
  ["find_references", { symbol: "Part4" }],
  ["get_dependency_graph", {}],
];

test("after each change a server that starts, and then runs, answers as one without a cache", async () => {
  const folder = temporaryFolder(everyCode);
  const cache = ["--cache-dir", join(temporaryFolder(), "cache")];
  let last = await answersWith(folder, cache, 1, changing);
  for (const [change, apply] of Object.entries(changes)) {
    apply(folder);
    const plain = await answersWith(folder, ["--no-cache"], 1, changing);
    expect(plain, change).not.toEqual(last);
    expect(await answersWith(folder, cache, 2, changing), change).toEqual(twice(plain));
    last = plain;
  }
});

describe("on the command line", () => {
  const folder = temporaryFolder(everyCode);
  const cache = ["--cache-dir", join(temporaryFolder(), "cache")];
  const ask = async (args: readonly string[]) => {
    const given = [...args, "--log-level", "error"];
    const { stdout, ...others } = await runInProcess("", { args: given, cwd: folder, now: laterClock });
    return { stdout: withoutTimes(stdout), ...others };
  };

  test.each([...new Map(everyCall)])(
    "%s %j answers the same with a cache, and in each format, or names the formats that it takes",
    async (...call) => {
      const [tool, input] = call;
      const args = [tool, ...wordsOf(input), "--config", "commands.json"];
      const refused = new Set<string>();
      const taken: string[] = [];
      for (const format of formatNames) {
        const given = [...args, "--format", format];
        const plain = await ask([...given, "--no-cache"]);
        if (plain.exitCode === 2) {
          const refusal = new RegExp(
            `^codegrove: --format: ${tool} has no rows that ${format} can write; it takes (.*)\n$`,
          );
          expect(plain).toMatchObject({ stdout: "", stderr: expect.stringMatching(refusal) });
          refused.add(refusal.exec(plain.stderr)?.[1] ?? "");
          continue;
        }
        expect(plain.stdout, format).not.toBe("");
        expect(plain.stdout + plain.stderr, format).not.toMatch(unsoundText);
        // The cache knows no formats, but what is written row by row comes on another way.
        if (taken.length < 2) expect(await ask([...given, ...cache])).toEqual(plain);
        taken.push(format);
      }
      expect([...refused]).toEqual([taken.join(", ")]);
    },
  );

  test.each([
    [["find_classes", "."]],
    [["find_functions", ".", "--no-macro-masking"]],
    [["list_symbols", "src", "many", "--root", "src"]],
    [["parse_file", ".", "--no-ignore", "--format", "text"]],
  ])("%j in shares is the whole, with a cache or without", async (args) => {
    const linesOf = async (...more: readonly string[]) =>
      (await ask([...args, "--format", "text", ...more])).stdout.split("\n").filter((line) => line !== "");
    const whole = await linesOf("--no-cache");
    for (const flags of [["--no-cache"], cache, cache]) {
      const shares: string[] = [];
      for (const share of ["1/3", "2/3", "3/3"]) shares.push(...(await linesOf("--shard", share, ...flags)));
      expect(shares.sort()).toEqual(whole.toSorted());
    }
  });
});
