import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

/** Translations of Qt, with names of code in them. */
const translations = '<!DOCTYPE TS>\n<TS version="2.1" language="eu">\n<source>area of a shape</source>\n</TS>\n';

const folder = temporaryFolder({
  "app/area.ts": "export function area(): number { return 1; }\n",
  "app/cast.ts": "<any>area();\nfunction area() { return <TS>1; }\n",
  "lang/eu.ts": translations,
  "lang/de.ts": `\uFEFF<?xml version="1.0" encoding="utf-8"?>\n${translations}`,
  "lang/fr.ts": translations.replace("<!DOCTYPE TS>\n", ""),
});
const call = callsToServer({ cwd: folder, args: ["--log-level", "error", "--no-cache"] });

test("files with the extension of a language that are another kind of text are skipped, and counted", async () => {
  const { answer: found } = await call("find_functions", { filepath: "." });
  expect(found).toMatchObject({
    results: [{ filepath: "./app/area.ts" }, { filepath: "./app/cast.ts" }],
    skipped: { other_text: 3 },
  });
  const { answer: uses } = await call("find_references", { symbol: "area" });
  expect(JSON.stringify(uses)).not.toContain("lang/");
  expect(uses).toMatchObject({ skipped: { other_text: 3 } });
  // A symbol that is not there is not said to be in them.
  expect((await call("find_definition", { symbol: "shape" })).answer).toMatchObject({
    error: "Symbol not found: shape",
  });
});

test("a file that a call names is refused with the reason", async () => {
  expect((await call("parse_file", { filepath: "lang/eu.ts" })).answer).toMatchObject({
    success: false,
    details: expect.stringContaining("another kind of text, such as XML"),
  });
});

test("the lines of such a file are shown", async () => {
  const { text } = await call("get_file_summary", { lines: ["lang/eu.ts:3"] });
  expect(text).toContain("area of a shape");
});
