import type { Look } from "./look.ts";
import { plain } from "./plain.ts";

/** The parts of a tree as tree-sitter writes it: a string, a range, a parenthesis, or a word. */
const parts = /"(?:[^"\\]|\\.)*"|\[\d+, \d+\](?: - \[\d+, \d+\])?|[()]|[^\s()"[\]]+/g;

/** Levels beyond which a tree is not indented any further: a tree may be a million levels deep. */
const maxIndentedLevels = 40;

/** Returns an S-expression with each node on a line of its own, indented by its level. */
export function syntaxTreeLines(tree: string, look: Look): readonly string[] {
  const lines: string[] = [];
  let line = "";
  let level = 0;
  let before = "";
  const begin = () => {
    if (line !== "") lines.push(`${line}\n`);
    line = "  ".repeat(Math.min(level, maxIndentedLevels));
  };
  for (const [part] of tree.matchAll(parts)) {
    const isField = part.endsWith(":");
    const isNode = part === "(" || part === "…" || (part.startsWith('"') && before !== "MISSING" && before !== "(");
    if ((isNode && !before.endsWith(":")) || isField) begin();
    line += textOf(part, before, look);
    if (part === "(") level++;
    if (part === ")") level--;
    before = part;
  }
  return line === "" ? lines : [...lines, `${line}\n`];
}

function textOf(part: string, before: string, look: Look): string {
  if (part === "(" || part === ")") return part;
  const text = plain(part);
  if (part.endsWith(":")) return `${look.paint("name", text)} `;
  if (part.startsWith("[")) return ` ${look.paint("code", text)}`;
  if (part === "MISSING" || before === "MISSING" || text === "ERROR")
    return (before === "MISSING" ? " " : "") + look.paint("error", text);
  return look.paint("kind", text);
}
