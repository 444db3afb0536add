// The door for looking at paths.
import { type BigIntStats, existsSync, fstatSync, lstatSync, type Stats, statSync } from "node:fs";

export type { BigIntStats, Stats };

/** True if a path leads to something, links followed. */
export function exists(path: string): boolean {
  return existsSync(path);
}

/**
 * Returns what the system says of a path, links followed; undefined if nothing is there.
 *
 * @throws the system's error
 */
export function statsAt(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

/** As `statsAt`, with times in nanoseconds. */
export function exactStatsAt(path: string): BigIntStats | undefined {
  return statSync(path, { throwIfNoEntry: false, bigint: true });
}

/**
 * Returns what the system says of an entry of a folder, which may be a link itself; undefined if nothing is there.
 *
 * @throws the system's error
 */
export function entryAt(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** As `entryAt`, with times in nanoseconds. */
export function exactEntryAt(path: string): BigIntStats | undefined {
  return lstatSync(path, { throwIfNoEntry: false, bigint: true });
}

/** Returns what the system says of an open file. */
export function statsOfOpen(fd: number): Stats {
  return fstatSync(fd);
}

/** As `statsOfOpen`, with times in nanoseconds. */
export function exactStatsOfOpen(fd: number): BigIntStats {
  return fstatSync(fd, { bigint: true });
}
