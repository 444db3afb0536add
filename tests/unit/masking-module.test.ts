/** The constants that the module in WebAssembly and TypeScript both have. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { roleKinds } from "../../src/syntax/cpp/macros/roles.ts";
import { writtenRuleIds } from "../../src/syntax/cpp/rules/ids.ts";
import { Scope } from "../../src/syntax/cpp/scope.ts";
import { Word } from "../../src/syntax/cpp/tokens/keywords.ts";
import { Char } from "../../src/syntax/cpp/tokens/stream.ts";
import { Kind } from "../../src/syntax/cpp/tokens/token-list.ts";

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
