#!/usr/bin/env node
// @ts-check
/**
 * Runs the scenarios of MCP's conformance suites that apply to this server against the built server over HTTP, and prints
 * the others with the reason: the released suite for the revisions with a handshake, its next major version, which needs
 * Node 22, for 2026-07-28. The suites send no token, so a proxy adds it.
 */
import { spawn } from "node:child_process";
import { createServer, request } from "node:http";
import { fileURLToPath } from "node:url";
import { nodeProgram } from "./nodes.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));
const token = "conformance";

/**
 * @typedef {object} Suite
 * @property {string} title
 * @property {string | undefined} node what runs the suite; undefined when there is none for this platform
 * @property {string} folder below node_modules
 * @property {readonly string[]} args
 * @property {readonly string[]} scenarios
 * @property {Readonly<Record<string, readonly string[]>>} notTestable checks that fail in a scenario because they call tools of
 *   the suite's own; all others of the scenario must pass
 * @property {Readonly<Record<string, string>>} leftOut scenarios → reason
 */

const fixtures = {
  prompts: "they get prompts of the suite's own, such as test_simple_prompt",
  resources: "they read resources of the suite's own, such as test://static-text",
  tools: "they call tools of the suite's own, such as test_simple_text",
  requests: "the server sends its clients no requests",
};

/** @type {readonly Suite[]} */
const suites = [
  {
    title: "revisions with a handshake",
    node: process.execPath,
    folder: "@modelcontextprotocol/conformance",
    args: [],
    scenarios: [
      "server-initialize",
      "logging-set-level",
      "ping",
      "tools-list",
      "resources-list",
      "prompts-list",
      "server-sse-multiple-streams",
      "dns-rebinding-protection",
    ],
    notTestable: {},
    leftOut: {
      "completion-complete, prompts-get-*": fixtures.prompts,
      "resources-read-*, resources-templates-read, resources-subscribe, resources-unsubscribe": fixtures.resources,
      "tools-call-*, json-schema-2020-12": fixtures.tools,
      "tools-call-sampling, tools-call-elicitation, elicitation-*": fixtures.requests,
      "server-sse-polling": "streams are not resumed: a client repeats a request whose answer was lost",
    },
  },
  {
    title: "2026-07-28",
    node: nodeProgram(22) ?? (Number.parseInt(process.versions.node, 10) < 22 ? undefined : process.execPath),
    folder: "mcp-conformance-next",
    args: ["--spec-version", "2026-07-28"],
    scenarios: [
      "server-stateless",
      "tools-list",
      "resources-list",
      "prompts-list",
      "server-sse-multiple-streams",
      "dns-rebinding-protection",
      "sep-2164-resource-not-found",
      "caching",
      "http-header-validation",
      "input-required-result-unsupported-methods",
      "input-required-result-validate-input",
      "sep-2640-skills-enumeration",
      "sep-2640-skills-manifest",
    ],
    notTestable: {
      "server-stateless": [
        "sep-2575-server-rejects-undeclared-capability",
        "sep-2575-missing-capability-http-400",
        "sep-2575-http-server-no-independent-requests-on-stream",
        "sep-2575-server-no-log-without-loglevel",
      ],
    },
    leftOut: {
      "completion-complete, prompts-get-*": fixtures.prompts,
      "resources-read-*, resources-templates-read": fixtures.resources,
      "tools-call-*, json-schema-2020-12": fixtures.tools,
      "input-required-result-* but for the two above": fixtures.requests,
      "http-custom-header-server-validation": "no tool takes an argument from a header",
      "tasks-*, sep-2640-skills-directory": "they are extensions, or a part of one, that the server does not declare",
    },
  },
];

const { url, stop } = await startServer();
const proxy = createServer((incoming, outgoing) => {
  const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
  const forwarded = request(new URL(incoming.url ?? "/", url), { method: incoming.method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
    outgoing.flushHeaders();
    answer.pipe(outgoing);
  });
  forwarded.on("error", () => outgoing.destroy());
  outgoing.on("close", () => forwarded.destroy());
  incoming.pipe(forwarded);
});
await new Promise((listening) => proxy.listen(0, "127.0.0.1", () => listening(undefined)));
const address = proxy.address();
const port = typeof address === "object" ? address?.port : undefined;

await Promise.all(suites.map(runSuite));
proxy.close();
proxy.closeAllConnections();
stop();

/** @param {Suite} suite */
async function runSuite({ title, node, folder, args, scenarios, notTestable, leftOut }) {
  if (node === undefined) {
    console.log(`left out  ${title}: npm has no Node 22 for ${process.platform}-${process.arch}`);
    if (process.env.CI !== undefined) process.exitCode = 1;
    return;
  }
  for (const scenario of scenarios) {
    const { status, output } = await run(node, [`node_modules/${folder}/dist/index.js`, "server", ...args], scenario);
    const failed = failedChecks(output);
    const expected = notTestable[scenario] ?? [];
    const isPassed = expected.length === 0 ? status === 0 : failed.sort().join() === [...expected].sort().join();
    console.log(`${isPassed ? "passed" : "FAILED"}  ${title}: ${scenario}`);
    for (const check of isPassed ? expected : []) console.log(`left out  ${title}: ${check}: ${fixtures.tools}`);
    if (isPassed) continue;
    console.log(output);
    process.exitCode = 1;
  }
  for (const [names, reason] of Object.entries(leftOut)) console.log(`left out  ${title}: ${names}: ${reason}`);
}

/**
 * The checks that failed, by the lines `TIME [check] FAILURE description`.
 *
 * @param {string} output
 */
function failedChecks(output) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the suite colors its lines
  const plain = output.replace(/\x1b\[\d+m/g, "");
  return [...plain.matchAll(/\[(\S+) *\] FAILURE /g)].map(([, check]) => check);
}

/** @returns {Promise<{ url: string, stop: () => void }>} */
function startServer() {
  const args = ["dist/main.cjs", "serve", "--http", "0", "--root", "tests/fixtures/reference"];
  const server = spawn(process.execPath, args, { cwd: top, env: { ...process.env, CODEGROVE_TOKEN: token } });
  return new Promise((listening) => {
    server.stderr.on("data", (chunk) => {
      const found = /"url":"([^"]+)"/.exec(String(chunk))?.[1];
      if (found !== undefined) listening({ url: found, stop: () => server.kill() });
    });
  });
}

/**
 * @param {string} node
 * @param {readonly string[]} command
 * @param {string} scenario
 * @returns {Promise<{ status: number | null, output: string }>}
 */
function run(node, command, scenario) {
  const args = [...command, "--url", `http://127.0.0.1:${port}/mcp`, "--scenario", scenario];
  const child = spawn(node, args, { cwd: top });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  return new Promise((ended) => child.on("close", (status) => ended({ status, output })));
}
