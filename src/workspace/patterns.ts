import { Minimatch } from "minimatch";

/** Tells whether a file is wanted, by its path below the scanned folder, written with `/`. */
export type FileFilter = (pathBelow: string) => boolean;

/**
 * A filter by glob patterns: one without a slash matches the name, one with a slash the path below the
 * folder. `**`, braces and `[…]` work; a pattern that starts with `!` takes files away, wherever it stands.
 * Patterns that only take away start from everything.
 */
export function fileFilter(patterns: readonly string[]): FileFilter {
  const negative = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const positive = patterns.filter((pattern) => !pattern.startsWith("!"));
  const wanted = (positive.length > 0 ? positive : ["*"]).map(matcher);
  const unwanted = negative.map(matcher);
  return (path) => wanted.some((matches) => matches(path)) && !unwanted.some((matches) => matches(path));
}

function matcher(pattern: string): FileFilter {
  const ending = /^\*(\.[A-Za-z0-9_]+)$/.exec(pattern)?.[1];
  if (ending !== undefined) return (path) => path.endsWith(ending);
  const glob = pattern.replaceAll("\\", "/").replace(/^\.?\/(?=.)/, "");
  const matches = new Minimatch(glob, { dot: true, nocomment: true, nonegate: true });
  if (glob.includes("/")) return (path) => matches.match(path);
  return (path) => matches.match(path.slice(path.lastIndexOf("/") + 1));
}
