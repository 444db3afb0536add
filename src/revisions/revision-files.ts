/**
 * The files of revisions of a repository. Input: a repository and the name of a revision; output: the id of its commit, its files
 * with the ids of their contents, and contents by these ids.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { UserError } from "../base/errors.ts";
import { maxRevisionBytes } from "../base/limits.ts";
import { shown } from "../base/shown.ts";
import { statsAt } from "../base/stats.ts";
import { type GitRun, runGit } from "./run-git.ts";

/** Absolute path → the id of the content of a file. */
export type FileIds = ReadonlyMap<string, string>;

/** The entries of a commit: files, and links and submodules with the ids of what they lead to. */
export type RevisionEntries = { readonly files: FileIds; readonly links: FileIds };

/** The commonest reason in CI, where jobs fetch few commits, and what mends it. */
const onShallowClones =
  "A shallow clone has only the last commits: git fetch --unshallow, or in CI fetch-depth: 0 of actions/checkout and " +
  "GIT_DEPTH: 0 of GitLab.";

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
    details: `Give a branch, a tag, a commit or HEAD~1 of this repository. ${onShallowClones}`,
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
  throw new UserError("The revisions have no commit in common", {
    details: `Write both apart: base and head. ${onShallowClones}`,
  });
}

/**
 * Returns the files of a commit, and its links and submodules.
 *
 * @param top the absolute folder of the repository's files
 * @param below paths below `top`, with `/` between their parts: only files in them; none for all
 */
export async function entriesOf(
  git: GitRun,
  commit: string,
  top: string,
  below: readonly string[],
): Promise<RevisionEntries> {
  const written = await runGit(git, ["ls-tree", "-r", "-z", "--full-tree", commit, "--", ...below]);
  if (written === undefined) {
    throw new UserError("git cannot list the files of the revision", {
      details: "This clone may lack them. Give the changes as diff.",
    });
  }
  const files = new Map<string, string>();
  const links = new Map<string, string>();
  for (const line of written.toString().split("\0")) {
    const { mode = "", id, path } = /^(?<mode>\d+) \w+ (?<id>\w+)\t(?<path>.+)$/s.exec(line)?.groups ?? {};
    if (id !== undefined && path !== undefined) (mode.startsWith("100") ? files : links).set(join(top, path), id);
  }
  return { files, links };
}

/** A file as git has last seen it in the working tree. */
export type SeenFile = {
  readonly id: string;
  /** Seconds and nanoseconds, as in `12:345`; undefined if the file may have changed since. */
  readonly modified: string | undefined;
  /** Bytes. */
  readonly size: number;
};

/**
 * Returns the files that git has in its index, with the times and sizes at which they had these contents, without links; none if the
 * index cannot be read.
 */
export async function seenFiles(git: GitRun, top: string): Promise<ReadonlyMap<string, SeenFile>> {
  const written = await runGit(git, ["ls-files", "-z", "--stage", "--debug"]).catch(() => undefined);
  // A file that changes in the second in which the index is written keeps its time.
  const indexSeconds = Math.floor((statsAt(join(git.folder, "index"))?.mtimeMs ?? 0) / 1000);
  const files = new Map<string, SeenFile>();
  const entry =
    /(?<mode>\d+) (?<id>\w+) \d\t(?<path>[^\0]+)\0\s*ctime: \S+\s+mtime: (?<seconds>\d+):(?<rest>\d+)\s+dev: .*\s+uid: .*\s+size: (?<size>\d+).*\n/g;
  for (const { groups } of (written?.toString() ?? "").matchAll(entry)) {
    const { mode = "", id = "", path = "", seconds = "", rest = "", size = "" } = groups ?? {};
    if (!mode.startsWith("100")) continue;
    const modified = Number(seconds) < indexSeconds ? `${seconds}:${rest}` : undefined;
    files.set(join(top, path), { id, modified, size: Number(size) });
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

/** True for bytes of a content, or of one that differs only in its line ends, which git may convert. */
export function isContent(bytes: Buffer | undefined, id: string): boolean {
  if (bytes === undefined) return false;
  if (idOf(bytes, id) === id) return true;
  return (
    bytes.includes("\r\n") && idOf(Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1"), id) === id
  );
}

/** The id that a repository gives to a content; as long as another id, which says what hash it has. */
function idOf(bytes: Uint8Array, other: string): string {
  const hash = createHash(other.length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
