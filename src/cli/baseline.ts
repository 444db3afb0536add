/**
 * The findings that a report of an earlier state has already. Input: a file in SARIF or in GitLab's format, as check_file writes it, and
 * results; output: the results without these findings, and the number of findings that were left out.
 */
import { isAbsolute, join } from "node:path";
import { DiagnosticRows } from "../answers/row-kinds.ts";
import { Rows } from "../answers/rows.ts";
import { messageOf, UserError } from "../base/errors.ts";
import { maxBaselineBytes } from "../base/limits.ts";
import { recordOf } from "../base/record.ts";
import { readSmallFile } from "../base/regular-file.ts";
import { shown } from "../base/shown.ts";
import type { ResultEntry } from "../engine/call.ts";
import { pathInFolder } from "../formats/diagnostics.ts";
import { fingerprintKey, fingerprints } from "../formats/fingerprints.ts";

/** The findings of an earlier report. */
export class Baseline {
  readonly #known: ReadonlySet<unknown>;
  readonly #fingerprintOf = fingerprints();
  readonly #counts = new Map<string, number>();

  /** @param known the fingerprints of the report */
  constructor(known: ReadonlySet<unknown>) {
    this.#known = known;
  }

  /** The number of findings that were left out. */
  get leftOut(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Returns the result of a file without the known findings that it lists. Results come in the order of the answer. */
  without(entry: ResultEntry): ResultEntry {
    const { name, result } = entry;
    if (!("rows" in result) || result.rows.kind !== "diagnostics") return entry;
    const {
      diagnostics,
      diagnostic_count,
      error_count = diagnostic_count,
      counts,
    } = DiagnosticRows.parse(result.rows.values);
    const path = pathInFolder(name);
    const left = diagnostics.filter((diagnostic) => !this.#known.has(this.#fingerprintOf(path, diagnostic)));
    if (left.length === diagnostics.length) return entry;
    const kept = new Set(left);
    const known = diagnostics.filter((diagnostic) => !kept.has(diagnostic));
    for (const { code } of known) this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1);
    const errors = error_count - known.filter(({ severity }) => severity === "error").length;
    const count = diagnostic_count - known.length;
    const values = {
      ...result.rows.values,
      diagnostics: left,
      diagnostic_count: count,
      error_count: errors,
      ...(counts && { counts: withoutKnown(counts, countsOf(known)) }),
    };
    return { name, result: { ...result, rows: Rows.of("diagnostics", values) } };
  }

  /** Returns the totals of an answer by code, without the known findings. */
  ofTotals(counts: Readonly<Record<string, number>> | undefined): Readonly<Record<string, number>> | undefined {
    return counts && withoutKnown(counts, this.#counts);
  }
}

function countsOf(findings: readonly { readonly code: string }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

function withoutKnown(
  counts: Readonly<Record<string, number>>,
  known: ReadonlyMap<string, number>,
): Readonly<Record<string, number>> {
  const left = Object.entries(counts).map(([code, count]) => [code, count - (known.get(code) ?? 0)] as const);
  return Object.fromEntries(left.filter(([, count]) => count > 0));
}

/**
 * Reads the report of an earlier state.
 *
 * @param file SARIF or GitLab's format, as check_file writes it, from the same folder: paths are part of the fingerprints
 * @throws UserError if it cannot be read, or has findings without the fingerprints of this program
 */
export function readBaseline(file: string, cwd: string): Baseline {
  const fail = (reason: string) => new UserError(`--baseline: cannot use ${shown(file)}: ${reason}`);
  let content: unknown;
  try {
    content = JSON.parse(readSmallFile(isAbsolute(file) ? file : join(cwd, file), maxBaselineBytes).toString());
  } catch (error) {
    throw fail(messageOf(error));
  }
  const known = fingerprintsIn(content);
  const isReport = known?.every((fingerprint) => typeof fingerprint === "string");
  if (!isReport) throw fail("it is not a report that --format sarif or gitlab of this version wrote");
  return new Baseline(new Set(known));
}

/** Returns the fingerprints of a report in GitLab's format or in SARIF; undefined for something else. */
function fingerprintsIn(content: unknown): readonly unknown[] | undefined {
  if (Array.isArray(content)) return content.map((issue) => recordOf(issue).fingerprint);
  const { runs } = recordOf(content);
  if (!Array.isArray(runs)) return undefined;
  return runs.flatMap((run) => {
    const { results = [] } = recordOf(run);
    if (!Array.isArray(results)) return [undefined];
    return results.map((result) => recordOf(recordOf(result).partialFingerprints)[fingerprintKey]);
  });
}
