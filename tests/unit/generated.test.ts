import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { configurationSchema } from "../../src/app/configuration-file.ts";
import { packageVersion } from "../../src/base/package.ts";
import { listedTool } from "../../src/mcp/tool-list.ts";
import { loadTools } from "../../src/tools/index.ts";
import { packageFolder } from "../support/built-server.ts";
import { markdownFiles, readDocument } from "../support/document-paths.ts";
import { partsOf, tableNames, withTables } from "../support/document-tables.ts";
import { manPage } from "../support/man-page.ts";

const tools = await loadTools();

const schemaFolder = join(packageFolder, "tests/fixtures/tool-schemas");

describe("files that are made from the code; `npm run generate` writes them:", () => {
  test.each([...tools])("tests/fixtures/tool-schemas/%s.json, what clients see of a tool", async (name, tool) => {
    await expect(jsonOf(listedTool(tool))).toMatchFileSnapshot(join(schemaFolder, `${name}.json`));
  });

  test("codegrove.schema.json, the keys of codegrove.json", async () => {
    await expect(jsonOf(configurationSchema())).toMatchFileSnapshot(join(packageFolder, "codegrove.schema.json"));
  });

  test("man/codegrove.1, the manual", async () => {
    await expect(manPage(packageVersion())).toMatchFileSnapshot(join(packageFolder, "man/codegrove.1"));
  });

  const withParts = markdownFiles.filter((document) => partsOf(readDocument(document)).length > 0);
  test.each(withParts)("the tables of %s", async (document) => {
    await expect(withTables(readDocument(document))).toMatchFileSnapshot(join(packageFolder, document));
  });
});

test("there is no schema of a tool that is gone", () => {
  expect(readdirSync(schemaFolder).filter((file) => !tools.has(file.replace(/\.json$/, "")))).toEqual([]);
});

test("`npm run generate` runs the tests that it names, and no other test whose path contains one of these", () => {
  const { scripts }: { readonly scripts: { readonly generate: string } } = JSON.parse(readDocument("package.json"));
  const named = scripts.generate.split(" ").filter((word) => word.endsWith(".test.ts"));
  expect(scripts.generate).toMatch(/^vitest run --project unit --project e2e tests\/.* --update$/);
  expect(named).toContain("tests/unit/generated.test.ts");
  const tests = readdirSync(join(packageFolder, "tests"), { recursive: true, encoding: "utf8" })
    .map((path) => `tests/${path.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".test.ts"));
  expect(tests.filter((path) => named.some((name) => path.includes(name))).sort()).toEqual([...named].sort());
  const updated = named.filter((path) => /\.toMatchFileSnapshot\(/.test(readDocument(path)));
  expect(updated).toEqual(named);
});

test("each table is in one document, once", () => {
  expect(markdownFiles.flatMap((document) => partsOf(readDocument(document))).sort()).toEqual([...tableNames].sort());
});

function jsonOf(value: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
