import { describe, expect, test } from "vitest";
import { sessionInProcess } from "../support/in-process.ts";
import type { Message, Session } from "../support/session.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Values, as JSON, that have no text, or one that is too deep to be made. */
const odd: readonly (readonly [name: string, json: string])[] = [
  ["an object that is no text", '{"toString":1}'],
  ["a list of such objects", '[{"toString":1}]'],
  ["lists 50,000 levels deep", `${"[".repeat(50_000)}${"]".repeat(50_000)}`],
];

const file = "src/a.py";
const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientInfo": "c" };

/** Method → parameters; each value in them is replaced by an odd one, one after the other. */
const requests: readonly (readonly [method: string, params: object])[] = [
  [
    "initialize",
    { protocolVersion: "2025-11-25", capabilities: { roots: {} }, clientInfo: { name: "c", version: "1" } },
  ],
  ["ping", { _meta: { progressToken: 1, ..._meta } }],
  ["server/discover", { _meta }],
  ["logging/setLevel", { level: "error" }],
  ["tools/list", { cursor: "c" }],
  ["tools/call", { name: "find_classes", arguments: { filepath: file, max_results: 1 } }],
  ["tools/call", { name: "get_completions", arguments: { filepath: file, line: 1, column: 1 } }],
  ["skills/list", { cursor: "c" }],
  ["skills/get", { uri: "skill://codegrove-find/SKILL.md" }],
  ["prompts/list", { cursor: "c" }],
  ["prompts/get", { name: "review_file", arguments: { filepath: file } }],
  ["resources/list", { cursor: "c" }],
  ["resources/templates/list", { cursor: "c" }],
  ["resources/read", { uri: "workspace://config" }],
  ["resources/subscribe", { uri: "file:///a.py" }],
  ["resources/unsubscribe", { uri: "file:///a.py" }],
  [
    "completion/complete",
    { ref: { type: "ref/prompt", name: "a" }, argument: { name: "b", value: "c" }, context: { arguments: { a: "b" } } },
  ],
  ["completion/complete", { ref: { type: "ref/resource", uri: "a" }, argument: { name: "b", value: "c" } }],
  ["notifications/cancelled", { requestId: 1, reason: "r" }],
];

const cwd = temporaryFolder({ [file]: "class A: pass\n" });

describe("parameters that have no text", () => {
  test.each(odd)("%s: each is a wrong parameter, and the server serves on", async (_, json) => {
    const session = await openSession();
    for (const [method, params] of requests) {
      for (const changed of oneByOne(params)) {
        const answer = await answerTo(session, method, JSON.stringify(changed).replace('"ODD"', json));
        expect(JSON.stringify(answer.error ?? answer.result), `${method} ${JSON.stringify(changed)}`).not.toMatch(
          /-32603|Internal error|primitive value|call stack/,
        );
      }
    }
    expect(await session.request("ping", {})).toMatchObject({ result: {} });
  });

  test.each(odd)("%s: a client's answer about its roots that is wrong leaves it without roots", async (_, json) => {
    for (const answer of [
      { result: "ODD" },
      { error: "ODD" },
      { error: { code: 1, message: "ODD" } },
      { result: { roots: "ODD" } },
      { result: { roots: ["ODD"] } },
      { result: { roots: [{ uri: "ODD" }] } },
    ]) {
      const session = await openSession(JSON.stringify(answer).slice(1).replace('"ODD"', json));
      const params = { name: "find_classes", arguments: { filepath: file } };
      expect(JSON.stringify(await session.request("tools/call", params))).toContain(String.raw`\"name\":\"A\"`);
    }
  });
});

/** @param roots how an answer to roots/list goes on after its id */
async function openSession(roots = '"result":{"roots":[]}}'): Promise<Session> {
  const session = sessionInProcess({ cwd, args: ["--log-level", "critical", "--no-cache"] });
  session.onMessage((message: Message) => {
    if (message.method === "roots/list") session.send(`{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},${roots}`);
  });
  const clientInfo = { name: "tests", version: "1" };
  await session.request("initialize", { protocolVersion: "2025-11-25", capabilities: { roots: {} }, clientInfo });
  session.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  return session;
}

let asked = 0;

/** The answer to a request whose parameters are JSON; to a ping after a notification. */
async function answerTo(session: Session, method: string, params: string): Promise<Message> {
  const isNotification = method.startsWith("notifications/");
  const id = `odd-${++asked}`;
  session.send(`{"jsonrpc":"2.0",${isNotification ? "" : `"id":"${id}",`}"method":"${method}","params":${params}}`);
  return isNotification ? session.request("ping", {}) : session.answerTo(id);
}

/** Returns a value with each value in it replaced once by "ODD", itself included. */
function oneByOne(value: unknown): readonly unknown[] {
  const inner =
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, item]) => oneByOne(item).map((changed) => ({ ...value, [key]: changed })))
      : [];
  return ["ODD", ...inner];
}
