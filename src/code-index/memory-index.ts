import { basename } from "node:path";
import { groupBy } from "../base/group-by.ts";
import { nearestOf } from "../base/nearest.ts";
import type { DeclarationFact } from "../facts/declaration-facts.ts";
import { type CodeIndex, type Declaration, type IndexedFile, importKinds } from "./code-index.ts";
import { Folders } from "./folders.ts";

/** A file as it goes into an index: `facts` are its declarations. */
export type FileDeclarations = {
  readonly path: string;
  readonly language: string;
  readonly facts: readonly DeclarationFact[];
};

/** Makes the declarations of one file. */
export function indexedFile({ path, language, facts }: FileDeclarations): IndexedFile {
  const declarations: Declaration[] = [];
  const file: IndexedFile = {
    path,
    language,
    declarations,
    get imports() {
      return declarations.filter(({ kind }) => importKinds.has(kind));
    },
  };
  facts.forEach((fact, index) => {
    declarations.push({ ...fact, file, index, parent: fact.parent < 0 ? undefined : declarations[fact.parent] });
  });
  return file;
}

/** An index of files whose declarations are all in memory. */
export function memoryIndex(roots: readonly string[], files: readonly IndexedFile[]): CodeIndex {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const byFileName = groupBy(files, ({ path }) => basename(path));
  const seenAnywhere = files.flatMap(({ declarations }) => declarations.filter(({ scopeEnd }) => scopeEnd === 0));
  const byName = groupBy(seenAnywhere, ({ name }) => name);
  return {
    roots,
    files,
    fileAt: (path) => byPath.get(path),
    names: () => byName.keys(),
    namesNear: (name, most) => nearestOf(name, byName.keys(), most),
    named: (name) => byName.get(name) ?? [],
    filesNamed: (name) => byFileName.get(name) ?? [],
    folders: new Folders(byPath.keys()),
  };
}
