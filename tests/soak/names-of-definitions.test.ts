import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { packageFolder } from "../support/built-server.ts";
import { damagedVersions } from "../support/damaged-text.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

/** Ways in which each text is damaged. */
const versions = 60;

const samples = [
  ["cpp", ".cpp", ["symbols/cpp/definitions.cpp", "captures/cpp/functions.cpp"]],
  ["python", ".py", ["symbols/python/definitions.py", "captures/python/syntax.py"]],
] as const;

const folder = temporaryFolder({
  ...Object.fromEntries(
    samples.flatMap(([language, extension, paths]) =>
      paths.flatMap((path, sample) =>
        damagedVersions(path, versions).map((text, seed) => [`${language}/${sample}-${seed}${extension}`, text]),
      ),
    ),
  ),
  "code.cpp": "typedef struct Currency { int d; };\nint a(;\nextern int x;\nstruct { int y; };\n",
});
const call = callsToServer({ cwd: folder });

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/"name":"((?:[^"\\\\]|\\\\.)*)"/g)].map((match) => match[1] ?? "");
}

describe("no definition has an empty name or a keyword for one", () => {
  describe.each(samples)("in damaged texts: %s", (language) => {
    const description: { reserved_words: string } = JSON.parse(
      readFileSync(`${packageFolder}/queries/${language}/language.json`, "utf8"),
    );
    const reserved = new Set(description.reserved_words.split(" "));

    test.each(["find_classes", "find_functions", "list_symbols"])("%s", async (tool) => {
      const { text } = await call(tool, { filepath: language, detail: tool === "list_symbols" ? "full" : undefined });
      const names = namesIn(text);
      expect(names.length).toBeGreaterThan(versions);
      expect(names.filter((name) => name === "" || reserved.has(name))).toEqual([]);
    });
  });

  test("where the name of a typedef is missing", async () => {
    const { text } = await call("list_symbols", { filepath: "code.cpp" });
    expect(namesIn(text)).toEqual(["Currency", "d", "a", "y"]);
  });
});
