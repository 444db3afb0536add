import { mkdirSync, readdirSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Finished } from "./built-server.ts";
import { type InProcessLaunch, laterClock, runInProcess } from "./in-process.ts";
import { temporaryFolder, writeFiles } from "./temporary-folder.ts";

/** More files than a scan needs to be kept, in each case. */
export const many = Object.fromEntries(
  Array.from({ length: 300 }, (_, i) => [`src/part${i % 4}/f${i}.cpp`, `class C${i} { void g${i}() {} };\n`]),
);

export const code = {
  ...many,
  "src/part0/macros.h": "#define DEFINES(a) void a()\n",
  "src/part0/uses.cpp": "DEFINES(f0) { }\nint Mixed_Case(int) { return 0; }\n",
  "src/part1/b.py": "class B:\n    def m(self): pass\n",
  "src/part1/binary.cpp": new Uint8Array([99, 0, 1, 2]),
  "src/part2/left.cpp": "void left() {}\n",
  "src/part2/.gitignore": "left.cpp\n",
  "elsewhere.cpp": "void elsewhere() {}\n",
};

/** A scan with a cache of its own, in which it has already run. */
export async function scanned(args: readonly string[], launch: InProcessLaunch = {}) {
  const folder = temporaryFolder(code);
  const cache = join(temporaryFolder(), "cache");
  const run = (more: readonly string[], given: readonly string[] = args): Promise<Finished> =>
    runInProcess("", { args: [...given, ...more], cwd: folder, now: laterClock, ...launch });
  const again = (given?: readonly string[]) => run(["--cache-dir", cache, "--timing"], given);
  const first = await again();
  expect(first.stderr).toMatch(/^parse +0\.0*[1-9]/m);
  return { folder, cache, again, plain: (given?: readonly string[]) => run(["--no-cache"], given) };
}

/** True when a scan has neither surveyed macros nor read a file. */
export function isKept({ stderr }: Finished): boolean {
  return ["survey", "read", "parse"].every((stage) => new RegExp(`^${stage} +0\\.000 s$`, "m").test(stderr));
}

export function snapshotsIn(cache: string): readonly string[] {
  return filesIn(cache).filter((path) => path.endsWith(".snapshot"));
}

export function filesIn(cache: string): readonly string[] {
  return readdirSync(cache).flatMap((name) => readdirSync(join(cache, name)).map((file) => join(cache, name, file)));
}

/** What may happen to a folder between two scans, by what it is. */
export const changes: Readonly<Record<string, (folder: string) => void>> = {
  "a file is edited": (folder) => writeFiles(folder, { "src/part3/f3.cpp": "class Edited { void edited() {} };\n" }),
  "a file is added": (folder) => writeFiles(folder, { "src/part3/added.cpp": "void added() {}\n" }),
  "a folder is added": (folder) => writeFiles(folder, { "src/part9/deep/added.cpp": "void added() {}\n" }),
  "a file is removed": (folder) => unlinkSync(join(folder, "src/part3/f3.cpp")),
  "a file is renamed": (folder) => renameSync(join(folder, "src/part3/f3.cpp"), join(folder, "src/part3/z.cpp")),
  "a folder is renamed": (folder) => renameSync(join(folder, "src/part3"), join(folder, "src/part8")),
  "a file is replaced by a folder": (folder) => {
    unlinkSync(join(folder, "src/part3/f3.cpp"));
    mkdirSync(join(folder, "src/part3/f3.cpp"));
  },
  "a link leads to a file": (folder) => symlinkSync("../../elsewhere.cpp", join(folder, "src/part3/link.cpp")),
  "a file of rules is edited": (folder) => writeFileSync(join(folder, "src/part2/.gitignore"), "f2.cpp\n"),
  "a file of rules is added": (folder) => writeFileSync(join(folder, "src/part3/.gitignore"), "*.cpp\n"),
  "a file of rules above is added": (folder) => writeFileSync(join(folder, ".gitignore"), "part3\n"),
  "a file of rules is removed": (folder) => unlinkSync(join(folder, "src/part2/.gitignore")),
  "a binary file becomes text": (folder) => writeFiles(folder, { "src/part1/binary.cpp": "void text() {}\n" }),
  "a macro means something else": (folder) => writeFiles(folder, { "src/part0/macros.h": "#define OTHER 1\n" }),
};

/** Expects a scan behind a change to answer what one without a cache does, and the one after it to be kept. */
export async function expectAnswersAfter(change: string): Promise<void> {
  const { folder, again, plain } = await scanned(["find_functions", "src", "--file-patterns", "*.cpp"]);
  changes[change]?.(folder);
  const changed = await again();
  expect(isKept(changed)).toBe(false);
  expect(changed.stdout).toBe((await plain()).stdout);
  // The facts that were added may be merged with the others, once.
  await again();
  const settled = await again();
  expect(isKept(settled)).toBe(true);
  expect(settled.stdout).toBe(changed.stdout);
}
