// @ts-check
/** What it costs to share a scan, or an index, among several processes: four shards under GNU parallel, and one process. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { main } from "../programs.mjs";
import { processorSecondsOf, secondsOf } from "./measure.mjs";
import { inParallel } from "./programs.mjs";

/** @typedef {import("./measure.mjs").Program} Program */
/** @typedef {import("./prepare.mjs").Peers} Peers */
/** @typedef {import("./rows.mjs").Row} Row */

const shards = 4;

/** Processes at a time, with one thread each: as many as the threads of the one process. */
const processes = 2;

/** What all processes may take together, in terms of one. */
const goal = 1.15;

/**
 * @param {string} folder
 * @param {Peers} peers
 * @param {string} scratch a folder for caches
 * @param {{ prefix: string, title: string, maxRuns: number }} size
 * @returns {Row[]}
 */
export function shardRows(folder, peers, scratch, { prefix, title, maxRuns }) {
  const home = join(scratch, "home");
  const caches = () => mkdtempSync(join(scratch, "shards-"));
  /** @type {(args: readonly string[]) => Program} */
  const program = (args) => ({
    ...{ command: process.execPath, cwd: folder, env: { HOME: home, XDG_CACHE_HOME: home } },
    args: [main, ...args, "--log-level", "warn"],
  });
  /** @type {(name: string, what: string, argsOf: (cache: string) => readonly string[], isMerged: boolean) => Row} */
  const row = (name, what, argsOf, isMerged) => {
    const [walls, merges] = [{ ours: 0, peer: 0 }, { seconds: 0 }];
    /** @type {(side: "ours" | "peer", run: Program) => number} */
    const measured = (side, run) =>
      processorSecondsOf(() => {
        walls[side] = secondsOf(run);
      });
    const common = {
      ...{ name: `${prefix}shards-${name}`, title: `${title}${what}, ${shards} shards, sum of processor time` },
      ...{ peerTitle: "one process", goal, maxRuns },
    };
    const { parallel } = peers;
    if (parallel === undefined) {
      const unmeasured = "GNU parallel is missing: apt-get install parallel";
      return { ...common, unmeasured, ours: () => Number.NaN, peer: () => Number.NaN };
    }
    return {
      ...common,
      ours: () => {
        const cache = caches();
        const share = program([...argsOf(cache), "--jobs", "1", "--shard", `{}/${shards}`]);
        const seconds = measured("ours", inParallel(parallel, share, processes, shards));
        if (isMerged) {
          const folders = Array.from({ length: shards }, (_, shard) => join(cache, `${shard + 1}`));
          const merge = program(["index", "merge", ".", ...folders, "--cache-dir", join(cache, "merged")]);
          merges.seconds = processorSecondsOf(() => secondsOf(merge));
        }
        return seconds;
      },
      peer: () => measured("peer", program([...argsOf(caches()), "--jobs", `${processes}`])),
      note: () => {
        const wall = `by the clock ${walls.ours.toFixed(1)} and ${walls.peer.toFixed(1)} s`;
        return isMerged ? `${wall}; the merge takes ${merges.seconds.toFixed(1)} s more` : wall;
      },
    };
  };
  return [
    row(
      "find_functions",
      "find_functions",
      (cache) => ["find_functions", ".", "--format", "jsonl", "--cache-dir", join(cache, "shared")],
      false,
    ),
    // Each on a machine of its own, as it were. The one process has a folder whose name has braces.
    row("index", "index", (cache) => ["index", ".", "--cache-dir", join(cache, "{}")], true),
  ];
}
