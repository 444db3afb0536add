import * as z from "zod";
import { maxOutputRows } from "../base/limits.ts";
import { type Diagnostic, type Findings, severityOf } from "./findings.ts";

const Region = z.looseObject({ startLine: z.int().optional(), startColumn: z.int().optional() });
const Place = z.looseObject({
  physicalLocation: z
    .looseObject({
      artifactLocation: z.looseObject({ uri: z.string().optional() }).optional(),
      region: Region.optional(),
    })
    .optional(),
});
const Result = z.looseObject({
  ruleId: z.string().optional(),
  level: z.string().default("warning"),
  message: z.looseObject({ text: z.string().optional() }),
  locations: z.array(Place).optional(),
});
const Log = z.looseObject({ runs: z.array(z.looseObject({ results: z.array(Result).nullish() })) });

/**
 * Reads logs in SARIF 2.1.0, with other lines around them, as compilers write them; a result without a place is a failure,
 * since it has no file. A text without a log has nothing.
 */
export function readSarif(text: string): Findings {
  const results = logsIn(text).flatMap(({ runs }) => runs.flatMap((run) => run.results ?? []));
  const diagnostics = results.flatMap((result) => diagnosticOf(result) ?? []);
  const failures = results
    .filter((result) => diagnosticOf(result) === undefined)
    .map(({ ruleId, message }) => ({ name: ruleId, message: message.text }));
  const shown = failures.slice(0, Math.max(0, maxOutputRows - diagnostics.length));
  const omitted = results.length - Math.min(diagnostics.length, maxOutputRows) - shown.length;
  return { counts: {}, failures: shown, diagnostics: diagnostics.slice(0, maxOutputRows), omitted };
}

function diagnosticOf({ ruleId, level, message, locations }: z.infer<typeof Result>): Diagnostic | undefined {
  const { artifactLocation, region } = locations?.[0]?.physicalLocation ?? {};
  if (artifactLocation?.uri === undefined || region?.startLine === undefined) return undefined;
  return {
    filepath: artifactLocation.uri.replace(/^file:\/\//, ""),
    line: region.startLine,
    ...(region.startColumn !== undefined && { column: region.startColumn }),
    severity: severityOf(level === "note" ? "information" : level, "warning"),
    ...(ruleId !== undefined && { code: ruleId }),
    message: message.text ?? "",
  };
}

/** Returns the log that a text has between its first and last brace, or the logs in lines of their own. */
function logsIn(text: string): readonly z.infer<typeof Log>[] {
  const whole = logOf(text.slice(Math.max(0, text.indexOf("{")), text.lastIndexOf("}") + 1));
  if (whole !== undefined) return [whole];
  return text.split("\n").flatMap((line) => (line.startsWith("{") ? (logOf(line) ?? []) : []));
}

function logOf(text: string): z.infer<typeof Log> | undefined {
  try {
    return Log.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
