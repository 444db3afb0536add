/**
 * An answer of get_changes as formats read it. Input: the answer; output: its parts with types, and what it finds: new diagnostics,
 * calls that do not fit, changed signatures with callers that were not changed, and lines that have the name of a removed symbol.
 */
import { isAbsolute } from "node:path";
import { type IndexResults, valuesOf } from "../answers/answer.ts";
import { ChangesAnswer } from "../answers/answer-kinds.ts";
import { sentencesOnMissing } from "../answers/missing-files.ts";
import type { DiagnosticRow } from "../answers/row-kinds.ts";
import { pathInFolder } from "./diagnostics.ts";

/** The parts of an answer of get_changes. */
export type Changes = ChangesAnswer & {
  /** Sentences on what the answer does not have. */
  readonly missing: readonly string[];
  /** Returns a path as it is from the top of the repository, which is where code hosts look for files. */
  readonly pathOf: (filepath: string) => string;
};

/** Reads an answer of get_changes. */
export function changesIn({ head, lists, tail, aside }: IndexResults): Changes {
  const { prefixes = [] } = aside?.change ?? {};
  const changes = ChangesAnswer.parse({ ...valuesOf({ head: {}, lists, tail: {} }), head, tail });
  const missing = [
    sentencesOnMissing(head) ?? [],
    changes.head.truncated_reason ?? [],
    changes.head.replaced_in === undefined ? [] : `Replaced in ${changes.head.replaced_in}, not listed`,
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
  { separators = {}, aside }: Pick<IndexResults, "aside" | "separators">,
): readonly ChangeFinding[] {
  const { unadapted = [] } = aside?.change ?? {};
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
