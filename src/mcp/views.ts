/**
 * The views of MCP Apps (io.modelcontextprotocol/ui): a page that a client shows next to the answer of a tool. Input: what the client
 * has announced; output: the link to the view in tools/list, and its text.
 */
import { join } from "node:path";
import { isObject } from "../base/is-object.ts";
import { distDir, readPackageFile } from "../base/package.ts";
import { defaultFormat } from "../formats/index.ts";
import type { Params } from "./message.ts";
import type { Content } from "./text-part.ts";

const extension = "io.modelcontextprotocol/ui";
const mimeType = "text/html;profile=mcp-app";

type View = { readonly uri: string; readonly file: string };

const graph: View = { uri: "ui://codegrove/graph", file: "graph-view.html" };
const code: View = { uri: "ui://codegrove/code", file: "code-view.html" };

/** The views by the tools that they are for. */
const views: ReadonlyMap<string, View> = new Map([
  ["get_dependency_graph", graph],
  ["get_file_summary", code],
  ["get_symbol_context", code],
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

/**
 * True for a call that a view makes through its client: it reads the answer as JSON, whatever the format of the server, and the model does not
 * see it. Views write this into `_meta` of the call: src/report/page/view-host.ts.
 */
export function isCallOfView({ _meta }: Params): boolean {
  return isObject(_meta) && _meta["codegrove/format"] === defaultFormat;
}

/** Returns the page of a view; undefined for another URI. */
export function viewContent(uri: string): Content | undefined {
  const view = [...views.values()].find((one) => one.uri === uri);
  return view && { text: readPackageFile(join(distDir, view.file)).toString(), mimeType };
}
