import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { loadLanguages } from "../../src/syntax/languages.ts";
import { javascriptFiles } from "../support/javascript.ts";
import {
  type Mark,
  type NavigationCase,
  navigationCases,
  offsetAt,
  withResolver,
} from "../support/navigation-fixtures.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = fileURLToPath(new URL("../fixtures/navigation/javascript/", import.meta.url));
const groups = ["scopes", "files"].map((name) => [name, navigationCases(`${folder}${name}.txt`)] as const);
const languages = loadLanguages([temporaryFolder(javascriptFiles)]);

/** What is found at the marks of uses, as they write it. */
async function saysAt({ files, marks }: NavigationCase, uses: readonly Mark[], off: readonly string[] = []) {
  const says = new Map<Mark, string>();
  const nameAt = ({ path, line, column }: Pick<Mark, "path" | "line" | "column">) =>
    marks.find((mark) => mark.path === path && mark.line === line && mark.column === column && !isUse(mark));
  const find = (path: string, open: Parameters<Parameters<typeof withResolver>[2]>[1], resolver: Resolve) => {
    for (const use of uses.filter((mark) => mark.path === path)) {
      const { targets, rule, confidence } = resolver.resolve(open, offsetAt(open.text, use.line, use.column));
      const names = targets.map(
        ({ file, line, column }) => nameAt({ path: file.path, line, column })?.words.at(-1) ?? `${line}:${column}`,
      );
      says.set(use, confidence === "none" ? "none" : `use ${names.join(",")} ${rule} ${confidence}`);
    }
  };
  await withResolver(files, new Set(off), find, languages);
  return uses.map((use) => says.get(use));
}

type Resolve = Parameters<Parameters<typeof withResolver>[2]>[2];

function isUse({ words: [kind = ""] }: Mark): boolean {
  return kind === "use" || kind === "none";
}

describe.each(groups)("resolution by locals.scm: %s", (_, cases) => {
  test.each(cases.map((one) => [one.title, one] as const))("%s", async (_title, one) => {
    const uses = one.marks.filter(isUse);
    expect(await saysAt(one, uses)).toEqual(uses.map(({ words }) => words.join(" ")));
  });

  test("a declaration resolves to itself", async () => {
    for (const one of cases) {
      const names = one.marks.filter((mark) => !isUse(mark) && mark.words[0] !== "at");
      const found = (await saysAt(one, names)).map((says) => says?.replace(/^use (\w+).*( declaration .*)$/, "$1$2"));
      expect(found).toEqual(names.map(({ words }) => `${words.at(-1)} declaration exact`));
    }
  });

  test("each rule is needed where it decides", async () => {
    for (const one of cases) {
      for (const use of one.marks.filter(isUse)) {
        const [, , rule] = use.words;
        if (rule !== undefined) expect(await saysAt(one, [use], [rule]), one.title).not.toEqual([use.words.join(" ")]);
      }
    }
  });

  test("any offset resolves, in damaged texts as well", async () => {
    for (const [at, { files }] of cases.entries()) {
      const cut = files.map(({ path, text }) => ({ path, text: text.slice(0, (at * 131) % text.length) }));
      for (const some of [files, cut]) {
        await withResolver(
          some,
          new Set(),
          (_path, open, resolver) => {
            for (let offset = 0; offset <= open.text.length; offset++) resolver.resolve(open, offset);
          },
          languages,
        );
      }
    }
  });
});
