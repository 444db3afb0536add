import { ClassEntry, type ClassRow } from "../answers/row-kinds.ts";
import type { RowValues } from "../answers/rows.ts";
import type { Look } from "./look.ts";
import { plain } from "./plain.ts";
import { type ShownNode, treeLines } from "./tree-lines.ts";

const Entries = ClassEntry.array().min(1);

/**
 * Returns classes as an indented tree, those that derive from a class below it with its virtual methods in between;
 * undefined for results that are not all classes, such as only names.
 */
export function hierarchyLines(
  results: readonly RowValues[],
  separators: Readonly<Record<string, string>>,
  look: Look,
): readonly string[] | undefined {
  const entries = Entries.safeParse(results);
  if (!entries.success) return undefined;
  const nodes = new Map<string, ShownNode>();
  for (const { filepath, classes } of entries.data) {
    for (const shown of classes) {
      const separator = separators[filepath] ?? "::";
      nodes.set(keyOf(filepath, shown.line), nodeOf(shown, filepath, separator, look));
    }
  }
  return [look.block(treeLines(withKnownBelow(entries.data, nodes, look), look))];
}

/** The name of a base or a derived class, with a mark if it may be another class. */
export function relatedText({
  name,
  possible,
}: {
  readonly name: string;
  readonly possible?: true | undefined;
}): string {
  return plain(name) + (possible === true ? " (possible)" : "");
}

function keyOf(filepath = "", line = 0): string {
  return `${filepath}:${line}`;
}

/** Adds classes that an answer names below others and does not describe. */
function withKnownBelow(
  entries: readonly ClassEntry[],
  nodes: Map<string, ShownNode>,
  look: Look,
): ReadonlyMap<string, ShownNode> {
  for (const { name, filepath, line } of entries.flatMap(({ classes }) =>
    classes.flatMap(({ derived = [] }) => derived),
  )) {
    const key = keyOf(filepath, line);
    const text = look.paint("name", plain(name)) + look.gap + look.place(filepath ?? "", String(line));
    if (!nodes.has(key)) nodes.set(key, { text, children: [] });
  }
  return nodes;
}

function nodeOf(shown: ClassRow, filepath: string, separator: string, look: Look): ShownNode {
  const { name, kind, container, line, column, is_abstract } = shown;
  const { bases = [], unresolved_bases = [], derived = [], virtual_methods = [] } = shown;
  const qualified = look.paint("name", plain(container === undefined ? name : container + separator + name));
  const above = [...bases.map(relatedText), ...unresolved_bases.map(plain)];
  const head = `${is_abstract ? "abstract " : ""}${look.paint("kind", plain(kind))} ${qualified}`;
  return {
    text: [head + (above.length === 0 ? "" : `: ${above.join(", ")}`), look.place(filepath, `${line}:${column}`)].join(
      look.gap,
    ),
    notes: virtual_methods.map((method) => {
      const word = `${method.abstract ? "abstract " : ""}${method.property ? "property" : "method"}`;
      const overrides = method.overrides === undefined ? "" : ` overrides ${plain(method.overrides)}`;
      return `${look.paint("code", word)} ${plain(method.name)}${overrides}${look.gap}${look.place(filepath, String(method.line))}`;
    }),
    children: derived.map((one) => ({ key: keyOf(one.filepath, one.line) })),
  };
}
