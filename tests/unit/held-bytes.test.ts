import type { EventEmitter } from "node:events";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { HeldBytes } from "../../src/mcp/http/held-bytes.ts";

function exchange(unread = 0) {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  Object.defineProperty(response, "writableLength", { get: () => unread });
  return { request, response };
}

const close = ({ response }: { readonly response: EventEmitter }) => response.emit("close");

test("bodies of all exchanges are counted until their responses close", () => {
  const held = new HeldBytes(100);
  const [one, other] = [exchange(), exchange()];
  held.open(one);
  held.open(other);
  expect([held.take(one, 60), held.take(other, 40), held.take(other, 1), held.take(one, 1)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  close(one);
  expect([held.take(other, 60), held.take(other, 1)]).toEqual([true, false]);
  close(other);
  const third = exchange();
  held.open(third);
  expect(held.take(third, 100)).toBe(true);
});

test("a body that is given up holds nothing", () => {
  const held = new HeldBytes(100);
  const [one, other] = [exchange(), exchange()];
  held.open(one);
  held.open(other);
  expect(held.take(one, 100)).toBe(true);
  held.give(one);
  expect(held.take(other, 100)).toBe(true);
  close(one);
  expect(held.take(other, 1)).toBe(false);
});

test("answers that clients have not read count as well", () => {
  const held = new HeldBytes(100);
  const [one, other] = [exchange(70), exchange()];
  held.open(one);
  held.open(other);
  expect([held.take(other, 31), held.take(other, 30)]).toEqual([false, true]);
});

test("an exchange that is closed takes nothing more", () => {
  const held = new HeldBytes(100);
  const one = exchange();
  held.open(one);
  close(one);
  expect(held.take(one, 1)).toBe(false);
});
