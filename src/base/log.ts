import { jsonText } from "./escape/json.ts";

/** Levels from the most to the least verbose. */
export const logLevels = ["trace", "debug", "info", "warn", "error"] as const;

export type LogLevel = (typeof logLevels)[number];

export type Log = (level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>) => void;

/** Other names of a level. */
const levelAliases: ReadonlyMap<string, LogLevel> = new Map([["critical", "error"]]);

/** Every accepted name of a level. */
export const logLevelNames: readonly string[] = [...logLevels, ...levelAliases.keys()];

/** Returns the level with a name; undefined when there is none. */
export function logLevelOf(name: string): LogLevel | undefined {
  return logLevels.find((level) => level === name) ?? levelAliases.get(name);
}

/** True when records of a level are written at a threshold. */
export function isLogged(level: LogLevel, threshold: LogLevel): boolean {
  return logLevels.indexOf(level) >= logLevels.indexOf(threshold);
}

/** Creates a log that passes records of `threshold` and above to `write`, one line of JSON each. */
export function createLog(threshold: LogLevel, write: (line: string) => void): Log {
  return (level, message, fields = {}) => {
    if (!isLogged(level, threshold)) return;
    write(`${jsonText({ time: new Date().toISOString(), level, message, ...fields })}\n`);
  };
}
