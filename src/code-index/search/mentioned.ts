/**
 * Names and paths in a question, as a stack trace, a compiler's message or a question that is only a name has them. Input: the text;
 * output: the names that are certainly meant as such, and the paths with their lines. Other words are terms only.
 */

/** A name or a path with its lines; both as the question writes them. */
export type Mentioned = {
  /** Names of symbols without their containers. */
  readonly names: readonly string[];
  readonly paths: readonly MentionedPath[];
};

type MentionedPath = {
  /** With `/` between its parts. */
  readonly path: string;
  /** Counts from 1; undefined for a path without a line. */
  readonly line: number | undefined;
};

/** Names or paths that are looked for: further ones are left out, and still are terms. */
const maxMentioned = 20;

/** Text that is only a name, with its containers, in quotes or with parentheses: `geo::Shape::area()`. */
const onlyName = /^[`'"]?(?:[\w$]+(?:::|\.|->|#|\/))*~?([\w$]+)(?:\(\))?[`'"]?$/;

/** A name after a place or an address, as Python and gdb write frames: `line 12, in area`, `0x4f in geo::Shape::area (`. */
const frameName = /(?:\bline \d+, in|\b0x[\da-f]+ in|^#\d+ +in) +(?:[\w$]+(?:<[^<>\n]{0,100}>)?::)*~?([\w$]+)/gim;

/** A file, maybe with folders before it and with a line after it. It begins no later than its first character: else the time is quadratic. */
const path = /(?<![\w.+~\\/-])((?:[\w.+~-]*[\\/])*[\w+-][\w.+-]*\.(\w{1,10}))(?:"?, line (\d+)|[:(](\d+))?/g;

/**
 * Returns the names and the paths in a question.
 *
 * @param extensions the extensions of files of the code base, in lower case and without a dot: other words with a dot are not paths
 */
export function mentionedIn(text: string, extensions: ReadonlySet<string>): Mentioned {
  const paths = Array.from(text.matchAll(path)).flatMap(([, found = "", extension = "", line, after]) => {
    const number = line ?? after;
    const one = { path: found.replaceAll("\\", "/"), line: number === undefined ? undefined : Number(number) };
    return extensions.has(extension.toLowerCase()) ? [one] : [];
  });
  const trimmed = text.trim();
  const single = paths.length > 0 ? undefined : onlyName.exec(trimmed)?.[1];
  const frames = Array.from(text.matchAll(frameName), ([, name = ""]) => name);
  const names = [...new Set(single === undefined ? frames : [single])];
  return { names: names.slice(0, maxMentioned), paths: paths.slice(0, maxMentioned) };
}

/** Returns the text with the paths in it without their extensions, which say nothing of the content. */
export function withoutExtensions(text: string, { paths }: Mentioned): string {
  return paths.length === 0
    ? text
    : text.replace(path, (whole, found: string, extension: string) =>
        paths.some((one) => one.path === found.replaceAll("\\", "/"))
          ? `${found.slice(0, -extension.length)} ${whole.slice(found.length)}`
          : whole,
      );
}

/** The number of the last parts that two paths share; 0 if their files have different names. */
export function partsShared(one: string, other: string): number {
  const own = one.split("/").reverse();
  // Most paths have another file.
  if (!other.endsWith(own[0] ?? "")) return 0;
  const others = other.split(/[\\/]/).reverse();
  let shared = 0;
  while (shared < own.length && own[shared] === others[shared]) shared++;
  return shared;
}
