/**
 * The trust in a configuration that was only found, since a stranger may have written it. Input: its settings, and the
 * user's own; output: the settings that take effect, and the keys of those left out.
 */
import {
  foundLimitFloors,
  maxConcurrentRequests,
  maxFileBytes,
  maxResultChars,
  requestTimeoutMs,
  sessionTimeoutMs,
} from "../base/limits.ts";
import type { Configuration, LimitKey } from "./configuration-file.ts";

/** Limits by default. */
export const defaultLimits: Readonly<Record<LimitKey, number>> = {
  max_file_size: maxFileBytes,
  request_timeout: requestTimeoutMs,
  max_concurrent_requests: maxConcurrentRequests,
  session_timeout: sessionTimeoutMs,
  max_result_chars: maxResultChars,
};

const limitKeys: readonly LimitKey[] = [
  "max_file_size",
  "request_timeout",
  "max_concurrent_requests",
  "session_timeout",
  "max_result_chars",
];

/** The settings of a found configuration that count, and the keys of the others. */
export type Bounded = {
  readonly counts: Configuration;
  readonly leftOut: readonly string[];
  /** A sentence for each setting that takes effect in part. */
  readonly problems: readonly string[];
};

/**
 * Leaves out of a found configuration settings that reach beyond its folder, lift a bound or leave nothing to serve: a
 * stranger may have written it, as the folder may come from a stranger.
 *
 * @param user the user's own configuration
 * @param allowsCommands true when the user has allowed the commands of whatever file is found
 * @param toolNames the names of the tools that are served by default
 */
export function boundFound(
  found: Configuration,
  user: Configuration | undefined,
  allowsCommands: boolean,
  toolNames: readonly string[],
): Bounded {
  const { roots, allow_edits, languages, lint_rules, cache_dir, stats, cache, tools, limits, commands, ...harmless } =
    found;
  const leftOut = Object.entries({ roots, allow_edits, languages, lint_rules, cache_dir, stats })
    .filter(([, value]) => value !== undefined)
    .map(([key]) => key);
  if (!allowsCommands && Object.keys(commands).length > 0) leftOut.push("commands");
  const isCacheOff = user?.cache === false;
  if (cache === true && isCacheOff) leftOut.push("cache");
  const kept = <Value>(name: string, section: Section<Value>, counts: (key: string, value: Value) => boolean) => {
    const entries = Object.entries(section);
    leftOut.push(...entries.filter((entry) => !counts(...entry)).map(([key]) => `${name}.${key}`));
    return Object.fromEntries(entries.filter((entry) => counts(...entry)));
  };
  const holds: Section<number | undefined> = { ...defaultLimits, ...user?.limits };
  const isOff = (name: string) => (tools[name] ?? user?.tools[name] ?? true) === false;
  const turnsAllOff = Object.keys(tools).length > 0 && toolNames.every(isOff);
  const keptTools = kept("tools", tools, (name, isOn) => !isOn || user?.tools[name] !== false);
  const { values, problems } = raised(
    kept("limits", limits, (key, limit) => sizeOf(key, limit) <= sizeOf(key, holds[key])),
    holds,
  );
  const counts = {
    ...harmless,
    commands: allowsCommands ? commands : {},
    ...(harmless.ignore === undefined ? {} : { ignore: [...harmless.ignore, ...(user?.ignore ?? [])] }),
    macros: joined(harmless.macros, user?.macros ?? {}),
    ...(cache === undefined || isCacheOff ? {} : { cache }),
    tools: turnsAllOff ? {} : keptTools,
    limits: values,
  };
  return {
    counts,
    leftOut,
    problems: [...(turnsAllOff ? ["tools turns off all tools, and is ignored"] : []), ...problems],
  };
}

/**
 * Raises limits of a found file to their floors, which are never higher than what holds without the file.
 *
 * @returns the limits, and a sentence for each that was raised
 */
function raised(limits: Configuration["limits"], holds: Section<number | undefined>) {
  const problems: string[] = [];
  const entries = limitKeys.flatMap((key): [string, number][] => {
    const limit = limits[key];
    if (limit === undefined) return [];
    const floor = Math.min(foundLimitFloors[key], sizeOf(key, holds[key]));
    if (sizeOf(key, limit) >= floor) return [[key, limit]];
    problems.push(`limits.${key} is ${limit}, and ${floor} takes effect, the least of a file that was found`);
    return [[key, floor]];
  });
  return { values: Object.fromEntries(entries), problems };
}

/** Appends the user's own macros to the found ones, since the last one decides. */
function joined(found: Configuration["macros"], user: Configuration["macros"]): Configuration["macros"] {
  const roles = [...new Set([...Object.keys(found), ...Object.keys(user)])];
  return Object.fromEntries(roles.map((role) => [role, [...(found[role] ?? []), ...(user[role] ?? [])]]));
}

type Section<Value> = Readonly<Record<string, Value>>;

/** Returns a limit for comparison: 0 characters mean no limit. */
function sizeOf(key: string, limit = 0): number {
  return key === "max_result_chars" && limit === 0 ? Number.POSITIVE_INFINITY : limit;
}
