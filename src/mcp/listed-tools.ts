import { join } from "node:path";
import { distDir, readPackageFile } from "../base/package.ts";
import { exists } from "../base/stats.ts";
import type { Params } from "./message.ts";
import { plainSchema } from "./plain-schemas.ts";
import type { ListedTool } from "./tool-list.ts";

/** The schemas of all tools as the build has converted them, which takes longer than the rest of a call. */
const builtListFile = join(distDir, "tools.json");
const editingListFile = join(distDir, "editing-tools.json");

/**
 * Returns the descriptions of tools for tools/list.
 *
 * @param names the tools that are served
 * @param settingsMeta the `_meta` that depends on settings
 * @param mayEdit true for a server that may edit files
 * @param isPlain true for schemas with one `type` in each of their parts: see plainSchema
 */
export async function listedTools(
  names: readonly string[],
  settingsMeta: Params,
  mayEdit = false,
  isPlain = false,
): Promise<readonly ListedTool[]> {
  const all = builtList(mayEdit) ?? (await (await import("./tool-list.ts")).toolList(mayEdit));
  const hasMeta = Object.keys(settingsMeta).length > 0;
  return all
    .filter(({ name }) => names.includes(name))
    .map((tool) => (isPlain ? { ...tool, inputSchema: plainSchema(tool.inputSchema) } : tool))
    .map((tool) => (hasMeta ? { ...tool, _meta: { ...tool._meta, ...settingsMeta } } : tool));
}

/** Undefined in a package that was not built. */
function builtList(mayEdit: boolean): readonly ListedTool[] | undefined {
  const file = mayEdit ? editingListFile : builtListFile;
  return exists(file) ? JSON.parse(readPackageFile(file).toString()) : undefined;
}
