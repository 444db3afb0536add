/**
 * The parsing of one file: the door to all that its tree says. Input: a text, its language, the known macros and what
 * is asked for; output: a ParsedFile for a callback, whose results are computed on demand; the tree is freed after it.
 */
import { Edit, type Node, type Range, type Tree } from "web-tree-sitter";
import { maxReparsedLength } from "../base/limits.ts";
import type { Stopwatch } from "../base/stopwatch.ts";
import { brokenLinesIn } from "./broken-lines.ts";
import { type CaptureBounds, type CaptureRows, captureRows } from "./captures.ts";
import {
  type Copy,
  copyOfParts,
  digestOfCopies,
  firstCopy,
  type Masking,
  otherCopy,
  type ReadRange,
  withLineFeeds,
} from "./copies.ts";
import { type Diagnostics, diagnosticsOf } from "./diagnostics.ts";
import { type Branch, excludedIn, withoutBranches } from "./dialect.ts";
import { copyTree, releaseTree } from "./flat/copy-tree.ts";
import type { FlatTree } from "./flat/flat-tree.ts";
import { type LoadedGrammar, loadGrammar } from "./grammars.ts";
import { type ImportBinding, importBindingsIn } from "./import-bindings.ts";
import { type ImportPath, importPathsIn } from "./imports.ts";
import type { Language } from "./languages.ts";
import { type LintMatch, lintMatchesIn } from "./lint-matches.ts";
import type { LintRule } from "./lint-rules.ts";
import { type Locals, localsOf } from "./locals.ts";
import { roleChains } from "./macro-roles.ts";
import type { Match } from "./matching/match-query.ts";
import { misalignedNodesIn } from "./misaligned-nodes.ts";
import type { NeededText } from "./needed-words.ts";
import { noDefinitions } from "./no-definitions.ts";
import { withNamedMacros } from "./patterns/named-macros.ts";
import {
  joinedMatches,
  namesOfPattern,
  type PatternMatches,
  type PatternRequest,
  patternMatchesIn,
} from "./patterns/pattern-matches.ts";
import { type Position, pointOf } from "./positions.ts";
import { holdsAny, holdsWords, mayDefine } from "./prefilter.ts";
import { matcherOf } from "./queries.ts";
import { refusedNodesIn } from "./refused-nodes.ts";
import { type CodeSymbol, type FileSymbols, type PlacedSymbol, symbolsOf } from "./symbols.ts";
import { eventsOf, type TreeEvent, type TreeOptions } from "./syntax-tree.ts";
import { type NamedPosition, type Outline, outlineOf, referencesIn } from "./tags.ts";

/** The definitions and imports of one file: from its tree, or from facts about it. */
export type FileOutline = {
  readonly language: Pick<Language, "name" | "scope_separator">;
  /** True if the tree has an ERROR or MISSING node outside of code that a compiler leaves out. */
  hasErrors(): boolean;
  /** Definitions of one kind in source order, if the file is asked for that kind, as rows of an answer. */
  definitionsOf(kind: string): readonly NamedPosition[];
  /** The number of them. */
  countOf(kind: string): number;
  /** The number of imports, if the file is asked for all kinds. */
  countImports(): number;
  /** Definitions as editors list them, in source order. */
  symbols(): readonly CodeSymbol[];
};

/** A tree and what it was parsed from. */
export type FlatText = {
  readonly tree: FlatTree;
  /** The text that offsets of the tree refer to: the text of the file with macros masked, maybe without bodies. */
  readonly text: string;
  /** The text of the file, with the macros. */
  readonly whole: string;
  /** The offset in the file of what starts at an offset in `text`, and of what ends at one. */
  readonly offsetOf: (index: number) => number;
  readonly endOf: (index: number) => number;
  /** The position in the file of an offset in `text`. */
  readonly positionOf: (index: number) => Position;
  /** The macros that open and close scopes, by offsets in the file, and the position of such an offset. */
  readonly scopes: Copy["scopes"];
  /** Enumerators that list macros give, by offsets in the file. */
  readonly listed: Copy["listed"];
  /** The uses of macros between declarations, by offsets in the file. */
  readonly uses: Copy["uses"];
  readonly wholePositionOf: (index: number) => Position;
};

/** One parsed file. Valid only inside the callback of withParsed. */
export type ParsedFile = Omit<FileOutline, "symbols"> & {
  readonly language: Language;
  /** As it was read; "" for unsaved text. */
  readonly path: string;
  readonly text: string;
  /**
   * True when the copy that is parsed first has no errors: one without its functions' bodies then has the same
   * definitions.
   */
  readonly isSound: boolean;
  /** True when it was not parsed, since the words of a name that is asked for are missing. */
  readonly lacksWords: boolean;
  /** Returns the digest of the copies that masking has made of the text for this reading: see digestOfCopies. */
  copyDigest(): string;
  /** Definitions in source order, of the kinds that the file is asked for, and the number of imports. */
  outline(): Outline;
  symbols(): readonly PlacedSymbol[];
  /** The properties of a statement without a body, by its offsets in the file. */
  textsOf: FileSymbols["textsOf"];
  /** The names that tags.scm has as references: offset → suffix of `@reference.`. */
  references(): ReadonlyMap<number, string>;
  /** The paths that its imports name, in source order. */
  importPaths(): readonly ImportPath[];
  /** The names that its imports bind and its exports give, in source order. */
  importBindings(): readonly ImportBinding[];
  /** Scopes and the names that they define; undefined for a language without locals.scm. */
  locals(): Locals | undefined;
  /** The tree as it was parsed, for passes of our own. It is valid as long as the file is. */
  flat(): FlatText;
  /** Parses a text from a string, whatever is around it. The tree is valid as long as anything holds it. */
  parsePart(part: string): FlatTree;
  /** The faults of syntax, in source order, without code that a compiler leaves out; at most `max` are described. */
  diagnostics(max: number): Diagnostics;
  /**
   * The tree, node by node.
   *
   * @throws UserError when the range is not in the file
   */
  syntaxTree(options: TreeOptions): Iterable<TreeEvent>;
  /** The reports of the requested lint rules of the language. */
  lint(isAsked: (rule: LintRule) => boolean): readonly LintMatch[];
  /** The captures of a stranger's query within the bounds, in match order. */
  capture(query: string, bounds: CaptureBounds): CaptureRows;
  /** The places that match a pattern. */
  matches(request: PatternRequest): PatternMatches;
};

type ParseOptions = {
  /** The known macros; without them the text is parsed unchanged. */
  readonly masking?: Masking | undefined;
  /** Called when masking and parsing end. */
  readonly stopwatch?: Stopwatch;
  /** The kinds of definitions that `use` asks for and nothing else; then what surely holds none is not parsed. */
  readonly onlyKinds?: ReadonlySet<string> | undefined;
  /** Words of names that `use` asks for and nothing else; a text without one of them is not parsed. */
  readonly words?: readonly string[] | undefined;
  /** The text that a match of the only query that `use` runs needs: see NeededText. */
  readonly needed?: NeededText | undefined;
};

/**
 * Parses `text`, hands the file to `use`, and frees the tree.
 *
 * @throws Error when the grammar cannot be loaded
 */
export async function withParsed<Result>(
  language: Language,
  text: string,
  { masking, stopwatch, onlyKinds, words, needed }: ParseOptions,
  use: (file: ParsedFile) => Result,
): Promise<Result> {
  if (words !== undefined && !holdsWords(text, words)) return use(fileWithout(language, text, true));
  if (needed !== undefined && !holdsAny(text, needed.words)) return use(fileWithout(language, text));
  const loaded = { ...(await loadGrammar(language)), language };
  const source = withLineFeeds(text);
  const bodyWords = needed?.isOfFunctions ? needed.words : undefined;
  let copy = copyOfParts(language, source, masking, { onlyKinds, bodyWords });
  stopwatch?.lap("mask");
  const masked = masking === undefined ? [] : [copy];
  const copyDigest = () => digestOfCopies(masked);
  if (onlyKinds !== undefined && !mayDefine(language, onlyKinds, copy.text)) {
    return use({ ...fileWithout(language, text), copyDigest });
  }
  if (copy.isShort) {
    const short = copy;
    const result = withTree(
      loaded,
      parsedText(language, short.text),
      (root) => {
        stopwatch?.lap("parse");
        return root.hasError
          ? undefined
          : { value: useFile(loaded, text, short, root, { onlyKinds, masking, copyDigest }, use) };
      },
      { ranges: short.readRanges },
    );
    if (result !== undefined) return result.value;
    copy = firstCopy(language, source, masking);
    if (masking !== undefined) masked.push(copy);
    stopwatch?.lap("mask");
  }
  return withTree(loaded, parsedText(language, copy.text), (root) => {
    stopwatch?.lap("parse");
    // A large file with macros is not worth a second parse: among many definitions few are at stake.
    const isWorth = root.hasError && (masking === undefined || source.length <= maxReparsedLength);
    const other = isWorth ? copyBeside(language, source, copy) : undefined;
    const result =
      other &&
      withTree(loaded, parsedText(language, other.text), (otherRoot) => {
        stopwatch?.lap("parse");
        const options = { onlyKinds, masking, copyDigest, isSound: false };
        const isBetter = !otherRoot.hasError || (masking === undefined && errorsIn(otherRoot) < errorsIn(root));
        return isBetter ? { value: useFile(loaded, text, other, otherRoot, options, use) } : undefined;
      });
    return result === undefined
      ? useFile(loaded, text, copy, root, { onlyKinds, masking, copyDigest }, use)
      : result.value;
  });
}

/** Parses a part of a text unchanged, whatever is around it, and hands its tree to `use`: for comments and strings. */
export type PartParser = <Result>(part: string, use: (tree: FlatTree) => Result) => Result;

/** @throws Error when the grammar cannot be loaded */
export async function partParserOf(language: Language): Promise<PartParser> {
  const loaded = await loadGrammar(language);
  return (part, use) => withPart(loaded, part, use);
}

function withPart<Result>(loaded: LoadedGrammar, part: string, use: (tree: FlatTree) => Result): Result {
  return withTree(loaded, part, (root) => {
    const tree = copyTree(loaded, root);
    try {
      return use(tree);
    } finally {
      releaseTree(tree);
    }
  });
}

/** Returns a file that was not parsed, since it holds nothing that is asked for. @param lacksWords see ParsedFile */
export function fileWithout(language: Language, text: string, lacksWords = false): ParsedFile {
  const refuse = () => {
    throw new Error("the file was not parsed");
  };
  const refused = {
    flat: refuse,
    parsePart: refuse,
    textsOf: refuse,
    references: refuse,
    importPaths: refuse,
    importBindings: refuse,
    locals: refuse,
    diagnostics: refuse,
    syntaxTree: refuse,
    lint: refuse,
  };
  const capture = () => ({ rows: [], total: 0, truncated: false });
  const matches = () => ({
    kind: undefined,
    matches: [],
    undecided: 0,
    unreplaced: 0,
    commented: 0,
    scoped: () => [],
    fixedText: () => [],
  });
  const outline = () => ({ definitions: [], imports: 0 });
  const copyDigest = () => digestOfCopies([]);
  const none = { outline, ...noDefinitions, capture, matches, hasErrors: () => false, isSound: true, copyDigest };
  return { language, path: "", text, lacksWords, ...none, ...refused };
}

/** Returns another copy for a text whose first one has errors; undefined if there is none. */
function copyBeside(language: Language, text: string, first: Copy): Copy | undefined {
  const other = otherCopy(language, text, first);
  return other.text === first.text ? undefined : other;
}

/** The number of errors in a tree, up to a limit: errors in errors are not counted. */
function errorsIn(root: Node): number {
  const cursor = root.walk();
  try {
    let errors = 0;
    for (;;) {
      const isError = cursor.nodeType === "ERROR" || cursor.nodeIsMissing;
      if (isError) errors += 1;
      if (errors === mostCountedErrors) return errors;
      if (!isError && cursor.currentNode.hasError && cursor.gotoFirstChild()) continue;
      while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return errors;
    }
  } finally {
    cursor.delete();
  }
}

/** Errors of a file above which another copy of it does not become the better one. */
const mostCountedErrors = 1_000;

/** The text of a copy as it is parsed. */
function parsedText({ needs_final_line_break: needsBreak }: Language, text: string): string {
  return needsBreak && !text.endsWith("\n") ? `${text}\n` : text;
}

/**
 * @param before the tree of an earlier text, with the edits that lead to this one
 * @param ranges the parts of the text that are read; all of it by default
 */
function withTree<Result>(
  { parser, language }: LoadedGrammar,
  text: string,
  use: (root: Node) => Result,
  { before, ranges }: { readonly before?: Tree; readonly ranges?: readonly ReadRange[] | undefined } = {},
): Result {
  const tree = parser.parse(
    text,
    before,
    ranges && { includedRanges: ranges.map((range) => includedRange(range, text)) },
  );
  if (tree === null) throw new Error(`the ${language.name} parser gave no tree`);
  try {
    return use(tree.rootNode);
  } finally {
    tree.delete();
  }
}

/** A range as tree-sitter takes it. Its lines and columns are of no use to anybody: positions come from offsets. */
function includedRange({ start, end }: ReadRange, text: string): Range {
  const endIndex = Math.min(end, text.length);
  const startPosition = { row: 0, column: start };
  return { startIndex: start, endIndex, startPosition, endPosition: { row: 0, column: endIndex } };
}

type FileOptions = Pick<ParsedFile, "copyDigest"> & {
  readonly masking: Masking | undefined;
  readonly onlyKinds: ReadonlySet<string> | undefined;
  readonly isSound?: boolean;
};

/** Hands a file to `use`. Its flat tree is copied when it is asked for, once. */
function useFile<Result>(
  loaded: LoadedGrammar,
  text: string,
  copy: Copy,
  root: Node,
  { onlyKinds, masking, copyDigest, isSound = !root.hasError }: FileOptions,
  use: (file: ParsedFile) => Result,
): Result {
  let flat: FlatTree | undefined;
  const tree = () => {
    flat ??= copyTree(loaded, root);
    return flat;
  };
  let matches: readonly Match[] | undefined;
  const symbolMatches = () => {
    matches ??= matcherOf(loaded, "symbols")?.(tree(), copy.text) ?? [];
    return matches;
  };
  let imports: readonly Match[] | undefined;
  const importMatches = () => {
    imports ??= matcherOf(loaded, "imports")?.(tree(), copy.text) ?? [];
    return imports;
  };
  let known: Outline | undefined;
  const outline = () => {
    known ??= outlineOf(loaded, copy, tree(), onlyKinds);
    return known;
  };
  const definitionsOf = (kind: string) => outline().definitions.filter((definition) => definition.kind === kind);
  let symbols: FileSymbols | undefined;
  const fileSymbols = () => {
    symbols ??= symbolsOf(loaded.language, copy, tree(), symbolMatches());
    return symbols;
  };
  const refusedNodes = () => {
    const { refused_nodes: refused, aligned_nodes: aligned, statement_lines: lines } = loaded.language;
    return [
      ...(refused.length === 0 ? [] : refusedNodesIn(tree(), loaded.language, copy)),
      // After an error, the grammar may have put a statement into another block than its own.
      ...(aligned.length === 0 || root.hasError ? [] : misalignedNodesIn(tree(), loaded.language, copy)),
      ...(lines === undefined || root.hasError ? [] : brokenLinesIn(tree(), loaded.language, copy)),
    ];
  };
  let hasErrors: boolean | undefined;
  let locals: { readonly found: Locals | undefined } | undefined;
  try {
    return use({
      language: loaded.language,
      path: "",
      text,
      hasErrors: () => {
        hasErrors ??= withErrors(loaded, copy, root, masking, (faulty) => faulty.hasError);
        return hasErrors;
      },
      isSound,
      lacksWords: false,
      copyDigest,
      outline,
      definitionsOf: (kind) => definitionsOf(kind).map(({ name, line, column }) => ({ name, line, column })),
      countOf: (kind) => definitionsOf(kind).length,
      countImports: () => outline().imports,
      symbols: () => fileSymbols().symbols,
      textsOf: (range) => fileSymbols().textsOf(range),
      references: () => referencesIn(symbolMatches(), copy, tree()),
      importPaths: () => importPathsIn(importMatches(), copy, tree()),
      importBindings: () => importBindingsIn(importMatches(), copy, tree()),
      locals: () => {
        locals ??= { found: localsOf(loaded, copy, tree()) };
        return locals.found;
      },
      flat: () => {
        const { text: parsed, whole, wholeStart, wholeEnd, positionOf, wholePositionOf, scopes, listed, uses } = copy;
        return {
          tree: tree(),
          text: parsed,
          whole,
          offsetOf: wholeStart,
          endOf: wholeEnd,
          positionOf,
          scopes,
          listed,
          uses,
          wholePositionOf,
        };
      },
      parsePart: (part) => withPart(loaded, part, (partTree) => partTree.kept()),
      diagnostics: (max) =>
        withErrors(loaded, copy, root, masking, (faulty) =>
          diagnosticsOf(loaded, copy.whole, faulty, max, refusedNodes()),
        ),
      syntaxTree: (options) => eventsOf(copy.whole, root, options),
      capture: (query, bounds) => captureRows(loaded, query, text, root, bounds, copy.positionOf, tree),
      matches: (request) => {
        const { macros } = masking ?? {};
        const fileMasking = macros && {
          mask: (part: string) => firstCopy(loaded.language, part, { macros }).text,
          rolesOf: (words: readonly string[]) => roleChains(macros, words),
        };
        const found = patternMatchesIn(loaded, request, copy, tree(), fileMasking);
        const withMacros = fileMasking && withNamedMacros(copy, namesOfPattern(loaded, request.pattern));
        if (withMacros === undefined) return found;
        return withPart(loaded, parsedText(loaded.language, withMacros), (macroTree) => {
          const macroCopy = { text: withMacros, whole: copy.whole };
          const further = patternMatchesIn(loaded, request, macroCopy, macroTree, undefined);
          return joinedMatches(found, further, copy.whole);
        });
      },
      lint: (isAsked) => lintMatchesIn(loaded, copy, tree(), isAsked),
    });
  } finally {
    if (flat !== undefined) releaseTree(flat);
  }
}

/** Hands the tree that shows the errors of a file to `use`: one without the branches that a compiler surely leaves out. */
function withErrors<Result>(
  loaded: LoadedGrammar & { readonly language: Language },
  { text, whole, wholePositionOf }: Copy,
  root: Node,
  masking: Masking | undefined,
  use: (root: Node) => Result,
): Result {
  const { language } = loaded;
  const branches = root.hasError ? excludedIn(language, whole) : [];
  if (branches.length === 0) return use(root);
  const isReparsed = whole.length <= maxReparsedLength;
  const before = root.tree.copy();
  try {
    for (const branch of branches) before.edit(blankingOf(branch, wholePositionOf));
    const rest = parsedText(language, withoutBranches(text, branches));
    const found = withTree(
      loaded,
      rest,
      (changed) => (changed.hasError && isReparsed ? undefined : { value: use(changed) }),
      { before },
    );
    if (found !== undefined) return found.value;
  } finally {
    before.delete();
  }
  // The branches may have kept macros from being found.
  const copy = firstCopy(language, withoutBranches(whole, branches), masking && { macros: masking.macros });
  return withTree(loaded, parsedText(language, copy.text), use);
}

/** The edit of a tree that replaces a branch by as many blanks. */
function blankingOf({ start, end }: Branch, positionOf: Copy["positionOf"]): Edit {
  const startPosition = pointOf(positionOf(start));
  const endPosition = pointOf(positionOf(end));
  return new Edit({
    startIndex: start,
    oldEndIndex: end,
    newEndIndex: end,
    startPosition,
    oldEndPosition: endPosition,
    newEndPosition: endPosition,
  });
}
