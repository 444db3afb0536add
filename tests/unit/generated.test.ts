import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { configurationSchema } from "../../src/app/configuration.ts";
import { listedTool } from "../../src/mcp/listed-tool.ts";
import { tools } from "../../src/tools/index.ts";
import { packageFolder } from "../support/built-server.ts";
import { partsOf, tableNames, withTables } from "../support/readme-tables.ts";

const schemaFolder = join(packageFolder, "tests/fixtures/tool-schemas");
const readmePath = join(packageFolder, "README.md");
const readme = readFileSync(readmePath, "utf8");
const checksPath = join(packageFolder, "docs/checks.md");
const checks = readFileSync(checksPath, "utf8");

describe("files that are made from the code; `npm run generate` writes them:", () => {
  test.each([...tools])("tests/fixtures/tool-schemas/%s.json, what clients see of a tool", async (name, tool) => {
    await expect(jsonOf(listedTool(tool))).toMatchFileSnapshot(join(schemaFolder, `${name}.json`));
  });

  test("codegrove.schema.json, the keys of codegrove.json", async () => {
    await expect(jsonOf(configurationSchema())).toMatchFileSnapshot(join(packageFolder, "codegrove.schema.json"));
  });

  test("README.md, in which the tables of tools, flags and variables are made", async () => {
    await expect(withTables(readme)).toMatchFileSnapshot(readmePath);
  });

  test("docs/checks.md, in which the tables of lint rules are made", async () => {
    await expect(withTables(checks)).toMatchFileSnapshot(checksPath);
  });
});

test("there is no schema of a tool that is gone", () => {
  expect(readdirSync(schemaFolder).filter((file) => !tools.has(file.replace(/\.json$/, "")))).toEqual([]);
});

test("each table is in one of these documents, once", () => {
  expect([...partsOf(readme), ...partsOf(checks)].sort()).toEqual([...tableNames].sort());
});

function jsonOf(value: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
