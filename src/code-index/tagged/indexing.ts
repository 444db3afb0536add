import { cppDependencies } from "../cpp/dependencies.ts";
import type { DependencyFinder, DependencyOptions } from "../dependency.ts";
import type { LanguageIndexing } from "../language-indexing.ts";
import { namesInText } from "../names-outside-tree.ts";
import { taggedDeclarations } from "./declarations.ts";
import { dottedDependencies } from "./dotted-imports.ts";
import { moduleDependencies } from "./module-imports.ts";
import { packageDependencies } from "./package-imports.ts";
import { relativeDependencies } from "./relative-imports.ts";
import { taggedResolver } from "./resolver.ts";

/** Any language without rules of its own: it is known by its queries. */
export const taggedIndexing: LanguageIndexing = {
  name: "",
  declarationsIn: taggedDeclarations,
  resolver: taggedResolver,
  dependencies: taggedDependencies,
  namesOutsideTree: () => namesInText(() => []),
  hasTags: true,
};

/** The rules by which imports of a language name files, by the rules of its language.json; undefined if it has none. */
function taggedDependencies(options: DependencyOptions): DependencyFinder | undefined {
  const finder = finderOf(options);
  // The names that an import binds are declarations of their own.
  return finder && ((imported, from) => (imported.kind === "include" ? finder(imported, from) : undefined));
}

function finderOf(options: DependencyOptions): DependencyFinder | undefined {
  const { index, textOf, imports: rules } = options;
  if (rules === undefined) return undefined;
  if (rules.kind === "include") return cppDependencies(options);
  if (rules.kind === "relative") return relativeDependencies(rules, index, textOf);
  if (rules.kind === "dotted") return dottedDependencies(rules, index);
  if (rules.kind === "package") return packageDependencies(rules, index, textOf);
  return moduleDependencies(rules, index, textOf);
}
