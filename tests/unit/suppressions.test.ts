import { expect, test } from "vitest";
import { suppressionsIn, syntaxSuppressions, unsuppressed } from "../../src/checks/suppressions.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { languageNamed } from "../support/shipped-languages.ts";

/** Returns the lines on which a finding of a code at each `HERE` stays. */
async function leftIn(name: string, text: string, code = "unused-import", aliases: readonly string[] = ["F401"]) {
  const language = languageNamed(name);
  const findings = [...text.matchAll(/HERE/g)].map(({ index }) => {
    return { start: index, end: index + 4, code, aliases, severity: "warning" as const, message: "" };
  });
  return withParsed(language, text, {}, (file) => {
    const flat = file.flat();
    return unsuppressed(findings, flat, suppressionsIn(flat)).map(({ start }) => flat.wholePositionOf(start).line);
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

test("ruff: noqa and flake8: noqa on a line of their own are for the whole file: all, or what they name", async () => {
  const code = "import HERE\nx = 1\nimport HERE\n";
  for (const comment of [
    "# ruff: noqa",
    "# flake8: noqa",
    "#flake8:NOQA",
    "# ruff: noqa: E501, F401",
    "# flake8: noqa: F4",
  ]) {
    expect([comment, await leftIn("python", `${code}    ${comment}\n`)]).toEqual([comment, []]);
  }
  for (const comment of [
    "# ruff: noqa: E501",
    "x = 1  # ruff: noqa",
    "# ruff: noqable",
    "# flake8: noqa because",
    "# pylint: noqa",
  ]) {
    expect([comment, await leftIn("python", `${code}${comment}\n`)]).toEqual([comment, [1, 3]]);
  }
});

test("NOLINTBEGIN is for the lines up to the NOLINTEND with the same codes", async () => {
  const lines = [
    ...["int HERE;", "// NOLINTBEGIN(virtual-*)", "int HERE;", "// NOLINTBEGIN", "int HERE;", "// NOLINTEND"],
    ...["int HERE;", "// NOLINTEND(virtual-*)", "int HERE;", "// NOLINTBEGIN(other)", "int HERE; // NOLINTEND(other)"],
    ...["// NOLINTBEGIN(virtual-with-override)", "int HERE;", "// NOLINTEND(other)"],
  ];
  expect(await leftIn("cpp", `${lines.join("\n")}\n`, "virtual-with-override")).toEqual([1, 9, 11, 13]);
});

test("many ranges take time in proportion", async () => {
  const text = Array.from({ length: 5_000 }, (_, i) => `// NOLINTBEGIN(a${i})\nint HERE;\n`).join("");
  const ends = Array.from({ length: 5_000 }, (_, i) => `// NOLINTEND(a${i})\n`).join("");
  expect(await leftIn("cpp", `${text}${ends}`, "b")).toHaveLength(5_000);
});

test("a syntax error is suppressed by a comment that names it", async () => {
  const python = ["x = 1  # noqa: E999", "x = 1  # noqa: syntax_error", "x = 1  # noqa", "x = 1  # noqa: F401"];
  const cpp = ["// NOLINTNEXTLINE(clang-diagnostic-error)", "int a;", "int b; // NOLINT", "int c; // NOLINT(*)"];
  expect([await suppressedLines("python", python), await suppressedLines("cpp", cpp)]).toEqual([
    [1, 2],
    [2, 4],
  ]);
  expect(await suppressedLines("python", ["x = 1", "# ruff: noqa: E999"])).toEqual([1, 2]);
  expect(await suppressedLines("python", ["x = 1", "# ruff: noqa"])).toBeUndefined();
});

/** Returns the lines on which a comment suppresses a syntax error. */
async function suppressedLines(name: string, lines: readonly string[]): Promise<readonly number[] | undefined> {
  const language = languageNamed(name);
  return withParsed(language, `${lines.join("\n")}\n`, {}, (file) => {
    const isSuppressed = syntaxSuppressions(suppressionsIn(file.flat()));
    if (isSuppressed === undefined) return undefined;
    const numbers = lines.map((_, i) => i + 1);
    return numbers.filter((line) => isSuppressed(["syntax_error", "E999", "clang-diagnostic-error"], line));
  });
}
