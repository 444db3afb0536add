import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { runServer } from "../support/built-server.ts";
import { type Conversation, overHttp, overStdio } from "../support/conversation.ts";
import {
  factFilesIn,
  forbidden,
  honestRows,
  hostileFiles,
  hostileFolders,
  hostileRepository,
} from "../support/hostile-repository.ts";
import { Pings } from "../support/pings.ts";
import type { Message } from "../support/session.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

type Request = { readonly method: string; readonly params: object };

const repository = await hostileRepository();
const { folder, outside, marker } = repository;
const env = { REQUEST_TIMEOUT: "3000" };
const quiet = ["--log-level", "error"];

const open = {
  stdio: () => overStdio({ cwd: folder, args: [...quiet, "--root", "."], env }),
  HTTP: () => overHttp({ cwd: folder, args: ["--no-cache"], env }),
};

/** Calls at work at the same time, as many as an agent makes at the most. */
const callsAtOnce = 6;

/** Milliseconds in which an idle machine answers a ping. */
const maxPingMs = 300;

const toolInputs: Readonly<Record<string, object>> = {
  parse_file: {},
  find_classes: {},
  find_functions: {},
  list_symbols: {},
  check_file: {},
  execute_query: { query: "(identifier) @name" },
  get_syntax_tree: {},
};

/** Those that the texts that take long are asked with, besides. */
const otherTools = ["list_symbols", "execute_query"];

const globs = [
  "**/*.cpp",
  "*/ok.*",
  "deep/**",
  "links/**/*.cpp",
  "links/*/*",
  "text/*.{h,py}",
  "special/*",
  "rules/**/.gitignore",
  "names/*\n*",
  "../**/*.cpp",
  "/dev/*",
];

/** Patterns whose alternatives cannot be matched one by one. */
const boundlessPatterns = [
  "ext/+(a|a?)b",
  "{a,b}".repeat(20),
  "{a,b}".repeat(40),
  "names/+(a|aa|+(a))b",
  "*".repeat(2_000),
];

const slowPatterns = [
  `${"*a".repeat(30)}b`,
  `names/${"*a".repeat(12)}b`,
  `${"?(a)".repeat(40)}${"a".repeat(40)}b`,
  "!(!(!(a*)*)*)b",
  "@(@(a|@(b|@(c|d)))|!(e))*.cpp",
  `${"**/".repeat(60)}x.cpp`,
  "[".repeat(500),
  "(".repeat(900),
  "{".repeat(900),
  "{1..900}/{a,b}",
  "\\".repeat(500),
];

const uris = [
  "workspace://files",
  "workspace://symbols",
  "workspace://diagnostics",
  "workspace://config",
  "queries://cpp/../../package.json",
  "queries://cpp/..%2f..%2fpackage.json",
  "queries://../cpp/tags",
  "file:///etc/passwd",
  "file:///dev/zero",
  ...[
    "special/x.cpp",
    "special/zero.cpp",
    "links/file-there.cpp",
    "links/one.cpp",
    "links/folder-there",
    "text/large.cpp",
  ].map((path) => pathToFileURL(join(folder, path)).href),
];

const call = (name: string, input: object): Request => ({
  method: "tools/call",
  params: { name, arguments: { ...toolInputs[name], ...input } },
});

const pathAndPatterns = (pattern: string): readonly Request[] => [
  call("find_classes", { filepath: pattern }),
  call("find_classes", { filepath: "names", file_patterns: [pattern] }),
];

const refusedCalls: readonly Request[] = [
  ...boundlessPatterns.flatMap(pathAndPatterns),
  call("find_classes", { filepath: ".", file_patterns: Array.from({ length: 20 }, () => "{a,b}".repeat(18)) }),
];

const requests: readonly Request[] = [
  ...Object.keys(toolInputs).map((name) => call(name, { filepath: "." })),
  ...Object.keys(toolInputs).map((name) => call(name, { filepath: "text", no_ignore: true })),
  ...hostileFolders.map((filepath) => call("find_classes", { filepath })),
  ...hostileFiles.flatMap((filepath) => ["parse_file", "check_file"].map((name) => call(name, { filepath }))),
  ...hostileFiles.slice(0, 9).flatMap((filepath) => otherTools.map((name) => call(name, { filepath }))),
  ...globs.map((filepath) => call("list_symbols", { filepath })),
  ...slowPatterns.flatMap(pathAndPatterns),
  { method: "resources/list", params: {} },
  ...uris.map((uri) => ({ method: "resources/read", params: { uri } })),
  ...["links/", "/etc/", ""].map((value) => ({
    method: "completion/complete",
    params: { ref: { type: "ref/resource", uri: "file:///{path}" }, argument: { name: "path", value } },
  })),
  { method: "prompts/get", params: { name: "explain_symbol", arguments: { name: "HonestClass" } } },
  { method: "prompts/get", params: { name: "map_code_base", arguments: {} } },
  { method: "resources/subscribe", params: { uri: "workspace://files" } },
  { method: "resources/subscribe", params: { uri: pathToFileURL(join(folder, "links/file-there.cpp")).href } },
  { method: "resources/unsubscribe", params: { uri: "workspace://files" } },
];

type Gathered = {
  readonly refused: readonly Message[];
  readonly answers: readonly Message[];
  readonly honest: readonly Message[];
  readonly pingsMs: readonly number[];
  readonly stdout: string;
};

describe.runIf(process.platform === "linux").each(["stdio", "HTTP"] as const)(
  "over %s",
  { timeout: 400_000 },
  (kind) => {
    let gathered: Gathered;
    beforeAll(async () => {
      gathered = await gather(open[kind]);
    });

    test("every ping in between is answered in 0.3 seconds", { retry: 2 }, async ({ task }) => {
      if ((task.result?.retryCount ?? 0) > 0) gathered = await gather(open[kind]);
      expect(gathered.pingsMs.length).toBeGreaterThan(30);
      expect(Math.max(...gathered.pingsMs)).toBeLessThan(maxPingMs);
    });

    test("every request is answered, and none has an internal error", () => {
      expect(gathered.answers).toHaveLength(requests.length);
      for (const [i, answer] of gathered.answers.entries()) {
        const shown = `${JSON.stringify(requests[i]).slice(0, 200)} → ${JSON.stringify(answer).slice(0, 500)}`;
        expect(answer.result === undefined, shown).toBe(answer.error !== undefined);
        expect(JSON.stringify(answer), shown).not.toMatch(/internal error/i);
      }
    });

    test("a pattern without bounds is a refused argument", () => {
      for (const [i, { result }] of gathered.refused.entries()) {
        expect(result?.isError, JSON.stringify(refusedCalls[i])).toBe(true);
        expect(result?.content?.[0]?.text).toMatch(/Invalid argument.*(filepath|file_patterns).*cannot be matched: /);
      }
    });

    test("nothing of what is outside is in any answer, and nothing ran", () => {
      for (const answer of [...gathered.answers, ...gathered.refused]) {
        for (const text of forbidden) expect(JSON.stringify(answer)).not.toContain(text);
      }
      expect(readdirSync(join(marker, ".."))).toEqual([".keep"]);
    });

    test("the rows of honest files are right", () => {
      for (const [i, { rows }] of Object.values(honestRows).entries()) {
        expect(JSON.parse(gathered.honest[i]?.result?.content?.[0]?.text ?? "")).toMatchObject({
          success: true,
          ...rows,
        });
      }
    });

    test("every line of stdout is of the protocol", () => {
      for (const line of gathered.stdout.split("\n").slice(0, -1))
        expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
    });

    test("whether something exists outside is not told", async () => {
      const conversation = await open[kind]();
      for (const [there, gone] of placesOutside) {
        const texts = await Promise.all([there, gone].map((path) => textsAbout(conversation, path)));
        expect(texts[0]).toEqual(texts[1]);
        for (const text of ["OutsideSecret", "ForgedClass"]) expect(texts[0]?.join("")).not.toContain(text);
      }
      await conversation.kill();
    });

    test("a call that is cancelled leaves the server at ease", async () => {
      const conversation = await open[kind]();
      await conversation.request("ping");
      await conversation.cancelled(
        "long",
        "tools/call",
        call("check_file", { filepath: ".", no_ignore: true }).params,
        500,
      );
      const sentAt = performance.now();
      await conversation.request("ping");
      expect(performance.now() - sentAt).toBeLessThan(1_000);
      const [path = "", { tool, rows } = { tool: "", rows: {} }] = Object.entries(honestRows)[0] ?? [];
      const { method, params } = call(tool, { filepath: path });
      expect(JSON.parse((await conversation.request(method, params)).result?.content?.[0]?.text ?? "")).toMatchObject(
        rows,
      );
      await conversation.kill();
    });

    test("SIGTERM ends the server while calls are at work", { retry: 2 }, async () => {
      const conversation = await open[kind]();
      await conversation.request("ping");
      for (const { method, params } of [
        call("check_file", { filepath: "." }),
        ...slowPatterns.flatMap(pathAndPatterns),
      ]) {
        conversation.request(method, params).catch(() => {});
      }
      await new Promise((done) => setTimeout(done, 700));
      const { exitCode, tookMs } = await conversation.terminate();
      expect(exitCode).toBe(0);
      expect(tookMs).toBeLessThan(1_000);
    });
  },
);

async function gather(start: () => Promise<Conversation>): Promise<Gathered> {
  const conversation = await start();
  await conversation.request("tools/list");
  const send = ({ method, params }: Request) => conversation.request(method, params);
  const pings = new Pings(() => conversation.request("ping"));
  const answers = await inTurns(requests, send);
  const refused = await inTurns(refusedCalls, send);
  const pingsMs = await pings.end();
  const honest = await inTurns(
    Object.entries(honestRows).map(([filepath, { tool }]) => call(tool, { filepath })),
    send,
  );
  const stdout = conversation.stdout();
  await conversation.kill();
  return { answers, refused, honest, pingsMs, stdout };
}

/** Results in the order of the items, `callsAtOnce` of which are at work. */
async function inTurns<Item, Result>(items: readonly Item[], act: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const left = [...items.entries()];
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) results[next[0]] = await act(next[1]);
  };
  await Promise.all(Array.from({ length: callsAtOnce }, work));
  return results;
}

/** Paths and globs of which the first leads to something outside and the second does not. */
const placesOutside: readonly (readonly [there: string, gone: string])[] = [
  ["../outside/unheard-of.cpp", "../outside/gone.cpp"],
  [`${outside}/unheard-of.cpp`, `${outside}/gone.cpp`],
  ["../outside", "../nowhere"],
  ["../outside/", "../nowhere/"],
  ["..\\outside\\unheard-of.cpp", "..\\outside\\gone.cpp"],
  ["../outside/*", "../nowhere/*"],
  ["../out*/*.cpp", "../now*/*.cpp"],
  ["../[o]utside/*", "../[n]owhere/*"],
  ["../outside/**/*.cpp", "../nowhere/**/*.cpp"],
  ["../outside/{unheard-of,b}.cpp", "../outside/{gone,b}.cpp"],
  ["../{outside,b}/*", "../{nowhere,b}/*"],
  ["honest/../../outside/*.cpp", "honest/../../nowhere/*.cpp"],
  ["{honest,b}/../../outside/*.cpp", "{honest,b}/../../nowhere/*.cpp"],
  ["@(honest)/../../outside/*.cpp", "@(honest)/../../nowhere/*.cpp"],
  ["links/file-there.cpp", "links/file-gone.cpp"],
  ["links/file-t*.cpp", "links/file-g*.cpp"],
  ["links/folder-there", "links/folder-gone"],
  ["links/folder-there/", "links/folder-gone/"],
  ["links/folder-there/*", "links/folder-gone/*"],
  ["links/folder-t*/*", "links/folder-g*/*"],
  ["links/folder-{there,b}/*", "links/folder-{gone,b}/*"],
  ["links/folder-there/unheard-of.cpp", "links/folder-there/gone.cpp"],
  ["links/folder-there/unheard-*", "links/folder-there/gone-*"],
  ["links/folder-there/{unheard-of,b}.cpp", "links/folder-there/{gone,b}.cpp"],
  ["/etc/*", "/nowhere/*"],
  ["/etc/pass*", "/etc/nowhere*"],
  ["/etc/{passwd,b}", "/etc/{nowhere,b}"],
  ["/{etc,b}/*", "/{nowhere,b}/*"],
  ["/etc/passwd", "/etc/nowhere"],
  ["links/system/passwd", "links/system/nowhere"],
];

/** The answers about a path, with the same words in place of the path. */
async function textsAbout(conversation: Conversation, path: string): Promise<readonly string[]> {
  const inputs = [{ filepath: path }, { filepath: [path] }, { filepath: [path, "honest"] }];
  const calls = inputs.map((input) => call("find_classes", input));
  const uri = pathToFileURL(join(folder, path)).href;
  const all = [
    ...calls,
    { method: "resources/read", params: { uri } },
    { method: "resources/subscribe", params: { uri } },
  ];
  const answers = await Promise.all(all.map(({ method, params }) => conversation.request(method, params)));
  return answers.map(({ result, error }) =>
    [uri, path, path.replaceAll("\\", "/")].reduce(
      (text, name) => text.replaceAll(JSON.stringify(name).slice(1, -1), "PATH"),
      (result?.content?.[0]?.text ?? "") + JSON.stringify(error ?? {}),
    ),
  );
}

describe.runIf(process.platform === "linux")("rules that take long for each name", { timeout: 60_000 }, () => {
  const slow = temporaryFolder({
    "honest/ok.cpp": "class HonestClass {};\n",
    "slow/.gitignore": `*${"a".repeat(100)}b\n`.repeat(1_000),
    ...Object.fromEntries(
      Array.from({ length: 240 }, (_, i) => [`slow/${"a".repeat(200)}${i}.cpp`, "class Slow {};\n"]),
    ),
  });

  test.each([".", "**/*.cpp", "*/*"])("leave what was found before: %s", async (filepath) => {
    const { stdout } = await runServer("", { cwd: slow, args: ["find_classes", filepath, ...quiet], env });
    expect(JSON.parse(stdout)).toMatchObject({
      truncated: true,
      results: expect.arrayContaining([
        expect.objectContaining({ filepath: expect.stringMatching("honest/ok.cpp"), success: true }),
      ]),
    });
  });

  test("end a subscription after REQUEST_TIMEOUT", async () => {
    const conversation = await overStdio({ cwd: slow, args: [...quiet, "--root", "."], env });
    const { error } = await conversation.request("resources/subscribe", { uri: "workspace://files" });
    expect(error?.message).toContain("The files could not be watched in 3000 ms");
    expect(await conversation.request("resources/unsubscribe", { uri: "workspace://files" })).toMatchObject({
      result: {},
    });
    await conversation.kill();
  });
});

describe.runIf(process.platform === "linux")("as a command", { timeout: 120_000 }, () => {
  const tools = ["find_functions", "list_symbols", "check_file"];
  const formats = [
    ["json", []],
    ["jsonl", ["--root", "."]],
    ["text", ["--root", "."]],
  ] as const;

  test.each(tools.flatMap((tool) => formats.map(([format, root]) => [tool, format, root] as const)))(
    "%s as %s ends, and writes rows alone",
    async (tool, format, root) => {
      const startedAt = performance.now();
      const args = [tool, ".", ...root, "--format", format, ...quiet];
      const { stdout, exitCode, signal } = await runServer("", { cwd: folder, args, env });
      expect(performance.now() - startedAt).toBeLessThan(10_000);
      expect(signal).toBeNull();
      expect([0, 1]).toContain(exitCode);
      const lines = stdout.split("\n").slice(0, -1);
      for (const line of lines) {
        if (format === "text") expect(line).toMatch(/^\.\/(deep|honest|links|names|rules|text)\//);
        else expect(Object.keys(JSON.parse(line))).toContain(format === "json" ? "results" : "filepath");
      }
      if (format === "json") expect(lines).toHaveLength(1);
      // Where the time did not suffice, files are missing.
      if (format === "json" && JSON.parse(stdout).truncated === true) expect(exitCode).toBe(1);
      if (format !== "text" || tool !== "check_file") expect(stdout).toContain("honest/ok.");
      if (root.length > 0) for (const text of forbidden) expect(stdout).not.toContain(text);
      expect(existsSync(marker)).toBe(false);
    },
  );

  test("a configuration that is a FIFO ends the start", async () => {
    const { stderr, exitCode } = await runServer("", { cwd: join(folder, "sub"), args: ["find_classes", "."] });
    expect(stderr).toContain("It is not a regular file.");
    expect(exitCode).toBe(2);
  });
});

describe.runIf(process.platform === "linux")("a cache", { timeout: 120_000 }, () => {
  const home = temporaryFolder();
  const own = { ...env, HOME: home, XDG_CACHE_HOME: join(home, ".cache") };

  test.each([
    ["in /proc", { args: ["--cache-dir", "/proc/x/y"], env: own }],
    ["of the user in /proc", { args: [], env: { ...own, XDG_CACHE_HOME: "/proc/x" } }],
    ["of a user without a home", { args: [], env: { ...own, HOME: "/proc/x", XDG_CACHE_HOME: "" } }],
  ])("%s costs a warning", async (_, { args, env: variables }) => {
    const { answer, stderr } = await askHonest(args, variables);
    expect(answer).toMatchObject({ results: [honestRows["honest/ok.cpp"]?.rows, {}] });
    expect(stderr).toContain("the cache cannot be used");
  });

  test("that came with the repository is not used, even when it is named", async () => {
    expect(factFilesIn(join(folder, "cache")).length).toBeGreaterThan(0);
    for (const args of [[], ["--cache-dir", "cache"]]) {
      expect((await askHonest(args, own)).answer).toMatchObject({ results: [honestRows["honest/ok.cpp"]?.rows, {}] });
    }
  });

  test("whose files are FIFOs is passed over", async () => {
    const cache = temporaryFolder();
    await askHonest(["--cache-dir", cache], own);
    const files = [...filesIn(cache), ...filesIn(home)];
    expect(files.map((path) => /\w+$/.exec(path)?.[0])).toEqual(expect.arrayContaining(["facts", "key", "code"]));
    for (const path of files) {
      rmSync(path);
      execFileSync("mkfifo", [path]);
    }
    const startedAt = performance.now();
    const { answer } = await askHonest(["--cache-dir", cache], own);
    expect(answer).toMatchObject({ results: [honestRows["honest/ok.cpp"]?.rows, {}] });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  async function askHonest(args: readonly string[], variables: Readonly<Record<string, string>>) {
    const { stdout, stderr } = await runServer("", {
      cwd: folder,
      args: ["find_classes", "honest", "--root", ".", ...args],
      env: variables,
    });
    return { answer: JSON.parse(stdout), stderr };
  }
});

function filesIn(top: string): readonly string[] {
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
