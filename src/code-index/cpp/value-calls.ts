/**
 * The calls of C++ functions through pointers: variables, parameters, fields and tables that hold their addresses
 * (points-to analysis in one file). Input: an open file; output: the calls, each with the function that may run.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import { oneLine } from "../../syntax/one-line.ts";
import { childrenOf } from "../children-of.ts";
import type { CodeIndex, Declaration } from "../code-index.ts";
import { certaintyOf, type OpenFile, type Resolution, type ValueCall } from "../resolution.ts";
import { declaratorAt } from "./declarators.ts";
import { declaredPointerIn } from "./declared-pointers.ts";
import { type Held, HeldFunctions } from "./held-functions.ts";
import { NodeReader } from "./node-reader.ts";

/** Rounds in which functions go from one variable to another. */
const maxRounds = 8;

/** Nodes within one another that a value or a callee is looked for in. */
const maxLevels = 60;

/** UTF-16 code units of what is called, as it is written. */
const maxWritten = 200;

/** The destination of a value: a name, or a parameter of the function that a call names. */
type Target = { readonly name: number; readonly parameter?: number };

/** A name that is a value, or a part of one in braces. */
type Leaf = { readonly name: number; readonly place?: number | undefined; readonly field?: string | undefined };

/** A value that goes to a variable, a parameter or a field. */
type Flow = { readonly target: Target; readonly leaf: Leaf };

/** Gives the resolution of the name at an offset of the open file. */
type Resolve = (offset: number) => Resolution;

/**
 * Lists the calls in one file of functions whose addresses variables, parameters, fields and tables of the file hold,
 * in source order. Uses of the functions in other files are not seen.
 */
export function valueCallsIn(open: OpenFile, index: CodeIndex, resolve: Resolve): readonly ValueCall[] {
  return new ValueCalls(open, index, resolve).run();
}

class ValueCalls {
  readonly #open: OpenFile;
  readonly #tree: FlatTree;
  readonly #nodes: NodeReader;
  readonly #index: CodeIndex;
  readonly #resolve: Resolve;
  readonly #held = new HeldFunctions();
  readonly #meant = new Map<number, Declaration | undefined>();
  readonly #functionNames = new Map<string, boolean>();

  constructor(open: OpenFile, index: CodeIndex, resolve: Resolve) {
    this.#open = open;
    this.#tree = open.tree;
    this.#nodes = new NodeReader(open.tree, open.text);
    this.#index = index;
    this.#resolve = resolve;
  }

  run(): readonly ValueCall[] {
    const flows = this.#flows();
    const copies: Flow[] = [];
    for (const flow of flows) {
      if (!this.#addFunction(flow)) copies.push(flow);
    }
    for (let round = 0, isNew = this.#held.names.size > 0; round < maxRounds && isNew; round++) {
      isNew = false;
      for (const flow of copies) if (this.#copy(flow)) isNew = true;
    }
    return this.#held.names.size === 0 ? [] : this.#calls();
  }

  /** The name that is assigned to, or that `void (*table[])() = {f};` declares. */
  #assignedName(assignment: number): number {
    const statement = this.#tree.parents[assignment] ?? noNode;
    const declared = statement === noNode ? undefined : declaredPointerIn(this.#nodes, statement, false);
    return declared?.name ?? this.#lastName(this.#nodes.child(assignment, "left"));
  }

  /** All values of the file that go to a name. */
  #flows(): readonly Flow[] {
    const tree = this.#tree;
    const flows: Flow[] = [];
    const add = (target: Target, value: number) => {
      if (target.name === noNode || value === noNode) return;
      for (const leaf of this.#leavesOf(value)) flows.push({ target, leaf });
    };
    for (let node = 0; node < tree.size; node++) {
      switch (tree.type(node)) {
        case "init_declarator":
        case "optional_parameter_declaration":
        case "field_declaration": {
          const declarator = this.#nodes.child(node, "declarator");
          if (declarator === noNode) break;
          const value = this.#nodes.child(node, "value");
          const given = value === noNode ? this.#nodes.child(node, "default_value") : value;
          if (given !== noNode) add({ name: declaratorAt(tree, declarator).name }, given);
          break;
        }
        case "for_range_loop": {
          const declarator = this.#nodes.child(node, "declarator");
          if (declarator !== noNode)
            add({ name: declaratorAt(tree, declarator).name }, this.#nodes.child(node, "right"));
          break;
        }
        case "assignment_expression":
          add({ name: this.#assignedName(node) }, this.#nodes.child(node, "right"));
          break;
        case "field_initializer":
          add({ name: this.#lastName(tree.firstNamedChild(node)) }, tree.lastNamedChild(node));
          break;
        case "call_expression": {
          const name = this.#lastName(this.#nodes.child(node, "function"));
          this.#namedChildren(this.#nodes.child(node, "arguments")).forEach((argument, parameter) => {
            add({ name, parameter }, argument);
          });
          break;
        }
      }
    }
    return flows;
  }

  /** The names that a value is, or consists of in braces: `h`, `&A::f`, `{"a", h}`, `flag ? h : g`. */
  #leavesOf(value: number): readonly Leaf[] {
    const leaves: Leaf[] = [];
    const open: { node: number; place?: number | undefined; field?: string | undefined }[] = [{ node: value }];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      const { node, place, field } = one;
      const inner = (next: number) => {
        if (next !== noNode) open.push({ ...one, node: next });
      };
      switch (this.#tree.type(node)) {
        case "initializer_list":
          this.#namedChildren(node).forEach((child, at) => {
            open.push({ node: child, place: at });
          });
          break;
        case "initializer_pair": {
          const designator = this.#tree.firstNamedChild(node);
          const isField = designator !== noNode && this.#tree.type(designator) === "field_designator";
          const name = isField ? this.#nodes.textOf(designator).replace(/^\.\s*/, "") : undefined;
          const last = this.#nodes.child(node, "value");
          if (last !== noNode) open.push({ node: last, field: name });
          break;
        }
        case "argument_list":
          if (this.#namedChildren(node).length === 1) inner(this.#tree.firstNamedChild(node));
          break;
        case "conditional_expression":
          inner(this.#nodes.child(node, "consequence"));
          inner(this.#nodes.child(node, "alternative"));
          break;
        case "cast_expression":
          inner(this.#nodes.child(node, "value"));
          break;
        case "call_expression":
          if (wrapper.test(this.#nodes.textOf(this.#nodes.child(node, "function"))))
            inner(this.#tree.firstNamedChild(this.#nodes.child(node, "arguments")));
          break;
        case "parenthesized_expression":
          inner(this.#tree.firstNamedChild(node));
          break;
        case "pointer_expression":
        case "subscript_expression":
          inner(this.#nodes.child(node, "argument"));
          break;
        default: {
          const name = this.#lastName(node);
          if (name !== noNode) leaves.push({ name, place, field });
        }
      }
    }
    return leaves.reverse();
  }

  /** Adds a function whose address a flow takes; false if it takes none. */
  #addFunction({ target, leaf }: Flow): boolean {
    if (!this.#isFunctionName(this.#nodes.textOf(leaf.name))) return false;
    const meant = this.#meantAt(leaf.name);
    if (meant?.kind !== "function") return false;
    for (const holder of this.#holdersOf(target)) this.#held.add(holder, { ...leaf, target: meant });
    return true;
  }

  /** Passes on what the variable of a flow holds; true if something is new. */
  #copy({ target, leaf }: Flow): boolean {
    if (!this.#held.names.has(this.#nodes.textOf(leaf.name))) return false;
    const from = this.#meantAt(leaf.name);
    const held = from === undefined ? [] : this.#held.of(from);
    if (held.length === 0) return false;
    let isNew = false;
    for (const holder of this.#holdersOf(target)) {
      for (const one of held) {
        const { place, field } = leaf.place === undefined && leaf.field === undefined ? one : leaf;
        if (this.#held.add(holder, { target: one.target, place, field })) isNew = true;
      }
    }
    return isNew;
  }

  /** The variables that a value goes to. */
  #holdersOf({ name, parameter }: Target): readonly Declaration[] {
    const meant = this.#meantAt(name);
    if (meant === undefined) return [];
    if (parameter === undefined) return holderKinds.has(meant.kind) ? [meant] : [];
    if (meant.kind !== "function") return [];
    const { file } = this.#open;
    const targets = this.#resolve(this.#tree.start(name)).targets.filter(
      (one) => one.file === file && one.kind === "function",
    );
    return targets.flatMap((one) => {
      const parameters = file.declarations.filter(
        ({ kind, parent, scopeEnd }) => kind === "parameter" && parent === one && scopeEnd !== one.scopeEnd,
      );
      return parameters[parameter] ?? [];
    });
  }

  /** The declaration that a name is, or stands for without doubt. */
  #meantAt(name: number): Declaration | undefined {
    const offset = this.#tree.start(name);
    if (this.#meant.has(offset)) return this.#meant.get(offset);
    const resolution = this.#resolve(offset);
    const meant = certaintyOf(resolution) === undefined ? undefined : resolution.targets[0];
    this.#meant.set(offset, meant);
    return meant;
  }

  #isFunctionName(name: string): boolean {
    return getOrInsert(this.#functionNames, name, () =>
      this.#index.named(name).some(({ kind }) => kind === "function"),
    );
  }

  #calls(): readonly ValueCall[] {
    const calls: ValueCall[] = [];
    for (let node = 0; node < this.#tree.size; node++) {
      if (this.#tree.type(node) === "call_expression")
        calls.push(...this.#callsOf(this.#nodes.child(node, "function")));
    }
    return calls;
  }

  /** The functions that a call of something else than a function may run. */
  #callsOf(callee: number): readonly ValueCall[] {
    const chain = this.#chainOf(callee);
    const [last] = chain;
    if (last === undefined || !chain.some((name) => this.#held.names.has(this.#nodes.textOf(name)))) return [];
    const called = this.#meantAt(last);
    if (called === undefined || !holderKinds.has(called.kind)) return [];
    const own = this.#held.of(called).filter(({ field }) => field === undefined);
    const ofTable = chain.slice(1).flatMap((name) => {
      const table = this.#held.names.has(this.#nodes.textOf(name)) ? this.#meantAt(name) : undefined;
      const held = table !== undefined && holderKinds.has(table.kind) ? this.#held.of(table) : [];
      return held.filter((one) => isOfField(one, this.#nodes.textOf(last), called));
    });
    const written = oneLine(this.#nodes.textOf(callee), maxWritten);
    const targets = new Set([...own, ...ofTable].map(({ target }) => target));
    return [...targets].map((target) => ({ offset: this.#tree.start(last), target, written }));
  }

  /** The names of a callee, from the last one to the first: `fn` and `table` of `table[0].fn`. */
  #chainOf(callee: number): readonly number[] {
    const names: number[] = [];
    let node = callee;
    for (let level = 0; node !== noNode && level < maxLevels; level++) {
      switch (this.#tree.type(node)) {
        case "field_expression":
          names.push(this.#lastName(node));
          // (object.*member)(): what is called is the variable on the right.
          node = this.#isThroughPointer(node) ? noNode : this.#nodes.child(node, "argument");
          break;
        case "subscript_expression":
        case "pointer_expression":
          node = this.#nodes.child(node, "argument");
          break;
        case "parenthesized_expression":
          node = this.#tree.firstNamedChild(node);
          break;
        default: {
          const name = this.#lastName(node);
          if (name !== noNode) names.push(name);
          node = noNode;
        }
      }
    }
    return names.filter((name) => name !== noNode);
  }

  /** True for `object.*member`, whose star masking takes out of the tree. */
  #isThroughPointer(node: number): boolean {
    const [operator, field] = [this.#nodes.child(node, "operator"), this.#nodes.child(node, "field")];
    if (operator === noNode || field === noNode) return false;
    return this.#open.text.slice(this.#tree.start(operator), this.#tree.start(field)).includes("*");
  }

  /** The name that an expression ends with; noNode for what is not a name. */
  #lastName(expression: number): number {
    let node = expression;
    for (let level = 0; node !== noNode && level < maxLevels; level++) {
      const kind = this.#tree.type(node);
      if (nameKinds.has(kind)) return node;
      const field = lastParts.get(kind);
      if (field === undefined) return noNode;
      node = this.#nodes.child(node, field);
    }
    return noNode;
  }

  #namedChildren(node: number): readonly number[] {
    const children: number[] = [];
    for (let child = node === noNode ? noNode : this.#tree.firstChild(node); child !== noNode; ) {
      if (this.#tree.isNamed(child) && this.#tree.type(child) !== "comment") children.push(child);
      child = this.#tree.nextSibling(child);
    }
    return children;
  }
}

const holderKinds: ReadonlySet<string> = new Set(["variable", "parameter", "field"]);

const nameKinds: ReadonlySet<string> = new Set(["identifier", "field_identifier"]);

/** By kind of an expression that ends with a name, the field that has the name. */
const lastParts: ReadonlyMap<string, string> = new Map([
  ["qualified_identifier", "name"],
  ["field_expression", "field"],
  ["template_function", "name"],
  ["template_method", "name"],
  ["dependent_name", "name"],
  ["subscript_expression", "argument"],
]);

/** Calls that give their first argument, or what calls it. */
const wrapper = /(?:_cast\s*<.*>|\b(?:bind|bind_front|mem_fn|ref|function|function\s*<.*>))$/s;

/** True unless braces put a function into another field than the one that a call names. */
function isOfField({ place, field }: Held, name: string, called: Declaration): boolean {
  if (field !== undefined) return field === name;
  if (place === undefined || called.kind !== "field" || called.parent === undefined) return true;
  return (
    childrenOf(called.parent)
      .filter(({ kind }) => kind === "field")
      .indexOf(called) === place
  );
}
