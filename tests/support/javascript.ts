import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolder } from "./built-server.ts";

const data = join(packageFolder, "tests/fixtures/languages/javascript");

/** A language that is data alone, with scopes: its files by name, to be written into a folder of languages. */
export const javascriptFiles: Readonly<Record<string, string | Buffer>> = Object.fromEntries([
  ...readdirSync(data).map((name) => [`javascript/${name}`, readFileSync(join(data, name), "utf8")] as const),
  [
    "javascript/javascript.wasm",
    readFileSync(join(packageFolder, "node_modules/tree-sitter-javascript/tree-sitter-javascript.wasm")),
  ],
]);
