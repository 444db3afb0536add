/** Measures as text: the rest of a line after `path:`, of each kind of row. */
import { FileNode, ImportRow, MarkerRow, MeasuredClass } from "../answers/row-kinds.ts";
import { keysText } from "./keys-text.ts";
import { type Look, placedLine } from "./look.ts";
import { plain } from "./plain.ts";

const Measured = MeasuredClass.pick({ name: true, container: true, line: true }).loose();
const Worst = Measured.extend({ file: FileNode.shape.file }).array();

/** Writes `worst: path:line: A::f complexity=1 …` of each of the worst functions. */
export function worstLines(worst: unknown, look: Look): readonly string[] {
  return Worst.parse(worst).map(
    ({ file, ...row }) => `worst: ${placedLine(look, file, measuredLine(row, "::", look))}`,
  );
}

/** True for a row with a name and a line. */
export function isMeasured(row: unknown): boolean {
  return Measured.safeParse(row).success;
}

/** Writes `line: A::f complexity=1 …` of a function, and `line: class A methods=2` of a class. */
export function measuredLine(row: unknown, separator: string, look: Look): string {
  const { name, container, kind, line, end_line: _, ...numbers } = Measured.parse(row);
  const qualified = container === undefined ? name : container + separator + name;
  const kinds = kind === undefined ? [] : [look.paint("kind", plain(kind))];
  return [`${line}:`, ...kinds, look.paint("name", plain(qualified)), keysText(numbers)].join(look.gap);
}

/** Writes `line: name -> file` of an import. */
export function importLine(row: unknown, look: Look): string {
  const { line, name, file, candidates, ...words } = ImportRow.parse(row);
  const target = file === undefined ? candidates : [file];
  const further = Object.entries(words).map(([key, value]) => (value === true ? ` (${key})` : ` (${plain(value)})`));
  const found = target === undefined ? "" : `${look.gap}-> ${target.map(plain).join(" or ")}`;
  return `${line}:${look.gap}${look.paint("name", plain(name))}${found}${further.join("")}`;
}

/** Writes `line: TODO(owner): text`. */
export function markerLine(row: unknown, look: Look): string {
  const { line, marker, owner, text } = MarkerRow.parse(row);
  const by = owner === undefined ? "" : `(${plain(owner)})`;
  return `${line}:${look.gap}${look.paint("warning", plain(marker))}${by}${text === "" ? "" : `: ${plain(text)}`}`;
}
