import {
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

/** The settings of a found configuration that count, and the keys of the others. */
export type Bounded = { readonly counts: Configuration; readonly leftOut: readonly string[] };

/**
 * Leaves out of a found configuration the settings that reach beyond its folder and those that lift a bound: a stranger
 * may have written it, as the folder may come from a stranger.
 *
 * @param user the user's own configuration
 * @param allowsCommands true when the user has allowed the commands of whatever file is found
 */
export function boundFound(found: Configuration, user: Configuration | undefined, allowsCommands: boolean): Bounded {
  const { roots, languages, lint_rules, cache_dir, cache, tools, limits, commands, ...harmless } = found;
  const leftOut = Object.entries({ roots, languages, lint_rules, cache_dir })
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
  const counts = {
    ...harmless,
    commands: allowsCommands ? commands : {},
    ...(harmless.ignore === undefined ? {} : { ignore: [...harmless.ignore, ...(user?.ignore ?? [])] }),
    macros: joined(harmless.macros, user?.macros ?? {}),
    ...(cache === undefined || isCacheOff ? {} : { cache }),
    tools: kept("tools", tools, (name, isOn) => !isOn || user?.tools[name] !== false),
    limits: kept("limits", limits, (key, limit) => sizeOf(key, limit) <= sizeOf(key, holds[key])),
  };
  return { counts, leftOut };
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
