/**
 * The files of revisions of a repository. Input: a repository and the name of a revision; output: the id of its commit, its files
 * with the ids of their contents, and contents by these ids.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { UserError } from "../base/errors.ts";
import { maxRevisionBytes } from "../base/limits.ts";
import { shown } from "../base/shown.ts";
import { type GitRun, runGit } from "./run-git.ts";

/** Absolute path → the id of the content of a file. */
export type FileIds = ReadonlyMap<string, string>;

/** Characters of the name of a revision. */
const maxRevisionLength = 500;

/**
 * Returns the id of the commit that a revision names.
 *
 * @throws UserError if none is
 */
export async function commitOf(git: GitRun, revision: string): Promise<string> {
  requirePlain(revision);
  const found = await runGit(git, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
  const id = found?.toString().trim();
  if (id !== undefined && /^[0-9a-f]{40,64}$/.test(id)) return id;
  throw new UserError(`No revision ${shown(revision)}`, {
    details: "Give a branch, a tag, a commit or HEAD~1 of this repository. A shallow clone has only the last commits.",
  });
}

/** A name of a revision that is not one of an option, of a search through messages or of a file in a tree. */
function requirePlain(revision: string): void {
  const isPlain =
    revision.length <= maxRevisionLength && !/^-|[\s:\\?*[\p{Cc}]|\^\{\/|@\{-/u.test(revision) && revision !== "";
  if (isPlain) return;
  throw new UserError(`${shown(revision)} does not name a revision`, {
    details: "Give a branch, a tag, a commit or HEAD~1.",
  });
}

/**
 * Returns the id of the last commit that two have in common.
 *
 * @throws UserError if they have none
 */
export async function commonCommitOf(git: GitRun, first: string, second: string): Promise<string> {
  const found = await runGit(git, ["merge-base", first, second]);
  const id = found?.toString().split("\n", 1)[0];
  if (id !== undefined && id !== "") return id;
  throw new UserError("The revisions have no commit in common", { details: "Write both apart: base and head." });
}

/**
 * Returns the files of a commit, without links and submodules.
 *
 * @param top the absolute folder of the repository's files
 * @param below paths below `top`, with `/` between their parts: only files in them; none for all
 */
export async function filesOf(git: GitRun, commit: string, top: string, below: readonly string[]): Promise<FileIds> {
  const written = await runGit(git, ["ls-tree", "-r", "-z", "--full-tree", commit, "--", ...below]);
  if (written === undefined) {
    throw new UserError("git cannot list the files of the revision", {
      details: "This clone may lack them. Give the changes as diff.",
    });
  }
  const files = new Map<string, string>();
  for (const line of written.toString().split("\0")) {
    const { mode, id, path } = /^(?<mode>\d+) blob (?<id>\w+)\t(?<path>.+)$/s.exec(line)?.groups ?? {};
    if (mode === undefined || id === undefined || path === undefined || mode === "120000") continue;
    files.set(join(top, path), id);
  }
  return files;
}

/**
 * Returns contents by their ids, except the ones that are missing from this clone, that have more than `maxBytes`, or that are more
 * than `maxRevisionBytes` together.
 */
export async function contentsOf(
  git: GitRun,
  ids: readonly string[],
  maxBytes: number,
): Promise<ReadonlyMap<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  if (ids.length === 0) return contents;
  const sizes = await runGit(git, ["cat-file", "--batch-check"], `${ids.join("\n")}\n`);
  let total = 0;
  const small = (sizes?.toString() ?? "").split("\n").flatMap((line) => {
    const { id, size } = /^(?<id>\w+) blob (?<size>\d+)$/.exec(line)?.groups ?? {};
    if (id === undefined || Number(size) > maxBytes || total + Number(size) > maxRevisionBytes) return [];
    total += Number(size);
    return [id];
  });
  if (small.length === 0) return contents;
  const written = (await runGit(git, ["cat-file", "--batch"], `${small.join("\n")}\n`)) ?? Buffer.alloc(0);
  for (let at = 0; at < written.length; ) {
    const end = written.indexOf("\n", at);
    const { id, size } = /^(?<id>\w+) blob (?<size>\d+)$/.exec(written.toString("latin1", at, end))?.groups ?? {};
    if (id === undefined) break;
    const start = end + 1;
    contents.set(id, written.subarray(start, start + Number(size)));
    at = start + Number(size) + 1;
  }
  return contents;
}

/** Returns the id that a repository gives to a content; as long as another id, which says what hash it has. */
export function idOf(bytes: Uint8Array, other: string): string {
  const hash = createHash(other.length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
