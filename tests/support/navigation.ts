/**
 * Reads the fixtures of navigation, which have one format in all languages, and says what code resolves to as they do.
 *
 * `==== title` begins a case, `--- path` a file of it, and a line `needs rule, rule` before the files names what decides
 * without being named. A comment below a line has its caret below a name, `<-` for column 1, and says what the name is:
 *
 * - `^ name` names a declaration, which resolves to itself; `^ at name` names one that need not
 * - `^ use name,name rule confidence` resolves to these declarations, by this rule; `path:line` is one without a mark
 * - `^ external name rule` comes from outside, `^ none rule` is not found
 *
 * Words at the end may be left out. A line that ends with `//> …` or `#> …` says what it has of a symbol, or calls.
 */
import { readdirSync, readFileSync } from "node:fs";
import type { ResolvedFile } from "../../src/code-index/code.ts";
import type { Declaration } from "../../src/code-index/code-index.ts";
import type { Resolution } from "../../src/code-index/resolution.ts";
import { offsetAt } from "../../src/syntax/positions.ts";
import { type CodeBaseOptions, codeBase, type Files } from "./code-base.ts";
import { dataLanguages, ownLanguage } from "./data-languages.ts";
import { languages } from "./shipped-languages.ts";

/** Some files that belong together, by their paths, with marks in comments. */
export type NavigationCase = {
  readonly title: string;
  readonly files: Files;
  readonly marks: readonly Mark[];
  /** Rules and inferences without which a mark is wrong, besides the rules that marks name. */
  readonly needs: readonly string[];
};

/** What a comment says about a place of the line above it. */
export type Mark = {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly says: string;
  /** The name that it gives to a declaration there. */
  readonly name: string | undefined;
};

const folder = new URL("../fixtures/navigation/", import.meta.url);

/** The fixtures whose marks say what names resolve to, with the languages that read them. */
export function resolvedFixtures() {
  // Languages of users' folders: JavaScript resolves by its scopes, Kotlin by types.
  const own = new Map(dataLanguages.map((name) => [name as string, [ownLanguage(name)]]));
  return ["c", "cpp", "go", "java", "javascript", "kotlin", "python", "rust", "typescript"].flatMap((language) =>
    readdirSync(new URL(language, folder)).flatMap((file) => {
      const name = `${language}/${file}`;
      const cases = navigationCases(name).filter(({ files }) => lineMarks(files).length === 0);
      const known = own.get(language) ?? languages;
      return cases.some(({ marks }) => marks.length > 0) ? [{ name, cases, known }] : [];
    }),
  );
}

/**
 * Reads a file of cases below tests/fixtures/navigation.
 *
 * @param main the path of a file of which the case does not say it
 */
export function navigationCases(fixture: string, main = "main.py"): readonly NavigationCase[] {
  const text = readFileSync(new URL(fixture, folder), "utf8");
  return text
    .split(/^==== /m)
    .slice(1)
    .map((section) => {
      const [title = "", ...lines] = section.split("\n");
      const [first = "", ...others] = lines.join("\n").split(/^--- /m);
      const needs = /^needs (.*)\n$/.exec(first)?.[1]?.split(", ") ?? [];
      const named = others.map((part) => [part.split("\n", 1)[0]?.trim() ?? "", part.slice(part.indexOf("\n") + 1)]);
      const files: Files = Object.fromEntries([
        ...(first.trim() === "" || needs.length > 0 ? [] : [[main, first]]),
        ...named,
      ]);
      const marks = Object.entries(files).flatMap(([path, code]) => marksIn(path, code));
      return { title: title.trim(), files, marks, needs };
    });
}

/** The files of all cases of some fixtures, each case in a folder of its own. */
export function caseFolders(fixtures: readonly string[]): Files {
  const all = fixtures.flatMap((fixture) => navigationCases(fixture));
  return Object.fromEntries(
    all.flatMap(({ files }, at) => Object.entries(files).map(([path, text]) => [`case${at}/${path}`, text])),
  );
}

function marksIn(path: string, text: string): readonly Mark[] {
  const marks: Mark[] = [];
  let line = 0;
  for (const [index, row] of text.split("\n").entries()) {
    const [, caret, says = ""] = /^(?:\/\/|#)(?:\s*(\^)|<-| <-) (.+)$/.exec(row) ?? [];
    if (says === "") line = index + 1;
    else {
      const name = /^(?:use|external|none)\b/.test(says) ? undefined : says.replace(/^at /, "");
      marks.push({ path, line, column: caret === undefined ? 1 : row.indexOf("^") + 1, says, name });
    }
  }
  return marks;
}

/** What the ends of lines say behind `//>` or `#>`: `path:line words`. */
export function lineMarks(files: Files): readonly string[] {
  return Object.entries(files).flatMap(([path, text]) =>
    text.split("\n").flatMap((line, at) => {
      const [, mark] = /(?:\/\/|#)> (.*)$/.exec(line) ?? [];
      return mark === undefined ? [] : [`${path}:${at + 1} ${mark}`];
    }),
  );
}

/** Opens one file after the other, with an index of all of them. */
export async function eachFile(
  files: Files,
  use: (open: ResolvedFile, path: string) => void,
  options: CodeBaseOptions = {},
): Promise<void> {
  const code = await codeBase(files, options);
  for (const path of Object.keys(files)) {
    await code.withFile(code.pathOf(path) ?? "", (open) => use(open, path));
  }
}

/** What is found at the places of marks, in their order, each with as many words as the mark has. */
export async function saysAt(
  { files, marks: all }: NavigationCase,
  marks: readonly Mark[],
  options: CodeBaseOptions = {},
): Promise<readonly Mark[]> {
  const found = new Map<Mark, string>();
  const say = (open: ResolvedFile, path: string) => {
    for (const mark of marks.filter((one) => one.path === path)) {
      const offset = offsetAt(open.text, mark.line, mark.column);
      if (offset === undefined) throw new Error(`no place ${path}:${mark.line}:${mark.column}`);
      found.set(mark, saysOf(open.resolver.resolve(open, offset), all, mark));
    }
  };
  await eachFile(files, say, options);
  return marks.map((mark) => ({ ...mark, says: found.get(mark) ?? "" }));
}

function saysOf(resolution: Resolution, marks: readonly Mark[], { says, name }: Mark): string {
  const { confidence, targets, external, rule } = resolution;
  const names = targets.map((target) => nameOf(target, marks));
  if (name !== undefined)
    return says.startsWith("at ") || names.includes(name) ? says : `use ${names.join(",")} ${rule}`;
  const all =
    confidence === "external"
      ? ["external", external ?? "?", rule]
      : targets.length === 0
        ? ["none", rule]
        : ["use", names.join(","), rule, confidence];
  return all.slice(0, says.split(" ").length).join(" ");
}

/** The name that a mark gives to a declaration; the path of a whole file. */
function nameOf({ file, line, column, index }: Declaration, marks: readonly Mark[]): string {
  const path = file.path.replace(/^\/code\//, "");
  if (index < 0) return path;
  const mark = marks.find((one) => one.path === path && one.line === line && one.column === column && one.name);
  return mark?.name ?? `${path}:${line}`;
}
