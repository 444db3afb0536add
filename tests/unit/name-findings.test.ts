import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { nameChecks, nameFindingsOf } from "../../src/checks/python/name-findings.ts";
import { loadLanguages, shippedLanguagesDir } from "../../src/syntax/languages.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { damagedVersions } from "../support/damaged-text.ts";

const fixtures = fileURLToPath(new URL("../fixtures/names/", import.meta.url));
const python = loadLanguages([shippedLanguagesDir]).find(({ name }) => name === "python");

async function findingsIn(text: string, path = "") {
  if (python === undefined) throw new Error("no language python");
  return withParsed(python, text, {}, ({ flat, parsePart }) => {
    const file = flat();
    return nameFindingsOf(file, { path, parsePart }).map((finding) => {
      return { ...finding, ...file.wholePositionOf(finding.start) };
    });
  });
}

/** `#   ^ code message` below a line of code: a finding at the column of the caret, `<-` for column 1. */
const mark = /^ *#( *)(\^|<-) ([a-z-]+ .*)$/;

function expectedIn(text: string): readonly string[] {
  let code = 0;
  return text.split("\n").flatMap((line, i) => {
    const [, , sign, what] = mark.exec(line) ?? [];
    if (sign === undefined) code = i + 1;
    return sign === undefined ? [] : [`${code}:${sign === "<-" ? 1 : line.indexOf("^") + 1} ${what}`];
  });
}

describe("in a fixture", () => {
  test.each(readdirSync(fixtures))("%s, what is marked is found and nothing else", async (name) => {
    const text = readFileSync(join(fixtures, name), "utf8");
    const found = await findingsIn(text, name);
    expect(found.map(({ line, column, code, message }) => `${line}:${column} ${code} ${message}`)).toEqual(
      expectedIn(text),
    );
  });

  test("each check has a finding", async () => {
    const texts = readdirSync(fixtures).map((name) => readFileSync(join(fixtures, name), "utf8"));
    const found = (await Promise.all(texts.map((text) => findingsIn(text)))).flat();
    expect([...new Set(found.map(({ code }) => code))].sort()).toEqual(nameChecks.map(({ code }) => code).sort());
    const unlisted = found.filter(({ code, aliases = [] }) => {
      const check = nameChecks.find((each) => each.code === code);
      return aliases.some((alias) => !check?.aliases.includes(alias));
    });
    expect(unlisted).toEqual([]);
  });
});

test("a redefinition names the first definition", async () => {
  const [finding] = await findingsIn("def f(): pass\n\n\ndef f(): pass\n");
  expect(finding).toMatchObject({ line: 4, related: { start: 0, end: 5 }, severity: "warning", aliases: ["F811"] });
});

test("a package has __path__, and exports its modules", async () => {
  const text = '__all__ = ["module"]\nprint(__path__)\n';
  expect(await findingsIn(text, "a/__init__.py")).toEqual([]);
  const found = await findingsIn(text, "a/init.py");
  expect(found.map(({ aliases }) => aliases)).toEqual([["F822"], ["F821"]]);
});

describe("damaged text", () => {
  test.each(readdirSync(fixtures))("%s has findings inside of it", async (name) => {
    for (const text of damagedVersions(join("names", name), 12)) {
      for (const { start, end, line } of await findingsIn(text, name)) {
        expect(start).toBeLessThanOrEqual(end);
        expect(end).toBeLessThanOrEqual(text.length);
        expect(line).toBeGreaterThan(0);
      }
    }
  });

  test("a line that does not parse leads to no finding elsewhere", async () => {
    const text = [
      ...["import os", "", "", "class A:", "    def first(self, value):", "        return os.path(value)", ""],
      ...["    def second(self):", "        local = 1", "        return local", "", "", "A()", ""],
    ];
    for (let i = 0; i < text.length; i++) {
      for (const broken of ["(", ") = (", " def", "'", " 1 1"]) {
        const damaged = text.with(i, `${text[i]}${broken}`).join("\n");
        const codes = (await findingsIn(damaged)).map(({ line, code }) => `${line} ${code}`);
        expect(codes.filter((code) => !code.endsWith("unused-import") && !code.endsWith("unused-variable"))).toEqual(
          [],
        );
      }
    }
  });
});

/** Code of a size that grows with a number, and is deep or has many of one thing. */
const large: readonly (readonly [name: string, textOf: (size: number) => string])[] = [
  ["lambdas in lambdas", (size) => `x = ${"lambda a=y: ".repeat(size)}y\n`],
  ["functions in functions", (size) => `${deep(size, (indent, i) => `${indent}def f${i}(a=x): x; y = 1\n`)}`],
  ["parentheses", (size) => `x = ${"(".repeat(size)}y${")".repeat(size)}\n`],
  ["assignments in assignments", (size) => `${"x = ".repeat(size)}y\n`],
  ["targets in targets", (size) => `${"(".repeat(size)}x,${")".repeat(size)} = y\n`],
  ["walruses in tuples", (size) => `x = 1\nz = ${"((x := 1), ".repeat(size)}1${")".repeat(size)}\n`],
  ["branches in branches", (size) => deep(size, (indent) => `${indent}if x:\n${indent} def f(): pass\n`)],
  ["elif", (size) => `if x: y = 1\n${"elif x: y = 2\n".repeat(size)}`],
  ["star imports", (size) => `${"from a import *\n".repeat(size)}${"x\n".repeat(size)}`],
  ["exports", (size) => `__all__ = []\n${"__all__ += ['x']\n".repeat(size)}`],
  ["redefinitions", (size) => "def f(): pass\n".repeat(size)],
  ["globals", (size) => "def f():\n global x\n x\n".repeat(size)],
  ["annotations", (size) => `x: ${"List[".repeat(size)}'a.b | c'${"]".repeat(size)}\n`],
  ["broken statements", (size) => "x = (\n".repeat(size)],
];

function deep(size: number, textOf: (indent: string, i: number) => string): string {
  return Array.from({ length: Math.ceil(Math.sqrt(size)) }, (_, i) => textOf(" ".repeat(i), i)).join("");
}

test.each(large)("%s take time in proportion", async (_name, textOf) => {
  await findingsIn(textOf(100));
  const start = performance.now();
  await findingsIn(textOf(1_000));
  const small = performance.now() - start;
  await findingsIn(textOf(8_000));
  expect(performance.now() - start - small).toBeLessThan(100 + 40 * small);
});
