/**
 * The rules of Python name resolution, in their order: each finds the target of a name in one way, and the first answer
 * decides. Input: a use of a name, and the evaluator; output: declarations or an external name, with a confidence.
 */
import { wordSet } from "../../base/word-list.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { CodeIndex, Declaration } from "../code-index.ts";
import {
  annotationTextRule,
  type Confidence,
  keyRule,
  keywordRule,
  type Resolution,
  requestRule,
} from "../resolution.ts";
import { builtinNames, commonMembers, moduleNames } from "./builtins.ts";
import type { Ancestor } from "./classes.ts";
import type { Evaluator } from "./evaluator.ts";
import { withoutBlanks } from "./import-statements.ts";
import { inferences } from "./inferences.ts";
import type { Member, Members } from "./members.ts";
import type { Meaning } from "./names.ts";
import type { PythonTree } from "./python-tree.ts";
import { isTyped } from "./scopes.ts";
import { instanceOf, type Type, type Types } from "./types.ts";
import type { Use } from "./use.ts";

/** The result of a rule for a name. */
export type Answer = {
  /** Best first. */
  readonly declarations: readonly Declaration[];
  readonly confidence: Confidence;
  readonly external?: string | undefined;
  readonly via?: readonly Declaration[];
  /** True if it is known that one of the declarations is meant, but not which. */
  readonly isAnyOf?: true;
  /** See Resolution. */
  readonly ofBranches?: Resolution["ofBranches"];
  /** The id of a finer rule: the inference that the type of a receiver comes from. */
  readonly rule?: string;
};

export type Rule = {
  readonly id: string;
  /** The meaning of the name; undefined if the rule says nothing of it, so that the next one is tried. */
  readonly resolve: (use: Use, evaluator: Evaluator, index: CodeIndex) => Answer | undefined;
};

/** The resolution of a word in a string or a comment. */
export const textRules: readonly Rule[] = [
  { id: "exported", resolve: byExport },
  { id: requestRule, resolve: byFixtureName },
  { id: keyRule, resolve: byKey },
  { id: "attribute-name", resolve: byAttributeName },
  { id: annotationTextRule, resolve: byAnnotationText },
];

/** The resolution of any other name: the first rule that answers decides. */
export const nameRules: readonly Rule[] = [
  { id: "import", resolve: byImport },
  { id: "requested", resolve: byRequest },
  { id: "declaration", resolve: byDeclaration },
  { id: keywordRule, resolve: byKeyword },
  { id: "member", resolve: byMember },
  { id: "global", resolve: byGlobal },
  { id: "local", resolve: (use, evaluator) => byScope(use, evaluator, ["local", "class"]) },
  { id: "module-scope", resolve: (use, evaluator) => byScope(use, evaluator, ["module"]) },
  { id: "star-import", resolve: (use, evaluator) => byScope(use, evaluator, ["star"]) },
  { id: "builtin", resolve: (use, evaluator) => byScope(use, evaluator, ["builtin"]) },
  { id: "family", resolve: byFamily },
  { id: "only-one", resolve: byName },
];

/** All rules. */
export const rules: readonly Rule[] = [...textRules, ...nameRules];

const partsOfImports: ReadonlySet<string> = new Set(["dotted_name", "aliased_import", "relative_import"]);

/** A name in an import statement: a module, what is imported, or its alias. */
function byImport({ source, node, open, parent, name }: Use, { names }: Evaluator): Answer | undefined {
  let part = node;
  let statement = parent;
  while (partsOfImports.has(source.kind(statement))) {
    part = statement;
    statement = source.parent(statement);
  }
  const kind = source.kind(statement);
  if (kind === "future_import_statement") {
    return { declarations: [], confidence: "external", external: `__future__.${name}` };
  }
  if (kind !== "import_statement" && kind !== "import_from_statement") return undefined;
  const isAlias = source.kind(parent) === "aliased_import";
  if (!isAlias && (kind === "import_statement" || source.isField(part, "module_name"))) {
    // The module up to this name: a.b of a.b.c
    const first = source.isField(part, "module_name") ? part : parent;
    const path = source.text.slice(source.tree.start(first), source.tree.end(node));
    return answerOf(names.module(withoutBlanks(path), open.file), names);
  }
  const alias = source.child(part, "alias");
  const bound = names.scopesOf(open.file).at(source.tree.start(alias === noNode ? part : alias));
  const meaning = bound === undefined ? undefined : names.imported(bound);
  return meaning === undefined ? { declarations: [], confidence: "none" } : answerOf(meaning, names);
}

function answerOf(meaning: Meaning, { modules }: Evaluator["names"]): Answer {
  const { via, ofBranches, outside: external } = meaning;
  const ofBranch = ofBranches === "first" ? "likely" : ofBranches === "any" ? "name" : "exact";
  const confidence = meaning.isGuess === true ? "name" : ofBranch;
  switch (meaning.kind) {
    case "declarations": {
      const declarations = meaning.declarations.filter(({ kind }) => kind !== "import");
      const isAny = ofBranches === "any" && meaning.isGuess !== true;
      return { declarations, confidence, via, external, ...(isAny && { isAnyOf: true }) };
    }
    case "module": {
      const { module } = meaning;
      const all = meaning.isGuess === true ? [module, ...(module.others ?? [])] : [module];
      return { declarations: all.flatMap((one) => modules.declarationOf(one) ?? []), confidence, via, external };
    }
    default: {
      const { name, fallbacks = [] } = meaning;
      // `try: import a as b` and `except ImportError: b = None`: both bind the name.
      return {
        declarations: fallbacks,
        confidence: fallbacks.length > 0 ? confidence : "external",
        external: name,
        via,
        ...(ofBranches === "any" && meaning.isGuess !== true && { ofBranches: "likely" as const }),
      };
    }
  }
}

/** The name of a declaration; but an attribute that a method sets can be declared elsewhere. */
function byDeclaration({ open, offset, source, parent }: Use, { names }: Evaluator): Answer | undefined {
  if (source.kind(parent) === "keyword_argument" || source.kind(parent) === "attribute") return undefined;
  const own = names.scopesOf(open.file).at(offset);
  return own === undefined || own.kind === "import" ? undefined : { declarations: [own], confidence: "exact" };
}

/** A parameter that a fixture of pytest is passed for, and its uses: the parameter, and the fixture. */
function byRequest(use: Use, { names, fixtures }: Evaluator): Answer | undefined {
  const { open, offset, source, parent, name } = use;
  if (source.kind(parent) === "keyword_argument" || use.object() !== undefined) return undefined;
  const scopes = names.scopesOf(open.file);
  const own = scopes.at(offset) ?? scopes.lookUp(name, use.place)?.declarations[0];
  const fixture = own && fixtures.of(own);
  return own && fixture && { declarations: [own, fixture], confidence: "exact" };
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
  const { types, by } = evaluator.evaluate(source.operandText(called), use.placeOf(called));
  let external: string | undefined;
  for (const type of types) {
    const copied = copiedBy(source, type, call);
    if (copied !== noNode) return fieldOfCopy(use, copied, evaluator);
    const found = evaluator.members.keyword(type, name);
    if (found === undefined) continue;
    if (found.kind === "external") external ??= found.name;
    if (found.kind === "declarations") return memberByKeyword(found, by);
  }
  return { declarations: [], confidence: external === undefined ? "none" : "external", external };
}

/** Functions that copy their first argument with the fields that keywords name. */
const copiers: ReadonlySet<string> = new Set(["dataclasses.replace", "copy.replace", "attr.evolve", "attrs.evolve"]);

/** The value that a call copies: `replace(point, x=1)`, `pair._replace(x=1)`; noNode for other calls. */
function copiedBy(source: PythonTree, called: Type, call: number): number {
  if (called.kind !== "external") return noNode;
  if (called.name.endsWith("._replace")) return source.child(source.child(call, "function"), "object");
  const [first = noNode] = copiers.has(called.name) ? source.namedChildren(source.child(call, "arguments")) : [];
  return source.kind(first) === "keyword_argument" ? noNode : first;
}

/** A field of an object that is copied. */
function fieldOfCopy(use: Use, copied: number, evaluator: Evaluator): Answer {
  const { types, by } = evaluator.evaluate(use.source.operandText(copied), use.placeOf(copied));
  for (const type of types) {
    const found =
      type.kind === "instance" ? evaluator.members.keyword({ ...type, kind: "class" }, use.name) : undefined;
    if (found?.kind === "declarations") return memberByKeyword(found, by);
  }
  return { declarations: [], confidence: "none" };
}

/** The target of a keyword or a key: a guess if its class is a guess. */
function memberByKeyword(member: Extract<Member, { kind: "declarations" }>, by: string): Answer {
  const { declarations, isOfGuessedClass } = member;
  return { declarations, confidence: isOfGuessedClass === true ? "name" : confidenceOf(by) };
}

/** The function whose arguments a call of `partial` takes. */
function partialCallee(source: PythonTree, callee: number, list: number): number | undefined {
  if (!/^(?:functools\.)?partial(?:method)?$/.test(source.textOf(callee))) return undefined;
  const [first] = source.namedChildren(list);
  return first === undefined || source.kind(first) === "keyword_argument" ? undefined : first;
}

/** `name` of `class A(B, name=1)`. */
function keywordOfClass({ source, open, name }: Use, { members, names }: Evaluator, definition: number): Answer {
  const owner = names.scopesOf(open.file).at(source.tree.start(source.child(definition, "name")));
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
function byMember(use: Use, evaluator: Evaluator, index: CodeIndex): Answer | undefined {
  const object = use.object();
  if (object === undefined) return undefined;
  const { types, by } = evaluator.evaluate(object.text, use.placeOf(object.node));
  return memberAnswer(types, use, by, evaluator, index);
}

/**
 * The members that the name of an attribute means if its object comes from members of classes that derive from the ones that it
 * seems to come from: `self.part.run()` in a method of a class, if a class that derives from it sets `part` to an object of another
 * class.
 */
export function membersThroughDerived(use: Use, withDerived: Evaluator): readonly Declaration[] {
  const object = use.object();
  if (object === undefined) return [];
  const { types } = withDerived.evaluate(object.text, use.placeOf(object.node));
  return furtherMembers(types, use.name, withDerived.members);
}

function memberAnswer(types: Types, use: Use, by: string, evaluator: Evaluator, index: CodeIndex): Answer | undefined {
  const { name } = use;
  const { members, names } = evaluator;
  let external: Extract<Member, { kind: "external" }> | undefined;
  for (const [at, type] of types.entries()) {
    const found = members.find(type, name);
    if (found === undefined) continue;
    if (found.kind === "external") {
      external ??= found;
      continue;
    }
    if (found.kind === "module") {
      const answer = answerOf({ ...found, by: "module", via: [] }, names);
      return { ...answer, rule: by, ...(confidenceOf(by) === "name" && { confidence: "name" }) };
    }
    const inferred = found.isGuess === true ? "name" : confidenceOf(by);
    const isOpen = found.isBehindExternal || found.outside !== undefined;
    const confidence = isOpen && inferred === "exact" ? "likely" : inferred;
    const declarations = new Set(preferred(found.declarations));
    for (const one of furtherMembers(types.slice(at + 1), name, members)) declarations.add(one);
    return { declarations: [...declarations], confidence, rule: by, via: found.via, external: found.outside };
  }
  if (external === undefined) return undefined;
  const { name: externalName, via = [], fallbacks = [], isOfUnknownBase = false } = external;
  const answer = { external: externalName, via, rule: by };
  if (fallbacks.length > 0) return { ...answer, declarations: fallbacks, confidence: confidenceOf(by) };
  const mayBeOfAny = isOfUnknownBase || types.some((type) => type.kind === "external" && type.mayBeOf === "any");
  const inside = membersInside(mayBeOfAny ? "any" : types, use, evaluator, index);
  if (inside === undefined || !evaluator.uses("library-object")) {
    return { ...answer, declarations: [], confidence: "external" };
  }
  return { ...answer, declarations: inside, confidence: "name", rule: "library-object" };
}

/** Declarations of a member whose classes are compared with the class of an object. */
const maxDerived = 200;

/**
 * Members of the code base that a name may stand for though a library has it: any of its name, if the class of the object is
 * not known, or else members of classes that derive from its class. None if the name is declared, but too common to tell
 * one. Undefined if the name is the library's.
 */
function membersInside(
  types: Types | "any",
  use: Use,
  { classes }: Evaluator,
  index: CodeIndex,
): readonly Declaration[] | undefined {
  const { name } = use;
  const known = types === "any" ? [] : types;
  const owners = known.filter(({ kind }) => kind === "instance" || kind === "class");
  const outside = known.filter((type) => type.kind === "external" && type.mayBeOf === "derived");
  if (types !== "any" && (owners.length + outside.length === 0 || isSpecial(name))) return undefined;
  const declared = index.named(name).filter((one) => isNamed(one, true));
  if (declared.length === 0) return undefined;
  if (types === "any") return isTelling(name) ? likeReceiverFirst(declared, use) : [];
  const isBase = (ancestor: Ancestor) =>
    ancestor.kind === "class"
      ? owners.some((type) => "class" in type && type.class === ancestor.class)
      : outside.some((type) => "name" in type && type.name === ancestor.type.name);
  const isDerived = ({ parent }: Declaration) => parent !== undefined && classes.order(parent).some(isBase);
  const derived = declared.slice(0, maxDerived).filter(isDerived);
  return derived.length === 0 ? undefined : derived;
}

/** Types of a value whose members count. */
const maxTypes = 8;

/** The members of a name that values of further types have: `x.run()` with `x: A | B` means one of A and one of B. */
function furtherMembers(types: Types, name: string, members: Members): readonly Declaration[] {
  return types.slice(0, maxTypes).flatMap((type) => {
    const found = members.find(type, name);
    return found?.kind === "declarations" && found.isGuess !== true ? preferred(found.declarations) : [];
  });
}

/** Declarations with those first that say what type they have. */
function preferred(declarations: readonly Declaration[]): readonly Declaration[] {
  const rank = (one: Declaration) => (isTyped(one) ? 0 : (one.flags & DeclarationFlag.declared) === 0 ? 1 : 2);
  return [...declarations].sort((one, other) => rank(one) - rank(other));
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
  if (use.object() !== undefined) return undefined;
  const meaning = names.at(use.name, use.place);
  if (meaning?.kind === "external" && moduleNames.has(meaning.name) && scopes.includes(meaning.by)) {
    const { modules } = names;
    return answerOf({ kind: "module", module: modules.of(use.open.file), by: "module", via: [] }, names);
  }
  return meaning !== undefined && scopes.includes(meaning.by) ? answerOf(meaning, names) : undefined;
}

/** Lists, operators and brackets around a string that are followed, and UTF-16 code units of a type in one. */
const maxNesting = 60;
const maxTypeLength = 400;

const listKinds = wordSet("list tuple set expression_list parenthesized_expression binary_operator argument_list");

/** A string in `__all__`: what the module has by this name. */
function byExport(use: Use, { names }: Evaluator): Answer | undefined {
  const { source, textNode, open, name } = use;
  if (!use.isWholeString) return undefined;
  let list = source.parent(textNode);
  for (let depth = 0; depth < maxNesting && listKinds.has(source.kind(list)); depth++) list = source.parent(list);
  const kind = source.kind(list);
  const isCall = kind === "call";
  if (!isCall && kind !== "assignment" && kind !== "augmented_assignment") return undefined;
  const target = source.textOf(source.child(list, isCall ? "function" : "left"));
  if (!(isCall ? /^__all__\.(?:append|extend|insert|remove)$/ : /^__all__$/).test(target)) return undefined;
  if (names.scopesOf(open.file).enclosing(source.tree.start(list)) !== undefined) return undefined;
  const meaning = names.inModule(names.modules.of(open.file), name);
  return meaning && answerOf(meaning, names);
}

/** A string that asks for a fixture of pytest: `usefixtures("name")`, `request.getfixturevalue("name")`. */
function byFixtureName(use: Use, { names, fixtures }: Evaluator): Answer | undefined {
  const { source, textNode, open, name } = use;
  const list = source.parent(textNode);
  if (!use.isWholeString || source.kind(list) !== "argument_list") return undefined;
  const callee = source.textOf(source.child(source.parent(list), "function"));
  if (!/(?:^|\.)(?:usefixtures|getfixturevalue)$/.test(callee)) return undefined;
  const holder = names.scopesOf(open.file).enclosing(source.tree.start(list));
  const fixture = fixtures.named(name, { file: open.file, holder });
  return fixture && { declarations: [fixture], confidence: "exact" };
}

/** A key of a dictionary whose class declares it: `point["x"]`, `point.get("x")`, `point: Point = {"x": 1}`. */
function byKey(use: Use, evaluator: Evaluator): Answer | undefined {
  const { source, textNode } = use;
  if (!use.isWholeString) return undefined;
  const object = dictionaryOf(source, textNode);
  const written = object === noNode ? annotationOfDisplay(source, textNode) : object;
  if (written === noNode) return undefined;
  const { types, by } = evaluator.evaluate(source.operandText(written), use.placeOf(written));
  for (const type of object === noNode ? types.flatMap(instanceOf) : types) {
    const found = evaluator.members.key(type, use.name);
    if (found?.kind === "declarations") return memberByKeyword(found, by);
  }
  return undefined;
}

const keyMethods: ReadonlySet<string> = new Set(["get", "pop", "setdefault"]);

/** The container that a string is a key of; noNode for any other string. */
function dictionaryOf(source: PythonTree, string: number): number {
  const holder = source.parent(string);
  if (source.kind(holder) === "subscript") {
    const object = source.child(holder, "value");
    return object === string ? noNode : object;
  }
  const callee = source.child(source.parent(holder), "function");
  const isFirst = source.kind(holder) === "argument_list" && source.tree.firstNamedChild(holder) === string;
  if (!isFirst || !keyMethods.has(source.textOf(source.child(callee, "attribute")))) return noNode;
  return source.child(callee, "object");
}

/** The annotation of the variable that a dictionary is assigned to in which a string is a key; noNode where there is none. */
function annotationOfDisplay(source: PythonTree, string: number): number {
  const pair = source.parent(string);
  if (source.kind(pair) !== "pair" || source.tree.firstNamedChild(pair) !== string) return noNode;
  const assignment = source.parent(source.parent(pair));
  return source.kind(assignment) === "assignment" ? source.child(assignment, "type") : noNode;
}

const attributeFunctions: ReadonlySet<string> = new Set(["getattr", "hasattr", "setattr", "delattr"]);

/** The name in `getattr(object, "name")`: never more than likely, since it need not be there. */
function byAttributeName(use: Use, evaluator: Evaluator, index: CodeIndex): Answer | undefined {
  const { source, textNode } = use;
  const list = source.parent(textNode);
  const call = source.parent(list);
  const callee = source.child(call, "function");
  if (!use.isWholeString || source.kind(list) !== "argument_list") return undefined;
  if (!attributeFunctions.has(source.textOf(callee))) return undefined;
  const [object, attribute] = source.namedChildren(list);
  if (object === undefined || attribute !== textNode) return undefined;
  if (evaluator.names.at(source.textOf(callee), use.placeOf(callee))?.by !== "builtin") return undefined;
  const { types, by } = evaluator.evaluate(source.textOf(object), use.placeOf(object));
  const answer = memberAnswer(types, use, by, evaluator, index);
  if (answer === undefined) return namedAnswer(use.name, true, index);
  const { rule: _, ...member } = answer;
  return member.confidence === "exact" ? { ...member, confidence: "likely" } : member;
}

/** A name in an annotation that is a string, or in a comment with a type. */
function byAnnotationText(use: Use, evaluator: Evaluator, index: CodeIndex): Answer | undefined {
  const { source, node, textNode, offset, name } = use;
  if (offset - source.tree.start(node) > maxTypeLength) return undefined;
  const before = source.text.slice(source.tree.start(node), offset);
  const isType =
    source.kind(textNode) === "comment"
      ? /^#[ \t]*type:(?![ \t]*ignore\b)[^#]*$/.test(before) && before.includes(":")
      : isInAnnotation(source, textNode);
  if (!isType) return undefined;
  const object = /([\p{L}_][\p{L}\p{N}_.]*)\.$/u.exec(before)?.[1];
  if (object !== undefined) {
    const { types, by } = evaluator.evaluate(object, use.placeOf(node));
    const answer = memberAnswer(types, use, by, evaluator, index);
    if (answer === undefined) return undefined;
    const { rule: _, ...member } = answer;
    return member;
  }
  const meaning = evaluator.names.at(name, use.placeOf(node));
  return meaning && answerOf(meaning, evaluator.names);
}

/** True for a string of an annotation that is one itself: not for that of `Literal["a"]`. */
function isInAnnotation(source: PythonTree, string: number): boolean {
  let inner = string;
  for (let depth = 0; depth < maxNesting; depth++) {
    const node = source.parent(inner);
    const kind = source.kind(node);
    if (kind === "type" && source.kind(source.parent(node)) !== "type_parameter") return true;
    if (kind === "generic_type" || kind === "subscript") {
      const head = source.tree.firstNamedChild(node);
      if (head === inner || /(?:^|\.)(?:Literal|Annotated)$/.test(source.textOf(head))) return false;
    } else if (!["type", "type_parameter", "binary_operator", "list", "union_type"].includes(kind)) return false;
    inner = node;
  }
  return false;
}

/** Declarations of a member that are compared. */
const maxFamily = 40;

/**
 * A member of an object that one class declares, or one class and classes that derive from it: the class first. With all
 * objects unknown, 82 to 100 % of the first answers were right on nine code bases. Only methods of classes that the file
 * imports were no better than 85 to 100 %: so it stays a guess.
 */
function byFamily(use: Use, { classes }: Evaluator, index: CodeIndex): Answer | undefined {
  const { declarations = [] } = (use.object() && namedAnswer(use.name, true, index)) ?? {};
  if (declarations.length === 0 || declarations.length > maxFamily) return undefined;
  const owners = [...new Set(declarations.flatMap(({ parent }) => parent ?? []))];
  const isBaseOf = (owner: Declaration, other: Declaration) =>
    classes.order(other).some((one) => one.kind === "class" && one.class === owner);
  const root = owners.find((owner) => owners.every((other) => isBaseOf(owner, other)));
  if (root === undefined) return undefined;
  const isOfRoot = ({ parent }: Declaration) => parent === root;
  const ordered = [...preferred(declarations.filter(isOfRoot)), ...declarations.filter((one) => !isOfRoot(one))];
  return { declarations: likeReceiverFirst(ordered, use), confidence: "name" };
}

/**
 * Members with those first whose class has the name of the object: `is_equal` of EventRef for `event_ref.is_equal(other)`; then
 * members of classes that the file imports.
 */
function likeReceiverFirst(members: readonly Declaration[], use: Use): readonly Declaration[] {
  const [, word = ""] = /([\p{L}_][\p{L}\p{N}_]*)$/u.exec(use.object()?.text ?? "") ?? [];
  const wanted = plainName(word);
  const imported = new Set([...use.open.file.imports].map(({ type }) => type.slice(type.lastIndexOf(":") + 1)));
  const rankOf = ({ parent }: Declaration) =>
    parent === undefined
      ? 2
      : wanted !== "" && plainName(parent.name) === wanted
        ? 0
        : imported.has(parent.name)
          ? 1
          : 2;
  return [...members].sort((one, other) => rankOf(one) - rankOf(other));
}

/** A name in small letters, without what tells several of them apart: `eventref` of `event_ref2` and EventRef. */
function plainName(name: string): string {
  return name.replace(/_|\d+$/g, "").toLowerCase();
}

/** A name that is declared once in the code base, or a few times. */
function byName(use: Use, _evaluator: Evaluator, index: CodeIndex): Answer | undefined {
  const isMember = use.object() !== undefined;
  const answer = namedAnswer(use.name, isMember, index);
  return answer && isMember ? { ...answer, declarations: likeReceiverFirst(answer.declarations, use) } : answer;
}

function namedAnswer(name: string, isMember: boolean, index: CodeIndex): Answer | undefined {
  if (!isTelling(name)) return undefined;
  const declarations = index.named(name).filter((one) => isNamed(one, isMember));
  return declarations.length === 0 ? undefined : { declarations, confidence: "name" };
}

/** False for a name that objects of many libraries have. */
function isTelling(name: string): boolean {
  return !commonMembers.has(name) && !builtinNames.has(name) && !isSpecial(name);
}

/** True for a name with a meaning for Python itself: `__init__`. */
function isSpecial(name: string): boolean {
  return /^__.*__$/.test(name);
}

/** True for a declaration that the name of a member, or of something else, may stand for. */
function isNamed({ kind, parent, file }: Declaration, isMember: boolean): boolean {
  const isOfKind = kind !== "import" && kind !== "parameter" && (parent?.kind === "class") === isMember;
  // Another language has the name by chance.
  return isOfKind && file.language === "python";
}
