import { loadTools } from "../tools/index.ts";
import { inputSchema } from "../tools/input.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { Params } from "./message.ts";

/** The description of a tool in tools/list. */
export type ListedTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: { readonly readOnlyHint: boolean; readonly openWorldHint: boolean };
  /** Hints for single clients; left out when there are none. */
  readonly _meta?: Params;
};

/** Returns the descriptions of all tools. */
export async function toolList(): Promise<readonly ListedTool[]> {
  return [...(await loadTools()).values()].map(listedTool);
}

/** Returns the description of a tool, without what settings add to it. */
export function listedTool(tool: AnyTool): ListedTool {
  const { name, title, description, isAlwaysLoaded } = tool;
  const runsCommands = tool.needs === "program" && tool.runsCommands;
  const annotations = { readOnlyHint: !runsCommands, openWorldHint: runsCommands };
  const _meta = isAlwaysLoaded && { _meta: { "anthropic/alwaysLoad": true } };
  return { name, title, description, inputSchema: inputSchema(tool), annotations, ..._meta };
}
