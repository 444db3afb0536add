import type { Declaration } from "../../src/code-index/code-index.ts";
import type { OpenFile, Resolution, Resolver } from "../../src/code-index/resolution.ts";
import { codeBase } from "./code-base.ts";

/** A case of a fixture: some files, and marks below their lines. */
export type NavigationCase = {
  readonly title: string;
  /** Texts by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly definitions: readonly Mark[];
  readonly uses: readonly Mark[];
};

/** `#  ^ def NAME`, or `#  ^ use NAMES by RULE`, which say something of the name above the caret; `# <-` is column 1. */
export type Mark = { readonly path: string; readonly line: number; readonly column: number; readonly says: string };

const root = "/code";

/** Splits a fixture at `#==== title` into cases, and a case at `#---- path` into files; the first one is main.py. */
export function navigationCases(text: string): readonly NavigationCase[] {
  return text
    .split(/^#==== /m)
    .slice(1)
    .map((part) => {
      const [title = "", ...lines] = part.split("\n");
      const files = new Map<string, string>();
      const definitions: Mark[] = [];
      const uses: Mark[] = [];
      for (const [at, file] of lines
        .join("\n")
        .split(/^#---- /m)
        .entries()) {
        const end = file.indexOf("\n");
        const path = at === 0 ? "main.py" : file.slice(0, end);
        const code = at === 0 ? file : file.slice(end + 1);
        if (at === 0 && code.trim() === "") continue;
        files.set(path, code);
        for (const { says, ...place } of marksIn(path, code)) {
          if (says.startsWith("def ")) definitions.push({ ...place, says: says.slice(4) });
          else uses.push({ ...place, says: says.slice(4) });
        }
      }
      return { title, files, definitions, uses };
    });
}

function marksIn(path: string, code: string): readonly Mark[] {
  const marks: Mark[] = [];
  let line = 0;
  for (const [at, text] of code.split("\n").entries()) {
    const [, caret, says] = /^#( *\^| <-) ((?:def|use) .*)$/.exec(text) ?? [];
    if (caret === undefined || says === undefined) line = at + 1;
    else marks.push({ path, line, column: caret === " <-" ? 1 : caret.length + 1, says });
  }
  return marks;
}

/** Opens one file after the other, with an index of all of them, and hands each with a resolver to `use`. */
export async function eachOpenFile(
  files: ReadonlyMap<string, string>,
  off: readonly string[],
  use: (open: OpenFile, resolver: Resolver, path: string) => void,
): Promise<void> {
  const code = await codeBase(Object.fromEntries(files), { off: new Set(off) });
  for (const path of files.keys()) {
    await code.withFile(code.pathOf(path) ?? "", (open) => use(open, open.resolver, path));
  }
}

/** What is resolved at the places of marks, in their order. */
export async function saysAt(
  { files, definitions }: NavigationCase,
  places: readonly Mark[],
  off: readonly string[] = [],
): Promise<readonly Mark[]> {
  const found = new Map<Mark, string>();
  await eachOpenFile(files, off, (open, resolver, path) => {
    const lines = open.text.split("\n");
    for (const place of places) {
      if (place.path !== path) continue;
      const before = lines.slice(0, place.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
      found.set(place, saysOf(resolver.resolve(open, before + place.column - 1), definitions));
    }
  });
  return places.map((place) => ({ ...place, says: found.get(place) ?? "" }));
}

/** What a resolution says, as a mark does. */
function saysOf(resolution: Resolution, definitions: readonly Mark[]): string {
  const { confidence, targets, external, rule } = resolution;
  const nameOf = ({ file, line, column, index }: Declaration) => {
    const path = file.path.slice(root.length + 1);
    if (index < 0) return `module ${path}`;
    const mark = definitions.find((one) => one.path === path && one.line === line && one.column === column);
    return mark?.says ?? `${path}:${line}:${column}`;
  };
  const what =
    confidence === "external"
      ? `external ${external}`
      : targets.length === 0
        ? "none"
        : (confidence === "name" ? "name " : "") + targets.map(nameOf).join(" ");
  return `${what} by ${rule}`;
}
