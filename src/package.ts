import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the package: dist/ and src/ stand right below it. */
export const packageDir = fileURLToPath(new URL("..", import.meta.url));

/** The folder of what was built. */
export const distDir = join(packageDir, "dist");

/** The version in package.json. */
export function packageVersion(): string {
  const content: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  if (typeof content === "object" && content !== null && "version" in content) return String(content.version);
  throw new Error("package.json has no version");
}
