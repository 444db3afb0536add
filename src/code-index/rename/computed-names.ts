/**
 * Places that look up names which the running program makes, as `getattr(shape, name)` and `vars(shapes)` do: a renamed symbol may be
 * among them, and no text says so. Input: renamed declarations; output: the places.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { positionsIn } from "../../syntax/positions.ts";
import type { Code } from "../code.ts";
import type { Declaration } from "../code-index.ts";
import { comparePlaces, type Place } from "../places.ts";
import { isClass } from "../symbol-kind.ts";
import { traitsOf } from "../traits-of.ts";

type TextsOfCode = Pick<Code, "textOf" | "filesWith">;

/** Files that are read for one symbol. */
const maxFiles = 200;

/**
 * Returns the places in path order: of a member, in the files that declare it or name its class, and in files that import a module or
 * package around it the ones of objects that are neither a module nor of the class around; of what a module declares, in its file, and
 * in all files the ones that name the module or a package around it.
 */
export function computedLookups(declarations: readonly Declaration[], code: TextsOfCode): readonly Place[] {
  const found = new Map<string, Place>();
  const listed = new Map<readonly string[], readonly string[]>();
  const filesWith = (words: readonly string[]) =>
    getOrInsert(listed, words, () =>
      [...new Set(words.flatMap((word) => code.filesWith(word)))].sort().slice(0, maxFiles),
    );
  const imported = new Map<string, readonly RegExpMatchArray[]>();
  const importsOf = (path: string, pattern: RegExp) =>
    getOrInsert(imported, path, () => [...(code.textOf(path) ?? "").matchAll(pattern)]);
  for (const { parent, file, scopeEnd } of declarations) {
    const { computedNames } = traitsOf(file.language);
    if (computedNames === undefined || scopeEnd > 0) continue;
    const add = (path: string, pattern: RegExp, isMeant: (match: RegExpMatchArray) => boolean) => {
      const text = code.textOf(path) ?? "";
      const positionOf = positionsIn(text);
      for (const match of text.matchAll(pattern)) {
        if (!isMeant(match) || /^[ \t]*#/.test(text.slice(text.lastIndexOf("\n", match.index) + 1))) continue;
        const { line, column } = positionOf(match.index);
        found.set(`${path}:${line}`, { path, line, column });
      }
    };
    const modules = modulesOf(file.path);
    if (parent !== undefined && isClass(parent)) {
      const naming = new Set([file.path, ...code.filesWith(parent.name)]);
      for (const path of new Set([file.path, ...filesWith(computedNames.memberWords)])) {
        const imports = importsOf(path, computedNames.imports);
        if (!naming.has(path) && !importsFrom(imports, modules)) continue;
        const names = importedNames(imports);
        const mayBe = ({ groups }: RegExpMatchArray) =>
          groups?.object === undefined || !(computedNames.own.test(groups.object) || names.has(groups.object));
        add(path, computedNames.ofMembers, (match) => naming.has(path) || mayBe(match));
      }
    }
    if (parent !== undefined) continue;
    add(file.path, computedNames.ofOwnModule, () => true);
    for (const path of filesWith(computedNames.words))
      add(path, computedNames.ofModule, ({ groups }) => modules.has(groups?.module ?? groups?.other ?? ""));
  }
  return [...found.values()].sort(comparePlaces);
}

/** The names of the module of a path, and of the packages around it. */
function modulesOf(path: string): ReadonlySet<string> {
  return new Set(path.replace(/\.\w+$/, "").split(/[\\/]/));
}

/** True if import statements name one of some modules, or a module next to their own: no other file makes names of their members. */
function importsFrom(imports: readonly RegExpMatchArray[], modules: ReadonlySet<string>): boolean {
  return imports.some(
    ([statement]) => /\s\./.test(statement) || (statement.match(/\w+/g) ?? []).some((word) => modules.has(word)),
  );
}

/** The names that statements import. */
function importedNames(imports: readonly RegExpMatchArray[]): ReadonlySet<string> {
  return new Set(imports.flatMap(([, names = ""]) => names.match(/[\w.]+/g) ?? []));
}
