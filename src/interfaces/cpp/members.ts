/**
 * The members of a C++ class in a tree, by access labels. Input: the body of a class; output: its sections with their
 * members, and the rule by which a private member is part of the interface.
 */
import type { Range } from "../../base/nested-ranges.ts";
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import type { Access } from "../../syntax/symbols.ts";
import { beginsLine } from "../edits.ts";
import { behind, childrenIn, isDamaged, type ReadTree } from "../read-tree.ts";
import { insideOf, rangeWithComments } from "./definitions.ts";
import { directivesIn } from "./directives.ts";
import { nameNodeOf } from "./names.ts";

/** A member of a class. */
export type Member = Range & {
  readonly node: number;
  readonly access: Access;
  /** The names that it declares, and their offsets. */
  readonly names: readonly string[];
  readonly nameOffsets: readonly number[];
  /** Why it is part of the interface although it is private; undefined if nothing says so. */
  readonly rule: string | undefined;
};

/** Members from one access label to the next one. */
export type Section = Range & {
  /** True when the class begins with it, so that it has no label. */
  readonly isFirst: boolean;
  readonly members: readonly Member[];
};

/** The parts of the body of a class. */
export type ClassBody = { readonly sections: readonly Section[] };

type OpenSection = { start: number; isFirst: boolean; members: Member[]; parent: number };

/** Reads the members of a class. One with parts that the grammar does not read has no private members. */
export function classBodyAt(file: ReadTree, list: number): ClassBody {
  const { tree } = file;
  const holder = tree.parents[list] ?? noNode;
  const isClass = holder !== noNode && tree.type(holder) === "class_specifier";
  const isSure = !isDamaged(file, list, behind(tree, list));
  let access: Access = isClass ? "private" : "public";
  const sections: Section[] = [];
  let open: OpenSection = { start: tree.start(list) + 1, isFirst: true, members: [], parent: list };
  let above: number[] = [];
  for (const node of memberNodes(tree, list)) {
    const type = tree.type(node);
    if (type === "comment") {
      if (beginsLine(file.text, tree.start(node))) above.push(node);
      continue;
    }
    if (type === "access_specifier") {
      access = accessOf(file.textOf(node)) ?? access;
      sections.push(closed(open, tree.start(node), tree.parents[node] ?? noNode));
      open = { start: tree.start(node), isFirst: false, members: [], parent: tree.parents[node] ?? noNode };
    } else if (tree.isNamed(node)) {
      open.members.push(memberAt(file, node, isSure ? access : "public", above));
    }
    above = [];
  }
  sections.push(closed(open, tree.end(list) - 1, list));
  return { sections };
}

/** A section ends where its label has begun: in the same branch of a condition, or else it is not a range. */
function closed({ start, isFirst, members, parent }: OpenSection, end: number, endParent: number): Section {
  return { start, end: parent === endParent ? end : start, isFirst, members };
}

/** The nodes in the body of a class and in the conditions there. */
function* memberNodes(tree: FlatTree, list: number): Generator<number> {
  const end = behind(tree, list);
  for (let node = list + 1; node < end; ) {
    const type = tree.type(node);
    const isCondition = conditions.has(type);
    if (!isCondition && (isMember(type) || !tree.isNamed(node))) {
      const isPart = conditions.has(tree.type(tree.parents[node] ?? noNode)) && !isMember(type);
      if (!isPart && type !== "{" && type !== "}" && type !== ":") yield node;
    }
    node = isCondition ? node + 1 : behind(tree, node);
  }
}

const conditions: ReadonlySet<string> = new Set([
  "preproc_if",
  "preproc_ifdef",
  "preproc_elif",
  "preproc_elifdef",
  "preproc_else",
]);

const memberKinds: ReadonlySet<string> = new Set(
  (
    "field_declaration function_definition declaration template_declaration alias_declaration type_definition " +
    "using_declaration friend_declaration static_assert_declaration access_specifier comment class_specifier " +
    "struct_specifier union_specifier enum_specifier inline_method_definition " +
    "constructor_or_destructor_definition template_instantiation"
  ).split(" "),
);

function isMember(type: string): boolean {
  return memberKinds.has(type);
}

function accessOf(label: string): Access | undefined {
  const word = /^\w+/.exec(label)?.[0];
  return word === "public" || word === "protected" || word === "private" ? word : undefined;
}

function memberAt(file: ReadTree, node: number, access: Access, above: readonly number[]): Member {
  const range = rangeWithComments(file, node, above);
  const names = access === "private" ? namesIn(file, node) : declaratorNames(file, node);
  return {
    ...range,
    node,
    access,
    names: names.map((name) => file.textOf(name)),
    nameOffsets: names.map((name) => file.tree.start(name)),
    rule: access === "private" ? ruleOf(file, node, range) : undefined,
  };
}

/** Private members that are part of the interface, by the reason. */
const privateRules: readonly {
  readonly id: string;
  readonly applies: (file: ReadTree, node: number, head: string) => boolean;
}[] = [
  { id: "friend", applies: ({ tree }, node, head) => /friend/.test(tree.type(node)) || /\bfriend\b/.test(head) },
  // Classes derived of it override it, and whether objects can be made depends on it.
  { id: "virtual", applies: (_, __, head) => /\bvirtual\b|\boverride\b|\bfinal\b/.test(head) },
  // It takes away what compilers make of themselves.
  { id: "special-member", applies: isSpecial },
  // It is used without its name.
  { id: "operator", applies: (_, __, head) => /\boperator\b/.test(head) },
  { id: "static-assert", applies: ({ tree }, node) => tree.type(node) === "static_assert_declaration" },
];

function ruleOf(file: ReadTree, node: number, { start, end }: Range): string | undefined {
  const { isBalanced, defines } = directivesIn(file.text.slice(start, end));
  if (!isBalanced || defines) return "condition";
  const inner = insideOf(file, node);
  const head = headOf(file, inner);
  return privateRules.find(({ applies }) => applies(file, inner, head))?.id;
}

/** The text of a member before its body, the member initializers left out. */
function headOf({ tree, text }: ReadTree, node: number): string {
  for (const child of childrenIn(tree, node)) {
    const type = tree.type(child);
    if (type === "compound_statement" || type === "field_initializer_list") {
      return text.slice(tree.start(node), tree.start(child));
    }
    if (/^(class|struct|union|enum)_specifier$/.test(type)) return "";
  }
  return text.slice(tree.start(node), tree.end(node));
}

/** A constructor, a destructor, an assignment. */
function isSpecial(file: ReadTree, node: number): boolean {
  const { tree, field } = file;
  const type = tree.type(node);
  if (type !== "function_definition" && type !== "declaration" && type !== "field_declaration") return false;
  const name = nameNodeOf(file, field(node, "declarator"));
  if (name === noNode) return false;
  if (tree.type(name) === "destructor_name") return true;
  if (tree.type(name) === "operator_name") return /^operator\s*=$/.test(file.textOf(name));
  return field(node, "type") === noNode && tree.type(name) === "identifier";
}

function declaratorNames(file: ReadTree, node: number): readonly number[] {
  const inner = insideOf(file, node);
  if (inner === noNode) return [];
  const found: number[] = [];
  for (const child of childrenIn(file.tree, inner)) {
    if (!file.tree.type(child).endsWith("declarator") && file.tree.type(child) !== "field_identifier") continue;
    const name = nameNodeOf(file, child);
    if (name !== noNode) found.push(name);
  }
  return found;
}

const typesWithNames: ReadonlySet<string> = new Set([
  "class_specifier",
  "struct_specifier",
  "union_specifier",
  "enum_specifier",
]);

/**
 * The names that a member declares: of fields, functions, types and enumerators, and members of unions without names.
 */
function namesIn(file: ReadTree, node: number): readonly number[] {
  const { tree, field } = file;
  const inner = insideOf(file, node);
  if (inner === noNode) return [];
  const found = [...declaratorNames(file, node)];
  const type = tree.type(inner);
  if (type === "alias_declaration") found.push(field(inner, "name"));
  if (type === "type_definition" || type === "using_declaration") found.push(tree.lastNamedChild(inner));
  const candidates = [inner, ...childrenIn(tree, inner)].filter((at) => typesWithNames.has(tree.type(at)));
  for (const specifier of candidates) {
    const name = field(specifier, "name");
    // A specialization is used by the name of its template.
    if (name !== noNode) found.push(tree.type(name) === "template_type" ? field(name, "name") : name);
    if (name === noNode || tree.type(specifier) === "enum_specifier") found.push(...namesBelow(tree, specifier));
  }
  return found.filter((name) => name !== noNode);
}

const nameKinds: ReadonlySet<string> = new Set(["field_identifier", "identifier"]);

function namesBelow(tree: FlatTree, node: number): readonly number[] {
  const found: number[] = [];
  for (let at = node + 1; at < behind(tree, node); at++) {
    if (nameKinds.has(tree.type(at))) found.push(at);
  }
  return found;
}
