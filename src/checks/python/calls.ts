import { noNode } from "../../syntax/flat/flat-tree.ts";
import { shortPathOf } from "./short-path.ts";
import type { AnnotationState, Step, Walk } from "./walk.ts";

/** The arguments of a function of `typing` that are types, and may be strings. */
type TypeArguments = {
  /** True for a positional argument. */
  readonly at: (index: number) => boolean;
  /** True for a keyword. */
  readonly by: (keyword: string) => boolean;
  /** Visits the second argument where it holds types. */
  readonly second?: (walk: Walk, node: number) => void;
};

const never = () => false;
const always = () => true;
const ofParameter = (keyword: string) => keyword === "bound" || keyword === "default";

const functions: ReadonlyMap<string, TypeArguments> = new Map<string, TypeArguments>([
  ["cast", { at: (index) => index === 0, by: (keyword) => keyword === "typ" }],
  ["assert_type", { at: (index) => index > 0, by: never }],
  ["TypeVar", { at: (index) => index > 0, by: ofParameter }],
  ["ParamSpec", { at: never, by: ofParameter }],
  ["TypeVarTuple", { at: never, by: ofParameter }],
  ["NewType", { at: (index) => index > 0, by: (keyword) => keyword === "tp" }],
  ["TypedDict", { at: never, by: always, second: visitTypedItems }],
  ["NamedTuple", { at: never, by: always, second: visitTypedFields }],
]);

/** Visits a call: what is called, and its arguments. */
export const visitCall: Step = (walk, node) => {
  const called = walk.field(node, "function");
  const path = shortPathOf(walk, called);
  const name = path === undefined ? undefined : walk.names.typingNameOf(path);
  const types = name === undefined ? undefined : functions.get(name);
  if (types === undefined) return walk.visitChildren(node);
  walk.visitIn("none", called);
  const list = walk.field(node, "arguments");
  if (walk.kind(list) !== "argument_list") return walk.visitIn("none", list);
  let index = 0;
  for (const argument of walk.children(list)) {
    const isKeyword = walk.kind(argument) === "keyword_argument";
    const isType = isKeyword ? types.by(walk.textOf(walk.field(argument, "name"))) : types.at(index);
    if (!isKeyword && index === 1 && types.second !== undefined) types.second(walk, argument);
    else walk.visitIn(stateOf(isType), argument);
    if (!isKeyword) index++;
  }
};

const stateOf = (isType: boolean): AnnotationState => (isType ? "value" : "none");

/** `{"name": type}` */
function visitTypedItems(walk: Walk, node: number): void {
  if (walk.kind(node) !== "dictionary") return;
  for (const pair of walk.children(node)) {
    const [key = noNode, value = noNode] = walk.kind(pair) === "pair" ? walk.children(pair) : [noNode, pair];
    walk.visitIn("none", key);
    walk.visitIn("value", value);
  }
}

/** `[("name", type)]` */
function visitTypedFields(walk: Walk, node: number): void {
  if (!isSequence(walk, node)) return;
  for (const field of walk.children(node)) {
    if (!isSequence(walk, field)) walk.visitIn("none", field);
    else {
      const [name = noNode, ...types] = walk.children(field);
      walk.visitIn("none", name);
      for (const type of types) walk.visitIn("value", type);
    }
  }
}

function isSequence(walk: Walk, node: number): boolean {
  return walk.kind(node) === "list" || walk.kind(node) === "tuple";
}
