import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { CodeIndex, Declaration } from "../code-index.ts";
import type { Confidence, OpenFile } from "../resolution.ts";
import { builtinNames, commonMembers, moduleNames } from "./builtins.ts";
import type { Evaluator } from "./evaluator.ts";
import { reaches, type TypeTest, testsAt } from "./flow.ts";
import { dottedText } from "./import-statements.ts";
import { inferences } from "./inferences.ts";
import type { Meaning } from "./names.ts";
import { PythonTree } from "./python-tree.ts";
import { isTyped, type Place, type Range } from "./scopes.ts";
import type { Type, Types } from "./types.ts";

/** What a rule says of a name. */
export type Answer = {
  /** Best first. */
  readonly declarations: readonly Declaration[];
  readonly confidence: Confidence;
  readonly external?: string | undefined;
  readonly via?: readonly Declaration[];
  /** The id of a finer rule: the inference that the type of a receiver comes from. */
  readonly rule?: string;
};

/** A name at a place of an open file. */
export class Use {
  readonly open: OpenFile;
  readonly source: PythonTree;
  /** The node of the name. */
  readonly node: number;
  readonly name: string;
  readonly parent: number;
  readonly offset: number;

  private constructor(open: OpenFile, source: PythonTree, node: number) {
    this.open = open;
    this.source = source;
    this.node = node;
    this.name = source.textOf(node);
    this.parent = source.parent(node);
    this.offset = source.tree.start(node);
  }

  /** The use at an offset; undefined where no name begins. */
  static at(open: OpenFile, offset: number): Use | undefined {
    const source = new PythonTree(open.tree, open.text);
    const node = source.leafAt(offset);
    const isName = source.kind(node) === "identifier" && source.tree.start(node) === offset;
    return isName ? new Use(open, source, node) : undefined;
  }

  /** The innermost node around the name of one of these kinds. */
  around(...kinds: readonly string[]): number {
    const { source } = this;
    let node = this.parent;
    while (node > 0 && !kinds.includes(source.kind(node))) node = source.parent(node);
    return node > 0 ? node : noNode;
  }

  /** The place of the name, with the lambdas and comprehensions around it. */
  get place(): Place {
    return this.placeOf(this.node);
  }

  placeOf(from: number): Place {
    const { source } = this;
    const { tree } = source;
    const outsideOf: Range[] = [];
    let expressionScope: Range | undefined;
    for (let node = from, outer = source.parent(node); outer > 0; node = outer, outer = source.parent(outer)) {
      const kind = source.kind(outer);
      if (kind === "block") break;
      if (kind === "lambda") {
        if (source.isField(node, "body")) expressionScope ??= rangeOf(source, outer);
      } else if (comprehensions.has(kind)) {
        if (isFirstIterable(source, outer, node, from)) outsideOf.push(rangeOf(source, outer));
        else expressionScope ??= rangeOf(source, outer);
      }
    }
    const reachesHere = ({ at, file }: Declaration) =>
      file !== this.open.file || reaches(source, source.leafAt(at), from);
    let tests: readonly TypeTest[] | undefined;
    return {
      file: this.open.file,
      offset: tree.start(from),
      outsideOf,
      expressionScope,
      reaches: reachesHere,
      tests: () => {
        tests ??= testsAt(source, from);
        return tests;
      },
    };
  }
}

const comprehensions: ReadonlySet<string> = new Set([
  ...["list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression"],
]);

/** True for what is in the iterable of the first clause, which belongs to the scope around the comprehension. */
function isFirstIterable(source: PythonTree, comprehension: number, clause: number, from: number): boolean {
  if (source.kind(clause) !== "for_in_clause") return false;
  for (const child of source.namedChildren(comprehension)) {
    if (source.kind(child) === "for_in_clause") {
      const right = source.child(clause, "right");
      return child === clause && source.tree.start(from) >= source.tree.start(right);
    }
  }
  return false;
}

function rangeOf({ tree }: PythonTree, node: number): Range {
  return { start: tree.start(node), end: tree.end(node) };
}

export type Rule = {
  readonly id: string;
  /** What the name means; undefined where the rule says nothing of it, so that the next one is tried. */
  readonly resolve: (use: Use, evaluator: Evaluator, index: CodeIndex) => Answer | undefined;
};

/** How a name is resolved: the first rule that answers decides. */
export const rules: readonly Rule[] = [
  { id: "import", resolve: byImport },
  { id: "declaration", resolve: byDeclaration },
  { id: "keyword", resolve: byKeyword },
  { id: "member", resolve: byMember },
  { id: "global", resolve: byGlobal },
  { id: "local", resolve: (use, evaluator) => byScope(use, evaluator, ["local", "class"]) },
  { id: "module-scope", resolve: (use, evaluator) => byScope(use, evaluator, ["module"]) },
  { id: "star-import", resolve: (use, evaluator) => byScope(use, evaluator, ["star"]) },
  { id: "builtin", resolve: (use, evaluator) => byScope(use, evaluator, ["builtin"]) },
  { id: "only-one", resolve: byName },
];

/** A name in an import statement. */
function byImport({ source, node, open, parent, name }: Use, { names }: Evaluator): Answer | undefined {
  const isAlias = source.kind(parent) === "aliased_import";
  const path = isAlias ? source.child(parent, "name") : parent;
  if (source.kind(path) !== "dotted_name") return undefined;
  const outer = isAlias ? parent : source.kind(source.parent(path)) === "aliased_import" ? source.parent(path) : path;
  let statement = source.parent(outer);
  if (source.kind(statement) === "relative_import") statement = source.parent(statement);
  const kind = source.kind(statement);
  if (!kind.endsWith("import_statement") && kind !== "import_from_statement") return undefined;
  const parts = [...source.namedChildren(path)];
  const last = isAlias ? parts.length - 1 : parts.indexOf(node);
  const written = parts
    .slice(0, last + 1)
    .map((part) => source.textOf(part))
    .join(".");
  const from = source.child(statement, "module_name");
  const isModule =
    from === noNode || source.parent(node) === from || source.kind(source.parent(outer)) === "relative_import";
  if (kind === "future_import_statement")
    return { declarations: [], confidence: "external", external: `__future__.${name}` };
  if (isModule && !isAlias) {
    const dots =
      source.kind(source.parent(path)) === "relative_import"
        ? (dottedText(source, source.parent(path)).match(/^\.*/)?.[0] ?? "")
        : "";
    return answerOf(names.module(dots + written, open.file), names);
  }
  const bound = open.file.declarations.find(
    ({ kind: own, start, type }) =>
      own === "import" &&
      start === source.tree.start(statement) &&
      (type.endsWith(`:${written}`) || type.replace(":", ".") === written),
  );
  const meaning = bound === undefined ? undefined : names.imported(bound);
  if (meaning === undefined) return { declarations: [], confidence: "none" };
  return answerOf(meaning, names);
}

function answerOf(meaning: Meaning, { modules }: Evaluator["names"]): Answer {
  const { via } = meaning;
  switch (meaning.kind) {
    case "declarations":
      return { declarations: meaning.declarations.filter(({ kind }) => kind !== "import"), confidence: "exact", via };
    case "module": {
      const declaration = modules.declarationOf(meaning.module);
      return { declarations: declaration === undefined ? [] : [declaration], confidence: "exact", via };
    }
    default:
      return { declarations: [], confidence: "external", external: meaning.name, via };
  }
}

/** The name of a declaration; but an attribute that a method sets can be declared elsewhere. */
function byDeclaration({ open, offset, source, parent }: Use): Answer | undefined {
  if (source.kind(parent) === "keyword_argument" || source.kind(parent) === "attribute") return undefined;
  const own = open.file.declarations.find(({ at, kind }) => at === offset && kind !== "import");
  return own === undefined ? undefined : { declarations: [own], confidence: "exact" };
}

/** `name` of `f(name=1)`. */
function byKeyword(use: Use, evaluator: Evaluator): Answer | undefined {
  const { source, node, parent, name } = use;
  if (source.kind(parent) !== "keyword_argument" || !source.isField(node, "name")) return undefined;
  const list = source.parent(parent);
  const call = source.parent(list);
  if (source.kind(call) === "class_definition") return keywordOfClass(use, evaluator, call);
  const callee = source.child(call, "function");
  if (callee === noNode) return undefined;
  const called = partialCallee(source, callee, list) ?? callee;
  const { types, by } = evaluator.evaluate(source.textOf(called), use.placeOf(called));
  for (const type of types) {
    const found = evaluator.members.keyword(type, name);
    if (found === undefined) continue;
    if (found.kind === "external") return { declarations: [], confidence: "external", external: found.name };
    if (found.kind === "declarations") return { declarations: found.declarations, confidence: confidenceOf(by) };
  }
  return { declarations: [], confidence: "none" };
}

/** The function whose arguments a call of `partial` takes. */
function partialCallee(source: PythonTree, callee: number, list: number): number | undefined {
  if (!/^(?:functools\.)?partial(?:method)?$/.test(source.textOf(callee))) return undefined;
  const [first] = source.namedChildren(list);
  return first === undefined || source.kind(first) === "keyword_argument" ? undefined : first;
}

/** `name` of `class A(B, name=1)`. */
function keywordOfClass({ source, open, name }: Use, { members, names }: Evaluator, definition: number): Answer {
  const at = source.tree.start(source.child(definition, "name"));
  const owner = open.file.declarations.find((one) => one.at === at && one.kind === "class");
  const hook =
    owner === undefined
      ? undefined
      : members.find(
          { kind: "super", class: owner, receiver: { kind: "class", class: owner, items: [] } },
          "__init_subclass__",
        );
  if (name === "metaclass" || hook === undefined || hook.kind !== "declarations") {
    return { declarations: [], confidence: "external", external: `builtins.type.${name}` };
  }
  const declarations = hook.declarations.flatMap((one) =>
    names
      .scopesOf(one.file)
      .parameters(one)
      .filter((parameter) => parameter.name === name),
  );
  return { declarations, confidence: declarations.length > 0 ? "likely" : "none" };
}

function confidenceOf(by: string): Confidence {
  return inferences.find(({ id }) => id === by)?.confidence ?? "exact";
}

/** `name` of `object.name`, by the type of the object. */
function byMember(use: Use, evaluator: Evaluator): Answer | undefined {
  const object = objectOf(use);
  if (object === noNode) return undefined;
  const { source, name } = use;
  const place = use.placeOf(object);
  const { types, by } = evaluator.evaluate(source.textOf(object), place);
  return memberAnswer(types, name, by, evaluator);
}

function memberAnswer(types: Types, name: string, by: string, { members, names }: Evaluator): Answer | undefined {
  let external: string | undefined;
  for (const type of types) {
    const found = members.find(type, name);
    if (found === undefined) continue;
    if (found.kind === "external") {
      external ??= found.name;
      continue;
    }
    if (found.kind === "module") return { ...answerOf({ ...found, by: "module", via: [] }, names), rule: by };
    const confidence = found.isBehindExternal && confidenceOf(by) === "exact" ? "likely" : confidenceOf(by);
    return { declarations: preferred(found.declarations), confidence, rule: by, via: found.via };
  }
  return external === undefined ? undefined : { declarations: [], confidence: "external", external, rule: by };
}

/** Declarations with those first that say what type they have. */
function preferred(declarations: readonly Declaration[]): readonly Declaration[] {
  const rank = (one: Declaration) => (isTyped(one) ? 0 : (one.flags & DeclarationFlag.declared) === 0 ? 1 : 2);
  return [...declarations].sort((one, other) => rank(one) - rank(other));
}

/** The object of the attribute that a use is; noNode for other names. */
function objectOf({ source, node, parent }: Use): number {
  const kind = source.kind(parent);
  if (kind === "attribute" && source.isField(node, "attribute")) return source.child(parent, "object");
  if (kind === "dotted_name" || kind === "keyword_pattern" || kind === "member_type") {
    // `A.b` of a pattern, and `b=…` of `case A(b=…)`
    return noNode;
  }
  return noNode;
}

/** A name in `global` or `nonlocal`. */
function byGlobal(use: Use, { names }: Evaluator): Answer | undefined {
  const kind = use.source.kind(use.parent);
  if (kind !== "global_statement" && kind !== "nonlocal_statement") return undefined;
  const { file } = use.open;
  const scopes = names.scopesOf(file);
  if (kind === "global_statement") return { declarations: scopes.inModule(use.name), confidence: "exact" };
  const inner = scopes.enclosing(use.offset, "function");
  const bindings = inner === undefined ? undefined : scopes.lookUp(use.name, { file, offset: inner.at });
  return { declarations: bindings?.declarations ?? [], confidence: "exact" };
}

function byScope(use: Use, { names }: Evaluator, scopes: readonly Meaning["by"][]): Answer | undefined {
  if (isMemberName(use)) return undefined;
  const meaning = names.at(use.name, use.place);
  if (meaning?.kind === "external" && moduleNames.has(meaning.name) && scopes.includes(meaning.by)) {
    const { modules } = names;
    return answerOf({ kind: "module", module: modules.of(use.open.file), by: "module", via: [] }, names);
  }
  return meaning !== undefined && scopes.includes(meaning.by) ? answerOf(meaning, names) : undefined;
}

function isMemberName({ source, node, parent }: Use): boolean {
  return source.kind(parent) === "attribute" && source.isField(node, "attribute");
}

/** A name that is declared once in the code base, or a few times. */
function byName(use: Use, _evaluator: Evaluator, index: CodeIndex): Answer | undefined {
  const { name } = use;
  if (commonMembers.has(name) || builtinNames.has(name) || /^__.*__$/.test(name)) return undefined;
  const isMember = isMemberName(use);
  const declarations = index
    .named(name)
    .filter(({ kind, parent }) => kind !== "import" && kind !== "parameter" && (parent?.kind === "class") === isMember);
  return declarations.length === 0 ? undefined : { declarations, confidence: "name" };
}

export type { Type };
