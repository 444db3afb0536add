import { CycleRow } from "../answers/row-kinds.ts";
import type { RowValues } from "../answers/rows.ts";
import { commonFolder } from "../base/common-folder.ts";
import { nameText } from "../base/escape/name.ts";
import { plain } from "./plain.ts";

/**
 * Returns the cycles of files in an answer: a line for each component with its shortest cycle, and below it a line for each of its
 * files with the imports that make its cycles, without the folder that all of them are in. Undefined for an answer about anything else.
 */
export function componentLines({ only, components }: RowValues): readonly string[] | undefined {
  if (only !== "cycles" || components === undefined) return undefined;
  const found = CycleRow.array().parse(components);
  if (found.length === 0) return ["no cycles"];
  return found.flatMap((row) => {
    const { size, deferred, typing_only: isTyping, cycle, imports = [], files = [] } = row;
    const folder = commonFolder([
      ...cycle.map((step) => placeIn(step).path),
      ...files,
      ...imports.map(({ from }) => from),
    ]);
    const short = (path: string) => nameText(path.slice(folder.length));
    const placed = cycle.map(placeIn);
    const steps = [...placed, { path: placed[0]?.path ?? "", place: "" }].map(({ path, place }) => short(path) + place);
    const where = folder === "" ? "" : ` in ${nameText(folder)}`;
    return [
      `${isTyping ? "typing-only " : deferred ? "deferred " : ""}${size} ${size === 1 ? "file" : "files"}${where}: ${steps.join(" -> ")}`,
      ...imports.map(({ from, to }) => ` ${short(from)}: ${to.map((one) => withoutFolder(one, folder)).join(", ")}`),
      ...unlistedLine(row),
      ...(files.length === 0 ? [] : [` ${files.map(short).join(", ")}`]),
    ];
  });
}

/** The line that counts the imports of a component that have no line. */
function unlistedLine({ lazy_imports: lazy = 0, typing_imports: typing = 0 }: CycleRow): readonly string[] {
  const counts = [...(lazy > 0 ? [`${lazy} lazy`] : []), ...(typing > 0 ? [`${typing} typing`] : [])];
  return counts.length === 0 ? [] : [` not listed: ${counts.join(", ")}`];
}

/** The path of `a.h:12` or `a.py:3 lazy`, and what follows it. */
function placeIn(step: string): { readonly path: string; readonly place: string } {
  const { 1: path = step, 2: place = "" } = /^(.*)(:\d+(?: lazy| typing)?)$/.exec(step) ?? [];
  return { path, place };
}

/** `12: a/b.h lazy` or `3,10: a/b.py` without the folder. */
function withoutFolder(imported: string, folder: string): string {
  const { 1: line = "", 2: path = imported } = /^([\d,+]+: )(.*)$/.exec(imported) ?? [];
  return `${line.replace(":", "")}${plain(path.slice(folder.length))}`;
}
