import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fromBinary } from "@bufbuild/protobuf";
import * as z from "zod";
import { type Index, IndexSchema, SymbolInformation_Kind, SymbolRole } from "../../src/scip/bindings/scip_pb.js";
import { runInProcess } from "./in-process.ts";
import { placeOf } from "./scip-lines.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import type { ToolAnswer } from "./tool-call.ts";

/** An index that the program has written, and what it said. */
export type WrittenIndex = {
  readonly index: Index;
  readonly bytes: Buffer;
  readonly path: string;
  readonly exitCode: number | null;
  readonly stderr: string;
};

/** Writes the index of a folder, without a process. */
export async function writtenIndex(folder: string, ...args: readonly string[]): Promise<WrittenIndex> {
  const path = join(temporaryFolder(), "index.scip");
  const run = await runInProcess("", { args: ["index", folder, "-o", path, ...args], cwd: folder });
  const bytes = readFileSync(path);
  return { index: fromBinary(IndexSchema, bytes), bytes, path, exitCode: run.exitCode, stderr: run.stderr };
}

type Call = (name: string, args: object) => Promise<ToolAnswer>;

const Row = z.object({
  line: z.number(),
  column: z.number(),
  type: z.string().optional(),
  text: z.string().optional(),
});
const Groups = z.object({
  results: z
    .array(
      z.object({
        filepath: z.string(),
        references: z.array(Row).default([]),
        definitions: z.array(Row).default([]),
        declarations: z.array(Row).default([]),
      }),
    )
    .default([]),
});

/** The rows of an answer by their places. */
function rowsOf({ text }: ToolAnswer, ...lists: readonly ("references" | "definitions" | "declarations")[]) {
  const { results } = Groups.parse(JSON.parse(text));
  return new Map(
    results.flatMap((group) =>
      lists.flatMap((list) =>
        group[list].map((row): readonly [string, z.infer<typeof Row>] => [
          `${group.filepath.replace(/^\.\//, "")}:${row.line}:${row.column}`,
          row,
        ]),
      ),
    ),
  );
}

/** What an index says otherwise than the tools, and how much was compared. */
type Comparison = {
  readonly differences: readonly string[];
  readonly symbols: number;
  readonly occurrences: number;
};

/**
 * Compares every `step`th symbol of an index with the tools: it is to have just those occurrences that find_references is
 * sure of, and the definitions of find_definition.
 */
export async function compareIndex(index: Index, call: Call, step = 1): Promise<Comparison> {
  const known = new Map(index.documents.flatMap(({ symbols }) => symbols.map((symbol) => [symbol.symbol, symbol])));
  /** Symbol → place → roles; place → symbols. */
  const bySymbol = new Map<string, Map<string, number>>();
  const byPlace = new Map<string, Set<string>>();
  for (const { relativePath: path, occurrences } of index.documents) {
    for (const { symbol: own, symbolRoles, range } of occurrences) {
      // A local symbol is one of its document.
      const symbol = own.startsWith("local ") ? `${path} ${own}` : own;
      const place = placeOf(path, range);
      const places = bySymbol.get(symbol) ?? new Map<string, number>();
      bySymbol.set(symbol, places.set(place, symbolRoles));
      byPlace.set(place, (byPlace.get(place) ?? new Set()).add(symbol));
    }
  }
  const has = (roles: number, bits: number) => (roles & bits) !== 0;
  const differences: string[] = [];
  let [symbols, occurrences] = [0, 0];
  for (const [at, [symbol, places]] of [...bySymbol].entries()) {
    const info = known.get(symbol);
    const isFile = symbol.endsWith("/") && info?.kind !== SymbolInformation_Kind.Namespace;
    if (isFile || at % step !== 0) continue;
    const declared = [...places].filter(([, roles]) =>
      has(roles, SymbolRole.Definition | SymbolRole.ForwardDefinition),
    );
    const references: ReturnType<typeof rowsOf> = new Map();
    const defined = new Set<string>();
    for (const [place, roles] of declared) {
      const asked = requestAt(place);
      // What no include leads to is another symbol for the tools, and one with its only definition for a linker.
      if (!references.has(place)) {
        const found = rowsOf(await call("find_references", { ...asked, max_results: 100_000 }), "references");
        for (const [other, row] of found) references.set(other, row);
      }
      if (!has(roles, SymbolRole.Definition) || defined.has(place)) continue;
      const definitions = rowsOf(await call("find_definition", asked), "definitions", "declarations");
      if (!definitions.has(place)) differences.push(`find_definition does not know ${symbol} at ${place}`);
      for (const other of definitions.keys()) defined.add(other);
    }
    const related = new Set(info?.relationships.map((relation) => relation.symbol));
    for (const [place, { type, text }] of references) {
      if (places.has(place) || type === "override") continue;
      const others = [...(byPlace.get(place) ?? [])];
      // A call of what it overrides, a parameter that gets the fixture, one of another overload, a constructor of the class, or an alias.
      const isExplained = others.some(
        (other) =>
          related.has(other) ||
          known
            .get(other)
            ?.relationships.some(
              (relation) => relation.isReference && !relation.isImplementation && relation.symbol === symbol,
            ) ||
          other.startsWith(symbol) ||
          withoutNumber(other) === withoutNumber(symbol) ||
          known.get(other)?.kind === SymbolInformation_Kind.TypeAlias ||
          known.get(other)?.relationships.some((relation) => related.has(relation.symbol)),
      );
      if (!isExplained) differences.push(`${place} (${type}: ${text}) is of ${symbol}, and in the index of ${others}`);
    }
    for (const place of places.keys()) {
      if (!references.has(place)) differences.push(`${place} is of ${symbol} in the index alone`);
    }
    symbols++;
    occurrences += places.size;
  }
  return { differences, symbols, occurrences };
}

function requestAt(place: string): object {
  const [filepath = "", line = "", column = ""] = /^(.*):(\d+):(\d+)$/.exec(place)?.slice(1) ?? [];
  return { filepath, line: Number(line), column: Number(column) };
}

/** The symbol of a parameter without the number that tells it from that of another overload. */
function withoutNumber(symbol: string): string {
  return symbol.replace(/(\([\w$]+)\+\d+\)$/, "$1)");
}
