/**
 * The paths that the settings of a compiler give to names, as `paths` and `baseUrl` of tsconfig.json. Input: the names of files of
 * settings, and their texts; output: the paths that a name may mean. Settings may extend and reference others: each file is read
 * once, and the number of files and of paths is bounded.
 */
import { dirname, join, resolve } from "node:path";
import { fieldOf, type JsonObject, objectIn, settingsIn, textsIn } from "./settings-json.ts";

/** The paths of one file of settings. */
export type CompilerPaths = {
  readonly patterns: readonly { readonly pattern: string; readonly targets: readonly string[] }[];
  readonly base: string | undefined;
  /** False if a part of the settings is not known: a file is missing, cannot be read, or comes after a bound. */
  readonly isWhole: boolean;
};

/** The paths that a name may mean, and whether the settings say that it is of the code base. */
export type NamedPaths = { readonly paths: readonly string[]; readonly isOwn: boolean };

/** Files of settings that one extends or references, also through each other: real ones have some ten. */
const maxFiles = 50;

/** Patterns of one file, and paths of one pattern: real ones have some hundred, and some five. */
const maxPatterns = 2_000;
const maxTargets = 20;

const none: CompilerPaths = { patterns: [], base: undefined, isWhole: true };
const unknown: CompilerPaths = { ...none, isWhole: false };

/** The paths of a file of settings; undefined if there is no such file. */
export function compilerPathsOf(file: string, textOf: (path: string) => string | undefined): CompilerPaths | undefined {
  const text = textOf(file);
  if (text === undefined) return undefined;
  const seen = new Set([file]);
  const data = settingsIn(text);
  return data === undefined ? unknown : pathsIn(data, file, { seen, textOf, withReferences: true });
}

type Reading = {
  readonly seen: Set<string>;
  readonly textOf: (path: string) => string | undefined;
  readonly withReferences: boolean;
};

/** The paths of settings, or else of the last ones that they extend and that have paths. */
function pathsIn(data: JsonObject, file: string, reading: Reading): CompilerPaths {
  const folder = dirname(file);
  const extended = fieldOf(data, "extends");
  let inherited = none;
  for (const name of typeof extended === "string" ? [extended] : textsIn(extended).slice(0, maxFiles)) {
    // Settings of a package from outside have no paths of this code base.
    if (!/^\.{0,2}\//.test(name) && name !== "." && name !== "..") continue;
    const path = resolve(folder, name);
    inherited = over(readPaths(path.endsWith(".json") ? path : `${path}.json`, reading), inherited);
  }
  const options = objectIn(fieldOf(data, "compilerOptions"));
  const baseUrl = fieldOf(options, "baseUrl");
  const base = typeof baseUrl === "string" ? resolve(folder, baseUrl) : undefined;
  const written = Object.entries(objectIn(fieldOf(options, "paths")));
  const patterns = written.slice(0, maxPatterns).map(([pattern, targets]) => ({
    pattern,
    targets: textsIn(targets)
      .slice(0, maxTargets)
      .map((target) => resolve(base ?? inherited.base ?? folder, target)),
  }));
  const own = over({ patterns, base, isWhole: written.length <= maxPatterns }, inherited);
  if (!reading.withReferences || own.patterns.length > 0) return own;
  // A file without files of its own names the settings for parts of a folder.
  const references = fieldOf(data, "references");
  const parts = (Array.isArray(references) ? references : []).slice(0, maxFiles).flatMap((reference) => {
    const path = fieldOf(objectIn(reference), "path");
    if (typeof path !== "string") return [];
    const named = resolve(folder, path);
    return [named.endsWith(".json") ? named : join(named, "tsconfig.json")];
  });
  const inFolder = parts.filter((path) => dirname(path) === folder);
  return inFolder.reduce((all, path) => joined(all, readPaths(path, { ...reading, withReferences: false })), own);
}

function readPaths(file: string, reading: Reading): CompilerPaths {
  const { seen, textOf } = reading;
  if (seen.has(file)) return none;
  if (seen.size >= maxFiles) return unknown;
  seen.add(file);
  const data = settingsIn(textOf(file) ?? "");
  return data === undefined ? unknown : pathsIn(data, file, reading);
}

/** Settings that extend others. */
function over(own: CompilerPaths, inherited: CompilerPaths): CompilerPaths {
  return {
    patterns: own.patterns.length > 0 ? own.patterns : inherited.patterns,
    base: own.base ?? inherited.base,
    isWhole: own.isWhole && inherited.isWhole,
  };
}

/** Settings for different files of a folder. */
function joined(first: CompilerPaths, second: CompilerPaths): CompilerPaths {
  return {
    patterns: [...first.patterns, ...second.patterns].slice(0, maxPatterns),
    base: first.base ?? second.base,
    isWhole: first.isWhole && second.isWhole,
  };
}

/** The paths that a name may mean: of the pattern with the longest beginning, or else below the base. */
export function pathsByPattern(name: string, { patterns, base, isWhole }: CompilerPaths): NamedPaths {
  let best: { readonly length: number; readonly paths: readonly string[] } | undefined;
  for (const { pattern, targets } of patterns) {
    const star = pattern.indexOf("*");
    const [before, after] = star < 0 ? [pattern, ""] : [pattern.slice(0, star), pattern.slice(star + 1)];
    const length = star < 0 ? Number.POSITIVE_INFINITY : before.length;
    const fits =
      star < 0
        ? pattern === name
        : name.startsWith(before) && name.endsWith(after) && name.length >= before.length + after.length;
    if (!fits || (best !== undefined && length <= best.length)) continue;
    const part = star < 0 ? "" : name.slice(before.length, name.length - after.length);
    best = { length, paths: targets.map((target) => target.replace("*", () => part)) };
  }
  if (best !== undefined) return { paths: best.paths, isOwn: best.length > 0 || !isWhole };
  return { paths: base === undefined ? [] : [join(base, name)], isOwn: !isWhole };
}
