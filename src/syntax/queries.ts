import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Query } from "web-tree-sitter";
import type { LoadedGrammar } from "./grammars.ts";

/** The files that each query is made of. */
const parts = {
  tags: ["tags.scm"],
  imports: ["imports.scm"],
  symbols: ["tags.scm", "symbols.scm"],
} as const;

const shipped = new Map<string, Query | undefined>();

/**
 * A query of the language's own folder, such as that of tags.scm, compiled on first use, once a thread.
 * Undefined when the language has none of its files.
 */
export function shippedQuery({ language, grammar }: LoadedGrammar, name: keyof typeof parts): Query | undefined {
  const key = join(language.dir, name);
  if (!shipped.has(key)) {
    const paths = parts[name].map((file) => join(language.dir, file)).filter((path) => existsSync(path));
    const source = paths.map((path) => readFileSync(path, "utf8")).join("\n");
    shipped.set(key, paths.length > 0 ? new Query(grammar, source) : undefined);
  }
  return shipped.get(key);
}
