import { UserError } from "../base/errors.ts";
import { errorKind } from "./flat/flat-tree.ts";
import { loadGrammar } from "./grammars.ts";
import type { Language } from "./languages.ts";
import { compileQuery } from "./matching/compile-query.ts";
import { type NodeTypes, nodeTypesOf } from "./node-types.ts";
import { renameNodes } from "./query-text.ts";

/**
 * For each kind of node that a match can begin with, the words without which a file does not have it, masked or not.
 */
export type NeededWords = readonly (readonly string[])[];

/** The last query of each language. One is enough: a scan runs the same one over all files. */
const known = new Map<string, { readonly source: string; readonly needed: NeededWords | undefined }>();

/**
 * Returns what a text needs for a stranger's query to have a match in it; undefined if that may be nothing, or is not
 * known: for a query that begins with any node, is not compiled by `compileQuery`, or is of a language without node
 * types.
 *
 * @throws Error when the grammar cannot be loaded
 */
export async function wordsNeededBy(language: Language, source: string): Promise<NeededWords | undefined> {
  const last = known.get(language.name);
  if (last?.source === source) return last.needed;
  const types = typesOf(language);
  const needed = types && (await wordsOfKinds(language, source, types));
  known.set(language.name, { source, needed });
  return needed;
}

async function wordsOfKinds(language: Language, source: string, types: NodeTypes): Promise<NeededWords | undefined> {
  const { grammar } = await loadGrammar(language);
  const compiled = compileQuery(renameNodes(source, language.renamed_nodes).text, grammar);
  const written = new Set(language.written_words.split(" "));
  const needed: (readonly string[])[] = [];
  for (const kind of compiled?.entries.keys() ?? [errorKind]) {
    const words = grammar.nodeTypeIsNamed(kind) ? types.kinds[grammar.types[kind] ?? ""]?.words : undefined;
    const inFile = words?.filter((word) => !written.has(word)) ?? [];
    if (inFile.length === 0) return undefined;
    needed.push(inFile);
  }
  return needed;
}

/** Errors in the file of node types do not concern a query. */
function typesOf(language: Language): NodeTypes | undefined {
  try {
    return nodeTypesOf(language);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
