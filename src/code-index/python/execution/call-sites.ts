import type { Run } from "./run.ts";

/** The calls and the changes of values that are written in the file. */
export class CallSites {
  readonly #run: Run;
  /** By the last name of what is called: the calls of the file, in source order. */
  #callsByName: Map<string, number[]> | undefined;

  constructor(run: Run) {
    this.#run = run;
  }

  calls(): Map<string, number[]> {
    if (this.#callsByName !== undefined) return this.#callsByName;
    const source = this.#run.source;
    const calls = new Map<string, number[]>();
    const add = (name: string, node: number) => {
      const all = calls.get(name);
      if (all === undefined) calls.set(name, [node]);
      else all.push(node);
    };
    for (let node = 0; node < source.tree.size; node++) {
      const kind = source.kind(node);
      if (kind === "call") {
        const callee = source.child(node, "function");
        const last = source.kind(callee) === "attribute" ? source.child(callee, "attribute") : callee;
        if (source.kind(last) === "identifier") add(source.textOf(last), node);
      } else if (kind === "augmented_assignment") {
        const left = source.child(node, "left");
        add(`${source.textOf(source.kind(left) === "attribute" ? source.child(left, "attribute") : left)}=`, node);
      } else if (kind === "assignment" && source.kind(source.child(node, "left")) === "subscript") add("[]", node);
    }
    this.#callsByName = calls;
    return calls;
  }
}
