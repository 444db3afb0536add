/**
 * The views of MCP Apps (io.modelcontextprotocol/ui): a page that a client shows next to the answer of a tool. Input: what the client
 * has announced; output: the link to the view in tools/list, and its text.
 */
import { join } from "node:path";
import { isObject } from "../base/is-object.ts";
import { distDir, readPackageFile } from "../base/package.ts";
import type { Params } from "./message.ts";
import type { Content } from "./text-part.ts";

const extension = "io.modelcontextprotocol/ui";
const mimeType = "text/html;profile=mcp-app";

/** The views by the tools that they are for. */
const views: ReadonlyMap<string, { readonly uri: string; readonly file: string }> = new Map([
  ["get_dependency_graph", { uri: "ui://codegrove/graph", file: "graph-view.html" }],
]);

/** The start of the URIs of views. */
export const viewScheme = "ui://";

/** True for the capabilities of a client that shows such pages. */
export function showsViews(capabilities: unknown): boolean {
  const extensions = isObject(capabilities) ? capabilities.extensions : undefined;
  const announced = isObject(extensions) ? extensions[extension] : undefined;
  return isObject(announced) && Array.isArray(announced.mimeTypes) && announced.mimeTypes.includes(mimeType);
}

/** Returns the part of a tool's `_meta` that links its view; undefined for a tool without one. */
export function viewMetaOf(tool: string): Params | undefined {
  const view = views.get(tool);
  return view && { ui: { resourceUri: view.uri } };
}

/** Returns the page of a view; undefined for another URI. */
export function viewContent(uri: string): Content | undefined {
  const view = [...views.values()].find((one) => one.uri === uri);
  return view && { text: readPackageFile(join(distDir, view.file)).toString(), mimeType };
}
