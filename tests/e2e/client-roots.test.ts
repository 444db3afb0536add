import { homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client as SdkClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test, vi } from "vitest";
import { clientRootsMs } from "../../src/base/limits.ts";
import { environmentWithoutSettings, serverPath } from "../support/built-server.ts";
import { holdTimers, until } from "../support/held-timers.ts";
import { sessionInProcess } from "../support/in-process.ts";
import type { Message, Session } from "../support/session.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { toolAnswerOf } from "../support/tool-call.ts";

const first = temporaryFolder({ "a.py": "class First: pass\n" });
const second = temporaryFolder({ "b.py": "class Second: pass\n" });
const outside = temporaryFolder({ "c.py": "class Outside: pass\n" });
const uriOf = (folder: string) => pathToFileURL(folder).href;

/** A client that answers roots/list with the folders that it is given. */
class Client {
  readonly session: Session;
  uris: readonly string[];
  asked = 0;

  constructor(
    folders: readonly string[],
    options: { readonly cwd?: string; readonly args?: readonly string[]; readonly env?: Record<string, string> } = {},
  ) {
    const { cwd = outside, args = [], env } = options;
    this.uris = folders.map(uriOf);
    this.session = sessionInProcess({
      cwd,
      args: [...args, "--log-level", "error", "--no-cache"],
      ...(env && { env }),
    });
    this.session.onMessage((message: Message) => {
      if (message.method !== "roots/list") return;
      this.asked++;
      this.session.send({ jsonrpc: "2.0", id: message.id, result: { roots: this.uris.map((uri) => ({ uri })) } });
    });
  }

  async initialize(capabilities: object = { roots: { listChanged: true } }): Promise<this> {
    const params = { protocolVersion: "2025-11-25", capabilities, clientInfo: { name: "tests", version: "1" } };
    await this.session.request("initialize", params);
    this.session.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return this;
  }

  async definition(symbol: string, args: object = {}): Promise<unknown> {
    const params = { name: "find_definition", arguments: { symbol, ...args } };
    const { answer } = toolAnswerOf(await this.session.request("tools/call", params));
    return Object(answer).error ?? Object(answer).results.map(({ filepath }: { filepath: string }) => filepath);
  }
}

describe("a client with roots", () => {
  test("is asked for them, and its calls are about them", async () => {
    const client = await new Client([first]).initialize();
    expect(await client.definition("First")).toEqual([expect.stringMatching(/a\.py$/)]);
    expect(await client.definition("Outside")).toMatch(/^Symbol not found/);
    expect(await client.definition("Outside", { filepath: join(outside, "c.py") })).not.toEqual([expect.any(String)]);
    expect(client.asked).toBe(1);
    await client.session.close();
  });

  test("is asked again when they change", async () => {
    const client = await new Client([first]).initialize();
    expect(await client.definition("First")).toEqual([expect.any(String)]);
    client.uris = [first, second].map(uriOf);
    client.session.send({ jsonrpc: "2.0", method: "notifications/roots/list_changed" });
    expect(await client.definition("Second")).toEqual([expect.stringMatching(/b\.py$/)]);
    expect(await client.definition("First")).toEqual([expect.any(String)]);
    client.uris = [];
    client.session.send({ jsonrpc: "2.0", method: "notifications/roots/list_changed" });
    expect(await client.definition("Outside")).toEqual([expect.any(String)]);
    await client.session.close();
  });

  test("whose roots are the top of the disk, the home folder or no folders has none", async () => {
    const client = new Client([]);
    client.uris = [
      uriOf("/"),
      uriOf(homedir()),
      "https://example.org/",
      "file://server/share",
      uriOf("/no/such/folder"),
    ];
    await client.initialize();
    expect(await client.definition("Outside")).toEqual([expect.any(String)]);
    await client.session.close();
  });

  test("with --root it is not asked, nor without the capability, nor before it is initialized", async () => {
    const rooted = await new Client([first], { args: ["--root", second] }).initialize();
    expect(await rooted.definition("Second")).toEqual([expect.any(String)]);
    const without = await new Client([first]).initialize({});
    expect(await without.definition("Outside")).toEqual([expect.any(String)]);
    const early = new Client([first]);
    expect(await early.definition("Outside")).toEqual([expect.any(String)]);
    expect([rooted.asked, without.asked, early.asked]).toEqual([0, 0, 0]);
    for (const { session } of [rooted, without, early]) await session.close();
  });
});

describe("a client with roots that never answers", () => {
  holdTimers();

  test("is served without roots", async () => {
    const silent = sessionInProcess({ cwd: outside, args: ["--log-level", "error", "--no-cache"] });
    const params = {
      protocolVersion: "2025-11-25",
      capabilities: { roots: {} },
      clientInfo: { name: "t", version: "1" },
    };
    await silent.request("initialize", params);
    silent.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    const call = { name: "find_definition", arguments: { symbol: "Outside" } };
    const answer = silent.request("tools/call", call);
    await until(() => silent.lines.some((line) => line.includes("roots/list")));
    vi.advanceTimersByTime(clientRootsMs);
    expect(toolAnswerOf(await answer).isError).toBe(false);
    await silent.close();
  });
});

test("the client of the SDK is asked for its roots, and again when it says that they changed", async () => {
  const client = new SdkClient({ name: "tests", version: "1" }, { capabilities: { roots: { listChanged: true } } });
  let folders: readonly string[] = [first];
  client.setRequestHandler(ListRootsRequestSchema, () => ({
    roots: folders.map((folder) => ({ uri: uriOf(folder) })),
  }));
  const args = [serverPath, "--log-level", "error", "--no-cache"];
  const env = environmentWithoutSettings();
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd: outside, env, stderr: "pipe" }),
  );
  const answerAbout = async (symbol: string, more: object = {}) => {
    const { content } = await client.callTool({ name: "find_definition", arguments: { symbol, ...more } });
    return JSON.stringify(content);
  };
  expect(await answerAbout("First")).toContain("a.py");
  expect(await answerAbout("Second")).toContain("Symbol not found");
  const file = join(second, "b.py");
  expect(await answerAbout("Second", { filepath: file })).not.toContain("class Second");
  folders = [second];
  await client.sendRootsListChanged();
  expect(await answerAbout("Second", { filepath: file })).toContain("class Second");
  expect(await answerAbout("First")).toContain("Symbol not found");
  await client.close();
});

describe("a root that is the home folder or above it", () => {
  const home = temporaryFolder({ "project/a.py": "class Mine: pass\n", "x.py": "class Loose: pass\n" });
  const workspaceOf = async (root: string, cwd: string) => {
    const client = new Client([], { cwd, args: ["--root", root], env: { HOME: home } });
    const found = await client.definition("Loose");
    await client.session.close();
    return found;
  };

  test("is refused as no root is, unless it is named in full", async () => {
    expect(await workspaceOf(".", home)).toMatch(/^There is no workspace/);
    expect(await workspaceOf("..", join(home, "project"))).toMatch(/^There is no workspace/);
    expect(await workspaceOf(home, home)).toEqual([expect.any(String)]);
    expect(await workspaceOf(".", join(home, "project"))).toMatch(/^Symbol not found/);
  });
});
