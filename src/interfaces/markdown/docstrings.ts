/**
 * A parser of Python docstrings as Google, NumPy and reStructuredText write them. Input: the lines of a docstring;
 * output: text, code and sections with entries.
 */
import { type DocBlock, DocBuilder, namedSections, sectionTitles } from "./doc-blocks.ts";

/** Returns the lines in a docstring, without the indentation that they share. */
export function docstringLines(string: string): readonly string[] {
  const open = /^[a-z]*("""|'''|"|')/i.exec(string);
  const quote = open?.[1] ?? "";
  const start = open?.[0].length ?? 0;
  const inner = string.endsWith(quote) ? string.slice(start, string.length - quote.length) : string.slice(start);
  const [first = "", ...others] = inner.split("\n").map((line) => line.trimEnd());
  const shared = others.reduce((least, line) => (line === "" ? least : Math.min(least, indentOf(line))), inner.length);
  return [first.trim(), ...others.map((line) => line.slice(shared))];
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** `:param int x: Text`, `:returns: Text`. */
const field = /^\s*:(\w+)(?:\s+([^:]*))?:\s*(.*)$/;

/** Reads the sections of a docstring as Google, NumPy or reStructuredText write them. */
export function docstringBlocks(lines: readonly string[]): readonly DocBlock[] {
  const doc = new DocBuilder();
  for (let i = 0; i < lines.length; ) {
    const line = lines[i] ?? "";
    const next = lines[i + 1] ?? "";
    const title = sectionTitles.get(line.trim().toLowerCase().replace(/:$/, ""));
    const isUnderlined = /^-{3,}$/.test(next.trim());
    if (title !== undefined && isUnderlined) i = readNumpy(lines, i + 2, title, doc);
    else if (title !== undefined && line.trim().endsWith(":") && indentOf(next) > indentOf(line)) {
      i = readGoogle(lines, i + 1, { title, indent: indentOf(line) }, doc);
    } else {
      readLine(line, doc);
      i++;
    }
  }
  return doc.blocks();
}

function readLine(line: string, doc: DocBuilder): void {
  const match = line.includes(":") ? field.exec(line) : null;
  const [, word = "", names = "", text = ""] = match ?? [];
  const title = sectionTitles.get(word.toLowerCase());
  if (title === undefined) {
    doc.line(line);
    return;
  }
  const parts = names.trim().split(/\s+/);
  doc.entry(title, parts.at(-1) ?? "", parts.slice(0, -1).join(" "), text);
}

/** `x : int`, and the text below with more indentation. Ends before the next underlined title. */
function readNumpy(lines: readonly string[], from: number, title: string, doc: DocBuilder): number {
  const indent = indentOf(lines[from] ?? "");
  let i = from;
  for (; i < lines.length; i++) {
    const line = lines[i] ?? "";
    if (line.trim() === "") continue;
    if (/^-{3,}$/.test((lines[i + 1] ?? "").trim()) || indentOf(line) < indent) break;
    if (indentOf(line) > indent) {
      doc.line(line);
      continue;
    }
    const colon = line.indexOf(" : ");
    if (namedSections.has(title)) {
      const name = colon < 0 ? line.trim() : line.slice(0, colon).trim();
      doc.entry(title, name, colon < 0 ? "" : line.slice(colon + 3).trim(), "");
    } else doc.entry(title, "", "", line.trim());
  }
  doc.endEntry();
  return i;
}

/** `x (int): Text`, and the text below with more indentation. Ends where the indentation does. */
function readGoogle(
  lines: readonly string[],
  from: number,
  { title, indent }: { readonly title: string; readonly indent: number },
  doc: DocBuilder,
): number {
  const own = indentOf(lines[from] ?? "");
  let i = from;
  let isFirst = true;
  for (; i < lines.length; i++) {
    const line = lines[i] ?? "";
    if (line.trim() === "") continue;
    if (indentOf(line) <= indent) break;
    const isEntry = indentOf(line) === own && (namedSections.has(title) || isFirst);
    isFirst = false;
    if (!isEntry) {
      doc.line(line);
      continue;
    }
    const match = namedSections.has(title) ? /^\s*([*\w.]+)(?:\s*\(([^)]*)\))?:\s*(.*)$/.exec(line) : null;
    if (match === null) doc.entry(title, "", "", line.trim());
    else doc.entry(title, match[1] ?? "", match[2] ?? "", match[3] ?? "");
  }
  doc.endEntry();
  return i;
}
