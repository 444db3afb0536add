import fc from "fast-check";
import { expect } from "vitest";
import { copyOfParts, type Masking } from "../../src/syntax/copies.ts";
import type { Language } from "../../src/syntax/languages.ts";
import { shippedMacros } from "../../src/syntax/macros.ts";
import { type NeededText, textNeededBy } from "../../src/syntax/needed-words.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { textNeededByPattern } from "../../src/syntax/patterns/pattern-matches.ts";
import type { Tag } from "../../src/syntax/tags.ts";
import { seed } from "./seed.ts";
import { languageNamed } from "./shipped-languages.ts";

const kinds = new Set(["class", "function"]);
const allSymbols = new Set([...kinds, "symbol"]);

const name = fc.stringMatching(/^[a-z][a-z0-9]{1,5}[A-Z_]$/);

/** Statements of C++ that are hard to see through, one a line. */
const statement = fc.oneof(
  fc.constantFrom(
    "return g(1, 2);",
    'say("} {", \'}\', u8R"x(} " {)x");',
    "// } it's open {",
    "/* { ' */ a = b;",
    "for (auto& [k, v] : items) { use(k); }",
    "auto f = [&](int x) -> int { return x; };",
    "if (a < b && c > d) { e(); } else { f(); }",
    "int a[] = { 1, 2, 3 };",
    "switch (a) { case 1: { b(); } default: c(); }",
    "ASSERT_EQ(a, b) << c;",
    "struct Local { void m() { } };",
    "using Local = A;",
    "typedef A *Local;",
    "enum Local { local };",
    "namespace local = a;",
    "#define LOCAL 1",
    "#if A\n  a();\n#else\n  b();\n#endif",
  ),
  name.map((word) => `${word}();`),
);

const body = fc.array(statement, { maxLength: 6 }).map((lines) => `{\n${lines.join("\n")}\n}`);

const functionOf = fc
  .tuple(
    fc.constantFrom(
      "void N() B",
      "template <class T> T N(T a) B",
      "static int& N(int a = f({})) noexcept B",
      "A::N(int x) : a(x), b{x} B",
      "API void N() B",
      "TEST(Suite, N) B",
      "auto N() -> int B;",
    ),
    name,
    body,
  )
  .map(([shape, word, block]) => shape.replace("B", () => block).replace("N", word));

/** Declarations without a body. */
const declaration = fc
  .tuple(
    fc.constantFrom(
      "int N;",
      'static const char N[] = "; {"; // ; }',
      "int N[] = { 1, { 2 } };",
      "void N(int a = f({})) const;",
      "// says\n\n// something\nint N; // behind\n/* about N\n */\nstatic B* N(C& a, const d::E* b); // behind",
      "int N(1), b, *c(a.b);",
      "Foo N(A b); /* c */ int d; // e",
      "enum N { a, b = 1 };",
      "using N = A<int>;",
      "template <class T> class N;",
      "#define N(a) { a",
      "#include <N>",
      "/** class N { */",
      "struct N { int a; } b;",
      "N(int) = delete;",
      "API_MACRO(N)",
    ),
    name,
  )
  .map(([shape, word]) => shape.replace("N", word));

const classOf = fc
  .tuple(
    fc.constantFrom("class N {\npublic:\n", "struct N : A<int> {\n"),
    name,
    fc.array(fc.oneof(functionOf, declaration), { maxLength: 4 }),
  )
  .map(([head, word, members]) => `${head.replace("N", word)}${members.filter(isMember).join("\n")}\n};`);

const isMember = (text: string): boolean => !/^(?:A::|TEST)/.test(text);

const cppItem = fc.oneof(
  functionOf,
  classOf,
  declaration,
  declaration.map((text) => `#if A\n${text}\n#else\n${text}\n#endif`),
  functionOf.map((text) => `namespace n {\n${text}\n}`),
  functionOf.map((text) => `#ifdef X\n${text}\n#endif`),
);

const line = fc.oneof(
  fc.constantFrom(
    "return [x for x in (1,\n2)]",
    's = "def f(): {"',
    '"""\nclass A:\n"""',
    "if a: b()",
    "# def g():",
    "x = f'{a!r:>{b}}' + \\\n  'c'",
    "while True:\n  break",
    "def inner(): pass",
    "class Inner:\n  y = 1",
    "type Local = int",
    "Local: TypeAlias = int",
    "x = 1; type Local = int",
    "'first'",
    '"""A long docstring.\n\nWith a text."""',
    "lambda: (yield)",
  ),
  name.map((word) => `${word}()`),
);

const indented = (lines: readonly string[]): string =>
  lines
    .join("\n")
    .split("\n")
    .map((text) => `  ${text}`)
    .join("\n");

const pythonFunction = fc
  .tuple(
    fc.constantFrom("def N():\n", "@d\nasync def N(a, *, b=(1,\n 2)) -> C[1:2]:\n", "def N(): # c\n\n"),
    name,
    fc.array(line, { minLength: 1, maxLength: 6 }),
  )
  .map(([head, word, lines]) => `${head.replace("N", word)}${indented([...lines, "pass"])}`);

const pythonItem = fc.oneof(
  pythonFunction,
  pythonFunction.map((text) => `class A(B):\n${indented([text])}`),
  pythonFunction.map((text) => `if a:\n${indented([text])}`),
);

const edits = [
  "{",
  "}",
  "(",
  ")",
  '"',
  "'",
  ";",
  "\n",
  "class ",
  "def f():\n",
  "#if X\n",
  "/*",
  "*/",
  "  ",
  '"""',
  ":",
];

const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.integer({ min: 0, max: 3 }),
  put: fc.oneof(fc.constant(""), fc.constantFrom(...edits)),
});

const items: Readonly<Record<string, fc.Arbitrary<string[]>>> = {
  cpp: fc.array(cppItem, { minLength: 1, maxLength: 6 }),
  python: fc.array(pythonItem, { minLength: 1, maxLength: 6 }),
};

/** The names of the languages in which bodies are passed over. */
export const elidedLanguages = Object.keys(items);

/** Expects the definitions and the symbols of sound code to be the same with and without bodies. A failure prints its TEST_SEED. */
export async function expectSameDefinitions(name: string, texts: number): Promise<void> {
  const language = languageNamed(name);
  await fc.assert(
    fc.asyncProperty(itemsOf(name), async (parts) => {
      const text = `${parts.join("\n")}\n`;
      expect(await definitionsIn(language, text, true)).toEqual(await definitionsIn(language, text, false));
      expect(await symbolsIn(language, text, true)).toEqual(await symbolsIn(language, text, false));
    }),
    { numRuns: texts, seed },
  );
}

/** Queries about a name, by language: its calls, its uses, and nodes that hold it. */
const queriesAbout: Readonly<Record<string, (word: string) => readonly string[]>> = {
  cpp: (word) => [
    `(call_expression function: (identifier) @f (#eq? @f "${word}")) @c`,
    `((function_definition) @f (#match? @f "${word}") (#not-match? @f "return g"))`,
    `((class_specifier) @c (#match? @c "${word}") (#not-match? @c "say"))`,
    `(function_definition body: (compound_statement (_) @s) declarator: (_) @d (#match? @d "${word}"))`,
  ],
  python: (word) => [
    `(call function: (identifier) @f (#eq? @f "${word}")) @c`,
    `((function_definition) @f (#match? @f "${word}") (#not-match? @f "lambda"))`,
    `((decorated_definition) @c (#match? @c "${word}"))`,
    `(function_definition name: (identifier) @n (#eq? @n "${word}") body: (block (_) @s))`,
  ],
};

/**
 * Expects queries and a pattern about a name to find the same in sound code with and without the bodies that lack the name.
 *
 * @returns the number of texts and questions in which something was found, and of texts with a body that was passed over
 */
export async function expectSameMatches(
  name: string,
  texts: number,
): Promise<{ readonly found: number; readonly short: number }> {
  const language = languageNamed(name);
  const masking = maskingOf(language);
  let found = 0;
  let short = 0;
  const asked = fc.tuple(itemsOf(name), fc.nat(1_000));
  await fc.assert(
    fc.asyncProperty(asked, async ([parts, at]) => {
      const text = `${parts.join("\n")}\n`;
      const words = [...new Set(text.match(/\b[a-z][a-z0-9]{1,5}[A-Z_]\b/g))];
      const word = words[at % words.length];
      if (word === undefined) return;
      for (const query of queriesAbout[name]?.(word) ?? []) {
        const capturesIn = (needed?: NeededText) =>
          withParsed(language, text, { masking, needed }, (file) => file.capture(query, { maxRows: 1_000 }));
        const whole = await capturesIn();
        expect(await capturesIn(await textNeededBy(language, query)), query).toEqual(whole);
        if (whole.total > 0) found++;
      }
      const request = {
        pattern: `${word}($$$A)`,
        where: new Map(),
        inside: undefined,
        notInside: undefined,
        isStrict: false,
      };
      const matchesIn = (needed?: NeededText) =>
        withParsed(language, text, { masking, needed }, (file) => file.matches(request).matches);
      const needed = await textNeededByPattern(language, request);
      expect(await matchesIn(needed)).toEqual(await matchesIn());
      if (copyOfParts(language, text, masking, { bodyWords: needed?.words }).isShort) short++;
    }),
    { numRuns: texts, seed },
  );
  return { found, short };
}

/**
 * Expects texts with a random edit to lose no definition outside of the item that was edited.
 *
 * @returns the number of texts whose definitions differ without bodies
 */
export async function countDifferent(name: string, texts: number, seed: number): Promise<number> {
  const language = languageNamed(name);
  let different = 0;
  for (const [parts, { at, removed, put }] of fc.sample(fc.tuple(itemsOf(name), edit), { numRuns: texts, seed })) {
    const text = `${parts.join("\n")}\n`;
    const index = Math.floor(at * text.length);
    const damaged = text.slice(0, index) + put + text.slice(index + removed);
    const short = await definitionsIn(language, damaged, true);
    const whole = await definitionsIn(language, damaged, false);
    if (JSON.stringify(short) === JSON.stringify(whole)) continue;
    different += 1;
    const kept = new Set(short.map((tag) => JSON.stringify(tag)));
    const { first, last } = linesOfItem(parts, index, put);
    const lost = whole.filter((tag) => !kept.has(JSON.stringify(tag)) && (tag.line < first || tag.line > last));
    expect(lost, damaged).toEqual([]);
  }
  return different;
}

function itemsOf(name: string): fc.Arbitrary<string[]> {
  const arbitrary = items[name];
  if (arbitrary === undefined) throw new Error(`no items of ${name}`);
  return arbitrary;
}

/** The lines of the item that holds an offset, with those that the edit added. */
function linesOfItem(parts: readonly string[], index: number, put: string): { first: number; last: number } {
  let start = 0;
  let first = 1;
  for (const part of parts) {
    const lines = part.split("\n").length;
    if (index <= start + part.length) return { first, last: first + lines + put.split("\n").length };
    start += part.length + 1;
    first += lines;
  }
  return { first, last: first };
}

function definitionsIn(language: Language, text: string, elides: boolean): Promise<readonly Tag[]> {
  const options = { masking: maskingOf(language), onlyKinds: elides ? kinds : undefined };
  return withParsed(language, text, options, (file) => file.outline().definitions);
}

/** All that list_symbols says of a text. */
export function symbolsIn(language: Language, text: string, elides: boolean): Promise<readonly object[]> {
  const options = { masking: maskingOf(language), onlyKinds: elides ? allSymbols : undefined };
  return withParsed(language, text, options, (file) =>
    file.symbols().map((symbol) => {
      const { name, kind, container, line, column, endLine } = symbol;
      return { name, kind, container, line, column, endLine, signature: symbol.signature(), doc: symbol.doc() };
    }),
  );
}

function maskingOf(language: Language): Masking | undefined {
  const everywhere = shippedMacros(language);
  return everywhere && { macros: { project: new Map(), folder: new Map(), everywhere } };
}
