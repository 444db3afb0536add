import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import * as z from "zod";
import { messageOf, UserError } from "../base/errors.ts";
import { maxRuleFileBytes } from "../base/limits.ts";
import { namesIn } from "../base/list-folder.ts";
import { readSmallFile } from "../base/regular-file.ts";
import { shippedGrammarsDir } from "./built-languages.ts";
import { readLanguageFile } from "./language-files.ts";
import type { Language } from "./languages.ts";

/** `!` for what is required, `*` for what may be there several times; then kinds, anonymous ones in quotes. */
const Children = z.tuple([z.string()], z.string());

/** The shape of `<name>.nodes.json`, which scripts/grammars.mjs makes of a package's node-types.json. */
const NodeTypes = z.object({
  kinds: z.record(
    z.string(),
    z.object({
      fields: z.record(z.string(), Children).default({}),
      children: Children.optional(),
      subtypes: z.array(z.string()).optional(),
      /** Words without which a text has no such node: scripts/needed-words.mjs. */
      words: z.array(z.string()).optional(),
    }),
  ),
  anonymous: z.array(z.string()),
});

export type NodeTypes = z.infer<typeof NodeTypes>;

const Examples = z.record(z.string(), z.strictObject({ code: z.string(), query: z.string() }));

const Manifest = z.record(z.string(), z.object({ package: z.string(), version: z.string(), abi: z.int() }));

/**
 * Returns what the package of a grammar says of its nodes; undefined for a grammar without it.
 *
 * @throws UserError when the file is there and cannot be used
 */
export function nodeTypesOf(language: Language): NodeTypes | undefined {
  return readJson(language, language.grammar.replace(grammarSuffix, ".nodes.json.br"), NodeTypes);
}

const grammarSuffix = /\.wasm(?:\.br)?$/;

/** Returns code and queries by kind of node, which scripts/syntax-examples.mjs has cut. */
export function nodeExamplesOf(language: Language): z.infer<typeof Examples> {
  return readJson(language, language.grammar.replace(grammarSuffix, ".examples.json.br"), Examples) ?? {};
}

/** Returns the names of the queries of a language. */
export function queryNamesOf({ dir, queries }: Language): readonly string[] {
  return namesIn(join(dir, queries))
    .filter((name) => name.endsWith(".scm"))
    .map((name) => name.slice(0, -".scm".length));
}

/** Returns the package and the versions of a shipped grammar; undefined for any other. */
export function grammarVersionOf(language: Language): z.infer<typeof Manifest>[string] | undefined {
  const path = join(language.dir, language.grammar);
  if (path.replace(grammarSuffix, "") !== join(shippedGrammarsDir, language.name)) return undefined;
  const manifest = readSmallFile(join(shippedGrammarsDir, "manifest.json"), maxRuleFileBytes);
  return Manifest.parse(JSON.parse(manifest.toString()))[language.name];
}

/** Reads compressed JSON next to a language's files; undefined if there is none. */
function readJson<Value>(language: Language, file: string, schema: z.ZodType<Value>): Value | undefined {
  const content = readLanguageFile(language, file);
  if (content === undefined) return undefined;
  try {
    const text = brotliDecompressSync(content, { maxOutputLength: maxRuleFileBytes }).toString();
    return schema.parse(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error);
    throw new UserError(`Cannot use ${join(language.dir, file)}: ${reason}`);
  }
}
