import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Language, loadLanguages } from "../../src/syntax/languages.ts";
import { packageFolder } from "./built-server.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const data = join(packageFolder, "tests/fixtures/languages/javascript");

/** A language that is data alone, with scopes: its files by name, to be written into a folder of languages. */
export const javascriptFiles: Readonly<Record<string, string | Buffer>> = Object.fromEntries([
  ...readdirSync(data).map((name) => [`javascript/${name}`, readFileSync(join(data, name), "utf8")] as const),
  [
    "javascript/javascript.wasm",
    readFileSync(join(packageFolder, "node_modules/tree-sitter-javascript/tree-sitter-javascript.wasm")),
  ],
]);

/** That language with a name of its own, since a thread keeps one language of a name, and other tests have the shipped one. */
export function ownJavascript(): Language {
  const [language] = loadLanguages([temporaryFolder(javascriptFiles)]);
  if (language === undefined) throw new Error("no language");
  return { ...language, name: "own" };
}
