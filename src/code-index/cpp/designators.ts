/**
 * The types of designated initializers of C++, `{.x = 1}`. Input: the use of a field's name, and the evaluation of
 * types; output: the type of the object that the list around it initializes.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { type Context, noBindings, type Type } from "./model.ts";
import { NodeReader } from "./node-reader.ts";
import type { Types } from "./types.ts";
import type { Use } from "./use.ts";

/** Lists within lists, and designators within designators. */
const maxLists = 20;

/** The type of the object whose field `.x` of `{.x = 1}` is: what the list around it initializes. */
export function designatedType(use: Use, types: Types, context: Context): Type | undefined {
  const designator = use.open.tree.parents[use.node] ?? noNode;
  return designator === noNode ? undefined : new DesignatedTypes(use, types, context).ofPair(designator, 0);
}

class DesignatedTypes {
  readonly #nodes: NodeReader;
  readonly #types: Types;
  readonly #context: Context;

  constructor({ open }: Use, types: Types, context: Context) {
    this.#nodes = new NodeReader(open.tree, open.text);
    this.#types = types;
    this.#context = context;
  }

  /** The type of what has the field of a designator. */
  ofPair(designator: number, depth: number): Type | undefined {
    const pair = this.#parent(designator);
    return pair === noNode || depth > maxLists ? undefined : this.#ofList(this.#parent(pair), depth);
  }

  /** The type that an initializer_list makes an object of. */
  #ofList(list: number, depth: number): Type | undefined {
    let inner = list;
    let items = 0;
    for (; this.#isKind(this.#parent(inner), "initializer_list") && items < maxLists; items++)
      inner = this.#parent(inner);
    const whole = this.#parent(inner);
    const isArray = this.#isKind(this.#nodes.child(whole, "declarator"), "array_declarator");
    let type = whole === noNode ? undefined : this.#ofHolder(whole, depth);
    for (let item = isArray ? 1 : 0; item < items; item++) type = type && this.#types.itemOf(type);
    return type;
  }

  #ofHolder(node: number, depth: number): Type | undefined {
    switch (this.#nodes.tree.type(node)) {
      case "initializer_pair":
        return this.#ofField(this.#nodes.child(node, "designator"), depth);
      case "init_declarator":
        return this.#written(this.#parent(node));
      case "return_statement":
        return this.#result(node);
      case "assignment_expression":
        return this.#types.ofExpressionText(this.#nodes.textOf(this.#nodes.child(node, "left")), this.#context);
      default:
        return this.#written(node);
    }
  }

  /** The type of the field that a designator names, of what another list makes. */
  #ofField(designator: number, depth: number): Type | undefined {
    const owner = designator === noNode ? undefined : this.ofPair(designator, depth + 1);
    const name = /^\.\s*(\w+)$/.exec(this.#nodes.textOf(designator))?.[1];
    return owner && name !== undefined ? this.#types.member(owner, name)?.type : undefined;
  }

  /** The type that a declaration, `T{…}` or `new T{…}` is written with. */
  #written(node: number): Type | undefined {
    const type = this.#nodes.child(node, "type");
    return type === noNode ? undefined : this.#types.ofText(this.#nodes.textOf(type), this.#context);
  }

  /** The type of the result of the function around a statement; undefined in a lambda. */
  #result(statement: number): Type | undefined {
    for (let node = statement; !this.#isKind(node, "function_definition"); node = this.#parent(node)) {
      if (node === noNode || this.#isKind(node, "lambda_expression")) return undefined;
    }
    const { parent } = this.#context.place;
    return parent?.kind === "function" ? this.#types.ofDeclaration(parent, noBindings) : undefined;
  }

  #isKind(node: number, kind: string): boolean {
    return node !== noNode && this.#nodes.tree.type(node) === kind;
  }

  #parent(node: number): number {
    return node === noNode ? noNode : (this.#nodes.tree.parents[node] ?? noNode);
  }
}
