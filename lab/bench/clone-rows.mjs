// @ts-check
/** The first answer in a fresh clone: with the artifact of another machine, by a text search, and by an index that is made there. */
import { cpSync, existsSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { main } from "../programs.mjs";
import { once, outputOf, processorSecondsOf } from "./measure.mjs";
import { askedName, ripgrepWord } from "./programs.mjs";

/** @typedef {import("./measure.mjs").Program} Program */
/** @typedef {import("./prepare.mjs").Peers} Peers */
/** @typedef {import("./rows.mjs").Row} Row */

/** Seconds of processors. @param {Program} program */
const secondsOf = (program) => processorSecondsOf(() => outputOf(program));

/** Pairs of runs: one is long. */
const maxRuns = 5;

/**
 * @param {string} folder C++ files
 * @param {Peers} peers
 * @param {string} scratch a folder for clones and caches
 * @returns {Row[]}
 */
export function cloneRows(folder, peers, scratch) {
  const home = join(scratch, "home");
  const symbol = askedName.cpp;
  /** @type {(cwd: string, args: readonly string[]) => Program} */
  const codegrove = (cwd, args) => ({
    ...{ command: process.execPath, cwd, env: { HOME: home, XDG_CACHE_HOME: home } },
    args: [main, ...args, "--log-level", "error"],
  });
  /** @type {(cwd: string, args: readonly string[]) => Program} */
  const git = (cwd, args) => ({ command: "git", cwd, args: ["-c", "user.name=a", "-c", "user.email=a@b", ...args] });
  const prepare = once(async () => {
    const repository = mkdtempSync(join(scratch, "repository-"));
    cpSync(folder, repository, { recursive: true, filter: (path) => !path.endsWith("/.git") });
    for (const args of [
      ["init", "-q"],
      ["add", "-A"],
      ["commit", "-qm", "all"],
    ])
      outputOf(git(repository, args));
    const artifact = join(scratch, "clone.cga");
    const cache = ["--cache-dir", mkdtempSync(join(scratch, "exported-"))];
    if (!existsSync(artifact)) outputOf(codegrove(repository, ["index", ".", "--export", artifact, ...cache]));
    return { repository, artifact };
  });
  /** A fresh clone, and the seconds that it took. @param {string} repository */
  const cloned = (repository) => {
    const clone = join(mkdtempSync(join(scratch, "clone-")), "code");
    return { clone, seconds: secondsOf(git(scratch, ["clone", "-q", repository, clone])) };
  };
  /** A clone, the artifact and a question. */
  const ours = async () => {
    const { repository, artifact } = await prepare();
    const { clone, seconds } = cloned(repository);
    const cache = ["--cache-dir", mkdtempSync(join(scratch, "imported-"))];
    const imported = codegrove(clone, ["index", ".", "--import", artifact, "--accept-unsigned", ...cache]);
    const asked = codegrove(clone, ["find_references", ".", "--symbol", symbol, ...cache]);
    return seconds + secondsOf(imported) + secondsOf(asked);
  };
  /** A clone, and then programs. @param {(clone: string) => readonly Program[]} programsIn */
  const peer = (programsIn) => async () => {
    const { clone, seconds } = cloned((await prepare()).repository);
    return programsIn(clone).reduce((sum, program) => sum + secondsOf(program), seconds);
  };
  const { codegraph } = peers;
  const title = "git clone, an imported artifact and find_references of a rare name, C++, processor time";
  /** @type {(args: readonly string[], cwd: string) => Program} */
  const asPeer = (args, cwd) => ({
    ...{ command: codegraph ?? "", args, cwd, input: "" },
    // On a busy machine, its watchdog would end it.
    env: { HOME: home, CODEGRAPH_TELEMETRY: "0", CODEGRAPH_NO_WATCHDOG: "1" },
  });
  const missing = codegraph === undefined ? { unmeasured: "codegraph cannot be had" } : {};
  return [
    {
      ...{ name: "clone-search-cpp", title, maxRuns, ours, peerTitle: "git clone && rg -w" },
      peer: peer((clone) => [ripgrepWord(peers, ["cpp"], symbol, clone)]),
    },
    {
      ...{
        name: "clone-codegraph-cpp",
        title,
        maxRuns,
        ours,
        goal: 1,
        peerTitle: "git clone && codegraph init && codegraph callers",
      },
      ...missing,
      peer: peer((clone) => [asPeer(["init", "--yes", "."], clone), asPeer(["callers", symbol], clone)]),
    },
  ];
}
