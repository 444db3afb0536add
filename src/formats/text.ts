import { sentencesOnMissing } from "../answers/missing-files.ts";
import { recordOf } from "../base/record.ts";
import type { ResultEntry } from "../engine/call.ts";
import { saidOf } from "../engine/summary.ts";
import { hintText } from "./failure-line.ts";
import { errorText, fileLines } from "./file-lines.ts";
import type { Format } from "./format.ts";
import { indexLines } from "./index-lines.ts";
import { interfaceText, interfaceUnderHead } from "./interface-text.ts";
import { keysText } from "./keys-text.ts";
import { fileBlock, type Look, plainLook } from "./look.ts";
import { isPatch, patchText } from "./patch-text.ts";
import { plain } from "./plain.ts";

/**
 * Writes lines as compilers do: `path:line:column: name …` for each row of a list; `path: key=value …` for other keys;
 * `path:line:column: severity: message [code]` for a diagnostic; `path: error: message`; an interface as it is. Control characters are escaped
 * as in JSON, so that a row stays a line. For people, a look aligns the rows of each file and colours them.
 */
export function textWith(look: Look): Format {
  const warned = (missing: string | undefined) =>
    missing === undefined ? [] : [`${look.paint("warning", "warning")}: ${plain(missing)}\n`];
  return {
    begin: (tool, { patchFolders: folders }) => {
      const patches: ResultEntry[] = [];
      return {
        file: (entry, isFlat) => {
          const { name, result } = entry;
          if (isPatch(entry)) {
            patches.push(entry);
            return "";
          }
          if ("error" in result || result.rows.kind !== "interface") {
            return fileBlock(look, name, (shown) => fileLines(entry, shown));
          }
          const text = interfaceText(tool, result.rows.values, result.warnings);
          return look.whole(isFlat || text === "" ? text : interfaceUnderHead(name, text));
        },
        end: (summary) => {
          const { keys } = saidOf(tool, summary);
          const lines = Object.entries(recordOf(keys.most_used)).map(
            ([path, names]) => `${look.place(path, "")}: most used: ${listed(names)}\n`,
          );
          const written = (summary.written ?? []).map(
            ({ filepath, ...file }) => `${look.place(filepath, "")}: written: ${keysText(file)}\n`,
          );
          const last = look.block([...lines, ...written, ...warned(sentencesOnMissing(keys))]);
          return { text: patchText(patches, look, folders) + last, failed: false };
        },
      };
    },
    ofIndex: (answer) => [look.block(warned(sentencesOnMissing(answer.head))), ...indexLines(answer, look)].join(""),
    ofFailure: ({ error, details }) => look.block([`${errorText(error, details, look)}${hintText(details)}\n`]),
  };
}

/** The format of text in a pipe or a file. */
export const plainText = textWith(plainLook);

function listed(names: unknown): string {
  return Array.isArray(names) ? names.map(plain).join(" ") : plain(names);
}
