import { extname } from "node:path";
import { compareText } from "../base/compare-text.ts";
import { KnownLanguages } from "./tool-rows.ts";

/** A language and the number of its files. */
export type LanguageFiles = { readonly title: string; readonly files: number };

/**
 * Returns the languages of files, languages with many files first.
 *
 * @param reference the answer of get_syntax_reference: an extension is looked up as it is written, then in lower case
 */
export function languagesOf(files: readonly { readonly path: string }[], reference: unknown): readonly LanguageFiles[] {
  const titles = new Map<string, string>();
  for (const { title, extensions } of KnownLanguages.parse(reference).languages) {
    for (const extension of extensions) if (!titles.has(extension)) titles.set(extension, title);
  }
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const extension = extname(path);
    const title = titles.get(extension) ?? titles.get(extension.toLowerCase()) ?? "other";
    counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return [...counts]
    .map(([title, count]) => ({ title, files: count }))
    .sort((a, b) => b.files - a.files || compareText(a.title, b.title));
}
