/**
 * The functions that tests replace for a while: by `patch` of unittest.mock and pytest-mock, and by `setattr` of pytest's monkeypatch.
 * Input: an open file; output: the replaced functions, each with the part of the text in which it is replaced for certain.
 */
import { wordSet } from "../../base/word-list.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { qualifiedNameOf } from "../qualified-name.ts";
import type { OpenFile, Replacement, Resolution } from "../resolution.ts";
import { standsForFile } from "../symbol-kind.ts";
import { statementOf } from "./functions.ts";
import { contentOf } from "./made-classes.ts";
import type { Modules } from "./modules.ts";
import { PythonTree } from "./python-tree.ts";

/** A call that replaces a function; its target is written `"a.b.name"`, or `a.b, "name"`. */
const replacing = /(?:^|\.)patch(?:\.object)?$|\.setattr$/;

/** A call of it that takes effect at once; any other one does as a decorator, in a `with`, or once it is started. */
const immediate = /mocker\.patch(?:\.object)?$|\.setattr$/i;

/** Functions that enter a context until the end of a test. */
const entering = /\.enter_?(?:async_?)?context$/i;

/** An end of a replacement before the end of a function. */
const ending = /\.(?:stop|stopall|undo)\(/;

/** Functions of a class that run before each of its tests. */
const preparing = wordSet("setUp asyncSetUp setUpClass setup setup_method setup_class");

/** Statements around a call that runs whenever their function does. */
const always = wordSet("block with_statement with_clause with_item as_pattern expression_statement assignment await");

type Range = { readonly start: number; readonly end: number };

/** Returns the functions that a file replaces. @param resolve the target of the name at an offset */
export function replacementsIn(
  open: OpenFile,
  modules: Modules,
  resolve: (offset: number) => Resolution,
): readonly Replacement[] {
  if (!/\b(?:patch|setattr)\b/.test(open.text)) return [];
  const source = new PythonTree(open.tree, open.text);
  const found: Replacement[] = [];
  for (let node = 0; node < source.tree.size; node++) {
    if (source.kind(node) !== "call") continue;
    const callee = source.textOf(source.child(node, "function"));
    if (!replacing.test(callee)) continue;
    const ranges = rangesOf(source, node, callee);
    const target = ranges.length === 0 ? undefined : targetOf(source, node, { open, modules, resolve });
    if (target !== undefined) found.push(...ranges.map((range) => ({ ...target, ...range })));
  }
  return found;
}

type Search = {
  readonly open: OpenFile;
  readonly modules: Modules;
  readonly resolve: (offset: number) => Resolution;
};

/** The function that a call replaces; undefined if it is not known, or if its substitute may call it. */
function targetOf(source: PythonTree, call: number, search: Search): Pick<Replacement, "path" | "name"> | undefined {
  const [first = noNode, second = noNode] = source.namedChildren(source.child(call, "arguments"));
  const isDotted = source.kind(first) === "string";
  const string = contentOf(source, isDotted ? first : second);
  if (string === noNode) return undefined;
  const written = source.textOf(string);
  const word = /[^.]*$/.exec(written)?.[0] ?? "";
  const rest = source.text.slice(source.tree.end(isDotted ? first : second), source.tree.end(call));
  if (/\bwraps\s*=/.test(rest) || rest.split(/[^\p{L}\p{M}\p{N}_]/u).includes(word)) return undefined;
  return isDotted ? targetNamed(written, search) : targetIn(source, first, written, search.resolve);
}

/** `app.net.Client.send`: the longest module, and a name in it. */
function targetNamed(dotted: string, { open, modules }: Search): Pick<Replacement, "path" | "name"> | undefined {
  const parts = dotted.split(".");
  for (let count = parts.length - 1; count > 0; count--) {
    const module = modules.find(parts.slice(0, count).join("."), open.file);
    if (module === undefined) continue;
    if (module.file === undefined || module.isGuess === true) return undefined;
    return { path: module.file.path, name: parts.slice(count).join(".") };
  }
  return undefined;
}

/** A name in a module or a class that an expression names. */
function targetIn(
  source: PythonTree,
  holder: number,
  name: string,
  resolve: (offset: number) => Resolution,
): Pick<Replacement, "path" | "name"> | undefined {
  const word = source.kind(holder) === "attribute" ? source.child(holder, "attribute") : holder;
  if (source.kind(word) !== "identifier") return undefined;
  const { confidence, targets } = resolve(source.tree.start(word));
  const [target] = targets;
  if (target === undefined || confidence === "name") return undefined;
  if (standsForFile(target)) return { path: target.file.path, name };
  return target.kind === "class"
    ? { path: target.file.path, name: `${qualifiedNameOf(target, ".")}.${name}` }
    : undefined;
}

/** The parts of the text in which a call has replaced a function for certain. */
function rangesOf(source: PythonTree, call: number, callee: string): readonly Range[] {
  const { tree } = source;
  const parent = source.parent(call);
  if (source.kind(parent) === "decorator") return rangesOfDecorator(source, source.parent(parent));
  const item = source.kind(parent) === "as_pattern" ? source.parent(parent) : parent;
  if (source.kind(item) === "with_item") {
    const statement = source.parent(source.parent(item));
    const body = source.child(statement, "body");
    return body === noNode ? [] : [{ start: tree.start(body), end: tree.end(body) }];
  }
  return startsAt(source, call, callee) ? rangesFrom(source, call) : [];
}

/** A decorator of a class is one of each of its tests. */
function rangesOfDecorator(source: PythonTree, statement: number): readonly Range[] {
  const definition = source.child(statement, "definition");
  if (source.kind(definition) !== "class_definition") return [rangeOf(source, statement)];
  return methodsOf(source, definition)
    .filter(({ name }) => /^test/.test(name))
    .map(({ range }) => range);
}

/** True for a call whose replacement begins there: by itself, by `start`, or as the context of a stack. */
function startsAt(source: PythonTree, call: number, callee: string): boolean {
  const parent = source.parent(call);
  if (immediate.test(callee)) return true;
  if (source.kind(parent) === "attribute") return source.textOf(source.child(parent, "attribute")) === "start";
  if (source.kind(parent) === "argument_list")
    return entering.test(source.textOf(source.child(source.parent(parent), "function")));
  if (source.kind(parent) !== "assignment") return false;
  const variable = source.textOf(source.child(parent, "left"));
  const holder = functionAround(source, call);
  return holder !== noNode && source.textOf(holder).includes(`${variable}.start()`);
}

/** From a call to the end of its `with` or of its function; of one that prepares tests the other functions of its class, too. */
function rangesFrom(source: PythonTree, call: number): readonly Range[] {
  const { tree } = source;
  const holder = functionAround(source, call);
  if (holder === noNode || ending.test(source.textOf(holder)) || !isAlwaysRun(source, call, holder)) return [];
  const context = withAround(source, call, holder);
  const own = { start: tree.end(call), end: tree.end(context ?? holder) };
  const owner = source.parent(source.parent(statementOf(source, holder)));
  const isPreparing = preparing.has(source.textOf(source.child(holder, "name")));
  if (!isPreparing || context !== undefined || source.kind(owner) !== "class_definition") return [own];
  const others = methodsOf(source, owner).filter(({ node }) => node !== holder);
  return [own, ...others.map(({ range }) => range)];
}

function functionAround(source: PythonTree, node: number): number {
  let at = source.parent(node);
  while (at > 0 && source.kind(at) !== "function_definition") at = source.parent(at);
  return at > 0 ? at : noNode;
}

/** The innermost `with` of a function around a node, which may end what begins in it. */
function withAround(source: PythonTree, node: number, holder: number): number | undefined {
  for (let at = source.parent(node); at > 0 && at !== holder; at = source.parent(at)) {
    if (source.kind(at) === "with_statement") return at;
  }
  return undefined;
}

/** True if nothing between a call and its function decides whether it runs. */
function isAlwaysRun(source: PythonTree, call: number, holder: number): boolean {
  let at = source.parent(call);
  while (at !== holder && ["attribute", "call", "argument_list"].includes(source.kind(at))) at = source.parent(at);
  while (at !== holder && always.has(source.kind(at))) at = source.parent(at);
  return at === holder;
}

function methodsOf(source: PythonTree, owner: number) {
  return [...source.namedChildren(source.child(owner, "body"))].flatMap((statement) => {
    const node = source.kind(statement) === "decorated_definition" ? source.child(statement, "definition") : statement;
    if (source.kind(node) !== "function_definition") return [];
    return [{ node, name: source.textOf(source.child(node, "name")), range: rangeOf(source, statement) }];
  });
}

function rangeOf({ tree }: PythonTree, node: number): Range {
  return { start: tree.start(node), end: tree.end(node) };
}
