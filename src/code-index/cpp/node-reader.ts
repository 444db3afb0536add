/**
 * Reads the flat tree of a C++ file by names of fields and kinds. Input: a tree and its text; output: children, texts
 * and specifiers of nodes, with noNode for a missing one.
 */
import { wordSet } from "../../base/word-list.ts";
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import { type NodeKinds, nodeKindsOf } from "./node-kinds.ts";
import { isSystemMacro } from "./system-names.ts";

/** Reads nodes of a tree with its text. A node that is missing is noNode, and has no text and no children. */
export class NodeReader {
  readonly tree: FlatTree;
  readonly text: string;
  readonly kinds: NodeKinds;

  constructor(tree: FlatTree, text: string) {
    this.tree = tree;
    this.text = text;
    this.kinds = nodeKindsOf(tree.grammar);
  }

  child(node: number, field: string): number {
    return node === noNode ? noNode : this.tree.childByField(node, this.kinds.field(field));
  }

  next(node: number): number {
    return this.tree.nexts[node] ?? this.tree.size;
  }

  textOf(node: number): string {
    return node === noNode ? "" : this.text.slice(this.tree.start(node), this.tree.end(node));
  }

  hasToken(node: number, token: string): boolean {
    for (let child = this.tree.firstChild(node); child !== noNode; child = this.tree.nextSibling(child)) {
      if (this.tree.type(child) === token) return true;
      if (this.tree.fields[child] !== 0) return false;
    }
    return false;
  }

  hasChild(node: number, kind: string): boolean {
    if (node === noNode) return false;
    for (let child = this.tree.firstChild(node); child !== noNode; child = this.tree.nextSibling(child)) {
      if (this.tree.type(child) === kind) return true;
    }
    return false;
  }

  /** The storage classes and specifiers before a declarator. */
  wordsBefore(statement: number, declarator: number): readonly string[] {
    const words: string[] = [];
    for (
      let child = this.tree.firstChild(statement);
      child !== noNode && child < declarator;
      child = this.tree.nextSibling(child)
    ) {
      if (this.tree.type(child) === "storage_class_specifier") words.push(this.textOf(child));
      else if (!this.tree.isNamed(child)) words.push(this.tree.type(child));
    }
    return words;
  }

  /** The value that a declarator is initialized with. */
  initialValue(node: number): number {
    const tree = this.tree;
    if (tree.type(node) === "init_declarator") return this.child(node, "value");
    const fields = [this.kinds.field("default_value"), this.kinds.field("value")];
    for (let next = tree.nextSibling(node); next !== noNode; next = tree.nextSibling(next)) {
      if (fields.includes(tree.fields[next] ?? 0)) return next;
      const kind = tree.type(next);
      if (kind === "," || kind === ";") return noNode;
    }
    return noNode;
  }

  /** The name nodes of `a::b::c`, from left to right. */
  namesBelow(name: number): number[] {
    const names: number[] = [];
    const identifier = this.kinds.kind("namespace_identifier");
    for (let node = name; node < this.next(name); node++) if (this.tree.kinds[node] === identifier) names.push(node);
    return names.length === 0 ? [name] : names;
  }

  /** The statement around a declaration: with `template <…>` and `friend`. */
  statementOf(node: number): number {
    let statement = node;
    for (let above = this.tree.parents[node] ?? noNode; above !== noNode; above = this.tree.parents[above] ?? noNode) {
      if (!statementKinds.has(this.tree.type(above))) break;
      statement = above;
    }
    return statement;
  }

  qualifierOf(whole: number, name: number): string {
    if (whole === name || this.tree.type(whole) !== "qualified_identifier") return "";
    const written = this.text.slice(this.tree.start(whole), this.tree.start(name));
    return withoutArguments(written).replace(/\s+/g, "").replace(/::$/, "");
  }

  /** The name that `#undef` has, with blanks around it; noNode for another directive. */
  undefinedAt(node: number): number {
    const isUndef = /^#\s*undef$/.test(this.textOf(this.child(node, "directive")));
    return isUndef ? this.child(node, "argument") : noNode;
  }

  /** True for `#ifdef X` with `#undef X` as its first line. */
  isAroundUndef(node: number): boolean {
    const name = this.child(node, "name");
    const next = name === noNode ? noNode : this.tree.nextSibling(name);
    for (let child = next; child !== noNode; child = this.tree.nextSibling(child)) {
      if (!this.tree.isNamed(child) || this.tree.type(child) === "comment") continue;
      const macro = this.tree.type(child) === "preproc_call" ? this.undefinedAt(child) : noNode;
      return macro !== noNode && this.textOf(macro).trim() === this.textOf(name);
    }
    return false;
  }

  /** True for `#ifndef X` around `#define X`. */
  isGuard(node: number): boolean {
    const name = this.child(node, "name");
    const next = name === noNode ? noNode : this.tree.nextSibling(name);
    for (let child = next; child !== noNode; child = this.tree.nextSibling(child)) {
      const type = this.tree.type(child);
      if (type === "preproc_def") {
        const macro = this.textOf(name);
        return this.textOf(this.child(child, "name")) === macro && !isSystemMacro(macro);
      }
      if (type !== "comment" && this.tree.isNamed(child)) return false;
    }
    return false;
  }
}

/** The kinds of nodes around a declaration. */
const statementKinds = wordSet("template_declaration friend_declaration declaration field_declaration type_definition");

/** A type, or a qualified name, without the arguments of its templates. */
export function withoutArguments(text: string): string {
  let depth = 0;
  let plain = "";
  for (const character of text) {
    if (character === "<") depth++;
    else if (character === ">") depth--;
    else if (depth === 0) plain += character;
  }
  return plain;
}
