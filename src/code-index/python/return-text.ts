/**
 * The type of what a Python function without annotations returns, as the index stores it. Input: the body of a
 * function; output: an expression of the same type, with local variables replaced by their values, "" if the code does
 * not tell one.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { wordRecord } from "../../base/word-list.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { Parameter } from "./functions.ts";
import { importsOf } from "./import-statements.ts";
import { madeClassOf } from "./made-classes.ts";
import type { PythonTree } from "./python-tree.ts";
import { targetsOf } from "./targets.ts";
import { testedText } from "./tested-values.ts";

/** Different results of one function that are joined. */
const maxResults = 4;

/** Values of one variable that are joined, and expressions around it. */
const maxValues = 3;
const deepestJoined = 1;

/** UTF-16 code units of the text of a result. */
const maxTextLength = 120;

/** Expressions in expressions, and variables that get their values from each other. */
const maxDepth = 8;

/** Expressions that are looked at for one result, and items of one list. */
const maxSteps = 100;
const maxItems = 10;

/**
 * The result of a function: the text of an expression, and the statements in the function that declare what the text names: classes,
 * assignments of made ones, and imports.
 */
export type Returned = { readonly text: string; readonly given: ReadonlySet<number> };

const nothing: Returned = { text: "", given: new Set() };

/**
 * Returns an expression that has the type of what a function without annotations returns, or of a generator of what it
 * yields; "" where the code does not tell one. Its names are parameters, classes and imports in it, and names from outside of it: a
 * variable is replaced by the values that the function assigns to it.
 */
export function returned(source: PythonTree, body: number, parameters: readonly Parameter[]): Returned {
  if (body === noNode) return nothing;
  const { results, items, isGenerator, binders } = scannedBody(source, body);
  let known: ReadonlyMap<string, Value> | undefined;
  const values = () => {
    known ??= valuesIn(source, binders, parameters);
    return known;
  };
  const all = isGenerator ? items : results;
  const whole = joinedResults(all, (given) => new Rendering(source, values, given, true));
  const told = whole === nothing ? joinedResults(all, (given) => new Rendering(source, values, given, false)) : whole;
  return isGenerator && told !== nothing ? { text: `=(${told.text.slice(1)} for _ in ())`, given: told.given } : told;
}

/** The names that a function binds: its parameters and variables. */
export function variablesOf(source: PythonTree, body: number, parameters: readonly Parameter[]): ReadonlySet<string> {
  return new Set(valuesIn(source, scannedBody(source, body).binders, parameters).keys());
}

/** The results of a function as one expression. */
function joinedResults(results: readonly number[], renderingOf: (given: Set<number>) => Rendering): Returned {
  const texts = new Set<string>();
  const given = new Set<number>();
  for (const result of results) {
    const text = renderingOf(given).textOf(result, 0);
    if (text !== "" && text !== "None") texts.add(text);
    if (texts.size > maxResults) return nothing;
  }
  const [first = "", ...others] = texts;
  const joined = others.length === 0 ? first : [first, ...others].map((text) => `(${text})`).join(" or ");
  return joined === "" || joined.length > maxTextLength ? nothing : { text: `=${joined}`, given };
}

/**
 * The binding of a name in a function: the values that are assigned to it, with noNode if it is a parameter as well, what declares it
 * there, or something else.
 */
type Value = readonly number[] | DeclaredValue | typeof isParameter | typeof isUnknown;

/** The statements that declare a class, or import a name. */
type DeclaredValue = { readonly statements: readonly number[]; readonly isImport: boolean };

const isParameter = "parameter";
const isUnknown = "unknown";

type ScannedBody = {
  /** The nodes of the values of `return` and of `yield`. */
  readonly results: readonly number[];
  readonly items: readonly number[];
  readonly isGenerator: boolean;
  /** The nodes that bind names of the function. */
  readonly binders: readonly number[];
};

function scannedBody(source: PythonTree, body: number): ScannedBody {
  const { tree } = source;
  const results: number[] = [];
  const items: number[] = [];
  const binders: number[] = [];
  let isGenerator = false;
  const roles = rolesOf(source);
  const end = tree.nexts[body] ?? tree.size;
  for (let node = body + 1; node < end; ) {
    const role = roles[tree.kinds[node] ?? -1] ?? "none";
    if (role === "return") results.push(tree.firstNamedChild(node));
    else if (role === "yield") {
      isGenerator = true;
      // `yield from` has other items than what it names.
      if (tree.type(tree.nextSibling(tree.firstChild(node))) !== "from") items.push(tree.firstNamedChild(node));
    } else if (role !== "none") binders.push(node);
    node = role === "class" || role === "scope" || role === "all" ? (tree.nexts[node] ?? end) : node + 1;
  }
  return { results, items, isGenerator, binders };
}

/** Returns the bindings of a function, by the name of its variable. */
function valuesIn(
  source: PythonTree,
  binders: readonly number[],
  parameters: readonly Parameter[],
): ReadonlyMap<string, Value> {
  const { tree } = source;
  const values = new Map<string, Value>();
  const set = (name: number, value: Value) => {
    const text = source.textOf(name);
    values.set(text, values.has(text) ? withBoth(source, values.get(text), value) : value);
  };
  const bind = (left: number, value: Value) => {
    for (const { node, path, isRest } of targetsOf(source, left)) {
      if (source.kind(node) === "identifier") set(node, path.length > 0 || isRest ? isUnknown : value);
    }
  };
  const bindAll = (statement: number) => {
    for (let node = statement; node < (tree.nexts[statement] ?? 0); node++) {
      if (source.kind(node) === "identifier") set(node, isUnknown);
    }
  };
  const bindBy: Readonly<Record<BindingRole, (node: number) => void>> = {
    assignment: (node) => {
      const right = source.child(node, "right");
      if (right !== noNode) bind(source.child(node, "left"), isMadeClass(source, node) ? classOf(node) : [right]);
    },
    left: (node) => bind(source.child(node, "left"), isUnknown),
    name: (node) => bind(source.child(node, "name"), isUnknown),
    alias: (node) => bind(source.child(node, "alias"), isManaged(source, node) ? [node] : isUnknown),
    all: bindAll,
    class: (node) => bind(source.child(node, "name"), classOf(node)),
    import: (node) => {
      for (const { name } of importsOf(source, node)) set(name, { statements: [node], isImport: true });
    },
    scope: (node) => bind(source.child(node, "name"), isUnknown),
  };
  const roles = rolesOf(source);
  for (const node of binders) {
    const role = roles[tree.kinds[node] ?? -1] ?? "none";
    if (role !== "none" && role !== "return" && role !== "yield") bindBy[role](node);
  }
  for (const { name } of parameters) {
    const text = source.textOf(name);
    const other = values.get(text);
    values.set(text, other === undefined ? isParameter : Array.isArray(other) ? [...other, noNode] : isUnknown);
  }
  return values;
}

/** True for `opened() as file` of a `with` statement. */
function isManaged(source: PythonTree, pattern: number): boolean {
  return source.kind(source.parent(pattern)) === "with_item";
}

/** True for `P = namedtuple("P", "x y")` with members that are known. */
function isMadeClass(source: PythonTree, assignment: number): boolean {
  const isOfName = source.kind(source.child(assignment, "left")) === "identifier";
  if (!isOfName || source.child(assignment, "type") !== noNode) return false;
  const made = madeClassOf(source, source.child(assignment, "right"));
  return made !== undefined && made.members.length > 0;
}

/** Both values of a name, the last one first, or both imports if they mean the same; unknown if one of both is. */
function withBoth(source: PythonTree, one: Value | undefined, other: Value): Value {
  if (isDeclared(one) && isDeclared(other)) {
    const [last = noNode] = other.statements;
    const areOne = one.isImport && other.isImport && one.statements.length < maxValues;
    return areOne && one.statements.every((first) => isSameImport(source, last, first))
      ? { statements: [...one.statements, last], isImport: true }
      : isUnknown;
  }
  return Array.isArray(one) && Array.isArray(other) && one.length < maxValues ? [...other, ...one] : isUnknown;
}

/** True for an import that is written as an earlier one, or in an `except` clause of the `try` around that. */
function isSameImport(source: PythonTree, statement: number, earlier: number): boolean {
  if (source.textOf(statement) === source.textOf(earlier)) return true;
  let outer = source.parent(statement);
  for (let level = 0; level < maxDepth && outer > 0; level++, outer = source.parent(outer))
    if (source.kind(outer) === "except_clause" && source.parent(outer) < earlier) return true;
  return false;
}

/** The role of a statement or an expression in a function: if it binds names, their field. */
type Role = "none" | "return" | "yield" | BindingRole;
type BindingRole = "assignment" | "left" | "name" | "alias" | "all" | "class" | "import" | "scope";

const rolesByKind: Readonly<Record<string, Role>> = {
  return_statement: "return",
  yield: "yield",
  assignment: "assignment",
  ...wordRecord("for_statement for_in_clause augmented_assignment", "left"),
  named_expression: "name",
  as_pattern: "alias",
  ...wordRecord("case_pattern delete_statement", "all"),
  ...wordRecord("import_statement import_from_statement", "import"),
  function_definition: "scope",
  class_definition: "class",
  lambda: "scope",
};

const knownRoles = new WeakMap<PythonTree["kinds"], readonly Role[]>();

/** By id of a kind: what nodes of it do. */
function rolesOf({ kinds }: PythonTree): readonly Role[] {
  return getOrInsert(knownRoles, kinds, () =>
    kinds.map((kind) => (Object.hasOwn(rolesByKind, kind) ? (rolesByKind[kind] ?? "none") : "none")),
  );
}

/** By kind of a literal, one of its type. */
const literals: Readonly<Record<string, string>> = {
  ...wordRecord("string concatenated_string", '""'),
  integer: "0",
  float: "0.5",
  true: "True",
  false: "False",
  ...wordRecord("list list_comprehension", "[]"),
  ...wordRecord("dictionary dictionary_comprehension", "{}"),
  none: "None",
  ...wordRecord("set set_comprehension", "set()"),
  ...wordRecord("comparison_operator not_operator", "True"),
};

/** Writes expressions anew, without the variables of a function. */
class Rendering {
  readonly #source: PythonTree;
  readonly #values: () => ReadonlyMap<string, Value>;
  readonly #given: Set<number>;
  readonly #joinsValues: boolean;
  #steps = 0;
  /** The variables whose values are being written. */
  readonly #open = new Set<string>();

  /**
   * @param given gets the statements in the function that declare what the texts name
   * @param joinsValues true to write a variable with several values as all of them
   */
  constructor(source: PythonTree, values: () => ReadonlyMap<string, Value>, given: Set<number>, joinsValues: boolean) {
    this.#joinsValues = joinsValues;
    this.#source = source;
    this.#values = values;
    this.#given = given;
  }

  /** The text of an expression; "" where that depends on what is not told. */
  textOf(node: number, depth: number): string {
    const source = this.#source;
    this.#steps += 1;
    if (node === noNode || depth > maxDepth || this.#steps > maxSteps) return "";
    const kind = source.kind(node);
    const inner = (child: number) => this.textOf(child, depth + 1);
    switch (kind) {
      case "identifier":
        return this.#nameText(node, depth);
      case "parenthesized_expression":
        return inner(source.tree.firstNamedChild(node));
      case "await": {
        const value = inner(source.tree.firstNamedChild(node));
        return value && `(await ${value})`;
      }
      case "attribute": {
        const object = inner(source.child(node, "object"));
        return object && `${object}.${source.textOf(source.child(node, "attribute"))}`;
      }
      case "as_pattern": {
        const manager = inner(source.tree.firstNamedChild(node));
        return manager && `${manager}.__enter__()`;
      }
      case "call":
        return this.#callText(node, depth);
      case "subscript": {
        const tested = this.#testedText(node);
        if (tested !== "") return tested;
        const object = inner(source.child(node, "value"));
        const [, index = noNode] = source.namedChildren(node);
        const isNumber = source.kind(index) === "integer";
        return object && source.kind(index) !== "slice"
          ? `${object}[${isNumber ? source.textOf(index) : '""'}]`
          : object;
      }
      case "conditional_expression":
      case "boolean_operator": {
        const { tree } = source;
        const texts = [inner(tree.firstNamedChild(node)), inner(tree.lastNamedChild(node))].filter(
          (text) => text !== "",
        );
        return texts.length === 2 ? `(${texts.join(" or ")})` : (texts[0] ?? "");
      }
      case "tuple":
      case "expression_list": {
        const items = this.#items(node)?.map((item) => inner(item) || "None");
        return items === undefined ? "" : `(${items.join(", ")},)`;
      }
      default:
        return Object.hasOwn(literals, kind) ? (literals[kind] ?? "") : "";
    }
  }

  /** `Shape()` for `args[0]` if a test says so; "" for none, and for a class that is a variable. */
  #testedText(node: number): string {
    const source = this.#source;
    const text = testedText(source, node, source.textOf(node));
    const [first = ""] = construction.test(text) ? (/^\w+/.exec(text) ?? []) : [];
    return first === "" || this.#values().has(first) ? "" : text;
  }

  #nameText(node: number, depth: number): string {
    const name = this.#source.textOf(node);
    const value = this.#values().get(name);
    if (value === undefined || value === isParameter) return name;
    if (value === isUnknown) return "";
    if (isDeclared(value)) {
      for (const statement of value.statements) this.#given.add(statement);
      return name;
    }
    const [only = noNode, ...further] = value;
    const last = further.length === 0 ? only : lastBefore(this.#source, node, value);
    if (last !== noNode) return this.textOf(last, depth + 1);
    if (value.includes(noNode)) return "";
    const isJoined = this.#joinsValues && depth <= deepestJoined && !this.#open.has(name);
    return isJoined ? this.#joinedText(name, value, depth) : "";
  }

  /** The texts of several values of a variable, if all that are told make objects. */
  #joinedText(name: string, values: readonly number[], depth: number): string {
    this.#open.add(name);
    const all = values.map((one) => this.textOf(one, depth + 1)).filter((text) => text !== "None");
    this.#open.delete(name);
    const told = [...new Set(all)].filter((text) => text !== "");
    if (!told.every((text) => construction.test(text))) return "";
    const [first = "", ...others] = told;
    return others.length === 0 ? first : `(${[first, ...others].join(" or ")})`;
  }

  /** A call, without its arguments where one of them is not told. */
  #callText(node: number, depth: number): string {
    const source = this.#source;
    const callee = this.textOf(source.child(node, "function"), depth + 1);
    const list = source.child(node, "arguments");
    if (callee === "" || source.kind(list) !== "argument_list") return "";
    const items = this.#items(list)?.map((item) =>
      source.kind(item) === "keyword_argument" ? "" : this.textOf(item, depth + 1),
    );
    return `${callee}(${items === undefined || items.includes("") ? "" : items.join(", ")})`;
  }

  /** The items of a list; undefined for too many. */
  #items(list: number): readonly number[] | undefined {
    const items: number[] = [];
    for (const item of this.#source.namedChildren(list)) {
      if (items.length === maxItems) return undefined;
      items.push(item);
    }
    return items;
  }
}

/**
 * The last of the values of a variable that a place has for certain: its statement comes before that of the place in a block around
 * it, and no statement in between may give the variable another one; noNode if that is not known.
 */
function lastBefore(source: PythonTree, place: number, values: readonly number[]): number {
  const { tree } = source;
  const isIn = (statement: number) => values.some((value) => value > statement && value < (tree.nexts[statement] ?? 0));
  let statement = place;
  for (let block = source.parent(place); block > noNode && !isIn(statement); block = source.parent(block)) {
    if (source.kind(block) === "block") {
      const last = [...source.namedChildren(block)].findLast((one) => one < statement && isIn(one));
      if (last !== undefined) return values.find((value) => isOnlyValue(source, value, last)) ?? noNode;
    }
    statement = block;
  }
  return noNode;
}

/** True for `value` of a statement `name = value`. */
function isOnlyValue(source: PythonTree, value: number, statement: number): boolean {
  const assignment = source.parent(value);
  return source.child(assignment, "right") === value && source.parent(assignment) === statement;
}

/** The call of a name like that of a class. */
const construction = /^(?:\w+\.)*_*[A-Z]\w*\([^()]*\)$/;

function classOf(statement: number): DeclaredValue {
  return { statements: [statement], isImport: false };
}

function isDeclared(value: Value | undefined): value is DeclaredValue {
  return typeof value === "object" && "statements" in value;
}
