/**
 * The declarations of a Python file, as the index stores them: classes, functions, variables, attributes, imports.
 * Input: a flat tree with its text; output: declaration facts in source order, parents before children.
 */
import { type DeclarationFact, DeclarationFlag, type DeclarationKind } from "../../facts/declaration-facts.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { FlatText } from "../../syntax/parse.ts";
import { excludedBranches, holds } from "./conditions.ts";
import { requestsOf } from "./fixture-requests.ts";
import { firstName, type Parameter, parametersOf, shapeOfFunction, statementOf } from "./functions.ts";
import { importsOf } from "./import-statements.ts";
import { type MadeClass, madeClassOf } from "./made-classes.ts";
import { PythonTree } from "./python-tree.ts";
import { returned, variablesOf } from "./return-text.ts";
import { assignedText, iteratedText, type Target, targetsOf } from "./targets.ts";
import { testedText } from "./tested-values.ts";
import { commentedParameters, functionComment, headComment, partOfComment, typeComment } from "./type-comments.ts";
import { annotationText, expressionText, namesText, typeText } from "./value-text.ts";

/**
 * Returns the declarations of a Python file in source order, in one pass over the nodes of its tree.
 *
 * Without locals, the body of a function gives three kinds of names: the attributes that a method sets on its first
 * parameter or its class, the variables of the module that are declared `global`, and the classes and imports that its result names.
 * The other imports in there are `lazy_import`s.
 */
export function declarationsInPython(source: FlatText, withLocals: boolean): readonly DeclarationFact[] {
  return new DeclarationPass(source, withLocals ? "all" : "shared").run();
}

/**
 * Returns the declarations of a Python file that list_symbols needs: classes, functions, and members of classes, also
 * inside of functions, without lines and types.
 */
export function outlineInPython(source: FlatText): readonly DeclarationFact[] {
  return new DeclarationPass(source, "outline").run();
}

/** The declarations of a pass: outside of functions, all, or the members of classes with only their names. */
type Extent = "shared" | "all" | "outline";

/** A scope that the pass is in. */
type Scope = {
  readonly kind: "module" | "class" | "function" | "lambda" | "comprehension";
  readonly outer: Scope | undefined;
  /** The first node after it. */
  readonly next: number;
  /** The index of its declaration; for a lambda or a comprehension that of the scope around it. */
  readonly index: number;
  /** True when its names are seen only inside a function, a lambda or a comprehension. */
  readonly isLocal: boolean;
  /** True for a class that the function around it gives: its members are known outside. */
  readonly isGiven?: boolean;
  /** The range in which its names are visible, as offsets in the tree's text; 0 and 0 when they are not local. */
  readonly start: number;
  readonly end: number;
  /** True for a name by which a method sets attributes of its class: its first parameter, and the class itself. */
  readonly isOwn: (object: string) => boolean;
  /** Names that it declares `global` or `nonlocal`, with the scope that binds them. */
  readonly elsewhere: Map<string, Scope>;
  /** Of a class: its attributes so far, each with the text that its type is known by. */
  readonly attributes: Map<string, string>;
};

/** The input of `add` for a declaration. */
type Declared = {
  /** The node of the name. */
  readonly name: number;
  /** Offsets in the tree's text of the name and of the statement, if these are parts of their nodes. */
  readonly place?: { readonly at: number; readonly start: number; readonly end: number };
  readonly kind: DeclarationKind;
  /** The node that it begins with and the one that it ends with. */
  readonly statement: number;
  readonly last?: number;
  readonly body?: number;
  readonly type: string;
  readonly flags?: number;
  readonly least?: number;
  readonly most?: number;
  readonly parameters?: number;
  /** The name, where it is not the text of its node. */
  readonly text?: string;
};

/** The condition of code that runs only where its file is the program. */
const mainTest = /^\(?\s*(?:__name__\s*==\s*(["'])__main__\1|(["'])__main__\2\s*==\s*__name__)\s*\)?$/;

class DeclarationPass {
  readonly #source: PythonTree;
  readonly #offsetOf: FlatText["offsetOf"];
  readonly #positionOf: FlatText["positionOf"];
  readonly #withLocals: boolean;
  readonly #isOutline: boolean;
  readonly #facts: DeclarationFact[] = [];
  #isInOrder = true;
  #scope: Scope;
  /** The first node after the body of the last `if TYPE_CHECKING:`. */
  #typingNext = 0;
  /** The first node after the body of the last `if __name__ == "__main__":`. */
  #mainNext = 0;
  /** The statements in the function that is read which declare what its result names: classes and imports. */
  #given: ReadonlySet<number> = noStatements;
  /** The first node after the last `except` clause. */
  #fallbackNext = 0;
  /** The branches that are not taken, of the last `if` statements: their nodes, and what is after them. */
  #excluded: readonly { readonly start: number; readonly next: number }[] = [];

  constructor({ tree, text, offsetOf, positionOf }: FlatText, extent: Extent) {
    this.#source = new PythonTree(tree, text);
    this.#offsetOf = offsetOf;
    this.#positionOf = positionOf;
    this.#withLocals = extent === "all";
    this.#isOutline = extent === "outline";
    const none = { outer: undefined, index: -1, isLocal: false, start: 0, end: 0, isOwn: () => false };
    this.#scope = { kind: "module", next: tree.size, ...none, elsewhere: new Map(), attributes: new Map() };
  }

  run(): readonly DeclarationFact[] {
    const { tree, kinds } = this.#source;
    for (let node = 0; node < tree.size; ) {
      while (node >= this.#scope.next && this.#scope.outer !== undefined) this.#scope = this.#scope.outer;
      const isWhole = this.#declare(node, kinds[tree.kinds[node] ?? -1] ?? "");
      node = isWhole ? (tree.nexts[node] ?? tree.size) : node + 1;
    }
    return this.#isInOrder ? this.#facts : inSourceOrder(this.#facts);
  }

  /** Declares what a node declares, and enters its scope. True when nothing below the node is of interest. */
  #declare(node: number, kind: string): boolean {
    switch (kind) {
      case "function_definition":
        return this.#functionDefinition(node);
      case "class_definition":
        return this.#classDefinition(node);
      case "assignment":
        this.#assignment(node);
        return false;
      case "global_statement":
      case "nonlocal_statement":
        this.#bindElsewhere(node, kind === "global_statement");
        return true;
      case "import_statement":
      case "import_from_statement":
      case "future_import_statement":
        this.#imports(node);
        return true;
      case "augmented_assignment":
        this.#augmentedAssignment(node);
        return false;
      case "call":
        this.#exportedByCall(node);
        return false;
      case "except_clause":
        this.#fallbackNext = Math.max(this.#fallbackNext, this.#source.tree.nexts[node] ?? 0);
        return false;
      case "string_content":
      case "comment":
        return true;
      default:
        if (this.#isOutline) this.#attributeBindings(node, kind);
        else if (this.#withLocals || !this.#scope.isLocal || this.#scope.elsewhere.size > 0) this.#bindings(node, kind);
        return false;
    }
  }

  /** Statements other than assignments that may bind `self.x`. */
  #attributeBindings(node: number, kind: string): void {
    if (kind === "for_statement") this.#loop(node);
    else if (kind === "as_pattern") this.#asPattern(node);
    else if (kind === "lambda") this.#lambda(node);
  }

  #bindings(node: number, kind: string): void {
    switch (kind) {
      case "if_statement":
        this.#branches(node);
        return;
      case "type_alias_statement":
        this.#typeAlias(node);
        return;
      case "for_statement":
      case "for_in_clause":
        this.#loop(node);
        return;
      case "as_pattern":
        this.#asPattern(node);
        return;
      case "named_expression":
        this.#walrus(node);
        return;
      case "case_pattern":
      case "keyword_pattern":
      case "union_pattern":
      case "splat_pattern":
        this.#captures(node, kind);
        return;
      case "lambda":
        this.#lambda(node);
        return;
      case "list_comprehension":
      case "set_comprehension":
      case "dictionary_comprehension":
      case "generator_expression":
        this.#enter("comprehension", node, this.#scope.index, this.#rangeOf(node, node));
    }
  }

  // Functions and classes

  #functionDefinition(node: number): boolean {
    const source = this.#source;
    const scope = this.#scope;
    const name = source.child(node, "name");
    if (name === noNode) return true;
    if (this.#isHidden(scope)) return this.#hidden(node);
    const body = source.child(node, "body");
    const isMethod = scope.kind === "class";
    const written = parametersOf(source, source.child(node, "parameters"));
    const comment = this.#isOutline ? undefined : functionComment(source, node, body);
    const parameters = this.#isOutline ? written : commentedParameters(source, written, comment, isMethod);
    const shape = shapeOfFunction(source, node, parameters, isMethod);
    const declared = typeText(source, source.child(node, "return_type"));
    const told = declared || comment?.result || "";
    const given = told !== "" || this.#isOutline ? undefined : returned(source, body, parameters);
    const type = given?.text ?? told;
    const statement = statementOf(source, node);
    const index = this.#add(scope, { name, kind: "function", statement, body, type, ...shape });
    const isBound = isMethod && (shape.flags & DeclarationFlag.static) === 0;
    const inside = this.#rangeOf(body === noNode ? node : body, node);
    const self = isBound ? firstName(source, parameters) : "";
    this.#enter(
      "function",
      node,
      index,
      inside,
      this.#ownObjects(self, () => variablesOf(source, body, parameters)),
    );
    if (!scope.isLocal) this.#given = given?.given ?? noStatements;
    // Parameters are known outside of the body, too: as keywords of calls.
    const known = scope.isLocal ? this.#scope : { ...this.#scope, isLocal: false, start: 0, end: 0 };
    this.#typeParameters(source.child(node, "type_parameters"), known);
    const isFixture = (shape.flags & DeclarationFlag.fixture) !== 0;
    this.#parameters(
      parameters,
      known,
      scope.isLocal ? undefined : requestsOf(source, node, parameters, { isFixture, isBound }),
    );
    return false;
  }

  /** The names of `Scope.isOwn` in a function of this scope; in a class of another one, the name of the class means something else. */
  #ownObjects(self: string, variables: () => ReadonlySet<string>): Scope["isOwn"] {
    const { kind, outer, index } = this.#scope;
    const className = kind === "class" && outer?.kind !== "class" ? this.#facts[index]?.name : undefined;
    let known: ReadonlySet<string> | undefined;
    return (object) => {
      if (object === self || object !== className) return object === self;
      known ??= variables();
      return !known.has(object);
    };
  }

  #parameters(parameters: readonly Parameter[], scope: Scope, requests?: ReadonlySet<Parameter>): void {
    if (this.#isOutline) return;
    for (const parameter of parameters) {
      const { name, statement, type } = parameter;
      const flags = requests?.has(parameter) === true ? DeclarationFlag.fixture : 0;
      this.#add(scope, { name, kind: "parameter", statement, type, flags });
    }
  }

  #classDefinition(node: number): boolean {
    const source = this.#source;
    const scope = this.#scope;
    const name = source.child(node, "name");
    if (name === noNode) return true;
    const isGiven = this.#given.has(node);
    if (this.#isHidden(scope) && !isGiven) return this.#hidden(node);
    const bases: string[] = [];
    const made: { readonly class: MadeClass; readonly call: number }[] = [];
    for (const base of source.namedChildren(source.child(node, "superclasses"))) {
      if (["keyword_argument", "list_splat", "dictionary_splat"].includes(source.kind(base))) continue;
      // class Point(namedtuple("Point", "x y")):
      const ofCall = this.#isOutline ? undefined : madeClassOf(source, base);
      if (ofCall !== undefined) made.push({ class: ofCall, call: base });
      bases.push(ofCall?.bases || annotationText(source, base));
    }
    const body = source.child(node, "body");
    const statement = statementOf(source, node);
    const type = bases.filter((base) => base !== "").join(", ");
    const index = this.#add(scope, { name, kind: "class", statement, body, type });
    for (const { class: ofCall, call } of made) this.#madeMembers(ofCall, call, { ...scope, index });
    this.#enter("class", node, index, { ...scope, isGiven });
    this.#typeParameters(source.child(node, "type_parameters"), this.#scope);
    return false;
  }

  #typeParameters(list: number, scope: Scope): void {
    if (this.#isOutline) return;
    const source = this.#source;
    for (const item of source.namedChildren(list)) {
      const inner = source.tree.firstNamedChild(item);
      // T, T: int, *Ts
      const isPlain = source.kind(inner) === "identifier";
      const first = isPlain ? inner : source.tree.firstNamedChild(inner);
      const name = source.kind(first) === "type" ? source.tree.firstNamedChild(first) : first;
      if (source.kind(name) !== "identifier") continue;
      this.#add(scope, { name, kind: "type_parameter", statement: item, type: this.#boundOf(inner) });
    }
  }

  /** The bound of `T: Shape`; "" for none, and for several constraints. */
  #boundOf(parameter: number): string {
    const source = this.#source;
    if (source.kind(parameter) !== "constrained_type") return "";
    const bound = source.tree.lastNamedChild(parameter);
    return source.kind(source.tree.firstNamedChild(bound)) === "tuple" ? "" : annotationText(source, bound);
  }

  /** Declares what a function or class does that is inside of a function: it imports. True, since that is all. */
  #hidden(node: number): true {
    const { tree, kinds } = this.#source;
    const end = tree.nexts[node] ?? 0;
    for (let inner = node + 1; inner < end; inner++) {
      if (importStatements.has(kinds[tree.kinds[inner] ?? -1] ?? "")) this.#imports(inner);
    }
    return true;
  }

  #lambda(node: number): void {
    const source = this.#source;
    const scope = this.#scope;
    const body = source.child(node, "body");
    this.#enter("lambda", node, scope.index, this.#rangeOf(body === noNode ? node : body, node));
    if (!this.#isHidden(this.#scope))
      this.#parameters(parametersOf(source, source.child(node, "parameters")), this.#scope);
  }

  // Statements that bind names

  #assignment(node: number): void {
    const source = this.#source;
    const annotation = source.child(node, "type");
    const left = source.child(node, "left");
    const right = this.#assignedValue(node);
    const comment = annotation === noNode ? typeComment(source, node) : "";
    const type = typeText(source, annotation);
    const flags = this.#isLambda(right) ? DeclarationFlag.lambda : 0;
    if (type !== "") {
      const isAlias = /^(?:\w+\.)?TypeAlias$/.test(type);
      const kind = isAlias ? "alias" : undefined;
      this.#bind(left, { statement: node, kind, flags }, () => (isAlias ? expressionText(source, right) : type));
    } else if (source.kind(left) === "identifier" && listsOfNames.has(source.textOf(left))) {
      this.#bind(left, { statement: node }, () => `=${namesText(source, right)}`);
    } else if (!this.#makesClass(left, node, right)) {
      this.#bind(
        left,
        { statement: node, flags },
        (target) =>
          commentOf(comment, target) || expression(testedText(source, node, assignedText(source, right, target))),
      );
      if (source.kind(left) === "identifier" && source.textOf(left) === "__slots__") this.#slots(right);
    }
  }

  #isLambda(value: number): boolean {
    let inner = value;
    while (this.#source.kind(inner) === "parenthesized_expression") inner = this.#source.tree.firstNamedChild(inner);
    return this.#source.kind(inner) === "lambda";
  }

  /** Declares the class that a call makes, with what its strings name. False if there is none. */
  #makesClass(name: number, statement: number, value: number): boolean {
    const source = this.#source;
    const scope = this.#scope;
    if (source.kind(name) !== "identifier" || this.#isOutline) return false;
    if (this.#isHidden(scope) && !this.#given.has(statement)) return false;
    const made = scope.elsewhere.has(source.textOf(name)) ? undefined : madeClassOf(source, value);
    if (made === undefined) return false;
    if (scope.kind === "class") scope.attributes.set(source.textOf(name), made.bases);
    const index = this.#add(scope, { name, kind: "class", statement, type: made.bases });
    this.#madeMembers(made, value, { ...scope, index });
    return true;
  }

  /** Declares the members of a class that a call makes. */
  #madeMembers({ members }: MadeClass, call: number, scope: Scope): void {
    for (const { text, type, ...place } of members) {
      this.#add(scope, { name: call, place, text, kind: "field", statement: call, type });
    }
  }

  /** The right side; that of the last one in `a = b = 1`. */
  #assignedValue(node: number): number {
    let value = this.#source.child(node, "right");
    for (let steps = 0; steps < maxChain && this.#source.kind(value) === "assignment"; steps++) {
      value = this.#source.child(value, "right");
    }
    return value;
  }

  /** `self.x += 1`, and `__all__ += […]`; other names are bound before. */
  #augmentedAssignment(node: number): void {
    const source = this.#source;
    const left = source.child(node, "left");
    const isNames = source.kind(left) === "identifier" && source.textOf(left) === "__all__";
    if (isNames) this.#bind(left, { statement: node }, () => `=${namesText(source, source.child(node, "right"))}`);
    else if (source.kind(left) === "attribute") this.#bind(left, { statement: node }, () => "");
  }

  /** `__all__.extend([…])` and `__all__.append("name")` of a module: other names are bound before. */
  #exportedByCall(node: number): void {
    const source = this.#source;
    if (this.#isOutline || this.#scope.outer !== undefined) return;
    if (!source.text.startsWith("__all__.", source.tree.start(node))) return;
    const callee = source.child(node, "function");
    const isAdding = addingMethods.has(source.textOf(source.child(callee, "attribute")));
    const [added = noNode] = isAdding ? source.namedChildren(source.child(node, "arguments")) : [];
    if (added === noNode) return;
    this.#bind(source.child(callee, "object"), { statement: node }, () => `=${namesText(source, added)}`);
  }

  /** The attributes that `__slots__` names. */
  #slots(right: number): void {
    const source = this.#source;
    const scope = this.#scope;
    if (scope.kind !== "class" || this.#isHidden(scope)) return;
    for (const item of source.kind(right) === "string" ? [right] : source.namedChildren(right)) {
      if (source.kind(item) !== "string") continue;
      const [, name] = source.namedChildren(item);
      const text = source.textOf(name ?? noNode);
      if (name === undefined || source.kind(name) !== "string_content" || scope.attributes.has(text)) continue;
      scope.attributes.set(text, slot);
      this.#add(scope, { name, kind: "field", statement: item, type: "", flags: DeclarationFlag.declared });
    }
  }

  #typeAlias(node: number): void {
    const source = this.#source;
    const left = source.tree.firstNamedChild(source.child(node, "left"));
    const name = source.kind(left) === "generic_type" ? source.tree.firstNamedChild(left) : left;
    const type = () => annotationText(source, source.child(node, "right"));
    this.#bind(name, { statement: node, kind: "alias" }, type);
  }

  #loop(node: number): void {
    const source = this.#source;
    const right = source.child(node, "right");
    const comment = source.kind(node) === "for_statement" ? headComment(source, right) : "";
    this.#bind(source.child(node, "left"), { statement: node, last: right }, (target) => {
      const { path, fromEnd, isRest } = target;
      const told = commentOf(comment, target);
      if (told !== "") return told;
      // The index of a part after a `*rest` depends on the number of parts.
      const text = fromEnd.some((part) => part > 0) ? "" : iteratedText(source, right);
      return isRest ? "=[]" : text && `=${path.join(".")}*${text}`;
    });
  }

  /** `with … as x`, `except E as x`, `case … as x`. */
  #asPattern(node: number): void {
    const source = this.#source;
    const value = source.tree.firstNamedChild(node);
    const alias = source.child(node, "alias");
    const statement = { statement: node };
    if (source.kind(value) === "case_pattern") {
      const last = source.tree.lastNamedChild(node);
      const pattern = source.tree.firstNamedChild(value);
      const isClass = source.kind(pattern) === "class_pattern";
      const type = () => (isClass ? annotationText(source, source.tree.firstNamedChild(pattern)) : "");
      if (source.kind(last) === "identifier") this.#bind(last, statement, type);
    } else if (source.kind(source.parent(node)) === "except_clause") {
      const isTuple = source.kind(value) === "tuple";
      const classes = isTuple ? [...source.namedChildren(value)] : [value];
      this.#bind(alias, statement, () => classes.map((item) => annotationText(source, item)).join(" | "));
    } else {
      const comment = this.#isOnlyItem(node) ? headComment(source, alias) : "";
      this.#bind(alias, statement, (target) => {
        const { path } = target;
        const told = commentOf(comment, target);
        if (told !== "") return told;
        const text = expressionText(source, value);
        return text && `=(${text}).__enter__()${path.map((part) => `[${part}]`).join("")}`;
      });
    }
  }

  /** True for the only item of a `with`. */
  #isOnlyItem(node: number): boolean {
    const clause = this.#source.parent(this.#source.parent(node));
    return [...this.#source.namedChildren(clause)].length === 1;
  }

  #walrus(node: number): void {
    const source = this.#source;
    let scope = this.#scope;
    while (scope.kind === "comprehension" && scope.outer !== undefined) scope = scope.outer;
    const value = source.child(node, "value");
    const type = () => expression(expressionText(source, value));
    this.#bind(source.child(node, "name"), { statement: node }, type, scope);
  }

  /** The names that a pattern of `case` captures, without that after `as`. */
  #captures(node: number, kind: string): void {
    const source = this.#source;
    for (const child of source.namedChildren(node)) {
      if (kind === "splat_pattern") this.#bind(child, { statement: child }, () => "");
      else if (source.kind(child) === "dotted_name") this.#capture(child, () => this.#fieldOfPattern(node));
    }
  }

  /** The type of `x` of `Point(y=x)`, as that of `Point().y`; "" for another pattern, and for one of several patterns. */
  #fieldOfPattern(keyword: number): string {
    const source = this.#source;
    const pattern = source.parent(source.parent(keyword));
    if (source.kind(keyword) !== "keyword_pattern" || source.kind(pattern) !== "class_pattern") return "";
    // Each pattern of `Point(x=found) | Other(y=found)` binds it.
    for (let outer = source.parent(pattern); source.kind(outer).endsWith("_pattern"); outer = source.parent(outer))
      if (source.kind(outer) === "union_pattern") return "";
    const name = source.textOf(source.tree.firstNamedChild(pattern));
    return `=${name}().${source.textOf(source.tree.firstNamedChild(keyword))}`;
  }

  #capture(dottedName: number, typeOf: () => string): void {
    const parts = [...this.#source.namedChildren(dottedName)];
    const [name] = parts;
    if (name === undefined || parts.length > 1 || this.#source.textOf(name) === "_") return;
    this.#bind(name, { statement: name }, typeOf);
  }

  #imports(node: number): void {
    if (this.#isOutline) return;
    const scope = this.#scope;
    const lineOf = (part: number) => this.#positionOf(this.#source.tree.start(part)).line;
    for (const { name, text, kind, type } of importsOf(this.#source, node)) {
      const bound = scope.elsewhere.get(text) ?? scope;
      const isKnown = this.#given.has(node) || !this.#isHidden(bound);
      if (isKnown) this.#add(bound, { name, text, kind, statement: node, type, least: lineOf(name) - lineOf(node) });
      // The place of the name is left to the import itself, which is declared where the file is open.
      else this.#add(bound, { name: node, text: "", kind: "lazy_import", statement: node, type });
    }
  }

  #bindElsewhere(node: number, isGlobal: boolean): void {
    const source = this.#source;
    const scope = this.#scope;
    let bound = scope.outer;
    const isFound = ({ kind, outer }: Scope) => (isGlobal ? outer === undefined : kind === "function");
    while (bound !== undefined && !isFound(bound)) bound = bound.outer;
    if (bound === undefined) return;
    for (const name of source.namedChildren(node)) scope.elsewhere.set(source.textOf(name), bound);
  }

  /** The effect of an `if` statement on the names in its branches. */
  #branches(node: number): void {
    const source = this.#source;
    const { tree } = source;
    const condition = source.child(node, "condition");
    const text = source.textOf(condition);
    const isTyping = /\bTYPE_CHECKING$/.test(text) && holds(source, condition) === true;
    const next = tree.nexts[source.child(node, "consequence")] ?? 0;
    if (isTyping) this.#typingNext = next;
    if (mainTest.test(text)) this.#mainNext = next;
    const found = excludedBranches(source, node);
    if (found.length > 0) this.#excluded = [...this.#excluded.filter(({ next }) => next > node), ...found];
  }

  // Declarations

  /** Declares the names and attributes below the left side of a statement. */
  #bind(
    left: number,
    {
      kind,
      flags = 0,
      ...statement
    }: { statement: number; last?: number; kind?: DeclarationKind | undefined; flags?: number },
    typeOf: (target: Target) => string,
    scope = this.#scope,
  ): void {
    const source = this.#source;
    const targets = targetsOf(source, left);
    const known = targets.length > 1 ? new Set<string>() : undefined;
    for (const target of targets) {
      if (source.kind(target.node) === "attribute") {
        this.#attribute(target, statement.statement, typeOf, flags);
        continue;
      }
      const text = source.textOf(target.node);
      // Of `x, _, _ = …`, the first one declares `_`.
      if (known?.has(text)) continue;
      known?.add(text);
      const bound = scope.elsewhere.get(text) ?? scope;
      if (this.#isHidden(bound) || (this.#isOutline && bound.kind !== "class")) continue;
      const type = this.#isOutline ? "" : typeOf(target);
      const isField = bound.kind === "class";
      if (isField) bound.attributes.set(text, type);
      const usual = isField ? "field" : "variable";
      this.#add(bound, { name: target.node, text, kind: kind ?? usual, ...statement, type, flags });
    }
  }

  /** Declares the `x` of `self.x = …`, or of `Shape.x = …`, in a method: the first place, and later ones that say more of its type. */
  #attribute(target: Target, statement: number, typeOf: (target: Target) => string, flags = 0): void {
    const source = this.#source;
    const scope = this.#scope;
    const owner = scope.outer;
    if (scope.kind !== "function" || owner?.kind !== "class" || this.#isHidden(owner)) return;
    const object = source.child(target.node, "object");
    if (source.kind(object) !== "identifier" || !scope.isOwn(source.textOf(object))) return;
    const name = source.child(target.node, "attribute");
    const text = source.textOf(name);
    const known = owner.attributes.get(text);
    const type = this.#isOutline ? "" : typeOf(target);
    if (known !== undefined && !saysMore(type, known)) return;
    owner.attributes.set(text, type);
    this.#add(owner, { name, text, kind: "field", statement, type, flags });
  }

  /** True when the names of a scope are not asked for. */
  #isHidden({ isLocal, isGiven, kind }: Scope): boolean {
    if (this.#isOutline) return isLocal && kind !== "class" && kind !== "function";
    return isLocal && !isGiven && !this.#withLocals;
  }

  /** Adds a declaration and returns its index. */
  #add(scope: Scope, declared: Declared): number {
    const { tree } = this.#source;
    const { name, statement, last = statement, body = noNode } = declared;
    const { place } = declared;
    const nameStart = place?.at ?? tree.start(name);
    const { line, column } = this.#isOutline ? noPosition : this.#positionOf(nameStart);
    const end = place?.end ?? this.#endOf(last);
    const at = this.#offsetOf(nameStart);
    const wholeEnd = this.#offsetOf(end);
    if (at < (this.#facts.at(-1)?.at ?? 0)) this.#isInOrder = false;
    const isLocal = scope.isLocal && declared.kind !== "lazy_import";
    const flags =
      (name < this.#typingNext ? DeclarationFlag.typing : 0) |
      (declared.kind === "import" && name < this.#mainNext ? DeclarationFlag.ofMain : 0) |
      (name < this.#fallbackNext ? DeclarationFlag.unlikely : 0) |
      (this.#excluded.some(({ start, next }) => start <= name && name < next) ? DeclarationFlag.excluded : 0) |
      (isLocal ? DeclarationFlag.local : 0);
    this.#facts.push({
      name: declared.text ?? this.#source.textOf(name),
      kind: declared.kind,
      flags: (declared.flags ?? 0) | flags,
      line,
      column,
      endLine: this.#isOutline ? 0 : this.#positionOf(end).line,
      at,
      start: this.#offsetOf(place?.start ?? tree.start(statement)),
      headEnd: body === noNode ? wholeEnd : this.#offsetOf(tree.start(body)),
      end: wholeEnd,
      parent: scope.index,
      qualifier: "",
      type: declared.type,
      least: declared.least ?? 0,
      most: declared.most ?? 0,
      parameters: declared.parameters ?? 0,
      scopeStart: isLocal ? this.#offsetOf(scope.start) : 0,
      scopeEnd: isLocal ? this.#offsetOf(scope.end) : 0,
    });
    return this.#facts.length - 1;
  }

  #enter(
    kind: Scope["kind"],
    node: number,
    index: number,
    { isLocal, isGiven = false, start, end }: Pick<Scope, "isLocal" | "isGiven" | "start" | "end">,
    isOwn: Scope["isOwn"] = () => false,
  ): void {
    const next = this.#source.tree.nexts[node] ?? 0;
    const empty = { elsewhere: new Map(), attributes: new Map() };
    this.#scope = { kind, outer: this.#scope, next, index, isLocal, isGiven, start, end, isOwn, ...empty };
  }

  /** The range in which the local names of a node are visible: from the beginning of one node to the end of another. */
  #rangeOf(first: number, last: number): Pick<Scope, "isLocal" | "start" | "end"> {
    return { isLocal: true, start: this.#source.tree.start(first), end: this.#endOf(last) };
  }

  /** The end of a node without line breaks and blanks. */
  #endOf(node: number): number {
    const { tree, text } = this.#source;
    const start = tree.start(node);
    let end = tree.end(node);
    while (end > start && /\s/.test(text.charAt(end - 1))) end -= 1;
    return end;
  }
}

const noStatements: ReadonlySet<number> = new Set();

const noPosition = { line: 0, column: 0 } as const;

const importStatements: ReadonlySet<string> = new Set(["import_statement", "import_from_statement"]);

/** Variables of a module whose lists are read whole. */
const listsOfNames: ReadonlySet<string> = new Set(["__all__", "pytest_plugins"]);

/** Methods of a list that add their argument, or its items. */
const addingMethods: ReadonlySet<string> = new Set(["append", "extend"]);

/** The facts about an attribute in `__slots__`. */
const slot = " ";

/** Targets of one assignment: `a = b = 1` has two. */
const maxChain = 32;

function expression(text: string): string {
  return text === "" ? "" : `=${text}`;
}

/** The type that a comment tells of a target. */
function commentOf(comment: string, { path, fromEnd, isRest }: Target): string {
  return comment === "" || isRest || fromEnd.some((part) => part > 0) ? "" : partOfComment(comment, path);
}

/** True when a text says more of the type of an attribute than the one before: `=Foo()` than `=None`, or than `=Bar()`. */
function saysMore(type: string, known: string): boolean {
  const isWeak = (text: string) => text === "" || text === "=None";
  return (
    known === slot ||
    (isWeak(known) && !isWeak(type)) ||
    (isPlainName(known) && isConstruction(type)) ||
    (isConstruction(type) && isConstruction(known) && calleeOf(type) !== calleeOf(known)) ||
    (known.startsWith("=") && type !== "" && !type.startsWith("="))
  );
}

/** True for the name of a variable, as a rule of a parameter. */
function isPlainName(type: string): boolean {
  return /^=[a-z_]\w*$/.test(type);
}

/** True for the call of a name like that of a class. */
function isConstruction(type: string): boolean {
  return /^=(?:\w+\.)*_*[A-Z]\w*\(/.test(type);
}

function calleeOf(type: string): string {
  return type.slice(0, type.indexOf("("));
}

/** Declarations by the offsets of their names. A declaration that contains another one has its name before it. */
function inSourceOrder(facts: readonly DeclarationFact[]): readonly DeclarationFact[] {
  const order = facts.map((_, index) => index).sort((a, b) => (facts[a]?.at ?? 0) - (facts[b]?.at ?? 0) || a - b);
  const places = new Int32Array(facts.length);
  for (const [place, index] of order.entries()) places[index] = place;
  return order.flatMap((index) => {
    const fact = facts[index];
    return fact === undefined ? [] : [{ ...fact, parent: fact.parent < 0 ? -1 : (places[fact.parent] ?? -1) }];
  });
}
