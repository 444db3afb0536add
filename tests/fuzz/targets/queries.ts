/** Queries of execute_query. */
import assert from "node:assert";
import { UserError } from "../../../src/base/errors.ts";
import { checkQuery } from "../../../src/syntax/captures.ts";
import { textNeededBy } from "../../../src/syntax/needed-words.ts";
import { withParsed } from "../../../src/syntax/parse.ts";
import { languageNamed } from "../../support/shipped-languages.ts";
import type { FuzzTarget } from "../target.ts";

const language = languageNamed("python");
const code =
  "import a\nclass A(B):\n  '''d'''\n  def f(self, x=1):\n    return g(x) + self.h[0]\ntry: b()\nexcept C: pass\n# c\n";

export const target: FuzzTarget = {
  about: "a query is checked and run over code, with and without the words that it needs",
  seeds: () => [
    "(class_definition name: (identifier) @n) @c",
    '((identifier) @i (#match? @i "^a|b$"))',
    '[(call function: (_) @f) (comment)] @x\n(function_definition body: (block . (_) @s)) (#eq? @s "x")',
    '(call function: (identifier) @f (#any-of? @f "g" "h") (#not-eq? @f "i"))',
  ],
  words: [
    ...[
      "(",
      ")",
      "[",
      "]",
      "@a",
      "_",
      "(_)",
      ".",
      "*",
      "+",
      "?",
      "!",
      ":",
      '"',
      ";",
      "(#eq? @a ",
      "(#match? @a ",
      "(#any-of? @a ",
      "(#set! ",
    ],
    ...[
      "identifier",
      "call",
      "function:",
      "name:",
      "class_definition",
      "block",
      "ERROR",
      "MISSING",
      "(comment)",
      '"^a.*(b|c)$"',
      "\\",
      "(#is? ",
    ],
  ],
  steps: { fixed: 200_000, perByte: 4_000 },
  run: async (bytes) => {
    const query = bytes.toString();
    try {
      await checkQuery(language, query);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return;
    }
    const found = await rows(query, undefined);
    assert.ok(
      found.every(({ text }) => code.includes(text)),
      "a row has other text than the code",
    );
    assert.deepEqual(
      await rows(query, await textNeededBy(language, query)),
      found,
      "the words that a query needs hide a row",
    );
  },
};

async function rows(query: string, needed: Awaited<ReturnType<typeof textNeededBy>>) {
  return await withParsed(language, code, { needed }, (file) => file.capture(query, { maxRows: 1_000 }).rows);
}
