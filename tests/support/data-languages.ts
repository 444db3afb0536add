import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Language, loadLanguages } from "../../src/syntax/languages.ts";
import { packageFolder } from "./built-server.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** The npm packages with the grammars of the languages of tests/fixtures/languages. */
const grammars = {
  javascript: "tree-sitter-javascript/tree-sitter-javascript.wasm",
  kotlin: "@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm",
} as const;

type DataLanguage = keyof typeof grammars;

/** Their names. */
export const dataLanguages: readonly DataLanguage[] = ["javascript", "kotlin"];

/** A language that is only data, as a folder of languages has it: its files by their paths in that folder. */
export function languageFiles(name: DataLanguage): Readonly<Record<string, string | Buffer>> {
  const data = join(packageFolder, "tests/fixtures/languages", name);
  const grammar = readFileSync(join(packageFolder, "node_modules", grammars[name]));
  return Object.fromEntries([
    ...readdirSync(data).map((file) => [`${name}/${file}`, readFileSync(join(data, file), "utf8")] as const),
    [`${name}/${name}.wasm`, grammar],
  ]);
}

/** That language with a name of its own, since a thread keeps one language of a name, and other tests have the shipped one. */
export function ownLanguage(name: DataLanguage): Language {
  const [language] = loadLanguages([temporaryFolder(languageFiles(name))]);
  if (language === undefined) throw new Error("no language");
  return { ...language, name: `own-${name}` };
}
