/**
 * Statements that masking takes out of the tree, since the grammar does not know them, and of whose names it is known what
 * they are: an explicit instantiation, a deduction guide, and the class of a pointer to a member.
 */

/** UTF-16 code units before a name, and after it, that are looked at. */
const maxBefore = 400;
const maxBehind = 200;

const instantiation = /(?:^|[;{}\n])[ \t]*(?:extern\s+)?template\b\s*(?!<)[^;{}()]*$/;
const guide = /(?:^|[;{}>\n])[ \t]*(?:explicit\s+)?([A-Za-z_$][\w$]*)\s*\([^;{}]*\)\s*->\s*(?:[\w$:<>,\s*&]*\W)?$/;
const memberPointer = /^[A-Za-z_$][\w$]*(?:\s*<[^<>;{}]*>)?\s*::\s*\*/;

/** True for a name in such a statement. */
export function isInNamedStatement(text: string, offset: number): boolean {
  const behind = text.slice(offset, offset + maxBehind);
  if (memberPointer.test(behind)) return true;
  const before = text.slice(Math.max(offset - maxBefore, 0), offset);
  return instantiation.test(before) || isInGuide(text, offset);
}

/** True for a name after the arrow of `A(int) -> A<int>;`. */
export function isInGuide(text: string, offset: number): boolean {
  const before = text.slice(Math.max(offset - maxBefore, 0), offset);
  const name = before.includes("->") ? guide.exec(before)?.[1] : undefined;
  if (name === undefined) return false;
  const made = text.slice(text.lastIndexOf("->", offset) + 2, offset + maxBehind).trimStart();
  return made.startsWith(name) && /^\s*</.test(made.slice(name.length));
}
