import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { FactCache } from "../../src/code-base/fact-cache.ts";
import { surveyMacros } from "../../src/code-base/survey-macros.ts";
import { findFunctions } from "../../src/tools/find-functions.ts";
import { WorkerPool } from "../../src/workers/pool.ts";
import { Stamps } from "../../src/workspace/stamp.ts";
import { languages } from "../support/shipped-languages.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";

describe("what a file's answer depends on", () => {
  const files = { "a.cpp": "int f() { return X; }\n", "b.h": "#define X 1\n", "sub/c.cpp": "int g() { return X; }\n" };

  const settings = { languages, roots: [], ignore: undefined, maxFileBytes: 1_000_000, projectMacros: {} };
  const pool = new WorkerPool({
    settings: { ...settings, elidesBodies: true, logsMasking: false, workerCode: undefined },
    size: 1,
    fileTimeoutMs: 30_000,
    log: () => {},
  });

  afterAll(() => pool.close());

  /** By file, the digest of the macros that its answer depends on. */
  async function contextsAfter(edits: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
    const folder = temporaryFolder(files);
    writeFiles(folder, edits);
    const cache = new FactCache({
      onMerged: () => {},
      isOnDisk: true,
      folder: join(folder, "cache"),
      languages,
      roots: [],
      settings: { maxFileBytes: 1_000_000, projectMacros: {}, elidesBodies: true, masksMacros: true },
      host: { env: {}, uid: process.getuid?.(), nodeVersion: process.version, now: Date.now },
      log: () => {},
    });
    const facts = cache.open(folder, {
      tool: findFunctions.bind({}),
      input: {},
      pool,
      file: undefined,
      needsWords: false,
      stamps: new Stamps([]),
    });
    const names = [...new Set([...Object.keys(files), ...Object.keys(edits)])].sort();
    const survey = await surveyMacros(
      names.map((name) => join(folder, name)),
      { languages, pool, signal: new AbortController().signal },
      facts,
    );
    return Object.fromEntries(Object.keys(files).map((name) => [name, survey.contextOf(join(folder, name))]));
  }

  test("stays when bodies change, and when files come that define nothing", async () => {
    const before = await contextsAfter({});
    expect(await contextsAfter({ "a.cpp": "int f() { return X + 1; }\n", "b.h": "// one\n#define X 1\n" })).toEqual(
      before,
    );
    expect(await contextsAfter({ "sub/d.h": "int k();\n" })).toEqual(before);
  });

  test("changes when a header moves to another folder", async () => {
    const before = await contextsAfter({ "other/d.h": "#define nearby\n", "sub/d.h": "" });
    const after = await contextsAfter({ "other/d.h": "", "sub/d.h": "#define nearby\n" });
    expect(after["sub/c.cpp"]).not.toBe(before["sub/c.cpp"]);
    expect(after["a.cpp"]).toBe(before["a.cpp"]);
  });

  test("changes when a definition changes, comes or goes", async () => {
    const before = await contextsAfter({});
    for (const edits of [{ "b.h": "#define X class\n" }, { "sub/d.h": "#define Y\n" }, { "b.h": "\n" }]) {
      const after = await contextsAfter(edits);
      for (const name of Object.keys(files))
        expect(after[name], `${name} after ${Object.keys(edits)}`).not.toBe(before[name]);
    }
  });
});
