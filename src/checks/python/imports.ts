/**
 * The visits of Python imports for the check of names. Input: their nodes; output: the names that they bind, with the
 * modules that these come from.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { bindingKinds, type Imported } from "./binding.ts";
import type { Step, Walk } from "./walk.ts";

const imports = bindingKinds.definition | bindingKinds.importation;

const importStatement: Step = (walk, node) => {
  for (const { path, alias } of namesOf(walk, node)) {
    const fullName = path.join(".");
    const [first = ""] = path;
    if (alias === undefined && path.length > 1) {
      bind(walk, node, first, imports | bindingKinds.submodule, { fullName, shown: fullName });
    } else
      bind(walk, node, alias ?? first, imports, { ...imported(fullName, alias ?? first), ...reexport(path, alias) });
  }
};

const importFromStatement: Step = (walk, node) => {
  const module = moduleOf(walk, walk.field(node, "module_name"));
  const prefix = module.endsWith(".") ? module : `${module}.`;
  for (const { path, alias } of namesOf(walk, node)) {
    const [name = ""] = path;
    const from = { module, name };
    const what = { ...imported(`${prefix}${name}`, alias ?? name), from, ...reexport(path, alias) };
    bind(walk, node, alias ?? name, imports, what);
  }
  const isStar = walk.children(node).some((child) => walk.kind(child) === "wildcard_import");
  if (!isStar || walk.names.scope.kind !== "module") return;
  const shown = module.endsWith(".") ? `from ${module} import *` : `${module}.*`;
  bind(walk, node, `${module}.*`, imports | bindingKinds.star, { fullName: module, shown });
};

const futureImportStatement: Step = (walk, node) => {
  for (const { path, alias } of namesOf(walk, node)) {
    const [name = ""] = path;
    if (name === "annotations") walk.postponesAnnotations = true;
    const own = alias ?? name;
    bind(walk, node, own, imports, imported(`__future__.${name}`, own));
    const { start, end } = walk.placeOf(node);
    walk.names.scope.get(own)?.use(walk.names.scope, start, end);
  }
};

function bind(walk: Walk, node: number, name: string, kind: number, what: Imported): void {
  const place = walk.placeOf(node);
  walk.names.bind({ name, kind, place, region: walk.region, isInLoop: isLoopChild(walk, node), imported: what });
}

/** True for a statement directly in the body of `for`. */
export function isLoopChild(walk: Walk, statement: number): boolean {
  let at = walk.parent(statement);
  if (walk.kind(at) === "decorated_definition") at = walk.parent(at);
  if (walk.kind(at) !== "block") return false;
  at = walk.parent(at);
  if (walk.kind(at) === "else_clause") at = walk.parent(at);
  return walk.kind(at) === "for_statement";
}

function imported(fullName: string, name: string): Imported {
  const last = fullName.slice(fullName.lastIndexOf(".") + 1);
  if (last === name) return { fullName, shown: fullName };
  const shown = `${fullName} as ${name}`;
  return fullName.includes(".") ? { fullName, shown } : { fullName, shown, alias: fullName };
}

function reexport([name, ...more]: readonly string[], alias: string | undefined): Pick<Imported, "isReexport"> {
  return name === alias && more.length === 0 ? { isReexport: true } : {};
}

type ImportedName = { readonly path: readonly string[]; readonly alias: string | undefined };

/** The names after `import`. */
function namesOf(walk: Walk, node: number): readonly ImportedName[] {
  return walk
    .children(node)
    .filter((child) => walk.isField(child, "name"))
    .map((child) => {
      if (walk.kind(child) !== "aliased_import") return { path: pathOf(walk, child), alias: undefined };
      return { path: pathOf(walk, walk.field(child, "name")), alias: walk.nameOf(walk.field(child, "alias")) };
    });
}

function pathOf(walk: Walk, dotted: number): readonly string[] {
  return walk.children(dotted).map((part) => walk.nameOf(part));
}

function moduleOf(walk: Walk, module: number): string {
  if (walk.kind(module) !== "relative_import") return pathOf(walk, module).join(".");
  const [prefix = noNode, name = noNode] = walk.children(module);
  const dots = walk.textOf(prefix).replace(/[^.]/g, "");
  return `${dots}${pathOf(walk, name).join(".")}`;
}

export const importSteps: readonly (readonly [string, Step])[] = [
  ["import_statement", importStatement],
  ["import_from_statement", importFromStatement],
  ["future_import_statement", futureImportStatement],
];
