/**
 * Answers about code whose files are read as they are wanted, and about the same code when all of it is known. Input: all fixtures
 * of navigation as one code base; output: both answers at the places that are marked there, and by the names.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { laterClock, sessionInProcess } from "../support/in-process.ts";
import { caseFolders, navigationCases } from "../support/navigation.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

const fixtureFolder = fileURLToPath(new URL("../fixtures/navigation/", import.meta.url));
const fixtures = ["cpp", "python", "c", "java", "typescript"].flatMap((language) =>
  readdirSync(join(fixtureFolder, language)).map((name) => `${language}/${name}`),
);
const places = fixtures
  .flatMap((fixture) => navigationCases(fixture))
  .flatMap(({ marks }, at) => marks.map(({ path, line, column }) => ({ filepath: `case${at}/${path}`, line, column })));
const cwd = temporaryFolder(caseFolders(fixtures));
const args = ["--log-level", "error"];
const env = { REQUEST_TIMEOUT: "120000" };
const onDemand = sessionInProcess({ cwd, env, now: laterClock, args: [...args, "--no-cache"] });
const known = sessionInProcess({ cwd, env, now: laterClock, args: [...args, "--cache-dir", temporaryFolder()] });
const tools = ["find_definition", "get_symbol_info", "find_references", "get_symbol_context"] as const;
/** Tests through callers need all code. */
const withoutTests = { include: ["source", "uses", "callers", "overrides", "imports"] };
const furtherOf = (tool: (typeof tools)[number]) => (tool === "get_symbol_context" ? withoutTests : {});

test("what is known of a code base makes no other answer", async () => {
  await callTool(known, "get_dependency_graph", {});
  const asked = fc.record({
    place: fc.constantFrom(...places),
    tool: fc.constantFrom(...tools),
    byName: fc.constantFrom("no", "as it is written", "misspelt"),
  });
  let answers = 0;
  await fc.assert(
    fc.asyncProperty(asked, async ({ place: at, tool, byName }) => {
      const further = furtherOf(tool);
      const place = { ...at, ...further };
      const { answer, text } = await callTool(known, tool, place);
      expect((await callTool(onDemand, tool, place)).text).toBe(text);
      if (!("symbol" in answer) || typeof answer.symbol !== "string") return;
      answers++;
      if (byName === "no") return;
      const symbol = byName === "misspelt" ? `${answer.symbol.slice(0, -1)}qz` : answer.symbol;
      const { text: named } = await callTool(known, tool, { symbol, ...further });
      expect((await callTool(onDemand, tool, { symbol, ...further })).text).toBe(named);
    }),
    { numRuns: 180 },
  );
  expect(answers).toBeGreaterThan(90);
}, 600_000);

test("what is known of a code base makes no other summary of a file", async () => {
  await callTool(known, "get_dependency_graph", {});
  let imports = 0;
  for (const filepath of new Set(places.map((place) => place.filepath))) {
    const { text } = await callTool(known, "get_file_summary", { filepath });
    expect((await callTool(onDemand, "get_file_summary", { filepath })).text, filepath).toBe(text);
    if (text.includes('"file":')) imports++;
  }
  expect(imports).toBeGreaterThan(90);
}, 600_000);
