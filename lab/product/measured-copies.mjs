// @ts-check
/** Runs a measurement on copies of code bases. Input: folders; output: nothing, the copies are gone afterwards. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { ToolServer } from "../bench/tool-server.mjs";

/**
 * Copies each folder, and gives the copy with a server about it, whose answers have no limit, to a measurement.
 *
 * @param {readonly string[]} folders
 * @param {readonly string[]} flags further ones of the server
 * @param {(folder: string, copy: string, server: ToolServer) => Promise<void>} measure
 */
export async function measureCopies(folders, flags, measure) {
  for (const folder of folders.map((path) => resolve(path))) {
    const work = mkdtempSync(join(tmpdir(), "measured-"));
    const copy = join(work, basename(folder));
    cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
    const server = new ToolServer(copy, {
      cacheFolder: join(work, "cache"),
      home: work,
      flags: [...flags, "--max-result-chars", "0"],
    });
    await server.start();
    try {
      await measure(folder, copy, server);
    } finally {
      await server.close();
      rmSync(work, { recursive: true, force: true });
    }
  }
}
