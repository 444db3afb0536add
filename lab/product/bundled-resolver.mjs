// @ts-check
/** The code of src that scripts run in their own process. */
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { top } from "../programs.mjs";

/**
 * Bundles the resolver of src, and loads it.
 * @returns {Promise<typeof import("./resolve-names.mjs")>}
 */
export async function bundledResolver() {
  return bundled("resolve-names");
}

/**
 * Bundles what finds names that are wrong, and loads it.
 * @returns {Promise<typeof import("./find-names.mjs")>}
 */
export async function bundledNames() {
  return bundled("find-names");
}

/**
 * Bundles what reads files without a rule of masking, and loads it.
 * @returns {Promise<typeof import("./mask-without.mjs")>}
 */
export async function bundledMasking() {
  return bundled("mask-without");
}

/** @param {string} script its name */
async function bundled(script) {
  const folder = mkdtempSync(join(tmpdir(), "codegrove-resolver-"));
  const runtime = join(top, "node_modules/web-tree-sitter/web-tree-sitter.cjs");
  const outfile = join(folder, `${script}.cjs`);
  try {
    await build({
      entryPoints: [join(import.meta.dirname, `${script}.mjs`)],
      outfile,
      bundle: true,
      platform: "node",
      format: "cjs",
      supported: { "dynamic-import": false },
      // What src finds beside itself is in the checkout.
      define: { "import.meta.url": JSON.stringify(pathToFileURL(join(top, "src/main.ts")).href) },
      alias: { "web-tree-sitter": runtime },
      external: [runtime],
      logLevel: "error",
    });
    return createRequire(import.meta.url)(outfile);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
