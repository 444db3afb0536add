/**
 * The files of statistics: one for each session, in a folder of the cache folder that only the user can write. Input: counts by tool;
 * output: the counts of sessions, the last one first. They have no path, no name and no code of the user.
 */
// The door for statistics: the command that shows them reads them here.
import { join } from "node:path";
import type { Host } from "../base/host.ts";
import { maxSessionsOfStats, maxStatsBytes } from "../base/limits.ts";
import { namesIn } from "../base/list-folder.ts";
import { recordOf } from "../base/record.ts";
import { readOwnFile, removeFile } from "../cache/own-files.ts";
import { replaceFile } from "../cache/replace-file.ts";

/** The counts of a tool in one session. */
export type ToolCounts = {
  readonly calls: number;
  /** UTF-16 code units of all answers. */
  readonly characters: number;
  /** Calls that were compared with rg, and the characters of their answers and of what rg prints. */
  readonly compared: number;
  readonly compared_characters: number;
  readonly rg_characters: number;
};

export const noCounts: ToolCounts = {
  calls: 0,
  characters: 0,
  compared: 0,
  compared_characters: 0,
  rg_characters: 0,
};

/** The file of one session. */
export type SessionFile = {
  /** The folder of the cache. */
  readonly folder: string;
  readonly uid: Host["uid"];
  /** The start of the session and a random end. */
  readonly name: string;
};

export type SessionCounts = { readonly started: string; readonly tools: ReadonlyMap<string, ToolCounts> };

const nameOfSession = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)-[\da-f]{8}\.json$/;

/** Returns the name of the file of a session that starts now. */
export function sessionName(now: number): string {
  const start = new Date(now).toISOString().slice(0, 19).replaceAll(":", "-");
  return `${start}-${crypto.randomUUID().slice(0, 8)}.json`;
}

/** Writes the counts of a session. Files of the oldest sessions are removed. @throws the system's error */
export function writeSession({ folder, uid, name }: SessionFile, counts: ReadonlyMap<string, ToolCounts>): void {
  const stats = statsFolder(folder);
  replaceFile(join(stats, name), uid, Buffer.from(`${JSON.stringify(Object.fromEntries(counts))}\n`));
  for (const old of sessionsIn(stats).slice(maxSessionsOfStats)) removeFile(join(stats, old));
}

/** Returns the counts of the sessions, the last one first. A file that cannot be read is left out. */
export function readSessions(folder: string, uid: Host["uid"]): readonly SessionCounts[] {
  const stats = statsFolder(folder);
  return sessionsIn(stats).flatMap((name) => {
    const tools = countsIn(join(stats, name), uid);
    const [, started = ""] = nameOfSession.exec(name) ?? [];
    const [day = "", time = ""] = started.split("T");
    return tools === undefined ? [] : [{ started: `${day} ${time.replaceAll("-", ":")}`, tools }];
  });
}

/** Removes the files of all sessions. @returns how many there were */
export function clearSessions(folder: string): number {
  const stats = statsFolder(folder);
  const names = sessionsIn(stats);
  for (const name of names) removeFile(join(stats, name));
  return names.length;
}

function statsFolder(folder: string): string {
  return join(folder, "stats");
}

/** The names of the files, the last session first. */
function sessionsIn(stats: string): readonly string[] {
  try {
    return namesIn(stats)
      .filter((name) => nameOfSession.test(name))
      .sort()
      .reverse();
  } catch {
    return [];
  }
}

function countsIn(path: string, uid: Host["uid"]): ReadonlyMap<string, ToolCounts> | undefined {
  try {
    const tools = recordOf(JSON.parse(readOwnFile(path, uid, maxStatsBytes).toString()));
    return new Map(Object.entries(tools).map(([tool, counts]) => [tool, toolCountsOf(recordOf(counts))]));
  } catch {
    return undefined;
  }
}

function toolCountsOf(value: Readonly<Record<string, unknown>>): ToolCounts {
  const count = (key: keyof ToolCounts) => {
    const number = value[key];
    return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : 0;
  };
  return {
    calls: count("calls"),
    characters: count("characters"),
    compared: count("compared"),
    compared_characters: count("compared_characters"),
    rg_characters: count("rg_characters"),
  };
}
