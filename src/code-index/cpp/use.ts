/**
 * The use of a name in a C++ file: its role, qualifier, receiver and call arguments. Input: an open file and an offset;
 * output: the use, with the place from which it is looked up.
 */
import { countWhile } from "../../base/count-while.ts";
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy } from "../../base/group-by.ts";
import { spelling } from "../../syntax/declarators.ts";
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import type { OpenFile } from "../resolution.ts";
import { maxName, qualifierBefore, skipSpaceBack, startOfOperand } from "../text-before.ts";
import { classKinds, isTemplateParameter } from "./containers.ts";
import { splitArguments } from "./expression.ts";
import type { Place } from "./model.ts";
import { isInGuide } from "./named-statements.ts";
import { nodeKindsOf } from "./node-kinds.ts";

/** A name at a place of an open file, and what is around it. */
export type Use = {
  readonly name: string;
  readonly offset: number;
  readonly open: OpenFile;
  readonly place: Place;
  /** The node of the name; noNode where masking has left none. */
  readonly node: number;
  /** Its qualifier with `::`: `a::B<int>`, or only "::". */
  readonly qualifier: string;
  /** The text before `.` or `->`. */
  readonly receiver: { readonly text: string; readonly arrow: boolean } | undefined;
  /** True before `::`. */
  readonly isQualifier: boolean;
  /** True before `(`. */
  readonly isFollowedByArguments: boolean;
  /** The number of arguments of the call whose function it is. */
  readonly argumentCount: number | undefined;
  /** The texts of these arguments. */
  readonly argumentTexts: readonly string[];
  /** The kind of name in the grammar, if it says something. */
  readonly role: "directive" | "destructor" | "initializer" | "designator" | "label" | "using" | "elaborated" | "none";
};

/** Reads the use of a name that begins at an offset; undefined if no name begins. */
export function useAt(open: OpenFile, offset: number, places: Places): Use | undefined {
  const { tree, text } = open;
  const found = /^~?\s*[A-Za-z_$][\w$]*/.exec(text.slice(offset, offset + maxName))?.[0];
  if (found === undefined) return undefined;
  const operator = found === "operator" ? operatorAt(tree, text, offset) : undefined;
  const written = operator?.written ?? found;
  const name = operator?.name ?? written.replace(/^~\s*/, "");
  const start = operator === undefined ? offset + found.length - name.length : offset;
  const end = offset + written.length;
  const node = operator?.node ?? leafAt(tree, start);
  const place = places.at(open.file, offset);
  const behind = text.slice(end, end + maxName - written.length);
  const isQualifier = /^\s*(?:<[^<>;{}]*(?:<[^<>;{}]*>[^<>;{}]*)*>)?\s*::(?!\s*\*)/.test(behind);
  const call = node === noNode ? undefined : callOf(tree, text, node);
  return {
    name,
    offset: start,
    open,
    place,
    node,
    isQualifier,
    isFollowedByArguments: /^\s*\(/.test(behind),
    qualifier: qualifierBefore(text, start),
    receiver: receiverOf(tree, text, node, start),
    argumentCount: call?.length,
    argumentTexts: call ?? [],
    role: node === noNode && isInCondition(text, start) ? "directive" : roleOf(tree, node, written.startsWith("~")),
  };
}

/** An operator that is called by its name, as in `a.operator==(b)` and `::operator new(1)`; undefined for another place. */
function operatorAt(
  tree: FlatTree,
  text: string,
  offset: number,
): { readonly node: number; readonly written: string; readonly name: string } | undefined {
  for (let node = tree.firstFrom(offset); node < tree.size && tree.start(node) === offset; node++) {
    if (!/^(?:operator_name|field_identifier)$/.test(tree.type(node))) continue;
    const written = text.slice(offset, tree.end(node));
    return { node, written, name: spelling(written) };
  }
  return undefined;
}

/** True for a name with `<>` after it, which means a template. */
export function hasEmptyArguments({ open, offset, name }: Use): boolean {
  return /^\s*<\s*>/.test(open.text.slice(offset + name.length, offset + name.length + maxName));
}

/** The template arguments that a name is written with. */
export function templateArgumentsOf({ open, offset, name }: Use): readonly string[] {
  const rest = open.text.slice(offset + name.length, offset + name.length + maxName);
  const start = /^\s*</.exec(rest)?.[0].length;
  let depth = 1;
  for (let at = start ?? rest.length; at < rest.length; at++) {
    const sign = rest[at] ?? "";
    if ("<([".includes(sign)) depth++;
    else if (")]".includes(sign) || (sign === ">" && rest[at - 1] !== "-")) depth--;
    if (depth === 0) return splitArguments(rest.slice(start, at));
    if (";{}".includes(sign)) break;
  }
  return [];
}

/** The innermost node that begins at an offset; noNode when it is not a word. */
function leafAt(tree: FlatTree, offset: number): number {
  // The last node that begins there is the innermost, except missing ones, which are empty.
  let node = tree.firstFrom(offset + 1) - 1;
  while (node > 0 && tree.start(node) === offset && tree.end(node) === offset) node--;
  const isWord =
    node >= 0 &&
    tree.start(node) === offset &&
    /(identifier|^this|^auto|primitive_type|^true|^false)$/.test(tree.type(node));
  return isWord ? node : noNode;
}

const nameHolders = new Set([
  "template_function",
  "template_method",
  "template_type",
  "dependent_name",
  "qualified_identifier",
  "destructor_name",
]);

/** Nodes around a name that are looked through: each name of a chain has all of the chain around it. */
const maxLevels = 200;

/** The whole expression that a name is the last part of: `a.b::c<int>` at c. */
function wholeOf(tree: FlatTree, node: number): number {
  const { kind, field } = nodeKindsOf(tree.grammar);
  const fieldExpression = kind("field_expression");
  let whole = node;
  for (let level = 0; level < maxLevels; level++) {
    const parent = tree.parents[whole] ?? noNode;
    if (parent === noNode) return whole;
    const isName =
      nameHolders.has(tree.type(parent)) &&
      tree.fields[whole] !== field("scope") &&
      tree.fields[whole] !== field("arguments");
    const isMember = tree.kinds[parent] === fieldExpression && tree.fields[whole] === field("field");
    if (!isName && !isMember) return whole;
    whole = parent;
  }
  return whole;
}

/** The texts of the arguments of the call whose function a name is. */
function callOf(tree: FlatTree, text: string, node: number): readonly string[] | undefined {
  const { field } = nodeKindsOf(tree.grammar);
  const whole = wholeOf(tree, node);
  const parent = tree.parents[whole] ?? noNode;
  if (parent === noNode || tree.type(parent) !== "call_expression" || tree.fields[whole] !== field("function"))
    return undefined;
  const list = tree.childByField(parent, field("arguments"));
  const texts: string[] = [];
  for (
    let child = list === noNode ? noNode : tree.firstChild(list);
    child !== noNode;
    child = tree.nextSibling(child)
  ) {
    if (tree.isNamed(child) && tree.type(child) !== "comment")
      texts.push(text.slice(tree.start(child), tree.end(child)));
  }
  return texts;
}

function receiverOf(tree: FlatTree, text: string, node: number, offset: number): Use["receiver"] {
  const { kind, field } = nodeKindsOf(tree.grammar);
  const whole = node === noNode ? noNode : wholeOf(tree, node);
  if (whole !== noNode && tree.kinds[whole] === kind("field_expression")) {
    const argument = tree.childByField(whole, field("argument"));
    const operator = tree.childByField(whole, field("operator"));
    // `(object.*member)()` names a variable after the sign, whose star masking takes out of the tree.
    if (operator !== noNode && text.slice(tree.start(operator), offset).includes("*")) return undefined;
    if (argument !== noNode) {
      return {
        text: text.slice(tree.start(argument), tree.end(argument)),
        arrow: operator !== noNode && tree.type(operator) === "->",
      };
    }
  }
  return node === noNode && !isInGuide(text, offset) ? receiverBefore(text, offset) : undefined;
}

/** The receiver by only the text: for arguments of macros, and where the grammar has errors. */
function receiverBefore(text: string, offset: number): Use["receiver"] {
  let end = skipSpaceBack(text, offset);
  const arrow = text.startsWith("->", end - 2);
  if (!arrow && (text[end - 1] !== "." || text[end - 2] === "." || /\d/.test(text[end - 2] ?? ""))) return undefined;
  end = skipSpaceBack(text, end - (arrow ? 2 : 1));
  const start = startOfOperand(text, end);
  return start < end ? { text: text.slice(start, end), arrow } : undefined;
}

function roleOf(tree: FlatTree, node: number, isDestructor: boolean): Use["role"] {
  if (node === noNode) return "none";
  const type = tree.type(node);
  const parent = tree.parents[node] ?? noNode;
  const parentType = parent === noNode ? "" : tree.type(parent);
  if (isDestructor || parentType === "destructor_name") return "destructor";
  if (type === "statement_identifier") return "label";
  const whole = wholeOf(tree, node);
  const above = tree.parents[whole] ?? noNode;
  const aboveType = above === noNode ? "" : tree.type(above);
  if (aboveType === "field_initializer" && tree.firstNamedChild(above) === whole) return "initializer";
  if (parentType === "field_designator") return "designator";
  if (aboveType === "using_declaration") return "using";
  if (elaborated.has(aboveType)) return "elaborated";
  return isInDirective(tree, node) ? "directive" : "none";
}

/** Names of types after their kinds: `struct A* next;`. */
const elaborated: ReadonlySet<string> = new Set([
  "class_specifier",
  "struct_specifier",
  "union_specifier",
  "enum_specifier",
]);

/** True in the condition of a directive that masking has taken out of the tree, as in a statement that branches cut. */
function isInCondition(text: string, offset: number): boolean {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const before = text.slice(start, Math.min(offset, start + maxName));
  return /^[ \t]*#[ \t]*(?:el)?if(?:n?def)?\b/.test(before) && !/\/[/*]/.test(before);
}

/** True in the condition of `#if`, `#ifdef`, or for a name that `#define` defines. */
function isInDirective(tree: FlatTree, node: number): boolean {
  const { field } = nodeKindsOf(tree.grammar);
  let child = node;
  for (let level = 0; level < maxLevels; level++) {
    const above = tree.parents[child] ?? noNode;
    if (above === noNode) return false;
    const type = tree.type(above);
    if (type.startsWith("preproc_")) {
      const own = tree.fields[child];
      return type === "preproc_defined" || own === field("condition") || own === field("name");
    }
    if (!/(expression|argument_list)$/.test(type)) return false;
    child = above;
  }
  return false;
}

/** The facts about places in files. */
export class Places {
  readonly #around = new WeakMap<IndexedFile, readonly Declaration[]>();
  readonly #byOffset = new WeakMap<IndexedFile, ReadonlyMap<number, readonly Declaration[]>>();

  /** The declarations whose names begin at an offset. */
  declaredAt(file: IndexedFile, offset: number): readonly Declaration[] {
    const byOffset = getOrInsert(this.#byOffset, file, () => groupBy(file.declarations, ({ at }) => at));
    return byOffset.get(offset) ?? [];
  }

  at(file: IndexedFile, offset: number): Place {
    const around = getOrInsert(this.#around, file, () => {
      const templates = new Set(file.declarations.filter(isTemplateParameter).map(({ parent }) => parent));
      return file.declarations
        .filter((one) => isAround(one) || templates.has(one))
        .sort((one, other) => one.start - other.start || one.index - other.index);
    });
    const before = countWhile(around.length, (index) => (around[index]?.start ?? 0) <= offset);
    let parent = around[before - 1];
    while (parent !== undefined && parent.end <= offset) parent = parent.parent;
    const isInHead = parent !== undefined && classKinds.has(parent.kind) && offset < parent.headEnd;
    if (isInHead && parent !== undefined) return { file, offset, parent: parent.parent, template: parent };
    return { file, offset, parent };
  }
}

/** True for what has a scope, or is defined in that of another one. */
function isAround({ kind, qualifier }: Declaration): boolean {
  return (
    kind === "namespace" ||
    kind === "function" ||
    kind === "enum" ||
    classKinds.has(kind) ||
    qualifier !== "" ||
    kind === "alias" ||
    kind === "concept"
  );
}
