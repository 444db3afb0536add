/** The module in WebAssembly: the constants that TypeScript has as well, and what it keeps from text to text. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { roleKinds } from "../../src/syntax/cpp/macros/roles.ts";
import { writtenRuleIds } from "../../src/syntax/cpp/rules/ids.ts";
import { Scope } from "../../src/syntax/cpp/scope.ts";
import { Word } from "../../src/syntax/cpp/tokens/keywords.ts";
import { Char } from "../../src/syntax/cpp/tokens/stream.ts";
import { Kind } from "../../src/syntax/cpp/tokens/token-list.ts";
import { mask } from "../support/masking-fixtures.ts";

/** The constants of a namespace of a file below assembly/. An underscore after a name keeps it apart from a word of the language. */
function constantsIn(file: string, namespace: string): ReadonlyMap<string, number> {
  const text = readFileSync(new URL(`../../src/syntax/cpp/assembly/${file}`, import.meta.url), "utf8");
  const [, body = ""] = new RegExp(`export namespace ${namespace} \\{\\n(.*?)\\n\\}`, "s").exec(text) ?? [];
  const constants = body.matchAll(/export const (\w+?)_?: [iu]32 = (-?\d+);/g);
  return new Map([...constants].map(([, name = "", number]) => [name, Number(number)]));
}

const camelCase = (id: string) => id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const places = (names: readonly string[]) => Object.fromEntries(names.map((name, place) => [camelCase(name), place]));

test.each([
  ["tokens/keywords.ts", "Word", Word],
  ["tokens/token-table.ts", "Kind", Kind],
  ["tokens/stream.ts", "Char", Char],
  ["heads/scopes.ts", "Scope", Scope],
  ["tokens/roles.ts", "RoleKind", places(roleKinds)],
  ["rules/rule-ids.ts", "RuleId", places(writtenRuleIds)],
])("%s and TypeScript have the same %s", (file, namespace, ours: Readonly<Record<string, number>>) => {
  const theirs = constantsIn(file, namespace);
  expect(theirs.size).toBeGreaterThan(4);
  expect(Object.fromEntries(theirs)).toEqual(Object.fromEntries([...theirs.keys()].map((name) => [name, ours[name]])));
});

describe("a text is masked as ever", () => {
  const text = "#define OWN\nnamespace a { class Q_CORE_EXPORT A { OWN int f(UNKNOWN(int)); Q_OBJECT }; }\n";
  const expected = mask(text);

  test("after texts with more words than are kept", () => {
    expect(expected.edits.length).toBeGreaterThan(2);
    for (let part = 0; part < 12; part += 1) {
      const words = Array.from({ length: 5_000 }, (_, word) => `int WORD_${part}_${word};`);
      expect(mask(words.join("\n")).edits).toEqual([]);
      expect(mask(text)).toEqual(expected);
    }
  });

  test("after a text whose memory is not kept, and one whose words end its own macros", () => {
    expect(mask(";".repeat(3_000_000)).edits).toEqual([]);
    expect(mask(text)).toEqual(expected);
    // `OWN` is a macro of the other text alone.
    expect(mask("class A { OWN int f(); };\n").edits).toEqual([{ index: 10, length: 3, rule: expect.any(String) }]);
  });

  test("after other macros of all files, and of its folder", () => {
    const other = mask(text, {
      macros: { project: new Map(), folder: new Map([["A", "attribute"]]), everywhere: new Map() },
    });
    expect(other.edits).not.toEqual(expected.edits);
    expect(mask(text)).toEqual(expected);
  });
});
