import { inputSchema } from "../tools/input.ts";
import type { AnyTool } from "../tools/tool.ts";

/** The description of a tool in tools/list. */
type ListedTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: { readonly readOnlyHint: boolean; readonly openWorldHint: boolean };
};

/** Returns the description of a tool, without the parts that depend on settings. */
export function listedTool(tool: AnyTool): ListedTool {
  const { name, title, description } = tool;
  const annotations = { readOnlyHint: true, openWorldHint: false };
  return { name, title, description, inputSchema: inputSchema(tool), annotations };
}
