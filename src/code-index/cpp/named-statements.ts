/**
 * Statements that masking takes out of the tree, since the grammar does not know them, and of whose names it is known what
 * they are: an explicit instantiation, a deduction guide, the class of a pointer to a member, and macros of libraries about types, members and variables.
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

const typeMacros =
  /\b(?:Q_DECLARE_FLAGS\s*\([^(),]*,|Q_(?:ENUMS?|FLAGS?)(?:_NS)?\s*\(|Q_DECLARE_(?:METATYPE|TYPEINFO|SHARED|INTERFACE|OPERATORS_FOR_FLAGS)\s*\(|Q_INTERFACES\s*\()[^(),]*$/;
const propertyRole = /\bQ_PROPERTY\s*\([^()]*\s(?:READ|WRITE|RESET|NOTIFY|MEMBER|BINDABLE)\s+$/;
const propertyType = /\bQ_PROPERTY\s*\(\s*(?:const\s+)?(?:\w+\s*::\s*)*$/;

/** True for a type that a macro of Qt is about, as in `Q_ENUM(Color)`: its other arguments are names of the macro's own. */
export function isInTypeMacro(text: string, offset: number): boolean {
  const before = text.slice(Math.max(offset - maxBefore, 0), offset);
  return typeMacros.test(before) || propertyType.test(before);
}

/** True for a member that a property of Qt reads, writes or announces. */
export function isInProperty(text: string, offset: number): boolean {
  return propertyRole.test(text.slice(Math.max(offset - maxBefore, 0), offset));
}

const unusedMacro = /\b(?:Q_UNUSED|UNREFERENCED_PARAMETER|wxUnusedVar)\s*\(\s*$/;

/** True for a variable that a macro of a library says is not used: `Q_UNUSED(size)`. */
export function isSaidUnused(text: string, offset: number): boolean {
  return unusedMacro.test(text.slice(Math.max(offset - maxBefore, 0), offset));
}

/** True for a name after the arrow of `A(int) -> A<int>;`. */
export function isInGuide(text: string, offset: number): boolean {
  const before = text.slice(Math.max(offset - maxBefore, 0), offset);
  const name = before.includes("->") ? guide.exec(before)?.[1] : undefined;
  if (name === undefined) return false;
  const made = text.slice(text.lastIndexOf("->", offset) + 2, offset + maxBehind).trimStart();
  return made.startsWith(name) && /^\s*</.test(made.slice(name.length));
}
