import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { startHttpInProcess } from "../support/http-in-process.ts";
import { startHttpServer } from "../support/http-server.ts";
import { sessionInProcess } from "../support/in-process.ts";
import { modernMeta, modernRequest } from "../support/modern.ts";
import { watchedInodes } from "../support/process-state.ts";
import { terminate } from "../support/run-delay.ts";
import { Session } from "../support/session.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";

interface Told {
  readonly method?: string;
  readonly params?: { readonly uri?: string; readonly _meta?: object };
}

const files = {
  "src/a.py": "x = 1\n",
  "src/b.py": "x = 1\n",
  "build/made.py": "x = 1\n",
  "node_modules/m/m.py": "",
  ".gitignore": "build/\n",
};

describe("a subscribed resource", () => {
  test("is told of after a change, the others are not", async () => {
    const { root, uriOf, session } = start();
    await session.request("resources/subscribe", { uri: uriOf("src/a.py") });
    writeFileSync(join(root, "src/b.py"), "x = 2\n");
    writeFileSync(join(root, "src/a.py"), "x = 2\n");
    await told(session, { method: "notifications/resources/updated", uri: uriOf("src/a.py") });
    await seconds(0.5);
    expect(allTold(session)).toEqual([["notifications/resources/updated", uriOf("src/a.py")]]);
    await session.close();
  });

  test("is told of when it is replaced, as editors do, and when it goes", async () => {
    const { root, uriOf, session } = start();
    await session.request("resources/subscribe", { uri: uriOf("src/a.py") });
    writeFileSync(join(root, "src/a.py.tmp"), "x = 3\n");
    renameSync(join(root, "src/a.py.tmp"), join(root, "src/a.py"));
    await told(session, { method: "notifications/resources/updated", uri: uriOf("src/a.py") });
    await seconds(0.5);
    const before = allTold(session).length;
    rmSync(join(root, "src/a.py"));
    await until(() => allTold(session).length >= before + 2);
    expect(allTold(session).slice(before)).toEqual(
      expect.arrayContaining([
        ["notifications/resources/list_changed", undefined],
        ["notifications/resources/updated", uriOf("src/a.py")],
      ]),
    );
    await session.close();
  });

  test("of the workspace is told of with the files, also those of new folders", async () => {
    const { root, session } = start();
    for (const name of ["files", "symbols", "config"]) {
      expect(await session.request("resources/subscribe", { uri: `workspace://${name}` })).toMatchObject({
        result: {},
      });
    }
    writeFileSync(join(root, "src/a.py"), "x = 4\n");
    await told(session, { method: "notifications/resources/updated", uri: "workspace://symbols" });
    expect(allTold(session)).toEqual([["notifications/resources/updated", "workspace://symbols"]]);
    mkdirSync(join(root, "new/folder"), { recursive: true });
    writeFileSync(join(root, "new/folder/c.cpp"), "int c;\n");
    await told(session, { method: "notifications/resources/list_changed" });
    await told(session, { method: "notifications/resources/updated", uri: "workspace://files" });
    await session.close();
  });

  test("is not told of any more once it is unsubscribed", async () => {
    const { root, uriOf, session } = start();
    await session.request("resources/subscribe", { uri: uriOf("src/a.py") });
    await session.request("resources/subscribe", { uri: uriOf("src/b.py") });
    await session.request("resources/unsubscribe", { uri: uriOf("src/a.py") });
    writeFileSync(join(root, "src/a.py"), "x = 5\n");
    writeFileSync(join(root, "src/b.py"), "x = 5\n");
    await told(session, { method: "notifications/resources/updated", uri: uriOf("src/b.py") });
    await seconds(0.3);
    expect(allTold(session)).toHaveLength(1);
    await session.close();
  });

  test.each(["src/none.py", "build/made.py"])("%s cannot be subscribed", async (path) => {
    const { uriOf, session } = start();
    const { error } = await session.request("resources/subscribe", { uri: uriOf(path) });
    expect(error?.message).toContain(uriOf(path));
    await session.close();
  });

  test("lets the server end with its input", async () => {
    const { session } = start();
    await session.request("resources/subscribe", { uri: "workspace://files" });
    const { exitCode, stderr } = await session.close();
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  });
});

describe.runIf(process.platform === "linux")("watches", () => {
  test("begin with the first subscription, end with the last, and leave ignored folders out", async () => {
    const { root, uriOf, session } = start((launch) => new Session(launch));
    await session.request("resources/list");
    expect(watchedInodes(session.pid)).toEqual([]);
    await session.request("resources/subscribe", { uri: uriOf("src/a.py") });
    await session.request("resources/subscribe", { uri: "workspace://files" });
    const watched = watchedInodes(session.pid);
    expect(watched).toContain(inodeOf(join(root, "src")));
    for (const path of ["build", "node_modules", "node_modules/m"]) {
      expect(watched).not.toContain(inodeOf(join(root, path)));
    }
    await session.request("resources/unsubscribe", { uri: uriOf("src/a.py") });
    expect(watchedInodes(session.pid)).toEqual(watched);
    await session.request("resources/unsubscribe", { uri: "workspace://files" });
    await until(() => watchedInodes(session.pid).length === 0);
    await session.close();
  });

  test("over HTTP end when the client's session does", async () => {
    const root = temporaryFolder(files);
    const server = await startHttpInProcess(root);
    const initialize = { jsonrpc: "2.0", id: 1, method: "initialize", params: {} };
    const id = { "mcp-session-id": (await server.post(initialize)).headers.get("mcp-session-id") ?? "" };
    const params = { uri: "workspace://files" };
    await server.post({ jsonrpc: "2.0", id: 2, method: "resources/subscribe", params }, id);
    expect(watchedInodes(process.pid).length).toBeGreaterThan(0);
    await server.fetch("/mcp", { method: "DELETE", headers: id });
    await until(() => watchedInodes(process.pid).length === 0);
    await server.stop();
  });

  test("are bounded, with an error that says so", async () => {
    const root = temporaryFolder(files);
    for (let i = 0; i < 2100; i++) mkdirSync(join(root, `many/${i}`), { recursive: true });
    const session = sessionInProcess({ cwd: root });
    const { error } = await session.request("resources/subscribe", { uri: "workspace://files" });
    expect(error?.message).toMatch(/More than 2000 folders/);
    await until(() => watchedInodes(process.pid).length === 0);
    expect(await session.request("ping")).toMatchObject({ result: {} });
    await session.close();
  });
});

describe("subscriptions/listen of the revision 2026-07-28", () => {
  test("acknowledges what it tells of, tells of it under its id, and ends when it is cancelled", async () => {
    const { root, uriOf, session } = start();
    const resourceSubscriptions = [uriOf("src/a.py"), uriOf("none.py")];
    const notifications = { resourceSubscriptions, resourcesListChanged: true, toolsListChanged: true };
    session.send(modernRequest("s", "subscriptions/listen", { notifications }));
    await told(session, { method: "notifications/subscriptions/acknowledged" });
    const _meta = { "io.modelcontextprotocol/subscriptionId": "s" };
    const honoured = { resourcesListChanged: true, resourceSubscriptions: [uriOf("src/a.py")] };
    expect(JSON.parse(session.lines[0] ?? "")).toMatchObject({ params: { _meta, notifications: honoured } });
    writeFileSync(join(root, "src/a.py"), "x = 2\n");
    await told(session, { method: "notifications/resources/updated", uri: uriOf("src/a.py") });
    writeFiles(root, { "src/new.py": "" });
    await told(session, { method: "notifications/resources/list_changed" });
    expect(session.lines.every((line) => JSON.parse(line).params._meta[Object.keys(_meta)[0] ?? ""] === "s")).toBe(
      true,
    );
    session.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "s" } });
    await until(() => watchedInodes(process.pid).length === 0);
    await session.close();
  });

  test("ends with a result when the input does", async () => {
    const { session } = start();
    session.send(modernRequest(7, "subscriptions/listen", { notifications: { resourcesListChanged: true } }));
    await told(session, { method: "notifications/subscriptions/acknowledged" });
    const { stdout, exitCode } = await session.close();
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
      id: 7,
      result: { resultType: "complete", _meta: { "io.modelcontextprotocol/subscriptionId": 7 } },
    });
  });

  test("is a stream over HTTP, which the server ends when it stops", async () => {
    const root = temporaryFolder(files);
    const server = await startHttpServer(root);
    const method = "subscriptions/listen";
    const response = await server.post(
      { jsonrpc: "2.0", id: 1, method, params: { _meta: modernMeta, notifications: { resourcesListChanged: true } } },
      { "mcp-protocol-version": "2026-07-28", "mcp-method": method },
    );
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const stream = textOf(response);
    await until(() => stream.soFar().includes("subscriptions/acknowledged"));
    writeFiles(root, { "src/new.py": "" });
    await until(() => stream.soFar().includes("resources/list_changed"));
    const [text] = await Promise.all([stream.whole, terminate(server.pid, server.stopped)]);
    const messages: Told[] = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ""));
    expect(messages.map((message) => message.method)).toEqual([
      "notifications/subscriptions/acknowledged",
      "notifications/resources/list_changed",
      undefined,
    ]);
  });
});

function start(sessionIn = sessionInProcess) {
  const root = temporaryFolder(files);
  const uriOf = (path: string): string => pathToFileURL(join(root, path)).href;
  return { root, uriOf, session: sessionIn({ cwd: root }) };
}

/** What a response has written until now, and all of it once it ends. */
function textOf({ body }: Response): { readonly soFar: () => string; readonly whole: Promise<string> } {
  let text = "";
  const read = async () => {
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece;
    return text;
  };
  return { soFar: () => text, whole: read() };
}

function allTold(session: Session): (string | undefined)[][] {
  return session.lines
    .map((line): Told => JSON.parse(line))
    .filter(({ method }) => method !== undefined)
    .map(({ method, params }) => [method, params?.uri]);
}

function told(session: Session, { method, uri }: { method: string; uri?: string }): Promise<void> {
  return until(() => allTold(session).some(([name, about]) => name === method && about === uri));
}

function inodeOf(path: string): number {
  return statSync(path).ino;
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 2_000; tries++) {
    if (holds()) return;
    await seconds(0.025);
  }
  throw new Error("it never held");
}

async function seconds(count: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, count * 1000));
}
