import { maxReportBytes } from "../base/limits.ts";
import type { Findings, OutputReader } from "./findings.ts";
import { readJunit } from "./junit.ts";
import { readByRules } from "./line-rules.ts";
import { readSarif } from "./sarif-report.ts";

/** Parsers whose rules are `parsers/<name>.json`. */
const byRules = ["gcc", "clang", "pytest", "unittest", "ctest", "gtest", "mypy", "pyright", "ruff"] as const;

/** Parsers of whole reports. */
const ofReports: ReadonlyMap<string, (text: string) => Findings> = new Map([
  ["junit", readJunit],
  ["sarif", readSarif],
]);

export const parserNames = [...byRules, "junit", "sarif"] as const;

export type ParserName = (typeof parserNames)[number];

/** Returns the reader of an output; without a parser it finds nothing. */
export function openReader(parser: ParserName | undefined): OutputReader {
  if (parser === undefined) return { line: () => {}, end: () => nothing };
  const readReport = ofReports.get(parser);
  return readReport === undefined ? readByRules(parser) : readWhole(readReport);
}

const nothing: Findings = { counts: {}, failures: [], diagnostics: [], omitted: 0 };

/** Returns a reader that keeps a report until its end. One that is too long has nothing. */
function readWhole(read: (text: string) => Findings): OutputReader {
  const lines: string[] = [];
  let chars = 0;
  return {
    line: (text) => {
      chars += text.length + 1;
      if (chars <= maxReportBytes) lines.push(text);
    },
    end: () => (chars > maxReportBytes ? nothing : read(lines.join("\n"))),
  };
}

/** True for a parser that needs lines in full. */
export function readsReports(parser: ParserName | undefined): boolean {
  return parser !== undefined && ofReports.has(parser);
}
