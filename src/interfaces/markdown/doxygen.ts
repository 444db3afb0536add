import { type DocBlock, DocBuilder, namedSections, sectionTitles } from "./doc-blocks.ts";

/** Returns the text of a comment without the marks of comments. */
export function commentLines(comment: string): readonly string[] {
  if (!comment.startsWith("/*")) return comment.split("\n").map((line) => line.trim().replace(/^\/\/[/!]*<? ?/, ""));
  const lines = comment
    .slice(2)
    .replace(/\*+\/$/, "")
    .replace(/^[*!]+<?/, "")
    .split("\n");
  return lines.map((line, i) => {
    const trimmed = i === 0 ? line.trimStart() : line.trimStart().replace(/^\*+(?=\s|$) ?/, "");
    return trimmed.trimEnd();
  });
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
