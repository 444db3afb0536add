/**
 * The rules for which bodies of C++ functions stay in a header, such as constexpr functions. Input: the definition of a
 * function; output: the rule that keeps or removes it; without one the body becomes `;`.
 */
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import { behind, childOfKind, childrenIn, isDamaged, type ReadTree } from "../read-tree.ts";
import { directivesIn } from "./directives.ts";
import { fitsClass, nameNodeOf } from "./names.ts";

/** The treatment of the definition of a function. */
export type BodyRule = {
  readonly id: string;
  /** `keep`: unchanged; `remove`: the whole definition, which is declared elsewhere. */
  readonly act: "keep" | "remove";
  /** True for a reason that an answer tells: the body is part of the interface. */
  readonly isTold: boolean;
  readonly applies: (definition: FunctionDefinition) => boolean;
};

/** The definition of a function with a body. */
export type FunctionDefinition = {
  readonly file: ReadTree;
  readonly node: number;
  /** The outermost template of it, or else itself. */
  readonly whole: number;
  /** The first child of its body: of member initializers, of `try`, or of a block. */
  readonly body: number;
  /** The text before the body, with macros before it. */
  readonly head: string;
  /** The name, which may be qualified; noNode where there is none. */
  readonly name: number;
  /** True for a definition in the body of a class, also of a friend. */
  readonly isInClass: boolean;
};

const bodyKinds: ReadonlySet<string> = new Set([
  "compound_statement",
  "try_statement",
  "constructor_try_statement",
  "field_initializer_list",
]);

/** Returns the first node of the body of a function; noNode where it has none, such as a deleted one. */
export function bodyOf(tree: FlatTree, node: number): number {
  return childOfKind(tree, node, bodyKinds);
}

/** Why definitions do not become declarations, the first that applies. */
export const bodyRules: readonly BodyRule[] = [
  { id: "unread", act: "keep", isTold: true, applies: isUnread },
  { id: "macro-head", act: "keep", isTold: true, applies: isHeadOfMacro },
  { id: "constexpr", act: "keep", isTold: true, applies: ({ head }) => /constexpr|consteval/i.test(head) },
  { id: "deduced-return-type", act: "keep", isTold: true, applies: hasDeducedType },
  { id: "friend-default-argument", act: "keep", isTold: true, applies: isFriendWithDefault },
  { id: "out-of-line", act: "remove", isTold: false, applies: isOutOfLine },
];

/** Its braces, or conditions within it, are not in pairs, or it defines a macro. */
function isUnread({ file, node, body }: FunctionDefinition): boolean {
  const { tree, text } = file;
  const end = tree.end(node);
  if (isDamaged(file, node, body) || text[end - 1] !== "}") return true;
  const { isBalanced, defines } = directivesIn(text.slice(tree.start(body), end));
  if (!isBalanced || defines) return true;
  return isDamaged(file, body, behind(tree, node)) && !hasBracesInPairs(tree, body, behind(tree, node));
}

function hasBracesInPairs(tree: FlatTree, first: number, end: number): boolean {
  let depth = 0;
  for (let node = first; node < end; node++) {
    if (tree.isNamed(node) || tree.end(node) - tree.start(node) !== 1) continue;
    const type = tree.type(node);
    if (type === "{") depth++;
    else if (type === "}") depth--;
  }
  return depth === 0;
}

/** `FOO(x) { … }`: a function without a type is a constructor, a destructor or a conversion. */
function isHeadOfMacro({ file, node, name }: FunctionDefinition): boolean {
  if (file.field(node, "type") !== noNode) return false;
  return name === noNode || !fitsClass(file, node, name);
}

/** `auto f() { … }`, `decltype(auto)`, without `-> T`. */
function hasDeducedType({ file, node, name }: FunctionDefinition): boolean {
  const { tree } = file;
  const type = file.field(node, "type");
  if (name !== noNode && tree.type(name) === "operator_cast") {
    return tree.type(file.field(name, "type")) === "placeholder_type_specifier";
  }
  if (type === noNode || tree.type(type) !== "placeholder_type_specifier") return false;
  for (let at = file.field(node, "declarator"); at < behind(tree, node); at++) {
    if (tree.type(at) === "parameter_list") at = behind(tree, at) - 1;
    else if (tree.type(at) === "trailing_return_type") return false;
    else if (tree.type(at) === "compound_statement") return true;
  }
  return true;
}

/** `friend void f(int = 0) { … }`: a friend with default arguments has to be a definition. */
function isFriendWithDefault({ file, whole, body, isInClass }: FunctionDefinition): boolean {
  const { tree } = file;
  if (!isInClass) return false;
  const holder = tree.parents[whole] ?? noNode;
  const isFriend = holder !== noNode && tree.type(holder) === "friend_declaration";
  if (!isFriend && !/\bfriend\b/.test(file.text.slice(tree.start(whole), tree.start(body)))) return false;
  const outer = isFriend ? (tree.parents[holder] ?? noNode) : noNode;
  const first = outer !== noNode && tree.type(outer) === "template_declaration" ? outer : whole;
  for (let at = first; at < body; at++) {
    if (/^optional_(?:type_)?parameter_declaration$/.test(tree.type(at))) return true;
  }
  return false;
}

/** `void A::f() { … }`, which A declares; not of a specialization `template <> void A<int>::f() { … }`. */
function isOutOfLine({ file, node, whole, name, isInClass }: FunctionDefinition): boolean {
  const { tree } = file;
  if (isInClass || name === noNode || nameNodeOf(file, file.field(node, "declarator")) === noNode) return false;
  if (!isQualified(file, node)) return false;
  for (let at = whole; at !== node; at = templateBelow(tree, at)) {
    const parameters = file.field(at, "parameters");
    if (parameters !== noNode && tree.firstNamedChild(parameters) !== noNode) return true;
  }
  return whole === node;
}

function templateBelow(tree: FlatTree, template: number): number {
  for (const child of childrenIn(tree, template)) {
    const type = tree.type(child);
    if (type === "template_declaration" || type === "function_definition") return child;
  }
  return template + 1;
}

/** True when the name of a function is written with what it belongs to. */
function isQualified(file: ReadTree, node: number): boolean {
  return qualifierOf(file, file.field(node, "declarator")) !== noNode;
}

/** The qualified name that a declarator is of; noNode for a plain one. */
export function qualifierOf({ tree, field }: ReadTree, declarator: number): number {
  let at = declarator;
  while (at !== noNode && tree.type(at) !== "qualified_identifier") {
    if (!tree.type(at).endsWith("declarator")) return noNode;
    const inner = field(at, "declarator");
    at = inner === noNode ? tree.firstNamedChild(at) : inner;
  }
  return at;
}
