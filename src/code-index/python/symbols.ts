import type { Declaration } from "../code-index.ts";
import type { Evaluator } from "./evaluator.ts";

/**
 * All declarations of the symbol that one declares, definitions first: overloads, the getter and the setter of a
 * property, definitions in several branches, and every place that assigns a variable or an attribute.
 */
export function symbolOf(declaration: Declaration, { names }: Evaluator): readonly Declaration[] {
  const { parent, name, kind, file } = declaration;
  if (declaration.index < 0 || kind === "import" || kind === "star_import") return [declaration];
  const scopes = names.scopesOf(file);
  const isMember = parent?.kind === "class" && scopes.members(parent, name).includes(declaration);
  const all = isMember && parent !== undefined ? scopes.members(parent, name) : scopes.sameScope(declaration);
  const definitions = all.filter((one) => one.kind !== "import");
  return definitions.length > 0 ? definitions : [declaration];
}
