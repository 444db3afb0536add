/**
 * The walk over a Python tree for the check of names, without recursion. Input: the tree, and a step for each kind of
 * nodes; output: calls of the steps in the order of evaluation, bodies of functions last.
 */
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import type { Place } from "./binding.ts";
import { type Forks, wholeModule } from "./forks.ts";
import type { Names } from "./names.ts";
import type { Frame } from "./scope.ts";

/** The way in which strings and names are read, depending on the annotation that they are in. */
export type AnnotationState =
  /** Not in an annotation. */
  | "none"
  /** In an annotation, where strings are types. */
  | "bare"
  /** In a string that is a type. */
  | "string"
  /** Strings are types, and the rest is evaluated. */
  | "value";

/** A tree that is walked: of the file, or of a string in it. */
export type Code = {
  readonly tree: FlatTree;
  readonly text: string;
  /** The place of the string in the file; undefined for the file itself. */
  readonly anchor: Place | undefined;
};

/** One step of a walk. It plans further ones by `later` and `visit`: they follow in the order of the calls. */
export type Step = (walk: Walk, argument: number) => void;

/** The fields of the Python grammar that are read. */
const fieldNames = [
  "alias",
  "alternative",
  "arguments",
  "body",
  "condition",
  "consequence",
  "definition",
  "function",
  "guard",
  "key",
  "left",
  "module_name",
  "name",
  "object",
  "attribute",
  "parameters",
  "return_type",
  "right",
  "subject",
  "superclasses",
  "type",
  "type_parameters",
  "value",
  "expression",
  "format_specifier",
] as const;

type FieldName = (typeof fieldNames)[number];

type Grammar = {
  /** By id of a kind: its name, "" for tokens without a name. */
  readonly kinds: readonly string[];
  /** By id of a kind: what visits it. */
  readonly steps: readonly (Step | undefined)[];
  readonly fields: ReadonlyMap<FieldName, number>;
};

type Deferred = {
  readonly code: Code;
  readonly step: Step;
  readonly argument: number;
  readonly frame: Frame;
  readonly region: number;
};

type WalkOptions = {
  readonly code: Code;
  readonly names: Names;
  readonly forks: Forks;
  readonly steps: ReadonlyMap<string, Step>;
  readonly parsePart: (part: string) => FlatTree;
  /** Nodes whose contents are not read, since they do not parse. */
  readonly broken: ReadonlySet<number>;
};

/** A walk over the syntax of a module, without recursion: what is left to do is a stack of steps. */
export class Walk {
  readonly names: Names;
  readonly forks: Forks;
  readonly parsePart: WalkOptions["parsePart"];
  code: Code;
  annotation: AnnotationState = "none";
  /** True in a `try` that handles NameError. */
  handlesNameError = false;
  region = wholeModule;
  /** True when annotations are not evaluated in place: `from __future__ import annotations`. */
  postponesAnnotations = false;
  /** Names in parts that are not read: each may be bound or used there. */
  readonly unread = new Set<string>();
  /** True when a scope was left out that is too deep inside of others. */
  hasDeepScope = false;
  readonly #broken: ReadonlySet<number>;
  readonly #file: Code;
  readonly #grammar: Grammar;
  readonly #steps: Step[] = [];
  readonly #arguments: number[] = [];
  readonly #deferred: Deferred[] = [];

  constructor({ code, names, forks, steps, parsePart, broken }: WalkOptions) {
    this.#file = code;
    this.code = code;
    this.names = names;
    this.forks = forks;
    this.parsePart = parsePart;
    this.#broken = broken;
    const { grammar } = code.tree;
    const kinds = grammar.types.map((kind, id) => (grammar.nodeTypeIsNamed(id) ? kind : ""));
    const fields = new Map(fieldNames.map((name) => [name, grammar.fieldIdForName(name) ?? 0]));
    this.#grammar = { kinds, fields, steps: kinds.map((kind) => (kind === "" ? undefined : steps.get(kind))) };
  }

  /** Walks the file, and then what was put off until the names of the module are known. */
  run(): void {
    this.visit(0);
    this.#drain();
    for (let i = 0; i < this.#deferred.length; i++) {
      const deferred = this.#deferred[i];
      if (deferred === undefined) continue;
      this.code = deferred.code;
      this.names.frame = deferred.frame;
      this.region = deferred.region;
      this.later(deferred.step, deferred.argument);
      this.#drain();
    }
  }

  #drain(): void {
    for (;;) {
      const step = this.#steps.pop();
      const argument = this.#arguments.pop();
      if (step === undefined || argument === undefined) return;
      const planned = this.#steps.length;
      step(this, argument);
      // The first that is planned comes first.
      for (let low = planned, high = this.#steps.length - 1; low < high; low++, high--) this.#swap(low, high);
    }
  }

  #swap(a: number, b: number): void {
    const step = this.#steps[a];
    const argument = this.#arguments[a];
    const otherStep = this.#steps[b];
    const otherArgument = this.#arguments[b];
    if (step === undefined || argument === undefined || otherStep === undefined || otherArgument === undefined) return;
    this.#steps[a] = otherStep;
    this.#arguments[a] = otherArgument;
    this.#steps[b] = step;
    this.#arguments[b] = argument;
  }

  /** Plans a step. */
  later(step: Step, argument: number): void {
    this.#steps.push(step);
    this.#arguments.push(argument);
  }

  /** Plans the visit of a node, as its kind has it. */
  visit(node: number): void {
    if (node === noNode) return;
    const step = this.#broken.size > 0 && this.isBroken(node) ? skip : this.#grammar.steps[this.#kindId(node)];
    if (step !== undefined) this.later(step, node);
  }

  /** Plans the visits of what is below a node. */
  visitChildren(node: number): void {
    const { tree } = this.code;
    for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) this.visit(child);
  }

  /** Plans a visit in an annotation, or outside of one. */
  visitIn(state: AnnotationState, node: number): void {
    this.within(state, () => this.visit(node));
  }

  /** Plans what `plan` plans, in an annotation or outside of one. */
  within(state: AnnotationState, plan: () => void): void {
    const outer = this.annotation;
    if (outer !== state) this.later(enterAnnotation[state], 0);
    plan();
    if (outer !== state) this.later(enterAnnotation[outer], 0);
  }

  /** Plans what `plan` plans, in a part of a compound statement. */
  inRegion(region: number, plan: () => void): void {
    const outer = this.region;
    this.later(enterRegion, region);
    plan();
    this.later(enterRegion, outer);
  }

  /** Puts a step off until the names of the module are known, and names of the functions that are read before it. */
  defer(step: Step, argument: number, code = this.code): void {
    const { region } = this;
    this.#deferred.push({ code, step, argument, frame: this.names.frame, region });
  }

  isBroken(node: number): boolean {
    return this.code === this.#file && this.#broken.has(node);
  }

  #kindId(node: number): number {
    return this.code.tree.kinds[node] ?? -1;
  }

  /** The kind of a node; "" for noNode, errors and tokens without a name. */
  kind(node: number): string {
    return this.#grammar.kinds[this.#kindId(node)] ?? "";
  }

  /** The first child that is a field; noNode when there is none. */
  field(node: number, name: FieldName): number {
    return node === noNode ? noNode : this.code.tree.childByField(node, this.#grammar.fields.get(name) ?? 0);
  }

  isField(node: number, name: FieldName): boolean {
    return this.code.tree.fields[node] === this.#grammar.fields.get(name);
  }

  /** The children that have a name and are not comments. */
  children(node: number): readonly number[] {
    const { tree } = this.code;
    const found: number[] = [];
    if (node === noNode) return found;
    for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
      if (tree.isNamed(child) && this.kind(child) !== "comment" && this.kind(child) !== "line_continuation") {
        found.push(child);
      }
    }
    return found;
  }

  /** True when something in the tree does not parse. */
  hasErrors(): boolean {
    const { tree } = this.code;
    for (let node = 0; node < tree.size; node++) if (tree.isFault(node)) return true;
    return false;
  }

  /** True when a child is a token. */
  hasToken(node: number, token: string): boolean {
    const { tree } = this.code;
    for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
      if (!tree.isNamed(child) && tree.type(child) === token) return true;
    }
    return false;
  }

  parent(node: number): number {
    return this.code.tree.parents[node] ?? noNode;
  }

  textOf(node: number): string {
    if (node === noNode) return "";
    const { tree, text } = this.code;
    return text.slice(tree.starts[node], tree.ends[node]);
  }

  /** The name that an identifier is, as the interpreter reads it. */
  nameOf(node: number): string {
    const name = this.textOf(node);
    return plainName.test(name) ? name : name.normalize("NFKC");
  }

  /** The place of a node in the file. */
  placeOf(node: number): Place {
    const { anchor, tree } = this.code;
    return anchor ?? { start: tree.start(node), end: tree.end(node) };
  }

  /** Uses the name that an identifier is. */
  load(node: number): void {
    const { anchor, tree } = this.code;
    this.loadName(this.nameOf(node), anchor?.start ?? tree.start(node), anchor?.end ?? tree.end(node));
  }

  loadName(name: string, start: number, end: number): void {
    const { annotation } = this;
    const isPostponed = annotation === "string" || (annotation === "bare" && this.postponesAnnotations);
    const isLazy = annotation === "bare" && !isPostponed;
    this.names.load(name, start, end, { isLazy, isPostponed, handlesNameError: this.handlesNameError });
  }

  /** Leaves out a node: any word in it may be a name that is bound or used there. */
  skip(node: number): void {
    for (const [word] of this.textOf(node).matchAll(words)) this.unread.add(word.normalize("NFKC"));
  }

  /** Leaves out the strings of several lines: where a quote is missing, they may be code. */
  skipLongStrings(): void {
    const { tree, text } = this.code;
    for (let node = 0; node < tree.size; ) {
      const isString = this.kind(node) === "string";
      if (isString && text.slice(tree.starts[node], tree.ends[node]).includes("\n")) this.skip(node);
      node = isString ? (tree.nexts[node] ?? tree.size) : node + 1;
    }
  }
}

const words = /[\p{L}_][\p{L}\p{M}\p{N}_]*/gu;

const plainName = /^\w*$/;

const skip: Step = (walk, node) => walk.skip(node);

const enterRegion: Step = (walk, region) => {
  walk.region = region;
};

function annotationStep(state: AnnotationState): Step {
  return (walk) => {
    walk.annotation = state;
  };
}

const enterAnnotation: Readonly<Record<AnnotationState, Step>> = {
  none: annotationStep("none"),
  bare: annotationStep("bare"),
  string: annotationStep("string"),
  value: annotationStep("value"),
};
