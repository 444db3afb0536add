/**
 * The stamps of files: size, times and inode, by which a file is known to be unchanged. Input: paths; output: their
 * stamps, also as bytes for other threads, and whether two of them mean the same content.
 */
import { dirname } from "node:path";
import { getOrInsert } from "../base/get-or-insert.ts";
import { isInside, type Roots, realPathOf } from "../base/real-path.ts";
import { type BigIntStats, exactEntryAt } from "../base/stats.ts";

/** By what a file is known to be the one that was read. ctime changes also where a program sets mtime. */
export type Stamp = {
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly ino: bigint;
};

/** The stamp of a file as it was read. */
export type ReadStamp = Stamp & {
  /** Milliseconds from which an equal stamp means equal bytes: when the call that read the file began; Infinity when it never does. */
  readonly trustedFrom: number;
};

/** Milliseconds after a change in which another one may leave the stamp as it is: FAT counts in steps of two seconds. */
const unsettledMs = 2_000;

export function stampOfStats({ size, mtimeNs, ctimeNs, ino }: BigIntStats): Stamp {
  return { size: Number(size), mtimeNs, ctimeNs, ino };
}

/**
 * A stamp with how far it is to be trusted.
 *
 * @param readAtMs when the file was read, or any time before it
 */
export function readStamp(stamp: Stamp, readAtMs: number): ReadStamp {
  return { ...stamp, trustedFrom: isSettled(stamp, readAtMs) ? readAtMs : Number.POSITIVE_INFINITY };
}

/** True when each change since a time shows in a stamp of that time. */
function isSettled({ mtimeNs, ctimeNs }: Pick<Stamp, "mtimeNs" | "ctimeNs">, readAtMs: number): boolean {
  const changedMs = Math.max(Number(mtimeNs / 1_000_000n), Number(ctimeNs / 1_000_000n));
  return changedMs + unsettledMs <= readAtMs;
}

/** Numbers of a stamp in stampsOfPaths. */
const numbersOfStamp = 4;

/**
 * The stamps of paths as bytes, 32 each: equal bytes mean equal stamps.
 *
 * @param kind `files` for regular files within the roots, links followed; `entries` for the entries themselves
 */
export function stampsOfPaths(paths: readonly string[], kind: "files" | "entries", roots: Roots): Uint8Array {
  const stamps = new Stamps(roots);
  const numbers = new BigInt64Array(paths.length * numbersOfStamp).fill(-1n);
  for (const [at, path] of paths.entries()) {
    const stamp = kind === "files" ? stamps.at(path) : entryStamp(path);
    if (stamp === undefined) continue;
    const { size, mtimeNs, ctimeNs, ino } = stamp;
    numbers.set([BigInt(size), mtimeNs, ctimeNs, ino], at * numbersOfStamp);
  }
  return new Uint8Array(numbers.buffer);
}

function entryStamp(path: string): Stamp | undefined {
  const stats = exactEntryAt(path);
  return stats && stampOfStats(stats);
}

/** Returns the stamp at an index of what stampsOfPaths has given; undefined if there is none. */
function stampIn(numbers: BigInt64Array, at: number): Stamp | undefined {
  const [size = -1n, mtimeNs = -1n, ctimeNs = -1n, ino = -1n] = numbers.subarray(
    at * numbersOfStamp,
    (at + 1) * numbersOfStamp,
  );
  return size < 0n ? undefined : { size: Number(size), mtimeNs, ctimeNs, ino };
}

/** Returns the size at an index of what stampsOfPaths has given; less than 0 if there is none. */
export function sizeIn(bytes: Uint8Array, at: number): number {
  return Number(numbersIn(bytes)[at * numbersOfStamp] ?? -1n);
}

function numbersIn(bytes: Uint8Array): BigInt64Array {
  return new BigInt64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / BigInt64Array.BYTES_PER_ELEMENT);
}

/** True when each change since a time shows in the stamps that stampsOfPaths has given at that time or after it. */
export function areSettled(bytes: Uint8Array, readAtMs: number): boolean {
  const numbers = numbersIn(bytes);
  for (let at = 0; at < numbers.length; at += numbersOfStamp) {
    if (!isSettled({ mtimeNs: numbers[at + 1] ?? 0n, ctimeNs: numbers[at + 2] ?? 0n }, readAtMs)) return false;
  }
  return true;
}

export function isSameStamp(one: Stamp, other: Stamp): boolean {
  return (
    one.mtimeNs === other.mtimeNs && one.size === other.size && one.ctimeNs === other.ctimeNs && one.ino === other.ino
  );
}

/** Is a file with this stamp surely the one that was read? A clock that was set back since proves nothing. */
export function isTrusted(read: ReadStamp, stamp: Stamp, nowMs: number): boolean {
  return read.trustedFrom <= nowMs && isSameStamp(read, stamp);
}

/** The stamps of files during one call, each asked for once. */
export class Stamps {
  readonly #roots: Roots;
  readonly #known = new Map<string, Stamp | undefined>();
  readonly #folders = new Map<string, boolean>();

  constructor(roots: Roots) {
    this.#roots = roots;
  }

  /** Takes the stamps of files that stampsOfPaths has given for these roots; of no bytes nothing is taken. */
  take(paths: readonly string[], bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    const numbers = numbersIn(bytes);
    for (const [at, path] of paths.entries()) this.#known.set(path, stampIn(numbers, at));
  }

  /**
   * The stamp of the regular file at an absolute path, links followed; undefined if it cannot be read within the roots.
   */
  at(path: string): Stamp | undefined {
    if (this.#known.has(path)) return this.#known.get(path);
    const stamp = this.#ask(path);
    this.#known.set(path, stamp);
    return stamp;
  }

  #ask(path: string): Stamp | undefined {
    try {
      const stats = exactEntryAt(path);
      if (stats?.isFile() === true) return this.#isInRoots(dirname(path)) ? stampOfStats(stats) : undefined;
      if (stats?.isSymbolicLink() !== true) return undefined;
      const real = realPathOf(path);
      if (!isInside(real, this.#roots)) return undefined;
      const target = exactEntryAt(real);
      return target?.isFile() === true ? stampOfStats(target) : undefined;
    } catch {
      return undefined;
    }
  }

  #isInRoots(folder: string): boolean {
    if (this.#roots.length === 0) return true;
    return getOrInsert(this.#folders, folder, () => isInside(realPathOf(folder), this.#roots));
  }
}
