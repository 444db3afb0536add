import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { Session } from "../support/session.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";

/** Milliseconds for which a server is asked; there are two. */
const askedMs = 30_000;

/** Answers with rows of what is exchanged that a server gives at least; a slow machine gives some hundreds. */
const minAnswers = 30;

const sourcesPerFolder = 20;

const top = temporaryFolder();
const root = join(top, "root");
const folder = (name: string, className: string, from: number) =>
  Object.fromEntries(
    Array.from({ length: sourcesPerFolder }, (_, i) => [`${name}/s${from + i}.cpp`, `class ${className} {};\n`]),
  );
writeFiles(top, {
  ...folder("root/swapped", "Inside", 0),
  // Files of the same names, and others.
  ...folder("outside", "OutsideSecret", 0),
  ...folder("outside", "OutsideSecret", 1_000),
  ...folder("outside/below", "OutsideSecret", 2_000),
  "root/swapped/below/s3.cpp": "class Inside {};\n",
  "root/file.cpp": "class Inside {};\n",
  "root/pipe.cpp": "class Inside {};\n",
  "root/still.cpp": "class Still {};\n",
});
mkdirSync(join(top, "spare"));
symlinkSync("../outside", join(top, "spare/swapped"));
symlinkSync("../outside/s1000.cpp", join(top, "spare/file.cpp"));

/** What exchanges each name in the root with the same one in `spare`, again and again, and tells how often on SIGTERM. */
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

describe.runIf(process.platform === "linux")(
  "folders and files that are exchanged with links",
  { timeout: 120_000 },
  () => {
    expect(spawnSync("mkfifo", [join(top, "spare/pipe.cpp")]).status).toBe(0);
    let exchanger: ChildProcess | undefined;
    afterAll(() => exchanger?.kill("SIGKILL"));

    test.each([
      ["a cache", []],
      ["no cache", ["--no-cache"]],
    ])("show nothing of what is outside, with %s", async (_, args) => {
      const child = spawn(process.execPath, ["-e", exchanging], { cwd: top });
      exchanger = child;
      let exchanges = "";
      child.stdout.on("data", (text) => {
        exchanges += text;
      });
      const session = new Session({ cwd: root, args: ["--root", ".", "--log-level", "error", ...args] });
      const until = performance.now() + askedMs;
      while (performance.now() < until) {
        await Promise.all(requests.map(({ method, params }) => session.request(method, params)));
      }
      child.kill("SIGTERM");
      await once(child, "close");
      const { stdout, stderr } = await session.close();
      const answers = stdout.trimEnd().split("\n");
      const leaks = answers.filter((line) => /OutsideSecret|s[12]\d{3}\.cpp/.test(line));
      expect(leaks.slice(0, 3)).toEqual([]);
      expect(stderr).not.toMatch(/OutsideSecret|s[12]\d{3}\.cpp/);
      expect(stdout).not.toMatch(/internal error/i);
      expect(answers.filter((line) => line.includes("Inside")).length).toBeGreaterThan(minAnswers);
      // In between, what is asked about was a link, or gone.
      expect(answers.filter((line) => /outside_roots|lies outside/.test(line)).length).toBeGreaterThan(minAnswers);
      expect(Number(exchanges)).toBeGreaterThan(1_000);
    });
  },
);

const call = (name: string, input: object) => ({ method: "tools/call", params: { name, arguments: input } });
const read = (uri: string) => ({ method: "resources/read", params: { uri } });

const requests = [
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
