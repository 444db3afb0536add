import { codeLine } from "../base/escape/line.ts";

/** The lines of a unified diff as `git apply` takes them, with their ends; undefined for an answer without one. */
export function patchLines(diff: unknown): readonly string[] | undefined {
  if (typeof diff !== "string") return undefined;
  return (diff.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => {
    const [, code = "", end = ""] = /^(.*?)(\r?\n|)$/s.exec(line) ?? [];
    return patchCode(code) + end;
  });
}

/**
 * A line as it is, except for hidden characters: a patch with these is refused where it is applied, and no terminal obeys them. The
 * byte order mark of a file stays.
 */
function patchCode(line: string): string {
  const [, sign = "", code = line] = /^([ +-]\ufeff)(.*)$/s.exec(line) ?? [];
  return sign + codeLine(code);
}
