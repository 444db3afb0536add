import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Index, SymbolRole } from "../../src/scip/bindings/scip_pb.js";
import { wholeRange } from "./scip-lint.ts";

/** The texts of the documents of an index, with line feeds for lone carriage returns. */
export function textsOf(folder: string, { documents }: Index): ReadonlyMap<string, string> {
  return new Map(
    documents.map(({ relativePath: path }) => [
      path,
      readFileSync(join(folder, path), "utf8")
        .replace(/^\uFEFF/, "")
        .replace(/\r(?!\n)/g, "\n"),
    ]),
  );
}

const roleNames = Object.entries(SymbolRole).filter(([, bit]) => typeof bit === "number" && bit !== 0);

/** A place as `path:line:column`, all from 1. */
export function placeOf(path: string, [line = 0, character = 0]: readonly number[]): string {
  return `${path}:${line + 1}:${character + 1}`;
}

/** What an index says, a line for each occurrence: `path:line:column word symbol roles`, without the start of symbols. */
export function linesOf(index: Index, texts: ReadonlyMap<string, string>): readonly string[] {
  return index.documents.flatMap(({ relativePath: path, occurrences }) => {
    const lines = texts.get(path)?.split("\n") ?? [];
    return occurrences.map(({ range, symbol, symbolRoles }) => {
      const [line = 0, start = 0, , end = 0] = wholeRange(range);
      const names = roleNames.flatMap(([name, bit]) => ((symbolRoles & Number(bit)) === 0 ? [] : name));
      const word = lines[line]?.slice(start, end) ?? "";
      return [placeOf(path, range), word, shortSymbol(symbol), ...names].filter((part) => part !== "").join(" ");
    });
  });
}

/** A symbol without what all begin with. */
export function shortSymbol(symbol: string): string {
  return symbol.replace(/^codegrove \. \. \. /, "");
}
