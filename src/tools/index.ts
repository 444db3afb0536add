import { checkFile } from "./check-file.ts";
import { executeQuery } from "./execute-query.ts";
import { findClasses } from "./find-classes.ts";
import { findFunctions } from "./find-functions.ts";
import { getSyntaxTree } from "./get-syntax-tree.ts";
import { listSymbols } from "./list-symbols.ts";
import { parseFile } from "./parse-file.ts";
import type { AnyTool } from "./tool.ts";

/** All tools by name, in the order of tools/list. A Map, since objects have a `__proto__`. */
export const tools: ReadonlyMap<string, AnyTool> = new Map(
  [parseFile, findClasses, findFunctions, executeQuery, listSymbols, checkFile, getSyntaxTree].map((tool) => [
    tool.name,
    tool,
  ]),
);
