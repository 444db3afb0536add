import { cppDependencies } from "../cpp/dependencies.ts";
import type { DependencyFinder, DependencyOptions } from "../dependency.ts";
import { dottedDependencies } from "./dotted-imports.ts";
import { moduleDependencies } from "./module-imports.ts";
import { packageDependencies } from "./package-imports.ts";
import { relativeDependencies } from "./relative-imports.ts";

/** The rules by which imports of a language name files, by the rules of its language.json; undefined if it has none. */
export function taggedDependencies(options: DependencyOptions): DependencyFinder | undefined {
  const { index, textOf, imports: rules } = options;
  if (rules === undefined) return undefined;
  if (rules.kind === "include") return cppDependencies(options);
  if (rules.kind === "relative") return relativeDependencies(rules, index);
  if (rules.kind === "dotted") return dottedDependencies(rules, index);
  if (rules.kind === "package") return packageDependencies(rules, index, textOf);
  return moduleDependencies(rules, index);
}
