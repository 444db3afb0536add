/**
 * The facts of a call of a tool that reads trees. Input: the outcomes that former calls of the same question have left, and a
 * file; output: its outcome, or what a worker is to compare.
 */
import * as z from "zod";
import { type RowKind, Rows } from "../answers/rows.ts";
import { bodyOf, type Fact } from "../cache/fact-file.ts";
import type { FactTable } from "../cache/fact-table.ts";
import type { FileOutcome, ReadIdentity, Unchanged } from "../workers/file-outcome.ts";
import type { Unscanned } from "../workers/protocol.ts";
import { isTrusted, readStamp, type Stamps } from "../workspace/stamp.ts";
import { definesAt, type FactStore } from "./fact-store.ts";
import { type CacheHit, type Facts, type LookedUp, type LookUp, lookUpEach } from "./facts.ts";
import { isReusable, skippedAgain } from "./reusable.ts";
import type { Defines } from "./survey-macros.ts";

export type AnswerFactsOptions = {
  readonly kind: RowKind;
  /** The outcomes for the tool and its arguments. */
  readonly answers: FactTable;
  readonly store: FactStore;
  readonly stamps: Stamps;
  /** The start of the call in milliseconds, before anything is read. */
  readonly now: number;
  /** Writes the facts of a call, which may fail. */
  readonly save: (callId: number, unscanned: Unscanned) => Promise<void>;
};

/** The facts of a call of a tool that reads trees: its rows for each file, as it has answered these arguments before. */
export class AnswerFacts implements Facts {
  readonly needs = { identities: true, outlines: false, defines: "all" } as const;
  readonly #options: AnswerFactsOptions;

  constructor(options: AnswerFactsOptions) {
    this.#options = options;
  }

  get languages(): Map<string, boolean> {
    return this.#options.answers.languages;
  }

  /** Answers are kept only for all macros of a call. */
  lookUp<File extends LookedUp>({ files, take, signal }: LookUp<File>): Promise<void> {
    return lookUpEach(files, (file) => this.#hitOf(file), take, signal);
  }

  #hitOf({ path, isExplicit, context }: LookedUp): CacheHit | undefined {
    const { answers, stamps, kind, now } = this.#options;
    const fact = answers.get(path);
    if (fact === undefined || fact.context !== context) return undefined;
    const stamp = stamps.at(path);
    if (stamp === undefined) return undefined;
    const outcome = outcomeIn(fact, kind, isExplicit);
    if (outcome === undefined) return undefined;
    if (isTrusted(fact, stamp, now)) return { outcome };
    return "skipped" in outcome ? undefined : { content: fact.content };
  }

  record(path: string, context: string, outcome: FileOutcome | Unchanged, read: ReadIdentity | undefined): FileOutcome {
    const { answers, kind } = this.#options;
    if ("unchanged" in outcome) {
      const known = answers.get(path);
      const knownOutcome = known && outcomeIn(known, kind);
      if (known === undefined || knownOutcome === undefined) throw new Error(`nothing is known of ${path}`);
      if (read !== undefined) this.#store(path, context, bodyOf(known), read);
      return knownOutcome;
    }
    if (read !== undefined && isReusable(outcome)) this.#store(path, context, encoded(outcome), read);
    return outcome;
  }

  lookUpDefines(path: string): Defines | undefined {
    const { store, stamps, now } = this.#options;
    const stamp = stamps.at(path);
    return stamp && definesAt(store.placesAt(path), ({ loaded, file }) => loaded.segment.wasReadWith(file, stamp, now));
  }

  save(callId: number, unscanned: Unscanned): Promise<void> {
    return this.#options.save(callId, unscanned);
  }

  #store(path: string, context: string, body: string, { stamp, content }: ReadIdentity): void {
    const { answers, now } = this.#options;
    answers.set(path, { stamp: readStamp(stamp, now), content, context, body });
  }
}

const rowsMark = "r".charCodeAt(0);
const emptyMark = "e".charCodeAt(0);
const skippedMark = "s".charCodeAt(0);

/**
 * Encodes an outcome: `r`, the rows; `e`, the rows of an empty one; `s`, the skip reason; or `w`, the warnings and the words that a
 * file without rows has as JSON, a line break, the rows.
 */
function encoded(outcome: Exclude<FileOutcome, { error: unknown }>): string {
  if ("skipped" in outcome) return `s${outcome.skipped}`;
  const { rows, warnings, isEmpty = false, wordsHeld = [] } = outcome;
  if (warnings.length === 0 && wordsHeld.length === 0) return (isEmpty ? "e" : "r") + rows.encoded;
  return `w${JSON.stringify({ warnings, isEmpty, wordsHeld })}\n${rows.encoded}`;
}

/** Returns the outcome in a fact; undefined when there is none. */
function outcomeIn(fact: Fact, kind: RowKind, isExplicit = false): FileOutcome | undefined {
  const { bytes, start, end } = fact;
  const mark = bytes[start];
  // Most of a batch may be on other pages: rows are read when an answer needs them.
  if (mark === rowsMark || mark === emptyMark) {
    const rows = Rows.from(kind, () => bytes.toString("utf8", start + 1, end));
    return { rows, warnings: [], ...(mark === emptyMark && { isEmpty: true }) };
  }
  const text = bodyOf(fact);
  if (mark === skippedMark) return skippedAgain(text.slice(1), isExplicit);
  const line = text.indexOf("\n");
  const notes = Notes.parse(JSON.parse(text.slice(1, line)));
  return { rows: Rows.from(kind, text.slice(line + 1)), ...notes };
}

/** The encoded data next to rows. */
const Notes = z.object({ warnings: z.array(z.string()), isEmpty: z.boolean(), wordsHeld: z.array(z.string()) });
