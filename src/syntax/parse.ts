import type { Node } from "web-tree-sitter";
import { type CaptureRows, captureRows } from "./captures.ts";
import { type LoadedGrammar, loadGrammar } from "./grammars.ts";
import type { Language } from "./languages.ts";
import { shippedQuery } from "./queries.ts";
import { type Tag, tagsOf } from "./tags.ts";

/** One parsed file. Valid only inside the callback of withParsed. */
export type ParsedFile = {
  readonly language: Language;
  readonly text: string;
  /** Does the tree hold an ERROR or MISSING node? */
  readonly hasErrors: boolean;
  /** Definitions in source order. */
  definitions(): readonly Tag[];
  /** How many things the file imports: `#include` lines, import statements. */
  countImports(): number;
  /** What a stranger's query captures, in match order, at most `maxRows`. */
  capture(query: string, maxRows: number): CaptureRows;
};

/** Parses `text`, hands the file to `use`, and frees the tree. */
export async function withParsed<Result>(
  language: Language,
  text: string,
  use: (file: ParsedFile) => Result,
): Promise<Result> {
  const loaded = await loadGrammar(language);
  const tree = loaded.parser.parse(text);
  if (tree === null) throw new Error(`the ${language.name} parser gave no tree`);
  try {
    return use(parsedFile(loaded, text, tree.rootNode));
  } finally {
    tree.delete();
  }
}

function parsedFile(loaded: LoadedGrammar, text: string, root: Node): ParsedFile {
  return {
    language: loaded.language,
    text,
    hasErrors: root.hasError,
    definitions: () => tagsOf(loaded, text, root),
    countImports: () => shippedQuery(loaded, "imports")?.captures(root).length ?? 0,
    capture: (query, maxRows) => captureRows(loaded, query, text, root, maxRows),
  };
}
