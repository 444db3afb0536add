import { expect, test } from "vitest";
import { unsuppressed } from "../../src/checks/suppressions.ts";
import { loadLanguages, shippedLanguagesDir } from "../../src/syntax/languages.ts";
import { withParsed } from "../../src/syntax/parse.ts";

const languages = new Map(loadLanguages([shippedLanguagesDir]).map((language) => [language.name, language]));

/** Returns the lines on which a finding of a code at each `HERE` stays. */
async function leftIn(name: string, text: string, code = "unused-import", aliases: readonly string[] = ["F401"]) {
  const language = languages.get(name);
  if (language === undefined) throw new Error(`no language ${name}`);
  const findings = [...text.matchAll(/HERE/g)].map(({ index }) => {
    return { start: index, end: index + 4, code, aliases, severity: "warning" as const, message: "" };
  });
  return withParsed(language, text, {}, (file) => {
    const flat = file.flat();
    return unsuppressed(findings, flat).map(({ start }) => flat.wholePositionOf(start).line);
  });
}

test("noqa suppresses what is on its line: all, or what it names", async () => {
  const lines = [
    ...[
      "import HERE",
      "import HERE  # noqa",
      "import HERE  #NOQA: f401",
      "import HERE  # noqa: E501, F401 for reasons",
    ],
    ...["import HERE  # noqa:unused-import", "import HERE  # noqa: unused-*", "import HERE  # noqa: F4"],
    ...["import HERE  # noqa: E501", "import HERE  # noqa: F4010", "import HERE  # not noqable", "# noqa\nimport HERE"],
  ];
  expect(await leftIn("python", `${lines.join("\n")}\n`)).toEqual([1, 8, 9, 10, 12]);
});

test("noqa on any line of a statement counts for the whole of it, but not for what is inside of a compound one", async () => {
  const text = [
    ...["from a import (  # noqa: F401", "    HERE,", ")", "from a import (", "    HERE,", ")  # noqa"],
    ...["if x:  # noqa", "    import HERE", "def f(  # noqa", "    x=HERE,", "):", "    pass", "HERE = 1"],
  ];
  expect(await leftIn("python", `${text.join("\n")}\n`)).toEqual([8, 10, 13]);
});

test("a text that looks like a comment suppresses nothing", async () => {
  expect(await leftIn("python", 'x = HERE, "# noqa"\n')).toEqual([1]);
  expect(await leftIn("cpp", 'int x = HERE; const char *s = "NOLINT";\n')).toEqual([1]);
});

test("NOLINT is for its line, NOLINTNEXTLINE for the next one", async () => {
  const lines = [
    ...[
      "int HERE; // NOLINT",
      "int HERE; // NOLINT(modernize-*, other)",
      "int HERE; /* NOLINT(virtual-with-override) */",
    ],
    ...["// NOLINTNEXTLINE", "int HERE;", "// NOLINTNEXTLINE(virtual-with-override): as the API has it", "int HERE;"],
    ...["int HERE; // NOLINT(readability-magic)", "// NOLINT", "int HERE; // NOLINTER", "int HERE;"],
  ];
  const left = await leftIn("cpp", `${lines.join("\n")}\n`, "virtual-with-override", ["modernize-use-override"]);
  expect(left).toEqual([8, 10, 11]);
});

test("many comments on many lines take time in proportion", async () => {
  const text = `x = [\n${"    HERE,  # noqa: E501\n".repeat(20_000)}]\n`;
  expect(await leftIn("python", text)).toHaveLength(20_000);
});
