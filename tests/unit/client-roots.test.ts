import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clientRootsMs } from "../../src/base/limits.ts";
import { ClientRoots } from "../../src/mcp/client-roots.ts";
import type { Params } from "../../src/mcp/message.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** An engine that is known by its folders, and whether it was closed. */
class Served {
  readonly folders: string;
  isClosed = false;

  constructor(folders: string) {
    this.folders = folders;
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

/** The roots of a client whose answers a test gives. */
function asked() {
  const answers: ((folders: readonly string[]) => void)[] = [];
  const opened: Served[] = [];
  const roots = new ClientRoots<Served>(
    {
      engine: new Served("first"),
      open: async (folders) => {
        const engine = new Served(folders.join(" "));
        opened.push(engine);
        return engine;
      },
      log: () => {},
    },
    () =>
      new Promise<Params>((answer) => {
        answers.push((folders) => answer({ roots: folders.map((folder) => ({ uri: `file://${folder}` })) }));
      }),
  );
  roots.declare({ roots: {} });
  roots.notified("notifications/initialized");
  const change = () => roots.notified("notifications/roots/list_changed");
  const call = () => roots.use(async () => roots.engine.folders);
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return { roots, answers, opened, change, call, settle };
}

test("a call waits for the roots, but not again for a client that has not answered in time", async () => {
  const { answers, call } = asked();
  const early = call();
  await vi.advanceTimersByTimeAsync(clientRootsMs - 1);
  const late = call();
  await vi.advanceTimersByTimeAsync(1);
  expect([await early, await late, await call()]).toEqual(["first", "first", "first"]);
  answers[0]?.(["/a"]);
  await vi.advanceTimersByTimeAsync(0);
  expect(await call()).toBe("/a");
});

test("a client that did not answer is asked again after a change, and only its last answer counts", async () => {
  const { answers, change, call, settle } = asked();
  await vi.advanceTimersByTimeAsync(clientRootsMs);
  change();
  await settle();
  expect(answers).toHaveLength(2);
  answers[1]?.(["/new"]);
  answers[0]?.(["/old"]);
  await settle();
  expect(await call()).toBe("/new");
});

test("many changes are one question more", async () => {
  const { answers, change, call, settle } = asked();
  await settle();
  for (let i = 0; i < 1_000; i++) change();
  await settle();
  expect(answers).toHaveLength(1);
  const waiting = call();
  answers[0]?.(["/a"]);
  await settle();
  expect(answers).toHaveLength(2);
  answers[1]?.(["/b"]);
  expect(await waiting).toBe("/b");
});

test("an engine that was replaced is closed after its calls", async () => {
  const { roots, answers, opened, change, call, settle } = asked();
  await settle();
  answers[0]?.(["/a"]);
  await settle();
  let end = () => {};
  const long = roots.use(
    () =>
      new Promise<void>((done) => {
        end = done;
      }),
  );
  await settle();
  change();
  await settle();
  answers[1]?.(["/b"]);
  await settle();
  expect(await call()).toBe("/b");
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([false, false]);
  end();
  await long;
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  await roots.close();
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, true]);
});

test("roots that are not used are told of until the client names others", async () => {
  const { roots, answers, change, settle } = asked();
  await settle();
  answers[0]?.(["/a", "host/x"]);
  await settle();
  expect(roots.folders).toEqual(["/a"]);
  expect(roots.warnings).toEqual(["a root is not used: file://host/x, it is not the URI of a folder of this machine"]);
  change();
  await settle();
  answers[1]?.(["/a"]);
  await settle();
  expect([roots.folders, roots.warnings]).toEqual([["/a"], []]);
});
