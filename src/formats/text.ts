import type { RowValues } from "../answers/rows.ts";
import type { ScanSummary } from "../engine/call.ts";
import { failureOf } from "../engine/summary.ts";
import { leadOf, sentencesOnMissing } from "../tools/index-answer.ts";
import { errorText, fileLines } from "./file-lines.ts";
import type { Format } from "./format.ts";
import { indexLines } from "./index-lines.ts";
import { interfaceText, interfaceUnderHead } from "./interface-text.ts";
import { keysText } from "./keys-text.ts";
import { type Look, plainLook } from "./look.ts";
import { plain } from "./plain.ts";

/**
 * Writes lines as compilers do: `path:line:column: name …` for each row of a list; `path: key=value …` for other keys;
 * `path:line:column: severity: message [code]` for a diagnostic; `path: error: message`; an interface as it is. Control characters are escaped
 * as in JSON, so that a row stays a line. For people, a look aligns the rows of each file and colours them.
 */
export function textWith(look: Look): Format {
  return {
    begin: () => {
      // The only interface of an answer has no line above it that names its file.
      let first: { readonly name: string; readonly text: string } | undefined;
      const firstText = () => (first === undefined ? "" : headed(first));
      const headed = (one: { readonly name: string; readonly text: string }) =>
        one.text === "" ? "" : look.whole(interfaceUnderHead(one.name, one.text));
      return {
        file: (entry) => {
          const { name, result } = entry;
          if ("error" in result || result.rows.kind !== "interface") return look.block(fileLines(entry, look));
          const own = { name, text: interfaceText(result.rows.values, result.warnings) };
          if (first === undefined) {
            first = own;
            return "";
          }
          const before = firstText();
          first = { name: "", text: "" };
          return before + headed(own);
        },
        end: (end) => {
          const failure = failureOf(end);
          if (failure !== undefined) {
            return { text: look.block([`${errorText(failure.error, failure.details, look)}\n`]), failed: true };
          }
          const { mostUsed = {} } = ("error" in end ? undefined : end.shortForm) ?? {};
          const lines = Object.entries(mostUsed).map(
            ([path, names]) => `${look.place(path, "")}: most used: ${listed(names)}\n`,
          );
          const isFlat = !("error" in end) && end.flat;
          const missing = isFlat || "error" in end ? undefined : sentencesOnMissing(missingOf(end));
          if (missing !== undefined) lines.push(`${look.paint("warning", "warning")}: ${plain(missing)}\n`);
          const text = (isFlat ? look.whole(first?.text ?? "") : firstText()) + look.block(lines);
          return { text, failed: false };
        },
      };
    },
    ofIndex: (answer) => {
      if (!("error" in answer)) {
        const missing = sentencesOnMissing(answer.head);
        const lead =
          missing === undefined ? [] : [look.block([`${look.paint("warning", "warning")}: ${plain(missing)}\n`])];
        return { text: [...lead, ...indexLines(answer, look)].join(""), failed: false };
      }
      const hint = hintText(answer.details);
      return { text: look.block([`${errorText(answer.error, answer.details, look)}${hint}\n`]), failed: true };
    },
  };
}

function missingOf({ unreadFolders, changedDuringCall }: ScanSummary): RowValues {
  return leadOf(unreadFolders, changedDuringCall);
}

/** The format of text in a pipe or a file. */
export const plainText = textWith(plainLook);

function hintText({ did_you_mean: similar, not_searched: notSearched }: RowValues): string {
  const left = notSearched === undefined ? "" : `; not searched: ${keysText(Object(notSearched))}`;
  return left + (Array.isArray(similar) ? `; did you mean ${similar.map(plain).join(", ")}?` : "");
}

function listed(names: unknown): string {
  return Array.isArray(names) ? names.map(plain).join(" ") : plain(names);
}
