/**
 * The visits of Python functions, classes, lambdas and type aliases for the check of names. Input: their nodes; output:
 * their scopes, with bodies of functions put off until the names of the module are known.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { bindingKinds, type ShortPath } from "./binding.ts";
import { isLoopChild } from "./imports.ts";
import { shortPathOf } from "./short-path.ts";
import { bareAnnotation, visitAnnotation } from "./statements.ts";
import { storeTarget } from "./targets.ts";
import type { Step, Walk } from "./walk.ts";

/** Scopes inside of each other that are read: CPython compiles at most 100 levels of indentation. */
const maxScopes = 200;

/** Plans what `plan` plans inside of a new scope; deeper ones than are read are left out. */
export function inScope(
  walk: Walk,
  kind: "class" | "comprehension" | "function" | "types",
  node: number,
  plan: () => void,
) {
  if (walk.names.frame.depth >= maxScopes) return leaveOut(walk, node);
  walk.later((then) => then.names.enter(kind), node);
  plan();
  walk.later((then) => then.names.leave(), node);
}

/** Leaves out a scope, and says so of the first one. */
function leaveOut(walk: Walk, node: number): void {
  if (!walk.hasDeepScope) {
    const message = `names are not checked in more than ${maxScopes} scopes inside of each other`;
    walk.names.report("unchecked-scope", "", { start: walk.placeOf(node).start, end: walk.placeOf(node).end }, message);
  }
  walk.hasDeepScope = true;
  walk.skip(node);
}

const functionDefinition: Step = (walk, node) => {
  inTypeScope(walk, node, () => {
    walk.later(parameters, node);
  });
  walk.later(bindDefinition, node);
};

const bindDefinition: Step = (walk, node) => {
  const name = walk.field(node, "name");
  const { start } = walk.placeOf(node);
  const place = { start, end: walk.placeOf(name).end };
  const isInLoop = isLoopChild(walk, node);
  const decorators = decoratorsOf(walk, node);
  const kind = bindingKinds.definition;
  walk.names.bind({ name: walk.nameOf(name), kind, place, region: walk.region, isInLoop, decorators });
};

function decoratorsOf(walk: Walk, node: number): readonly ShortPath[] {
  const parent = walk.parent(node);
  if (walk.kind(parent) !== "decorated_definition" || walk.kind(node) !== "function_definition") return [];
  return walk
    .children(parent)
    .filter((child) => walk.kind(child) === "decorator")
    .flatMap((child) => {
      const path = shortPathOf(walk, walk.children(child)[0] ?? noNode);
      return path === undefined ? [] : [path];
    });
}

/** Visits the annotations and defaults of a function or lambda, and puts its body off. */
const parameters: Step = (walk, node) => {
  const found = walk.children(walk.field(node, "parameters"));
  reportDuplicates(walk, node, found);
  for (const parameter of found) {
    const type = walk.field(parameter, "type");
    if (type !== noNode) visitAnnotation(walk, type);
  }
  const type = walk.field(node, "return_type");
  if (type !== noNode) visitAnnotation(walk, type);
  for (const parameter of found) walk.visit(walk.field(parameter, "value"));
  walk.later((then) => then.defer(body, node), node);
};

function reportDuplicates(walk: Walk, node: number, found: readonly number[]): void {
  const known = new Set<string>();
  for (const parameter of found) {
    const identifier = identifierOf(walk, parameter);
    if (identifier === noNode) continue;
    const name = walk.nameOf(identifier);
    const message = `duplicate argument '${name}' in function definition`;
    if (known.has(name)) walk.names.report("duplicate-argument", name, headOf(walk, node), message);
    known.add(name);
  }
}

function headOf(walk: Walk, node: number) {
  const name = walk.field(node, "name");
  const { start, end } = walk.placeOf(node);
  return { start, end: name === noNode ? end : walk.placeOf(name).end };
}

/** The name of a parameter; noNode for separators. */
function identifierOf(walk: Walk, parameter: number): number {
  let at = parameter;
  while (at !== noNode && walk.kind(at) !== "identifier") {
    const name = walk.field(at, "name");
    at = name === noNode ? (walk.children(at)[0] ?? noNode) : name;
  }
  return at;
}

const body: Step = (walk, node) => {
  inScope(walk, "function", node, () => {
    walk.later((then) => {
      for (const parameter of then.children(then.field(node, "parameters"))) {
        const identifier = identifierOf(then, parameter);
        if (identifier === noNode) continue;
        const place = then.placeOf(identifier);
        then.names.bind({ name: then.nameOf(identifier), kind: bindingKinds.plain, place, region: then.region });
      }
    }, node);
    walk.visit(walk.field(node, "body"));
  });
};

const classDefinition: Step = (walk, node) => {
  inTypeScope(walk, node, () => {
    walk.visit(walk.field(node, "superclasses"));
    const statements = walk.field(node, "body");
    walk.later((then) => inScope(then, "class", statements, () => then.visit(statements)), node);
  });
  walk.later(bindDefinition, node);
};

/** Plans what `plan` plans where the type parameters of a definition are seen. */
function inTypeScope(walk: Walk, node: number, plan: () => void): void {
  const types = walk.field(node, "type_parameters");
  if (types === noNode) plan();
  else {
    inScope(walk, "types", node, () => {
      walk.later(typeParameters, types);
      plan();
    });
  }
}

/** Binds type parameters; their bounds and defaults are evaluated when they are asked for. */
const typeParameters: Step = (walk, list) => {
  for (const type of walk.children(list)) {
    let at = walk.children(type)[0] ?? noNode;
    if (walk.kind(at) === "constrained_type") {
      const [parameter = noNode, bound = noNode] = walk.children(at);
      walk.defer(bareAnnotation, bound);
      at = walk.children(parameter)[0] ?? noNode;
    }
    const identifier = walk.kind(at) === "splat_type" ? (walk.children(at)[0] ?? noNode) : at;
    if (walk.kind(identifier) === "identifier") walk.later(storeTarget, identifier);
  }
};

const typeAlias: Step = (walk, node) => {
  const children = walk.children(node);
  const [left = noNode, right = noNode] = children;
  const [name = noNode] = walk.children(left);
  const [identifier = noNode, types = noNode] = walk.kind(name) === "generic_type" ? walk.children(name) : [name];
  if (walk.kind(identifier) !== "identifier") {
    // `type(x).y = z` is read as an alias by the grammar.
    walk.visit(left);
    walk.visit(right);
    return;
  }
  const value = () => walk.later((then) => then.defer(bareAnnotation, right), right);
  if (types === noNode) value();
  else {
    inScope(walk, "types", node, () => {
      walk.later(typeParameters, types);
      value();
    });
  }
  walk.later(storeTarget, identifier);
};

const lambda: Step = (walk, node) => walk.later(parameters, node);

export const functionSteps: readonly (readonly [string, Step])[] = [
  ["function_definition", functionDefinition],
  ["class_definition", classDefinition],
  ["type_alias_statement", typeAlias],
  ["lambda", lambda],
];
