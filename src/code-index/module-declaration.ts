import { bareFact } from "../facts/declaration-facts.ts";
import type { Declaration, IndexedFile } from "./code-index.ts";

/** The declaration of a file as a whole, in a language whose files are modules. It is in no list of the file. */
export function moduleDeclarationOf(file: IndexedFile, name: string, end: number): Declaration {
  return {
    ...bareFact,
    name,
    kind: "namespace",
    flags: 0,
    line: 1,
    column: 1,
    endLine: 1,
    at: 0,
    start: 0,
    headEnd: 0,
    end,
    file,
    index: -1,
    parent: undefined,
  };
}
