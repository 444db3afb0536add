/**
 * The tool get_changes. Input: revisions or a diff; output: the symbols that differ, what uses them, the tests that reach them, and
 * new findings of check_file.
 */
import * as z from "zod";
import { compareText } from "../base/compare-text.ts";
import { UserError } from "../base/errors.ts";
import { getOrInsert } from "../base/get-or-insert.ts";
import { maxChangedStarts } from "../base/limits.ts";
import { isLinked } from "../base/real-path.ts";
import { shown } from "../base/shown.ts";
import type { Code, ResolvedFile } from "../code-index/code.ts";
import type { Declaration } from "../code-index/code-index.ts";
import { includeFoldersOf } from "../code-index/cpp/compile-commands.ts";
import { dependencyGraphOf } from "../code-index/dependency-graph.ts";
import type { FoundSymbol } from "../code-index/found-symbols.ts";
import { indexOfWord } from "../code-index/line-words.ts";
import { overridesOf } from "../code-index/overrides.ts";
import { declarationAt, keyOfPlace } from "../code-index/places.ts";
import { containerNameOf, qualifiedNameOf } from "../code-index/qualified-name.ts";
import { bringsNames, isImplicit, isOperator } from "../code-index/symbol-kind.ts";
import { declarationsOf, symbolOf } from "../code-index/symbols-of.ts";
import { isTestFile } from "../code-index/test-path.ts";
import { maxChars, wordIn } from "./arguments/symbol-arguments.ts";
import { TargetArguments, unlisted } from "./arguments/target-arguments.ts";
import { changedShapes } from "./changes/changed-shapes.ts";
import { changesAnswer, FoundChanges, failWords, type Part, parts } from "./changes/changes-answer.ts";
import { type ChangedSymbol, type FileChange, fileChanges } from "./changes/file-changes.ts";
import { defineIndexTool } from "./contract/index-tool.ts";
import { type Plan, planReader } from "./contract/plan.ts";
import { callsOfPlan, nextOfCalls, planOfUsers } from "./graphs/call-walk.ts";

const { filepath, source, language } = TargetArguments.shape;
const revision = z.string().min(1).optional();

const GetChangesArguments = z
  .strictObject({
    base: revision.describe("A revision, main..., a..b (default: HEAD)"),
    head: revision.describe("Default: working tree").meta(unlisted),
    diff: z.string().optional().describe("Unified diff"),
    filepath: filepath.describe("Only files below it"),
    include: z
      .array(z.enum(parts).meta({ unlistedWords: true }))
      .min(1)
      .optional()
      .describe("Parts, such as tests"),
    max_depth: z.int().min(1).max(20).optional().describe("Steps of callers").meta(unlisted),
    source: source.meta(unlisted),
    language: language.meta(unlisted),
    cursor: TargetArguments.shape.cursor.meta(unlisted),
    max_chars: maxChars.meta(unlisted),
  })
  .superRefine(({ base, head, diff, source: text, filepath: file }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (diff !== undefined && (base ?? head) !== undefined) refuse("diff", "a diff without {base} and {head}.");
    if (text !== undefined && typeof file !== "string") refuse("filepath", "the file of {source}.");
    if (text !== undefined && (diff ?? head) !== undefined) refuse("source", "unsaved text is compared with {base}.");
    if (!/\.\.[^.]/.test(base ?? "")) return;
    if (head !== undefined) refuse("head", "{base} has both revisions already.");
    if (text !== undefined) refuse("base", "unsaved text is compared with one revision.");
  });

type GetChangesArguments = z.infer<typeof GetChangesArguments>;

/** Steps along calls from a changed symbol to a test: a test of a program's main function seldom needs more. */
const testDepth = 8;

const ChangesPlan = FoundChanges.extend({
  /** The walk to the users of the changed symbols, as call-walk plans it. */
  walk: z.record(z.string(), z.unknown()).optional(),
});

const planRead = planReader(ChangesPlan);

/** Tells what a change is about. */
export const getChanges = defineIndexTool<GetChangesArguments>({
  needs: "index",
  name: "get_changes",
  title: "Get changes",
  description: "Symbols that a change touches, instead of git diff: old signatures, callers, tests, new errors.",
  help: {
    does: "symbols that differ, their callers and tests",
    group: "Check and measure",
    examples: [
      { line: "git diff | codegrove get_changes -", does: "what a diff touches" },
      { line: "codegrove get_changes main...", does: "all since the branch main" },
    ],
    words: "[BASE] [PATH...]",
    synonyms: ["affected", "changes", "diff", "impact"],
  },
  input: GetChangesArguments,
  kind: "changes",
  commandLine: { firstArgument: "base", stdinArgument: "diff", failWords },
  search: { pathsLimit: "plan" },
  reading: { onDemand: (input) => (needsUsers(partsOf(input)) ? undefined : {}) },
  time: {
    lesser: ({ cursor, ...input }) => {
      if (cursor !== undefined || !needsUsers(partsOf(input))) return undefined;
      return { input: { ...input, include: ["checks"] }, leavesOut: "callers and tests" };
    },
  },
  plan: planOfChanges,
  rowsOf: (file: ResolvedFile, code, plan) => {
    const walk = walkOf(plan);
    return walk && callsOfPlan(file, code, walk);
  },
  next: async (code, plan, rows, input) => {
    const walk = walkOf(plan);
    const further = walk && (await nextOfCalls(code, walk, rows, depthOf(input)));
    return further && { files: further.files, found: { ...plan.found, walk: further.found } };
  },
  answer: (plan, rows, input, bounds) =>
    changesAnswer(
      planRead(plan),
      walkOf(plan),
      rows,
      {
        depth: input.max_depth ?? 1,
        parts: partsOf(input),
        isWhole: input.include !== undefined || bounds.maxChars === Number.POSITIVE_INFINITY,
      },
      bounds,
    ),
});

const walks = new WeakMap<Plan, Plan>();

/** The walk of a plan, as a plan of its own; the same object each time, so that it is read once. */
function walkOf(plan: Plan): Plan | undefined {
  const known = walks.get(plan);
  if (known !== undefined) return known;
  const { walk } = planRead(plan);
  if (walk === undefined) return undefined;
  const own = { files: plan.files, found: walk };
  walks.set(plan, own);
  return own;
}

/** True for parts that all code may have something of. */
function needsUsers(wanted: ReadonlySet<Part>): boolean {
  return [...wanted].some((part) => part !== "checks");
}

function partsOf({ include }: GetChangesArguments): ReadonlySet<Part> {
  return new Set(include ?? parts);
}

/** Steps along calls that are looked for. */
function depthOf(input: GetChangesArguments): number {
  const { max_depth = 1 } = input;
  return partsOf(input).has("tests") ? Math.max(max_depth, testDepth) : max_depth;
}

async function planOfChanges(code: Code, input: GetChangesArguments): Promise<Plan> {
  const wanted = partsOf(input);
  const { base = "HEAD", head, diff } = input;
  const filter = filterOf(input, code);
  const texts = await code.changedTexts({ diff, base, head, isWanted: filter.takes });
  filter.requireKnown();
  const compared = await fileChanges(texts, code, wanted.has("checks"));
  const starts = new Starts(code, input.include?.includes("overrides") === true);
  const isStart = needsUsers(wanted) ? isOfCode : () => false;
  const files = compared.map((file) => ({
    ...file,
    symbols: file.symbols.map((one) => ({ ...one, start: isStart(one) ? starts.add(one, file) : undefined })),
  }));
  const hasWalk = starts.symbols.length > 0 && (wanted.has("callers") || wanted.has("tests"));
  const takes = hasWalk ? await changedShapes(files, texts.files, starts.symbols, code) : new Map();
  const walk = hasWalk ? await planOfUsers(code, starts.symbols, takes) : undefined;
  const left =
    starts.left > 0 ? [`Users are looked for of the first ${maxChangedStarts} symbols: narrow filepath.`] : [];
  const found: z.input<typeof ChangesPlan> = {
    base: texts.base,
    head: texts.head,
    notes: [...texts.notes, ...left],
    notCompared: [...texts.notCompared],
    others: [...texts.others],
    prefixes: [...texts.prefixes],
    files,
    overrides: wanted.has("overrides") ? starts.overrides : [],
    named: wanted.has("callers") ? removedNames(files, code) : [],
    includers: wanted.has("includers") ? includersOf(files, code) : [],
    namingTests: wanted.has("tests") ? namingTests(files, code) : [],
    ...(walk && { walk: { ...walk.found } }),
  };
  return { files: walk?.files ?? [], found };
}

/** The files and folders that a call names, and whether a path is one of them or below. */
type Filter = {
  readonly takes: (path: string) => boolean;
  /** @throws UserError for a name that is neither in the code nor among the paths that were asked for */
  readonly requireKnown: () => void;
};

function filterOf({ filepath: given, source: text }: GetChangesArguments, code: Code): Filter {
  if (text !== undefined) return { takes: (path) => path === code.unsavedPath, requireKnown: () => {} };
  if (given === undefined) return { takes: () => true, requireKnown: () => {} };
  const names = [given].flat().map((name) => name.replace(/^(?:\.[\\/])+/, "").replace(/(?<=[^\\/])[\\/]+$/, ""));
  const known = new Set<string>(names.filter((name) => name === "." || name === ""));
  const takes = (path: string) => {
    const written = [code.nameOf(path), path];
    const found = names.filter((name) => name === "." || name === "" || written.some((one) => isBelow(one, name)));
    for (const name of found) known.add(name);
    return found.length > 0;
  };
  const requireKnown = () => {
    for (const { path } of code.index.files) if (known.size < new Set(names).size) takes(path);
    const unknown = names.find((name) => !known.has(name));
    if (unknown === undefined) return;
    throw new UserError(`No file of the code is ${shown(unknown)}, or below it`, {
      details: "filepath takes files and folders here, and no patterns.",
    });
  };
  return { takes, requireKnown };
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || (path.startsWith(folder) && /^[\\/]/.test(path.slice(folder.length)));
}

/** True for a change that others may notice: not one of comments. */
function isOfCode({ change }: ChangedSymbol): boolean {
  return change !== "comment";
}

/** The changed symbols that the index has, whose users are looked for. */
class Starts {
  readonly symbols: FoundSymbol[] = [];
  /** Members of other classes that override a changed one, which they may have to follow. */
  readonly overrides: z.input<typeof FoundChanges>["overrides"] = [];
  /** Symbols past the bound. */
  left = 0;
  readonly #code: Code;
  readonly #listsAllOverrides: boolean;
  readonly #numbers = new Map<string, number>();

  /** @param listsAllOverrides true for overrides also of members whose signature has not changed */
  constructor(code: Code, listsAllOverrides: boolean) {
    this.#code = code;
    this.#listsAllOverrides = listsAllOverrides;
  }

  /** Returns the number of a symbol; undefined for one that the index does not have. */
  add(changed: ChangedSymbol, file: FileChange): number | undefined {
    const declaration = declarationOf(changed, file, this.#code);
    if (declaration === undefined) return undefined;
    const all = declarationsOf(declaration, this.#code);
    const symbol = symbolOf(all.includes(declaration) ? all : [declaration], this.#code);
    const known = symbol.places.map((place) => this.#numbers.get(keyOfPlace(place))).find((one) => one !== undefined);
    if (known !== undefined) return known;
    if (this.symbols.length === maxChangedStarts) {
      this.left++;
      return undefined;
    }
    if (changed.change === "signature" || this.#listsAllOverrides) this.#addOverrides(declaration, symbol.name);
    const number = this.symbols.push(symbol) - 1;
    for (const place of symbol.places) this.#numbers.set(keyOfPlace(place), number);
    return number;
  }

  #addOverrides(declaration: Declaration, name: string): void {
    const { index } = this.#code;
    const separator = this.#code.separatorOf(declaration.file.language);
    for (const one of overridesOf(declaration, index, this.#code.resolverOf(declaration.file.language))) {
      const container = containerNameOf(one, separator);
      const { line, column } = one;
      this.overrides.push({
        filepath: this.#code.nameOf(one.file.path),
        name: one.name,
        container,
        line,
        column,
        overrides: name,
      });
    }
  }
}

/** The declaration of a changed symbol in the index: at its place, or of its name where the index knows another text. */
function declarationOf(
  { change, symbol, former }: ChangedSymbol,
  { path, isIndexed, separator }: FileChange,
  code: Code,
): Declaration | undefined {
  const file = code.index.fileAt(path);
  if (file === undefined || (change === "removed" && isIndexed)) return undefined;
  if (isIndexed) return declarationAt(file, symbol);
  const name = symbol.container === "" ? symbol.name : symbol.container + separator + symbol.name;
  const named = file.declarations.filter((one) => one.name === symbol.name && qualifiedNameOf(one, separator) === name);
  if (named.length === 1) return named[0];
  // Overloads, a property with a setter, or a function in two branches: the index may know the text before.
  return named.find(({ line, column }) => line === former?.line && column === former.column);
}

/** Lines that are shown of a name that nothing has any more. */
const maxNamedLines = 20;

/**
 * The lines that still have the word of a symbol that was removed and that no other declaration of the code base has. Each file is read
 * once for all words.
 */
function removedNames(files: readonly FileChange[], code: Code): z.input<typeof FoundChanges>["named"] {
  const removed = new Set(
    files.flatMap(({ symbols }) =>
      symbols.flatMap(({ change, symbol }) => (change === "removed" ? [symbol.name] : [])),
    ),
  );
  const words = new Map<string, Place[]>();
  const wordsOf = new Map<string, string[]>();
  for (const name of removed) {
    const word = wordIn(name);
    if (word === undefined || words.has(word) || code.index.named(word).some((one) => !bringsNames(one))) continue;
    words.set(word, []);
    for (const path of code.filesWith(word)) getOrInsert(wordsOf, path, () => []).push(word);
  }
  for (const [path, own] of [...wordsOf].sort(([a], [b]) => compareText(a, b))) {
    // A link may lead out of the repository, and this answer into a public comment.
    if (isLinked(path, code.index.roots)) continue;
    const lines = code.savedFile(path)?.text.split("\n") ?? [];
    for (const word of own) words.get(word)?.push(...linesWith(word, lines, code.nameOf(path)));
  }
  return [...removed].flatMap((name) => {
    const places = words.get(wordIn(name) ?? "") ?? [];
    return places.slice(0, maxNamedLines).map((place) => ({ ...place, symbol: name, total: places.length }));
  });
}

/** A line with a word. */
type Place = { readonly filepath: string; readonly line: number; readonly column: number; readonly text: string };

function linesWith(word: string, lines: readonly string[], filepath: string): readonly Place[] {
  return lines.flatMap((text, i) => {
    const at = indexOfWord(text, word);
    return at < 0 ? [] : [{ filepath, line: i + 1, column: at + 1, text: text.trim().slice(0, maxTextChars) }];
  });
}

/** UTF-16 code units of a line that are shown. */
const maxTextChars = 160;

/** The files that include or import a changed file. */
function includersOf(files: readonly FileChange[], code: Code): z.input<typeof FoundChanges>["includers"] {
  const changed = new Map(files.filter(({ change }) => change !== "added").map((file) => [file.path, file.filepath]));
  if (changed.size === 0) return [];
  const includeFolders = includeFoldersOf(code.index.roots, (file) => code.textOf(file));
  const graph = dependencyGraphOf(code.importable, (name) => code.dependenciesOf(name, includeFolders));
  return graph.edges.flatMap(({ from, to, line }) => {
    const name = changed.get(graph.files[to]?.path ?? "");
    const file = graph.files[from];
    return name === undefined || file === undefined ? [] : [{ filepath: code.nameOf(file.path), line, name }];
  });
}

/** The names that lead to a symbol: of a method that no call has to name, such as `__eq__` and `operator==`, also that of its class. */
function leadingNames({ name, container }: ChangedSymbol["symbol"], separator: string): readonly string[] {
  const owner = isImplicit(name) || isOperator(name) ? container.split(separator).at(-1) : undefined;
  return owner === undefined || owner === "" ? [name] : [name, owner];
}

/** Files of tests that have the word of a changed symbol, the ones with rare words first. */
function namingTests(files: readonly FileChange[], code: Code): z.input<typeof FoundChanges>["namingTests"] {
  const names = new Set(
    files.flatMap(({ symbols, separator }) =>
      symbols.filter(isOfCode).flatMap(({ symbol }) => leadingNames(symbol, separator)),
    ),
  );
  const found = new Map<string, { readonly names: string[]; weight: number }>();
  for (const name of [...names].slice(0, maxChangedStarts)) {
    const word = wordIn(name);
    const paths = word === undefined ? [] : code.filesWith(word);
    const tests = paths.filter((path) => isTestFile(path, code));
    for (const path of tests) {
      const known = found.get(path) ?? { names: [], weight: 0 };
      known.names.push(name);
      known.weight += 1 / paths.length;
      found.set(path, known);
    }
  }
  return [...found]
    .sort(([a, x], [b, y]) => y.weight - x.weight || compareText(a, b))
    .map(([path, { names: own }]) => ({ filepath: code.nameOf(path), names: own }));
}
