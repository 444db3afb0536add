/**
 * The calls that were answered before all names were resolved. Input: the key of a call, and the rows that it has found; output: the
 * time that the next call has, and the rows with which it begins.
 */
import type { RowValues } from "../answers/rows.ts";

/** Time at the end of a call for an answer without what is not resolved: part of its timeout. */
const shareForOthers = 0.2;

/**
 * The same for an answer that reads and compares files itself, such as those that a diff changes. Files that the call has read by then stay known.
 */
const shareForParts = 0.5;

/** Milliseconds of this at the least, unless half of the timeout is less: a busy machine takes as long to ask its workers. */
const leastForOthersMs = 500;

/** The code of so many files is read and resolved in two to three seconds, on two cores. */
const fewFiles = 400;

/** Calls in sequence that wait longer for code that is being read. */
const maxLongWaits = 2;

/** Calls that are kept. */
const maxCalls = 16;

/** Path → the rows of a file that was resolved; null for one without rows. */
export type ResolvedRows = Map<string, RowValues | null>;

/** The number of no view. */
const noView = 0;

type Unfinished = { readonly subject: string; readonly viewId: number; readonly rows: ResolvedRows };

/** Milliseconds after which calls are answered with what is known, each undefined for no limit of its own. */
type Times = {
  readonly answerWithinMs: number | undefined;
  /** Of the first call, if nothing is known of its code. */
  readonly unknownAnswerWithinMs: number | undefined;
  /** Of calls after one that ended before its code was read. */
  readonly readCodeWithinMs: number | undefined;
};

/** A call by its tool and its arguments, and what it is about: the names or the place that it asks for. */
export type CallKey = { readonly key: string; readonly subject: string };

/**
 * Calls of tools over the index that were answered before all of their files were resolved, by tool and arguments. The next call
 * about the same names or place has all the time of a call, whatever else it asks; the same call again also begins with what was
 * resolved, as long as the code has not changed.
 */
export class UnfinishedCalls {
  readonly #times: Times;
  #hasBegun = false;
  /** The calls in sequence that ended before their code was known. */
  #waited = 0;
  readonly #calls = new Map<string, Unfinished>();
  /** The subjects of calls that have resolved all uses, the last one at the end. */
  readonly #resolved = new Set<string>();

  constructor(times: Times) {
    this.#times = times;
  }

  /**
   * Returns the milliseconds in which a call is to resolve its names. After a call that had only lines of text, since its code was
   * still being read, the next two wait longer: they would have no more to say, and be asked again. If that does not help, later ones do not.
   *
   * @param timeoutMs the timeout of the call; undefined for none
   */
  timeFor(call: CallKey, timeoutMs: number | undefined): number | undefined {
    const isBeingRead = this.#waited > 0 && this.#waited <= maxLongWaits;
    const withinMs = isBeingRead ? this.#times.readCodeWithinMs : this.#times.answerWithinMs;
    return this.#timeWithin(withinMs, call, this.timeForWhole(timeoutMs));
  }

  /** The same for a call whose answer about some of its files would be wrong: it is answered sooner only if nothing else is left. */
  timeForWhole(timeoutMs: number | undefined): number | undefined {
    return (
      timeoutMs &&
      Math.ceil(timeoutMs - Math.max(timeoutMs * shareForOthers, Math.min(leastForOthersMs, timeoutMs / 2)))
    );
  }

  /** The same for a call that needs all code, and has parts that need some of it: it is answered sooner only the first time. */
  timeForAll(call: CallKey, timeoutMs: number | undefined): number | undefined {
    const longest = timeoutMs && Math.ceil(timeoutMs * (1 - shareForParts));
    return this.#timeWithin(this.#times.readCodeWithinMs, call, longest);
  }

  /** Some milliseconds, or the longest time if that is less, if these are undefined, or if the call comes again. */
  #timeWithin(withinMs: number | undefined, { subject }: CallKey, longest: number | undefined): number | undefined {
    if (withinMs === undefined || this.#isOpen(subject)) return longest;
    return Math.min(withinMs, longest ?? Number.POSITIVE_INFINITY);
  }

  /**
   * Returns further milliseconds for a call that would have nothing to show; undefined if a time is set by the user, or too little is left.
   *
   * @param spentMs what it had
   */
  furtherTime(spentMs: number, timeoutMs: number | undefined): number | undefined {
    const { answerWithinMs = 0, readCodeWithinMs = 0 } = this.#times;
    const isLeft = spentMs + readCodeWithinMs <= (this.timeForWhole(timeoutMs) ?? Number.POSITIVE_INFINITY);
    return readCodeWithinMs > answerWithinMs && isLeft ? readCodeWithinMs : undefined;
  }

  /**
   * Returns the milliseconds for the parts of an answer that need few files, after which they are made of the files that were read;
   * undefined for no limit.
   *
   * @param spentMs what the call had for all parts
   */
  timeForLesser(spentMs: number, timeoutMs: number | undefined): number | undefined {
    const half = timeoutMs && Math.max((timeoutMs - spentMs) / 2, 0);
    const times = [this.furtherMs, half].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Milliseconds for a search that may tell more than the answer that there is; undefined for no limit. */
  get furtherMs(): number | undefined {
    return this.#times.answerWithinMs;
  }

  /**
   * Returns the milliseconds in which a call is to resolve its names if nothing is known of its code; undefined as above, for few
   * files, which are soon read, and for all calls after the first one of them: by then, some of it is known.
   *
   * @param files the number of files of the code
   */
  timeForUnknown({ subject }: CallKey, files: number): number | undefined {
    if (this.#isOpen(subject) || this.#hasBegun || files <= fewFiles) return undefined;
    this.#hasBegun = true;
    return this.#times.unknownAnswerWithinMs;
  }

  /**
   * The rows that a call has found so far in a view of its code, which it adds to; these of an unfinished call are kept.
   *
   * @param viewId the number of the view: other code has other rows
   */
  rowsOf(key: string, viewId: number): ResolvedRows {
    const known = this.#calls.get(key);
    if (known?.viewId === viewId) return known.rows;
    const rows: ResolvedRows = new Map();
    if (known !== undefined) this.#calls.set(key, { ...known, viewId, rows });
    return rows;
  }

  #isOpen(subject: string): boolean {
    return [...this.#calls.values()].some((call) => call.subject === subject);
  }

  /** Keeps the rows of a call that was answered without the rows of some files. */
  keep({ key, subject }: CallKey, viewId = noView, rows: ResolvedRows = new Map()): void {
    this.#waited = viewId === noView ? this.#waited + 1 : 0;
    this.#calls.delete(key);
    this.#calls.set(key, { subject, viewId, rows });
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > maxCalls && oldest !== undefined) this.#calls.delete(oldest);
  }

  /** Takes note of a call that has resolved all uses of what it is about. */
  noteResolved(subject: string): void {
    this.#resolved.delete(subject);
    this.#resolved.add(subject);
    const [oldest] = this.#resolved;
    if (this.#resolved.size > maxCalls && oldest !== undefined) this.#resolved.delete(oldest);
  }

  /** True if a call has resolved the uses of what another one is about: what that needs of them is quickly told. */
  isResolved(subject: string): boolean {
    return this.#resolved.has(subject);
  }

  /** Milliseconds for parts of an answer whose uses were resolved, after which lines of text are looked for; undefined for no limit. */
  timeForParts(timeoutMs: number | undefined): number | undefined {
    const share = timeoutMs === undefined ? undefined : (timeoutMs * shareForOthers) / 2;
    const times = [this.#times.answerWithinMs, share].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Forgets a call that has the rows of all files. */
  finish(key: string): void {
    this.#waited = 0;
    this.#calls.delete(key);
  }
}
