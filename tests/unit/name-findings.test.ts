import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { nameChecks } from "../../src/checks/python/name-findings.ts";
import { damagedVersions } from "../support/damaged-text.ts";
import { findingsIn } from "../support/name-findings.ts";

const fixtures = fileURLToPath(new URL("../fixtures/names/", import.meta.url));

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

test("a name that an annotation has before its definition is a warning, since it is right from Python 3.14 on", async () => {
  const severities = async (text: string) => (await findingsIn(text)).map(({ severity }) => severity);
  expect(await severities("x: A\nclass A: pass\n")).toEqual(["warning"]);
  expect(await severities("x: B\nclass A: pass\n")).toEqual(["error"]);
  expect(await severities("print(A)\nclass A: pass\n")).toEqual(["error"]);
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
