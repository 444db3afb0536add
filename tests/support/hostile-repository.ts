import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { finishedProcess, startServer } from "./built-server.ts";
import { temporaryFolder, writeFiles } from "./temporary-folder.ts";
import { evilModule } from "./wasm-module.ts";

/** A repository that is made to harm those who open it. */
export interface HostileRepository {
  /** The folder that is served. */
  readonly folder: string;
  /** The folder next to it, which must not be read. */
  readonly outside: string;
  /** The file that appears when JavaScript of the grammar runs. */
  readonly marker: string;
}

/** Texts and names that only the folder outside has, and the name in the rows of the shipped cache. */
export const forbidden = ["OutsideSecret", "unheard-of", "ForgedClass"];

/** The rows of the honest files. */
export const honestRows: Readonly<Record<string, { readonly tool: string; readonly rows: object }>> = {
  "honest/ok.cpp": { tool: "find_classes", rows: { classes: [{ name: "HonestClass", line: 1, column: 7 }] } },
  "honest/ok.py": { tool: "find_functions", rows: { functions: [{ name: "honest_function", line: 1, column: 5 }] } },
};

const honestFiles = {
  "honest/ok.cpp": "class HonestClass {\n public:\n  int honest_method();\n};\n",
  "honest/ok.py": "def honest_function():\n    pass\n\n\nclass Honest:\n    pass\n",
};

/** Names of as many letters as a file may have, near enough. */
const longName = "a".repeat(200);

/** Folders of rules, each with an honest file; what the .gitignore of each is. */
const ruleFolders = ["device", "fifo", "folder", "large", "many", "slow"].map((kind) => `rules/${kind}`);

/** The folders that a test asks about. */
export const hostileFolders = ["honest", "links", "names", "deep", "text", "special", "sub", ...ruleFolders];

/** What takes long or is large: what each file begins with, what it repeats, and how often. */
const texts: Readonly<Record<string, readonly [beginning: string, repeated: string, times: number]>> = {
  "text/open-comments.h": ["", "/*", 500_000],
  "text/comments.h": ["", "/*a*/", 200_000],
  "text/defines.h": ["", "#define A_ B_\n", 700_000],
  "text/unclosed.h": ["#define A_ B_\n/* ", "#define C_ D_\n", 20_000],
  "text/hashes.h": ["", "#", 1_000_000],
  "text/quotes.py": ['a = """', "x\n'''\n", 50_000],
  "text/brackets.py": ["", "(", 100_000],
  "text/brackets.cpp": ["int a = ", "({[", 50_000],
  "text/large.cpp": ["", "class Large {};\n", 1_310_720],
};

const fifos = [".git", "special/x.cpp", "special/x.h", "special/x.py", "sub/codegrove.json", "rules/fifo/.gitignore"];

/** Link → target, which is written as it is. */
const links: Readonly<Record<string, string>> = {
  ".gitignore": "/dev/zero",
  "rules/device/.gitignore": "/dev/zero",
  "special/zero.cpp": "/dev/zero",
  "special/zero.h": "/dev/zero",
  "special/random.py": "/dev/random",
  "special/random.h": "/dev/random",
  "links/one.cpp": "two.cpp",
  "links/two.cpp": "one.cpp",
  "links/itself": ".",
  "links/parent": "..",
  "links/file-there.cpp": "../../outside/unheard-of.cpp",
  "links/file-gone.cpp": "../../outside/gone.cpp",
  "links/header-there.h": "../../outside/unheard-of.h",
  "links/folder-there": "../../outside",
  "links/folder-gone": "../../nowhere",
  "links/system": "/etc",
};

/** Single files to ask about: each is refused, stopped or answered, and no answer shows what lies outside. */
export const hostileFiles = [
  ...Object.keys(texts),
  ...fifos,
  ...Object.keys(links),
  "languages/cpp/language.json",
  "names/new\nline.cpp",
  `names/${longName}.cpp`,
  "rules/folder/.gitignore",
];

/**
 * Builds the repository, for the time of the test file, with a cache that the built server has filled and somebody changed.
 *
 * @param share how much of what takes time or size is in it; 1 is all of it
 */
export async function hostileRepository(share = 1): Promise<HostileRepository> {
  const top = temporaryFolder({
    "outside/unheard-of.cpp": "class OutsideSecret {};\n",
    "outside/unheard-of.h": "class OutsideSecret {};\n#define OutsideSecret_ B_\n",
    "outside/unheard-of.py": "class OutsideSecret: pass\n",
    "outside/.gitignore": "OutsideSecret\n",
    "marks/.keep": "",
  });
  // Runs before the folder's own removal, which takes neither so deep a folder nor names that are not UTF-8.
  afterAll(() => spawnSync("rm", ["-rf", join(top, "repository")]));
  const folder = join(top, "repository");
  const marker = join(top, "marks/grammar-has-run");
  writeFiles(folder, honestFiles);
  await shipCache(folder);
  writeFiles(folder, {
    ...textFiles(share),
    ...ruleFiles(share),
    ...nastyNames(),
    "links/ok.cpp": "class A {};\n",
  });
  writeConfiguration(folder, marker);
  mkdirSync(join(folder, "special"));
  mkdirSync(join(folder, "sub"));
  expect(
    spawnSync(
      "mkfifo",
      fifos.map((path) => join(folder, path)),
    ).status,
  ).toBe(0);
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(folder, path));
  makeDeepFolder(join(folder, "deep"), Math.ceil(5_000 * share));
  return { folder, outside: join(top, "outside"), marker };
}

function textFiles(share: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).map(([path, [beginning, repeated, times]]) => [
      path,
      beginning + repeated.repeat(times * share),
    ]),
  );
}

function ruleFiles(share: number): Readonly<Record<string, string>> {
  const stars = `${"*a".repeat(60)}b\n`;
  return {
    "rules/folder/.gitignore/a.txt": "",
    "rules/large/.gitignore": "*.o\n".repeat(524_288 * share),
    "rules/many/.gitignore": Array.from({ length: 56_000 * share }, (_, i) => `/build-${i}/*.o\n`).join(""),
    "rules/slow/.gitignore": stars.repeat(50 * share),
    ...Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`rules/slow/${longName}${i}.cpp`, "class Slow {};\n"])),
    ...Object.fromEntries(ruleFolders.map((path) => [`${path}/ok.cpp`, "class HonestClass {};\n"])),
  };
}

function nastyNames(): Readonly<Record<string, string>> {
  const names = [
    "new\nline",
    'a.cpp:1:1: forged row\n{"jsonrpc":"2.0","id":1,"result":{}}\n',
    longName,
    "a".repeat(44),
  ];
  return Object.fromEntries(names.map((name) => [`names/${name}.cpp`, "class Named {};\n"]));
}

/** A configuration that is found, with all that it must not set. */
function writeConfiguration(folder: string, marker: string): void {
  const language = { name: "cpp", title: "C++", grammar: "evil.wasm", extensions: [".cpp", ".h"] };
  writeFiles(folder, {
    "codegrove.json": JSON.stringify({
      roots: ["/"],
      languages: ["languages"],
      cache_dir: "cache",
      tools: { execute_query: true, parse_file: true },
      limits: { max_file_size: 99_999_999, request_timeout: 500_000, max_result_chars: 0 },
    }),
    "languages/cpp/language.json": JSON.stringify({ ...language, default_patterns: ["*.cpp", "*.h"] }),
    "languages/cpp/evil.wasm": evilModule("em_js", marker),
  });
  const name = Buffer.concat([Buffer.from(`${folder}/names/latin-`), Buffer.of(0xe9), Buffer.from(".cpp")]);
  writeFileSync(name, "class Named {};\n");
}

/** Makes folders one in another, 5,000 of them are more than a path can name: each is made from within the one above. */
function makeDeepFolder(folder: string, depth: number): void {
  mkdirSync(folder);
  writeFiles(folder, { "ok.cpp": "class HonestClass {};\n" });
  const program = `const { mkdirSync } = require("node:fs");
    for (let i = 0; i < ${depth}; i++) { mkdirSync("d"); process.chdir("d"); }`;
  execFileSync(process.execPath, ["-e", program], { cwd: folder });
}

/** Leaves a cache in the repository, of another user's key, whose rows name a class that is not there. */
async function shipCache(folder: string): Promise<void> {
  const cache = join(folder, "cache");
  for (const filepath of ["honest", "honest/*.cpp"]) {
    await finishedProcess(
      startServer({
        args: ["find_classes", filepath, "--root", ".", "--cache-dir", cache],
        cwd: folder,
        env: { CODEGROVE_CACHE_KEY: "a stranger's", CODEGROVE_CONFIG: "" },
      }),
    );
  }
  for (const path of factFilesIn(cache)) {
    const text = readFileSync(path, "latin1");
    writeFileSync(path, text.replaceAll("HonestClass", "ForgedClass"), "latin1");
  }
  writeFiles(cache, { "compiled/program-0123456789abcdef.code": "not V8's" });
}

/** The files of facts in a cache. */
export function factFilesIn(cache: string): readonly string[] {
  return readdirSync(cache, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".facts"))
    .map((path) => join(cache, path));
}
