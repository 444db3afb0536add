import type { Walk } from "./walk.ts";

/** Returns the text that a literal is; undefined for bytes, for what is formatted, and for what is not a literal. */
export function stringValue(walk: Walk, node: number): string | undefined {
  const kind = walk.kind(node);
  if (kind === "string") return partValue(walk, node);
  if (kind !== "concatenated_string") return undefined;
  const parts: string[] = [];
  for (const child of walk.children(node)) {
    const part = partValue(walk, child);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return parts.join("");
}

function partValue(walk: Walk, string: number): string | undefined {
  const children = walk.children(string);
  const [first, last] = [children[0] ?? string, children.at(-1) ?? string];
  if (walk.kind(first) !== "string_start" || walk.kind(last) !== "string_end") return undefined;
  const prefix = walk.textOf(first).toLowerCase();
  if (prefix.includes("b") || prefix.includes("f") || prefix.includes("t")) return undefined;
  const { tree, text } = walk.code;
  const content = text.slice(tree.end(first), tree.start(last));
  return prefix.includes("r") || !content.includes("\\") ? content : content.replace(escapes, unescaped);
}

const escapes = /\\(?:\n|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[^\n])/g;

const plainEscapes: Readonly<Record<string, string>> = { "\n": "", n: "\n", t: "\t", r: "\r", f: "\f" };

function unescaped(written: string): string {
  const character = written.slice(1, 2);
  if (written.length > 2) return String.fromCharCode(Number.parseInt(written.slice(2), 16));
  const isQuote = character === "'" || character === '"' || character === "\\";
  return plainEscapes[character] ?? (isQuote ? character : written);
}
