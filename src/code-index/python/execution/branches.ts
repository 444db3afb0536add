/**
 * The statements that one run of a Python function reaches, by tests whose outcome is known. Input: nodes, and a run
 * with its arguments; output: the nodes that are reached.
 */
import { noNode } from "../../../syntax/flat/flat-tree.ts";
import { agreed, comparisons, truthOfThing } from "./comparisons.ts";
import type { Run } from "./run.ts";
import { builtinOf, type Frame, instancesOf } from "./things.ts";

export class Branches {
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  /** The nodes that the run of a function reaches; all if that is unknown. */
  reached(nodes: readonly number[], frame: Frame): readonly number[] {
    if (nodes.length < 2) return nodes;
    const found = nodes.filter((node) => this.isReached(node, frame));
    return found.length > 0 ? found : nodes;
  }

  /** False if a test around a node, or one before it that leaves the block, has another result in this run. */
  isReached(node: number, frame: Frame): boolean {
    const source = this.#run.source;
    let inner = node;
    for (let outer = source.parent(node); outer > 0; inner = outer, outer = source.parent(outer)) {
      const kind = source.kind(outer);
      if (kind === "function_definition" || kind === "class_definition" || kind === "lambda") return true;
      if (kind === "if_statement" && !this.#isBranchTaken(outer, inner, frame)) return false;
      if (kind === "block" && this.#isLeftBefore(outer, inner, frame)) return false;
    }
    return true;
  }

  #isBranchTaken(statement: number, branch: number, frame: Frame): boolean {
    const source = this.#run.source;
    if (source.isField(branch, "condition")) return true;
    if (source.isField(branch, "consequence"))
      return this.truthOf(source.child(statement, "condition"), frame) !== false;
    if (this.truthOf(source.child(statement, "condition"), frame) === true) return false;
    for (const clause of source.namedChildren(statement)) {
      if (source.kind(clause) !== "elif_clause") continue;
      const truth = this.truthOf(source.child(clause, "condition"), frame);
      if (clause === branch) return truth !== false;
      if (truth === true) return false;
    }
    return true;
  }

  #isLeftBefore(block: number, statement: number, frame: Frame): boolean {
    const source = this.#run.source;
    for (const child of source.namedChildren(block)) {
      if (child >= statement) return false;
      if (/^(?:return|raise)_statement$/.test(source.kind(child))) return true;
      if (source.kind(child) !== "if_statement") continue;
      const taken = this.#takenBranch(child, frame);
      const last = source.kind(source.tree.lastNamedChild(taken));
      if (last === "return_statement" || last === "raise_statement") return true;
    }
    return false;
  }

  /** The block that an `if` goes into in this run; noNode where that is not told, and for the last one without a test. */
  #takenBranch(statement: number, frame: Frame): number {
    const source = this.#run.source;
    const clauses = [...source.namedChildren(statement)].filter((child) => source.kind(child) === "elif_clause");
    for (const tested of [statement, ...clauses]) {
      const truth = this.truthOf(source.child(tested, "condition"), frame);
      if (truth === undefined) return noNode;
      if (truth) return source.child(tested, "consequence");
    }
    return noNode;
  }

  /** The value of a condition in this run; undefined if that is unknown. */
  truthOf(condition: number, frame: Frame): boolean | undefined {
    const source = this.#run.source;
    const [first = noNode, second = noNode] = source.namedChildren(condition);
    switch (source.kind(condition)) {
      case "parenthesized_expression":
        return this.truthOf(first, frame);
      case "not_operator": {
        const truth = this.truthOf(first, frame);
        return truth === undefined ? undefined : !truth;
      }
      case "boolean_operator": {
        const isAnd = source.textOf(this.#run.source.operatorOf(condition)) === "and";
        const parts = [this.truthOf(first, frame), this.truthOf(second, frame)];
        if (parts.includes(!isAnd)) return !isAnd;
        return parts.includes(undefined) ? undefined : isAnd;
      }
      case "comparison_operator":
        return this.#comparison(condition, frame);
      case "call":
        return this.#testOf(condition, frame);
      default:
        return agreed(this.#run.expressions.valuesOf(condition, frame).map(truthOfThing));
    }
  }

  #comparison(node: number, frame: Frame): boolean | undefined {
    const source = this.#run.source;
    const [first = noNode, second = noNode, ...others] = source.namedChildren(node);
    const operator = source.text.slice(source.tree.end(first), source.tree.start(second)).trim();
    if (others.length > 0 || !Object.hasOwn(comparisons, operator)) return undefined;
    const [left, right] = [this.#run.expressions.valuesOf(first, frame), this.#run.expressions.valuesOf(second, frame)];
    return agreed(left.flatMap((one) => right.map((other) => comparisons[operator]?.(one, other))));
  }

  /** `isinstance(value, classes)`. */
  #testOf(call: number, frame: Frame): boolean | undefined {
    const source = this.#run.source;
    if (source.textOf(source.child(call, "function")) !== "isinstance")
      return agreed(this.#run.expressions.valuesOf(call, frame).map(truthOfThing));
    const [value = noNode, classes = noNode] = source.namedChildren(source.child(call, "arguments"));
    const tested = this.#run.expressions
      .valuesOf(classes, frame)
      .flatMap((one) => (one.kind === "object" && builtinOf(one) === "tuple" ? one.items.flat() : [one]));
    if (tested.length === 0 || tested.some(({ kind }) => kind !== "class")) return undefined;
    const expected = instancesOf(tested);
    return agreed(
      this.#run.expressions.valuesOf(value, frame).map((one) => {
        if (one.kind !== "object") return undefined;
        return expected.some((other) => other.kind === "object" && this.#run.variables.isInstance(one, other));
      }),
    );
  }
}
