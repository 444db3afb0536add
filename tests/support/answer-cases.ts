/**
 * Reads the fixtures of answers, which have one format for all tools, and writes them with the answers of now.
 *
 * `==== title` begins a code base, `--- path` a file of it, and a line `macros A, B` before the files names macros that are
 * statements. `>>> title` begins calls, each in a line `tool {arguments}`; the lines below it, which are indented, are its
 * answer: what it says of itself, then each list by its name, with a row a line.
 */
import type { Files } from "./code-base.ts";

/** Calls a tool about a code base; what it gives is the answer as JSON says it. */
export type Ask = (tool: string, input: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Returns a fixture as it is to be: the answers in it are replaced by those of now. */
export async function withAnswers(
  fixture: string,
  open: (files: Files, macros: readonly string[]) => Promise<Ask>,
): Promise<string> {
  const parts: string[] = [];
  for (const section of fixture.split(/^(?===== )/m)) {
    const [head = "", ...groups] = section.split(/^(?=>>> )/m);
    const [first = "", ...files] = head.split(/^--- /m);
    const ask = await open(Object.fromEntries(files.map(fileIn)), /^macros (.*)$/m.exec(first)?.[1]?.split(", ") ?? []);
    parts.push(head);
    for (const group of groups) parts.push(await answered(group, ask));
  }
  return parts.join("");
}

async function answered(group: string, ask: Ask): Promise<string> {
  const [title = "", ...lines] = group.split("\n");
  const written = [title];
  for (const call of lines.filter((line) => line !== "" && !line.startsWith(" "))) {
    const [, tool = "", input = "{}"] = /^(\w+) (.*)$/.exec(call) ?? [];
    written.push(call, ...rowsOf(await ask(tool, JSON.parse(input)), "  "));
  }
  return `${written.join("\n")}\n`;
}

function fileIn(section: string): readonly [string, string] {
  const end = section.indexOf("\n");
  return [section.slice(0, end), section.slice(end + 1)];
}

/** A value as lines: what has no rows of its own in one line, then each list of rows. */
function rowsOf(value: unknown, indent: string): readonly string[] {
  const entries = Object.entries(Object(value));
  const own = Object.fromEntries(entries.filter(([, list]) => !isRows(list)));
  const lists = entries.filter(([, list]) => isRows(list));
  return [
    `${indent}${JSON.stringify(own)}`,
    ...lists.flatMap(([name, rows]) => [
      `${indent}  ${name}`,
      ...Object.values(Object(rows)).flatMap((row) => rowsOf(row, `${indent}    `)),
    ]),
  ];
}

function isRows(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((row) => typeof row === "object");
}
