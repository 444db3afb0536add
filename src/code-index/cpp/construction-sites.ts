/**
 * The places in a tree of C++ that make or delete objects without naming a constructor: declarations, calls such as
 * `make_unique<A>(1)`, initializers, `return {1}`, `delete`. Input: a range of a tree; output: sites by only their
 * syntax.
 */
import { wordSet } from "../../base/word-list.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { lastNameIn } from "./declarators.ts";
import type { NodeReader } from "./node-reader.ts";

/** A place that makes an object, or deletes one, by its syntax. */
export type ConstructionSite = {
  /**
   * The source of the class: by the name of a type, also of a field, by the field or base that an initializer names, by the elements
   * of a container, by the result of the function around a `return`, by the parameter that an argument goes to, or by the deleted
   * object that a pointer leads to.
   */
  readonly by: "type" | "field" | "initializer" | "element" | "result" | "argument" | "deleted";
  /** The node that is shown: the name, or the list of arguments of a `return`. */
  readonly node: number;
  readonly args: readonly string[];
  /** True for arguments in braces: a constructor may take them as one list. */
  readonly isList: boolean;
  /** Set for `A a = b;`, which copies an object of the class or converts another one. */
  readonly isCopy?: true;
  /** Of an argument the name of what is called, and its place among the arguments. */
  readonly callee?: { readonly node: number; readonly place: number };
  /** The container, or the pointer. */
  readonly object: { readonly text: string; readonly arrow: boolean } | undefined;
};

/** Function templates that make an object of their first template argument → the arguments before its own. */
const makingTemplates: ReadonlyMap<string, number> = new Map([
  ...(["make_unique", "make_shared", "make_optional", "make_any", "emplace"] as const).map(
    (name) => [name, 0] as const,
  ),
  ["allocate_shared", 1],
]);

/** Members of containers that make an element of their arguments. */
export const emplacingMembers = wordSet("emplace emplace_back emplace_front try_emplace");

/** Members of containers that take an element, which a list in braces makes. */
const addingMembers: ReadonlySet<string> = new Set(["push_back", "push_front", "push"]);

/** A member of containers that makes elements without arguments, if it is given their number alone. */
const sizingMember = "resize";

const literalKinds = /^(number_literal|string_literal|concatenated_string|char_literal|true|false)$/;

/** The places between two offsets that make objects, or delete one, in source order. */
export function* constructionSitesIn(nodes: NodeReader, start: number, end: number): Generator<ConstructionSite> {
  const { tree } = nodes;
  for (let node = tree.firstFrom(start); node < tree.size && tree.start(node) < end; node++) {
    const read = readers.get(tree.type(node));
    if (read !== undefined) yield* read(nodes, node);
  }
}

type Reader = (nodes: NodeReader, node: number) => readonly ConstructionSite[];

/** Kind of a node → what it makes. */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["call_expression", ofCall],
  [
    "compound_literal_expression",
    (nodes, node) => ofType(nodes, nodes.child(node, "type"), nodes.child(node, "value")),
  ],
  ["new_expression", (nodes, node) => ofType(nodes, nodes.child(node, "type"), nodes.child(node, "arguments"))],
  ["declaration", ofDeclaration],
  ["field_declaration", ofField],
  ["field_initializer", ofInitializer],
  ["return_statement", ofReturn],
  ["delete_expression", ofDelete],
]);

/** @param list the arguments; noNode for none */
function ofType(nodes: NodeReader, type: number, list: number): readonly ConstructionSite[] {
  return type === noNode ? [] : [siteOf(nodes, "type", lastNameIn(nodes.tree, type), list)];
}

function siteOf(
  nodes: NodeReader,
  by: ConstructionSite["by"],
  node: number,
  list: number,
  object?: ConstructionSite["object"],
): ConstructionSite {
  const isList = list !== noNode && nodes.tree.type(list) === "initializer_list";
  return { by, node, args: argumentsIn(nodes, list), isList, object };
}

function argumentsIn(nodes: NodeReader, list: number): readonly string[] {
  const { tree } = nodes;
  const args: string[] = [];
  const first = list === noNode ? noNode : tree.firstChild(list);
  for (let child = first; child !== noNode; child = tree.nextSibling(child)) {
    if (tree.isNamed(child) && tree.type(child) !== "comment") args.push(nodes.textOf(child));
  }
  return args;
}

/** `A(1)`, `make_unique<A>(1)`, `all.emplace_back(1)`. */
function ofCall(nodes: NodeReader, node: number): readonly ConstructionSite[] {
  const { tree } = nodes;
  const called = nodes.child(node, "function");
  const list = nodes.child(node, "arguments");
  if (called === noNode || list === noNode) return [];
  if (tree.type(called) === "field_expression") {
    return [...ofMemberCall(nodes, called, list), ...ofArguments(nodes, nodes.child(called, "field"), list)];
  }
  const made = madeByTemplate(nodes, called, list);
  if (made !== undefined) return [made];
  if (!/identifier$|^template_function$/.test(tree.type(called))) return [];
  return [...ofType(nodes, called, list), ...ofArguments(nodes, lastNameIn(tree, called), list)];
}

/** The arguments that may be converted, each to the parameter that it goes to. */
function ofArguments(nodes: NodeReader, callee: number, list: number): readonly ConstructionSite[] {
  const { tree } = nodes;
  if (callee === noNode || !/identifier$/.test(tree.type(callee))) return [];
  const sites: ConstructionSite[] = [];
  let place = 0;
  for (let child = tree.firstChild(list); child !== noNode; child = tree.nextSibling(child)) {
    if (!tree.isNamed(child) || tree.type(child) === "comment") continue;
    const isList = tree.type(child) === "initializer_list";
    const args = isList ? argumentsIn(nodes, child) : [nodes.textOf(child)];
    sites.push({
      by: "argument",
      node: child,
      args,
      isList,
      callee: { node: callee, place: place++ },
      object: undefined,
    });
  }
  return sites;
}

function ofMemberCall(nodes: NodeReader, called: number, list: number): readonly ConstructionSite[] {
  const { tree } = nodes;
  const field = nodes.child(called, "field");
  const made = field === noNode ? undefined : madeByTemplate(nodes, field, list);
  if (made !== undefined) return [made];
  const name = nodes.textOf(field);
  const isAdded = addingMembers.has(name);
  const isSized = name === sizingMember && argumentsIn(nodes, list).length === 1;
  if (!emplacingMembers.has(name) && !isAdded && !isSized) return [];
  const added = tree.firstNamedChild(list);
  if (isAdded && (added === noNode || tree.type(added) !== "initializer_list")) return [];
  const arrow = nodes.textOf(nodes.child(called, "operator")) === "->";
  const object = { text: nodes.textOf(nodes.child(called, "argument")), arrow };
  return [siteOf(nodes, "element", field, isAdded ? added : list, object)];
}

/** The object that a function template makes of its first template argument; undefined for another call. */
function madeByTemplate(nodes: NodeReader, called: number, list: number): ConstructionSite | undefined {
  const { tree } = nodes;
  let template = called;
  while (template !== noNode && tree.type(template) === "qualified_identifier")
    template = nodes.child(template, "name");
  if (template === noNode || !/^template_(?:function|method)$/.test(tree.type(template))) return undefined;
  const before = makingTemplates.get(nodes.textOf(nodes.child(template, "name")));
  const written = nodes.child(template, "arguments");
  const first = written === noNode ? noNode : tree.firstNamedChild(written);
  if (before === undefined || first === noNode || tree.type(first) !== "type_descriptor") return undefined;
  const type = nodes.child(first, "type");
  if (type === noNode || nodes.child(first, "declarator") !== noNode) return undefined;
  const site = siteOf(nodes, "type", lastNameIn(tree, type), list);
  return { ...site, args: site.args.slice(before) };
}

/** Values that are an object of their own, and not a result that becomes the new one: `b`, `p->b`, `all[1]`, `*p`. */
const lastingKinds = /^(?:identifier|qualified_identifier|field_expression|subscript_expression|pointer_expression)$/;

/** `A a;`, `A a(1), b{2};`, `A a = {1};` and, with a literal or an object, `A a = 1;`. */
function ofDeclaration(nodes: NodeReader, node: number): readonly ConstructionSite[] {
  const { tree } = nodes;
  const type = namedTypeOf(nodes, node);
  if (type === noNode) return [];
  const sites: ConstructionSite[] = [];
  for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
    if (tree.fields[child] !== nodes.kinds.field("declarator")) continue;
    if (nodes.wordsBefore(node, child).includes("extern")) return [];
    sites.push(...ofDeclarator(nodes, type, child));
  }
  return sites;
}

/** The class that a declaration names, by its name or as `struct A`; noNode for another type, and for one that it defines. */
function namedTypeOf(nodes: NodeReader, declaration: number): number {
  const { tree } = nodes;
  const written = nodes.child(declaration, "type");
  if (written === noNode) return noNode;
  const isElaborated = /^(?:class|struct|union)_specifier$/.test(tree.type(written));
  if (isElaborated && nodes.child(written, "body") !== noNode) return noNode;
  const type = isElaborated ? nodes.child(written, "name") : written;
  const isNamed = type !== noNode && /^(type_identifier|qualified_identifier|template_type)$/.test(tree.type(type));
  return isNamed ? type : noNode;
}

function ofDeclarator(nodes: NodeReader, type: number, written: number): readonly ConstructionSite[] {
  const { tree } = nodes;
  const isMarked = tree.type(written) === "attributed_declarator";
  const declarator = isMarked ? tree.firstNamedChild(written) : written;
  const kind = tree.type(declarator);
  if (/^(identifier|qualified_identifier)$/.test(kind)) return ofType(nodes, type, noNode);
  if (kind === "array_declarator") {
    return tree.type(elementIn(nodes, declarator)) === "identifier" ? ofType(nodes, type, noNode) : [];
  }
  if (kind === "function_declarator") return ofWords(nodes, type, declarator);
  if (kind !== "init_declarator") return [];
  const value = nodes.child(declarator, "value");
  const isValue = /^(identifier|qualified_identifier)$/.test(tree.type(nodes.child(declarator, "declarator")));
  if (value === noNode || !isValue) return [];
  if (/^(argument_list|initializer_list)$/.test(tree.type(value))) return ofType(nodes, type, value);
  const made = { ...siteOf(nodes, "type", lastNameIn(tree, type), noNode), args: [nodes.textOf(value)] };
  if (literalKinds.test(tree.type(value))) return [made];
  // `&b` is a pointer.
  const isObject = lastingKinds.test(tree.type(value)) && !made.args[0]?.startsWith("&");
  return isObject || isMoved(nodes, value) ? [{ ...made, isCopy: true }] : [];
}

/** True for `std::move(b)`. */
function isMoved(nodes: NodeReader, value: number): boolean {
  if (nodes.tree.type(value) !== "call_expression") return false;
  return nodes.textOf(nodes.child(value, "function")) === "std::move";
}

/** The declarator of the elements of an array, and of arrays of arrays. */
function elementIn(nodes: NodeReader, declarator: number): number {
  let element = declarator;
  while (element !== noNode && nodes.tree.type(element) === "array_declarator")
    element = nodes.child(element, "declarator");
  return element;
}

/** `A a(b, c());` in a function, which the grammar takes for the declaration of a function. */
function ofWords(nodes: NodeReader, type: number, declarator: number): readonly ConstructionSite[] {
  const { tree } = nodes;
  const list = nodes.child(declarator, "parameters");
  const statement = tree.parents[declarator] ?? noNode;
  const holder = tree.parents[statement] ?? noNode;
  const args = argumentsIn(nodes, list);
  const isArgument = args.length > 0 && args.every((text) => /^[\p{L}_$][\p{L}\p{N}_$]*(?:\(\))?$/u.test(text));
  if (!isArgument || holder === noNode || !/^(compound|case|for|if)_statement$/.test(tree.type(holder))) return [];
  return [siteOf(nodes, "type", lastNameIn(tree, type), list)];
}

/** `A a_;`, `A a_{1};` and `static inline A a;` of a class. */
function ofField(nodes: NodeReader, node: number): readonly ConstructionSite[] {
  const value = nodes.child(node, "default_value");
  const declarator = nodes.child(node, "declarator");
  const isValue = declarator !== noNode && nodes.tree.type(elementIn(nodes, declarator)) === "field_identifier";
  if (!isValue) return [];
  if (value === noNode) {
    const words = nodes.wordsBefore(node, declarator);
    const made = ofType(nodes, namedTypeOf(nodes, node), noNode);
    if (!words.includes("static")) return made.map((site) => ({ ...site, by: "field" }));
    return words.includes("inline") ? made : [];
  }
  const isList = nodes.tree.type(value) === "initializer_list" && declarator === elementIn(nodes, declarator);
  return isList ? ofType(nodes, nodes.child(node, "type"), value) : [];
}

/** `a_(1)` and `Base(1)` of `B() : Base(1), a_(1) {}`. */
function ofInitializer(nodes: NodeReader, node: number): readonly ConstructionSite[] {
  const { tree } = nodes;
  const name = tree.firstNamedChild(node);
  const list = tree.lastNamedChild(node);
  if (name === noNode || !/^(argument_list|initializer_list)$/.test(tree.type(list))) return [];
  return [siteOf(nodes, "initializer", lastNameIn(tree, name), list)];
}

/** `return {1};` and, with a literal, `return 1;` of a function, but not of a lambda, whose result is not known. */
function ofReturn(nodes: NodeReader, node: number): readonly ConstructionSite[] {
  const { tree } = nodes;
  const list = tree.firstNamedChild(node);
  if (list === noNode) return [];
  const isList = tree.type(list) === "initializer_list";
  if (!isList && !literalKinds.test(tree.type(list))) return [];
  const made = isList
    ? siteOf(nodes, "result", list, list)
    : { ...siteOf(nodes, "result", list, noNode), args: [nodes.textOf(list)] };
  for (let above = tree.parents[node] ?? noNode; above !== noNode; above = tree.parents[above] ?? noNode) {
    if (tree.type(above) === "lambda_expression") return [];
    if (tree.type(above) === "function_definition") return [made];
  }
  return [];
}

function ofDelete(nodes: NodeReader, node: number): readonly ConstructionSite[] {
  const pointer = nodes.tree.lastNamedChild(node);
  if (pointer === noNode) return [];
  return [siteOf(nodes, "deleted", pointer, noNode, { text: nodes.textOf(pointer), arrow: false })];
}
