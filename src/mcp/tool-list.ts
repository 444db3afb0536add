import { inputSchema } from "../tools/arguments/input.ts";
import type { AnyTool } from "../tools/contract/tool.ts";
import { loadTools } from "../tools/index.ts";
import type { Params } from "./message.ts";

/** The description of a tool in tools/list. */
export type ListedTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly openWorldHint: boolean;
    readonly destructiveHint?: boolean;
  };
  /** Hints for single clients; left out when there are none. */
  readonly _meta?: Params;
};

/** Returns the descriptions of all tools. @param mayEdit true for a server that may edit files */
export async function toolList(mayEdit: boolean): Promise<readonly ListedTool[]> {
  const tools = [...(await loadTools()).values()];
  return tools.filter(({ isForEdits }) => mayEdit || !isForEdits).map((tool) => listedTool(tool, mayEdit));
}

/** Returns the description of a tool, without what settings add to it. */
export function listedTool(tool: AnyTool, mayEdit = false): ListedTool {
  const { name, title, description, isAlwaysLoaded } = tool;
  const runsCommands = tool.needs === "program" && tool.runsCommands;
  const edits = mayEdit && tool.editsFiles === true;
  const annotations = {
    readOnlyHint: !runsCommands && !edits,
    openWorldHint: runsCommands,
    ...(edits && { destructiveHint: true }),
  };
  const _meta = isAlwaysLoaded && { _meta: { "anthropic/alwaysLoad": true } };
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(tool, mayEdit ? "editing" : "listed"),
    annotations,
    ..._meta,
  };
}
