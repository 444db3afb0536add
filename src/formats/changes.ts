/**
 * An answer of get_changes as formats read it. Input: the answer; output: its parts with types, and what it finds: new diagnostics,
 * calls that do not fit, changed signatures with callers that were not changed, and lines that have the name of a removed symbol.
 */
import { isAbsolute } from "node:path";
import * as z from "zod";
import type { IndexResults } from "../answers/answer.ts";
import { DiagnosticRow, SymbolRow } from "../answers/row-kinds.ts";
import { sentencesOnMissing } from "../tools/index-answer.ts";
import { pathInFolder } from "./diagnostics.ts";

const word = z.string().optional();
const places = { filepath: z.string() };
const Caller = z.object({
  caller: word,
  line: z.number().optional(),
  symbol: word,
  lines: z.array(z.number()),
  depth: z.number().optional(),
  confidence: word,
  changed: z.literal(true).optional(),
});
const ReachingTest = z.object({
  name: z.string(),
  line: z.number().optional(),
  way: z.array(z.string()).default([]),
  confidence: word,
  alike: z.number().optional(),
});
const Named = z.object({ line: z.number(), column: z.number(), symbol: z.string(), text: z.string() });

const Unfit = z.object({ line: z.number(), column: z.number(), symbol: z.string(), reason: z.string() });

const Changes = z.object({
  head: z.object({
    base: z.string(),
    head: z.string(),
    changed_files: z.number(),
    counts: z.record(z.string(), z.number()),
    folded: word,
    truncated_reason: word,
  }),
  results: z.array(z.object({ ...places, change: word, from: word, symbols: z.array(SymbolRow).default([]) })),
  affected: z.array(z.object({ ...places, callers: z.array(Caller) })).default([]),
  tests: z.array(z.object({ ...places, tests: z.array(ReachingTest) })).default([]),
  naming_tests: z.array(z.object({ ...places, names: z.string() })).default([]),
  no_longer_fits: z.array(z.object({ ...places, references: z.array(Unfit) })).default([]),
  still_named: z.array(z.object({ ...places, references: z.array(Named) })).default([]),
  new_diagnostics: z.array(z.object({ ...places, diagnostics: z.array(DiagnosticRow) })).default([]),
  tail: z.object({
    warnings: z.array(z.string()).default([]),
    not_compared: z.array(z.object({ ...places, reason: z.string() })).default([]),
  }),
});

/** The parts of an answer of get_changes. */
export type Changes = z.infer<typeof Changes> & {
  /** Sentences on what the answer does not have. */
  readonly missing: readonly string[];
  /** Returns a path as it is from the top of the repository, which is where code hosts look for files. */
  readonly pathOf: (filepath: string) => string;
};

/** Reads an answer of get_changes. */
export function changesIn({ head, results = [], lists, tail, prefixes = [] }: IndexResults): Changes {
  const changes = Changes.parse({ ...lists, head, results, tail });
  const missing = [
    sentencesOnMissing(head) ?? [],
    changes.head.truncated_reason ?? [],
    changes.head.folded === undefined ? [] : `Not listed: ${changes.head.folded}`,
    changes.tail.warnings,
    changes.tail.not_compared.map(({ filepath, reason }) => `${filepath} is not compared: ${reason}`),
  ];
  const pathOf = (filepath: string) => {
    const path = pathInFolder(filepath);
    const known = prefixes.find(({ shown }) => {
      const start = pathInFolder(shown);
      return start === "" ? !isAbsolute(path) : path.startsWith(start);
    });
    return known === undefined ? path : known.inRepository + path.slice(pathInFolder(known.shown).length);
  };
  return { ...changes, missing: missing.flat(), pathOf };
}

/** A place that a finding names: a line of another file. */
export type RelatedPlace = { readonly filepath: string; readonly line: number; readonly message: string };

/** A finding, as a diagnostic of its file. */
export type ChangeFinding = {
  readonly filepath: string;
  readonly diagnostic: DiagnosticRow;
  readonly related: readonly RelatedPlace[];
};

/** Returns what a change may have broken, in the order of the answer. */
export function findingsOf(
  changes: Changes,
  { separators = {}, unadapted = [] }: Pick<IndexResults, "separators" | "unadapted">,
): readonly ChangeFinding[] {
  const diagnostics = changes.new_diagnostics.flatMap(({ filepath, diagnostics: rows }) =>
    rows.map((diagnostic) => ({ filepath, diagnostic, related: [] })),
  );
  const isShown = new Set(
    changes.affected.flatMap(({ filepath, callers }) =>
      callers.flatMap(({ lines }) => lines.map((line) => placeKey({ filepath, line }))),
    ),
  );
  const signatures = changes.results.flatMap(({ filepath, symbols }) =>
    symbols.flatMap((symbol): readonly ChangeFinding[] => {
      const { change, name, container, line, column, before, after } = symbol;
      if (change !== "signature") return [];
      const qualified = container === undefined ? name : container + (separators[filepath] ?? ".") + name;
      const one = unadapted.find(
        (other) => other.filepath === filepath && other.line === line && other.column === column,
      );
      const related = (one?.uses ?? [])
        .filter((use) => isShown.has(placeKey(use)))
        .map(({ caller, ...place }) => ({ ...place, message: `Used by ${caller ?? "code outside of functions"}` }));
      if (related.length === 0) return [];
      const texts = before === undefined || after === undefined ? "" : ` from ${before} to ${after}`;
      const callers = related.length === 1 ? "a line that uses it was" : `${related.length} lines that use it were`;
      const message = `The signature of ${qualified} changed${texts}, and ${callers} not changed.`;
      return [
        { filepath, related, diagnostic: { line, column, severity: "warning", code: "changed-signature", message } },
      ];
    }),
  );
  const unfit = changes.no_longer_fits.flatMap(({ filepath, references }) =>
    references.map(({ line, column, symbol, reason }) => {
      const message = `This call does not fit ${symbol} any more: ${reason}.`;
      return { filepath, related: [], diagnostic: { line, column, severity: "error", code: "unfit-call", message } };
    }),
  );
  const removed = changes.still_named.flatMap(({ filepath, references }) =>
    references.map(({ line, column, symbol }) => {
      const message = `${symbol} was removed, and this line has its name.`;
      return {
        filepath,
        related: [],
        diagnostic: { line, column, severity: "warning", code: "removed-symbol", message },
      };
    }),
  );
  return [...diagnostics, ...unfit, ...signatures, ...removed].map(({ filepath, related, diagnostic }) => ({
    filepath: changes.pathOf(filepath),
    related: related.map((place) => ({ ...place, filepath: changes.pathOf(place.filepath) })),
    diagnostic,
  }));
}

function placeKey({ filepath, line }: Pick<RelatedPlace, "filepath" | "line">): string {
  return `${filepath}:${line}`;
}
