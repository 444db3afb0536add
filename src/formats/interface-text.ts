import { InterfaceRows } from "../answers/row-kinds.ts";
import type { RowValues } from "../answers/rows.ts";
import { wholeText } from "../base/escape/line.ts";
import { nameText } from "../base/escape/name.ts";
import type { AnyTool } from "../tools/contract/tool.ts";
import { plain } from "./plain.ts";

/** Returns the code or the document of an interface as it is, and below it its warnings as comments. */
export function interfaceText(tool: AnyTool, values: RowValues, warnings: readonly string[]): string {
  const { interface: text, ...written } = InterfaceRows.parse(values);
  const [open = "", close = ""] = tool.commentSignsOf?.(written) ?? [];
  const notes = warnings.map((warning) => `${open}warning: ${plain(warning).replaceAll("-->", "-- >")}${close}\n`);
  const shown = wholeText(text);
  return (shown === "" || shown.endsWith("\n") ? shown : `${shown}\n`) + notes.join("");
}

/** Returns an interface below the line that names its file, where an answer has several. */
export function interfaceUnderHead(name: string, text: string): string {
  return `==> ${nameText(name)} <==\n${text}`;
}
