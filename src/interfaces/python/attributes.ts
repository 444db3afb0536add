/**
 * The attributes that methods of a Python class set on self, for a stub. Input: the methods of a class; output: a line
 * such as `x: int` for each attribute.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { behind, childrenIn, type ReadTree } from "../read-tree.ts";
import { literalType } from "./literal-types.ts";

/** An attribute that methods of a class set on self. */
type Attribute = {
  /** The text after the colon of `self.x: int = 0`. */
  annotation: string | undefined;
  /** The types of the literals that are assigned; `?` for any other value. */
  readonly types: Set<string>;
};

/** Returns `x: int` for each attribute that methods set on self, by its name. Without a known type it is `x = ...`. */
export function attributesOf(file: ReadTree, methods: readonly number[]): ReadonlyMap<string, string> {
  const found = new Map<string, Attribute>();
  for (const method of methods) readMethod(file, method, found);
  return new Map([...found].map(([name, attribute]) => [name, lineOf(name, attribute)]));
}

function lineOf(name: string, { annotation, types }: Attribute): string {
  if (annotation !== undefined) return `${name}: ${annotation}`;
  const [type] = types;
  return types.size === 1 && type !== unknown && type !== undefined ? `${name}: ${type}` : `${name} = ...`;
}

const unknown = "?";

function readMethod(file: ReadTree, method: number, found: Map<string, Attribute>): void {
  const { tree, field, textOf } = file;
  const self = firstParameter(file, method);
  if (self === undefined) return;
  const nameOf = (target: number): string | undefined => {
    if (tree.type(target) !== "attribute") return undefined;
    const object = field(target, "object");
    if (object === noNode || tree.type(object) !== "identifier" || textOf(object) !== self) return undefined;
    return textOf(field(target, "attribute"));
  };
  const add = (name: string | undefined, type: string | undefined, annotation?: string) => {
    if (name === undefined) return;
    const known = found.get(name) ?? { annotation: undefined, types: new Set<string>() };
    known.annotation ??= annotation;
    if (annotation === undefined) known.types.add(type ?? unknown);
    found.set(name, known);
  };
  const end = behind(tree, method);
  for (let node = field(method, "body"); node !== noNode && node < end; ) {
    const type = tree.type(node);
    if (type === "function_definition" || type === "class_definition" || type === "lambda") {
      node = behind(tree, node);
      continue;
    }
    if (type === "assignment") {
      const left = field(node, "left");
      const annotation = field(node, "type");
      const value = assignedValue(file, node);
      const literal = value === noNode ? undefined : literalType(file, value);
      if (annotation !== noNode) add(nameOf(left), literal, textOf(annotation));
      else if (tree.type(left) === "attribute") add(nameOf(left), literal);
      else for (const target of targetsIn(file, left)) add(nameOf(target), undefined);
    } else if (type === "augmented_assignment") {
      const name = nameOf(field(node, "left"));
      if (name !== undefined && found.has(name)) add(name, undefined);
    }
    node++;
  }
}

/** The value at the end of `a = b = 1`. */
export function assignedValue(file: ReadTree, assignment: number): number {
  const { tree, field } = file;
  let value = field(assignment, "right");
  while (value !== noNode && tree.type(value) === "assignment") value = field(value, "right");
  return value;
}

/** Kinds of nodes that hold targets of an assignment. */
export const patternKinds: ReadonlySet<string> = new Set([
  "pattern_list",
  "tuple_pattern",
  "list_pattern",
  "list_splat_pattern",
]);

/** The attributes in `self.a, self.b`. */
function* targetsIn({ tree }: ReadTree, targets: number): Generator<number> {
  const open = [targets];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (tree.type(node) === "attribute") yield node;
    else if (patternKinds.has(tree.type(node))) open.push(...[...childrenIn(tree, node)].reverse());
  }
}

/** The name of the first parameter of a method; undefined for a static one. */
function firstParameter(file: ReadTree, method: number): string | undefined {
  const { tree, field, textOf } = file;
  const holder = tree.parents[method] ?? noNode;
  if (holder !== noNode && tree.type(holder) === "decorated_definition") {
    for (const child of childrenIn(tree, holder)) {
      if (tree.type(child) === "decorator" && /^@\s*(?:staticmethod|classmethod)\b/.test(textOf(child)))
        return undefined;
    }
  }
  const parameters = field(method, "parameters");
  const first = parameters === noNode ? noNode : tree.firstNamedChild(parameters);
  if (first === noNode) return undefined;
  const name = tree.type(first) === "identifier" ? first : tree.firstNamedChild(first);
  return name !== noNode && tree.type(name) === "identifier" ? textOf(name) : undefined;
}
