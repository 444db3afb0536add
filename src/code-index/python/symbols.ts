import { getOrInsert } from "../../base/get-or-insert.ts";
import type { Declaration } from "../code-index.ts";
import { bringsNames, isInner } from "../symbol-kind.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Names } from "./names.ts";

/**
 * All declarations of the symbol that one declares, definitions first: overloads, the getter and the setter of a
 * property, definitions in several branches, every place that assigns a variable or an attribute, and those of a stub.
 */
export function symbolOf(declaration: Declaration, { names }: Evaluator): readonly Declaration[] {
  const own = declarationsBeside(declaration, names);
  const other = counterparts(declaration, names);
  if (other.length === 0) return own;
  return declaration.file.path.endsWith(".pyi") ? [...other, ...own] : [...own, ...other];
}

/** Classes in classes whose stubs are compared. */
const maxNesting = 20;

/** The declarations in a stub of what a source declares, or the reverse. */
function counterparts(declaration: Declaration, names: Names, depth = 0): readonly Declaration[] {
  const { parent, name, kind, file } = declaration;
  if (depth > maxNesting || declaration.index < 0 || bringsNames(declaration) || isInner(declaration)) return [];
  const counterpart = names.modules.counterpart(file);
  if (counterpart === undefined) return [];
  const scopes = names.scopesOf(counterpart);
  const isOfModule = parent === undefined && names.scopesOf(file).inModule(name).includes(declaration);
  const owners = parent?.kind === "class" ? counterparts(parent, names, depth + 1) : [];
  const found = isOfModule ? scopes.inModule(name) : owners.flatMap((owner) => scopes.members(owner, name));
  return found.filter((other) => !bringsNames(other) && (other.kind === "class") === (kind === "class"));
}

/** The declarations of the same name in the same scope, or in the same class. */
function declarationsBeside(declaration: Declaration, names: Names): readonly Declaration[] {
  const { parent, name, kind, file } = declaration;
  if (declaration.index < 0 || kind === "import" || kind === "star_import") return [declaration];
  const scopes = names.scopesOf(file);
  const isMember = parent?.kind === "class" && scopes.members(parent, name).includes(declaration);
  const all = isMember && parent !== undefined ? scopes.members(parent, name) : scopes.sameScope(declaration);
  const definitions = getOrInsert(definitionsAmong, all, () => all.filter((one) => one.kind !== "import"));
  return definitions.length > 0 ? definitions : [declaration];
}

/** Declarations of a name in a scope → the ones that are not imports: each use of the name asks for them. */
const definitionsAmong = new WeakMap<readonly Declaration[], readonly Declaration[]>();
