/**
 * Replies of a worker to the pool, several in one message.
 *
 * Input: replies, and how long each may be held back; output: messages.
 */
import { parentPort, workerData } from "node:worker_threads";
import { maxHeldReplies, maxReplyHoldMs } from "../base/limits.ts";
import type { Replies, StoppedReply, WorkerData, WorkerReply } from "./protocol.ts";

const { stop, ended }: WorkerData = workerData;

/** Sends one reply. */
export function reply(message: WorkerReply): void {
  send([message]);
}

/** The end of a request that the pool wants no reply to. */
class StoppedRequest extends Error {}

/** @throws StoppedRequest if the pool wants no reply to the request */
export function throwIfStopped(): void {
  if (isStopped()) throw new StoppedRequest();
}

function isStopped(): boolean {
  return Atomics.load(stop, 0) !== 0;
}

/** Sends the reply to a request that may stop. @throws what making it throws */
export async function replyOrStop(make: () => Promise<WorkerReply>): Promise<void> {
  const made = await orStopped(make);
  if (made === undefined) sayStopped();
  else reply(made);
}

/** Returns a reply; undefined if its request was stopped. */
async function orStopped(make: () => WorkerReply | Promise<WorkerReply>): Promise<WorkerReply | undefined> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof StoppedRequest) return undefined;
    throw error;
  }
}

function sayStopped(): void {
  const stopped: StoppedReply = { isStopped: true };
  parentPort?.postMessage(stopped);
}

/**
 * Replies to the items of a request one after the other, until the pool wants no more of them. Replies are held back for
 * a moment, so that one message has several of them.
 *
 * @param holdMs 0 if the next item may take seconds, with which a reply that is held back would be lost
 */
export async function replyToEach<Item>(
  items: readonly Item[],
  replyTo: (item: Item, isLast: boolean) => WorkerReply | Promise<WorkerReply>,
  holdMs: number = maxReplyHoldMs,
): Promise<void> {
  let held: WorkerReply[] = [];
  let heldSince = performance.now();
  const sendHeld = () => {
    if (held.length > 0) send(held);
    held = [];
    heldSince = performance.now();
  };
  for (const [index, item] of items.entries()) {
    const made = isStopped() ? undefined : await orStopped(() => replyTo(item, index === items.length - 1));
    if (made === undefined) {
      sendHeld();
      sayStopped();
      return;
    }
    held.push(made);
    Atomics.add(ended, 0, 1);
    if (held.length >= maxHeldReplies || performance.now() - heldSince >= holdMs) sendHeld();
  }
  sendHeld();
}

function send(replies: readonly WorkerReply[]): void {
  const message: Replies = { replies };
  parentPort?.postMessage(message);
}
