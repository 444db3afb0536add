import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect } from "vitest";
import { Session } from "./session.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Caches whose answers must not differ: flags by the name of the case. */
export const exchangedCases: readonly (readonly [name: string, flags: readonly string[]])[] = [
  ["a cache", []],
  ["no cache", ["--no-cache"]],
];

/**
 * A root in which a folder and two files are exchanged with links and a FIFO while a server is asked about them.
 *
 * @returns what asks a server with these flags for a time, and expects nothing of what is outside in its answers, and at
 *   least `minAnswers` answers each with what is inside and about what lies outside
 */
export function exchangedPaths(): (flags: readonly string[], askedMs: number, minAnswers: number) => Promise<void> {
  const top = temporaryFolder(files);
  const root = join(top, "root");
  mkdirSync(join(top, "spare"));
  symlinkSync("../outside", join(top, "spare/swapped"));
  symlinkSync("../outside/s1000.cpp", join(top, "spare/file.cpp"));
  expect(spawnSync("mkfifo", [join(top, "spare/pipe.cpp")]).status).toBe(0);
  const exchangers: ChildProcess[] = [];
  afterAll(() => {
    for (const exchanger of exchangers) exchanger.kill("SIGKILL");
  });
  return async (flags, askedMs, minAnswers) => {
    const child = spawn(process.execPath, ["-e", exchanging], { cwd: top });
    exchangers.push(child);
    let exchanges = "";
    child.stdout.on("data", (text) => {
      exchanges += text;
    });
    const session = new Session({ cwd: root, args: ["--root", ".", "--log-level", "error", ...flags] });
    const requests = requestsAbout(root);
    const startedAt = performance.now();
    const passedMs = () => performance.now() - startedAt;
    // A slow machine has longer to answer enough.
    while (passedMs() < askedMs || (isFew(session.lines, minAnswers) && passedMs() < askedMs + patienceMs)) {
      await Promise.all(requests.map(({ method, params }) => session.request(method, params)));
    }
    child.kill("SIGTERM");
    await once(child, "close");
    const { stdout, stderr } = await session.close();
    const answers = stdout.trimEnd().split("\n");
    expect(answers.filter((line) => leak.test(line)).slice(0, 3)).toEqual([]);
    expect(stderr).not.toMatch(leak);
    expect(stdout).not.toMatch(/internal error/i);
    expect(answers.filter(isInside).length, "answers with what is inside").toBeGreaterThan(minAnswers);
    // In between, what is asked about was a link, or gone.
    expect(answers.filter(isOutside).length, "answers about what lies outside").toBeGreaterThan(minAnswers);
    expect(Number(exchanges), "exchanges").toBeGreaterThan(1_000);
  };
}

/** Milliseconds that a server has, beyond the time for which it is asked, to answer enough. */
const patienceMs = 80_000;

const leak = /OutsideSecret|s[12]\d{3}\.cpp/;
const isInside = (line: string): boolean => line.includes("Inside");
const isOutside = (line: string): boolean => /outside_roots|lies outside/.test(line);

function isFew(lines: readonly string[], minAnswers: number): boolean {
  return [isInside, isOutside].some((matches) => lines.filter(matches).length <= minAnswers);
}

const sourcesPerFolder = 20;

const folder = (name: string, className: string, from: number) =>
  Object.fromEntries(
    Array.from({ length: sourcesPerFolder }, (_, i) => [`${name}/s${from + i}.cpp`, `class ${className} {};\n`]),
  );

const files = {
  ...folder("root/swapped", "Inside", 0),
  // Files of the same names, and others.
  ...folder("outside", "OutsideSecret", 0),
  ...folder("outside", "OutsideSecret", 1_000),
  ...folder("outside/below", "OutsideSecret", 2_000),
  "root/swapped/below/s3.cpp": "class Inside {};\n",
  "root/file.cpp": "class Inside {};\n",
  "root/pipe.cpp": "class Inside {};\n",
  "root/still.cpp": "class Still {};\n",
};

/** Exchanges each name in the root with the same one in `spare`, again and again, and prints how often on SIGTERM. */
const exchanging = `
  const { renameSync } = require("node:fs");
  let count = 0;
  let isOver = false;
  process.on("SIGTERM", () => { isOver = true; });
  const turn = () => {
    if (isOver) { process.stdout.write(String(count)); return; }
    for (let i = 0; i < 100; i++) {
      for (const name of ["swapped", "file.cpp", "pipe.cpp"]) {
        renameSync("root/" + name, "kept");
        renameSync("spare/" + name, "root/" + name);
        renameSync("kept", "spare/" + name);
        count++;
      }
    }
    setImmediate(turn);
  };
  turn();`;

const call = (name: string, input: object) => ({ method: "tools/call", params: { name, arguments: input } });
const read = (uri: string) => ({ method: "resources/read", params: { uri } });

const requestsAbout = (root: string) => [
  call("find_classes", { filepath: "." }),
  call("list_symbols", { filepath: ".", name: "*" }),
  call("find_classes", { filepath: "swapped" }),
  call("find_classes", { filepath: "swapped/*.cpp" }),
  call("find_classes", { filepath: "swapped/**/s*.cpp" }),
  call("find_classes", { filepath: "{swapped,still}/*" }),
  call("execute_query", { filepath: "swapped", query: "(type_identifier) @name", no_ignore: true }),
  call("find_classes", { filepath: ["swapped/s1.cpp", "swapped/below/s3.cpp", "file.cpp", "pipe.cpp"] }),
  call("find_classes", { filepath: "swapped/s2.cpp" }),
  call("get_syntax_tree", { filepath: "file.cpp", format: "text" }),
  call("list_symbols", { filepath: "file.cpp" }),
  call("find_classes", { filepath: "pipe.cpp" }),
  read(pathToFileURL(join(root, "swapped/s4.cpp")).href),
  read(pathToFileURL(join(root, "file.cpp")).href),
  read(pathToFileURL(join(root, "pipe.cpp")).href),
  read("workspace://files"),
  read("workspace://symbols"),
  { method: "resources/list", params: {} },
];
