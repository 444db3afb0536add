/**
 * Random histories of a repository with several checkouts that share a cache. Input: a seed, and a number of steps; output: after each
 * step, equal answers with the cache and without it.
 */
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import { laterClock, runInProcess } from "./in-process.ts";
import { commit, git, repository } from "./repository.ts";
import { seed } from "./seed.ts";
import { temporaryFolder, writeFiles } from "./temporary-folder.ts";

const parts = Array.from({ length: 12 }, (_, i) => i);

/** A file of C++ whose reading depends on the macros of `src/macros.h`. */
const source = (part: number, edit: number) =>
  `#include "macros.h"\nOPEN(${edit % 2 === 0 ? "a" : "b"})\nclass API C${part} { void g${edit}(); };\n}\nint f${part}() { return ${edit}; }\n`;

/** A file of Python that imports the one before. */
const script = (part: number, edit: number) =>
  `${part === 0 ? "" : `from p${part - 1} import K${part - 1}\n`}class K${part}:\n    def m${edit}(self): return ${edit}\n`;

const macros = [
  "#define OPEN(n) namespace n {\n#define API\n",
  "#define OPEN(n) extern int n; namespace {\n#define API\n",
];

/** The code that all histories begin with: files in which nothing was edited. */
export const sharedCode: Readonly<Record<string, string>> = {
  "src/macros.h": macros[0] ?? "",
  ...Object.fromEntries(parts.map((part) => [`src/c${part}.cpp`, source(part, 0)])),
  ...Object.fromEntries(parts.map((part) => [`py/p${part}.py`, script(part, 0)])),
};

/** Files of the code. */
export const sharedFiles = Object.keys(sharedCode).length;

/** Runs `codegrove index` about a checkout, and returns how many files it has read and known. */
export async function indexed(
  folder: string,
  cache: string,
  now: () => number = laterClock,
): Promise<{ readonly read: number; readonly kept: number }> {
  const { stdout } = await runInProcess("", { args: ["index", ".", "--cache-dir", cache], cwd: folder, now });
  const { read, kept } = JSON.parse(stdout);
  return { read, kept };
}

const questions = [
  ["find_functions", "."],
  ["list_symbols", ".", "--detail", "full"],
  ["find_references", ".", "--symbol", "K3"],
  ["find_definition", ".", "--symbol", "C2"],
];

/**
 * Expects that a checkout has the same answers with a cache and without one.
 *
 * @param nodeVersion see InProcessLaunch
 */
export async function expectSameAnswers(folder: string, cache: string, nodeVersion = process.version): Promise<void> {
  for (const args of questions) {
    const ask = (...flags: readonly string[]) =>
      runInProcess("", { args: [...args, ...flags], cwd: folder, now: laterClock, nodeVersion });
    const { stdout, stderr } = await ask("--cache-dir", cache);
    expect(stderr).not.toContain("warn");
    expect(stdout, args.join(" ")).toBe((await ask("--no-cache")).stdout);
  }
}

const number = fc.nat(1_000);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("edit" as const), at: number, part: number, edit: fc.nat(3) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("macros" as const), at: number, edit: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("commit" as const), at: number }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("branch" as const), at: number, name: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("checkout" as const), at: number, name: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rebase" as const), at: number, name: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("stash" as const), at: number }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("worktree" as const), at: number }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove" as const), at: number }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("clone" as const), at: number }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("move" as const), at: number }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rename" as const), at: number }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("gc" as const), at: number }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("submodule" as const), at: number, edit: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("update" as const), at: number }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Takes checkouts through random histories; a failure prints its TEST_SEED. */
export async function expectAnswersOfHistories(numRuns: number, steps: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: steps, maxLength: steps }), async (history) => {
      const checkouts = new Checkouts();
      const cache = join(temporaryFolder(), "cache");
      await expectSameAnswers(checkouts.at(0), cache);
      for (const [index, one] of history.entries()) {
        // Two versions of the program have their facts in the same cache.
        const nodeVersion = index % 3 === 0 ? "v0.0.0" : process.version;
        await expectSameAnswers(checkouts.after(one, index), cache, nodeVersion);
      }
    }),
    { numRuns, seed, endOnFailure: true },
  );
}

/** A repository that is a submodule of others: four commits, three of them with a tag. */
function submodule(): string {
  const folder = repository({ "s.cpp": source(20, 0), "s.py": script(0, 0) });
  for (const edit of [1, 2, 3]) {
    commit(folder, { "s.cpp": source(20, edit), [`s${edit}.py`]: script(0, edit) });
    git(folder, "tag", `t${edit}`);
  }
  return folder;
}

/** The checkouts of one history. */
class Checkouts {
  readonly #submodule = submodule();
  readonly #top = temporaryFolder();
  /** The first one is the repository. */
  readonly #folders = [repository(sharedCode)];

  at(index: number): string {
    return this.#folders[index % this.#folders.length] ?? "";
  }

  /**
   * Does a step, which changes nothing if git refuses it.
   *
   * @returns the folder that it was about
   */
  after(one: Step, index: number): string {
    const folder = this.at(one.at);
    const attempt = (...args: readonly string[]) => {
      try {
        git(folder, ...args);
        return true;
      } catch {
        return false;
      }
    };
    switch (one.kind) {
      case "edit": {
        const part = one.part % parts.length;
        const isSource = existsSync(join(folder, "src"));
        writeFiles(folder, {
          [`${isSource ? "src" : "lib"}/c${part}.cpp`]: source(part, one.edit),
          [`py/p${part}.py`]: script(part, one.edit),
        });
        return folder;
      }
      case "macros":
        writeFiles(folder, { "src/macros.h": macros[one.edit] ?? "" });
        return folder;
      case "commit":
        attempt("add", "-A");
        attempt("commit", "-qm", `step ${index}`);
        return folder;
      case "branch":
        attempt("checkout", "-qB", `b${one.name}`);
        return folder;
      case "checkout":
        attempt("checkout", "-q", `b${one.name}`);
        return folder;
      case "rebase":
        if (!attempt("rebase", "-q", `b${one.name}`)) attempt("rebase", "--abort");
        return folder;
      case "stash":
        if (!attempt("stash", "pop", "-q")) attempt("stash", "-q");
        return folder;
      case "worktree": {
        const path = join(this.#top, `w${index}`);
        if (attempt("worktree", "add", "-q", "--detach", path)) this.#folders.push(path);
        return this.at(this.#folders.length - 1);
      }
      case "clone": {
        const path = join(this.#top, `clone${index}`);
        if (attempt("clone", "-q", ".", path)) this.#folders.push(path);
        return this.at(this.#folders.length - 1);
      }
      case "remove": {
        const at = this.#folders.indexOf(folder);
        if (at > 0 && attempt("worktree", "remove", "--force", folder)) this.#folders.splice(at, 1);
        return this.at(one.at);
      }
      case "move": {
        const to = join(this.#top, `moved${index}`);
        // Worktrees name each other by their paths.
        if (this.#folders.length > 1) return folder;
        renameSync(folder, to);
        this.#folders[this.#folders.indexOf(folder)] = to;
        return to;
      }
      case "rename":
        if (existsSync(join(folder, "src")) && !existsSync(join(folder, "lib"))) {
          renameSync(join(folder, "src"), join(folder, "lib"));
        }
        return folder;
      case "gc":
        attempt("gc", "-q");
        return folder;
      case "submodule":
        // The commit that is checked out in it is a change of the repository around it.
        if (!existsSync(join(folder, "sub/.git"))) attempt("submodule", "add", "-q", this.#submodule, "sub");
        attempt("-C", "sub", "checkout", "-q", one.edit === 0 ? "main" : `t${one.edit}`);
        return one.edit === 1 && existsSync(join(folder, "sub")) ? join(folder, "sub") : folder;
      case "update":
        attempt("submodule", "update", "-q", "--init", "--force");
        return folder;
      default:
        return one satisfies never;
    }
  }
}
