import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withListedSymbols } from "../../src/code-index/listed-symbols.ts";
import { documentOf, hasInterface, interfaceOf } from "../../src/interfaces/interfaces.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { languageFor } from "./shipped-languages.ts";

/** No macros of a project: what is masked are gaps of the grammar, and macros by their shape. */
const macros = { project: new Map(), folder: new Map(), everywhere: new Map() };

export const interfaceFixtures = join(import.meta.dirname, "..", "fixtures", "interfaces");

export const interfaceFixture = (name: string): string => readFileSync(join(interfaceFixtures, name), "utf8");

type Options = { readonly includePrivate?: boolean; readonly includeComments?: boolean };

/** The header or the stub of a text, and its document. */
export async function interfacesOf(
  path: string,
  text: string,
  { includePrivate = false, includeComments = true }: Options = {},
): Promise<{ readonly code: string; readonly document: string; readonly kept: Readonly<Record<string, number>> }> {
  const language = languageFor(path);
  if (!hasInterface(language.name)) throw new Error(`no interface of ${path}`);
  const masking = language.name === "cpp" ? { macros } : undefined;
  return await withParsed(language, text, { masking }, (plain) => {
    const file = withListedSymbols(plain, path);
    const made = interfaceOf(file, { includePrivate, includeComments });
    const document = documentOf(file, { includePrivate, includeComments }).text;
    return { code: made.text, document, kept: Object.fromEntries(made.kept) };
  });
}
