/**
 * The patterns of a .gitignore file, matched as git matches them (gitignore(5); dir.c and wildmatch.c of git). Input: the lines of the
 * file, and paths; output: whether a path is ignored.
 *
 * Each pattern takes a time that is bounded by the product of its length and the path's: a regular expression for
 * `*a*a*a*b` takes a name of 200 letters for hours, and both may come from a stranger.
 */

/** The verdict of a list of patterns on a path; undefined when none matches. */
export type Verdict = "ignored" | "unignored" | undefined;

/** A path is ignored unless the last pattern that matches it begins with `!`. */
export class IgnorePatterns {
  /** The last one first. */
  readonly #patterns: readonly Pattern[];

  /** @param lines the text of a .gitignore file */
  constructor(lines: string) {
    this.#patterns = lines
      .replace(/^\uFEFF/, "")
      .split("\n")
      .map(patternOf)
      .filter((pattern) => pattern !== undefined)
      .reverse();
  }

  /** @param path relative to the folder of the file, with `/` */
  verdictOn(path: string, isFolder: boolean): Verdict {
    const bytes = bytesOf(path);
    const segments = bytes.split("/");
    for (const { isNegative, isForFolders, matches } of this.#patterns) {
      if ((!isForFolders || isFolder) && matches(segments)) return isNegative ? "unignored" : "ignored";
    }
    return undefined;
  }
}

type Pattern = {
  readonly isNegative: boolean;
  readonly isForFolders: boolean;
  readonly matches: (segments: readonly string[]) => boolean;
};

function patternOf(line: string): Pattern | undefined {
  let text = withoutTrailingSpaces(line.replace(/\r$/, ""));
  if (text === "" || text.startsWith("#")) return undefined;
  const isNegative = text.startsWith("!");
  if (isNegative) text = text.slice(1);
  const isForFolders = text.endsWith("/");
  if (isForFolders) text = text.slice(0, -1);
  if (text === "") return undefined;
  // After a backslash a slash is still one.
  const path = text.replace(/^\//, "").replace(/\\[\s\S]/g, (escaped) => (escaped === "\\/" ? "/" : escaped));
  const segments = segmentsOf(bytesOf(path));
  if (segments === undefined) return undefined;
  const [only] = segments;
  // Without a slash it is about the name, in whatever folder.
  const isAboutNames = only !== undefined && !text.includes("/");
  const matches = isAboutNames
    ? (names: readonly string[]) => matchesSegment(only, names[names.length - 1] ?? "")
    : (names: readonly string[]) => matchesPath(segments, names);
  return { isNegative, isForFolders, matches };
}

function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " ") end--;
  const backslashes = /\\*$/.exec(line.slice(0, end))?.[0].length ?? 0;
  // A space after a backslash stays.
  return backslashes % 2 === 1 && end < line.length ? line.slice(0, end + 1) : line.slice(0, end);
}

/** git compares bytes: `?` is one of them. As Latin 1, a character stands for each. */
function bytesOf(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what is ASCII is its own bytes.
  return /^[\x00-\x7f]*$/.test(text) ? text : Buffer.from(text).toString("latin1");
}

const anyCharacter = Symbol("?");
const anyCharacters = Symbol("*");

/** One of a class such as `[a-z]`. */
type CharacterClass = { readonly isNegative: boolean; readonly has: (code: number) => boolean };

type Token = string | typeof anyCharacter | typeof anyCharacters | CharacterClass;

/** The pattern of a component of a path: `**` for any number of components, a text, its start or end, or tokens. */
type Segment =
  | "**"
  | { readonly text: string }
  | { readonly start: string }
  | { readonly end: string }
  | { readonly tokens: readonly Token[] };

/** The components of a pattern; undefined when it matches nothing, since a class or a backslash has no end. */
function segmentsOf(pattern: string): readonly Segment[] | undefined {
  const segments: Segment[] = [];
  let tokens: Token[] = [];
  let start = 0;
  for (let at = 0; at <= pattern.length; at++) {
    const character = pattern[at];
    if (character === "/" || character === undefined) {
      segments.push(/^\*{2,}$/.test(pattern.slice(start, at)) ? "**" : segmentWith(tokens));
      tokens = [];
      start = at + 1;
    } else if (character === "*") {
      if (tokens.at(-1) !== anyCharacters) tokens.push(anyCharacters);
    } else if (character === "?") {
      tokens.push(anyCharacter);
    } else if (character === "[") {
      const found = classAt(pattern, at);
      if (found === undefined) return undefined;
      tokens.push(found.token);
      at = found.end - 1;
    } else if (character === "\\") {
      at++;
      const escaped = pattern[at];
      if (escaped === undefined) return undefined;
      tokens.push(escaped);
    } else {
      tokens.push(character);
    }
  }
  return segments;
}

function segmentWith(tokens: readonly Token[]): Segment {
  const isText = (some: readonly Token[]) => some.every((token) => typeof token === "string");
  if (isText(tokens)) return { text: tokens.join("") };
  // Most patterns are of these forms, and each is compared with each name.
  if (tokens[0] === anyCharacters && isText(tokens.slice(1))) return { end: tokens.slice(1).join("") };
  if (tokens.at(-1) === anyCharacters && isText(tokens.slice(0, -1))) return { start: tokens.slice(0, -1).join("") };
  return { tokens };
}

/** By name: a map, since a pattern may ask for what every object has, such as `[:constructor:]`. */
const classNames: ReadonlyMap<string, RegExp> = new Map([
  ["alnum", /[A-Za-z0-9]/],
  ["alpha", /[A-Za-z]/],
  ["blank", /[ \t]/],
  ["cntrl", /\p{Cc}/u],
  ["digit", /[0-9]/],
  ["graph", /[!-~]/],
  ["lower", /[a-z]/],
  ["print", /[ -~]/],
  ["punct", /[!-/:-@[-`{-~]/],
  ["space", /[ \t-\r]/],
  ["upper", /[A-Z]/],
  ["xdigit", /[0-9A-Fa-f]/],
]);

/** The class whose `[` is at an index, and its end; undefined if it has no end. */
function classAt(pattern: string, open: number): { readonly token: CharacterClass; readonly end: number } | undefined {
  let at = open + 1;
  const isNegative = pattern[at] === "!" || pattern[at] === "^";
  if (isNegative) at++;
  const tests: ((code: number) => boolean)[] = [];
  for (let isFirst = true; isFirst || pattern[at] !== "]"; isFirst = false) {
    const named = /^\[:(\w*):\]/.exec(pattern.slice(at, at + 16));
    if (named !== null) {
      const known = classNames.get(named[1] ?? "");
      if (known === undefined) return undefined;
      tests.push((code) => known.test(String.fromCharCode(code)));
      at += named[0].length;
      continue;
    }
    const low = characterAt(pattern, at);
    if (low === undefined) return undefined;
    at = low.end;
    const isRange = pattern[at] === "-" && pattern[at + 1] !== "]" && at + 1 < pattern.length;
    const high = isRange ? characterAt(pattern, at + 1) : low;
    if (high === undefined) return undefined;
    at = high.end;
    // If a range runs backwards, its first character still counts.
    tests.push((code) => code === low.code || (low.code <= code && code <= high.code));
  }
  return { token: { isNegative, has: (code) => tests.some((test) => test(code)) }, end: at + 1 };
}

function characterAt(pattern: string, index: number): { readonly code: number; readonly end: number } | undefined {
  const at = pattern[index] === "\\" ? index + 1 : index;
  return at < pattern.length ? { code: pattern.charCodeAt(at), end: at + 1 } : undefined;
}

/** Compares from left to right. Of several `**` the last one takes what is left over: no earlier one need be tried. */
function matchesPath(pattern: readonly Segment[], path: readonly string[]): boolean {
  let inPattern = 0;
  let inPath = 0;
  let anyFolders = -1;
  let resumeAt = 0;
  while (inPath < path.length) {
    const segment = pattern[inPattern];
    if (segment === "**") {
      // At the end it stands for all that is below, which is at least one component.
      if (inPattern === pattern.length - 1) return true;
      anyFolders = inPattern++;
      resumeAt = inPath;
    } else if (segment !== undefined && matchesSegment(segment, path[inPath] ?? "")) {
      inPattern++;
      inPath++;
    } else if (anyFolders >= 0) {
      inPattern = anyFolders + 1;
      inPath = ++resumeAt;
    } else {
      return false;
    }
  }
  return inPattern === pattern.length;
}

/** The same for the characters of a name and `*`. */
function matchesSegment(segment: Segment, name: string): boolean {
  if (segment === "**") return true;
  if ("text" in segment) return segment.text === name;
  if ("end" in segment) return name.endsWith(segment.end);
  if ("start" in segment) return name.startsWith(segment.start);
  const { tokens } = segment;
  let inTokens = 0;
  let inName = 0;
  let star = -1;
  let resumeAt = 0;
  while (inName < name.length) {
    const token = tokens[inTokens];
    if (token === anyCharacters) {
      if (inTokens === tokens.length - 1) return true;
      star = inTokens++;
      resumeAt = inName;
    } else if (token !== undefined && matchesCharacter(token, name, inName)) {
      inTokens++;
      inName++;
    } else if (star >= 0) {
      inTokens = star + 1;
      inName = ++resumeAt;
    } else {
      return false;
    }
  }
  while (tokens[inTokens] === anyCharacters) inTokens++;
  return inTokens === tokens.length;
}

function matchesCharacter(token: Exclude<Token, typeof anyCharacters>, name: string, index: number): boolean {
  if (typeof token === "string") return token === name[index];
  if (token === anyCharacter) return true;
  return token.has(name.charCodeAt(index)) !== token.isNegative;
}
