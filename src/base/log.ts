/** Levels from the most to the least talkative. */
export const logLevels = ["trace", "debug", "info", "warn", "error"] as const;

export type LogLevel = (typeof logLevels)[number];

export type Log = (level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>) => void;

/** Names that a level has elsewhere. */
const levelAliases: ReadonlyMap<string, LogLevel> = new Map([["critical", "error"]]);

/** Every name that a level may be given by. */
export const logLevelNames: readonly string[] = [...logLevels, ...levelAliases.keys()];

/** The level of that name, or undefined. */
export function logLevelOf(name: string): LogLevel | undefined {
  return logLevels.find((level) => level === name) ?? levelAliases.get(name);
}

/** Are records of a level written when the threshold is this? */
export function isLogged(level: LogLevel, threshold: LogLevel): boolean {
  return logLevels.indexOf(level) >= logLevels.indexOf(threshold);
}

/** A log that hands records of `threshold` and above to `write`, one line of JSON each. */
export function createLog(threshold: LogLevel, write: (line: string) => void): Log {
  return (level, message, fields = {}) => {
    if (!isLogged(level, threshold)) return;
    write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
  };
}
