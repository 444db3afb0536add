import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Query } from "web-tree-sitter";
import type { LoadedGrammar } from "./grammars.ts";

const shipped = new Map<string, Query | undefined>();

/**
 * A query of the language's own folder, such as tags.scm, compiled on first use, once a thread.
 * Undefined when the language has none of that name.
 */
export function shippedQuery({ language, grammar }: LoadedGrammar, name: "tags" | "imports"): Query | undefined {
  const path = join(language.dir, `${name}.scm`);
  if (!shipped.has(path)) {
    shipped.set(path, existsSync(path) ? new Query(grammar, readFileSync(path, "utf8")) : undefined);
  }
  return shipped.get(path);
}
