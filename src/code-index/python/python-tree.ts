/**
 * The flat tree of a Python file, with the kinds and fields of its nodes by name. Input: a flat tree and its text;
 * output: children, operators and texts of nodes. Valid as long as the flat tree is.
 */
import { recordFrom } from "../../base/record.ts";
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";

/** The fields of the Python grammar that are read here. */
const fieldNames = [
  "name",
  "alias",
  "module_name",
  "parameters",
  "return_type",
  "type_parameters",
  "superclasses",
  "body",
  "left",
  "right",
  "type",
  "value",
  "object",
  "attribute",
  "function",
  "arguments",
  "condition",
  "definition",
  "consequence",
  "subject",
] as const;

type FieldName = (typeof fieldNames)[number];

/** The fields that hold what an operation is applied to. */
const operands: ReadonlySet<FieldName> = new Set<FieldName>(["object", "function", "value"]);

type Grammar = {
  /** By id of a kind: its name; "" for tokens without a name, such as the keyword `lambda`. */
  readonly kinds: readonly string[];
  readonly fields: Readonly<Record<FieldName, number>>;
};

const grammars = new WeakMap<FlatTree["grammar"], Grammar>();

function grammarOf({ grammar }: FlatTree): Grammar {
  const known = grammars.get(grammar);
  if (known !== undefined) return known;
  const fieldEntries = fieldNames.map((name) => [name, grammar.fieldIdForName(name) ?? 0] as const);
  const read: Grammar = {
    kinds: grammar.types.map((kind, id) => (grammar.nodeTypeIsNamed(id) ? kind : "")),
    fields: recordFrom(fieldEntries),
  };
  grammars.set(grammar, read);
  return read;
}

export class PythonTree {
  readonly tree: FlatTree;
  readonly text: string;
  /** By id of a kind: its name; "" for tokens without a name. */
  readonly kinds: readonly string[];
  readonly #fields: Grammar["fields"];

  constructor(tree: FlatTree, text: string) {
    this.tree = tree;
    this.text = text;
    const { kinds, fields } = grammarOf(tree);
    this.kinds = kinds;
    this.#fields = fields;
  }

  /** The kind of a node; "" for noNode, for errors, and for tokens without a name. */
  kind(node: number): string {
    return this.kinds[this.tree.kinds[node] ?? -1] ?? "";
  }

  /**
   * The first child that is a field; noNode when there is none.
   *
   * The grammar puts the `*` of `[*a.b()]` around `a`, the first operand: it is passed over.
   */
  child(node: number, field: FieldName): number {
    const child = node === noNode ? noNode : this.tree.childByField(node, this.#fields[field]);
    return operands.has(field) && this.kind(child) === "list_splat" ? this.tree.firstNamedChild(child) : child;
  }

  /** The value of an argument of a call that is named; noNode for none. */
  keyword(call: number, name: string): number {
    for (const argument of this.namedChildren(this.child(call, "arguments"))) {
      const isNamed = this.kind(argument) === "keyword_argument" && this.textOf(this.child(argument, "name")) === name;
      if (isNamed) return this.child(argument, "value");
    }
    return noNode;
  }

  isField(node: number, field: FieldName): boolean {
    return this.tree.fields[node] === this.#fields[field];
  }

  /** The operator of a node: its first child without a name. */
  operatorOf(node: number): number {
    let child = this.tree.firstChild(node);
    while (child !== noNode && this.tree.isNamed(child)) child = this.tree.nextSibling(child);
    return child;
  }

  /** The children that have a name and are not comments. */
  *namedChildren(node: number): Generator<number> {
    const { tree } = this;
    if (node === noNode) return;
    for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
      if (tree.isNamed(child) && this.kind(child) !== "comment") yield child;
    }
  }

  parent(node: number): number {
    return this.tree.parents[node] ?? noNode;
  }

  textOf(node: number): string {
    return node === noNode ? "" : this.text.slice(this.tree.start(node), this.tree.end(node));
  }

  /** The text of an operand, without the `*` before its first one. */
  operandText(node: number): string {
    return this.textOf(node).replace(/^\*\s*/, "");
  }

  /** The innermost node that begins at an offset, or else that holds it. */
  leafAt(offset: number): number {
    // The last node that does not begin after the offset is a leaf, or is in one of its ancestors.
    let node = this.tree.firstFrom(offset + 1) - 1;
    while (node > 0 && this.tree.end(node) <= offset) node = this.parent(node);
    return node;
  }
}
