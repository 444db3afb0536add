import { extname } from "node:path";
import { maxDiagnostics } from "../base/limits.ts";
import { type UnreadKind, unreadKinds } from "../base/unread-kinds.ts";
import type { ParsedFile } from "./parse.ts";

/**
 * Returns the kind of a file that is not of the language of its extension, such as a header of Objective-C; undefined for other
 * files. A line of the other language is one that does not parse: comments, strings and excluded branches do not count.
 */
export function unreadKindIn(
  file: Pick<ParsedFile, "language" | "path" | "text" | "diagnostics">,
): UnreadKind | undefined {
  const { language, path, text } = file;
  return unreadKinds.find((kind) => {
    const { extensions = [], begin_with: marks = [] } = language.unread_lines[kind] ?? {};
    if (!extensions.includes(extname(path))) return false;
    const mark = new RegExp(`^[ \\t]*(?:${marks.join("|")})(?![\\w$])`, "m");
    if (!mark.test(text)) return false;
    const { diagnostics } = file.diagnostics(maxDiagnostics);
    return diagnostics.some((fault) => mark.test(fault.text) && fault.text.slice(0, fault.column - 1).trim() === "");
  });
}
