/** get_changes in repositories whose configuration names programs. Input: each such setting; output: the changes, and no program ran. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { startServer } from "../support/built-server.ts";
import { commit, configure, copied, git, gitOnTerminal, repository } from "../support/repository.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";
import { callsInTurn } from "../support/tool-call.ts";

const code = "def f():\n    return 1\n";
const args = ["--log-level", "error", "--no-cache"];
const call = callsInTurn();

/** A program that leaves a mark when it runs, and the mark. */
function trap() {
  const folder = temporaryFolder();
  const [program, mark] = [join(folder, "trap.sh"), join(folder, "ran")];
  writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\nexit 1\n`);
  chmodSync(program, 0o755);
  return { program, mark };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const ignoringFailure = (run: () => unknown) => {
  try {
    run();
  } catch {}
};

/** Name → what sets the trap in a repository, and a command of its user that springs it. */
const traps: Readonly<
  Record<
    string,
    {
      readonly set: (at: string, program: string) => void;
      readonly springs: readonly string[];
      /** True for a command that needs a terminal. */
      readonly isOnTerminal?: boolean;
    }
  >
> = {
  fsmonitor: {
    set: (at, program) => configure(at, { "core.fsmonitor": program }),
    springs: ["status"],
  },
  "an external diff": {
    set: (at, program) => configure(at, { "diff.external": program }),
    springs: ["diff"],
  },
  "an external diff by attributes": {
    set: (at, program) => {
      configure(at, { "diff.evil.command": program });
      writeFiles(at, { ".git/info/attributes": "*.py diff=evil\n" });
    },
    springs: ["diff"],
  },
  textconv: {
    set: (at, program) => {
      configure(at, { "diff.evil.textconv": program });
      writeFiles(at, { ".gitattributes": "*.py diff=evil\n" });
    },
    springs: ["diff"],
  },
  "a clean filter": {
    set: (at, program) => {
      configure(at, { "filter.evil.clean": program });
      writeFiles(at, { ".gitattributes": "*.py filter=evil\n" });
    },
    springs: ["diff"],
  },
  "a smudge filter": {
    set: (at, program) => {
      configure(at, { "filter.evil.smudge": program });
      writeFiles(at, { ".gitattributes": "*.py filter=evil\n" });
    },
    springs: ["cat-file", "--filters", "HEAD:a.py"],
  },
  "a filter process": {
    set: (at, program) => {
      configure(at, { "filter.evil.process": program });
      writeFiles(at, { ".gitattributes": "*.py filter=evil\n" });
    },
    springs: ["diff"],
  },
  "hooks, also in another folder": {
    set: (at, program) => {
      const hooks = ["post-index-change", "reference-transaction", "post-checkout", "pre-commit", "fsmonitor-watchman"];
      for (const name of hooks) {
        for (const folder of [".git/hooks", ".git/others"]) {
          writeFiles(at, { [`${folder}/${name}`]: `#!/bin/sh\n'${program}' </dev/null\n` });
          chmodSync(join(at, folder, name), 0o755);
        }
      }
      configure(at, { "core.hooksPath": join(at, ".git/others") });
    },
    springs: ["update-ref", "refs/heads/sprung", "HEAD"],
  },
  aliases: {
    set: (at, program) => {
      const names = ["ls-tree", "ls-files", "cat-file", "rev-parse", "merge-base", "sprung"];
      configure(at, Object.fromEntries(names.map((name) => [`alias.${name}`, `!'${program}' </dev/null`])));
    },
    springs: ["sprung"],
  },
  "a pager": {
    set: (at, program) => {
      const names = ["core.pager", "pager.ls-tree", "pager.ls-files", "pager.cat-file", "pager.rev-parse"];
      configure(at, Object.fromEntries(names.map((name) => [name, program])));
    },
    springs: ["log"],
    isOnTerminal: true,
  },
  "an ssh command and a helper for credentials": {
    set: (at, program) => {
      const names = ["core.sshCommand", "credential.helper", "core.askPass"];
      configure(at, Object.fromEntries(names.map((name) => [name, program])));
    },
    springs: ["ls-remote", "ssh://host.invalid/x"],
  },
  "an editor and a program for signatures": {
    set: (at, program) => configure(at, { "core.editor": program, "gpg.program": program }),
    springs: ["commit", "--amend", "--gpg-sign"],
  },
  "a file of configuration that another one includes": {
    set: (at, program) => {
      writeFiles(at, { ".git/more": `[core]\n\tfsmonitor = ${program}\n[diff]\n\texternal = ${program}\n` });
      configure(at, { "include.path": "more" });
    },
    springs: ["status"],
  },
};

describe.each(Object.entries(traps))("%s", (_, { set, springs, isOnTerminal = false }) => {
  test("does not run", async () => {
    const folder = copied("two commits", () => {
      const made = repository({ "a.py": code, "b.py": code });
      git(made, "branch", "before");
      commit(made, { "b.py": code.replace("1", "2") });
      return made;
    });
    const { program, mark } = trap();
    set(folder, program);
    writeFiles(folder, { "a.py": code.replace("1", "3") });
    const { answer } = await call({ cwd: folder, args }, "get_changes", { base: "before..." });
    expect(answer).toMatchObject({ counts: { body: 2 } });
    expect(existsSync(mark)).toBe(false);
    // The trap is one.
    ignoringFailure(() => (isOnTerminal ? gitOnTerminal(folder, ...springs) : git(folder, ...springs)));
    expect(existsSync(mark)).toBe(true);
  });
});

test("a partial clone fetches nothing, and says which texts it lacks", async () => {
  const origin = repository({ "a.py": code });
  commit(origin, { "a.py": code.replace("1", "2") });
  configure(origin, { "uploadpack.allowFilter": "true" });
  const clone = join(temporaryFolder(), "clone");
  git(origin, "clone", "-q", "--filter=blob:none", `file://${origin}`, clone);
  const { program, mark } = trap();
  configure(clone, {
    "protocol.allow": "always",
    "protocol.ext.allow": "always",
    "remote.origin.uploadpack": program,
    "core.sshCommand": program,
  });
  for (const url of [`file://${origin}`, `ssh://${program}/x`, `ext::${program}`]) {
    git(clone, "config", "remote.origin.url", url);
    const { answer } = await call({ cwd: clone, args }, "get_changes", { base: "HEAD~1" });
    expect(answer).toMatchObject({
      changed_files: 0,
      not_compared: [
        {
          filepath: "a.py",
          reason:
            "One of its texts is binary, of another kind than its extension says, too large, or missing from this clone.",
        },
      ],
    });
    expect(existsSync(mark)).toBe(false);
  }
  ignoringFailure(() => git(clone, "cat-file", "-p", "HEAD~1:a.py"));
  expect(existsSync(mark)).toBe(true);
});

test("variables of git in the environment of the server have no effect", async () => {
  const folder = repository({ "a.py": code });
  writeFiles(folder, { "a.py": code.replace("1", "3") });
  const { program, mark } = trap();
  const other = repository({ "other.py": code });
  const launch = {
    cwd: folder,
    args,
    env: { GIT_EXTERNAL_DIFF: program, GIT_DIR: join(other, ".git"), GIT_SSH_COMMAND: program, GIT_PAGER: program },
  };
  expect((await call(launch, "get_changes", {})).answer).toMatchObject({ counts: { body: 1 } });
  expect(existsSync(mark)).toBe(false);
});

test("a git that the repository has is not run, though PATH leads to it first, as under npx", async () => {
  const folder = repository({ "a.py": code });
  writeFiles(folder, { "a.py": code.replace("1", "3") });
  const { program, mark } = trap();
  for (const place of ["node_modules/.bin", "bin", ".git"]) {
    mkdirSync(join(folder, place), { recursive: true });
    copyFileSync(program, join(folder, place, "git"));
  }
  const first = [join(folder, "node_modules/.bin"), join(folder, "bin"), "node_modules/.bin", ".", ""];
  const launch = { cwd: folder, args, env: { PATH: `${first.join(":")}:${process.env.PATH}` } };
  expect((await call(launch, "get_changes", { filepath: "a.py" })).answer).toMatchObject({ counts: { body: 1 } });
  expect(existsSync(mark)).toBe(false);
});

describe("with roots, objects of another repository are not read", () => {
  const secret = repository({ "secret.py": code });
  const objects = join(secret, ".git/objects");
  const info = ".git/objects/info";

  test.each<readonly [string, (at: string) => void]>([
    ["by a path", (at) => writeFiles(at, { [`${info}/alternates`]: `${objects}\n` })],
    ["by a long file", (at) => writeFiles(at, { [`${info}/alternates`]: `${objects}\n${"#\n".repeat(600_000)}` })],
    ["by a quoted path", (at) => writeFiles(at, { [`${info}/alternates`]: `"${objects.replace("/", "\\057")}"\n` })],
    [
      "by way of another folder",
      (at) => writeFiles(at, { [`${info}/alternates`]: "../../mid\n", "mid/info/alternates": `${objects}\n` }),
    ],
    ["by a link", (at) => symlinkSync(join(objects, "pack"), join(at, ".git/objects/other"))],
    ["by a FIFO, which git would wait for", (at) => execFileSync("mkfifo", [join(at, ".git/refs/heads/pipe")])],
  ])("%s", async (_way, set) => {
    const folder = repository({ "a.py": code });
    set(folder);
    const launch = { cwd: folder, args: [...args, "--root", folder] };
    expect((await call(launch, "get_changes", { base: "HEAD" })).answer).toMatchObject({
      error: expect.stringContaining("are outside of the roots"),
    });
  });

  test("as a submodule, whose data say that they are of another one", async () => {
    const folder = repository({ "a.py": code, "sub/b.py": code });
    const modules = join(folder, ".git/modules");
    mkdirSync(modules);
    git(secret, "clone", "-q", "--bare", secret, join(modules, "private"));
    writeFiles(folder, { "sub/.git": "gitdir: ../.git/modules/private\n" });
    const launch = { cwd: join(folder, "sub"), args: [...args, "--root", join(folder, "sub")] };
    expect((await call(launch, "get_changes", { base: "HEAD" })).answer).toMatchObject({
      error: expect.stringContaining("are outside of the roots"),
    });
  });
});

/** A server that asks for changes, whose git writes its id once, and a line from time to time until it is ended. */
async function serverWithEndlessGit() {
  const folder = repository({ "a.py": code });
  writeFiles(folder, { "a.py": code.replace("1", "3") });
  const programs = temporaryFolder();
  const [mark, beats] = [join(programs, "pid"), join(programs, "beats")];
  const script = `#!/bin/sh\necho > '${beats}'\necho $$ > '${mark}'\nwhile :; do echo >> '${beats}'; sleep 0.05; done\n`;
  writeFileSync(join(programs, "git"), script);
  chmodSync(join(programs, "git"), 0o755);
  const env = { PATH: `${programs}:${process.env.PATH}` };
  const server = startServer({ cwd: folder, args, env });
  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  send({ id: 7, method: "tools/call", params: { name: "get_changes", arguments: {} } });
  await expect.poll(() => existsSync(mark) && readFileSync(mark, "utf8") !== "", { timeout: 20_000 }).toBe(true);
  const pid = Number(readFileSync(mark, "utf8"));
  expect(isRunning(pid)).toBe(true);
  // A process whose parent has ended may be listed for a while after its end.
  const hasEnded = async () => {
    const before = readFileSync(beats, "utf8").length;
    await setTimeout(500);
    return readFileSync(beats, "utf8").length === before;
  };
  return { server, send, pid, hasEnded };
}

test("a git that does not end is ended with the call, and the server goes on", async () => {
  const { server, send, pid } = await serverWithEndlessGit();
  send({ method: "notifications/cancelled", params: { requestId: 7 } });
  // Also as one that has ended and that nobody has noticed: the system would keep its entry.
  await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
  send({ id: 8, method: "ping" });
  await expect.poll(() => String(server.stdout.read() ?? ""), { timeout: 10_000 }).toContain('"id":8');
});

test.each(["SIGTERM", "SIGINT"] as const)("a git that does not end is ended with a server by %s", async (signal) => {
  const { server, hasEnded } = await serverWithEndlessGit();
  server.kill(signal);
  await once(server, "close");
  expect(await hasEnded()).toBe(true);
});
