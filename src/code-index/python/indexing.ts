import type { LanguageIndexing } from "../language-indexing.ts";
import { namesInText } from "../names-outside-tree.ts";
import { filesCallingObjectsInPython } from "./called-objects.ts";
import { declarationsInPython, outlineInPython } from "./declarations.ts";
import { pythonDependencies } from "./dependencies.ts";
import { pythonListing } from "./listing.ts";
import { madeByInPython } from "./made-by.ts";
import { pythonResolver } from "./resolver.ts";
import { textWordsIn } from "./text-words.ts";
import { pythonTraits } from "./traits.ts";

export const pythonIndexing: LanguageIndexing = {
  name: pythonTraits.name,
  declarationsIn: (file, withLocals) => declarationsInPython(file.flat(), withLocals),
  outlineIn: (file) => outlineInPython(file.flat()),
  resolver: pythonResolver,
  dependencies: pythonDependencies,
  listing: pythonListing,
  madeBy: madeByInPython,
  filesCallingObjects: filesCallingObjectsInPython,
  namesOutsideTree: ({ tree, text }) => namesInText(() => textWordsIn(tree, text)),
  hasTags: false,
};
