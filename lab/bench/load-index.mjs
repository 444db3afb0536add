// @ts-check
/**
 * Loads the stored index of a code base as the engine does; stored-index.mjs bundles it with what it needs of src. Prints
 * the milliseconds as JSON.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { cacheOwner } from "../../src/cache/key.ts";
import { SegmentFolder, segmentHead } from "../../src/cache/segment-folder.ts";
import { FactStore } from "../../src/code-base/fact-store.ts";

const [folder = ""] = process.argv.slice(2);
const { env, version: nodeVersion, getuid } = process;
const uid = getuid?.();
const owner = cacheOwner({ env, uid, nodeVersion, now: Date.now });
const heads = readdirSync(folder).map((file) => segmentHead(join(folder, file), uid));
const head = heads.find((candidate) => candidate !== undefined);
if (head === undefined) throw new Error(`no segments in ${folder}`);

const start = performance.now();
const store = new FactStore(new SegmentFolder(folder, head, owner));
store.refresh();
const milliseconds = performance.now() - start;
if (store.segments.length === 0) throw new Error("no segment was loaded");
console.log(JSON.stringify(milliseconds));
