import { jsonText } from "../base/escape/json.ts";
import { diagnosedFile, pathInFolder } from "./diagnostics.ts";
import { fingerprints } from "./fingerprints.ts";
import { type Format, refuseIndexAnswer } from "./format.ts";

/**
 * Writes diagnostics as a report of GitLab's Code Quality: one array with an object a line. Its keys are described at
 * https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format. A file that cannot be read is an issue, too; for a
 * call that fails there is no place.
 */
export const gitlab: Format = {
  omitsFailures: true,
  begin: () => {
    let isFirst = true;
    const fingerprintOf = fingerprints();
    return {
      file: (entry) => {
        const { diagnostics, error } = diagnosedFile(entry);
        const path = pathInFolder(entry.name);
        const failure =
          error === undefined ? [] : [{ line: 1, severity: "error", code: "unread-file", message: error }];
        return [...failure, ...diagnostics]
          .map((finding) => {
            const start = isFirst ? "[\n" : ",\n";
            isFirst = false;
            return start + jsonText(issueOf(path, finding, fingerprintOf(path, finding)));
          })
          .join("");
      },
      end: () => ({ text: isFirst ? "[]\n" : "\n]\n", failed: false }),
    };
  },
  ofIndex: refuseIndexAnswer,
  ofFailure: () => "",
};

type Finding = { readonly line: number; readonly severity: string; readonly code: string; readonly message: string };

/** GitLab's words for severities. */
const severities: ReadonlyMap<string, string> = new Map([
  ["error", "major"],
  ["warning", "minor"],
]);

function issueOf(path: string, { line, severity, code, message }: Finding, fingerprint: string): object {
  return {
    description: message,
    check_name: code,
    fingerprint,
    severity: severities.get(severity) ?? "info",
    location: { path, lines: { begin: line } },
  };
}
