import type { PythonTree } from "../python-tree.ts";
import { additions } from "./additions.ts";
import { maxNesting, type Run } from "./run.ts";

/** The calls and the changes of values that are written in the file. */
export class CallSites {
  readonly #run: Run;
  /** By the last name of what is called: the calls of the file, in source order. */
  #callsByName: Map<string, number[]> | undefined;

  readonly #changesByName = new Map<string, number[]>();

  constructor(run: Run) {
    this.#run = run;
  }

  /** `name.append(value)`, `name[key] = value`, `name += value` and `del name`, by the name, in source order. */
  changesOf(name: string): readonly number[] {
    this.calls();
    return this.#changesByName.get(name) ?? [];
  }

  calls(): Map<string, number[]> {
    if (this.#callsByName !== undefined) return this.#callsByName;
    const source = this.#run.source;
    const calls = new Map<string, number[]>();
    const add = (name: string, node: number, to = calls) => {
      const all = to.get(name);
      if (all === undefined) to.set(name, [node]);
      else all.push(node);
    };
    const change = (changed: number, node: number) => {
      if (source.kind(changed) === "identifier") add(source.textOf(changed), node, this.#changesByName);
    };
    for (let node = 0; node < source.tree.size; node++) {
      const kind = source.kind(node);
      if (kind === "call") {
        const callee = source.child(node, "function");
        const last = source.kind(callee) === "attribute" ? source.child(callee, "attribute") : callee;
        if (source.kind(last) === "identifier") add(source.textOf(last), node);
        const isAddition = last !== callee && Object.hasOwn(additions, source.textOf(last));
        if (isAddition) change(source.child(callee, "object"), node);
      } else if (kind === "augmented_assignment") {
        const left = source.child(node, "left");
        change(left, node);
        add(`${source.textOf(source.kind(left) === "attribute" ? source.child(left, "attribute") : left)}=`, node);
      } else if (kind === "assignment" && source.kind(source.child(node, "left")) === "subscript") {
        add("[]", node);
        change(rootOf(source, source.child(node, "left")), node);
      } else if (kind === "delete_statement") {
        for (const target of source.namedChildren(node)) change(target, node);
      }
    }
    this.#callsByName = calls;
    return calls;
  }
}

/** `a` of `a[0][1]`. */
export function rootOf(source: PythonTree, subscript: number): number {
  let node = subscript;
  for (let steps = 0; steps < maxNesting && source.kind(node) === "subscript"; steps++)
    node = source.child(node, "value");
  return node;
}
