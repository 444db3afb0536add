import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Language, loadLanguages } from "../../src/syntax/languages.ts";
import { type ParsedFile, withParsed } from "../../src/syntax/parse.ts";
import { qualifiedName } from "../../src/syntax/symbols.ts";
import { packageFolder } from "../support/built-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A language of a grammar's package, with the tags.scm of the package as it is, unless another one is given. */
function languageOf(grammar: string, tags?: string): Language {
  const folder = join(packageFolder, "node_modules", `tree-sitter-${grammar}`);
  // A thread keeps one language of a name, and other tests have those that are shipped.
  const name = `${tags === undefined ? "package" : "own"}-${grammar}`;
  const [language] = loadLanguages([
    temporaryFolder({
      [`${name}/language.json`]: JSON.stringify({
        ...{ name, title: name, grammar: "own.wasm", extensions: [".x"], default_patterns: ["*.x"] },
      }),
      [`${name}/own.wasm`]: readFileSync(join(folder, `tree-sitter-${grammar}.wasm`)),
      [`${name}/tags.scm`]: tags ?? readFileSync(join(folder, "queries/tags.scm"), "utf8"),
    }),
  ]);
  if (language === undefined) throw new Error("no language");
  return language;
}

const namesOf = (file: ParsedFile, kind: string) => file.definitionsOf(kind).map(({ name }) => name);

describe("tags.scm of a grammar's own package works as it is", () => {
  test.each([
    ["c", "struct s { int x; };\nint f(void) { return 1; }\n", ["s"], ["f"]],
    ["go", "package p\n// Doc.\nfunc f() {}\nfunc (t T) m() {}\ntype T struct{}\n", [], ["f", "m"]],
    ["java", "class A { void m() {} }\ninterface I {}\n", ["A"], ["m"]],
    ["javascript", "// Doc.\nclass A { m() {} }\nfunction f() {}\nconst g = () => 1;\n", ["A"], ["m", "f", "g"]],
    ["rust", "struct S;\nimpl S { fn m(&self) {} }\nfn f() {}\n", ["S"], ["m", "f"]],
  ])("%s", async (name, text, classes, functions) => {
    const language = languageOf(name);
    const found = await withParsed(language, text, {}, (file) => [namesOf(file, "class"), namesOf(file, "function")]);
    expect(found).toEqual([classes, functions]);
    // The patterns of other kinds are not tried.
    const onlyKinds = new Set(["function"]);
    expect(await withParsed(language, text, { onlyKinds }, (file) => namesOf(file, "function"))).toEqual(functions);
  });
});

test("@container tells what a definition belongs to that stands elsewhere", async () => {
  const tags = `
    (type_spec name: (_) @name type: (struct_type)) @definition.class
    (method_declaration
      receiver: (parameter_list (parameter_declaration type: [
        (type_identifier) @container
        (pointer_type (type_identifier) @container)]))
      name: (_) @name) @definition.method`;
  const text = `package p
type T struct{}
func (t T) m() {}
func (*T) n() {}
func (t pkg.T) other() {}
func (${"long".repeat(100)}) o() {}
`;
  const symbols = await withParsed(languageOf("go", tags), text, {}, (file) =>
    file.symbols().map((symbol) => `${symbol.kind} ${qualifiedName(symbol, ".")}`),
  );
  expect(symbols).toEqual(["class T", "method T.m", "method T.n", "method o"]);
});
