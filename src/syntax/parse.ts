import type { Node } from "web-tree-sitter";
import { maxReparsedLength } from "../limits.ts";
import { type CaptureRows, captureRows } from "./captures.ts";
import { type LoadedGrammar, loadGrammar } from "./grammars.ts";
import type { Language } from "./languages.ts";
import { type MacroRoles, type Masked, maskMacros } from "./masking/mask.ts";
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

/** The edits that were made to a file before it was parsed, for the log. */
type OnMasked = (masked: Masked) => void;

/** How a file is parsed where its language has macros. */
export type Masking = { readonly macros: MacroRoles; readonly onMasked?: OnMasked };

/**
 * Parses `text`, hands the file to `use`, and frees the tree.
 *
 * @param masking what is known of macros; without it the text is parsed as it stands
 */
export async function withParsed<Result>(
  language: Language,
  text: string,
  masking: Masking | undefined,
  use: (file: ParsedFile) => Result,
): Promise<Result> {
  const loaded = await loadGrammar(language);
  const masked = masking === undefined ? asItStands(text) : maskMacros(text, masking.macros);
  if (masked.text === text) return withTree(loaded, text, (root) => use(parsedFile(loaded, text, masked, root)));
  masking?.onMasked?.(masked);
  const result = await withTree(loaded, masked.text, (root) =>
    root.hasError && isSound(loaded, text) ? undefined : { value: use(parsedFile(loaded, text, masked, root)) },
  );
  if (result !== undefined) return result.value;
  // Masking broke what was sound: the text itself is right.
  return withTree(loaded, text, (root) => use(parsedFile(loaded, text, asItStands(text), root)));
}

function withTree<Result>({ parser, language }: LoadedGrammar, text: string, use: (root: Node) => Result): Result {
  const tree = parser.parse(text);
  if (tree === null) throw new Error(`the ${language.name} parser gave no tree`);
  try {
    return use(tree.rootNode);
  } finally {
    tree.delete();
  }
}

/** Large files are not worth a second parse: among many definitions few are at stake. */
function isSound(loaded: LoadedGrammar, text: string): boolean {
  return text.length <= maxReparsedLength && withTree(loaded, text, (root) => !root.hasError);
}

function asItStands(text: string): Masked {
  return { text, edits: [], names: [] };
}

function parsedFile(loaded: LoadedGrammar, text: string, masked: Masked, root: Node): ParsedFile {
  return {
    language: loaded.language,
    text,
    hasErrors: root.hasError,
    definitions: () => tagsOf(loaded, masked, root),
    countImports: () => shippedQuery(loaded, "imports")?.captures(root).length ?? 0,
    capture: (query, maxRows) => captureRows(loaded, query, text, root, maxRows),
  };
}
