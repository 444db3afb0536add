import { inputSchema } from "../tools/input.ts";
import type { AnyTool } from "../tools/tool.ts";

/** A tool as tools/list describes it. */
type ListedTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: { readonly readOnlyHint: boolean; readonly openWorldHint: boolean };
};

/** Describes a tool as far as settings do not change it. */
export function listedTool(tool: AnyTool): ListedTool {
  const { name, title, description } = tool;
  const annotations = { readOnlyHint: true, openWorldHint: false };
  return { name, title, description, inputSchema: inputSchema(tool), annotations };
}
