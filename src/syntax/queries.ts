import { join } from "node:path";
import type { Query } from "web-tree-sitter";
import type { LoadedGrammar } from "./grammars.ts";
import { readLanguageFile } from "./language-files.ts";

/** The files that each query is made of. */
const parts = {
  tags: ["tags.scm", "imports.scm"],
  symbols: ["tags.scm", "symbols.scm"],
} as const;

const shipped = new Map<string, Query | undefined>();

/**
 * A query of the language's own folder, such as that of tags.scm, compiled on first use, once a thread.
 * Undefined when the language has none of its files.
 *
 * @param kinds the kinds of definitions that are asked for, when it is not all of them: other patterns are not tried
 */
export function shippedQuery(
  loaded: LoadedGrammar,
  name: keyof typeof parts,
  kinds?: ReadonlySet<string>,
): Query | undefined {
  const { language } = loaded;
  const key = [join(language.dir, name), ...(kinds ?? [])].join("\n");
  if (!shipped.has(key)) {
    const files = parts[name].map((file) => readLanguageFile(language, file)).filter((file) => file !== undefined);
    const source = files.map((file) => file.toString()).join("\n");
    shipped.set(key, files.length > 0 ? queryFor(loaded, source, kinds) : undefined);
  }
  return shipped.get(key);
}

/** What stands before the kind in the captures of definitions. */
export const definitionPrefix = "definition.";

/** The kind of what looks like a definition and is none. */
export const noKind = "none";

function queryFor({ grammar, runtime }: LoadedGrammar, source: string, kinds: ReadonlySet<string> | undefined): Query {
  const query = new runtime.Query(grammar, source);
  if (kinds === undefined) return query;
  query.captureQuantifiers.forEach((quantifiers, pattern) => {
    const isAsked = query.captureNames.some((capture, i) => {
      if (quantifiers[i] === runtime.CaptureQuantifier.Zero || !capture.startsWith(definitionPrefix)) return false;
      const kind = capture.slice(definitionPrefix.length);
      return kinds.has(kind) || kind === noKind;
    });
    if (!isAsked) query.disablePattern(pattern);
  });
  return query;
}
