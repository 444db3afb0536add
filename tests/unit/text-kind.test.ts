import { expect, test } from "vitest";
import { textKindAt } from "../../src/code-index/word-places.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { languageNamed } from "../support/shipped-languages.ts";

/** A text whose first `area` is in code, a string or a comment. */
const texts: readonly (readonly [string, string, "code" | "string" | "comment"])[] = [
  ["python", "x = area", "code"],
  ["python", "x = 'area'", "string"],
  ["python", "x = 1  # area", "comment"],
  ["python", "def f():\n  '''area'''", "comment"],
  ["python", "def f():\n  'a' 'area'", "comment"],
  ["python", "'area', 'b'", "string"],
  ["python", 'x = f"{area}"', "code"],
  ["python", 'x = f"{x:{area}}"', "code"],
  ["python", 'x = f"{x} area"', "string"],
  ["python", 'x = f"{{area}}"', "string"],
  ["python", "x = f\"{sizes['area']}\"", "string"],
  ["python", "x = f\"{'area'}\"", "string"],
  ["javascript", `x = \`\${area}\`;`, "code"],
  ["javascript", `x = \`\${y} area\`;`, "string"],
  ["javascript", `x = \`\${"area"}\`;`, "string"],
  ["javascript", `x = \`\${\`area\`}\`;`, "string"],
  ["java", 'class A { String x = STR."\\{area}"; }', "code"],
  ["java", 'class A { String x = STR."\\{"area"}"; }', "string"],
  ["cpp", "int x = f('a', \"b\", area);", "code"],
  ["cpp", 'int x = f("area" "b");', "string"],
  ["cpp", 'auto x = R"(area)";', "string"],
  ["cpp", "int x; /* area */", "comment"],
  ["rust", "/// area\nfn f() {}", "comment"],
  ["go", 'package a\nvar x = "area"', "string"],
];

test.each(texts)("%s: %s is %s", async (language, text, kind) => {
  const found = await withParsed(languageNamed(language), text, {}, (file) =>
    textKindAt(file.flat().tree, text.indexOf("area")),
  );
  expect(found ?? "code").toBe(kind);
});
