import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { surveyMacros } from "../../src/code-base/survey-macros.ts";
import { Known } from "../../src/facts/file-facts.ts";
import { Segment } from "../../src/facts/segment.ts";
import type { FileOutcome, Unchanged } from "../../src/workers/file-outcome.ts";
import { WorkerPool } from "../../src/workers/pool.ts";
import { sharedCopy } from "../../src/workers/protocol.ts";
import { scanWork } from "../../src/workers/scan-work.ts";
import { languages } from "../support/shipped-languages.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const settings = {
  languages,
  roots: [],
  ignore: undefined,
  maxFileBytes: 1_000_000,
  projectMacros: {},
  elidesBodies: true,
  logsMasking: false,
  workerCode: undefined,
};
const pool = new WorkerPool({ settings, size: 1, fileTimeoutMs: 60_000, log: () => {} });
afterAll(() => pool.close());

test("a file that was read for its macros is parsed without being read again", async () => {
  const folder = temporaryFolder({ "a.cpp": "#define API\nclass API A {};\n", "b.h": "#define X\n" });
  const path = join(folder, "a.cpp");
  const { signal } = new AbortController();
  const survey = await surveyMacros([path], { languages, pool, signal });
  rmSync(folder, { recursive: true });
  const macros = sharedCopy(Buffer.from(JSON.stringify(await survey.collect(signal))));
  const outcomes: (FileOutcome | Unchanged)[] = [];
  const file = { name: "a.cpp", path, isExplicit: true, language: "cpp", context: "" };
  const request = { callId: 1, toolCall: { tool: "find_classes", input: { filepath: path } }, macros };
  const flags = { identifies: false, recordsOutlines: false, maxChars: 1_000 };
  const scan = (read: ReturnType<typeof survey.takeBytes>) =>
    pool.run(
      scanWork(
        { ...request, ...flags, files: [{ ...file, read }] },
        (_, outcome) => outcomes.push(outcome),
        () => {},
      ),
      signal,
    );
  await scan(survey.takeBytes(path));
  // It is given away once, and a header that is no target is not kept.
  await scan(survey.takeBytes(path));
  expect(survey.takeBytes(join(folder, "b.h"))).toBeUndefined();
  expect(outcomes).toMatchObject([
    { rows: { encoded: '"classes":[{"name":"A","line":2,"column":11}]' } },
    { error: "Failed to open file: a.cpp" },
  ]);
});

test("a file without the name that is asked for is read once, and its words are recorded with its macros", async () => {
  const { signal } = new AbortController();
  const utf16 = Buffer.from("\ufeffint wanted;\n", "utf16le");
  const files = {
    "with.cpp": "#define A 1\nint wanted;\n",
    "without.cpp": "#define B 1\nint want_ed;\n",
    "split.cpp": 'call("wan" "ted");\n',
    "latin1.cpp": Buffer.from("// \xe9\n", "latin1"),
    "binary.cpp": "int a;\0\n",
    "utf16.cpp": utf16,
    "explicit.cpp": "int a;\n",
    "größe.cpp": "int größe;\n",
  };
  const folder = temporaryFolder(files);
  const paths = Object.keys(files).map((name) => join(folder, name));
  const named = { words: ["wanted"], paths: new Set(paths.filter((path) => !path.endsWith("explicit.cpp"))) };
  const survey = await surveyMacros(paths, { languages, pool, signal, recordsFor: 7, named });
  const lacking = Object.keys(files).filter((name) => survey.lacksName(join(folder, name)));
  expect(lacking).toEqual(["without.cpp", "größe.cpp"]);
  expect(survey.takeBytes(join(folder, "without.cpp"))).toBeUndefined();
  expect(survey.takeBytes(join(folder, "with.cpp"))).toBeDefined();
  const [built] = await pool.collectFacts(7, []);
  const segment = Segment.open(new Uint8Array(built?.index ?? new ArrayBuffer(0)));
  const withWord = (word: string) => [...segment.filesWith(segment.wordId(word))].map((file) => segment.pathOf(file));
  expect(withWord("want_ed")).toEqual([join(folder, "without.cpp")]);
  expect(withWord("größe")).toEqual([join(folder, "größe.cpp")]);
  expect(withWord("B")).toEqual([join(folder, "without.cpp")]);
  const [file = -1] = segment.filesAt(join(folder, "without.cpp"));
  expect(segment.knownOf(file)).toBe(Known.defines | Known.words);
  expect(segment.definesCountOf(file)).toBe(1);
});
