import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { brotliDecompressSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { Language, Parser, Query } from "web-tree-sitter";
import * as z from "zod";
import { packageFolder } from "../support/built-server.ts";

const Examples = z.record(z.string(), z.object({ code: z.string(), query: z.string() }));
const Nodes = z.object({ kinds: z.record(z.string(), z.object({ subtypes: z.array(z.string()).optional() })) });

// Optimizing the lexer of C++ takes V8 longer than the few lines here.
setFlagsFromString("--wasm-tiering-budget=2147483647");

/** The share of all kinds of nodes that have an example at the least. */
const leastShare = 0.85;

beforeAll(() => Parser.init());

const withExamples = readdirSync(join(packageFolder, "queries")).filter((name) =>
  existsSync(join(packageFolder, "queries", name, "examples.json")),
);

test("C++ and Python have examples", () => {
  expect(withExamples).toEqual(expect.arrayContaining(["cpp", "python"]));
});

describe.each(withExamples)("the examples of %s", (name) => {
  const read = (path: string) => readFileSync(join(packageFolder, path));
  const examples = Examples.parse(JSON.parse(read(`queries/${name}/examples.json`).toString()));
  const { kinds } = Nodes.parse(JSON.parse(brotliDecompressSync(read(`grammars/${name}.nodes.json.br`)).toString()));

  test("parse without errors, and hold what their queries capture", async () => {
    const grammar = await Language.load(read(`grammars/${name}.wasm`));
    const parser = new Parser().setLanguage(grammar);
    // One query compiles in the time of a few: the kind of an example is the name of its pattern.
    const entries = Object.entries(examples);
    const whole = new Query(grammar, entries.map(([, { query }]) => query).join("\n"));
    const wrong = entries.filter(([kind, { code }], i) => {
      const tree = parser.parse(code);
      const own = tree === null ? [] : whole.matches(tree.rootNode).filter(({ patternIndex }) => patternIndex === i);
      const captured = own.flatMap(({ captures }) => captures.map(({ node }) => node.type));
      const isRight = tree?.rootNode.hasError === false && captured.length > 0 && captured.every((one) => one === kind);
      tree?.delete();
      return !isRight;
    });
    whole.delete();
    expect(wrong).toEqual([]);
  });

  test("are of most kinds, and of no others", () => {
    const own = Object.entries(kinds).filter(([, { subtypes }]) => subtypes === undefined);
    expect(Object.keys(examples).filter((kind) => !(kind in kinds))).toEqual([]);
    expect(Object.keys(examples).length / own.length).toBeGreaterThan(leastShare);
  });
});
