import type { LanguageIndexing } from "../language-indexing.ts";
import { declarationsInCpp, outlineInCpp } from "./declarations.ts";
import { cppDependencies } from "./dependencies.ts";
import { includesAhead } from "./include-search.ts";
import { cppListing } from "./listing.ts";
import { madeByInCpp } from "./made-by.ts";
import { maskedNames, wordsOfCode } from "./masked-names.ts";
import { cppResolver } from "./resolver.ts";
import { cppTraits, cTraits } from "./traits.ts";

/** C++. */
export const cppIndexing: LanguageIndexing = {
  name: cppTraits.name,
  declarationsIn: (file, withLocals) => declarationsInCpp(file.flat(), withLocals),
  outlineIn: (file) => outlineInCpp(file.flat()),
  resolver: cppResolver,
  importsAhead: includesAhead,
  dependencies: cppDependencies,
  listing: cppListing,
  madeBy: madeByInCpp,
  namesOutsideTree: maskedNames,
  wordsOfCode,
  hasTags: false,
};

/** C has the declarations and names of C++ without classes: no file has what its grammar does not have. */
export const cIndexing: LanguageIndexing = { ...cppIndexing, name: cTraits.name };
