import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { create, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { file_scip, IndexSchema } from "../../src/scip/bindings/scip_pb.js";
import { type DescriptorKind, descriptor, localSymbol, symbolStart } from "../../src/scip/symbol-string.ts";
import { packageFolder } from "../support/built-server.ts";
import { isCanonical, problemsOf } from "../support/scip-lint.ts";
import { seed } from "../support/seed.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const kinds: readonly DescriptorKind[] = [
  ...(["macro", "meta", "method", "namespace", "parameter", "term", "type", "typeParameter"] as const),
];

describe("the string of a symbol", () => {
  test.each([
    ["namespace", "geo", 0, "geo/"],
    ["type", "Shape", 0, "Shape#"],
    ["term", "x", 0, "x."],
    ["method", "f", 0, "f()."],
    ["method", "f", 2, "f(+2)."],
    ["type", "Box", 1, "Box+1#"],
    ["typeParameter", "T", 0, "[T]"],
    ["parameter", "x", 0, "(x)"],
    ["meta", "a/b.cc", 0, "`a/b.cc`:"],
    ["macro", "MAX", 0, "MAX!"],
    ["method", "operator==", 0, "`operator==`()."],
    ["method", "operator int", 1, "`operator int`(+1)."],
    ["namespace", "a`b", 0, "`a``b`/"],
    ["term", "größe", 0, "`größe`."],
  ] as const)("of a %s %s, number %d, is %s", (kind, name, rank, written) => {
    expect(descriptor(kind, name, rank)).toBe(written);
  });

  test("is canonical for any names, and another one for other names", () => {
    const name = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.stringMatching(/^[\w`$+ -]+$/),
      fc.constantFrom("`", "``", " "),
    );
    const part = fc.tuple(fc.constantFrom(...kinds), name, fc.nat(3));
    const parts = fc.array(part, { minLength: 1, maxLength: 4 });
    const symbolOf = (all: readonly (readonly [DescriptorKind, string, number])[]) =>
      symbolStart + all.map((one) => descriptor(...one)).join("");
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        expect(isCanonical(symbolOf(one))).toBe(true);
        // `x+1` is no name in code.
        const isRanked = [...one, ...other].some(([, text]) => text.includes("+"));
        if (!isRanked && JSON.stringify(one) !== JSON.stringify(other)) expect(symbolOf(one)).not.toBe(symbolOf(other));
      }),
      { seed },
    );
  });

  test("of a local symbol is its number", () => {
    expect(localSymbol(7)).toBe("local 7");
    expect(isCanonical(localSymbol(7))).toBe(true);
  });
});

describe("the rules of scip lint", () => {
  test.each([
    "a#",
    "codegrove . . a#",
    "codegrove . . . ",
    "codegrove . . . a",
    "codegrove . . . `a`#",
    "local ",
    "local a b",
  ])("%j is no canonical symbol", (symbol) => {
    expect(isCanonical(symbol)).toBe(false);
  });

  const a = "codegrove . . . a.";
  const b = "codegrove . . . b.";
  const symbols = [{ symbol: a, displayName: "a" }];
  const at = (range: number[], symbol = a, symbolRoles = 1) => ({ range, symbol, symbolRoles });
  const relation = { symbol: a, isImplementation: true };
  const documentOf = (document: object) => ({ documents: [{ relativePath: "a.py", symbols, ...document }] });

  test.each<readonly [string, MessageInitShape<typeof IndexSchema>, RegExp | undefined]>([
    ["nothing", documentOf({ occurrences: [at([0, 0, 1]), at([0, 2, 1, 1])] }), undefined],
    ["a document twice", { documents: [{ relativePath: "a" }, { relativePath: "a" }] }, /^a document twice/],
    ["a path", { documents: [{ relativePath: "a/../b" }] }, /not canonical/],
    ["a symbol twice", documentOf({ symbols: [...symbols, ...symbols] }), /twice/],
    ["no symbol", documentOf({ symbols: [{ symbol: "", displayName: "a" }] }), /not canonical/],
    ["no name", documentOf({ symbols: [{ symbol: a }] }), /no name/],
    ["an unknown symbol", documentOf({ occurrences: [at([0, 0, 1], b)] }), /no information about/],
    ["a local symbol of another document", documentOf({ occurrences: [at([0, 0, 1], "local 1")] }), /no information/],
    ["both roles", documentOf({ occurrences: [at([0, 0, 1], a, 65)] }), /both kinds/],
    ["an occurrence twice", documentOf({ occurrences: [at([0, 0, 1]), at([0, 0, 1])] }), /twice at/],
    ["an order", documentOf({ occurrences: [at([1, 0, 1]), at([0, 0, 1])] }), /out of order/],
    ["a range", documentOf({ occurrences: [at([0, 3, 1])] }), /no range/],
    ["half a range", documentOf({ occurrences: [at([0, 3])] }), /no range/],
    ["a long range", documentOf({ occurrences: [at([0, 3, 0, 4])] }), /no range/],
    ["a place", documentOf({ occurrences: [at([2, 0, 1])] }), /outside of the file/],
    ["an enclosing range", documentOf({ occurrences: [{ ...at([0, 3, 5]), enclosingRange: [0, 4, 5] }] }), /enclose/],
    ["no relation", documentOf({ symbols: [{ ...symbols[0], relationships: [{ symbol: a }] }] }), /an empty relation/],
    ["itself", documentOf({ symbols: [{ ...symbols[0], relationships: [relation] }] }), /to itself/],
    [
      "a relation to nothing",
      documentOf({ symbols: [{ ...symbols[0], relationships: [{ ...relation, symbol: b }] }] }),
      /related to nothing/,
    ],
    [
      "a relation twice",
      documentOf({ symbols: [...symbols, { symbol: b, displayName: "b", relationships: [relation, relation] }] }),
      /related twice/,
    ],
    ["a holder", documentOf({ symbols: [{ symbol: "local 0", displayName: "x", enclosingSymbol: b }] }), /in nothing/],
  ])("find %s", (_, index, problem) => {
    const found = problemsOf(create(IndexSchema, index), new Map([["a.py", "a = b\nc = d\n"]]));
    if (problem === undefined) expect(found).toEqual([]);
    else expect(found.join("\n")).toMatch(problem);
  });
});

/** True where Debian's protobuf-compiler is missing, which `.ci/run` installs. */
const lacksProtoc = process.env.CI === undefined && spawnSync("protoc", ["--version"]).error !== undefined;

test.skipIf(lacksProtoc)("the bindings are those of scip.proto (needs protobuf-compiler)", () => {
  const output = join(temporaryFolder(), "scip.binpb");
  const args = [
    `--proto_path=${join(packageFolder, "src/scip/bindings")}`,
    `--descriptor_set_out=${output}`,
    "scip.proto",
  ];
  const { status, stderr } = spawnSync("protoc", args, { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const read = fromBinary(FileDescriptorSetSchema, readFileSync(output));
  const [file] = read.file;
  const bound = toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: [file_scip.proto] }));
  expect(file?.name).toBe("scip.proto");
  expect(Buffer.from(toBinary(FileDescriptorSetSchema, read)).equals(Buffer.from(bound))).toBe(true);
});
