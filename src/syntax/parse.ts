import type { Node } from "web-tree-sitter";
import { maxReparsedLength } from "../base/limits.ts";
import type { Stopwatch } from "../base/stopwatch.ts";
import { type CaptureRows, captureRows } from "./captures.ts";
import { type Copy, firstCopy, type Masking, otherCopy, shortCopy } from "./copies.ts";
import { type Diagnostics, diagnosticsOf } from "./diagnostics.ts";
import { type LoadedGrammar, loadGrammar } from "./grammars.ts";
import type { Language } from "./languages.ts";
import { holdsWords, mayDefine } from "./prefilter.ts";
import { type CodeSymbol, symbolsOf } from "./symbols.ts";
import { eventsOf, type TreeEvent, type TreeOptions } from "./syntax-tree.ts";
import { type Outline, outlineOf } from "./tags.ts";

/** One parsed file. Valid only inside the callback of withParsed. */
export type ParsedFile = {
  readonly language: Language;
  readonly text: string;
  /** Does the tree hold an ERROR or MISSING node? */
  readonly hasErrors: boolean;
  /** Definitions in source order, of the kinds that the file is asked for, and the number of imports. */
  outline(): Outline;
  /** Definitions as editors list them, in source order. */
  symbols(): readonly CodeSymbol[];
  /** What does not parse, in source order; at most `max` are described. */
  diagnostics(max: number): Diagnostics;
  /**
   * The tree, node by node.
   *
   * @throws UserError when the range is not in the file
   */
  syntaxTree(options: TreeOptions): Iterable<TreeEvent>;
  /** What a stranger's query captures, in match order, at most `maxRows`. */
  capture(query: string, maxRows: number): CaptureRows;
};

type ParseOptions = {
  /** What is known of macros; without it the text is parsed as it stands. */
  readonly masking?: Masking | undefined;
  /** Told of masking and parsing. */
  readonly stopwatch?: Stopwatch;
  /** The kinds of definitions that `use` asks for and nothing else; then what surely holds none is not parsed. */
  readonly onlyKinds?: ReadonlySet<string> | undefined;
  /** Words of names that `use` asks for and nothing else; a text without one of them is not parsed. */
  readonly words?: readonly string[] | undefined;
};

/**
 * Parses `text`, hands the file to `use`, and frees the tree.
 *
 * @throws Error when the grammar cannot be loaded
 */
export async function withParsed<Result>(
  language: Language,
  text: string,
  { masking, stopwatch, onlyKinds, words }: ParseOptions,
  use: (file: ParsedFile) => Result,
): Promise<Result> {
  if (words !== undefined && !holdsWords(text, words)) return use(fileWithout(language, text));
  const loaded = await loadGrammar(language);
  const source = withLineFeeds(text);
  let copy = onlyKinds === undefined ? firstCopy(source, masking) : shortCopy(language, source, masking, onlyKinds);
  stopwatch?.lap("mask");
  if (onlyKinds !== undefined && !mayDefine(language, onlyKinds, copy.text)) return use(fileWithout(language, text));
  if (copy.text.length < source.length) {
    const short = copy;
    const result = withTree(loaded, short.text, (root) => {
      stopwatch?.lap("parse");
      return root.hasError ? undefined : { value: use(parsedFile(loaded, text, short, root, onlyKinds)) };
    });
    if (result !== undefined) return result.value;
    copy = firstCopy(source, masking);
    stopwatch?.lap("mask");
  }
  const result = withTree(loaded, copy.text, (root) => {
    stopwatch?.lap("parse");
    const other = root.hasError ? soundCopy(loaded, source, copy) : undefined;
    return other === undefined ? { value: use(parsedFile(loaded, text, copy, root, onlyKinds)) } : { other };
  });
  if ("value" in result) return result.value;
  const { other } = result;
  return withTree(loaded, other.text, (root) => use(parsedFile(loaded, text, other, root, onlyKinds)));
}

/** A lone carriage return ends a line too, for Python, editors and many compilers; the grammars know none. */
function withLineFeeds(text: string): string {
  return text.includes("\r") ? text.replace(/\r(?!\n)/g, "\n") : text;
}

/** A file that was not parsed, since it holds no definition that is asked for. */
function fileWithout(language: Language, text: string): ParsedFile {
  const refuse = () => {
    throw new Error("the file was not parsed");
  };
  const refused = { diagnostics: refuse, syntaxTree: refuse, capture: refuse };
  const outline = () => ({ definitions: [], imports: 0 });
  return { language, text, hasErrors: false, outline, symbols: () => [], ...refused };
}

/** Another copy that parses without errors where the first one did not, if there is one. */
function soundCopy(loaded: LoadedGrammar, text: string, first: Copy): Copy | undefined {
  // Large files are not worth a second parse: among many definitions few are at stake.
  if (text.length > maxReparsedLength) return undefined;
  const other = otherCopy(loaded.language, text, first);
  if (other.text === first.text) return undefined;
  return withTree(loaded, other.text, (root) => !root.hasError) ? other : undefined;
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

function parsedFile(
  loaded: LoadedGrammar,
  text: string,
  copy: Copy,
  root: Node,
  onlyKinds: ReadonlySet<string> | undefined,
): ParsedFile {
  const { placeOf } = copy;
  return {
    language: loaded.language,
    text,
    hasErrors: root.hasError,
    outline: () => outlineOf(loaded, copy, root, onlyKinds),
    diagnostics: (max) => diagnosticsOf(loaded, copy.whole, root, max),
    syntaxTree: (options) => eventsOf(copy.whole, root, options),
    symbols: () => symbolsOf(loaded, copy, root),
    capture: (query, maxRows) => captureRows(loaded, query, text, root, maxRows, placeOf),
  };
}
