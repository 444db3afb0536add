import { join } from "node:path";
import { distDir, readPackageFile } from "../base/package.ts";
import type { Params } from "./message.ts";

/** The icons of the server (SEP-973): one SVG as a data URI, for any size. Results of tools do not repeat them. */
export function serverIcons(): readonly Params[] {
  const svg = readPackageFile(join(distDir, "icon.svg"));
  return [{ src: `data:image/svg+xml;base64,${svg.toString("base64")}`, mimeType: "image/svg+xml", sizes: ["any"] }];
}
