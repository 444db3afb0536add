/**
 * One job of the pool (work queue): many items, processed by workers in pieces. Input: the items, and replies of
 * workers in any order; output: the result of each item in the order of the items, also if workers die.
 */
import { filesPerChunk, maxFilesAhead } from "../base/limits.ts";
import type { WorkerReply, WorkerRequest } from "./protocol.ts";

/** Pieces of a small job for each worker, so that the workers end at nearly the same time. */
const piecesPerWorker = 4;

/** Work on many items, such as files, which workers process in pieces. */
export type Work<Item, Result> = {
  readonly items: readonly Item[];
  /** Returns the request for some of the items. A worker replies once for each, in order. */
  readonly requestFor: (items: readonly Item[]) => WorkerRequest;
  readonly resultOf: (reply: WorkerReply) => Result;
  /** Returns the result of an item at which two workers died, or one by the timeout. */
  readonly failed: (item: Item, reason: string) => Result;
  /** Receives the result of the item at an index. Items come in order. */
  readonly onResult: (index: number, result: Result) => void;
  /** Receives the number of files that a listing has found so far. */
  readonly onFound?: (files: number) => void;
  /**
   * Returns a number of an item: the same number goes to the same thread of a pool while that has other work, too. Threads keep files
   * open for later calls.
   */
  readonly laneOf?: (item: Item) => number;
  /** True if results count that come after the end of the job, from workers that end their item: of a job that is asked for again. */
  readonly takesLate?: boolean;
  /** Milliseconds for one item, after which its worker is ended; undefined for the limit of the pool. */
  readonly itemTimeoutMs?: number | undefined;
};

/** The reason for the end of a worker; `isFinal` when its item would end the next one as well. */
export type Crash = { readonly reason: string; readonly isFinal: boolean };

/** A job as the pool sees it, with items of any type. */
export type Job = Omit<PieceJob<unknown, unknown>, "flush">;

/**
 * A job of the pool. Results are passed on in the order of the items, whatever the order of work; no more than
 * `maxFilesAhead` items are started past the first open one, which bounds the number of waiting results.
 */
export class PieceJob<Item, Result> {
  /** The start by performance.now(). */
  readonly startedAt = performance.now();
  /** Called by the pool at the end of the job, and set by it. */
  onDone: () => void = () => {};
  readonly #work: Work<Item, Result>;
  readonly #chunk: number;
  /** The indexes of items that are not begun: of each thread its own, or one list for all threads. In order. */
  readonly #lanes: readonly Lane[];
  /** The index of the first item whose result was not passed on. */
  #first = 0;
  readonly #waiting = new Map<number, { readonly result: Result }>();
  /** Items of dead workers, which start again. */
  readonly #again: number[] = [];
  /** Items at which a worker died, which start again in a piece of their own. */
  readonly #suspects: number[] = [];
  readonly #tried = new Set<number>();
  #isOver = false;
  readonly #pieces = new Map<object, { readonly indexes: readonly number[]; taken: number }>();

  /** True when it gives way to other jobs: its pieces have one item. */
  readonly isBackground: boolean;

  constructor(work: Work<Item, Result>, workers: number, isBackground = false) {
    this.#work = work;
    this.isBackground = isBackground;
    const chunk = Math.min(filesPerChunk, Math.ceil(work.items.length / (piecesPerWorker * workers)));
    this.#chunk = isBackground ? 1 : Math.max(1, chunk);
    this.#lanes = lanesOf(work, workers);
  }

  /** The number of the thread that its only item goes to if this one is idle; undefined for other jobs. */
  get onlyLane(): number | undefined {
    return this.keepsFiles && this.#work.items.length === 1
      ? this.#lanes.findIndex(({ indexes }) => indexes.length > 0)
      : undefined;
  }

  /** True if threads keep files of its items open for later calls. */
  get keepsFiles(): boolean {
    return this.#work.laneOf !== undefined;
  }

  get itemTimeoutMs(): number | undefined {
    return this.#work.itemTimeoutMs;
  }

  get isDone(): boolean {
    return this.#first === this.#work.items.length;
  }

  get itemsLeft(): number {
    const notBegun = this.#lanes.reduce((sum, { indexes, next }) => sum + indexes.length - next, 0);
    return notBegun + this.#again.length + this.#suspects.length;
  }

  get hasWork(): boolean {
    return this.#again.length > 0 || this.#suspects.length > 0 || this.#lanes.some((lane) => this.#canBegin(lane));
  }

  /**
   * Returns the request for the next piece of a worker; workers are compared by identity.
   *
   * @param number the place of the worker in its pool
   */
  start(worker: object, number = 0): WorkerRequest {
    const indexes = this.#nextPiece(number);
    this.#pieces.set(worker, { indexes, taken: 0 });
    return this.#work.requestFor(indexes.map((index) => this.#item(index)));
  }

  /** Takes a reply; returns true when the worker's piece has further items. */
  take(worker: object, reply: WorkerReply): boolean {
    const piece = this.#pieces.get(worker);
    const index = piece?.indexes[piece.taken];
    if (piece === undefined || index === undefined) return false;
    piece.taken++;
    this.#finish(index, this.#work.resultOf(reply));
    if (piece.taken < piece.indexes.length) return true;
    this.#pieces.delete(worker);
    return false;
  }

  /** Takes a sign of life. */
  alive(found: number): void {
    if (!this.#isOver) this.#work.onFound?.(found);
  }

  /**
   * Requeues the items of a dead worker, or fails the one at which it died.
   *
   * @param ended how many items of the piece the worker had ended; replies that it had not sent are lost
   */
  crashed(worker: object, { reason, isFinal }: Crash, ended: number): void {
    const piece = this.#pieces.get(worker);
    if (piece === undefined) return;
    this.#pieces.delete(worker);
    const open = piece.indexes.slice(piece.taken);
    // One that had ended them all could not send its replies: some item is to blame, or the job would never end.
    const at = Math.min(Math.max(0, ended - piece.taken), open.length - 1);
    const [suspect] = open.splice(at, 1);
    this.#again.push(...open);
    if (suspect === undefined) return;
    if (isFinal || this.#tried.has(suspect)) {
      this.#finish(suspect, this.#work.failed(this.#item(suspect), reason));
      return;
    }
    this.#tried.add(suspect);
    this.#suspects.push(suspect);
  }

  /** Passes on the results after items that are still open. Workers may end their item later: see `takesLate`. */
  flush(): void {
    this.#isOver = true;
    for (const [index, { result }] of [...this.#waiting].sort(([a], [b]) => a - b)) this.#work.onResult(index, result);
    this.#waiting.clear();
  }

  #item(index: number): Item {
    const item = this.#work.items[index];
    if (item === undefined) throw new Error(`there is no item ${index}`);
    return item;
  }

  #canBegin({ indexes, next }: Lane): boolean {
    const index = indexes[next];
    return index !== undefined && index < this.#first + maxFilesAhead;
  }

  #nextPiece(number: number): readonly number[] {
    if (this.#again.length > 0) return this.#again.splice(0, this.#chunk);
    const own = this.#lanes[number % this.#lanes.length];
    const lane = own !== undefined && this.#canBegin(own) ? own : this.#longestLane();
    if (lane === undefined) return this.#suspects.splice(0, 1);
    const from = lane.next;
    while (lane.next < from + this.#chunk && this.#canBegin(lane)) lane.next++;
    return lane.indexes.slice(from, lane.next);
  }

  /** The lane with the most items, if one can begin. */
  #longestLane(): Lane | undefined {
    const open = this.#lanes.filter((lane) => this.#canBegin(lane));
    return open.sort((a, b) => b.indexes.length - b.next - (a.indexes.length - a.next))[0];
  }

  #finish(index: number, result: Result): void {
    if (this.#isOver) {
      if (this.#work.takesLate === true) this.#work.onResult(index, result);
      return;
    }
    this.#waiting.set(index, { result });
    for (;;) {
      const next = this.#waiting.get(this.#first);
      if (next === undefined) return;
      this.#waiting.delete(this.#first);
      this.#work.onResult(this.#first, next.result);
      this.#first++;
    }
  }
}

/** Indexes of items, and the place of the first one that is not begun. */
type Lane = { readonly indexes: readonly number[]; next: number };

function lanesOf<Item>({ items, laneOf }: Pick<Work<Item, unknown>, "items" | "laneOf">, workers: number): Lane[] {
  if (laneOf === undefined) return [{ indexes: Array.from(items.keys()), next: 0 }];
  const lanes = Array.from({ length: workers }, (): { readonly indexes: number[]; next: number } => ({
    indexes: [],
    next: 0,
  }));
  for (const [index, item] of items.entries()) lanes[laneOf(item) % workers]?.indexes.push(index);
  return lanes;
}
