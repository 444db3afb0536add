import * as z from "zod";
import type { RowValues } from "../tools/rows.ts";
import { plain } from "./plain.ts";

const InterfaceRows = z.object({ language: z.string(), output_format: z.string(), interface: z.string() });

/** Characters that a terminal takes for commands. */
const commands = /(?![\t\n\f\r])\p{Cc}/gu;

/** Returns the code or the document of an interface as it is, and below it its warnings as comments. */
export function interfaceText(values: RowValues, warnings: readonly string[]): string {
  const { language, output_format, interface: text } = InterfaceRows.parse(values);
  const [open, close] = output_format === "markdown" ? ["<!-- ", " -->"] : [language === "python" ? "# " : "// ", ""];
  const notes = warnings.map((warning) => `${open}warning: ${plain(warning)}${close}\n`);
  const shown = text.replace(commands, (control) => plain(control));
  return (shown === "" || shown.endsWith("\n") ? shown : `${shown}\n`) + notes.join("");
}

/** Returns an interface below the line that names its file: no line of it can be taken for such a line. */
export function interfaceUnderHead(name: string, text: string): string {
  return interfaceHead(name) + text.replace(/^(?===> .* <==$)/gm, " ");
}

/** Returns the line above an interface where an answer has several. */
function interfaceHead(name: string): string {
  return `==> ${plain(name)} <==\n`;
}
