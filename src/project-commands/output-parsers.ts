import { maxReportBytes } from "../base/limits.ts";
import { type Findings, nothingFound, type OutputReader } from "./findings.ts";
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

/** Returns the reader of an output. */
export function openReader(parser: ParserName): OutputReader {
  const readReport = ofReports.get(parser);
  return readReport === undefined ? readByRules(parser) : readWhole(readReport);
}

/** Returns a reader that keeps a report until its end. One that is too long has nothing. */
function readWhole(read: (text: string) => Findings): OutputReader {
  const lines: string[] = [];
  let chars = 0;
  return {
    line: (text) => {
      chars += text.length + 1;
      if (chars <= maxReportBytes) lines.push(text);
    },
    end: () => (chars > maxReportBytes ? nothingFound : read(lines.join("\n"))),
  };
}

/** True for a parser that needs lines in full. */
export function readsReports(parser: ParserName): boolean {
  return ofReports.has(parser);
}
