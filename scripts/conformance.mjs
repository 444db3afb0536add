#!/usr/bin/env node
// @ts-check
/**
 * Runs the scenarios of @modelcontextprotocol/conformance that apply to this server against the built server over HTTP,
 * and prints the others with the reason. The suite sends no token, so a proxy adds it.
 */
import { spawn } from "node:child_process";
import { createServer, request } from "node:http";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("..", import.meta.url));
const token = "conformance";

const scenarios = [
  "server-initialize",
  "logging-set-level",
  "ping",
  "tools-list",
  "resources-list",
  "prompts-list",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];

/** Scenarios that ask for fixtures by name, or for what the server has no use for. */
const leftOut = {
  "completion-complete, prompts-get-*": "they get prompts of the suite's own, such as test_simple_prompt",
  "resources-read-*, resources-templates-read, resources-subscribe, resources-unsubscribe":
    "they read resources of the suite's own, such as test://static-text",
  "tools-call-*, json-schema-2020-12": "they call tools of the suite's own, such as test_simple_text",
  "tools-call-sampling, tools-call-elicitation, elicitation-*": "the server asks its clients nothing",
  "server-sse-polling": "streams are not resumed: a lost answer is asked for again",
};

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

for (const scenario of scenarios) {
  const { status, output } = await run(scenario);
  console.log(`${status === 0 ? "passed" : "FAILED"}  ${scenario}`);
  if (status === 0) continue;
  console.log(output);
  process.exitCode = 1;
}
for (const [names, reason] of Object.entries(leftOut)) console.log(`left out  ${names}: ${reason}`);
proxy.close();
proxy.closeAllConnections();
stop();

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
 * @param {string} scenario
 * @returns {Promise<{ status: number | null, output: string }>}
 */
function run(scenario) {
  const program = "node_modules/@modelcontextprotocol/conformance/dist/index.js";
  const args = [program, "server", "--url", `http://127.0.0.1:${port}/mcp`, "--scenario", scenario];
  const child = spawn(process.execPath, args, { cwd: top });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  return new Promise((ended) => child.on("close", (status) => ended({ status, output })));
}
