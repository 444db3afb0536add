import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Language } from "../../src/syntax/languages.ts";
import { textNeededBy } from "../../src/syntax/needed-words.ts";
import { type ParsedFile, withParsed } from "../../src/syntax/parse.ts";
import { holdsAny } from "../../src/syntax/prefilter.ts";
import { clausesOfRegex } from "../../src/syntax/regex-words.ts";
import { damagedVersions } from "../support/damaged-text.ts";
import { known, themes } from "../support/masking-fixtures.ts";
import { seed } from "../support/seed.ts";
import { languageNamed } from "../support/shipped-languages.ts";

describe("the words that a match of a regular expression has", () => {
  test.each([
    ["memcpy", [["memcpy"]]],
    ["^std::(move|forward)$", [["std::move", "std::forward"]]],
    ["^(Math::)?(write3|div3)$", [["write3", "div3"]]],
    ["foo|bar_baz", [["foo", "bar_baz"]]],
    ["foo|foobar", [["foo"]]],
    ["foo|", []],
    ["foo|.*", []],
    ["foo.*bar|baz", [["foo", "baz"]]],
    ["x.*foo", [["x"], ["foo"]]],
    ["[Tt]cr", [["Tcr", "tcr"]]],
    ["[Tt][Cc][Rr]x[a-z]y[^b]z", [["TCRx", "TCrx", "TcRx", "Tcrx", "tCRx", "tCrx", "tcRx", "tcrx"], ["y"], ["z"]]],
    ["lost/bond", [["lost/bond"]]],
    ["get_\\w+", [["get_"]]],
    ["colou?r", [["colour", "color"]]],
    ["ab+c", [["ab"], ["bc"]]],
    [
      "a(bc|d)+e",
      [
        ["abc", "ad"],
        ["bce", "de"],
      ],
    ],
    ["ab{2}c", [["a"], ["c"]]],
    ["(foo)?bar", [["bar"]]],
    ["(?:foo)+bar", [["foo"], ["foobar"]]],
    ["(?<part>foo)bar", [["foobar"]]],
    ["(?!foo)bar(?=baz)(?<!qux)", [["bar"]]],
    ["[abc]xyz[]]x", [["axyz", "bxyz", "cxyz"], ["]x"]]],
    ["a\\.b\\(", [["a.b("]]],
    ["\\bmemset\\b", [["memset"]]],
    ["\\x41bc", []],
    ["(a)\\1b", []],
    ["\\u0041b", []],
    ["(?i:foo)", []],
    [`${"(".repeat(60)}foo${")".repeat(60)}`, []],
    ["", []],
    [".", []],
  ])("%s", (source, clauses) => {
    expect(clausesOfRegex(source)).toEqual(clauses);
  });

  test(`no text matches that lacks them, seed ${seed}`, () => {
    const part = fc.constantFrom(
      ..."ab_.*+?()|[]{}^$\\1-",
      "(?:",
      "(?=",
      "(?!",
      "(?<=",
      "a{2}",
      "\\b",
      "\\w",
      "ab",
      "[^a]",
    );
    const source = fc.array(part, { maxLength: 10 }).map((parts) => parts.join(""));
    const text = fc.array(fc.constantFrom("a", "b", "_", "ab", "-", "1", ".", "]", "{", "2"), { maxLength: 10 });
    const run = (pattern: string, parts: readonly string[]) => {
      const regex = regexOf(pattern);
      fc.pre(regex?.test(parts.join("")) === true);
      for (const clause of clausesOfRegex(pattern)) {
        expect(
          clause.some((word) => parts.join("").includes(word)),
          JSON.stringify([pattern, parts]),
        ).toBe(true);
      }
    };
    fc.assert(fc.property(source, text, run), { seed, numRuns: 3_000, maxSkipsPerRun: 10_000 });
  });
});

function regexOf(source: string): RegExp | undefined {
  try {
    return new RegExp(source);
  } catch {
    return undefined;
  }
}

describe("what predicates of a query need", () => {
  test.each([
    ["cpp", '(call_expression function: (_) @f (#eq? @f "std::memcpy"))', [[["std"], ["memcpy"]]]],
    ["cpp", '(call_expression function: (_) @f (#match? @f "^(std::)?mem(cpy|set)$"))', [[["memcpy", "memset"]]]],
    ["cpp", '(call_expression function: [(identifier) @f (_)] (#match? @f "^one$"))', [[["one"]]]],
    ["cpp", '(call_expression function: [(identifier) @f (_)] (#eq? @f "one"))', undefined],
    ["cpp", '((string_literal) @s (#match? @s "net/tie|lost-bond"))', [[["net/tie", "lost-bond"]]]],
    ["cpp", '((string_literal) @s (#match? @s "a.int-b"))', undefined],
    ["cpp", '((string_literal) @s (#eq? @s "net: tie.xyz"))', [[["net"], ["tie.xyz"]]]],
    ["cpp", '[((string_literal) @s (#match? @s "net")) ((comment) @c (#match? @c "tie"))]', [[["net"]], [["tie"]]]],
    ["cpp", '((identifier) @f (#any-of? @f "memcpy" "memmove"))', [[["memcpy", "memmove"]]]],
    ["cpp", '((identifier) @f (#match? @f "^mem(cpy|set)$"))', [[["memcpy", "memset"]]]],
    ["cpp", '((goto_statement) @g (#match? @g "done"))', [[["goto"], ["done"]]]],
    ["cpp", '[(identifier) (field_identifier)] @f (#eq? @f "x")', undefined],
    ["cpp", '([(identifier) (field_identifier)] @f (#eq? @f "area"))', [[["area"]], [["area"]]]],
    ["cpp", '((identifier) @a (#eq? @a "one")) ((comment) @b (#match? @b "two"))', [[["one"]], [["two"]]]],
    ["cpp", '((identifier) @a (#eq? @a "one")) (comment) @b', undefined],
    ["cpp", '([(identifier) @a (comment) @b] (#eq? @a "one"))', undefined],
    ["cpp", '(call_expression function: (identifier)? @f (#eq? @f "one"))', undefined],
    ["cpp", '((identifier) @f (#not-eq? @f "one"))', undefined],
    ["cpp", '((identifier) @f (#not-match? @f "one"))', undefined],
    ["cpp", "((identifier) @f (identifier) @g (#eq? @f @g))", undefined],
    ["cpp", '((identifier) @f (#eq? @f "class"))', undefined],
    ["cpp", '((identifier) @f (#eq? @f "operator__"))', undefined],
    ["cpp", '((number_literal) @n (#eq? @n "12"))', undefined],
    ["cpp", '((identifier) @n (#eq? @n "x12"))', [[["x12"]]]],
    ["cpp", '((identifier) @f (#any-of? @f "long_name" "int"))', undefined],
    ["cpp", '(_ (identifier) @f (#eq? @f "area"))', [[["area"]]]],
    ["cpp", '((comment) @c . (function_definition) (#match? @c "TODO"))', [[["TODO"]]]],
    ["cpp", '((string_literal) @s (#eq? @s "\\"one key\\""))', [[["one"], ["key"]]]],
    ["cpp", "((string_literal) @s (#has-ancestor? @s call_expression))", undefined],
    ["python", '(call function: (identifier) @f (#eq? @f "eval"))', [[["eval"]]]],
    ["python", '(try_statement (except_clause)+ @e (#match? @e "Exception"))', [[["try"], ["Exception"]]]],
    ["python", '(try_statement (except_clause)* @e (#match? @e "Exception"))', [[["try"], ["Exception"]]]],
    ["python", '(try_statement (except_clause)* @e (#not-match? @e "Exception"))', [[["try"]]]],
    ["python", '(call (#no-such? "x"))', undefined],
  ])("%s %s", async (name, query, needed) => {
    expect((await textNeededBy(languageNamed(name), query))?.words).toEqual(needed);
  });

  test("a name that a backslash splits is there", () => {
    expect(holdsAny("int mem\\\ncpy;", [[["memcpy"]]])).toBe(true);
    expect(holdsAny("int mem cpy;", [[["memcpy"]]])).toBe(false);
    expect(holdsAny("one two", [[["two"], ["three", "one"]]])).toBe(true);
    expect(holdsAny("one two", [[["two"], ["three"]], [["four"]]])).toBe(false);
  });
});

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));
const maskingCases = themes.flatMap(({ cases }) => cases.map(({ text }) => text));

/** Texts of a language, correct ones and damaged ones. */
const texts: Readonly<Record<string, readonly string[]>> = {
  cpp: [
    ...damagedVersions("symbols/cpp/definitions.cpp", 6),
    ...damagedVersions("captures/cpp/functions.cpp", 6),
    ...Array.from({ length: 40 }, (_, i) => maskingCases.filter((__, at) => at % 40 === i).join("\n")),
    "int mem\\\ncpy(int a);\nint b = mem\\\ncpy(1);\n",
  ],
  python: [
    ...damagedVersions("symbols/python/definitions.py", 6),
    ...damagedVersions("captures/python/syntax.py", 6),
    readFileSync(`${fixtures}reference/tests/fixtures/with_decorators.py`, "utf8"),
  ],
};

function parsed<Result>(language: Language, text: string, use: (file: ParsedFile) => Result, needed?: Needed) {
  const masking = language.macros === undefined ? undefined : { macros: known };
  return withParsed(language, text, { masking, needed }, use);
}

type Needed = Awaited<ReturnType<typeof textNeededBy>>;

/** A node that a query is about, with its text in the copy that is parsed. */
type Sample = { readonly kind: string; readonly text: string };

/** Nodes of a text whose own text is short. */
function samplesOf(language: Language, text: string): Promise<readonly Sample[]> {
  return parsed(language, text, (file) => {
    const { tree, text: copy } = file.flat();
    return Array.from({ length: tree.size }, (_, node) => ({
      kind: tree.type(node),
      text: copy.slice(tree.start(node), tree.end(node)),
    })).filter(({ kind, text: own }) => /^[a-z]\w*$/.test(kind) && own.length > 0 && own.length < 60);
  });
}

function inQuotes(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n").replace(/\r/g, "\\r")}"`;
}

function asRegex(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** A query about one of the samples, most of which have a match. */
function queryAbout(samples: readonly Sample[]): fc.Arbitrary<string> {
  const sample = fc.constantFrom(...samples);
  const predicate = fc
    .tuple(sample, sample, fc.nat(9), fc.nat(20), fc.nat(20))
    .map(([{ kind, text }, other, form, from, length]) => {
      const part = asRegex(text.slice(from % text.length).slice(0, length + 1));
      const texts = [
        `(#eq? @a ${inQuotes(text)})`,
        `(#any-of? @a ${inQuotes(other.text)} ${inQuotes(text)})`,
        `(#match? @a ${inQuotes(part)})`,
        `(#match? @a ${inQuotes(`${part}|${asRegex(other.text)}`)})`,
        `(#match? @a ${inQuotes(`^(?:${asRegex(text)})?`)})`,
        `(#match? @a ${inQuotes(asRegex(text).replace(/[a-z]/gi, (letter, at: number) => (at > 4 ? letter : `[${letter}x]`)))})`,
        `(#match? @a ${inQuotes(`^(?:${asRegex(other.text)})?${asRegex(text)}$`)})`,
        `(#not-eq? @a ${inQuotes(other.text)})`,
        `(#any-match? @a ${inQuotes(`${part}.?`)})`,
        `(#match? @a ${inQuotes(`[^]*(${part}|${asRegex(other.text)})+`)})`,
      ];
      return { kind, other: other.kind, condition: texts[form % texts.length] ?? "" };
    });
  return fc.array(fc.tuple(predicate, fc.nat(8)), { minLength: 1, maxLength: 2 }).map((patterns) =>
    patterns
      .map(([{ kind, other, condition }, form]) => {
        const heads = [
          `((${kind}) @a ${condition})`,
          `(_ (${kind}) @a ${condition}) @b`,
          `([(${kind}) (${other})] @a ${condition})`,
          `([(${kind}) @a (${other}) @b] ${condition})`,
          `((_) @a ${condition})`,
          `((_ (${kind})? @a) @b ${condition})`,
          `(_ (${kind})+ @a ${condition})`,
          `[((${kind}) @a ${condition}) ((${other}) @a)] @b`,
          `(_ [(${kind}) @a (${other})] @b ${condition})`,
        ];
        return heads[form % heads.length] ?? "";
      })
      .join("\n"),
  );
}

describe.each(["cpp", "python"])("%s", (name) => {
  const language = languageNamed(name);

  test(`queries have the same captures with and without it, seed ${seed}`, { timeout: 120_000 }, async () => {
    const own = texts[name] ?? [];
    const samples = await Promise.all(own.map((text) => samplesOf(language, text)));
    const captured = (text: string, query: string, needed?: Needed) =>
      parsed(language, text, (file) => file.capture(query, { maxRows: 1_000 }), needed);
    let passedOver = 0;
    let matched = 0;
    const place = fc.nat(own.length - 1);
    const asked = fc
      .tuple(place, place)
      .chain(([from, at]) => fc.tuple(fc.constant(at), fc.constant(from), queryAbout(samples[from] ?? [])));
    await fc.assert(
      fc.asyncProperty(asked, async ([at, from, query]) => {
        const needed = await textNeededBy(language, query);
        if (needed === undefined) return;
        for (const text of [own[at] ?? "", own[from] ?? ""]) {
          const found = await captured(text, query).catch(() => undefined);
          if (found === undefined) return;
          expect(await captured(text, query, needed), query).toEqual(found);
          if (found.total > 0) matched++;
          else if (!holdsAny(text, needed.words)) passedOver++;
        }
      }),
      { seed, numRuns: 200 },
    );
    expect(matched).toBeGreaterThan(10);
    // Some dozen by most seeds, and five by one in some hundred.
    expect(passedOver).toBeGreaterThan(0);
  });
});
