/**
 * The compilation database of CMake and other builds, compile_commands.json. Input: its text, and a file; output: the
 * folders of the options `-I`, `-isystem` and the like of the file's command.
 */
import { join, resolve } from "node:path";
import * as z from "zod";

/** The names of a compilation database in a code base, likeliest first: the second is where CMake writes it. */
const databaseNames = ["compile_commands.json", "build/compile_commands.json"];

/** Folders of includes that are taken of a database. Chromium has 800. */
const maxFolders = 2_000;

const Entry = z.object({
  directory: z.string(),
  file: z.string(),
  command: z.string().optional(),
  arguments: z.array(z.string()).optional(),
});

/**
 * Returns the folders that a compiler searches for the includes of a file, absolute, by the first compilation database that
 * a folder of the code base has; none without one.
 *
 * @param textOf undefined for a file that is not there, or cannot be read
 */
export function includeFoldersOf(
  roots: readonly string[],
  textOf: (path: string) => string | undefined,
): (path: string) => readonly string[] {
  for (const root of roots) {
    for (const name of databaseNames) {
      const text = textOf(join(root, name));
      const folders = text === undefined ? undefined : includeFoldersIn(text);
      if (folders !== undefined) return folders;
    }
  }
  return () => [];
}

/**
 * Reads the folders that a compiler searches from the text of a compile_commands.json: the folders of `-I`, `-iquote`,
 * `-isystem` and `-idirafter` in the command of a file, and of all commands for a file that has none, such as a header.
 *
 * @returns the folders of a path, absolute; undefined when the text is no such database
 */
export function includeFoldersIn(text: string): ((path: string) => readonly string[]) | undefined {
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(entries)) return undefined;
  const ofFile = new Map<string, readonly string[]>();
  const lists = new Map<string, readonly string[]>();
  const all = new Set<string>();
  for (const item of entries) {
    const entry = Entry.safeParse(item);
    if (!entry.success) continue;
    const { directory, file, command, arguments: words = wordsOf(command ?? "") } = entry.data;
    const folders = foldersIn(words).map((folder) => resolve(directory, folder));
    for (const folder of folders) if (all.size < maxFolders) all.add(folder);
    const known = folders.filter((folder) => all.has(folder));
    const key = known.join("\0");
    const list = lists.get(key) ?? known;
    lists.set(key, list);
    ofFile.set(resolve(directory, file), list);
  }
  const shared = [...all];
  return (path) => ofFile.get(path) ?? shared;
}

const folderFlags = ["-I", "-iquote", "-isystem", "-idirafter"];

function foldersIn(words: readonly string[]): readonly string[] {
  const folders: string[] = [];
  for (const [at, word] of words.entries()) {
    const flag = folderFlags.find((one) => word.startsWith(one));
    if (flag === undefined) continue;
    const folder = word === flag ? words[at + 1] : word.slice(flag.length);
    if (folder !== undefined && folder !== "") folders.push(folder);
  }
  return folders;
}

/** The words of a command as a shell reads them, with its quotes and backslashes. */
function wordsOf(command: string): readonly string[] {
  const words = command.match(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gs) ?? [];
  return words.map((word) =>
    word.replace(/\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'/gs, (_, escaped, double, single) =>
      double === undefined ? (escaped ?? single) : double.replace(/\\(.)/gs, "$1"),
    ),
  );
}
