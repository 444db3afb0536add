import { inputSchema } from "../tools/input.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { Params } from "./message.ts";

/** The description of a tool in tools/list. */
type ListedTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: { readonly readOnlyHint: boolean; readonly openWorldHint: boolean };
  /** Hints for single clients; left out when there are none. */
  readonly _meta?: Params;
};

/**
 * The tools that replace most calls of grep. Claude Code shows the names of the others alone until a search loads them, and
 * agents seldom search.
 */
const alwaysLoaded: ReadonlySet<string> = new Set([
  "list_symbols",
  "find_definition",
  "find_references",
  "get_symbol_context",
]);

/**
 * Returns the description of a tool.
 *
 * @param settingsMeta the `_meta` that depends on settings
 */
export function listedTool(tool: AnyTool, settingsMeta: Params = {}): ListedTool {
  const { name, title, description } = tool;
  const runsCommands = tool.over === "server" && tool.runsCommands;
  const annotations = { readOnlyHint: !runsCommands, openWorldHint: runsCommands };
  const _meta = { ...(alwaysLoaded.has(name) && { "anthropic/alwaysLoad": true }), ...settingsMeta };
  const hasMeta = Object.keys(_meta).length > 0;
  return { name, title, description, inputSchema: inputSchema(tool), annotations, ...(hasMeta && { _meta }) };
}
