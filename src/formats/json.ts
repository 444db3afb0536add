/** JSON: an answer as one object, or as a line an object. Input: results and the end of a call; output: its keys in their order. */
import { type IndexResults, isOfResults, valuesOf } from "../answers/answer.ts";
import type { RowValues } from "../answers/rows.ts";
import { jsonText } from "../base/escape/json.ts";
import type { FileResult, ResultEntry, ScanSummary } from "../engine/call.ts";
import { saidOf, shortKeys, writtenKeys } from "../engine/summary.ts";
import type { Answer, Failure, Format } from "./format.ts";

/** One compact JSON object: flat about one file, else the totals and an entry of `results` for each file. */
export const json: Format = {
  hasTotals: true,
  begin: (tool) => {
    let only: FileResult | undefined;
    // Texts take less memory than rows.
    const texts: string[] = [];
    return {
      file: (entry, isFlat) => {
        if (isFlat) only = entry.result;
        else texts.push(entryText(entry));
        return "";
      },
      end: (summary) => answerOf(only, texts, saidOf(tool, summary)),
    };
  },
  ofIndex: answerText,
  ofFailure: failureText,
};

/**
 * Each file as a JSON object on a line of its own, and where they are shorter than was asked for, a line that says so. An
 * answer from the index ends with a line of its other keys, and names the list of files that are not in `results`: entries of
 * `possible` have `possible: true`.
 */
export const jsonLines: Format = {
  begin: () => ({
    file: (entry) => `${entryText(entry)}\n`,
    end: (summary: ScanSummary) => {
      const { shortForm, written } = summary;
      const lines = [shortForm && shortKeys(shortForm), written && writtenKeys(summary)];
      return { text: lines.map((line) => (line === undefined ? "" : `${jsonText(line)}\n`)).join(""), failed: false };
    },
  }),
  ofIndex: ({ head, lists, tail }) => {
    const entries = lists.flatMap((list) =>
      list.entries.map((entry) => (isOfResults(list) ? entry : { [list.name]: true, ...entry })),
    );
    const lines = [...entries, { ...head, ...tail, success: true }];
    return lines.map((line) => `${jsonText(line)}\n`).join("");
  },
  ofFailure: (failure) => `${failureText(failure)}\n`,
};

/** Returns an answer as JSON: the head, an entry of each list a file, the tail. Keys with undefined are left out. */
export function answerText(answer: IndexResults): string {
  return jsonText({ ...valuesOf(answer), success: true });
}

/**
 * @param only the result of the one file that a call names
 * @param texts the entries of other calls
 */
function answerOf(
  only: FileResult | undefined,
  texts: readonly string[],
  { keys, warnings }: ReturnType<typeof saidOf>,
): Answer {
  if (only === undefined) {
    const text = `${jsonText(keys).slice(0, -1)},"results":[${texts.join(",")}]${tailOf(warnings)}}`;
    return { text, failed: false };
  }
  if ("error" in only) return { text: failureText(only), failed: true };
  const part = Object.keys(keys).length === 0 ? "" : `,${keysText(keys)}`;
  return { text: `{${only.rows.encoded}${part}${success}${tailOf([...only.warnings, ...warnings])}}`, failed: false };
}

/** Returns an entry of `results`. */
function entryText({ name, result }: ResultEntry): string {
  const path = `{"filepath":${jsonText(name)}`;
  if ("error" in result) return `${path},${failureKeys(result)}}`;
  return `${path},${result.rows.encoded}${success}${tailOf(result.warnings)}}`;
}

const success = ',"success":true';

function tailOf(warnings: readonly string[]): string {
  return warnings.length === 0 ? "" : `,"warnings":${jsonText(warnings)}`;
}

/** Returns `{"success":false,"error":…}` with the details. */
function failureText(failure: Failure): string {
  return `{${failureKeys(failure)}}`;
}

function failureKeys({ error, details }: Failure): string {
  return keysText({ success: false, error, ...details });
}

/** Returns an object without its braces. */
function keysText(values: RowValues): string {
  return jsonText(values).slice(1, -1);
}
