import * as z from "zod";
import { parseSymbolAddress } from "../../code-index/symbol-address.ts";
import { qualifiedName } from "../../syntax/symbols.ts";
import { TargetArguments } from "../arguments/target-arguments.ts";
import { defineTool } from "../contract/tool.ts";
import { listedKinds } from "../list-symbols.ts";
import { namedSymbols, nearestSymbols } from "../symbols/addressed-symbols.ts";

/** The rows of a file: how many symbols an address names, and when none the ones with the nearest names. */
export const SymbolSearchRows = z.object({
  named: z.int(),
  nearest: z.array(z.object({ name: z.string(), qualified: z.string() })),
});

/**
 * Says whether files have a symbol, for a call that has found nothing in it. It is in no list, and answers from what facts
 * know of symbols.
 */
export const symbolSearch = defineTool({
  needs: "outline",
  name: "symbol_search",
  title: "Search symbol",
  description: "Searches files for the symbol of a call.",
  input: TargetArguments.extend({ symbol: z.string() }),
  kind: "symbols",
  parsing: { onlyKinds: listedKinds },
  rowsOf: (file, { symbol }) => {
    const address = parseSymbolAddress(symbol);
    const symbols = file.symbols();
    const named = namedSymbols(symbols, address).length;
    if (named > 0) return { rows: { named, nearest: [] } };
    const separator = file.language.scope_separator;
    const all = symbols.map((known) => ({ name: known.name, qualified: qualifiedName(known, separator) }));
    return { rows: { named, nearest: nearestSymbols(address, all) } };
  },
});
