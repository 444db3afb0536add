import { parentPort, workerData } from "node:worker_threads";
import type { StoppedReply, WorkerData } from "./protocol.ts";

const { stop }: WorkerData = workerData;

/**
 * Replies to the items of a request one after the other, until the pool wants no more of them.
 *
 * @param reply posts the reply to an item
 */
export async function replyToEach<Item, Reply>(
  items: readonly Item[],
  replyTo: (item: Item, isLast: boolean) => Reply | Promise<Reply>,
  reply: (reply: Reply) => void | Promise<void>,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (Atomics.load(stop, 0) !== 0) {
      const stopped: StoppedReply = { isStopped: true };
      parentPort?.postMessage(stopped);
      return;
    }
    await reply(await replyTo(item, index === items.length - 1));
  }
}
