/**
 * The declarations of a C++ file, as the index stores them: namespaces, classes, functions, variables, macros,
 * includes. Input: a flat tree with its text; output: declaration facts in source order, parents before children.
 */
import { wordList } from "../../base/word-list.ts";
import {
  type DeclarationFact,
  DeclarationFlag,
  handingName,
  macroMemberSign,
  pastingName,
  scopingName,
} from "../../facts/declaration-facts.ts";
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import type { FlatText } from "../../syntax/parse.ts";
import { headersBeside, isBesideLibrary } from "./alternative-includes.ts";
import { Branches } from "./branches.ts";
import { argumentsIn, isDeclared, isForwardDeclaration, specializationOf } from "./class-heads.ts";
import { type Declarator, declaratorAt, lastNameIn } from "./declarators.ts";
import { declaredPointerIn } from "./declared-pointers.ts";
import { FactList, namesFunctionFirst, namesTestFirst } from "./fact-list.ts";
import {
  castIn,
  functionDeclaratorAt,
  isDeductionGuide,
  isFriend,
  isInitialized,
  operatorCastText,
  wordsOfParameters,
} from "./function-heads.ts";
import { type MacroNamespaces, macroNamespacesIn } from "./macro-namespaces.ts";
import { NodeReader } from "./node-reader.ts";
import { parametersOf } from "./parameters.ts";
import { handedIn, pastedNamesIn, scopedIn } from "./pasted-names.ts";
import { basesOf, constBefore, exprOf, isWrittenConst, joined, oneLine, typeOfDeclarator } from "./type-texts.ts";
import { specializedHash, textHash, typeHash } from "./type-words.ts";
import { mayWriteMembers, membersWrittenIn } from "./written-members.ts";

/**
 * Lists the declarations of a C++ file, in source order, parents before children. One pass over the tree, without
 * recursion.
 *
 * @param withLocals true to include declarations inside of functions
 */
export function declarationsInCpp(source: FlatText, withLocals: boolean): readonly DeclarationFact[] {
  return new DeclarationPass(source, withLocals ? "all" : "shared").facts();
}

/**
 * Lists the declarations of a C++ file that list_symbols needs: namespaces, classes, functions, fields and aliases,
 * also inside of functions, without lines, parameters and types other than result types.
 */
export function outlineInCpp(source: FlatText): readonly DeclarationFact[] {
  return new DeclarationPass(source, "outline").facts();
}

/** The declarations that a pass lists: outside of functions, all, or the members of scopes with only their names. */
type Extent = "shared" | "all" | "outline";

const { unlikely, foreign, declared, forward, transparent, internal, friend, scoped, virtual, abstract, substitute } =
  DeclarationFlag;
const { static: isStatic, private: isPrivate, protected: isProtected } = DeclarationFlag;

/** Returns the node to go on with when it is not the next one. */
type Visit = (node: number) => number | undefined;

/** The facts about a function without a list of parameters. */
const noParameters = { least: 0, most: 0, hash: 0, isConst: false };
const unknownParameters = { ...noParameters, most: -1 };

/** A string as the next argument, which masking has blanked. */
const stringBehind = /^\s*,\s*"((?:\\.|[^"\\\n])*)"/;

/** The word that a declaration of a class or an enumeration begins with. */
const classKey = /(?:class|struct|union|enum)\b/y;

const branchKinds = ["preproc_if", "preproc_ifdef", "preproc_elif", "preproc_elifdef", "preproc_else"];

const noHeaders = { ofLibrary: false, ofSystem: false };

const blockKinds = wordList(`
  compound_statement for_statement for_range_loop if_statement while_statement switch_statement catch_clause
  lambda_expression requires_expression case_statement
`);

class DeclarationPass {
  readonly #source: FlatText;
  readonly #tree: FlatTree;
  readonly #text: string;
  readonly #withLocals: boolean;
  readonly #isOutline: boolean;
  readonly #nodes: NodeReader;
  readonly #list: FactList;
  readonly #branches: Branches;
  /** Class nodes whose facts were added, and their indices: what `struct { } x;` has as type. */
  readonly #classes = new Map<number, number>();
  /** `name hash` of the templates of functions whose result is a parameter of the template, by their parameters. */
  readonly #chosenByResult = new Set<string>();
  readonly #macroNamespaces: readonly MacroNamespaces[];
  readonly #hasIncludes: boolean;
  #nextMacro = 0;
  #nextUse = 0;

  constructor(source: FlatText, extent: Extent) {
    this.#source = source;
    this.#tree = source.tree;
    this.#text = source.text;
    this.#withLocals = extent === "all";
    this.#isOutline = extent === "outline";
    this.#nodes = new NodeReader(source.tree, source.text);
    this.#branches = new Branches(source);
    this.#list = new FactList(source, this.#nodes, !this.#isOutline);
    this.#macroNamespaces = macroNamespacesIn(source);
    this.#hasIncludes = extent !== "outline" && /#[ \t]*include[ \t]*</.test(source.text);
  }

  facts(): readonly DeclarationFact[] {
    const tree = this.#tree;
    const declaratorField = this.#nodes.kinds.field("declarator");
    const visits = this.#visits();
    for (let node = 0; node < tree.size; ) {
      this.#addMacroUses(node);
      this.#list.leaveBefore(node);
      this.#openMacroNamespaces(node);
      if (tree.fields[node] === declaratorField) this.#visitDeclarator(node);
      const next = visits[tree.kinds[node] ?? 0]?.(node);
      node = next ?? node + 1;
    }
    this.#addMacroUses(tree.size);
    return this.#list.facts;
  }

  /** The actions at nodes, by kind. */
  #visits(): readonly (Visit | undefined)[] {
    const visits: (Visit | undefined)[] = [];
    const on = (names: readonly string[], visit: Visit) => {
      for (const name of names) visits[this.#nodes.kinds.kind(name)] = visit;
    };
    on(["namespace_definition"], (node) => this.#visitNamespace(node));
    on(["class_specifier", "struct_specifier", "union_specifier", "enum_specifier"], (node) => this.#visitClass(node));
    on(["alias_declaration"], (node) => this.#visitAlias(node));
    on(["access_specifier"], (node) => this.#visitAccess(node));
    on(blockKinds, (node) => this.#visitBlock(node));
    if (this.#isOutline) return visits;
    on(["namespace_alias_definition"], (node) => this.#visitNamespaceAlias(node));
    on(["enumerator"], (node) => this.#visitNamed(node, "enum_member"));
    on(["initializer_list"], (node) => this.#visitValues(node));
    on(["concept_definition"], (node) => this.#visitNamed(node, "concept"));
    on(["using_declaration"], (node) => this.#visitUsing(node));
    on(["preproc_include"], (node) => this.#visitInclude(node));
    on(["preproc_def", "preproc_function_def"], (node) => this.#visitMacro(node));
    on(["preproc_call"], (node) => this.#visitDirective(node));
    on(["friend_declaration"], (node) => this.#visitFriend(node));
    on(["expression_statement"], (node) => this.#visitStatement(node));
    on(["labeled_statement"], (node) => this.#visitLabel(node));
    on(["lambda_capture_initializer"], (node) => this.#visitCapture(node));
    on(branchKinds, (node) => this.#visitBranch(node));
    return visits;
  }

  /** Adds the uses of macros between declarations that end before a node. */
  #addMacroUses(node: number): void {
    const { uses, offsetOf } = this.#source;
    if (this.#isOutline || this.#nextUse >= uses.length) return;
    const before = node < this.#tree.size ? offsetOf(this.#tree.start(node)) : Number.POSITIVE_INFINITY;
    for (let use = uses[this.#nextUse]; use !== undefined && use.end <= before; use = uses[++this.#nextUse])
      this.#list.addMacroUse(use);
  }

  /** Enters the namespaces that macros open before a node, where they end with the scope that they are in or before it. */
  #openMacroNamespaces(node: number): void {
    for (;;) {
      const opened = this.#macroNamespaces[this.#nextMacro];
      if (opened === undefined || opened.firstNode > node) return;
      this.#nextMacro++;
      const { frame } = this.#list;
      if (frame.holds !== "namespace" || opened.endNode > frame.endNode || opened.endNode <= node) continue;
      const fact = this.#list.addNamespaces(opened.macro, opened.end);
      this.#list.push({ endNode: opened.endNode, fact, access: 0, holds: "namespace" });
    }
  }

  #visitNamespace(node: number): undefined {
    const name = this.#nodes.child(node, "name");
    const body = this.#nodes.child(node, "body");
    const isInline = this.#nodes.hasToken(node, "inline");
    const names = name === noNode ? [] : this.#nodes.namesBelow(name);
    let fact = this.#list.frame.fact;
    if (names.length === 0) {
      fact = this.#list.add({
        name: node,
        text: "",
        kind: "namespace",
        statement: node,
        body,
        flags: transparent | internal,
      });
    }
    for (const part of names) {
      const flags = isInline && part === names.at(-1) ? transparent : 0;
      fact = this.#list.add({ name: part, kind: "namespace", statement: node, body, flags }, fact);
    }
    this.#list.push({ endNode: this.#nodes.next(node), fact, access: 0, holds: "namespace" });
  }

  #visitNamespaceAlias(node: number): number {
    const name = this.#nodes.child(node, "name");
    const target = this.#tree.lastNamedChild(node);
    if (name !== noNode && target !== name) {
      this.#list.add({ name, kind: "namespace_alias", statement: node, type: this.#nodes.textOf(target) });
    }
    return this.#nodes.next(node);
  }

  #visitClass(node: number): undefined {
    const tree = this.#tree;
    const whole = this.#nodes.child(node, "name");
    const body = this.#nodes.child(node, "body");
    if (body === noNode && !isForwardDeclaration(this.#nodes, node)) return;
    const type = tree.type(node);
    const isEnum = type === "enum_specifier";
    const isScoped = isEnum && (this.#nodes.hasToken(node, "class") || this.#nodes.hasToken(node, "struct"));
    const hasDeclarators = isDeclared(this.#nodes, node);
    const name = whole === noNode ? node : lastNameIn(tree, whole);
    const text = whole === noNode ? "" : undefined;
    const flags =
      (body === noNode && !this.#isMadeByMacro(node) ? forward | declared : 0) |
      (isScoped ? scoped : 0) |
      (whole === noNode && !isEnum && !hasDeclarators ? transparent : 0);
    const kind = isEnum
      ? "enum"
      : type === "class_specifier"
        ? "class"
        : type === "struct_specifier"
          ? "struct"
          : "union";
    const fact = this.#list.add({
      name,
      kind,
      flags,
      body,
      statement: this.#nodes.statementOf(node),
      ...(text === undefined ? {} : { text }),
      qualifier: whole === noNode ? "" : this.#nodes.qualifierOf(whole, name),
      ...(!this.#isOutline && {
        type: isEnum ? this.#nodes.textOf(this.#nodes.child(node, "base")) : basesOf(tree, this.#text, node),
        ...specializationOf(this.#nodes, whole, node),
      }),
    });
    this.#classes.set(node, fact);
    this.#addTemplateParameters(node, fact);
    if (body === noNode) return;
    const { frame } = this.#list;
    // Members of `struct { … };` are members of the class around it.
    const isOfOuter = (flags & transparent) !== 0 && frame.holds === "members";
    const access = isOfOuter ? frame.access : kind === "class" ? isPrivate : 0;
    this.#list.push({ endNode: this.#nodes.next(node), fact, access, holds: "members" });
    if (isEnum) {
      this.#addListedIn(body);
      this.#addDirectivesIn(body);
    }
  }

  /** True for `DEFINE(A);` with a macro that writes the class, which is read as `struct A;`. */
  #isMadeByMacro(node: number): boolean {
    const { whole, offsetOf } = this.#source;
    classKey.lastIndex = offsetOf(this.#tree.start(node));
    return !classKey.test(whole);
  }

  /** Adds the enumerators that list macros give to the enumeration with this body. */
  #addListedIn(body: number): void {
    const { listed, offsetOf, endOf } = this.#source;
    if (listed.length === 0) return;
    const [from, to] = [offsetOf(this.#tree.start(body)), endOf(this.#tree.end(body))];
    for (const name of listed) if (name.use >= from && name.use < to) this.#list.addListed(name);
  }

  /** A table may have its rows from an include. */
  #visitValues(node: number): undefined {
    const { tree } = this.#nodes;
    if (tree.type(tree.parents[node] ?? noNode) !== "initializer_list") this.#addDirectivesIn(node);
  }

  /** Adds the macros and includes in the braces of an enumeration or of values, where masking blanks them. */
  #addDirectivesIn(body: number): void {
    if (this.#isOutline) return;
    const { whole, offsetOf, endOf } = this.#source;
    const [start, end] = [this.#tree.start(body), this.#tree.end(body)];
    const from = offsetOf(start);
    // A directive that is still there is a part of a comment, or a node of the tree.
    if (this.#text.slice(start, end).includes("#")) return;
    const written = whole.slice(from, endOf(end));
    if (!written.includes("#")) return;
    for (const { 0: text, 1: word, 2: rest = "", index } of written.matchAll(directive)) {
      const span = { start: from + index, end: from + index + text.length };
      const at = span.end - rest.length;
      if (word === "include") this.#addHiddenInclude(rest, at, span);
      else this.#addHiddenMacro(rest, at, span);
    }
  }

  #addHiddenInclude(rest: string, at: number, span: { readonly start: number; readonly end: number }): void {
    const [, sign, name] = /^(["<])([^">]+)[">]/.exec(rest) ?? [];
    if (name === undefined) return;
    const fact = { name, type: sign === "<" ? "<>" : "", least: 0, most: 0, parameters: 0 };
    this.#list.addDirective({ kind: "include", at, ...fact, ...span });
  }

  #addHiddenMacro(rest: string, at: number, span: { readonly start: number; readonly end: number }): void {
    const [, name = "", list, value = ""] = /^(\w+)(\([^)]*\))?([\s\S]*)$/.exec(rest) ?? [];
    if (name === "") return;
    const { pasted, ...fact } = macroFactOf(list === undefined ? undefined : parametersIn(list), value.trim());
    const macro = this.#list.addDirective({ name, kind: "macro", at, ...fact, ...span });
    const pasting = { name: pastingName, type: pasted, least: 0, most: 0, parameters: 0 };
    if (pasted !== "") this.#list.addDirective({ kind: "pasting", at, ...pasting, ...span }, macro);
  }

  #visitNamed(node: number, kind: "enum_member" | "concept"): undefined {
    const name = this.#nodes.child(node, "name");
    if (name === noNode) return;
    const fact = this.#list.add({ name, kind, statement: this.#nodes.statementOf(node) });
    if (kind === "concept") this.#addTemplateParameters(node, fact);
  }

  #visitAlias(node: number): undefined {
    const name = this.#nodes.child(node, "name");
    const type = this.#nodes.child(node, "type");
    if (name === noNode) return;
    const fact = this.#list.add({
      name,
      kind: "alias",
      statement: this.#nodes.statementOf(node),
      type: this.#typeTextOf(type),
    });
    this.#addTemplateParameters(node, fact);
  }

  #visitUsing(node: number): number {
    const target = this.#tree.lastNamedChild(node);
    if (target === noNode) return this.#nodes.next(node);
    const type = joined(this.#nodes.textOf(target));
    // Of an enumeration all members are brought, as of a namespace.
    if (this.#nodes.hasToken(node, "namespace") || this.#nodes.hasToken(node, "enum")) {
      this.#list.add({ name: target, text: "", kind: "using_namespace", statement: node, type });
    } else {
      const name = lastNameIn(this.#tree, target);
      this.#list.add({ name, kind: "using", statement: node, type });
    }
    return this.#nodes.next(node);
  }

  #visitInclude(node: number): undefined {
    this.#addInclude(node, this.#nodes.child(node, "path"));
  }

  #addInclude(node: number, path: number, parent?: number): void {
    const [, sign, name] = /^(["<])([^">]*)[">]/.exec(this.#nodes.textOf(path)) ?? [];
    if (name === undefined) return;
    const type = sign === "<" ? "<>" : "";
    const flags = isBesideLibrary(this.#nodes, this.#branches, node) ? substitute : 0;
    this.#list.add({ name: path, text: name, kind: "include", statement: node, type, flags }, parent);
  }

  /** True for a macro that is all of an `#ifndef` of its name: a default value. A guard of a header has more in it. */
  #isDefault(define: number, name: number): boolean {
    const tree = this.#tree;
    const around = tree.parents[define] ?? noNode;
    const asked = this.#nodes.child(around, "name");
    const isOwn = tree.type(around) === "preproc_ifdef" && this.#nodes.textOf(asked) === this.#nodes.textOf(name);
    if (!isOwn || !/^#\s*ifndef\b/.test(this.#text.slice(tree.start(around), tree.start(asked)))) return false;
    for (let child = tree.nextSibling(asked); child !== noNode; child = tree.nextSibling(child))
      if (tree.isNamed(child) && child !== define && tree.type(child) !== "comment") return false;
    return true;
  }

  #visitMacro(node: number): number {
    const name = this.#nodes.child(node, "name");
    if (name !== noNode) {
      const list = this.#nodes.child(node, "parameters");
      const value =
        this.#cutReplacementAt(this.#tree.end(list === noNode ? name : list)) ??
        // It goes to the line feed: of a line break of Windows it has the first half.
        this.#nodes.textOf(this.#nodes.child(node, "value")).trimEnd();
      if (this.#list.frame.branch === 0) this.#branches.define(this.#nodes.textOf(name), node, value.trim());
      const names = list === noNode ? [] : parametersIn(this.#nodes.textOf(list));
      const { pasted, ...macroFact } = macroFactOf(list === noNode ? undefined : names, value);
      const flags = this.#isDefault(node, name) ? substitute : 0;
      const macro = this.#list.add({ name, kind: "macro", statement: node, flags, ...macroFact });
      if (pasted !== "")
        this.#list.add({ name, text: pastingName, kind: "pasting", statement: node, type: pasted }, macro);
      const handed = handedIn(names, value);
      if (handed !== "")
        this.#list.add({ name, text: handingName, kind: "pasting", statement: node, type: handed }, macro);
      const scoped = scopedIn(names, value);
      if (scoped !== "")
        this.#list.add({ name, text: scopingName, kind: "pasting", statement: node, type: scoped }, macro);
      if (!this.#isOutline) this.#addMembersOf(macro, this.#tree.end(list === noNode ? name : list), names, value);
      this.#addNamespacesOf(this.#nodes.child(node, "value"), names);
      if (list === noNode) this.#addNamespaceNamedBy(name, this.#nodes.child(node, "value"));
    }
    return this.#nodes.next(node);
  }

  /** Adds the members or variables that a macro writes by its own text, after the end of its head. */
  #addMembersOf(macro: number, head: number, parameters: readonly string[], value: string): void {
    if (!mayWriteMembers(value)) return;
    const { whole, endOf } = this.#source;
    const from = endOf(head);
    directiveRest.lastIndex = from;
    const [rest = ""] = directiveRest.exec(whole) ?? [];
    for (const { name, at: place, ...member } of membersWrittenIn(parameters, rest)) {
      const at = from + place;
      const span = { at, start: at, end: at + name.length, parameters: 0 };
      this.#list.addDirective({ name: macroMemberSign + name, kind: "macro_member", ...member, ...span }, macro);
    }
  }

  /**
   * The replacement of a macro of several lines after the end of its head, if masking has cut it for a comment or for an empty
   * line in it; else undefined.
   */
  #cutReplacementAt(head: number): string | undefined {
    const { whole, endOf } = this.#source;
    directiveRest.lastIndex = endOf(head);
    const [rest = ""] = directiveRest.exec(whole) ?? [];
    const isCut = /\\\r?\n/.test(rest) && cutting.test(rest);
    return isCut ? rest.replace(/\/\*[\s\S]*?\*\//g, " ").trim() : undefined;
  }

  #visitDirective(node: number): undefined {
    // The grammar has no other node for an include in a class.
    const isInclude = /^#\s*include$/.test(this.#nodes.textOf(this.#nodes.child(node, "directive")));
    if (isInclude) this.#addInclude(node, this.#nodes.child(node, "argument"), -1);
    const macro = this.#nodes.undefinedAt(node);
    if (macro === noNode) return;
    const name = this.#nodes.textOf(macro).trim();
    const { branch, blockEnd } = this.#list.frame;
    const isOpen = this.#branches.isOpenAt(node);
    this.#branches.undefine(name, branch === 0 && !isOpen);
    if (blockEnd > 0) return;
    this.#list.add({
      name: macro,
      text: `#undef ${name}`,
      kind: "undefinition",
      statement: node,
      type: isOpen ? "?" : "",
    });
  }

  /** Adds the name of a namespace that the code writes as a macro: `lib` of `#define LIB_NS lib`, for `namespace LIB_NS {}`. */
  #addNamespaceNamedBy(macro: number, replacement: number): void {
    if (replacement === noNode || this.#isOutline || this.#list.frame.holds !== "namespace") return;
    const type = this.#nodes.textOf(macro);
    const [, blanks = "", name] = /^(\s*)([A-Za-z_]\w*)\s*$/.exec(this.#nodes.textOf(replacement)) ?? [];
    if (name === undefined || name === type || !standsForNamespace(type, name)) return;
    const at = this.#tree.start(replacement) + blanks.length;
    this.#list.addOfMacro({ name, kind: "namespace_alias", type, at, start: at, end: at + name.length }, -1);
  }

  /** Adds the namespaces that the replacement of a macro opens where their names are written in it. */
  #addNamespacesOf(replacement: number, parameters: readonly string[]): void {
    if (replacement === noNode || this.#isOutline || this.#list.frame.holds !== "namespace") return;
    const text = this.#nodes.textOf(replacement);
    if (!opensNamespace(text)) return;
    const start = this.#tree.start(replacement);
    const span = { start, end: this.#tree.end(replacement) };
    let parent = this.#list.frame.fact;
    for (const { 1: name = "", index } of text.matchAll(namespaceName)) {
      if (parameters.some((parameter) => parameter.trim() === name)) return;
      const at = start + text.indexOf(name, index + "namespace".length);
      parent = this.#list.addOfMacro({ name, kind: "namespace", type: "", at, ...span }, parent);
    }
  }

  /** `friend class A;` declares A in the namespace around the class. */
  #visitFriend(node: number): undefined {
    const name = this.#tree.lastNamedChild(node);
    if (name === noNode || this.#tree.type(name) !== "type_identifier") return;
    const kind = this.#nodes.hasToken(node, "struct") ? "struct" : "class";
    if (kind === "class" && !this.#nodes.hasToken(node, "class")) return;
    this.#list.add({ name, kind, statement: node, flags: friend | forward | declared });
  }

  #visitAccess(node: number): undefined {
    const frame = this.#list.frame;
    if (frame.holds !== "members" || this.#tree.type(this.#tree.parents[node] ?? 0) === "base_class_clause") return;
    const text = this.#nodes.textOf(node);
    frame.access = text.startsWith("private") ? isPrivate : text.startsWith("protected") ? isProtected : 0;
  }

  /** A statement that declares a pointer, though the grammar takes it for an expression. */
  #visitStatement(node: number): undefined {
    const { holds } = this.#list.frame;
    if (holds === "members" || (holds === "statements" && !this.#withLocals)) return;
    const found = declaredPointerIn(this.#nodes, node, holds === "namespace");
    if (found === undefined) return;
    const type = this.#typeTextOf(found.type) + found.suffix;
    this.#list.add({ name: found.name, kind: "variable", statement: node, type });
  }

  #visitLabel(node: number): undefined {
    const name = this.#nodes.child(node, "label");
    if (this.#withLocals && name !== noNode) this.#list.add({ name, kind: "label", statement: node });
  }

  #visitCapture(node: number): undefined {
    const name = this.#nodes.child(node, "left");
    const value = this.#nodes.child(node, "right");
    if (!this.#withLocals || name === noNode) return;
    // The capture is seen in the lambda behind the list of captures: a name in its value is one from around the lambda.
    const list = this.#tree.parents[node] ?? 0;
    const lambda = this.#tree.parents[list] ?? 0;
    const [scopeStart, scopeEnd] = [this.#tree.end(list), this.#tree.end(lambda)];
    this.#list.add({
      name,
      kind: "variable",
      statement: node,
      type: `=${exprOf(this.#tree, this.#text, value)}`,
      scopeStart,
      scopeEnd,
    });
  }

  #visitBlock(node: number): number | undefined {
    if (!this.#withLocals && !this.#isOutline) return this.#nodes.next(node);
    const blockEnd = this.#tree.end(node);
    this.#list.push({ ...this.#list.frame, endNode: this.#nodes.next(node), blockEnd, holds: "statements" });
    const { fact } = this.#list.frame;
    if (this.#tree.type(node) === "lambda_expression")
      this.#addParametersOf(this.#nodes.child(node, "template_parameters"), fact);
    return undefined;
  }

  #visitBranch(node: number): undefined {
    // The condition of a header's guard is not a choice, nor is that of an `#undef` of its macro.
    if (this.#tree.type(node) === "preproc_ifdef" && (this.#nodes.isGuard(node) || this.#nodes.isAroundUndef(node)))
      return;
    const unlikelyBranch = this.#branches.unlikelyAt(node);
    const frame = this.#list.frame;
    const beside =
      frame.holds === "namespace" && this.#hasIncludes ? headersBeside(this.#nodes, this.#branches, node) : noHeaders;
    const isBeside = beside.ofLibrary || beside.ofSystem;
    if (unlikelyBranch === undefined && !isBeside) return;
    const alternative = this.#nodes.child(node, "alternative");
    const end = unlikelyBranch?.end ?? (alternative === noNode ? this.#nodes.next(node) : alternative);
    const bits = unlikelyBranch === undefined ? 0 : unlikely | (unlikelyBranch.isForeign ? foreign : 0);
    this.#list.push({
      ...frame,
      endNode: Math.min(end, frame.endNode),
      branch: frame.branch | bits | (beside.ofLibrary ? substitute : 0),
      isBesideSystem: frame.isBesideSystem || beside.ofSystem,
    });
  }

  #visitDeclarator(node: number): void {
    const parent = this.#tree.parents[node] ?? noNode;
    const kind = parent === noNode ? "" : this.#tree.type(parent);
    if (kind === "function_definition") this.#visitFunction(node, parent, true);
    else if (kind === "type_definition") this.#visitTypedef(node, parent);
    else if (kind === "declaration" || kind === "field_declaration") this.#visitVariable(node, parent);
    else if (kind === "for_range_loop") this.#visitLoopVariable(node, parent);
    else if (kind.endsWith("parameter_declaration")) this.#visitParameter(node, parent);
  }

  #visitFunction(node: number, statement: number, hasBody: boolean): void {
    const tree = this.#tree;
    const found = functionDeclaratorAt(this.#nodes, node);
    const { name, whole, parameters } = found;
    if (name === noNode) return;
    if (hasBody && this.#visitMadeFunction(statement, found)) return;
    if (!hasBody && this.#isMacroOfClass(found, statement)) return;
    if (this.#list.frame.holds === "namespace" && isDeductionGuide(this.#nodes, statement, found)) {
      this.#visitDeductionGuide(name, statement);
      return;
    }
    if (this.#isOutline) {
      this.#addOutlined(node, statement, found, hasBody);
      return;
    }
    const operator = operatorCastText(this.#nodes, whole);
    const isOfMacro = !hasBody && this.#isWrittenByMacro(parameters);
    const { least, most, hash, isConst } = isOfMacro
      ? unknownParameters
      : parameters === noNode
        ? noParameters
        : parametersOf(tree, this.#text, parameters);
    const body = hasBody ? this.#nodes.child(statement, "body") : noNode;
    const isMember = this.#list.frame.holds === "members";
    const words = this.#nodes.wordsBefore(statement, node);
    const isPure = !hasBody && isMember && this.#nodes.textOf(this.#nodes.initialValue(node)) === "0";
    const isVirtual = words.includes("virtual") || isPure || this.#nodes.hasChild(parameters, "virtual_specifier");
    const flags =
      (hasBody ? 0 : declared) |
      (words.includes("static") ? isStatic | (isMember ? 0 : internal) : 0) |
      (isVirtual ? virtual : 0) |
      (isPure ? abstract : 0) |
      (isConst ? DeclarationFlag.const : 0) |
      (isFriend(this.#nodes, statement) ? friend : 0);
    const written = operator?.type ?? typeOfDeclarator(tree, this.#text, statement, found);
    const type = isOfMacro && written === "void" ? "" : written;
    const key = `${this.#nodes.textOf(name)} ${hash}`;
    const isChosenByResult = this.#chosenByResult.has(key) && this.#isSpecialization(statement);
    const titled = hasBody && type === "" ? this.#titleHashOf(found) : undefined;
    const special = this.#specializedHashOf(found, hash, isChosenByResult ? type : "");
    const fact = this.#list.add({
      name,
      kind: "function",
      body,
      least,
      most,
      parameters: special ?? titled ?? hash,
      flags: flags | (special === undefined ? 0 : DeclarationFlag.specialized),
      statement: this.#nodes.statementOf(statement),
      qualifier: this.#nodes.qualifierOf(whole, name),
      type,
      ...(operator === undefined ? {} : { text: operator.name }),
    });
    this.#addTemplateParameters(statement, fact);
    if (this.#list.facts.slice(fact + 1).some((one) => one.kind === "type_parameter" && one.name === type))
      this.#chosenByResult.add(key);
    const endNode = this.#nodes.next(hasBody ? statement : node);
    const blockEnd = tree.end(hasBody ? statement : node);
    const functionStart = tree.start(statement);
    this.#list.push({ endNode, fact, blockEnd, functionStart, declarator: parameters, access: 0, holds: "statements" });
  }

  /** True for parameters that masking has written for the use of a macro: `DECLARE(name, 15)` is read as `void name();`. */
  #isWrittenByMacro(declarator: number): boolean {
    const list = declarator === noNode ? noNode : this.#nodes.child(declarator, "parameters");
    const { whole, offsetOf } = this.#source;
    return list !== noNode && whole.charAt(offsetOf(this.#tree.start(list))) !== "(";
  }

  /**
   * The hash for `float parse<float>(Text)`, or `template <> float parse(Text)`; undefined for other functions, or if the
   * parameters name an argument.
   *
   * @param result the argument of a specialization if it writes none: its result, if that of the template is a parameter; else ""
   */
  #specializedHashOf({ whole, parameters }: Declarator, hash: number, result: string): number | undefined {
    const isOfClass = this.#nodes.textOf(whole).includes("<");
    const args = argumentsIn(this.#nodes, whole) ?? (result === "" || isOfClass ? undefined : [result]);
    if (args === undefined || parameters === noNode) return undefined;
    const words = new Set(this.#nodes.textOf(this.#nodes.child(parameters, "parameters")).match(/[A-Za-z_]\w*/g));
    const isNamed = args.flatMap((arg) => arg.match(/[A-Za-z_]\w*/g) ?? []).some((word) => words.has(word));
    return isNamed ? undefined : specializedHash(hash, args);
  }

  /** The hash for `TEST_CASE("adds") {`: each title is a function of its own. Undefined for other functions. */
  #titleHashOf({ name, whole, parameters }: Declarator): number | undefined {
    if (parameters === noNode || whole !== name || this.#list.frame.holds === "members") return undefined;
    const { tree, whole: text, offsetOf, endOf } = this.#source;
    const list = this.#nodes.child(parameters, "parameters");
    // Masking takes the title out.
    const title = list === noNode ? "" : text.slice(offsetOf(tree.start(list)), endOf(tree.end(list)));
    return title.includes('"') ? textHash(title) : undefined;
  }

  /** Adds a function, with a type where it has no body. */
  #addOutlined(node: number, statement: number, { name, whole, parameters }: Declarator, hasBody: boolean): void {
    const operator = operatorCastText(this.#nodes, whole);
    const type = hasBody ? noNode : this.#nodes.child(statement, "type");
    const fact = this.#list.add({
      name,
      kind: "function",
      statement: this.#nodes.statementOf(statement),
      flags: (hasBody ? 0 : declared) | (isFriend(this.#nodes, statement) ? friend : 0),
      body: hasBody ? this.#nodes.child(statement, "body") : noNode,
      qualifier: this.#nodes.qualifierOf(whole, name),
      type: this.#nodes.textOf(type),
      text: operator?.name,
    });
    const endNode = this.#nodes.next(hasBody ? statement : node);
    const blockEnd = this.#tree.end(hasBody ? statement : node);
    this.#list.push({ endNode, fact, blockEnd, declarator: parameters, access: 0, holds: "statements" });
  }

  /** `template <class T> A(T) -> A<T>;` declares only its parameters: an alias without a name contains them. */
  #visitDeductionGuide(name: number, statement: number): void {
    const outermost = this.#nodes.statementOf(statement);
    if (outermost === statement) return;
    const fact = this.#list.add({ name, text: "", kind: "alias", statement: outermost });
    this.#addTemplateParameters(statement, fact);
  }

  /**
   * True for a macro that is used as a member, `DISALLOW_COPY(A);`: a function without a type that does not have the name of its
   * class. Lower case is left, since masking may have taken the type away; but before the `_`, it may be a library: `Lib_DEFINE(A);`.
   */
  #isMacroOfClass({ name, whole, parameters }: Declarator, statement: number): boolean {
    const { holds, fact } = this.#list.frame;
    if (holds !== "members" || parameters === noNode || whole !== name) return false;
    if (this.#tree.start(statement) !== this.#tree.start(name)) return false;
    const text = this.#nodes.textOf(name);
    return (
      /^[A-Z](?:[A-Z0-9]*_[A-Z0-9_]*|[A-Za-z0-9]*_[A-Z0-9_]{4,})$/.test(text) && text !== this.#list.facts[fact]?.name
    );
  }

  /**
   * Adds a function that a macro makes of its arguments: `IsMore` of `MATCHER_P(IsMore, least, "") {}`, and of `TEST_F(Fixture, Name) {}`
   * and `TEST_CASE_METHOD(Fixture, "Name") {}` `Fixture.Name`, in which members of Fixture are seen if it is a class. Boost.Test has the class last.
   */
  #visitMadeFunction(statement: number, { name, whole, parameters }: Declarator): boolean {
    if (parameters === noNode || whole !== name || this.#list.frame.holds === "members") return false;
    if (this.#nodes.child(statement, "type") !== noNode || this.#tree.type(name) !== "identifier") return false;
    const tree = this.#tree;
    const words = wordsOfParameters(this.#nodes, parameters);
    const last = words.at(-1);
    const [first] = words;
    if (last === undefined || first === undefined) return false;
    const macro = this.#nodes.textOf(name);
    const given = namesFunctionFirst.test(macro) ? words.slice(1) : undefined;
    const holder = namesTestFirst.test(macro) ? last : first;
    const { whole: source, endOf } = this.#source;
    const [, string] = stringBehind.exec(source.slice(endOf(tree.end(last)), endOf(tree.end(statement)))) ?? [];
    const written = [...words.map((word) => this.#nodes.textOf(word)), ...(string === undefined ? [] : [string])];
    const parts = given === undefined ? written : written.slice(0, 1);
    const fact = this.#list.add({
      name: first,
      text: parts.join("."),
      kind: "function",
      statement,
      qualifier: parts.length === 1 ? "" : this.#nodes.textOf(holder),
      body: this.#nodes.child(statement, "body"),
      least: given?.length ?? 0,
      most: given?.length ?? 0,
    });
    const functionStart = tree.start(statement);
    const frame = {
      endNode: this.#nodes.next(statement),
      fact,
      blockEnd: tree.end(statement),
      functionStart,
      declarator: parameters,
    };
    this.#list.push({ ...frame, access: 0, holds: "statements" });
    const scopeEnd = frame.blockEnd;
    if (this.#withLocals)
      for (const word of given ?? []) this.#list.add({ name: word, kind: "parameter", statement: word, scopeEnd });
    return true;
  }

  #visitTypedef(node: number, statement: number): void {
    const found = declaratorAt(this.#tree, node);
    const { name } = found;
    if (name === noNode) return;
    this.#list.add({ name, kind: "alias", statement, type: this.#typeOf(statement, found) });
  }

  #visitVariable(node: number, statement: number): void {
    const found = functionDeclaratorAt(this.#nodes, node);
    const { name, whole, parameters, binding } = found;
    const { holds } = this.#list.frame;
    const value = this.#nodes.initialValue(node);
    if (binding !== noNode) {
      this.#addBindings(binding, statement, (part) => `=${part}.${exprOf(this.#tree, this.#text, value)}`);
      return;
    }
    if (name === noNode || (holds === "statements" && !this.#withLocals)) return;
    const isCast = castIn(this.#nodes, whole) !== noNode;
    if (
      isCast ||
      (parameters !== noNode && !(holds === "statements" && isInitialized(this.#nodes, parameters, statement)))
    ) {
      this.#visitFunction(node, statement, false);
      return;
    }
    const words = this.#nodes.wordsBefore(statement, node);
    const isMember = holds === "members";
    // [dcl.link]: `extern "C" int x;` has the specifier as well, but not what is in the braces of `extern "C" { int x; }`.
    const isOfLinkage = this.#tree.type(this.#tree.parents[statement] ?? noNode) === "linkage_specification";
    const isExtern =
      isOfLinkage || words.includes("extern") || (isMember && words.includes("static") && !words.includes("inline"));
    const flags =
      (isExtern && value === noNode ? declared : 0) |
      (words.includes("static") ? isStatic | (holds === "namespace" ? internal : 0) : 0) |
      this.#constOf(statement);
    const fact = this.#list.add({
      name,
      kind: isMember ? "field" : "variable",
      flags,
      statement: this.#nodes.statementOf(statement),
      qualifier: this.#nodes.qualifierOf(whole, name),
      type: this.#typeOf(statement, found, value),
      ...specializationOf(this.#nodes, whole, statement),
    });
    this.#addTemplateParameters(statement, fact);
  }

  #visitLoopVariable(node: number, statement: number): void {
    if (!this.#withLocals) return;
    const found = declaratorAt(this.#tree, node);
    const items = grouped(exprOf(this.#tree, this.#text, this.#nodes.child(statement, "right")));
    if (found.binding !== noNode) this.#addBindings(found.binding, statement, (part) => `=${part}*${items}`);
    if (found.name === noNode) return;
    this.#list.add({
      name: found.name,
      kind: "variable",
      statement,
      flags: this.#constOf(statement),
      type: this.#typeOf(statement, found) || `=*${items}`,
    });
  }

  #addBindings(binding: number, statement: number, typeOf: (part: number) => string): void {
    if (this.#list.frame.holds === "statements" && !this.#withLocals) return;
    let part = 0;
    for (let child = this.#tree.firstNamedChild(binding); child !== noNode; child = this.#tree.nextSibling(child)) {
      if (!this.#tree.isNamed(child)) continue;
      const flags = this.#constOf(statement);
      this.#list.add({ name: child, kind: "variable", statement, type: typeOf(part++), flags });
    }
  }

  #visitParameter(node: number, parameter: number): void {
    const tree = this.#tree;
    const list = tree.parents[parameter] ?? noNode;
    if (!this.#withLocals || list === noNode || tree.type(list) !== "parameter_list") return;
    const found = declaratorAt(tree, node);
    if (found.name === noNode || tree.type(found.name) !== "identifier") return;
    const owner = tree.parents[list] ?? 0;
    const above = tree.parents[owner] ?? 0;
    const ownerType = tree.type(owner);
    // `Foo x(a * b);` in a function multiplies.
    const { holds, declarator } = this.#list.frame;
    const isOfVariable = holds === "statements" && owner !== declarator && tree.type(above) === "declaration";
    if (isOfVariable && isInitialized(this.#nodes, owner, above)) return;
    const scope =
      owner === declarator
        ? this.#list.frame.blockEnd
        : ownerType === "abstract_function_declarator" && tree.type(above) === "lambda_expression"
          ? tree.end(above)
          : ownerType === "catch_clause" || ownerType === "requires_expression"
            ? tree.end(owner)
            : holds !== "statements" && tree.type(above) === "ERROR"
              ? this.#endOfUnread(list, above)
              : tree.end(list);
    this.#list.add({
      name: found.name,
      kind: "parameter",
      statement: parameter,
      flags: this.#constOf(parameter),
      type: this.#typeOf(parameter, found),
      scopeEnd: scope,
    });
  }

  /** The end of what may be the body of a function in an ERROR node: the next function is not a part of it. */
  #endOfUnread(parameters: number, error: number): number {
    const { kinds } = this.#nodes;
    const tree = this.#tree;
    const functionKind = kinds.kind("function_declarator");
    for (let node = this.#nodes.next(parameters); node < this.#nodes.next(error); node++)
      if (tree.kinds[node] === functionKind) return tree.start(node);
    return tree.end(error);
  }

  /** True for what `template <>` is before. */
  #isSpecialization(statement: number): boolean {
    const above = this.#tree.parents[statement] ?? noNode;
    if (above === noNode || this.#tree.type(above) !== "template_declaration") return false;
    const list = this.#nodes.child(above, "parameters");
    return list !== noNode && this.#tree.firstNamedChild(list) === noNode;
  }

  /** Adds the parameters of all templates that a declaration is of. */
  #addTemplateParameters(node: number, fact: number): void {
    if (this.#isOutline) return;
    const lists: number[] = [];
    let above = this.#tree.parents[node] ?? noNode;
    while (above !== noNode && /^(template_declaration|friend_declaration)$/.test(this.#tree.type(above))) {
      lists.push(this.#nodes.child(above, "parameters"));
      above = this.#tree.parents[above] ?? noNode;
    }
    for (const list of lists.reverse()) this.#addParametersOf(list, fact);
  }

  #addParametersOf(list: number, fact: number): void {
    if (list === noNode) return;
    const tree = this.#tree;
    for (let child = tree.firstNamedChild(list); child !== noNode; child = tree.nextSibling(child)) {
      const kind = tree.type(child);
      if (kind.endsWith("type_parameter_declaration") || kind === "template_template_parameter_declaration") {
        const inner = kind.startsWith("template_") ? tree.lastNamedChild(child) : child;
        const name = kind.startsWith("optional") ? this.#nodes.child(child, "name") : tree.lastNamedChild(inner);
        const type = this.#typeTextOf(this.#nodes.child(child, "default_type"));
        if (name !== noNode) this.#list.add({ name, kind: "type_parameter", statement: child, type }, fact);
        continue;
      }
      const declarator = this.#nodes.child(child, "declarator");
      const found = declarator === noNode ? undefined : declaratorAt(tree, declarator);
      if (found === undefined || found.name === noNode) continue;
      this.#list.add({ name: found.name, kind: "parameter", statement: child, type: this.#typeOf(child, found) }, fact);
    }
  }

  /** The type that a variable, field, parameter or alias is declared with; of `auto` its initial value. */
  #typeOf(statement: number, { suffix }: Declarator, value: number = noNode): string {
    if (this.#isOutline) return "";
    const type = this.#nodes.child(statement, "type");
    if (type === noNode) return "";
    if (this.#tree.type(type) === "placeholder_type_specifier") {
      const expression = exprOf(this.#tree, this.#text, value);
      return expression === "" ? "" : `=${grouped(expression)}`;
    }
    const own = this.#typeTextOf(type);
    return (own.startsWith("@") ? "" : constBefore(this.#tree, this.#text, statement, suffix)) + own + suffix;
  }

  /** The flag of a type that is written with `const`, or with `constexpr`. */
  #constOf(statement: number): number {
    return isWrittenConst(this.#nodes, statement) ? DeclarationFlag.const : 0;
  }

  #typeTextOf(type: number): string {
    if (type === noNode || this.#isOutline) return "";
    const index = this.#classes.get(type) ?? this.#classes.get(this.#nodes.child(type, "type"));
    if (index !== undefined) return `@${index}`;
    return joined(this.#nodes.textOf(type).replace(/^(?:struct|class|enum|union)\b/, ""));
  }
}

/**
 * An expression in parentheses if it begins with `*` or a number, which after `=` say that items or a part of the expression are
 * meant.
 */
function grouped(expression: string): string {
  return /^[*.\d]/.test(expression) ? `(${expression})` : expression;
}

/** The name of a namespace that is opened: one of `a::b` is not read. */
const namespaceName = /\bnamespace\s+(?:\\\r?\n\s*)*([A-Za-z_]\w*)\s*(?:\\\r?\n\s*)*\{/g;

/** True for a macro that is called as namespaces are, and replaced by the name of one: `LIB_NS`. Nanoseconds are `NS`, too. */
function standsForNamespace(macro: string, name: string): boolean {
  // The standard library opens its namespace itself.
  if (name === "std") return false;
  if (/(?:^|_)NAMESPACE(?:_|$)|Namespace$/.test(macro)) return true;
  const isAlike = macro.toLowerCase().includes(name.toLowerCase()) || /^v\d\w*$/.test(name);
  return isAlike && /(?:^|_)NS(?:_|$)/.test(macro);
}

/** True for a replacement with more braces that open than such that close, and a namespace. */
function opensNamespace(text: string): boolean {
  return text.includes("namespace") && text.split("{").length > text.split("}").length;
}

/** A line of a directive in an enumeration, with what it continues on. A repeated group would exhaust the stack at a long one. */
const directive = /^[ \t]*#[ \t]*(define|include)[ \t]+([\s\S]*?)(?=(?<!\\)(?<!\\\r)\r?\n|(?![\s\S]))/gm;

/** The names of parameters in parentheses, which may be on several lines, without what is empty. */
function parametersIn(list: string): readonly string[] {
  return list
    .slice(1, -1)
    .replace(/\\\r?\n/g, " ")
    .split(",")
    .filter((part) => part.trim() !== "");
}

/**
 * The facts about a macro from its parameters, undefined for none, and its replacement; `pasted` are the names that it
 * makes.
 */
function macroFactOf(names: readonly string[] | undefined, value: string) {
  const isVariadic = names?.at(-1)?.includes("...") ?? false;
  const count = (names?.length ?? 0) - (isVariadic ? 1 : 0);
  return {
    least: count,
    most: isVariadic ? -1 : count,
    parameters: names === undefined ? 0 : typeHash(names),
    type: value.length > maxMacroText ? "" : oneLine(value),
    pasted: names === undefined || names.length === 0 ? "" : pastedNamesIn(names, value),
  };
}

/** The rest of a directive, over continued lines and comments. */
const directiveRest = /(?:[^\\\n/]+|\\\r?\n|\\|\/\*[\s\S]*?\*\/|\/)*/y;

/** A comment or an empty line in a directive of several lines: masking cuts the rest. */
const cutting = /\/\*|\n[ \t]*\\\r?\n/;

/** Characters of a replacement that are kept. */
const maxMacroText = 120;
