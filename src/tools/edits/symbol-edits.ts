/**
 * The edits that replace a part of a symbol. Input: an opened file, its declarations of the symbol, and the part with its new text;
 * output: edits of the text of the file with line feeds, or the reason why there are none.
 */
import type { ResolvedFile } from "../../code-index/code.ts";
import type { Declaration } from "../../code-index/code-index.ts";
import { isFunction } from "../../code-index/symbol-kind.ts";
import { traitsOf } from "../../code-index/traits-of.ts";
import type { TextEdit } from "../../edits/text-edits.ts";
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import { type Body, type DeclaredRange, declaredRangeOf, isComment, lineEndOf, lineStartOf } from "./declared-range.ts";
import { type GivenText, givenText, indentationOf, leadOf, placed } from "./placed-text.ts";

/** The parts of a symbol that a call may name. */
export const parts = ["whole", "body", "before", "after", "delete"] as const;
export type Part = (typeof parts)[number];

/** The edits of a file in source order; none reaches into the next one. Or why the part cannot be edited, for after "because". */
export type SymbolEdits =
  | { readonly edits: readonly TextEdit[]; readonly leftLines: readonly number[] }
  | { readonly fault: string };

/** Returns the edit of a declaration. `text` is not empty, except for a body. */
export function editOf(
  file: ResolvedFile,
  declaration: Declaration,
  part: Exclude<Part, "delete">,
  text: string,
): SymbolEdits {
  const range = declaredRangeOf(file, declaration);
  const indentation = indentationOf(file.text);
  const given = givenText(text, indentation, file.parsePart, hasBraces(declaration));
  if (part === "body") return bodyEdit(file, declaration, range, given, indentation.unit);
  if (part === "whole") return wholeEdit(file, range, given);
  if (!range.hasOwnLines) return { fault: sharedLines };
  return { edits: [insertion(file, declaration, range, given, part)], leftLines: [] };
}

function hasBraces({ file }: Declaration): boolean {
  return traitsOf(file.language).indentedBlock === undefined;
}

const sharedLines = "its lines hold other code as well";

/** The code of a declaration. */
export type Removed = Pick<DeclaredRange, "docStart" | "end">;

/** Returns the ranges that the deletion of declarations takes away, and its edits. */
export function deletionOf(
  file: ResolvedFile,
  declarations: readonly Declaration[],
): (SymbolEdits & { readonly removed: readonly Removed[] }) | { readonly fault: string } {
  const ranges = declarations.map((declaration) => declaredRangeOf(file, declaration));
  const edits: TextEdit[] = [];
  const leftLines: number[] = [];
  const blocks = new Set<number>();
  for (const [i, range] of ranges.entries()) {
    const declaration = declarations[i];
    if (declaration === undefined) continue;
    if (range.sharedWith !== undefined) return { fault: `its statement also declares ${range.sharedWith}` };
    const emptied = emptiedBlock(file, declaration, ranges);
    if (emptied !== undefined && !blocks.has(emptied.block)) {
      blocks.add(emptied.block);
      edits.push({ start: range.docStart, end: range.end, text: emptied.statement });
    } else if (range.hasOwnLines) edits.push(withoutLines(file, range));
    else return { fault: sharedLines };
    const macro = macroAbove(file, range);
    if (macro !== undefined) leftLines.push(macro);
  }
  const removed = ranges.map(({ docStart, end }) => ({ docStart, end }));
  return { edits: merged(edits), leftLines, removed };
}

function wholeEdit(file: ResolvedFile, range: DeclaredRange, given: GivenText): SymbolEdits {
  if (range.sharedWith !== undefined) return { fault: `its statement also declares ${range.sharedWith}` };
  if (range.isCut) return { fault: "the code before it in its line belongs to it, and was not understood" };
  const start = beginsWithComment(file, given) ? range.docStart : range.start;
  const text = placed(given, range.indent, true);
  const semicolon = range.endsWithSemicolon && text.endsWith("}") ? ";" : "";
  // A text that was copied as lines has the comment after the code as well.
  const lineEnd = lineEndOf(file.text, range.end);
  const tail = file.text.slice(range.end, lineEnd).trim();
  const end = tail !== "" && text.endsWith(tail) && range.hasOwnLines ? lineEnd : range.end;
  return { edits: [{ start, end, text: text + semicolon }], leftLines: [] };
}

/** True if a text begins with a comment. */
function beginsWithComment(file: ResolvedFile, { lines }: GivenText): boolean {
  return hasNode(file, lines.join("\n"), (tree, node) => tree.start(node) === 0 && isComment(tree, node));
}

/** True if a text that need not be correct parses to a tree with a wanted node. */
function hasNode(
  { parsePart }: ResolvedFile,
  text: string,
  isWanted: (tree: FlatTree, node: number) => boolean,
): boolean {
  return parsePart(text, (tree) => {
    for (let node = 0; node < tree.size; node++) if (isWanted(tree, node)) return true;
    return false;
  });
}

function bodyEdit(
  file: ResolvedFile,
  declaration: Declaration,
  { body, indent }: DeclaredRange,
  given: GivenText,
  unit: string,
): SymbolEdits {
  if (body === undefined) return { fault: "it has no body between braces, and none that is indented" };
  const { text } = file;
  const edit = { start: body.start, end: body.end };
  if (body.isBlock) {
    const { emptyStatement = "", kind = "" } = traitsOf(declaration.file.language).indentedBlock ?? {};
    const lines = withStatement(file, given, emptyStatement);
    const inner = bodyIndent(text, body, declaration) ?? indent + unit;
    const head = text.slice(body.start, lineEndOf(text, body.start));
    const isInline = !/^\s*(?:#|$)/.test(head);
    const [only = "", ...others] = lines.lines;
    if (isInline && others.length === 0 && !hasBlock(file, only, kind)) {
      return { edits: [{ ...edit, text: ` ${only}` }], leftLines: [] };
    }
    // A comment after the head stays, as do blank lines.
    const start = isInline ? body.start : beforeCode(text, lineEndOf(text, body.start), body.end);
    return { edits: [{ ...edit, start, text: `\n${placed(lines, inner, false)}` }], leftLines: [] };
  }
  const own = withoutBraces(file, given);
  const inside = text.slice(body.start, body.end);
  const before = inside.slice(0, inside.length - inside.trimStart().length);
  const after = inside.slice(inside.trimEnd().length);
  if (own.lines.join("").trim() === "") {
    return { edits: [{ ...edit, text: before === inside ? inside.replaceAll("\r\n", "\n") : "" }], leftLines: [] };
  }
  const isInline = !inside.includes("\n");
  const [only = "", ...others] = own.lines;
  if (isInline && others.length === 0 && before !== inside && !/^#|\/\//.test(only)) {
    return { edits: [{ ...edit, text: before + only.trim() + after }], leftLines: [] };
  }
  const closing = text.slice(lineStartOf(text, body.end), body.end);
  const outer =
    isInline || closing.trim() !== "" ? leadOf(text.slice(lineStartOf(text, body.start), body.start)) : closing;
  const inner = bodyIndent(text, body, declaration) ?? outer + unit;
  const start = isInline ? body.start : beforeCode(text, body.start, body.end);
  const end = isInline ? body.end : afterCode(text, start, body.end);
  const closed = end < body.end ? "" : `\n${outer}`;
  return { edits: [{ start, end, text: `\n${placed(own, inner, false)}${closed}` }], leftLines: [] };
}

/** The lines of a body, with a statement at the end if they have none: they are empty, or only comments. */
function withStatement(file: ResolvedFile, given: GivenText, emptyStatement: string): GivenText {
  const whole = given.lines.join("\n");
  if (whole === "") return { ...given, lines: [emptyStatement] };
  // The first node is the whole text.
  const hasCode = hasNode(file, whole, (tree, node) => node > 0 && !isComment(tree, node));
  return hasCode ? given : { ...given, lines: [...given.lines, emptyStatement] };
}

/** True if a line of code has a block of its own: it cannot follow a head in its line. */
function hasBlock(file: ResolvedFile, line: string, kind: string): boolean {
  return hasNode(file, line, (tree, node) => tree.type(node) === kind);
}

/** The end of the line before the first one of a body that has code; the start if the first line has some. */
function beforeCode(text: string, start: number, end: number): number {
  const blanks = /^\s*\n/.exec(text.slice(start, end))?.[0] ?? "";
  if (blanks === "" || text.slice(start, end).trim() === "") return start;
  return start + blanks.replace(/\r?\n$/, "").length;
}

/** The end of the last line of a body that has code; the end of the body if code follows in that line. */
function afterCode(text: string, start: number, end: number): number {
  const code = text.slice(start, end).trimEnd();
  const lineEnd = lineEndOf(text, start + code.length);
  return code === "" || lineEnd >= end ? end : lineEnd;
}

/** The indentation of the lines of a body; undefined if no line is its own. */
function bodyIndent(text: string, { start, end }: Body, declaration: Declaration): string | undefined {
  const [, ...lines] = text.slice(start, end).split("\n");
  const isLabel = (line: string) => hasBraces(declaration) && /^\s*\w+:\s*$/.test(line);
  const code = lines.filter((line) => /^\s*[^\s#]/.test(line) && !isLabel(line));
  // Labels such as `public:` may be further left than members.
  const labels = isFunction(declaration) ? [] : lines.filter(isLabel);
  const leads = [...(isFunction(declaration) ? code.slice(0, 1) : code), ...labels].map(leadOf);
  const [first, ...others] = leads;
  return first === undefined
    ? undefined
    : others.reduce((least, lead) => (lead.length < least.length ? lead : least), first);
}

/** Takes away the braces around all of a text. */
function withoutBraces({ parsePart, text }: ResolvedFile, given: GivenText): GivenText {
  const whole = given.lines.join("\n");
  if (!whole.startsWith("{") || !whole.endsWith("}")) return given;
  const isOne = parsePart(whole, (tree) => isPair(tree, whole));
  return isOne ? givenText(whole.slice(1, -1), indentationOf(text), parsePart, true) : given;
}

/**
 * True if the brace at the start of a text is closed at its end. The members of a class do not parse by themselves: only braces are
 * looked at, and only the ones in the first branch of a preprocessor, since branches may share a brace.
 */
function isPair(tree: FlatTree, whole: string): boolean {
  let depth = 0;
  // Open conditionals, and the number of the one whose further branches are passed over.
  let [conditionals, passed] = [0, 0];
  for (let node = 0; node < tree.size; node++) {
    const [type, start, end] = [tree.type(node), tree.start(node), tree.end(node)];
    if (tree.firstChild(node) !== noNode || end === start) continue;
    const directive = /^#|^preproc_directive$/.test(type) ? whole.slice(start, end) : "";
    if (/^#\s*if/.test(directive)) conditionals++;
    else if (/^#\s*el/.test(directive)) passed ||= conditionals;
    else if (/^#\s*endif/.test(directive) && passed === conditionals--) passed = 0;
    if (passed > 0) continue;
    // The brace of an interpolation has a sign: "${".
    if (type.endsWith("{")) depth++;
    else if (type === "}" && --depth === 0) return end === whole.length;
  }
  return false;
}

/** Blank lines and code around some lines. */
type Surroundings = {
  /** The start of the blank lines before, and the end of those after. */
  readonly start: number;
  readonly end: number;
  readonly above: number;
  readonly below: number;
  /** True if the nearest line is code of the same block. */
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
};

function surroundingsOf(text: string, from: number, to: number, indent: string): Surroundings {
  let [start, above] = [from, 0];
  for (let line = lineStartOf(text, start - 1); start > 0; line = lineStartOf(text, start - 1)) {
    if (text.slice(line, start).trim() !== "") break;
    start = line;
    above++;
  }
  let [end, below] = [to, 0];
  while (end < text.length) {
    const next = text.indexOf("\n", end);
    const after = next < 0 ? text.length : next + 1;
    if (text.slice(end, after).trim() !== "") break;
    end = after;
    below++;
  }
  const before = start === 0 ? "" : text.slice(lineStartOf(text, start - 1), start).trimEnd();
  const following = text.slice(end, lineEndOf(text, end));
  return {
    start,
    end,
    above,
    below,
    hasBefore: before !== "" && leadOf(before).length >= indent.length && !/[{:(]$/.test(before),
    hasAfter: following !== "" && leadOf(following).length >= indent.length && !/^\s*[})\]]/.test(following),
  };
}

/** Blank lines between two declarations of several lines, where no neighbours tell: in a block, and at the top of a file. */
const blankLines = { inner: 1, top: 1, topOfBlocks: 2 };

function insertion(
  file: ResolvedFile,
  declaration: Declaration,
  range: DeclaredRange,
  given: GivenText,
  part: "before" | "after",
): TextEdit {
  const { text } = file;
  const { indent } = range;
  const [from, lineEnd] = [lineStartOf(text, range.docStart), lineEndOf(text, range.end)];
  const to = text.charAt(lineEnd) === "" ? lineEnd : text.indexOf("\n", lineEnd) + 1;
  const around = surroundingsOf(text, from, to, indent);
  const isBlock = traitsOf(declaration.file.language).indentedBlock !== undefined;
  const byDefault = indent !== "" ? blankLines.inner : isBlock ? blankLines.topOfBlocks : blankLines.top;
  const [own, other] = part === "before" ? [around.above, around.below] : [around.below, around.above];
  const [hasOwn, hasOther] =
    part === "before" ? [around.hasBefore, around.hasAfter] : [around.hasAfter, around.hasBefore];
  const known = hasOwn ? own : hasOther ? other : undefined;
  const isLong = given.lines.length > 1 || text.slice(range.start, range.end).includes("\n");
  const blanks = Math.max(known ?? 0, isLong ? (known === undefined || known === 0 ? byDefault : 0) : 0);
  const added = placed(given, indent, false);
  const between = "\n".repeat(blanks);
  // The neighbour on the other side is as far away.
  const beyond = "\n".repeat(hasOwn ? Math.max(0, blanks - own) : 0);
  if (part === "before") return { start: from, end: from, text: `${beyond}${added}\n${between}` };
  return { start: lineEnd, end: lineEnd, text: `\n${between}${added}${beyond}` };
}

/** Takes lines away, with the blank lines on one side. */
function withoutLines({ text }: ResolvedFile, { docStart, end, indent }: DeclaredRange): TextEdit {
  const [from, lineEnd] = [lineStartOf(text, docStart), lineEndOf(text, end)];
  const lineBreak = text.indexOf("\n", lineEnd);
  const to = lineBreak < 0 ? text.length : lineBreak + 1;
  const around = surroundingsOf(text, from, to, indent);
  const { above, below, hasBefore, hasAfter } = around;
  const takesAbove = hasBefore === hasAfter ? (hasBefore ? above < below : above > below) : hasBefore;
  const start = takesAbove ? around.start : from;
  // A file without a line break at its end has none afterwards.
  const breakBefore = lineBreak >= 0 || start === 0 ? 0 : text.charAt(start - 2) === "\r" ? 2 : 1;
  return { start: start - breakBefore, end: takesAbove ? to : around.end, text: "" };
}

/** The indented block around a declaration, and the statement that it needs once nothing else is left; undefined if code is left. */
function emptiedBlock(
  { tree }: ResolvedFile,
  { at, file }: Declaration,
  removed: readonly Removed[],
): { readonly block: number; readonly statement: string } | undefined {
  const { indentedBlock } = traitsOf(file.language);
  if (indentedBlock === undefined) return undefined;
  let block = tree.firstFrom(at + 1) - 1;
  while (block > 0 && tree.type(block) !== indentedBlock.kind) block = tree.parents[block] ?? noNode;
  if (block <= 0) return undefined;
  for (let child = tree.firstNamedChild(block); child !== noNode; child = tree.nextSibling(child)) {
    const isCode = tree.isNamed(child) && !isComment(tree, child);
    if (isCode && !isIn(removed, tree.start(child), tree.end(child))) return undefined;
  }
  return { block, statement: indentedBlock.emptyStatement };
}

function isIn(removed: readonly Removed[], start: number, end: number): boolean {
  return removed.some((range) => range.docStart <= start && end <= range.end);
}

/** The line above a declaration if macros that the tree lacks fill it: they may belong to the declaration. */
function macroAbove({ text, tree, positionOf }: ResolvedFile, { docStart }: DeclaredRange): number | undefined {
  const end = lineStartOf(text, docStart);
  if (end === 0) return undefined;
  const start = lineStartOf(text, end - 1);
  if (!/^\s*[A-Za-z_][\w\s(),."]*$/.test(text.slice(start, end))) return undefined;
  const node = tree.firstFrom(start);
  return node < tree.size && tree.start(node) < end ? undefined : positionOf(start).line;
}

function merged(edits: readonly TextEdit[]): readonly TextEdit[] {
  const made: TextEdit[] = [];
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    const last = made.at(-1);
    if (last === undefined || edit.start >= last.end) made.push(edit);
    else made[made.length - 1] = { ...last, end: Math.max(last.end, edit.end) };
  }
  return made;
}
