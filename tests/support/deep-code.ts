import { indexingOf } from "../../src/code-index/languages.ts";
import type { DeclarationFact } from "../../src/facts/declaration-facts.ts";
import type { Masking } from "../../src/syntax/copies.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { languageNamed } from "./shipped-languages.ts";

/** The declarations of a text, of which only those within functions are left out when `withLocals` is false. */
export async function declarationsOf(
  languageName: string,
  text: string,
  withLocals: boolean,
  masking?: Masking,
): Promise<readonly DeclarationFact[]> {
  const language = languageNamed(languageName);
  return await withParsed(language, text, { masking }, (file) =>
    indexingOf(languageName).declarationsIn(file, withLocals),
  );
}

/** C++ that is as deep as it says, by what is nested; `before` is declared first. */
export function nestedCode(depth: number): [name: string, text: string][] {
  const brackets = [
    ["namespaces", "namespace a { ", "}"],
    ["classes", "struct A { ", "};"],
    ["blocks", "{ ", "}"],
    ["expressions", "(", ")"],
    ["template arguments", "A<", ">"],
  ] as const;
  return brackets.map(([name, open, close]) => [
    name,
    `int before; void f() { int x = ${open.repeat(depth)} ${close.repeat(depth)} }`,
  ]);
}
