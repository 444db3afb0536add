import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { laterClock, sessionInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

function settingsFor(folder: string): string {
  return `[tool.setuptools]\npackage-dir = { "shapes" = "${folder}" }\n`;
}

test("a change of the settings of a project counts in the next call", async () => {
  const cwd = temporaryFolder({
    "pyproject.toml": settingsFor("one"),
    "one/__init__.py": "def area():\n    return 1\n",
    "two/__init__.py": "def area():\n    return 2\n",
    "main.py": "from shapes import area\n\narea()\n",
  });
  const session = sessionInProcess({ cwd, now: laterClock });
  const fileOfArea = async () => {
    const { text } = await callTool(session, "find_definition", { filepath: "main.py", line: 3, column: 1 });
    return text.match(/\w+\/__init__\.py/g);
  };
  expect(await fileOfArea()).toEqual(["one/__init__.py"]);
  expect(await fileOfArea()).toEqual(["one/__init__.py"]);
  writeFileSync(join(cwd, "pyproject.toml"), settingsFor("two"));
  expect(await fileOfArea()).toEqual(["two/__init__.py"]);
  await session.close();
});
