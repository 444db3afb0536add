import { type DeclarationFact, DeclarationFlag, type DeclarationKind } from "../../facts/declaration-facts.ts";
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import type { FlatText } from "../../syntax/parse.ts";
import { Branches } from "./branches.ts";
import { type Declarator, declaratorAt, lastNameIn } from "./declarators.ts";
import { type NodeKinds, nodeKindsOf } from "./node-kinds.ts";
import { parametersOf } from "./parameters.ts";
import { basesOf, exprOf, joined, oneLine, typeOfDeclarator } from "./type-texts.ts";
import { typeHash } from "./type-words.ts";

/**
 * Lists what a C++ file declares, in source order, parents before children. One pass over the tree, without recursion.
 *
 * @param withLocals true for what stands inside of functions as well
 */
export function declarationsInCpp(source: FlatText, withLocals: boolean): readonly DeclarationFact[] {
  return new DeclarationPass(source, withLocals).facts();
}

/** What the pass is inside of. */
type Frame = {
  /** The first node behind it. */
  readonly endNode: number;
  /** The index of the innermost declaration; -1 outside of all. */
  readonly fact: number;
  /** The offset where the innermost block ends; 0 outside of functions. */
  readonly blockEnd: number;
  /** Where the innermost function begins, for labels. */
  readonly functionStart: number;
  /** The function_declarator that the parameters of the innermost function are in. */
  readonly declarator: number;
  /** The bits of members that are declared next. */
  access: number;
  readonly holds: "namespace" | "members" | "statements";
  /** The bit of a branch that is unlikely. */
  readonly branch: number;
};

type NewFact = {
  readonly name: number;
  readonly kind: DeclarationKind;
  readonly statement: number;
  readonly flags?: number;
  readonly qualifier?: string;
  readonly type?: string;
  readonly body?: number;
  readonly least?: number;
  readonly most?: number;
  readonly parameters?: number;
  /** In place of the text of the node `name`. */
  readonly text?: string;
  readonly scopeEnd?: number;
};

const { unlikely, declared, forward, transparent, internal, friend, scoped, virtual, abstract, local } =
  DeclarationFlag;
const { static: isStatic, private: isPrivate, protected: isProtected } = DeclarationFlag;

const branchKinds = ["preproc_if", "preproc_ifdef", "preproc_elif", "preproc_elifdef", "preproc_else"];

const blockKinds = [
  ...["compound_statement", "for_statement", "for_range_loop", "if_statement", "while_statement", "switch_statement"],
  ...["catch_clause", "lambda_expression", "requires_expression", "case_statement"],
];

class DeclarationPass {
  readonly #tree: FlatTree;
  readonly #text: string;
  readonly #source: FlatText;
  readonly #withLocals: boolean;
  readonly #facts: DeclarationFact[] = [];
  readonly #kinds: NodeKinds;
  readonly #frames: Frame[] = [];
  #frame: Frame;
  readonly #branches: Branches;
  /** Class nodes whose facts were added, and their indices: what `struct { } x;` has as type. */
  readonly #classes = new Map<number, number>();

  constructor(source: FlatText, withLocals: boolean) {
    this.#source = source;
    this.#tree = source.tree;
    this.#text = source.text;
    this.#withLocals = withLocals;
    this.#kinds = nodeKindsOf(source.tree.grammar);
    this.#branches = new Branches(source.tree, source.text);
    const all = { endNode: source.tree.size, fact: -1, blockEnd: 0, functionStart: 0, declarator: noNode, access: 0 };
    this.#frame = { ...all, branch: 0, holds: "namespace" };
  }

  facts(): readonly DeclarationFact[] {
    const tree = this.#tree;
    const declaratorField = this.#kinds.field("declarator");
    const visits = this.#visits();
    for (let node = 0; node < tree.size; ) {
      while (node >= this.#frame.endNode) this.#frame = this.#frames.pop() ?? this.#frame;
      if (tree.fields[node] === declaratorField) this.#visitDeclarator(node);
      const next = visits.get(tree.kinds[node] ?? 0)?.(node);
      node = next ?? node + 1;
    }
    return this.#facts;
  }

  /** What to do at nodes, by kind; a visit returns the node to go on with when it is not the next one. */
  #visits(): ReadonlyMap<number, (node: number) => number | undefined> {
    const visits = new Map<number, (node: number) => number | undefined>();
    const on = (names: readonly string[], visit: (node: number) => number | undefined) => {
      for (const name of names) visits.set(this.#kinds.kind(name), visit);
    };
    on(["namespace_definition"], (node) => this.#visitNamespace(node));
    on(["namespace_alias_definition"], (node) => this.#visitNamespaceAlias(node));
    on(["class_specifier", "struct_specifier", "union_specifier", "enum_specifier"], (node) => this.#visitClass(node));
    on(["enumerator"], (node) => this.#visitNamed(node, "enum_member"));
    on(["concept_definition"], (node) => this.#visitNamed(node, "concept"));
    on(["alias_declaration"], (node) => this.#visitAlias(node));
    on(["using_declaration"], (node) => this.#visitUsing(node));
    on(["preproc_include"], (node) => this.#visitInclude(node));
    on(["preproc_def", "preproc_function_def"], (node) => this.#visitMacro(node));
    on(["friend_declaration"], (node) => this.#visitFriend(node));
    on(["access_specifier"], (node) => this.#visitAccess(node));
    on(["labeled_statement"], (node) => this.#visitLabel(node));
    on(["lambda_capture_initializer"], (node) => this.#visitCapture(node));
    on(branchKinds, (node) => this.#visitBranch(node));
    on(blockKinds, (node) => this.#visitBlock(node));
    return visits;
  }

  #visitNamespace(node: number): undefined {
    const name = this.#child(node, "name");
    const body = this.#child(node, "body");
    const isInline = this.#hasToken(node, "inline");
    const names = name === noNode ? [] : this.#namesBelow(name);
    let fact = this.#frame.fact;
    if (names.length === 0) {
      fact = this.#add({
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
      fact = this.#add({ name: part, kind: "namespace", statement: node, body, flags }, fact);
    }
    this.#push({ endNode: this.#next(node), fact, access: 0, holds: "namespace" });
  }

  /** The name nodes of `a::b::c`, from left to right. */
  #namesBelow(name: number): number[] {
    const names: number[] = [];
    const identifier = this.#kinds.kind("namespace_identifier");
    for (let node = name; node < this.#next(name); node++) if (this.#tree.kinds[node] === identifier) names.push(node);
    return names.length === 0 ? [name] : names;
  }

  #visitNamespaceAlias(node: number): number {
    const name = this.#child(node, "name");
    const target = this.#tree.lastNamedChild(node);
    if (name !== noNode && target !== name) {
      this.#add({ name, kind: "namespace_alias", statement: node, type: this.#textOf(target) });
    }
    return this.#next(node);
  }

  #visitClass(node: number): undefined {
    const tree = this.#tree;
    const whole = this.#child(node, "name");
    const body = this.#child(node, "body");
    if (body === noNode && !this.#isForwardDeclaration(node)) return;
    const type = tree.type(node);
    const isEnum = type === "enum_specifier";
    const isScoped = isEnum && (this.#hasToken(node, "class") || this.#hasToken(node, "struct"));
    const hasDeclarators = tree.nextSibling(node) !== noNode && this.#isDeclared(node);
    const name = whole === noNode ? node : lastNameIn(tree, whole);
    const text = whole === noNode ? "" : undefined;
    const flags =
      (body === noNode ? forward | declared : 0) |
      (isScoped ? scoped : 0) |
      (whole === noNode && !isEnum && !hasDeclarators ? transparent : 0);
    const kind = isEnum
      ? "enum"
      : type === "class_specifier"
        ? "class"
        : type === "struct_specifier"
          ? "struct"
          : "union";
    const fact = this.#add({
      ...{ name, kind, flags, body, statement: this.#statementOf(node) },
      ...(text === undefined ? {} : { text }),
      qualifier: whole === noNode ? "" : this.#qualifierOf(whole, name),
      type: isEnum ? this.#textOf(this.#child(node, "base")) : basesOf(tree, this.#text, node),
      parameters: this.#specializationOf(whole),
    });
    this.#classes.set(node, fact);
    this.#addTemplateParameters(node, fact);
    if (body === noNode) return;
    const access = kind === "class" ? isPrivate : 0;
    this.#push({ endNode: this.#next(node), fact, access, holds: "members" });
  }

  /** True for `class A;`, and not for `class A* a;`. */
  #isForwardDeclaration(node: number): boolean {
    if (this.#child(node, "name") === noNode) return false;
    const parent = this.#tree.parents[node] ?? noNode;
    const kind = parent === noNode ? "" : this.#tree.type(parent);
    if (kind === "field_declaration") return this.#child(parent, "declarator") === noNode;
    if (kind === "template_declaration") return true;
    return (
      this.#tree.fields[node] === 0 && /^(translation_unit|declaration_list|compound_statement|preproc_\w+)$/.test(kind)
    );
  }

  /** True for the type of a declaration that has declarators: `struct { } x;`. */
  #isDeclared(node: number): boolean {
    const parent = this.#tree.parents[node] ?? noNode;
    return parent !== noNode && this.#child(parent, "declarator") !== noNode;
  }

  /** A hash of the template arguments of a specialization; 0 for a class that is none. */
  #specializationOf(whole: number): number {
    if (whole === noNode) return 0;
    const args = this.#kinds.field("arguments");
    let node = whole;
    while (this.#tree.type(node) === "qualified_identifier") node = this.#child(node, "name");
    const list = node === noNode ? noNode : this.#tree.childByField(node, args);
    return list === noNode ? 0 : typeHash([this.#textOf(list)]);
  }

  #visitNamed(node: number, kind: "enum_member" | "concept"): undefined {
    const name = this.#child(node, "name");
    if (name === noNode) return;
    const fact = this.#add({ name, kind, statement: this.#statementOf(node) });
    if (kind === "concept") this.#addTemplateParameters(node, fact);
  }

  #visitAlias(node: number): undefined {
    const name = this.#child(node, "name");
    const type = this.#child(node, "type");
    if (name === noNode) return;
    const fact = this.#add({ name, kind: "alias", statement: this.#statementOf(node), type: this.#typeTextOf(type) });
    this.#addTemplateParameters(node, fact);
  }

  #visitUsing(node: number): number {
    const target = this.#tree.lastNamedChild(node);
    if (target === noNode) return this.#next(node);
    const type = joined(this.#textOf(target));
    if (this.#hasToken(node, "namespace")) {
      this.#add({ name: target, text: "", kind: "using_namespace", statement: node, type });
    } else {
      const name = lastNameIn(this.#tree, target);
      this.#add({ name, kind: "using", statement: node, type });
    }
    return this.#next(node);
  }

  #visitInclude(node: number): undefined {
    const path = this.#child(node, "path");
    const text = path === noNode ? "" : this.#textOf(path);
    const type = text.startsWith("<") ? "<>" : "";
    if (/^["<].*[">]$/.test(text)) {
      this.#add({ name: path, text: text.slice(1, -1), kind: "include", statement: node, type });
    }
  }

  #visitMacro(node: number): number {
    const name = this.#child(node, "name");
    if (name !== noNode) {
      if (this.#frame.branch === 0) this.#branches.define(this.#textOf(name));
      const value = this.#textOf(this.#child(node, "value"));
      const list = this.#child(node, "parameters");
      const names =
        list === noNode
          ? []
          : this.#textOf(list)
              .slice(1, -1)
              .split(",")
              .filter((part) => part.trim() !== "");
      const isVariadic = names.at(-1)?.includes("...") ?? false;
      const count = names.length - (isVariadic ? 1 : 0);
      const numbers = {
        least: count,
        most: isVariadic ? -1 : count,
        parameters: list === noNode ? 0 : typeHash(names),
      };
      this.#add({
        name,
        kind: "macro",
        statement: node,
        type: value.length > maxMacroText ? "" : oneLine(value),
        ...numbers,
      });
    }
    return this.#next(node);
  }

  /** `friend class A;` declares A in the namespace around the class. */
  #visitFriend(node: number): undefined {
    const name = this.#tree.lastNamedChild(node);
    if (name === noNode || this.#tree.type(name) !== "type_identifier") return;
    const kind = this.#hasToken(node, "struct") ? "struct" : "class";
    if (kind === "class" && !this.#hasToken(node, "class")) return;
    this.#add({ name, kind, statement: node, flags: friend | forward | declared });
  }

  #visitAccess(node: number): undefined {
    const frame = this.#frame;
    if (frame.holds !== "members" || this.#tree.type(this.#tree.parents[node] ?? 0) === "base_class_clause") return;
    const text = this.#textOf(node);
    frame.access = text.startsWith("private") ? isPrivate : text.startsWith("protected") ? isProtected : 0;
  }

  #visitLabel(node: number): undefined {
    const name = this.#child(node, "label");
    if (this.#withLocals && name !== noNode) this.#add({ name, kind: "label", statement: node });
  }

  #visitCapture(node: number): undefined {
    const name = this.#child(node, "left");
    const value = this.#child(node, "right");
    if (!this.#withLocals || name === noNode) return;
    // The capture is seen in the lambda, of which the list of captures is a child.
    const lambda = this.#tree.parents[this.#tree.parents[node] ?? 0] ?? 0;
    const scopeEnd = this.#tree.end(lambda);
    this.#add({ name, kind: "variable", statement: node, type: `=${exprOf(this.#tree, this.#text, value)}`, scopeEnd });
  }

  #visitBlock(node: number): number | undefined {
    if (!this.#withLocals) return this.#next(node);
    const blockEnd = this.#tree.end(node);
    this.#push({ ...this.#frame, endNode: this.#next(node), blockEnd, holds: "statements" });
    const { fact } = this.#frame;
    if (this.#tree.type(node) === "lambda_expression")
      this.#addParametersOf(this.#child(node, "template_parameters"), fact);
    return undefined;
  }

  #visitBranch(node: number): undefined {
    // The condition of a header's guard is no choice.
    if (this.#tree.type(node) === "preproc_ifdef" && this.#isGuard(node)) return;
    const branch = this.#branches.unlikelyAt(node);
    const frame = this.#frame;
    if (branch !== undefined) this.#push({ ...frame, endNode: Math.min(branch.end, frame.endNode), branch: unlikely });
  }

  /** True for `#ifndef X` around `#define X`. */
  #isGuard(node: number): boolean {
    const name = this.#child(node, "name");
    const next = name === noNode ? noNode : this.#tree.nextSibling(name);
    for (let child = next; child !== noNode; child = this.#tree.nextSibling(child)) {
      const type = this.#tree.type(child);
      if (type === "preproc_def") return this.#textOf(this.#child(child, "name")) === this.#textOf(name);
      if (type !== "comment" && this.#tree.isNamed(child)) return false;
    }
    return false;
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
    const found = this.#functionDeclaratorAt(node);
    const { name, whole, parameters } = found;
    if (name === noNode) return;
    if (hasBody && this.#visitMadeFunction(statement, found)) return;
    const operator = this.#operatorCastText(whole);
    const { least, most, hash } =
      parameters === noNode ? { least: 0, most: 0, hash: 0 } : parametersOf(tree, this.#text, parameters);
    const body = hasBody ? this.#child(statement, "body") : noNode;
    const isMember = this.#frame.holds === "members";
    const words = this.#wordsBefore(statement, node);
    const isPure = !hasBody && isMember && this.#textOf(this.#initialValue(node)) === "0";
    const isVirtual = words.includes("virtual") || isPure || this.#hasChild(parameters, "virtual_specifier");
    const flags =
      (hasBody ? 0 : declared) |
      (words.includes("static") ? isStatic | (isMember ? 0 : internal) : 0) |
      (isVirtual ? virtual : 0) |
      (isPure ? abstract : 0) |
      (this.#isFriend(statement) ? friend : 0);
    const fact = this.#add({
      ...{ name, kind: "function", flags, body, least, most, parameters: hash },
      statement: this.#statementOf(statement),
      qualifier: this.#qualifierOf(whole, name),
      type: operator?.type ?? typeOfDeclarator(tree, this.#text, statement, found),
      ...(operator === undefined ? {} : { text: operator.name }),
    });
    this.#addTemplateParameters(statement, fact);
    const endNode = this.#next(hasBody ? statement : node);
    const blockEnd = tree.end(hasBody ? statement : node);
    const functionStart = tree.start(statement);
    this.#push({ endNode, fact, blockEnd, functionStart, declarator: parameters, access: 0, holds: "statements" });
  }

  /**
   * Adds a function that a macro makes of its arguments, as `TEST_F(Fixture, Name) {}`: `Fixture.Name`, in which members of
   * Fixture are seen if it is a class.
   */
  #visitMadeFunction(statement: number, { name, whole, parameters }: Declarator): boolean {
    if (parameters === noNode || whole !== name || this.#frame.holds === "members") return false;
    if (this.#child(statement, "type") !== noNode || this.#tree.type(name) !== "identifier") return false;
    const tree = this.#tree;
    const words: number[] = [];
    const list = this.#child(parameters, "parameters");
    for (let child = tree.firstNamedChild(list); child !== noNode; child = tree.nextSibling(child)) {
      const type = this.#child(child, "type");
      if (type !== noNode && tree.type(type) === "type_identifier" && tree.nexts[child] === tree.nexts[type])
        words.push(type);
    }
    const last = words.at(-1);
    const [first] = words;
    if (last === undefined || first === undefined) return false;
    const qualifier = first === last ? "" : this.#textOf(first);
    const text = words.map((word) => this.#textOf(word)).join(".");
    const body = this.#child(statement, "body");
    const fact = this.#add({ name: first, text, kind: "function", statement, qualifier, body });
    const functionStart = tree.start(statement);
    const frame = {
      endNode: this.#next(statement),
      fact,
      blockEnd: tree.end(statement),
      functionStart,
      declarator: parameters,
    };
    this.#push({ ...frame, access: 0, holds: "statements" });
    return true;
  }

  #functionDeclaratorAt(node: number): Declarator {
    const found = declaratorAt(this.#tree, node);
    if (this.#operatorCastText(found.whole) === undefined) return found;
    const cast = this.#castIn(found.whole);
    const declarator = this.#child(cast, "declarator");
    const isFunction = declarator !== noNode && this.#tree.type(declarator).endsWith("function_declarator");
    return { ...found, name: cast, parameters: isFunction ? declarator : noNode };
  }

  /** The operator_cast at the end of a name; noNode for another name. */
  #castIn(whole: number): number {
    const last = lastNameIn(this.#tree, whole);
    return this.#tree.type(last) === "operator_cast" ? last : noNode;
  }

  #operatorCastText(whole: number): { readonly name: string; readonly type: string } | undefined {
    const cast = this.#castIn(whole);
    if (cast === noNode) return undefined;
    const text = this.#textOf(cast);
    const open = text.indexOf("(");
    const head = oneLine(open < 0 ? text : text.slice(0, open)).trim();
    return { name: head, type: head.slice("operator".length).trim() };
  }

  #visitTypedef(node: number, statement: number): void {
    const found = declaratorAt(this.#tree, node);
    const { name } = found;
    if (name === noNode) return;
    this.#add({ name, kind: "alias", statement, type: this.#typeOf(statement, found) });
  }

  #visitVariable(node: number, statement: number): void {
    const found = this.#functionDeclaratorAt(node);
    const { name, whole, parameters, binding } = found;
    const { holds } = this.#frame;
    const value = this.#initialValue(node);
    if (binding !== noNode) {
      this.#addBindings(binding, statement, (part) => `=${part}.${exprOf(this.#tree, this.#text, value)}`);
      return;
    }
    if (name === noNode || (holds === "statements" && !this.#withLocals)) return;
    const isCast = this.#castIn(whole) !== noNode;
    if (isCast || (parameters !== noNode && !this.#isInitialized(parameters, statement))) {
      this.#visitFunction(node, statement, false);
      return;
    }
    const words = this.#wordsBefore(statement, node);
    const isMember = holds === "members";
    const isExtern = words.includes("extern") || (isMember && words.includes("static") && !words.includes("inline"));
    const flags =
      (isExtern && value === noNode ? declared : 0) |
      (words.includes("static") ? isStatic | (holds === "namespace" ? internal : 0) : 0);
    this.#add({
      ...{ name, kind: isMember ? "field" : "variable", flags, statement: this.#statementOf(statement) },
      qualifier: this.#qualifierOf(whole, name),
      type: this.#typeOf(statement, found, value),
    });
  }

  /** True for `Foo x(a, b)` in a function, which the grammar takes for the declaration of a function. */
  #isInitialized(parameters: number, statement: number): boolean {
    if (this.#frame.holds !== "statements") return false;
    const list = this.#child(parameters, "parameters");
    const tree = this.#tree;
    if (
      list === noNode ||
      tree.firstNamedChild(list) === noNode ||
      this.#textOf(this.#child(statement, "type")) === "void"
    )
      return false;
    for (let child = tree.firstNamedChild(list); child !== noNode; child = tree.nextSibling(child)) {
      if (tree.type(child) !== "parameter_declaration") {
        if (tree.isNamed(child)) return false;
        continue;
      }
      if (tree.type(this.#child(child, "type")) === "primitive_type") return false;
    }
    return true;
  }

  #visitLoopVariable(node: number, statement: number): void {
    if (!this.#withLocals) return;
    const found = declaratorAt(this.#tree, node);
    const items = exprOf(this.#tree, this.#text, this.#child(statement, "right"));
    if (found.binding !== noNode) this.#addBindings(found.binding, statement, (part) => `=${part}*${items}`);
    if (found.name === noNode) return;
    this.#add({ name: found.name, kind: "variable", statement, type: this.#typeOf(statement, found) || `=*${items}` });
  }

  #addBindings(binding: number, statement: number, typeOf: (part: number) => string): void {
    if (this.#frame.holds === "statements" && !this.#withLocals) return;
    let part = 0;
    for (let child = this.#tree.firstNamedChild(binding); child !== noNode; child = this.#tree.nextSibling(child)) {
      if (this.#tree.isNamed(child)) this.#add({ name: child, kind: "variable", statement, type: typeOf(part++) });
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
    const scope =
      owner === this.#frame.declarator
        ? this.#frame.blockEnd
        : ownerType === "abstract_function_declarator" && tree.type(above) === "lambda_expression"
          ? tree.end(above)
          : ownerType === "catch_clause" || ownerType === "requires_expression"
            ? tree.end(owner)
            : tree.end(list);
    this.#add({
      name: found.name,
      kind: "parameter",
      statement: parameter,
      type: this.#typeOf(parameter, found),
      scopeEnd: scope,
    });
  }

  /** Adds the parameters of all templates that a declaration is of. */
  #addTemplateParameters(node: number, fact: number): void {
    const lists: number[] = [];
    let above = this.#tree.parents[node] ?? noNode;
    while (above !== noNode && /^(template_declaration|friend_declaration)$/.test(this.#tree.type(above))) {
      lists.push(this.#child(above, "parameters"));
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
        const name = kind.startsWith("optional") ? this.#child(child, "name") : tree.lastNamedChild(inner);
        const type = this.#typeTextOf(this.#child(child, "default_type"));
        if (name !== noNode) this.#add({ name, kind: "type_parameter", statement: child, type }, fact);
        continue;
      }
      const declarator = this.#child(child, "declarator");
      const found = declarator === noNode ? undefined : declaratorAt(tree, declarator);
      if (found === undefined || found.name === noNode) continue;
      this.#add({ name: found.name, kind: "parameter", statement: child, type: this.#typeOf(child, found) }, fact);
    }
  }

  /** The type that a variable, field, parameter or alias is declared with; of `auto` its initial value. */
  #typeOf(statement: number, { suffix }: Declarator, value: number = noNode): string {
    const type = this.#child(statement, "type");
    if (type === noNode) return "";
    if (this.#tree.type(type) === "placeholder_type_specifier") {
      return value === noNode ? "" : `=${exprOf(this.#tree, this.#text, value)}`;
    }
    return `${this.#typeTextOf(type)}${suffix}`;
  }

  #typeTextOf(type: number): string {
    if (type === noNode) return "";
    const index = this.#classes.get(type) ?? this.#classes.get(this.#child(type, "type"));
    if (index !== undefined) return `@${index}`;
    return joined(this.#textOf(type).replace(/^(?:struct|class|enum|union)\b/, ""));
  }

  /** The value that a declarator is initialized with. */
  #initialValue(node: number): number {
    const tree = this.#tree;
    if (tree.type(node) === "init_declarator") return this.#child(node, "value");
    const fields = [this.#kinds.field("default_value"), this.#kinds.field("value")];
    for (let next = tree.nextSibling(node); next !== noNode; next = tree.nextSibling(next)) {
      if (fields.includes(tree.fields[next] ?? 0)) return next;
      const kind = tree.type(next);
      if (kind === "," || kind === ";") return noNode;
    }
    return noNode;
  }

  /** The statement around a declaration: with `template <…>` and `friend`. */
  #statementOf(node: number): number {
    let statement = node;
    for (
      let above = this.#tree.parents[node] ?? noNode;
      above !== noNode;
      above = this.#tree.parents[above] ?? noNode
    ) {
      if (
        !/^(template_declaration|friend_declaration|(field_)?declaration|type_definition)$/.test(this.#tree.type(above))
      )
        break;
      statement = above;
    }
    return statement;
  }

  #isFriend(statement: number): boolean {
    for (
      let above = this.#tree.parents[statement] ?? noNode;
      above !== noNode;
      above = this.#tree.parents[above] ?? noNode
    ) {
      const kind = this.#tree.type(above);
      if (kind === "friend_declaration") return true;
      if (kind !== "template_declaration") return false;
    }
    return false;
  }

  #qualifierOf(whole: number, name: number): string {
    if (whole === name || this.#tree.type(whole) !== "qualified_identifier") return "";
    return withoutArguments(this.#text.slice(this.#tree.start(whole), this.#tree.start(name))).replace(/::$/, "");
  }

  #add(
    { name, kind, statement, flags = 0, qualifier = "", type = "", body = noNode, text, scopeEnd, ...rest }: NewFact,
    parent = this.#frame.fact,
  ): number {
    const tree = this.#tree;
    const { offsetOf, endOf, positionOf } = this.#source;
    const { line, column } = positionOf(tree.start(name));
    const end = tree.end(statement);
    const isTemplateParameter = scopeEnd === undefined && (kind === "type_parameter" || kind === "parameter");
    const owner = isTemplateParameter ? this.#facts[parent] : undefined;
    const isLocal = owner === undefined ? this.#frame.blockEnd > 0 : (owner.flags & local) !== 0;
    const isMember = this.#frame.holds === "members";
    this.#facts.push({
      name: text ?? this.#textOf(name),
      kind,
      flags:
        flags |
        this.#frame.branch |
        (isMember && !isTemplateParameter ? this.#frame.access : 0) |
        (isLocal ? local : 0),
      line,
      column,
      endLine: positionOf(Math.max(tree.start(statement), end - 1)).line,
      at: offsetOf(tree.start(name)),
      start: offsetOf(tree.start(statement)),
      headEnd: body === noNode ? endOf(end) : offsetOf(tree.start(body)),
      end: endOf(end),
      parent,
      qualifier,
      type,
      least: rest.least ?? 0,
      most: rest.most ?? 0,
      parameters: rest.parameters ?? 0,
      scopeStart: isLocal ? (kind === "label" ? this.#frame.functionStart : tree.start(name)) : 0,
      scopeEnd: isLocal ? (scopeEnd ?? this.#frame.blockEnd) : 0,
    });
    return this.#facts.length - 1;
  }

  #push(frame: Partial<Frame> & Pick<Frame, "endNode" | "fact" | "access" | "holds">): void {
    this.#frames.push(this.#frame);
    const { blockEnd, functionStart, declarator, branch } = this.#frame;
    this.#frame = { blockEnd, functionStart, declarator, branch, ...frame };
  }

  #child(node: number, field: string): number {
    return node === noNode ? noNode : this.#tree.childByField(node, this.#kinds.field(field));
  }

  #next(node: number): number {
    return this.#tree.nexts[node] ?? this.#tree.size;
  }

  #textOf(node: number): string {
    return node === noNode ? "" : this.#text.slice(this.#tree.start(node), this.#tree.end(node));
  }

  #hasToken(node: number, token: string): boolean {
    for (let child = this.#tree.firstChild(node); child !== noNode; child = this.#tree.nextSibling(child)) {
      if (this.#tree.type(child) === token) return true;
      if (this.#tree.fields[child] !== 0) return false;
    }
    return false;
  }

  #hasChild(node: number, kind: string): boolean {
    if (node === noNode) return false;
    for (let child = this.#tree.firstChild(node); child !== noNode; child = this.#tree.nextSibling(child)) {
      if (this.#tree.type(child) === kind) return true;
    }
    return false;
  }

  /** The storage classes and specifiers in front of a declarator. */
  #wordsBefore(statement: number, declarator: number): readonly string[] {
    const words: string[] = [];
    for (
      let child = this.#tree.firstChild(statement);
      child !== noNode && child < declarator;
      child = this.#tree.nextSibling(child)
    ) {
      if (this.#tree.type(child) === "storage_class_specifier") words.push(this.#textOf(child));
      else if (!this.#tree.isNamed(child)) words.push(this.#tree.type(child));
    }
    return words;
  }
}

/** Characters of a replacement that are kept. */
const maxMacroText = 120;

/** A qualified name without its template arguments and white space. */
function withoutArguments(text: string): string {
  let depth = 0;
  let name = "";
  for (const character of text) {
    if (character === "<") depth++;
    else if (character === ">") depth--;
    else if (depth === 0 && !/\s/.test(character)) name += character;
  }
  return name;
}
