/**
 * Places that look up names which the running program makes, as `getattr(shape, name)` and `vars(shapes)` do: a renamed symbol may be
 * among them, and no text says so. Input: renamed declarations; output: the places.
 */
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
 * package around it the ones of objects that are neither a module nor of the class around; of what a module declares, in its file, and in all files the ones that name the
 * module or a package around it.
 */
export function computedLookups(declarations: readonly Declaration[], code: TextsOfCode): readonly Place[] {
  const found = new Map<string, Place>();
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
    const filesWith = (words: readonly string[]) =>
      [...new Set(words.flatMap((word) => code.filesWith(word)))].sort().slice(0, maxFiles);
    if (parent !== undefined && isClass(parent)) {
      const naming = new Set([file.path, ...code.filesWith(parent.name)]);
      for (const path of new Set([file.path, ...filesWith(computedNames.memberWords)])) {
        const text = code.textOf(path) ?? "";
        if (!naming.has(path) && !importsFrom(text, computedNames.imports, modulesOf(file.path))) continue;
        const modules = importedNames(text, computedNames.imports);
        const mayBe = ({ groups }: RegExpMatchArray) =>
          groups?.object === undefined || !(computedNames.own.test(groups.object) || modules.has(groups.object));
        add(path, computedNames.ofMembers, (match) => naming.has(path) || mayBe(match));
      }
    }
    if (parent !== undefined) continue;
    add(file.path, computedNames.ofOwnModule, () => true);
    const modules = modulesOf(file.path);
    for (const path of filesWith(computedNames.words))
      add(path, computedNames.ofModule, ({ groups }) => modules.has(groups?.module ?? groups?.other ?? ""));
  }
  return [...found.values()].sort(comparePlaces);
}

/** The names of the module of a path, and of the packages around it. */
function modulesOf(path: string): ReadonlySet<string> {
  return new Set(path.replace(/\.\w+$/, "").split(/[\\/]/));
}

/** True if a text imports one of some modules, or a module next to its own: no other text makes names of their members. */
function importsFrom(text: string, imports: RegExp, modules: ReadonlySet<string>): boolean {
  return Array.from(text.matchAll(imports), ([statement]) => statement).some(
    (statement) => /\s\./.test(statement) || (statement.match(/\w+/g) ?? []).some((word) => modules.has(word)),
  );
}

/** The names that statements of a text import. */
function importedNames(text: string, imports: RegExp): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(imports), ([, names = ""]) => names.match(/[\w.]+/g) ?? []).flat());
}
