import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Declaration } from "../../src/code-index/code-index.ts";
import { eachOpenFile } from "../support/python-navigation.ts";

/** A case: files whose lines say behind `#>` what is called there; all but the first one have their path behind `----`. */
type ValueCase = { readonly title: string; readonly files: ReadonlyMap<string, string> };

const cases = readFileSync(new URL("../fixtures/navigation/value-calls.txt", import.meta.url), "utf8")
  .split(/^==== /m)
  .slice(1)
  .map((part): ValueCase => {
    const [title = "", ...lines] = part.split("\n");
    const [main = "", ...others] = lines.join("\n").split(/^---- /m);
    const named = others.map((text) => {
      const end = text.indexOf("\n");
      return [text.slice(0, end), text.slice(end + 1)] as const;
    });
    return { title, files: new Map([["main.py", main], ...named]) };
  });

function qualifiedName({ name, parent }: Declaration): string {
  return parent === undefined ? name : `${qualifiedName(parent)}.${name}`;
}

/** `line: names` of each line of main.py with calls. */
async function callsIn(files: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const called = new Map<number, Set<string>>();
  await eachOpenFile(files, [], (open, resolver, path) => {
    if (path !== "main.py") return;
    for (const { offset, target } of resolver.valueCalls?.(open) ?? []) {
      const line = open.text.slice(0, offset).split("\n").length;
      called.set(line, (called.get(line) ?? new Set()).add(qualifiedName(target)));
    }
  });
  return [...called].map(([line, names]) => `${line}: ${[...names].sort().join(" ")}`);
}

describe("calls of what variables, parameters, results, attributes and containers hold", () => {
  test.each(cases)("$title", async ({ files }) => {
    const expected = (files.get("main.py") ?? "").split("\n").flatMap((text, at) => {
      const [, names] = /#> (.*)$/.exec(text) ?? [];
      return names === undefined ? [] : [`${at + 1}: ${names.split(" ").sort().join(" ")}`];
    });
    expect(await callsIn(files)).toEqual(expected);
  });

  test("there are cases", () => {
    expect(cases.length).toBeGreaterThan(15);
  });

  test("what is called is given as it is written", async () => {
    const written: string[] = [];
    const text = 'def f(): ...\nt = {"a": f}\nt["a"]()\nx.y = f\na = f\na()\n@f\ndef g(): ...\n';
    await eachOpenFile(new Map([["main.py", text]]), [], (open, resolver) => {
      for (const call of resolver.valueCalls?.(open) ?? []) written.push(call.written);
    });
    expect(written).toEqual(['t["a"]', "a", "f"]);
  });

  test.each([
    [
      "one name with many values",
      `${Array.from({ length: 500 }, (_, at) => `def f${at}(): ...\nt${at} = f${at}`).join("\n")}\nall = [${Array.from({ length: 500 }, (_, at) => `f${at}`).join(", ")}]\nfor f in all:\n    f()\n`,
      60,
    ],
    [
      "objects that call each other",
      `${Array.from({ length: 70 }, (_, at) => `class A${at}: ...`).join("\n")}\nall = [${Array.from({ length: 70 }, (_, at) => `A${at}()`).join(", ")}]\n${Array.from({ length: 70 }, (_, at) => `A${at}.__call__ = all[x]`).join("\n")}\nA0()()\n`,
      71,
    ],
  ])("what has no end is bounded: %s", async (_, text, count) => {
    const found = await callsIn(new Map([["main.py", text]]));
    const names = new Set(found.flatMap((line) => line.split(" ").slice(1)));
    expect(names.size).toBeGreaterThan(0);
    expect(names.size).toBeLessThanOrEqual(count);
  });
});
