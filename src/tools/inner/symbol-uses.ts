import * as z from "zod";
import { isTestPath } from "../../code-index/test-path.ts";
import { documentOf } from "../../scip/document.ts";
import { coverageOf } from "../answers/index-answer.ts";
import { defineIndexTool } from "../contract/index-tool.ts";

const SymbolUsesArguments = z.object({
  /** The folder whose files are read: absolute, with `/` between its parts. */
  filepath: z.string(),
  /** Lines of the source of a symbol, and UTF-16 code units of each. */
  max_lines: z.number(),
  max_line_chars: z.number(),
});

type SymbolUsesArguments = z.infer<typeof SymbolUsesArguments>;

/** The symbols that a file defines and uses: lines begin with 1. */
export const UsesOfFile = z.object({
  isTest: z.boolean(),
  definitions: z.array(
    z.object({
      symbol: z.string(),
      name: z.string(),
      line: z.number(),
      /** The lines of all of it, with its documentation. */
      start: z.number(),
      endLine: z.number(),
      source: z.string(),
    }),
  ),
  uses: z.array(z.object({ symbol: z.string(), line: z.number() })),
});
export type UsesOfFile = Readonly<z.infer<typeof UsesOfFile>>;

/** Bit of SCIP's SymbolRole. */
const definitionRole = 1;

/** Finds the uses of all symbols of a folder, and their source. It is in no list: the command `report` calls it. */
export const symbolUses = defineIndexTool<SymbolUsesArguments>({
  needs: "index",
  name: "symbol_uses",
  title: "Symbol uses",
  description: "Finds the uses of all symbols of a folder.",
  input: SymbolUsesArguments,
  kind: "symbols",
  plan: async ({ index }) => ({ files: index.files.map(({ path }) => path), found: {} }),
  rowsFrom: "names once",
  rowsOf: (file, code, _, { filepath, max_lines: maxLines, max_line_chars: maxLineChars }) => {
    const { symbols, occurrences, path } = documentOf(file, code, filepath);
    const names = new Map(symbols.map(({ symbol, name }) => [symbol, name]));
    const lines = file.text.split(/\r\n|[\n\r]/);
    const isOwn = (symbol: string) => !symbol.startsWith("local ");
    const definitions = occurrences.flatMap(({ symbol, roles, range, whole }) => {
      const name = names.get(symbol);
      if (roles % 2 !== definitionRole || whole === undefined || name === undefined || !isOwn(symbol)) return [];
      const shown = lines.slice(whole[0], Math.min(whole[2] + 1, whole[0] + maxLines));
      const source = shown.map((line) => line.slice(0, maxLineChars)).join("\n");
      return [{ symbol, name, line: range[0] + 1, start: whole[0] + 1, endLine: whole[2] + 1, source }];
    });
    const uses = occurrences
      .filter(({ symbol, roles }) => roles % 2 !== definitionRole && isOwn(symbol))
      .map(({ symbol, range }) => ({ symbol, line: range[0] + 1 }));
    return { isTest: isTestPath(path), definitions, uses };
  },
  answer: (_, __, ___, bounds) => ({ head: {}, lists: [], tail: coverageOf(bounds) }),
});
