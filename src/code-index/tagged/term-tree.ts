import type { TypeRules } from "../../syntax/type-rules.ts";
import type { Term } from "./terms.ts";

/** The tree of a file with the terms of its nodes, as parts that read terms see it. */
export type TermTree = {
  readonly rules: TypeRules;
  kindOf(node: number): string;
  textOf(node: number): string;
  startOf(node: number): number;
  /** The innermost node of the name at an offset; noNode for none. */
  nameNodeAt(offset: number): number;
  parentOf(node: number): number;
  fieldOf(node: number): string;
  childOf(node: number, field: string): number;
  /** The number of named children before one. */
  positionIn(node: number, child: number): number;
  /** The nearest node around one, or the node itself, of a kind; noNode for none. */
  around(node: number, isMeant: (kind: string) => boolean, levels?: number): number;
  /** True for a node with a word in it, such as `static`. */
  hasSign(node: number, sign: string): boolean;
  termOf(node: number): Term;
};
