/**
 * The way of a class as a value through a file. Input: an open file and the names of the class; output: whether other files may
 * call it by names of their own.
 */
import { wordSet } from "../../base/word-list.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { ReferencePlaces } from "../reference-places.ts";
import type { OpenFile, ReachOfClass, Resolution } from "../resolution.ts";
import { functionsOfArguments } from "./values/library.ts";

type Resolve = (offset: number) => Resolution;

/**
 * Returns the reach of a class with one of some names as a value of a file: `elsewhere` if another file may call it by a name of its own, as
 * with `table = {"a": A}`, `return A`, `run(A)`; `inside` if only variables of the file stand for it. Calls, annotations, bases,
 * `A.member`, and arguments of functions of others such as `isinstance(a, A)` take it nowhere.
 */
export function reachOfClass(open: OpenFile, names: readonly string[], resolve: Resolve): ReachOfClass {
  const { tree, text } = open;
  const places = new ReferencePlaces({ tree, text }, open.file.language, () => new Map());
  // An annotation such as `Type[A]` is of a variable that holds the class.
  const annotated = wordsOfClassAnnotations(text);
  if (names.some((name) => annotated.has(name))) return "elsewhere";
  let isInside = false;
  // Grows by variables that stand for the class.
  const all = new Set(names);
  for (const name of all) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
      const node = places.nameAt(at, at + name.length);
      const goal = node === noNode ? undefined : goalOf(node, open, { places, resolve });
      if (goal === "elsewhere") return "elsewhere";
      if (goal !== undefined) {
        isInside = true;
        if (goal.variable !== undefined) all.add(goal.variable);
      }
    }
  }
  return isInside ? "inside" : "nowhere";
}

/** The kinds of nodes that a class goes no further from. */
const ends = wordSet("comparison_operator expression_statement function_definition parameters");

/** The kinds of nodes around a value that have its value, or a list with it. */
const values: ReadonlySet<string> = new Set(["attribute", "tuple", "parenthesized_expression"]);

/** An annotation of classes, and a type variable, which may be bound to one. */
const classAnnotation = /\b(?:[Tt]ype\s*\[|TypeVar\s*\()/g;

/** UTF-16 code units of an annotation. */
const maxAnnotation = 200;

/** The words of such annotations, each up to the end of its line. */
function wordsOfClassAnnotations(text: string): ReadonlySet<string> {
  const found = Array.from(text.matchAll(classAnnotation), ({ index }) => text.slice(index, index + maxAnnotation));
  return new Set(found.flatMap((one) => (/^[^\n]*/.exec(one)?.[0] ?? "").split(/[^\p{L}\p{N}_]/u)));
}

/** Functions that take the class itself, and return an object of it. */
const ownMakers: ReadonlySet<string> = new Set(["__new__", "super"]);

/** Functions and containers from outside whose arguments come back. */
const followed = /^(?:builtins|collections|itertools|types)\.|^(?:dict|list|set|OrderedDict|defaultdict|deque)(?:\.|$)/;

/** Functions of Python that only ask for a class. */
const asking =
  /^builtins\.(?:callable|dir|getattr|hasattr|hash|id|isinstance|issubclass|len|print|repr|setattr|str|super|type|vars)$/;

/** True for a function from outside that does not hand its arguments back to the code base. */
function keepsForItself(word: string, { confidence, external = "" }: Resolution): boolean {
  if (ownMakers.has(word)) return true;
  if (confidence !== "external" || functionsOfArguments.has(external)) return false;
  return asking.test(external) || !followed.test(external);
}

/** Decorators that return the class that they get and keep nothing of it. */
const ownDecorators =
  /^@\s*(?:\w+\.)*(?:attrs|attributes|dataclass|define|final|frozen|runtime_checkable|s|total_ordering)\b/;

/** The place where a class goes from a name: a variable, or anything else; undefined if it goes no further. */
function goalOf(
  name: number,
  { tree, text }: OpenFile,
  { places, resolve }: { readonly places: ReferencePlaces; readonly resolve: Resolve },
): "elsewhere" | { readonly variable?: string } | undefined {
  if (places.typeOf(name) !== "read") return undefined;
  const parentOf = (node: number) => tree.parents[node] ?? noNode;
  const textOf = (node: number) => text.slice(tree.start(node), tree.end(node));
  let value = name;
  let parent = parentOf(value);
  while (parent !== noNode && values.has(tree.type(parent))) {
    if (tree.type(parent) === "attribute" && tree.firstChild(parent) === value) return undefined;
    value = parent;
    parent = parentOf(value);
  }
  const kind = parent === noNode ? "" : tree.type(parent);
  switch (kind) {
    case "assignment": {
      const left = tree.firstChild(parent);
      const isVariable = tree.type(left) === "identifier" && left !== value;
      return isVariable && !isInClass(parent, tree) ? { variable: textOf(left) } : "elsewhere";
    }
    // An exception is made of it.
    case "raise_statement":
      return {};
    case "class_definition": {
      const around = parentOf(parent);
      const isDecorated = around !== noNode && tree.type(around) === "decorated_definition";
      return isDecorated && !ownDecorators.test(textOf(tree.firstChild(around))) ? "elsewhere" : undefined;
    }
    case "argument_list":
    case "keyword_argument": {
      const list = kind === "argument_list" ? parent : parentOf(parent);
      const called = tree.firstChild(parentOf(list));
      const [word = ""] = /\w*$/.exec(textOf(called)) ?? [];
      return keepsForItself(word, resolve(tree.end(called) - word.length)) ? undefined : "elsewhere";
    }
    default:
      return kind === "" || ends.has(kind) ? undefined : "elsewhere";
  }
}

/** True for an assignment whose variable is an attribute of a class. */
function isInClass(assignment: number, tree: OpenFile["tree"]): boolean {
  for (let node = assignment; node !== noNode; node = tree.parents[node] ?? noNode) {
    if (tree.type(node) === "function_definition") return false;
    if (tree.type(node) === "class_definition") return true;
  }
  return false;
}
