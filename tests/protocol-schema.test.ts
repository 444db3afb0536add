import * as modern from "@modelcontextprotocol/core";
import * as legacy from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import { runServer } from "./support/built-server.ts";
import { modernMeta } from "./support/modern.ts";
import { referenceProject } from "./support/reference-project.ts";

/** As the SDKs publish the specification's schema: zod. */
interface Schema {
  readonly safeParse: (value: unknown) => { readonly success: boolean; readonly error?: unknown };
}

const file = "tests/fixtures/simple_class.py";
const progress = { progressToken: "p" };
const calls: readonly (readonly [string, Record<string, unknown>, keyof typeof modern & keyof typeof legacy])[] = [
  ["tools/list", {}, "ListToolsResultSchema"],
  ["tools/call", { name: "find_classes", arguments: { filepath: file } }, "CallToolResultSchema"],
  ["tools/call", { name: "find_classes", arguments: { filepath: "none.py" } }, "CallToolResultSchema"],
  ["tools/call", { name: "parse_file", arguments: { filepath: "." }, _meta: progress }, "CallToolResultSchema"],
  ["resources/list", {}, "ListResourcesResultSchema"],
  ["resources/templates/list", {}, "ListResourceTemplatesResultSchema"],
  ["resources/read", { uri: "workspace://files" }, "ReadResourceResultSchema"],
  ["resources/read", { uri: "queries://python/tags" }, "ReadResourceResultSchema"],
  ["prompts/list", {}, "ListPromptsResultSchema"],
  ["prompts/get", { name: "review_file", arguments: { path: file } }, "GetPromptResultSchema"],
  [
    "completion/complete",
    { ref: { type: "ref/prompt", name: "review_file" }, argument: { name: "path", value: "t" } },
    "CompleteResultSchema",
  ],
];
const failing = [
  ["no/method", {}],
  ["tools/call", { name: "nothing" }],
  ["resources/read", { uri: "workspace://nothing" }],
  ["prompts/get", { name: "nothing" }],
  ["tools/list", { cursor: "nowhere" }],
] as const;

describe("what the server says in the eras with a handshake", { timeout: 60_000 }, () => {
  const own = [
    ["initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: {} }, "InitializeResultSchema"],
    ["ping", {}, "EmptyResultSchema"],
    ["logging/setLevel", { level: "debug" }, "EmptyResultSchema"],
    ["resources/subscribe", { uri: "workspace://files" }, "EmptyResultSchema"],
    ["resources/unsubscribe", { uri: "workspace://files" }, "EmptyResultSchema"],
  ] as const;

  test("is what the schema allows", async () => {
    const requests = [...own, ...calls, ...failing].map(([method, params], id) => ({ method, params, id }));
    const messages = await answersTo(requests);
    const schemas: Readonly<Record<string, unknown>> = legacy;
    for (const [id, [, , name]] of [...own, ...calls].entries()) expectValid(schemas[name], messages.get(id)?.result);
    for (const i of failing.keys()) expectValid(legacy.JSONRPCErrorSchema, messages.get(own.length + calls.length + i));
    for (const message of messages.values()) expectValid(legacy.JSONRPCMessageSchema, message);
    for (const notification of messages.notifications) expectValid(legacy.ServerNotificationSchema, notification);
    expect(messages.notifications.map(({ method }) => method)).toContain("notifications/progress");
  });
});

describe("what the server says in the revision 2026-07-28", { timeout: 60_000 }, () => {
  const own = [["server/discover", {}, "DiscoverResultSchema"]] as const;
  const cacheable = /\/list$|\/read$|discover$/;

  test("is what the schema allows", async () => {
    const requests = [...own, ...calls, ...failing].map(([method, params], id) => {
      const more = "_meta" in params ? params._meta : {};
      return { method, params: { ...params, _meta: { ...modernMeta, ...(more ?? {}) } }, id };
    });
    const schemas: Readonly<Record<string, unknown>> = modern;
    const messages = await answersTo(requests);
    for (const [id, [method, , name]] of [...own, ...calls].entries()) {
      const result = messages.get(id)?.result;
      expectValid(schemas[name], result);
      expectValid(modern.ResultMetaObjectSchema, result?._meta);
      expect(result?.resultType).toBe("complete");
      const hint = { ttlMs: expect.any(Number), cacheScope: expect.stringMatching(/^(public|private)$/) };
      if (cacheable.test(method)) expect([method, result]).toMatchObject([method, hint]);
      else expect(Object.keys(result ?? {})).not.toContain("ttlMs");
    }
    for (const i of failing.keys()) {
      expectValid(modern.JSONRPCErrorResponseSchema, messages.get(own.length + calls.length + i));
    }
    for (const notification of messages.notifications) expectValid(modern.ServerNotificationSchema, notification);
    expect(messages.notifications.map(({ method }) => method)).toContain("notifications/progress");
  });
});

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly result?: Readonly<Record<string, unknown>>;
}

class Answers extends Map<number, Answer> {
  readonly notifications: Answer[] = [];
}

async function answersTo(requests: readonly object[]): Promise<Answers> {
  const lines = requests.map((request) => JSON.stringify({ jsonrpc: "2.0", ...request }));
  const { stdout } = await runServer(lines.join("\n"), { cwd: referenceProject });
  const answers = new Answers();
  for (const line of stdout.trimEnd().split("\n")) {
    const message: Answer = JSON.parse(line);
    if (message.id === undefined) answers.notifications.push(message);
    else answers.set(message.id, message);
  }
  expect(answers.size).toBe(requests.length);
  return answers;
}

function expectValid(schema: unknown, value: unknown): void {
  expect(isSchema(schema)).toBe(true);
  if (!isSchema(schema)) return;
  const { success, error } = schema.safeParse(value);
  expect(error).toBeUndefined();
  expect(success).toBe(true);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && "safeParse" in value;
}
