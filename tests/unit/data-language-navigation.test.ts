import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Mark, navigationCases, offsetAt, withResolver } from "../support/navigation-fixtures.ts";
import { languages } from "../support/shipped-languages.ts";

function isUse({ words: [kind = ""] }: Mark): boolean {
  return kind === "use" || kind === "none";
}

describe.each(["c", "go", "java", "rust", "typescript"])("scopes of %s", (language) => {
  const path = fileURLToPath(new URL(`../fixtures/navigation/${language}/scopes.txt`, import.meta.url));
  test.each(navigationCases(path).map((one) => [one.title, one] as const))("%s", async (_, { files, marks }) => {
    const nameAt = (at: Pick<Mark, "path" | "line" | "column">) =>
      marks.find((mark) => mark.path === at.path && mark.line === at.line && mark.column === at.column && !isUse(mark));
    const said: string[] = [];
    const expected: string[] = [];
    const says: Parameters<typeof withResolver>[2] = (opened, open, resolver) => {
      for (const mark of marks.filter((one) => one.path === opened && isUse(one))) {
        const { targets, rule, confidence } = resolver.resolve(open, offsetAt(open.text, mark.line, mark.column));
        const names = targets.map(
          ({ file, line, column }) => nameAt({ path: file.path, line, column })?.words.at(-1) ?? `${line}:${column}`,
        );
        const place = `${mark.line}:${mark.column}`;
        said.push(`${place} ${confidence === "none" ? "none" : `use ${names.join(",")} ${rule} ${confidence}`}`);
        expected.push(`${place} ${mark.words.join(" ")}`);
      }
    };
    await withResolver(files, new Set(), says, languages);
    expect(said).toEqual(expected);
  });
});
