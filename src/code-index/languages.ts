import type { DeclarationFact } from "../facts/declaration-facts.ts";
import type { ParsedFile } from "../syntax/parse.ts";
import { declarationsInCpp, outlineInCpp } from "./cpp/declarations.ts";
import { cppDependencies } from "./cpp/dependencies.ts";
import { cppResolver } from "./cpp/resolver.ts";
import type { DependencyFinder, DependencyOptions } from "./dependency.ts";
import { declarationsInPython, outlineInPython } from "./python/declarations.ts";
import { pythonDependencies } from "./python/dependencies.ts";
import { pythonResolver } from "./python/resolver.ts";
import type { Resolver, ResolverOptions } from "./resolution.ts";
import { taggedDeclarations } from "./tagged/declarations.ts";
import { taggedDependencies } from "./tagged/dependencies.ts";
import { taggedResolver } from "./tagged/resolver.ts";

/** How the names of a language are declared and resolved. */
export type LanguageIndexing = {
  /** @param withLocals true for an open file: with what is seen inside functions alone */
  readonly declarationsIn: (file: ParsedFile, withLocals: boolean) => readonly DeclarationFact[];
  /** What list_symbols needs of the declarations, if it needs any: without lines and columns. */
  readonly outlineIn?: (file: ParsedFile) => readonly DeclarationFact[];
  readonly resolver: (options: ResolverOptions) => Resolver;
  /** How its files name other files; undefined where that is not known. */
  readonly dependencies: (options: DependencyOptions) => DependencyFinder | undefined;
  /** True when tags.scm says what a name is a reference to. */
  readonly hasTags: boolean;
};

/** The languages with rules of their own, by name. */
const ruled: ReadonlyMap<string, LanguageIndexing> = new Map<string, LanguageIndexing>([
  [
    "cpp",
    {
      declarationsIn: (file, withLocals) => declarationsInCpp(file.flat(), withLocals),
      outlineIn: (file) => outlineInCpp(file.flat()),
      resolver: cppResolver,
      dependencies: cppDependencies,
      hasTags: false,
    },
  ],
  [
    "python",
    {
      declarationsIn: (file, withLocals) => declarationsInPython(file.flat(), withLocals),
      outlineIn: (file) => outlineInPython(file.flat()),
      resolver: pythonResolver,
      dependencies: pythonDependencies,
      hasTags: false,
    },
  ],
]);

/** Any other language is known by its queries. */
const tagged: LanguageIndexing = {
  declarationsIn: taggedDeclarations,
  resolver: taggedResolver,
  dependencies: taggedDependencies,
  hasTags: true,
};

/** How the names of a language are declared and resolved: by rules of its own, or else by its queries. */
export function indexingOf(language: string): LanguageIndexing {
  return ruled.get(language) ?? tagged;
}

/** The declarations of a file without locals. */
export function declarationsIn(file: ParsedFile): readonly DeclarationFact[] {
  return indexingOf(file.language.name).declarationsIn(file, false);
}
