import type { Severity } from "../base/severity.ts";

/** A test, or a step of a build, that failed. */
export type Failure = {
  readonly name?: string | undefined;
  readonly filepath?: string | undefined;
  readonly line?: number | undefined;
  readonly message?: string | undefined;
};

/** A diagnostic in an output, with the keys of check_file's rows. */
export type Diagnostic = {
  readonly filepath: string;
  readonly line: number;
  readonly column?: number | undefined;
  readonly severity: Severity;
  readonly code?: string | undefined;
  readonly message: string;
};

export const countNames = ["passed", "failed", "skipped", "total"] as const;

export type CountName = (typeof countNames)[number];

/** The findings in the output of a command. */
export type Findings = {
  readonly counts: Readonly<Partial<Record<CountName, number>>>;
  readonly failures: readonly Failure[];
  readonly diagnostics: readonly Diagnostic[];
  /** Failures and diagnostics past the limit. */
  readonly omitted: number;
};

/** The findings of an output without findings. */
export const nothingFound: Findings = { counts: {}, failures: [], diagnostics: [], omitted: 0 };

/** A reader of an output, line by line. */
export type OutputReader = {
  /** Receives a line without its end, shortened to `maxOutputLine`. */
  readonly line: (text: string) => void;
  readonly end: () => Findings;
};

const severityNames: ReadonlyMap<string, Severity> = new Map<string, Severity>([
  ["fatal error", "error"],
  ["error", "error"],
  ["warning", "warning"],
  ["information", "information"],
  ["note", "information"],
  ["none", "hint"],
]);

/** Returns LSP's word for the word of a tool. */
export function severityOf(word: string | undefined, fallback: Severity = "error"): Severity {
  return severityNames.get(word ?? "") ?? fallback;
}
