import { parentPort, workerData } from "node:worker_threads";
import { maxHeldReplies, maxReplyHoldMs } from "../base/limits.ts";
import type { Replies, StoppedReply, WorkerData, WorkerReply } from "./protocol.ts";

const { stop, ended }: WorkerData = workerData;

/** Sends one reply. */
export function reply(message: WorkerReply): void {
  send([message]);
}

/**
 * Replies to the items of a request one after the other, until the pool wants no more of them. Replies are held back for
 * a moment, so that one message has several of them.
 */
export async function replyToEach<Item>(
  items: readonly Item[],
  replyTo: (item: Item, isLast: boolean) => WorkerReply | Promise<WorkerReply>,
): Promise<void> {
  let held: WorkerReply[] = [];
  let heldSince = performance.now();
  const sendHeld = () => {
    if (held.length > 0) send(held);
    held = [];
    heldSince = performance.now();
  };
  for (const [index, item] of items.entries()) {
    if (Atomics.load(stop, 0) !== 0) {
      sendHeld();
      const stopped: StoppedReply = { isStopped: true };
      parentPort?.postMessage(stopped);
      return;
    }
    held.push(await replyTo(item, index === items.length - 1));
    Atomics.add(ended, 0, 1);
    if (held.length >= maxHeldReplies || performance.now() - heldSince > maxReplyHoldMs) sendHeld();
  }
  sendHeld();
}

function send(replies: readonly WorkerReply[]): void {
  const message: Replies = { replies };
  parentPort?.postMessage(message);
}
