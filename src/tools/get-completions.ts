/**
 * The tool get_completions. Input: the place of a cursor, and unsaved text; output: the names that may be written
 * there, the best ones first.
 */
import * as z from "zod";
import { type IndexResults, resultsOf } from "../answers/answer.ts";
import { type Level, levelsOfFirst, richestLevel, type Truncation } from "../answers/levels.ts";
import { CompletionRow } from "../answers/row-kinds.ts";
import { ArgumentError, UserError } from "../base/errors.ts";
import { groupBy } from "../base/group-by.ts";
import type { Code, DeclaredFile } from "../code-index/code.ts";
import { type Completions, findCompletions } from "../code-index/completions/find-completions.ts";
import type { Candidate } from "../code-index/completions/ranking.ts";
import { placeholder } from "../code-index/completions/typed-name.ts";
import { DeclarationTexts } from "../code-index/declaration-text.ts";
import { containerNameOf } from "../code-index/qualified-name.ts";
import { symbolKindOf } from "../code-index/symbol-kind.ts";
import { withLineFeeds } from "../syntax/copies.ts";
import { offsetAt } from "../syntax/positions.ts";
import { coverageOf } from "./answers/index-answer.ts";
import { isUnknown, notKnown } from "./answers/not-known.ts";
import { hasLine, maxChars, requireLanguage, SymbolArguments } from "./arguments/symbol-arguments.ts";
import { TargetArguments, unlisted } from "./arguments/target-arguments.ts";
import { defineIndexTool } from "./contract/index-tool.ts";
import type { Plan } from "./contract/plan.ts";

/** Rows of an answer unless `max_results` says more. */
const defaultResults = 50;

/** The most rows: further ones would be guesses. */
const maxResults = 1_000;

/** Other files that are read for signatures, and UTF-16 code units of one signature. */
const maxRead = 10;
const maxSignature = 160;

const { filepath, line, column, source, recursive, file_patterns, no_ignore, language } = SymbolArguments.shape;

const GetCompletionsArguments = z
  .strictObject({
    filepath: filepath.describe("The file"),
    line: line.describe("Line of the cursor"),
    column: column.describe("Default: the end of the line"),
    source: source.describe("Unsaved text of filepath"),
    max_results: TargetArguments.shape.max_results.describe("Names in one answer (default: 50)"),
    max_chars: maxChars.meta(unlisted),
    recursive,
    file_patterns,
    no_ignore,
    language,
  })
  .superRefine(({ filepath: file, line: row, source: text, language: name }, context) => {
    const missing = (argument: string, message: string) =>
      context.addIssue({ code: "custom", path: [argument], message });
    if (row === undefined && !hasLine(file)) missing("line", "the line of the cursor, from 1 on.");
    if (file === undefined && text === undefined) missing("filepath", "the file of {line}.");
    requireLanguage({ filepath: file, source: text, language: name }, context);
  });

type GetCompletionsArguments = z.infer<typeof GetCompletionsArguments>;

const Found = z.object({
  filepath: z.string(),
  prefix: z.string(),
  receiver: z.string().optional(),
  isKnown: z.boolean(),
  external: z.string().optional(),
  /** Says that the language has no rules for the text before the name. */
  note: z.string().optional(),
  total: z.number(),
  rows: z.array(CompletionRow),
});

/** Lists the names that may be written at a place. */
export const getCompletions = defineIndexTool<GetCompletionsArguments>({
  needs: "index",
  name: "get_completions",
  title: "Get completions",
  description:
    "Names that may be written at a place, instead of looking up an API: members after . -> ::, else what is in " +
    "scope.",
  help: {
    does: "names that fit at a place, as in an editor",
    group: "Find code",
    examples: [{ line: "codegrove get_completions src/main.cpp --line 5 --column 21", does: "members of an object" }],
    words: "PATH --line N",
    synonyms: ["complete"],
  },
  input: GetCompletionsArguments,
  kind: "symbols",
  reading: { completesWord: true },
  plan: (code, input) => planOf(code, input),
  rowsOf: () => undefined,
  answer: (plan, _, __, bounds) => {
    const { filepath: name, prefix, receiver, isKnown, external, note, total, rows } = Found.parse(plan.found);
    const head = {
      prefix,
      ...(receiver !== undefined && { receiver }),
      ...(external !== undefined && { external }),
      ...(!isKnown && { confidence: note === undefined ? "likely" : "name" }),
      total,
    };
    const make = (completions: readonly Partial<CompletionRow>[], truncation: Truncation): IndexResults => ({
      head: { ...head, ...truncation },
      lists: [resultsOf(completions.length === 0 ? [] : [{ filepath: name, completions }])],
      tail: coverageOf(bounds, note === undefined ? [] : [note]),
    });
    const names = rows.map(({ name: own, kind }) => ({ name: own, kind }));
    const levels: readonly Level[] = [
      { detail: "signatures", answer: (truncation) => make(rows, truncation) },
      { detail: "names", answer: (truncation) => make(names, truncation) },
      ...levelsOfFirst("names", "names", names, make),
      { detail: "counts", answer: (truncation) => make([], truncation) },
    ];
    return richestLevel(
      levels,
      bounds,
      (chars) => `signatures of ${rows.length} names need ${chars} characters: type more of the name, or max_results`,
    );
  },
});

async function planOf(code: Code, input: GetCompletionsArguments): Promise<Plan> {
  const { filepath: given, line: row, column: at, max_results: limit = defaultResults } = input;
  const [name] = [given ?? []].flat();
  const path = name === undefined ? code.unsavedPath : code.pathOf(name);
  const read = path === undefined ? undefined : code.textOf(path);
  if (path === undefined || read === undefined) throw new UserError(`Failed to open file: ${name ?? ""}`);
  const text = withLineFeeds(read);
  // A file that is really named `a.py:12` has no line in its name.
  if (row === undefined)
    throw new ArgumentError(({ quoted }) => `Missing argument ${quoted("line")}: that of the cursor.`);
  const offset = offsetOf(text, row, at);
  const found = await findCompletions(code, path, text, offset);
  if (found === undefined) throw new UserError(`Failed to open file: ${name ?? ""}`);
  const { prefix, receiver, isKnown, external, candidates } = found;
  const rows = await rowsOf(code, path, found, candidates.slice(0, Math.min(limit, maxResults)));
  const total = candidates.length;
  const filepath = code.nameOf(path);
  const note = receiver === undefined ? undefined : noteOnReceiver(code, path);
  return {
    files: [],
    found: { filepath, prefix, receiver, isKnown, external, note, total, rows },
  };
}

/** Says that the text before a name is unknown; undefined for a language with rules for it. */
function noteOnReceiver(code: Code, path: string): string | undefined {
  const language = code.index.fileAt(path)?.language;
  if (language === undefined || !isUnknown("types of receivers", language, code)) return undefined;
  return `${notKnown("types of receivers", [language], code)}. The names are used on a receiver of this name or like it.`;
}

/** The offset of a cursor; without a column it is the end of the line. */
function offsetOf(text: string, line: number, column = Number.POSITIVE_INFINITY): number {
  const start = offsetAt(text, line, 1);
  if (start === undefined) throw new UserError(`Line ${line} is not in the file`);
  const end = text.indexOf("\n", start);
  const whole = text.slice(start, end < 0 ? undefined : end).replace(/\r$/, "");
  // Columns count from 1; a smaller or larger one is the beginning or the end of the line.
  return start + Math.min(Math.max(column - 1, 0), whole.length);
}

async function rowsOf(
  code: Code,
  path: string,
  { open }: Pick<Completions, "open">,
  candidates: readonly Candidate[],
): Promise<readonly CompletionRow[]> {
  const signatures = new Map<Candidate, string>();
  const note = (file: DeclaredFile, own: readonly Candidate[]) => {
    const texts = new DeclarationTexts(file);
    for (const candidate of own) {
      if (candidate.declaration === undefined) continue;
      const signature = texts.signatureOf(candidate.declaration);
      // That of the statement that is being written.
      if (signature.includes(placeholder)) continue;
      signatures.set(
        candidate,
        signature.length > maxSignature ? `${signature.slice(0, maxSignature - 1)}…` : signature,
      );
    }
  };
  const byFile = groupBy(candidates, ({ declaration }) => declaration?.file.path);
  let read = 0;
  for (const [other, own] of byFile) {
    if (other === undefined) continue;
    if (other === path) {
      if (open !== undefined) note(open, own);
    } else if (++read <= maxRead) await code.withDeclarations(other, (file) => note(file, own));
  }
  return candidates.map((candidate) => rowOf(candidate, signatures.get(candidate), code, path));
}

function rowOf(
  { name, declaration, origin }: Candidate,
  signature: string | undefined,
  code: Code,
  path: string,
): CompletionRow {
  if (declaration === undefined) return { name, ...(origin === "word" && { kind: "keyword" }) };
  const { file, kind } = declaration;
  const container = containerNameOf(declaration, code.separatorOf(file.language));
  const isImport = kind === "import" && declaration.type !== "";
  // `a:b` is b of the module a, which may be anything.
  const isOfModule = isImport && declaration.type.includes(":");
  const imported = declaration.type.replace(/(?<=\.):/, "").replace(":", ".");
  const from = isImport ? imported : file.path === path ? undefined : code.nameOf(file.path);
  return {
    name,
    ...(!isOfModule && { kind: symbolKindOf(declaration, code.index) }),
    ...(container !== "" && { container }),
    ...(signature !== undefined && signature !== name && { signature }),
    ...(from !== undefined && { from }),
  };
}
