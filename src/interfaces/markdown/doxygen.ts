import { type BlockSigns, blockSignsAt, type CommentSigns, uncommented } from "../../syntax/comment-signs.ts";
import { type DocBlock, DocBuilder, namedSections, sectionTitles } from "./doc-blocks.ts";

/** Returns the text of a comment without the marks of comments. */
export function commentLines(comment: string, signs: CommentSigns): readonly string[] {
  const block = blockSignsAt(comment, 0, signs);
  if (block === undefined) return comment.split("\n").flatMap((line) => uncommented(line.trim(), signs));
  const [first = "", ...lines] = insideOf(comment, block).split("\n");
  return [first.trim(), ...lines.map((line) => withoutMargin(line.trim(), block))];
}

function insideOf(comment: string, { start, end, margin }: BlockSigns): string {
  let from = start.length;
  while (from < comment.length && (comment.charAt(from) === margin || comment.charAt(from) === "!")) from++;
  if (from > start.length && comment.charAt(from) === "<") from++;
  let to = comment.endsWith(end) ? comment.length - end.length : comment.length;
  while (to > from && comment.charAt(to - 1) === margin) to--;
  return comment.slice(from, to);
}

function withoutMargin(line: string, { margin }: BlockSigns): string {
  let at = 0;
  while (at < line.length && line.charAt(at) === margin) at++;
  if (at < line.length && line.charAt(at).trim() !== "") return line;
  return line.charAt(at) === " " ? line.slice(at + 1) : line.slice(at);
}

const command = /^\s*[@\\](\w+)(?:\[([\w,]*)\])?\s?/;

/** Reads the commands of Doxygen: `@param[in] x Text`, `@return Text`, `\code`. */
export function doxygenBlocks(lines: readonly string[]): readonly DocBlock[] {
  const doc = new DocBuilder();
  let code: string[] | undefined;
  for (const line of lines) {
    const match = command.exec(line);
    const word = match?.[1]?.toLowerCase() ?? "";
    if (code !== undefined) {
      if (word === "endcode" || word === "endverbatim") {
        doc.code(code);
        code = undefined;
      } else code.push(line);
      continue;
    }
    if (match === null) {
      doc.line(line);
      continue;
    }
    const rest = line.slice(match[0].length);
    const title = sectionTitles.get(word);
    if (word === "code" || word === "verbatim") code = [];
    else if (title !== undefined) {
      const { name, text } = namedSections.has(title) ? firstWord(rest) : { name: "", text: rest };
      doc.entry(title, name, match[2] ?? "", text);
    } else {
      doc.endEntry();
      doc.line(word === "brief" || word === "short" || word === "details" ? rest : line);
    }
  }
  if (code !== undefined) doc.code(code);
  return doc.blocks();
}

function firstWord(text: string): { readonly name: string; readonly text: string } {
  const trimmed = text.trim();
  const end = trimmed.search(/\s/);
  return end < 0 ? { name: trimmed, text: "" } : { name: trimmed.slice(0, end), text: trimmed.slice(end) };
}
