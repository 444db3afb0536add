/**
 * The parts of tools' answers that the view of code shows. Input: the text of an answer, in JSON; output: rows about symbols and files, and the
 * sentences on what is missing. Values of another form than expected are left out.
 */
import { type Fields, fieldsOf, type Host, listOf } from "./view-host.ts";

/** A symbol in a list of the view, or a place without a name. */
export type Row = {
  readonly name: string;
  /** The symbol around it, or "". */
  readonly container: string;
  readonly kind: string;
  readonly path: string;
  readonly line: number;
  /** The line of code, or the signature. */
  readonly text: string;
};

/** An answer, or the text that came instead of one. */
export type Reply = { readonly answer: Fields } | { readonly text: string };

/** Asks a tool, and returns its answer. */
export async function ask(host: Host, tool: string, input: Fields): Promise<Reply> {
  const [text = ""] = await host.call(tool, input);
  const answer = parsed(text);
  if (answer === undefined) return { text };
  return typeof answer.error === "string" ? { text: answer.error } : { answer };
}

/** Undefined for a text of another format: the client has not passed on in which one the view asks. */
function parsed(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the rows of a list whose entries are files, each with rows of its own. */
export function rowsOf(list: unknown): readonly Row[] {
  return listOf(list).flatMap((entry) => {
    const file = fieldsOf(entry);
    const rows = ["references", "definitions", "declarations", "symbols", "tests"].flatMap((key) => listOf(file[key]));
    return rows.map((row) => rowOf(fieldsOf(row), textOf(file.filepath)));
  });
}

function rowOf(row: Fields, path: string): Row {
  return {
    name: textOf(row.in) || textOf(row.name),
    container: textOf(row.container),
    kind: textOf(row.change) || textOf(row.confidence) || textOf(row.kind) || textOf(row.type),
    path,
    line: numberOf(row.line),
    text: textOf(row.text) || textOf(row.signature),
  };
}

/** Returns why rows are missing, as the tool says it; "" if none are. */
export function cutOf(answer: Fields): string {
  return [answer.truncated_reason, ...listOf(answer.warnings)].map(textOf).filter(Boolean).join(" ");
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
