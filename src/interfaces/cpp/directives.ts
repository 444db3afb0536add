/** The directives of the preprocessor in a part of a text. */
export type Directives = {
  /** True when each condition ends where it begins. */
  readonly isBalanced: boolean;
  /** True when a macro is defined or undefined. */
  readonly defines: boolean;
};

export function directivesIn(text: string): Directives {
  let depth = 0;
  let isBalanced = true;
  let defines = false;
  if (!text.includes("#")) return { isBalanced, defines };
  for (const line of text.split("\n")) {
    const trimmed = line.trimStart();
    if (!trimmed.startsWith("#")) continue;
    const word = /^[a-z]+/.exec(trimmed.slice(1).trimStart())?.[0] ?? "";
    if (word === "if" || word === "ifdef" || word === "ifndef") depth++;
    else if (word === "endif") depth--;
    else if (word === "else" || word.startsWith("elif")) isBalanced &&= depth > 0;
    else if (word === "define" || word === "undef") defines = true;
    if (depth < 0) isBalanced = false;
  }
  return { isBalanced: isBalanced && depth === 0, defines };
}

/** True when a text sees to it that it counts once, however often it is included. */
export function hasIncludeGuard(text: string): boolean {
  if (/^[ \t]*#[ \t]*pragma[ \t]+once\b/m.test(text)) return true;
  const first = /^[ \t]*#[ \t]*(?:ifndef[ \t]+(\w+)|if[ \t]*!?[ \t]*!defined[ \t]*\(?[ \t]*(\w+))/m.exec(text);
  const name = first?.[1] ?? first?.[2];
  if (name === undefined || first === null) return false;
  const behind = text.slice(first.index, first.index + maxGuardChars);
  return new RegExp(`^[ \\t]*#[ \\t]*define[ \\t]+${name}\\b`, "m").test(behind);
}

/** UTF-16 code units from `#ifndef X` to `#define X`. */
const maxGuardChars = 2_000;
