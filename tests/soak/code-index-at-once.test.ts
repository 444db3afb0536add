import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  watch,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { packageFolder } from "../support/built-server.ts";
import { Session } from "../support/session.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

const modules = 20;

/** Milliseconds of a test, which starts many processes. */
const timeout = 600_000;

/** A server whose clock goes ahead, so that files that were just written are trusted by their stamps. */
function startSession(cwd: string, ...flags: readonly string[]): Session {
  const env = { NODE_OPTIONS: `--require=${join(packageFolder, "tests/support/later-clock.cjs")}` };
  return new Session({ cwd, env, args: ["--log-level", "error", ...flags] });
}

/** A file of each kind: what it defines depends on a number, and so does what it uses of the file before it. */
function filesOf(i: number, version: number): Readonly<Record<string, string>> {
  const before = (i + modules - 1) % modules;
  return {
    [`h${i}.h`]: `struct Shape${i} { int area${version % 3}(); int side; };\n${"int filler();\n".repeat(version % 5)}`,
    [`u${i}.cpp`]: `#include "h${before}.h"\nint use${i}(Shape${before} s) { return s.area${version % 3}() + s.side; }\n`,
    [`m${i}.py`]: `from m${before} import twice\n\n\ndef twice(x):\n    return x + ${version}\n\n\ntwice(${version})\n`,
  };
}

function codeBase(): string {
  const folder = temporaryFolder();
  for (let i = 0; i < modules; i++) writeFiles(folder, filesOf(i, i));
  return folder;
}

/** What is asked after each change. */
const questions = [
  ["find_definition", { symbol: "area1" }],
  ["find_references", { symbol: "Shape3" }],
  ["find_references", { symbol: "twice", group_by: "file" }],
  ["find_definition", { filepath: "u5.cpp", line: 2, column: 33 }],
] as const;

async function answersOf(session: Session): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const [tool, input] of questions) answers.push((await callTool(session, tool, input)).text);
  return answers;
}

/** The answers of a server that is started for them. */
async function freshAnswers(cwd: string, ...flags: readonly string[]): Promise<readonly string[]> {
  const session = startSession(cwd, ...flags);
  const answers = await answersOf(session);
  await session.close();
  return answers;
}

test("two servers on one cache answer as one without, while files change between and under their calls", {
  timeout,
}, async () => {
  const folder = codeBase();
  const cache = join(temporaryFolder(), "cache");
  const servers = [startSession(folder, "--cache-dir", cache), startSession(folder, "--cache-dir", cache)];
  const plain = startSession(folder, "--no-cache");
  for (let round = 0; round < 8; round++) {
    const asked = servers.map(answersOf);
    writeFiles(folder, filesOf((round * 7) % modules, round));
    rmSync(join(folder, `m${(round * 5) % modules}.py`), { force: true });
    await Promise.all(asked);
    const expected = await answersOf(plain);
    for (const answers of await Promise.all(servers.map(answersOf))) expect(answers).toEqual(expected);
  }
  await Promise.all([...servers, plain].map((server) => server.close()));
});

test("after a server was killed while it wrote facts, another one answers right: 5 times", { timeout }, async () => {
  const folder = codeBase();
  const cache = join(temporaryFolder(), "cache");
  mkdirSync(cache, { mode: 0o700 });
  await freshAnswers(folder, "--cache-dir", cache);
  const plain = startSession(folder, "--no-cache");
  for (let round = 0; round < 5; round++) {
    for (let i = 0; i < modules; i += 2) writeFiles(folder, filesOf(i, round + i));
    const doomed = startSession(folder, "--cache-dir", cache);
    // The first change of the cache is a file that is being written; later on it is renamed, or others are removed.
    let changes = 0;
    const watcher = watch(cache, { recursive: true }, () => {
      if (++changes > round % 5) doomed.signal("SIGKILL");
    });
    const asked = answersOf(doomed).catch(() => undefined);
    await Promise.race([asked, doomed.gone()]);
    await doomed.kill();
    watcher.close();
    const session = startSession(folder, "--cache-dir", cache);
    expect(await answersOf(session)).toEqual(await answersOf(plain));
    await session.close();
  }
  await plain.close();
});

test("damaged files of facts count as gone", { timeout }, async () => {
  const folder = codeBase();
  const expected = await freshAnswers(folder, "--no-cache");
  const damages: readonly ((path: string) => void)[] = [
    (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
    (path) => truncateSync(path, statSync(path).size - 1),
    (path) => truncateSync(path, 20),
    (path) => truncateSync(path, 0),
    (path) => writeFileSync(path, "x".repeat(4_096), { flag: "a" }),
    (path) => writeFileSync(path, Buffer.alloc(statSync(path).size, 0xff)),
    ...[0.1, 0.5, 0.9].map((share) => (path: string) => {
      const bytes = readFileSync(path);
      const at = Math.floor(bytes.length * share);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
      writeFileSync(path, bytes);
    }),
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
  ];
  const whole = join(temporaryFolder(), "cache");
  expect(await freshAnswers(folder, "--cache-dir", whole)).toEqual(expected);
  for (const extension of [".facts", ".texts"]) {
    for (const damage of damages) {
      const cache = join(temporaryFolder(), "cache");
      cpSync(whole, cache, { recursive: true });
      const paths = readdirSync(cache, { recursive: true, encoding: "utf8" }).filter((name) =>
        name.endsWith(extension),
      );
      expect(paths).not.toEqual([]);
      for (const path of paths) damage(join(cache, path));
      expect(await freshAnswers(folder, "--cache-dir", cache)).toEqual(expected);
    }
  }
});

test("a repository that changes branch under a running server", { timeout }, async () => {
  const folder = codeBase();
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      cwd: folder,
      stdio: "pipe",
    });
  git("init", "--quiet", "--initial-branch=one");
  git("add", ".");
  git("commit", "--quiet", "--message=one");
  git("checkout", "--quiet", "-b", "two");
  for (let i = 0; i < modules; i += 3) writeFiles(folder, filesOf(i, i + 1));
  for (let i = 1; i < modules; i += 9) git("mv", `m${i}.py`, `moved${i}.py`);
  git("rm", "--quiet", "h4.h");
  git("commit", "--quiet", "--all", "--message=two");
  const cached = startSession(folder, "--cache-dir", join(temporaryFolder(), "cache"));
  const plain = startSession(folder, "--no-cache");
  for (const branch of ["one", "two", "one", "two", "one"]) {
    // The checkout takes place while the server answers, and while it completes the index.
    const asked = answersOf(cached);
    git("checkout", "--quiet", branch);
    await asked;
    expect(await answersOf(cached)).toEqual(await answersOf(plain));
    await setTimeout(200);
    expect(await answersOf(cached)).toEqual(await answersOf(plain));
  }
  await Promise.all([cached.close(), plain.close()]);
});
