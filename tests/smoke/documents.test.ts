import { spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import * as z from "zod";
import { questions } from "../../lab/bench/agents/questions.mjs";
import { environmentOfProgram, packageFolder } from "../support/built-server.ts";
import {
  documentBlocks as blocks,
  type DocumentBlock,
  documentProject,
  exchangesOf,
  shellOutput,
  titleOf,
} from "../support/document-blocks.ts";
import { commit, repository } from "../support/repository.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";

/**
 * Every block of README.md and docs/ runs as it is written: shell in a project of a few files with the package installed,
 * JSON, TOML and YAML as the configuration of a client or of codegrove, Python with a stub of its library, rules of lint as
 * those of a project. What a block prints is compared in tests/smoke/docs.test.ts.
 */

/** What a block needs that a test has not: it runs in part, elsewhere, or with a stand-in for a program. */
interface Exception {
  /** What the block starts with. */
  readonly start: string;
  readonly reason: string;
  readonly run: (block: DocumentBlock) => void | Promise<void>;
}

/** The languages of blocks that are not run, with the reasons. */
const notRun: ReadonlyMap<string, string> = new Map([
  ["", "a picture of the hops of a call: tests/unit/docs.test.ts checks the paths in it"],
]);

const exceptions: readonly Exception[] = [
  {
    start: "npm install --global --allow-git",
    reason:
      "it fetches packages: tests/soak/git-install.test.ts runs it; an archive of the same build is installed here",
    run: () => expect(readdirSync(join(installed, "bin"))).toEqual(["codegrove", "mcp_stdio_server"]),
  },
  {
    start: "npm run bundle",
    reason: "it belongs into a clone",
    run: ({ text }) => {
      shell(text, { cwd: clone });
      const entry = readFileSync(join(clone, "server.json"), "utf8");
      expect(readdirSync(clone).filter((name) => name.endsWith(".mcpb"))).toHaveLength(1);
      expect(entry).toContain(/--url (\S+)/.exec(text)?.[1]);
    },
  },
  {
    start: "codegrove init",
    reason: "it asks on a terminal, and changes the project; without one it shows the change",
    run: ({ text }) => {
      const { stdout, status } = spawnSync("bash", ["-c", text], {
        cwd: project,
        encoding: "utf8",
        env: environment(),
      });
      expect({ stdout, status }).toEqual({ stdout: expect.stringContaining("+++ b/.mcp.json\n"), status: 1 });
    },
  },
  {
    start: "codegrove doctor",
    reason: "it tests what clients of the user have, and the server has a free port",
    run: ({ text }) => {
      const answer = shell(`export HOME=${temporaryFolder()}\n${withPort(text)}`);
      expect(answer.match(/get_syntax_reference answers/g)).toHaveLength(2);
      expect(answer).toMatch(/^ok +grammars /m);
    },
  },
  {
    start: "codegrove get_changes",
    reason: "it compares revisions, which the project has none of",
    run: ({ text }) => {
      const folder = repository({ "src/a.py": "def f():\n    return 0\n" });
      for (const value of [1, 2, 3]) commit(folder, { "src/a.py": `def f():\n    return ${value}\n` });
      expect(shell(text, { cwd: folder })).toContain('"change":"body"');
    },
  },
  {
    start: "claude mcp add",
    reason: "claude is not installed; a stand-in shows what it is called with",
    run: ({ text }) => {
      const [, command] = /^mcp add --scope project codegrove -- (.*)\n$/.exec(shell(text)) ?? [];
      const entries = blocks.filter(({ section, language }) => section === "Claude Code" && language === "json");
      const servers = entries.flatMap((entry) => serversIn(JSON.parse(entry.text)));
      expect(servers.map((server) => [server.command, ...(server.args ?? [])].join(" "))).toEqual([command]);
    },
  },
  {
    start: "docker build",
    reason: "docker fetches an image; the files that it is built from are there, and what it starts serves a folder",
    run: ({ text }) => {
      const dockerfile = readFileSync(join(packageFolder, "Dockerfile"), "utf8");
      const [, tag] = /^docker build -t (\S+) \.$/m.exec(text) ?? [];
      expect(text.trimEnd().split(" ").at(-1)).toBe(tag);
      expect(text).toContain(`"$PWD:${/--root", "([^"]+)"/.exec(dockerfile)?.[1]}:ro"`);
      const copied = [...dockerfile.matchAll(/^COPY (?:--from=build \S+\/(\S+)|(?!--)(.*?) \S+$)/gm)];
      const files = copied.flatMap(([, built, own]) => (built ?? own ?? "").split(" "));
      expect(files.length).toBeGreaterThan(3);
      expect(files.filter((file) => !existsSync(join(packageFolder, file)))).toEqual([]);
      expectServer({ command: "codegrove", args: ["serve", "--root", project] });
    },
  },
  {
    start: "CODEGROVE_TOKEN=secret codegrove serve --http",
    reason: "it serves until it is stopped, and its port may be taken: it has run since the start, on a free port",
    run: () => expect(http?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/),
  },
  {
    start: "curl -s http://127.0.0.1:8765",
    reason: "the server has a free port",
    run: ({ text }) => expect(shell(withPort(text))).toContain("Shape"),
  },
  {
    start: "parallel codegrove index",
    reason: "GNU parallel may not be installed; a stand-in runs the shards one by one",
    run: ({ text }) => {
      const answer = shell(text);
      expect(answer).toMatch(/"changed":0,"missing":0\}/);
      expect(answer).toContain("src/shape.cpp");
    },
  },
  {
    start: "export CODEGROVE_CACHE_KEY",
    reason: "there are no hosts: the shards run here. tests/soak/shards-on-machines.test.ts has two sshd",
    run: ({ text }) => {
      expect(shell(text.replace(/ --sshlogin .* --cleanup/, ""))).toMatch(/"changed":0,"missing":0\}/);
    },
  },
  {
    start: "#!/bin/bash\n#SBATCH",
    reason: "Slurm runs it: tests/soak/shards-on-machines.test.ts does. Here its tasks run one by one",
    run: ({ text }) => {
      const [, last] = /--array=1-(\d+)/.exec(text) ?? [];
      for (let task = 1; task <= Number(last); task++) shell(`SLURM_ARRAY_TASK_ID=${task}\n${text}`);
      const merged = shell("codegrove index merge . shard*.cga --accept-unsigned --cache-dir ../merged-tasks");
      expect(merged).toMatch(/"changed":0,"missing":0\}/);
    },
  },
  {
    start: "name: index",
    reason: "GitHub runs it: here its steps that are shell run one after the other, each shard with a cache of its own",
    run: ({ text }) => {
      const { jobs } = Workflow.parse(parseYaml(text));
      const env = { CODEGROVE_CACHE_KEY: "secret" };
      for (const { strategy, steps } of Object.values(jobs)) {
        for (const shard of strategy?.matrix.shard ?? [0]) {
          const cache = { ...env, CODEGROVE_CACHE_DIR: join(temporaryFolder(), "cache") };
          for (const { run = "true" } of steps) {
            shell(run.replaceAll(`\${{ matrix.shard }}`, String(shard)), { env: cache });
          }
        }
      }
      const whole = { ...env, CODEGROVE_CACHE_DIR: join(temporaryFolder(), "cache") };
      shell("codegrove index . --export whole.cga", { env: whole });
      const [merged, all] = ["index.cga", "whole.cga"].map((name) => readFileSync(join(project, name)));
      expect(all && merged?.equals(all)).toBe(true);
    },
  },
  {
    start: "name: codegrove",
    reason: "GitHub runs it: here its steps that are shell and the steps of action.yml run, with a stand-in for gh",
    run: ({ text }) => {
      const folder = repository({ "src/a.py": "def f():\n    return 0\n" });
      shell("git update-ref refs/remotes/origin/main HEAD", { cwd: folder });
      commit(folder, { "src/a.py": "def f():\n    return unknown\n" });
      const pullRequest = { GITHUB_BASE_REF: "main", GITHUB_REPOSITORY: "o/r", GH_TOKEN: "secret", NUMBER: "7" };
      const steps = Object.values(Workflow.parse(parseYaml(text)).jobs).flatMap((job) => job.steps);
      let bin = "";
      let said = "";
      for (const { uses = "", with: inputs, run } of steps) {
        if (uses.startsWith("OWNER/codegrove@")) bin = runAction(inputs?.command, folder);
        if (run === undefined) continue;
        const PATH = [bin, environment().PATH].join(delimiter);
        // The error is new, so that the step fails once the comment is written.
        said += shell(`(${run}) || [ $? = 1 ]`, { cwd: folder, env: { ...pullRequest, PATH } });
      }
      expect(readdirSync(bin)).toContain("codegrove");
      expect(readFileSync(join(folder, "codegrove.sarif"), "utf8")).toContain('"ruleId":"undefined-name"');
      expect(readFileSync(join(folder, "changes.md"), "utf8")).toMatch(
        /^<!-- codegrove -->\n### Changed symbols[\s\S]*undefined name/,
      );
      expect(said).toBe("api repos/o/r/issues/comments/5 --silent --method PATCH --field body=@changes.md\n");
    },
  },
  {
    start: "codegrove:\n  image:",
    reason: "GitLab runs it: its script runs here, without the line that installs codegrove",
    run: ({ text }) => {
      const { script, artifacts } = z.object({ codegrove: GitLabJob }).parse(parseYaml(text)).codegrove;
      const folder = repository({ "a.py": "print(unknown)\n" });
      for (const line of script.filter((command) => !command.startsWith("npm install "))) shell(line, { cwd: folder });
      expect(JSON.parse(readFileSync(join(folder, artifacts.reports.codequality), "utf8"))).toMatchObject([
        { check_name: "undefined-name", location: { path: "a.py", lines: { begin: 1 } } },
      ]);
    },
  },
  {
    start: "repos:\n  - repo:",
    reason: "tests/soak/pre-commit.test.ts runs it with pre-commit; here the command of the hook runs on files",
    run: ({ text }) => {
      const hooks = Hooks.parse(parseYaml(readFileSync(join(packageFolder, ".pre-commit-hooks.yaml"), "utf8")));
      const named = HookUsers.parse(parseYaml(text)).repos.flatMap((one) => one.hooks.map(({ id }) => id));
      expect(named).toEqual(hooks.map(({ id }) => id));
      for (const { entry } of hooks) expect(shell(`${entry} scripts/report.py src/shape.hpp`)).toBe("");
    },
  },
  {
    start: "parallel codegrove find_functions",
    reason: "GNU parallel may not be installed; a stand-in runs the shards one by one",
    run: ({ text }) => {
      shell(text);
      const whole = shell("codegrove find_functions . --format jsonl --log-level warn | LC_ALL=C sort");
      expect(readFileSync(join(project, "whole.jsonl"), "utf8")).toBe(whole);
      expect(whole).toContain("area");
    },
  },
];

/** Variables of a step, with expressions of GitHub in them. */
const StepEnvironment = z.record(z.string(), z.string()).default({});

/** A workflow of GitHub, as far as its steps are shell or the action of this repository. */
const Workflow = z.object({
  jobs: z.record(
    z.string(),
    z.object({
      strategy: z.object({ matrix: z.object({ shard: z.array(z.number()) }) }).optional(),
      steps: z.array(
        z.object({
          uses: z.string().optional(),
          with: z.object({ command: z.string().optional() }).optional(),
          env: StepEnvironment,
          run: z.string().optional(),
        }),
      ),
    }),
  ),
});

/** The action of this repository. */
const Action = z.object({
  inputs: z.strictObject({ command: z.object({ default: z.string() }) }),
  runs: z.object({
    using: z.literal("composite"),
    steps: z.array(z.object({ shell: z.literal("bash"), env: StepEnvironment, run: z.string() })),
  }),
});

/** A job of GitLab. */
const GitLabJob = z.object({
  script: z.array(z.string()),
  artifacts: z.object({ reports: z.object({ codequality: z.string() }) }),
});

const Hooks = z.array(z.object({ id: z.string(), entry: z.string() }));

/** The part of a configuration of pre-commit that names hooks. */
const HookUsers = z.object({ repos: z.array(z.object({ hooks: z.array(z.object({ id: z.string() })) })) });

/** Runs the steps of the action as GitHub does. @returns the folder that it puts into the PATH */
function runAction(command: string | undefined, cwd: string): string {
  const { inputs, runs } = Action.parse(parseYaml(readFileSync(join(clone, "action.yml"), "utf8")));
  const runner = temporaryFolder({ path: "" });
  const runnerEnv = { GITHUB_ACTION_PATH: clone, GITHUB_PATH: join(runner, "path"), RUNNER_TEMP: runner };
  for (const { env, run } of runs.steps) {
    const bin = readFileSync(join(runner, "path"), "utf8").trim();
    const own = Object.fromEntries(
      Object.entries(env).map(([name, value]) => [
        name,
        value.replace(`\${{ inputs.command }}`, command ?? inputs.command.default),
      ]),
    );
    const PATH = [bin, environment().PATH].join(delimiter);
    // The packages of the clone are there, and it is built.
    shell(run.replace("npm ci && npm run build && ", ""), { cwd, env: { ...runnerEnv, ...own, PATH } });
  }
  return readFileSync(join(runner, "path"), "utf8").trim();
}

const project = documentProject();
const clone = join(temporaryFolder(), "codegrove");
const installed = temporaryFolder();
const standIns = temporaryFolder({
  claude: '#!/bin/sh\necho "$@"\n',
  gh: '#!/bin/sh\ncase "$*" in *--paginate*) echo 5;; *) echo "$@";; esac\n',
  parallel: `#!/bin/bash
command=()
while [ "$1" != ::: ]; do command+=("$1"); shift; done
shift
for value; do "\${command[@]//\\{\\}/$value}"; done
`,
});
const configured = temporaryFolder();
const cacheFolder = temporaryFolder();
let http: { readonly url: string; readonly stop: () => void } | undefined;

beforeAll(async () => {
  // The build comes along: `npm run bundle` and `npm start`, which need one of this folder, make it.
  const left = ["node_modules", ".git", ".nodes", ".corpora"];
  cpSync(packageFolder, clone, { recursive: true, filter: (path) => !left.includes(basename(path)) });
  symlinkSync(join(packageFolder, "node_modules"), join(clone, "node_modules"));
  for (const name of readdirSync(standIns)) chmodSync(join(standIns, name), 0o755);
  shell("npm pack && npm install --global ./codegrove-*.tgz", { cwd: clone });
  shell("git init -q && git add .");
  http = await startHttp();
});
afterAll(() => http?.stop());

const exceptionOf = ({ text }: DocumentBlock) => exceptions.find(({ start }) => text.startsWith(start));

describe("the blocks of README.md and docs", () => {
  // What a block prints, tests/smoke/docs.test.ts compares.
  const run = blocks.filter((block) => exchangesOf(block) === undefined);
  test.each(run.map((block) => [titleOf(block), block] as const))("%s", async (_title, block) => {
    const { document, language, text } = block;
    const exception = exceptionOf(block);
    if (exception !== undefined) return exception.run(block);
    if (language === "bash") return runShell(text);
    if (language === "json") return useJson(text);
    if (language === "toml") return expectServer(serverOfToml(text));
    if (language === "yaml") return expectServer(serverOfYaml(text));
    if (language === "python") return runPython(text);
    if (language === "scheme") return runRule(text);
    if (notRun.has(language)) return;
    throw new Error(`nothing runs blocks of the language '${language}' in ${document}: say here how, or why not`);
  });

  test("have each exception, and no exception is for nothing", () => {
    for (const { start, reason } of exceptions) {
      expect([start, blocks.filter(({ text }) => text.startsWith(start)).length]).toEqual([start, 1]);
      expect(reason).toMatch(/./);
    }
    const languages = new Set(blocks.map(({ language }) => language));
    expect([...notRun.keys()].filter((language) => !languages.has(language))).toEqual([]);
    expect(blocks.length).toBeGreaterThan(40);
  });
});

test("npm start, which README.md names, asks questions about real code, and says what to do next", () => {
  const readme = readFileSync(join(packageFolder, "README.md"), "utf8");
  expect(readme).toContain("`npm ci && npm start`");
  expect(readme).toContain("`npm install && npm test`");
  const shown = shell("npm start", { cwd: clone });
  expect(shown).toMatch(/^\$ codegrove find_references AsyncWorker::OnWorkComplete$/m);
  expect(shown).toMatch(/^\.?\/?napi\.h:\d+:\d+: override in .*AsyncProgressWorkerBase: /m);
  expect(shown).toMatch(/^Next:$/m);
});

test("docs/users/why.md names questions that there are", () => {
  const text = readFileSync(join(packageFolder, "docs/users/why.md"), "utf8");
  const named = [...text.matchAll(/\b(?:leveldb|rocksdb|django|pydantic)-[a-z]+\b/g)].map(([id]) => id);
  const ids = questions.map(({ id }) => id);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  expect(text).toContain(`${ids.length} questions`);
});

/** Runs a block in the project, in which each command must find something. */
function runShell(text: string): void {
  for (const command of text.trimEnd().split(/(?<!\\)\n/)) {
    const output = shell(command);
    expect(output, command).not.toMatch(/"success":false|"error":/);
    const [, written] = / (?:>|-o) (\S+)(?= --|$)/.exec(command) ?? [];
    const answer = written === undefined ? output : readFileSync(join(project, written), "utf8");
    // Files without a syntax error have no line.
    const isSilent = /codegrove (?:cache clear|check(?: |$))/.test(command);
    if (!isSilent) expect(answer, command).toMatch(/./);
    if (/codegrove (find|list|execute)_\w+ (?!--help)|find_functions"/.test(command)) {
      expect(answer, command).toMatch(/area|report|Shape/);
    }
  }
}

/** Uses JSON as what it is: the servers of a client, or codegrove.json. */
async function useJson(text: string): Promise<void> {
  const value: unknown = JSON.parse(text);
  const servers = serversIn(value);
  for (const server of servers) {
    if (server.url === undefined) expectServer(server);
    else await expectHttpServer(server);
  }
  if (servers.length === 0) expectConfiguration(z.record(z.string(), z.unknown()).parse(value));
}

const ServerEntry = z.strictObject({
  type: z.string().optional(),
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  url: z.string().optional(),
  excludeTools: z.array(z.string()).optional(),
  tools: z.array(z.string()).optional(),
  disabled: z.boolean().optional(),
  deferTools: z.literal("never").optional(),
  headers: z.record(z.string(), z.string()).optional(),
});

type ServerEntry = z.infer<typeof ServerEntry>;

/** The servers of a client's configuration; none when it is no such file. */
function serversIn(value: unknown): readonly ServerEntry[] {
  const servers = z.unknown();
  const file = z.object({ mcpServers: servers, servers, context_servers: servers }).partial().parse(value);
  return Object.values(Object(file.mcpServers ?? file.servers ?? file.context_servers)).map((entry) =>
    ServerEntry.parse(entry),
  );
}

/** An extension of Goose. */
const Extension = z.strictObject({
  name: z.string(),
  type: z.literal("stdio"),
  enabled: z.literal(true),
  cmd: z.string(),
  args: z.array(z.string()),
  timeout: z.number(),
});

function serverOfYaml(text: string): ServerEntry {
  const { cmd, args } = z.strictObject({ extensions: z.strictObject({ codegrove: Extension }) }).parse(parseYaml(text))
    .extensions.codegrove;
  return { command: cmd, args };
}

function serverOfToml(text: string): ServerEntry {
  const values = [...text.matchAll(/^(\w+) = (.*)$/gm)].map(([, name, value]) => [name, JSON.parse(value ?? "")]);
  expect(text).toMatch(/^\[mcp_servers\.codegrove\]$/m);
  return ServerEntry.parse(Object.fromEntries(values));
}

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "tests", version: "1.0.0" } },
};

/** The command lines that introduced themselves: most clients start the same one. */
const introduced = new Set<string>();

/** Starts the command of an entry as a client does, and expects it to introduce itself. */
function expectServer({ command = "", args = [] }: ServerEntry): void {
  const places = /^(\/path\/to\/project|\$\{workspaceFolder\})$/;
  const given = args.map((arg) => arg.replace(places, project));
  const line = JSON.stringify([command, ...given]);
  if (introduced.has(line)) return;
  const { stdout, stderr, status } = spawnSync(command, [...given, "--log-level", "warn"], {
    cwd: project,
    encoding: "utf8",
    env: environment(),
    input: `${JSON.stringify(initialize)}\n`,
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: "codegrove" } } });
  introduced.add(line);
}

async function expectHttpServer({ type, url = "", headers = {} }: ServerEntry): Promise<void> {
  expect(type).toBe("http");
  const given = Object.entries(headers).map(([name, value]) => [name, value.replace(`\${CODEGROVE_TOKEN}`, "secret")]);
  const accept = { accept: "application/json, text/event-stream", "content-type": "application/json" };
  const init = {
    method: "POST",
    headers: { ...accept, ...Object.fromEntries(given) },
    body: JSON.stringify(initialize),
  };
  const answer = await fetch(withPort(url), init);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"name":"codegrove"')]);
}

/** What only a file may set that the user names: where is read, and where is written. */
const keysOfNamedFiles = ["roots", "languages", "lint_rules", "cache_dir", "commands", "stats"];

/** Puts a codegrove.json in place, named or found, and expects all of it in force, without a warning. */
function expectConfiguration(sample: Readonly<Record<string, unknown>>): void {
  const isFound = !Object.keys(sample).some((key) => keysOfNamedFiles.includes(key));
  const text = JSON.stringify({ log_level: "warn", ...sample });
  for (const name of isFound ? ["my.json", "codegrove.json"] : ["my.json"]) {
    const folder = join(configured, String(readdirSync(configured).length));
    writeFiles(folder, { [name]: text, "src/a.cpp": "class MY_API A {};\n" });
    const flags = name === "my.json" ? ["--config", name] : [];
    const read = { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: "workspace://config" } };
    const { stdout, stderr, status } = spawnSync("codegrove", ["serve", ...flags], {
      cwd: folder,
      encoding: "utf8",
      env: environment(),
      input: `${JSON.stringify(read)}\n`,
    });
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    const inForce = JSON.parse(JSON.parse(stdout).result.contents[0].text);
    expect(inForce.file).toBe(join(folder, name));
    const isSet = expect.stringMatching(/"source":"(?!flag|environment|default)/);
    for (const key of Object.keys(sample)) expect([key, JSON.stringify(inForce[key])]).toEqual([key, isSet]);
  }
}

function runPython(text: string): void {
  writeFiles(project, { "functions.py": text });
  expect(shell("python3 functions.py src scripts")).toMatch(/area[\s\S]*report/);
}

/** Runs a rule of a project on the code that it must and must not report. */
function runRule(text: string): void {
  const [, rule] = /^; message: (?:\{\w+\})?([^{}\n]+)$/m.exec(text) ?? [];
  const rules = temporaryFolder({ "python/rule-of-document.scm": text });
  const reported = (kind: string) => {
    const [, source] = new RegExp(`^; ${kind}: (.*)$`, "m").exec(text) ?? [];
    const flags = `--language python --checks rule-of-document --lint-rules ${rules} --format text --exit-zero`;
    return shell(`codegrove check_file --source '${source}' ${flags}`);
  };
  expect(reported("good")).toBe("");
  expect(reported("bad")).toContain(rule);
}

/** What commands print to stdout, which must end well. */
function shell(text: string, { cwd = project, env = {} } = {}): string {
  return shellOutput(text, cwd, { ...environment(), ...env });
}

/** That of a user who has installed the package, with a cache of his own. */
function environment(): Record<string, string> {
  const own = Object.entries(environmentOfProgram()).filter(([name]) => !/^npm_/.test(name));
  return {
    ...Object.fromEntries(own),
    PATH: [join(installed, "bin"), standIns, process.env.PATH].join(delimiter),
    XDG_CACHE_HOME: cacheFolder,
    npm_config_prefix: installed,
    npm_config_offline: "true",
    npm_config_audit: "false",
    npm_config_update_notifier: "false",
  };
}

/** Starts the server that docs/users/http.md starts over HTTP, on a free port. */
function startHttp(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const line = blocks.find(({ text }) => text.includes("--http 8765"))?.text.replace("--http 8765", "--http 0");
  const server = spawn("bash", ["-c", `exec env ${line}`], { cwd: project, env: environment() });
  const stop = () => void server.kill();
  return new Promise((listens, fails) => {
    let log = "";
    server.stderr.on("data", (chunk: Buffer) => {
      log += chunk.toString();
      const url = /"url":"([^"]+)"/.exec(log)?.[1];
      if (url !== undefined) listens({ url, stop });
    });
    server.on("exit", () => fails(new Error(`the server has gone: ${log}`)));
  });
}

function withPort(text: string): string {
  return text.replace("127.0.0.1:8765", new URL(http?.url ?? "").host);
}
