/**
 * The scenarios that faults happen to. Input: folders for a tiny code base and for a cache; output: the answers of commands and
 * servers about it, as one text.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { startHttpInProcess } from "./http-in-process.ts";
import { laterClock, runInProcess, sessionInProcess } from "./in-process.ts";
import { callTool, toolAnswerOf } from "./tool-call.ts";

/** The folders of a run. */
export type FaultSite = { readonly folder: string; readonly cache: string };

export type FaultScenario = {
  readonly files: Readonly<Record<string, string>>;
  /** Makes the state before the run, such as a cache. */
  readonly prepare?: (site: FaultSite) => Promise<void>;
  readonly run: (site: FaultSite) => Promise<string>;
  /** Signs of an answer that says that something was not read, or not done. */
  readonly says: readonly RegExp[];
  /** True if the answer is a file that is written, which may say that something was not read. */
  readonly writesAnswer?: boolean;
};

/** A scenario of one command, which may also run in a process of its own. */
export type CommandScenario = FaultScenario & { readonly argsFor: (site: FaultSite) => readonly string[] };

const files: Readonly<Record<string, string>> = {
  ".gitignore": "left.py\n",
  "left.py": "def left(): pass\n",
  "a.cpp": '#include "b.h"\nint f() { return B().g(1); }\n',
  "b.h": "#pragma once\n#define API\nstruct API B { int g(int); };\n",
  "tsconfig.json": '{"compilerOptions": {"baseUrl": "."}}\n',
  "t.ts": 'import { u } from "u";\nexport const t = u(1);\n',
  "u.ts": "export function u(x: number) { return x; }\n",
  "pkg/__init__.py": "",
  "pkg/c.py": "from pkg.d import h\n\ndef k():\n    return h(1)\n",
  "pkg/d.py": "def h(x):\n    return x\n",
  "pkg/e.py": "from pkg.d import h\n\ndef m():\n    return h(2)\n",
};

const says = [
  /"error":/g,
  /codegrove: /g,
  /"failed_files":/g,
  /"unreadable\w*":/g,
  /"warnings":/g,
  /"not_compared":/g,
  /"level":"(?:warn|error)"/g,
];

/** @param cached the flags for the cache */
function command(args: readonly string[], cached: (site: FaultSite) => readonly string[]): CommandScenario {
  const argsFor = (site: FaultSite) => [...args, ...cached(site), "--log-level", "warn"];
  return {
    files,
    says,
    argsFor,
    run: async (site) => {
      const launch = { args: argsFor(site), cwd: site.folder, now: laterClock };
      const { stdout, stderr, exitCode } = await runInProcess("", launch);
      return `${exitCode}\n${stdout}\n${stderr}`;
    },
  };
}

const asks = (...args: readonly string[]) => command(args, () => ["--no-cache"]);

const fills = (...args: readonly string[]) => command(args, ({ cache }) => ["--cache-dir", cache]);

/** A command with a cache that an earlier run has filled; then a file has changed. */
function asksCached(...args: readonly string[]): CommandScenario {
  const scenario = fills(...args);
  return {
    ...scenario,
    prepare: async (site) => {
      await scenario.run(site);
      appendFileSync(join(site.folder, "pkg/c.py"), "\ndef more():\n    return h(2)\n");
    },
  };
}

const writes = (...args: readonly string[]): CommandScenario => ({ ...asks(...args), writesAnswer: true });

/** The commands. */
export const faultCommands = {
  "a scan": asks("find_functions", "."),
  "a scan that fills the cache": fills("find_functions", "."),
  "a scan with a cache": asksCached("find_functions", "."),
  "a question to the index": asks("find_references", "h"),
  "a question that fills the cache": fills("find_references", "B::g"),
  "a question with a cache": asksCached("find_references", "h"),
  edits: asks("find_pattern", ".", "--pattern", "h($A)", "--rewrite", "h($A, 0)", "--apply", "--allow-edits"),
  "a rename": asks("rename_symbol", "h", "--new-name", "hh", "--apply", "--allow-edits"),
  "a file of output": writes("list_symbols", ".", "-o", "out.json"),
  "a report": writes("report", ".", "-o", "out.html"),
  "an index in SCIP": writes("index", ".", "-o", "out.scip"),
  "a picture": writes("get_dependency_graph", ".", "-o", "out.svg"),
} satisfies Readonly<Record<string, CommandScenario>>;

const calls = [
  ["find_functions", { filepath: "." }],
  ["find_references", { symbol: "h" }],
] as const;

const servers: Readonly<Record<string, FaultScenario>> = {
  "a server on stdio": {
    files,
    says,
    run: async ({ folder, cache }) => {
      const args = ["--root", folder, "--cache-dir", cache, "--log-level", "warn"];
      const session = sessionInProcess({ cwd: folder, now: laterClock, args });
      const answers: string[] = [];
      for (const [name, input] of calls) {
        // A server that does not start has said why.
        const answer = await callTool(session, name, input).catch(() => undefined);
        if (answer !== undefined) answers.push(answer.text);
      }
      const { stderr } = await session.close();
      return [...answers, stderr].join("\n");
    },
  },
  "a server over HTTP": {
    files,
    says,
    run: async ({ folder, cache }) => {
      const server = await startHttpInProcess(folder, { now: laterClock, args: ["--cache-dir", cache] });
      const answers: string[] = [];
      for (const [name, input] of calls) {
        const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } };
        const [, answer = ""] = /^data: (.*)$/m.exec(await (await server.post(message)).text()) ?? [];
        answers.push(toolAnswerOf(JSON.parse(answer)).text);
      }
      await server.stop();
      return answers.join("\n");
    },
  },
  changes: {
    ...asks("get_changes", "HEAD"),
    prepare: async ({ folder }) => {
      // The same commit each time, since answers have its name.
      const date = "2026-01-01T00:00:00Z";
      const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
      const git = (...args: readonly string[]) =>
        execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: folder, env });
      git("init", "-q");
      git("add", ".");
      git("commit", "-qm", "one");
      appendFileSync(join(folder, "pkg/c.py"), "\ndef more():\n    return h(2)\n");
    },
  },
};

/** All scenarios: commands and servers. */
export const faultScenarios: Readonly<Record<string, FaultScenario>> = { ...faultCommands, ...servers };
