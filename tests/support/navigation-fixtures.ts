import { readFileSync } from "node:fs";
import type { CodeIndex } from "../../src/code-index/code-index.ts";
import type { OpenFile, Resolver } from "../../src/code-index/resolution.ts";
import type { Languages } from "../../src/syntax/languages.ts";
import { offsetAt as offsetInText } from "../../src/syntax/positions.ts";
import { codeBase } from "./code-base.ts";
import { languages } from "./shipped-languages.ts";

const caseFolder = "/case";

/** A file of a case, and its text. */
export type FixtureFile = { readonly path: string; readonly text: string };

/** Some files that belong together, with marks in comments. */
export type NavigationCase = {
  readonly title: string;
  readonly files: readonly FixtureFile[];
  readonly marks: readonly Mark[];
};

/**
 * What a comment says about a place of the line above it. The caret stands below it, `<-` for the first column:
 *
 * - `^ name` names a declaration, which resolves to itself; `^ at name` names one that need not
 * - `^ use name` is a use of it; `^ use name rule` says by which rule
 * - `^ external` comes from outside, `^ none` is not found
 */
export type Mark = {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly words: readonly string[];
};

/** Reads a file of cases: `==== title`, then `--- path` before each file. */
export function navigationCases(path: string): readonly NavigationCase[] {
  return readFileSync(path, "utf8")
    .split(/^==== /m)
    .slice(1)
    .map((section) => {
      const [head = "", ...parts] = section.split(/^--- /m);
      const files = parts.map((part) => {
        const end = part.indexOf("\n");
        return { path: `${caseFolder}/${part.slice(0, end).trim()}`, text: part.slice(end + 1) };
      });
      return { title: head.trim(), files, marks: files.flatMap(marksOf) };
    });
}

function marksOf({ path, text }: FixtureFile): readonly Mark[] {
  const marks: Mark[] = [];
  let line = 0;
  for (const [index, row] of text.split("\n").entries()) {
    const caret = /^\/\/(?:\s*(\^)|(<-)) (.+)$/.exec(row);
    if (caret === null) line = index + 1;
    else
      marks.push({
        path,
        line,
        column: caret[2] === undefined ? row.indexOf("^") + 1 : 1,
        words: (caret[3] ?? "").split(" "),
      });
  }
  return marks;
}

/** Resolves in the files of a case, with rules switched off. */
export async function withResolver(
  files: readonly FixtureFile[],
  off: ReadonlySet<string>,
  use: (path: string, open: OpenFile, resolver: Resolver, index: CodeIndex) => void,
  known: Languages = languages,
): Promise<void> {
  const texts = Object.fromEntries(files.map(({ path, text }) => [path.slice(caseFolder.length + 1), text]));
  const code = await codeBase(texts, { root: caseFolder, off, known });
  for (const { path } of files) {
    await code.withFile(path, (open) => use(path, open, open.resolver, open.index));
  }
}

/** The offset of a place that a text has. */
export function offsetAt(text: string, line: number, column: number): number {
  const offset = offsetInText(text, line, column);
  if (offset === undefined) throw new Error(`no place ${line}:${column}`);
  return offset;
}
