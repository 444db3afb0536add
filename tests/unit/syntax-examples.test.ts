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

describe.each(readdirSync(join(packageFolder, "queries")))("the examples of %s", (name) => {
  const read = (file: string) => readFileSync(join(packageFolder, "grammars", `${name}.${file}`));
  const readCompressed = (file: string) => brotliDecompressSync(read(file));
  const examples = Examples.parse(JSON.parse(readCompressed("examples.json.br").toString()));
  const { kinds } = Nodes.parse(JSON.parse(readCompressed("nodes.json.br").toString()));

  test("parse without errors, and hold what their queries capture", async () => {
    const isCompressed = existsSync(join(packageFolder, "grammars", `${name}.wasm.br`));
    const grammar = await Language.load(isCompressed ? readCompressed("wasm.br") : read("wasm"));
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

  test("are those that the build was given", () => {
    expect(JSON.parse(read("examples.json").toString())).toEqual(examples);
  });

  test("are of most kinds, and of no others", () => {
    const own = Object.entries(kinds).filter(([, { subtypes }]) => subtypes === undefined);
    expect(Object.keys(examples).filter((kind) => !(kind in kinds))).toEqual([]);
    expect(Object.keys(examples).length / own.length).toBeGreaterThan(leastShare);
  });
});
