import { getOrInsert } from "../../../base/get-or-insert.ts";
import type { Declaration } from "../../code-index.ts";
import { moduleFrame, type Run } from "./run.ts";
import type { Frame } from "./things.ts";

/** The frames of declarations and nodes: the run and the function around them. */
export class Frames {
  readonly #run: Run;
  readonly #functionByNode = new Map<number, number>();
  #functions: Map<number, number> | undefined;

  constructor(run: Run) {
    this.#run = run;
  }

  functionAt({ at }: Declaration): number | undefined {
    if (this.#functions === undefined) {
      this.#functions = new Map();
      const { tree } = this.#run.source;
      for (let node = 0; node < tree.size; node++) {
        if (this.#run.source.kind(node) === "function_definition")
          this.#functions.set(tree.start(this.#run.source.child(node, "name")), node);
      }
    }
    return this.#functions.get(at);
  }

  /** The function or the lambda that a node is in; 0 for none. */
  functionNode(node: number): number {
    return getOrInsert(this.#functionByNode, node, () => this.#functionAround(node));
  }

  #functionAround(node: number): number {
    const source = this.#run.source;
    let inner = node;
    for (let outer = source.parent(node); outer > 0; inner = outer, outer = source.parent(outer)) {
      const kind = source.kind(outer);
      if (kind === "lambda") return outer;
      // Defaults and annotations are evaluated around the function.
      if (kind === "function_definition" && source.isField(inner, "body")) return outer;
    }
    return 0;
  }

  /** The frame of a function that any call may have run. */
  openFrame(node: number): Frame {
    if (node === 0) return this.#run.module;
    return { ...moduleFrame(), node, outer: this.openFrame(this.functionNode(node)), given: undefined };
  }

  frameAround(declaration: Declaration): Frame {
    const leaf = this.#run.source.leafAt(declaration.at);
    if (declaration.kind !== "parameter") return this.openFrame(this.functionNode(leaf));
    let node = leaf;
    while (node > 0 && !["function_definition", "lambda"].includes(this.#run.source.kind(node)))
      node = this.#run.source.parent(node);
    return this.openFrame(node);
  }

  /** The frame that holds a declaration, seen from another one. */
  frameOf(declaration: Declaration, from: Frame): Frame {
    const own = this.frameAround(declaration);
    for (let frame: Frame | undefined = from; frame !== undefined; frame = frame.outer)
      if (frame.node === own.node) return frame;
    return own;
  }

  /** The frame of a node, which is a known one where it is around it. */
  frameAt(node: number, from: Frame): Frame {
    const own = this.functionNode(node);
    for (let frame: Frame | undefined = from; frame !== undefined; frame = frame.outer)
      if (frame.node === own) return frame;
    return this.openFrame(own);
  }
}
