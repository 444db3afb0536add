import type { LanguageIndexing } from "../language-indexing.ts";
import { namesInText } from "../names-outside-tree.ts";
import { taggedDeclarations } from "./declarations.ts";
import { taggedDependencies } from "./dependencies.ts";
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
