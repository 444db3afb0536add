import { describe, expect, test } from "vitest";
import { runInProcess } from "../support/in-process.ts";
import { modernMeta } from "../support/modern.ts";
import { referenceProject } from "../support/reference-project.ts";
import { Specification, type Version } from "../support/specification.ts";

type Request = readonly [method: string, params: Readonly<Record<string, unknown>>, result: string];

const file = "tests/fixtures/simple_class.py";
const progress = { progressToken: "p" };
const calls: readonly Request[] = [
  ["tools/list", {}, "ListToolsResult"],
  ["tools/call", { name: "find_classes", arguments: { filepath: file } }, "CallToolResult"],
  ["tools/call", { name: "find_classes", arguments: { filepath: "none.py" } }, "CallToolResult"],
  ["tools/call", { name: "parse_file", arguments: { filepath: "." }, _meta: progress }, "CallToolResult"],
  ["resources/list", {}, "ListResourcesResult"],
  ["resources/templates/list", {}, "ListResourceTemplatesResult"],
  ["resources/read", { uri: "workspace://files" }, "ReadResourceResult"],
  ["resources/read", { uri: "queries://python/tags" }, "ReadResourceResult"],
  ["prompts/list", {}, "ListPromptsResult"],
  ["prompts/get", { name: "review_file", arguments: { path: file } }, "GetPromptResult"],
  [
    "completion/complete",
    { ref: { type: "ref/prompt", name: "review_file" }, argument: { name: "path", value: "t" } },
    "CompleteResult",
  ],
];
const failing = [
  ["no/method", {}],
  ["tools/call", { name: "nothing" }],
  ["resources/read", { uri: "workspace://nothing" }],
  ["prompts/get", { name: "nothing" }],
  ["tools/list", { cursor: "nowhere" }],
] as const;

describe("what the server says in the eras with a handshake", () => {
  test.each(["2025-03-26", "2025-06-18", "2025-11-25"] as const)("is what the schema %s allows", async (version) => {
    const clientInfo = { name: "tests", version: "1.0.0" };
    const handshake: Request = [
      "initialize",
      { protocolVersion: version, capabilities: {}, clientInfo },
      "InitializeResult",
    ];
    const others: readonly Request[] = [
      ["ping", {}, "EmptyResult"],
      ["logging/setLevel", { level: "debug" }, "EmptyResult"],
      ["resources/subscribe", { uri: "workspace://files" }, "EmptyResult"],
      ["resources/unsubscribe", { uri: "workspace://files" }, "EmptyResult"],
    ];
    const messages = await expectValid(version, [handshake, ...others, ...calls], {});
    expect(messages.get(0)?.result?.protocolVersion).toBe(version);
  });
});

describe("what the server says in the revision 2026-07-28", () => {
  const cacheable = /\/list$|\/read$|discover$/;

  test("is what the schema allows", async () => {
    const requests: readonly Request[] = [["server/discover", {}, "DiscoverResult"], ...calls];
    const messages = await expectValid("2026-07-28", requests, modernMeta);
    const specification = new Specification("2026-07-28");
    for (const [id, [method]] of requests.entries()) {
      const result = messages.get(id)?.result;
      expect(specification.errors("ResultMetaObject", result?._meta)).toEqual([]);
      expect(result?.resultType).toBe("complete");
      const hint = { ttlMs: expect.any(Number), cacheScope: expect.stringMatching(/^(public|private)$/) };
      if (cacheable.test(method)) expect([method, result]).toMatchObject([method, hint]);
      else expect(Object.keys(result ?? {})).not.toContain("ttlMs");
    }
  });
});

test("a schema refuses what it does not allow", () => {
  const specification = new Specification("2025-11-25");
  expect(specification.errors("ListToolsResult", { tools: [{ name: "a", inputSchema: { type: "object" } }] })).toEqual(
    [],
  );
  const [error] = specification.errors("ListToolsResult", { tools: [{ name: 1, inputSchema: { type: "object" } }] });
  expect(error).toMatchObject({ instancePath: "/tools/0/name", keyword: "type" });
});

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly result?: Readonly<Record<string, unknown>>;
}

/** Asks these and what fails, and checks all that the server says. */
async function expectValid(
  version: Version,
  requests: readonly Request[],
  meta: object,
): Promise<ReadonlyMap<number, Answer>> {
  const lines = [...requests, ...failing].map(([method, params], id) => {
    const _meta = { ...meta, ...("_meta" in params ? Object(params._meta) : {}) };
    return JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...params, _meta } });
  });
  const { stdout } = await runInProcess(lines.join("\n"), { cwd: referenceProject });
  const said: readonly Answer[] = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const specification = new Specification(version);
  const errorsOf = (message: Answer): readonly unknown[] => {
    const { id, method, result } = message;
    if (id === undefined) return specification.errors(specification.notification(method), message);
    const [, , definition] = requests[id] ?? [];
    if (definition === undefined) {
      return specification.errors(specification.named("JSONRPCErrorResponse", "JSONRPCError"), message);
    }
    const response = specification.named("JSONRPCResultResponse", "JSONRPCResponse");
    return [...specification.errors(response, message), ...specification.errors(definition, result)];
  };
  for (const message of said) {
    expect([message, errorsOf(message)]).toEqual([message, []]);
    expect(specification.errors("JSONRPCMessage", message)).toEqual([]);
  }
  expect(said.flatMap(({ method }) => method ?? [])).toContain("notifications/progress");
  const answers = new Map(
    said.flatMap((message) => (message.id === undefined ? [] : [[message.id, message] as const])),
  );
  expect(answers.size).toBe(lines.length);
  return answers;
}
