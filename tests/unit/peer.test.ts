import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { maxUnreadAnswers } from "../../src/base/limits.ts";
import { type Answer, readMessage } from "../../src/mcp/message.ts";
import { Peer, type Sink } from "../../src/mcp/peer.ts";
import type { Router } from "../../src/mcp/router.ts";
import { invalidParams } from "../../src/mcp/rpc-error.ts";
import { Session } from "../../src/mcp/session.ts";
import { Stdio } from "../../src/mcp/stdio.ts";

const turn = () => new Promise((done) => setImmediate(done));

/** A peer whose requests are served by the test: `finish` ends the running one with a number. */
class TestPeer {
  readonly answers: Answer[] = [];
  readonly logged: string[] = [];
  readonly signals: AbortSignal[] = [];
  readonly #finish: ((result: { readonly n: number }) => void)[] = [];
  readonly #fail: ((error: unknown) => void)[] = [];
  readonly route: Router = (method, params, { signal }) => {
    this.signals.push(signal);
    if (method === "ping") return Promise.resolve(params);
    return new Promise((finish, fail) => {
      this.#finish.push(finish);
      this.#fail.push(fail);
    });
  };
  readonly peer = new Peer(this.route, new Session(() => {}), (_level, message) => this.logged.push(message));
  readonly sink: Sink = { answer: (answer) => void this.answers.push(answer), notify: () => {}, ready: () => {} };

  async receive(message: object, sink = this.sink): Promise<void> {
    const json = JSON.stringify({ jsonrpc: "2.0", ...message });
    void this.peer.receive(readMessage(json), sink, json.length);
    await turn();
  }

  cancel(requestId: unknown): Promise<void> {
    return this.receive({ method: "notifications/cancelled", params: { requestId } });
  }

  get running(): number {
    return this.#finish.length;
  }

  /** @param n the number of the request, in the order in which they began to run */
  async finish(n: number): Promise<void> {
    this.#finish[n]?.({ n });
    await turn();
  }

  async fail(n: number, error: unknown): Promise<void> {
    this.#fail[n]?.(error);
    await turn();
  }
}

const result = (id: string | number, n: number) => ({ jsonrpc: "2.0", id, result: { n } });
const failure = (id: string | number, code: number, message: string) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
});

test.each([0, 7, "", "s"])("a request with id %j is answered once, with its params passed on", async (id) => {
  const client = new TestPeer();
  await client.receive({ id, method: "ping", params: { a: 1 } });
  expect(client.answers).toEqual([{ jsonrpc: "2.0", id, result: { a: 1 } }]);
  expect(Object.keys(client.answers[0] ?? {})).toEqual(["jsonrpc", "id", "result"]);
  expect([client.peer.openRequests, client.peer.openChars]).toEqual([0, 0]);
});

test.each([0, 7, "", "s"])("a request with id %j is not answered after it was cancelled", async (id) => {
  const client = new TestPeer();
  await client.receive({ id, method: "x" });
  expect(client.peer.openChars).toBeGreaterThan(0);
  await client.cancel(id);
  expect([client.peer.openRequests, client.peer.openChars]).toEqual([0, 0]);
  expect(client.signals.map(({ aborted }) => aborted)).toEqual([true]);
  await client.finish(0);
  expect(client.answers).toEqual([]);
});

test("a request that is cancelled at once does not run", async () => {
  const client = new TestPeer();
  await Promise.all([client.receive({ id: 1, method: "x" }), client.cancel(1)]);
  expect([client.running, client.answers]).toEqual([0, []]);
});

test("cancelling has the type of the id in mind, and cancels nothing that is answered or unknown", async () => {
  const client = new TestPeer();
  await client.receive({ id: 1, method: "x" });
  for (const id of ["1", 2, null, undefined]) await client.cancel(id);
  await client.finish(0);
  await client.cancel(1);
  expect(client.answers).toEqual([result(1, 0)]);
});

test("requests with the same id are all answered, and cancelled together", async () => {
  const client = new TestPeer();
  for (const _ of "abcd") await client.receive({ id: "same", method: "x" });
  await client.finish(1);
  await client.finish(0);
  await client.cancel("same");
  await client.finish(2);
  await client.finish(3);
  expect(client.answers).toEqual([result("same", 1), result("same", 0)]);
});

test("a request that throws is answered: with the error for the client, or with an internal one that is logged", async () => {
  const client = new TestPeer();
  await client.receive({ id: 0, method: "x" });
  await client.receive({ id: 1, method: "x" });
  await client.fail(0, invalidParams("no"));
  expect(client.logged).toEqual([]);
  await client.fail(1, new TypeError("a is undefined"));
  expect(client.answers).toEqual([failure(0, -32602, "Invalid params: no"), failure(1, -32603, "a is undefined")]);
  expect(client.logged).toEqual(["a request failed"]);
});

test("a message that is no request is refused with its id, and others have no answer", async () => {
  const client = new TestPeer();
  await client.receive({ id: "a", method: 1 });
  await client.receive({ id: "b", result: {} });
  await client.receive({ method: "notifications/initialized" });
  expect(client.answers).toEqual([failure("a", -32600, "Invalid Request: method must be a string")]);
});

test("requests that are aborted are answered with the reason", async () => {
  const client = new TestPeer();
  await client.receive({ id: 1, method: "x" });
  client.peer.abort("the server stops");
  await client.fail(0, new Error("aborted"));
  expect(client.answers).toEqual([failure(1, -32603, "the server stops")]);
});

test("requests of a sink that is lost are cancelled, and no others", async () => {
  const client = new TestPeer();
  const lost = { ...client.sink };
  await client.receive({ id: 1, method: "x" }, lost);
  await client.receive({ id: 1, method: "x" });
  client.peer.cancelAll(lost);
  await client.finish(0);
  await client.finish(1);
  expect(client.answers).toEqual([result(1, 1)]);
});

test("requests wait while too many answers are unread, but pings do not", async () => {
  const client = new TestPeer();
  const unread: (() => void)[] = [];
  const answer = async (one: Answer) => {
    client.answers.push(one);
    await new Promise<void>((read) => unread.push(read));
  };
  const slow = { ...client.sink, answer };
  for (let id = 0; id < maxUnreadAnswers + 3; id++) await client.receive({ id, method: "x" }, slow);
  for (let n = 0; n < maxUnreadAnswers; n++) await client.finish(n);
  expect([client.running, client.answers.length]).toEqual([maxUnreadAnswers, maxUnreadAnswers]);
  await client.receive({ id: "ping", method: "ping" });
  expect(client.answers.at(-1)).toMatchObject({ id: "ping" });
  unread[0]?.();
  await turn();
  expect(client.running).toBe(maxUnreadAnswers + 1);
  // A cancellation frees the slot of an unread answer, once.
  await client.cancel(1);
  expect(client.running).toBe(maxUnreadAnswers + 2);
  unread[1]?.();
  await turn();
  expect(client.running).toBe(maxUnreadAnswers + 2);
  // One that waits has none.
  await client.cancel(maxUnreadAnswers + 2);
  expect([client.running, client.peer.openRequests]).toEqual([maxUnreadAnswers + 2, maxUnreadAnswers]);
});

test("requests wait until the client has read enough", async () => {
  const client = new TestPeer();
  let drain = () => {};
  const full = { ...client.sink, ready: () => new Promise<void>((done) => (drain = done)) };
  await client.receive({ id: 1, method: "x" }, full);
  expect(client.running).toBe(0);
  drain();
  await turn();
  expect(client.running).toBe(1);
});

test("stdio ends when the input has ended and each request is answered or cancelled", async () => {
  const client = new TestPeer();
  const [input, output] = [new PassThrough(), new PassThrough()];
  let isServed = false;
  const served = new Stdio(input, output).serve(client.peer).then(() => {
    isServed = true;
  });
  const lines = [
    { id: 0, method: "x" },
    { id: 0, method: "x" },
    { id: "c", method: "x" },
    { method: "notifications/cancelled", params: { requestId: "c" } },
  ];
  input.end(lines.map((line) => JSON.stringify({ jsonrpc: "2.0", ...line })).join("\n"));
  while (!client.peer.session.closed.aborted) await turn();
  await client.finish(0);
  expect(isServed).toBe(false);
  await client.finish(1);
  await served;
  expect(String(output.read())).toBe(
    '{"jsonrpc":"2.0","id":0,"result":{"n":0}}\n{"jsonrpc":"2.0","id":0,"result":{"n":1}}\n',
  );
});

test("an error that the client answers a question with is a reason, whatever its message is", async () => {
  for (const [message, reason] of [
    ["no roots", "no roots"],
    [{ toString: 1 }, '{"toString":1}'],
    [undefined, "undefined"],
  ]) {
    const test = new TestPeer();
    let id: unknown;
    const asked = test.peer.ask("roots/list", (request) => {
      id = request.id;
    });
    const rejected = expect(asked).rejects.toThrow(String(reason));
    await test.receive({ id, error: { code: 1, message } });
    await rejected;
  }
});
