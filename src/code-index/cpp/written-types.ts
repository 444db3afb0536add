/**
 * The types of C++ declarations as they are written, for answers about types and signatures. Input: a tree, and the
 * offset of a declared name; output: its specifiers, type and declarator, or the parameters of the function.
 */
import { wordSet } from "../../base/word-list.ts";
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import { oneLine } from "../../syntax/one-line.ts";
import type { ParameterText } from "../resolution.ts";
import { nodeKindsOf } from "./node-kinds.ts";

/** UTF-16 code units of a type, or of a default of a parameter. */
const maxText = 160;

/** Declarators and parts of names around a name that are looked through. */
const maxLevels = 200;

const nameKinds = wordSet("qualified_identifier template_function template_method dependent_name destructor_name");
const bodyKinds = wordSet("class_specifier struct_specifier union_specifier enum_specifier");

/** The written type of the name that a declaration declares; of a function, of its result. */
export type WrittenDeclaration = {
  /** `const` (which `constexpr` says of a variable, too) and `volatile`, then the type itself; "" where none is written. */
  readonly base: string;
  /** True if the type is `auto`, and the actual type follows from the value. */
  readonly isAuto: boolean;
  /** The additions of the declarator: `*const`, `&`, ` [3]`, ` (*)(int)`. */
  readonly suffix: string;
  /** True for a name in `auto [a, b]`. */
  readonly isBinding: boolean;
};

/** Reads the declaration of the name that begins at an offset; undefined if the tree has none. */
export function writtenDeclaration(tree: FlatTree, text: string, offset: number): WrittenDeclaration | undefined {
  const name = leafAt(tree, offset);
  if (name === noNode) return undefined;
  const { top, called, whole } = declaratorAround(tree, name);
  const above = tree.parents[top] ?? noNode;
  if (above === noNode) return undefined;
  const statement = tree.type(above) === "init_declarator" ? (tree.parents[above] ?? noNode) : above;
  if (statement === noNode) return undefined;
  const result = called === noNode ? noNode : trailingResult(tree, called);
  if (result !== noNode) {
    return { base: tidy(slice(tree, text, result)), isAuto: false, suffix: "", isBinding: false };
  }
  const hidden = called === noNode ? whole : called;
  const suffix = tidy(
    `${text.slice(tree.start(top), tree.start(hidden))} ${text.slice(tree.end(hidden), tree.end(top))}`,
  );
  const { base, isAuto, isConstexpr } = specifiersOf(tree, text, statement, top);
  const isConstant = isConstexpr && base !== "" && called === noNode;
  return {
    base: isConstant && /^(?:$|\[)/.test(suffix) && !/^const\b/.test(base) ? `const ${base}` : base,
    isAuto,
    suffix: isConstant && suffix.endsWith("*") ? `${suffix} const` : suffix,
    isBinding: tree.type(top) === "structured_binding_declarator",
  };
}

/** A type with what a declarator adds to it. */
export function withSuffix(base: string, suffix: string): string {
  return suffix === "" || /^[*&]/.test(suffix) ? base + suffix : `${base} ${suffix}`;
}

/** The parameters of the function whose name begins at an offset; undefined if it is not a function. */
export function parameterTextsAt(tree: FlatTree, text: string, offset: number): readonly ParameterText[] | undefined {
  const name = leafAt(tree, offset);
  const called = name === noNode ? noNode : declaratorAround(tree, name).called;
  const list = called === noNode ? noNode : tree.childByField(called, fieldOf(tree, "parameters"));
  if (list === noNode) return undefined;
  const parameters: ParameterText[] = [];
  for (let child = tree.firstChild(list); child !== noNode; child = tree.nextSibling(child)) {
    const kind = tree.type(child);
    if (kind === "...") parameters.push({ type: "..." });
    else if (kind.endsWith("parameter_declaration")) parameters.push(parameterText(tree, text, child));
  }
  const [only] = parameters;
  return parameters.length === 1 && only?.type === "void" && only.name === undefined ? [] : parameters;
}

function parameterText(tree: FlatTree, text: string, parameter: number): ParameterText {
  const declarator = tree.childByField(parameter, fieldOf(tree, "declarator"));
  const value = tree.childByField(parameter, fieldOf(tree, "default_value"));
  const name = declarator === noNode ? noNode : firstIdentifier(tree, declarator);
  const { base } = specifiersOf(tree, text, parameter, declarator === noNode ? tree.size : declarator);
  const [before, behind] = name === noNode ? [declarator, noNode] : [name, name];
  const suffix =
    declarator === noNode
      ? ""
      : behind === noNode
        ? slice(tree, text, before)
        : `${text.slice(tree.start(declarator), tree.start(name))} ${text.slice(tree.end(name), tree.end(declarator))}`;
  return {
    ...(name !== noNode && { name: slice(tree, text, name) }),
    type: withSuffix(base, tidy(suffix)),
    ...(value !== noNode && { default: oneLine(slice(tree, text, value), maxText) }),
  };
}

/** The specifiers of a statement before a declarator. */
function specifiersOf(
  tree: FlatTree,
  text: string,
  statement: number,
  declarator: number,
): { readonly base: string; readonly isAuto: boolean; readonly isConstexpr: boolean } {
  const type = tree.childByField(statement, fieldOf(tree, "type"));
  if (type === noNode) return { base: "", isAuto: false, isConstexpr: false };
  const words: string[] = [];
  let isConstexpr = false;
  for (
    let child = tree.firstChild(statement);
    child !== noNode && child < declarator;
    child = tree.nextSibling(child)
  ) {
    const word = tree.type(child) === "type_qualifier" ? slice(tree, text, child) : "";
    if (word === "const" || word === "volatile") words.push(word);
    isConstexpr ||= word === "constexpr";
  }
  const isAuto = tree.type(type) === "placeholder_type_specifier";
  const own = typeNameOf(tree, text, type);
  return { base: own === "" ? "" : [...words, own].join(" "), isAuto, isConstexpr };
}

/** The text of a type: of a class with its body, its name. */
function typeNameOf(tree: FlatTree, text: string, type: number): string {
  if (!bodyKinds.has(tree.type(type))) return tidy(slice(tree, text, type));
  const body = tree.childByField(type, fieldOf(tree, "body"));
  const name = tree.childByField(type, fieldOf(tree, "name"));
  if (body === noNode) return tidy(slice(tree, text, type));
  return name === noNode ? "" : tidy(slice(tree, text, name));
}

/** The nodes around a name: all of the name, the function_declarator whose function it is, the outermost declarator. */
type Around = { readonly whole: number; readonly called: number; readonly top: number };

function declaratorAround(tree: FlatTree, name: number): Around {
  let whole = name;
  let top = name;
  let called: number = noNode;
  let isPlain = true;
  for (let level = 0; level < maxLevels; level++) {
    const parent = tree.parents[top] ?? noNode;
    if (parent === noNode) break;
    const kind = tree.type(parent);
    if (!nameKinds.has(kind) && (!kind.endsWith("_declarator") || kind === "init_declarator")) break;
    if (kind === "function_declarator" && isPlain && called === noNode) called = parent;
    else if (!nameKinds.has(kind) && kind !== "parenthesized_declarator") isPlain = false;
    if (nameKinds.has(kind) && whole === top) whole = parent;
    top = parent;
  }
  return { whole, called, top };
}

/** The type after `->`; noNode where there is none. */
function trailingResult(tree: FlatTree, declarator: number): number {
  for (let child = tree.firstChild(declarator); child !== noNode; child = tree.nextSibling(child)) {
    if (tree.type(child) === "trailing_return_type") return tree.firstNamedChild(child);
  }
  return noNode;
}

function firstIdentifier(tree: FlatTree, declarator: number): number {
  for (let node = declarator; node < (tree.nexts[declarator] ?? 0); node++) {
    if (tree.type(node) === "identifier") return node;
    if (tree.type(node) === "parameter_list") break;
  }
  return noNode;
}

/** The innermost node that begins at an offset; noNode where none does. */
function leafAt(tree: FlatTree, offset: number): number {
  let node = tree.firstFrom(offset);
  if (node >= tree.size || tree.start(node) !== offset) return noNode;
  for (let inner = tree.firstChild(node); inner !== noNode; inner = tree.firstChild(node)) {
    if (tree.start(inner) !== offset || tree.end(inner) === offset) break;
    node = inner;
  }
  return node;
}

function slice(tree: FlatTree, text: string, node: number): string {
  return text.slice(tree.start(node), tree.end(node));
}

function fieldOf(tree: FlatTree, name: string): number {
  return nodeKindsOf(tree.grammar).field(name);
}

/** A type on one line, without comments, and with blanks only where they are needed. */
export function tidy(type: string): string {
  const code = type.includes("/") ? type.replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, " ") : type;
  return oneLine(code, maxText)
    .replace(/\s*(::|<|\()\s*/g, "$1")
    .replace(/\s+([*&>,)[\]])/g, "$1")
    .replace(/([*&])\s+(?=[*&])/g, "$1")
    .replace(/,(?=\S)/g, ", ")
    .trim();
}
