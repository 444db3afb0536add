// @ts-check
/**
 * What the benchmarks measure on and against: code bases of Debian packages, put together in `DIR/bench`, and the
 * peers, in `DIR/bench/.peers` unless they are in the PATH. What is there already is kept.
 */
import { isUtf8 } from "node:buffer";
import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { corpusOf, prepareOne, unpackBinaries } from "../truths/corpora.mjs";
import { installedPyright } from "../truths/pyright.mjs";

/** @typedef {"cpp" | "python"} Language */
/**
 * @typedef {{ cpp: string, python: string, small: Record<Language, string>, tenth: string, tenTimes: string,
 *   smallCpp: string, smallPython: string }} CodeBases
 */
/** @typedef {Record<Language, string> & { tree: string }} LargeCode the tree of LLVM, and files of one language alone */
/**
 * `pyright`: the folder where it is installed; undefined where it cannot be had, as `parallel` and `codegraph`, the programs.
 * `pyflakes` is a folder of PYTHONPATH.
 * @typedef {{ astGrep: string, astGrepConfig: string, rg: string, ctags: string, pyflakes: string, pyright: string | undefined,
 *   parallel: string | undefined, codegraph: string | undefined }} Peers
 */

/** @type {Readonly<Record<Language, readonly string[]>>} */
const corporaOf = {
  cpp: ["boost", "llvm", "opencv", "qtbase", "rocksdb"],
  python: ["python-stdlib", "django", "sympy", "sqlalchemy"],
};

/**
 * What codegrove looks for in a folder, so that everybody finds the same files.
 * @type {Readonly<Record<Language, readonly string[]>>}
 */
export const extensionsOf = { cpp: [".cpp", ".hpp", ".h", ".cc", ".cxx"], python: [".py"] };

/** The corpus that is scanned once and ten times over. */
const tenthOf = "rocksdb";

/** The corpora by themselves that are the small code bases. */
const smallOf = { cpp: "rocksdb", python: "python-stdlib" };

/** What `--large` measures on. */
const largeCorpus = "src:llvm-toolchain-14";

/** Files of a few kilobytes, for measuring the start. */
const smallCpp = "rocksdb/tree/util/status.cc";
const smallPython = "django/usr/lib/python3/dist-packages/django/utils/deconstruct.py";

const astGrepVersion = "0.51.1";
const codegraphVersion = "1.6.1";

/** Files that ast-grep reads as C unless it is told otherwise. */
const astGrepConfig = `ruleDirs: []
languageGlobs:
  cpp: ["*.h", "*.hpp", "*.cc", "*.cpp", "*.cxx"]
`;

/**
 * @param {string} corpora where corpora.mjs puts them
 * @returns {CodeBases}
 */
export function prepareCodeBases(corpora) {
  const bench = join(corpora, "bench");
  const home = join(bench, "code");
  const paths = {
    cpp: join(home, "cpp"),
    python: join(home, "python"),
    small: { cpp: join(home, "cpp", smallOf.cpp), python: join(home, "python", smallOf.python) },
    tenth: join(home, "cpp", tenthOf),
    tenTimes: join(home, "ten-times"),
    smallCpp: join(home, "cpp", smallCpp),
    smallPython: join(home, "python", smallPython),
  };
  const recipe = JSON.stringify([corporaOf, extensionsOf, tenthOf]);
  const stamp = join(bench, ".complete");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === recipe) return paths;
  rmSync(home, { recursive: true, force: true });
  // Nobody looks for .gitignore above the root of a repository.
  mkdirSync(join(home, ".git"), { recursive: true });
  for (const language of /** @type {const} */ (["cpp", "python"])) {
    for (const name of corporaOf[language]) copyCorpus(name, language, corpora, join(home, language, name));
  }
  for (let i = 0; i < 10; i++) copyTree(paths.tenth, join(paths.tenTimes, String(i)), extensionsOf.cpp, linkSync);
  writeFileSync(stamp, recipe);
  return paths;
}

/**
 * @param {string} corpora
 * @returns {Peers}
 */
export function preparePeers(corpora) {
  const home = peersFolder(corpora);
  const config = join(home, "sgconfig.yml");
  writeFileSync(config, astGrepConfig);
  return {
    ...prepareCommands(corpora),
    ...{ astGrepConfig: config, pyright: pyright(join(home, "pyright")), parallel: gnuParallel(home) },
    codegraph: codegraph(join(home, "codegraph")),
  };
}

/**
 * The peers that are single commands.
 * @param {string} corpora
 * @returns {Pick<Peers, "astGrep" | "rg" | "ctags" | "pyflakes">}
 */
export function prepareCommands(corpora) {
  const home = peersFolder(corpora);
  return {
    astGrep: astGrep(home),
    rg: debianProgram("rg", ["ripgrep"], home),
    ctags: debianProgram("ctags", ["universal-ctags", "libjansson4", "libseccomp2", "libyaml-0-2"], home),
    pyflakes: join(debianFolder("pyflakes", ["python3-pyflakes"], home), "usr", "lib", "python3", "dist-packages"),
  };
}

/** @param {string} corpora */
function peersFolder(corpora) {
  const home = join(corpora, "bench", ".peers");
  mkdirSync(home, { recursive: true });
  return home;
}

/**
 * LLVM's sources: 38,000 files of both languages, 10 million lines. By themselves its files of C++, 400 MB, and as much
 * Python: the code bases of `prepareCodeBases` five times over.
 * @param {string} corpora
 * @returns {LargeCode}
 */
export function prepareLarge(corpora) {
  const corpus = corpusOf(largeCorpus);
  if (!prepareOne({ ...corpus, needs: [] }, corpora)) throw new Error(`${largeCorpus} cannot be had: see above`);
  const home = join(corpora, "bench", "large");
  const paths = { tree: join(corpora, corpus.name, "tree"), cpp: join(home, "cpp"), python: join(home, "python") };
  const stamp = join(home, ".complete");
  if (existsSync(stamp)) return paths;
  const { python } = prepareCodeBases(corpora);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(join(home, ".git"), { recursive: true });
  copyTree(paths.tree, paths.cpp, extensionsOf.cpp, linkSync);
  for (let i = 0; i < 5; i++) copyTree(python, join(paths.python, String(i)), extensionsOf.python, linkSync);
  writeFileSync(stamp, "");
  return paths;
}

/**
 * The files of a language in a corpus, in folders of the same names.
 * @param {string} name
 * @param {Language} language
 * @param {string} corpora
 * @param {string} to
 */
function copyCorpus(name, language, corpora, to) {
  const corpus = corpusOf(name);
  if (!prepareOne(corpus, corpora)) throw new Error(`${name} cannot be had: see above`);
  for (const root of corpus.roots) {
    copyTree(join(corpora, name, root), join(to, root), extensionsOf[language], copyFileSync);
  }
}

/**
 * Without what is hidden, empty or in another encoding than UTF-8, which not everybody reads.
 * @param {string} from
 * @param {string} to
 * @param {readonly string[]} extensions
 * @param {(from: string, to: string) => void} put
 */
function copyTree(from, to, extensions, put) {
  if (!existsSync(from)) return;
  for (const entry of readdirSync(from, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const inside = relative(from, path);
    if (!entry.isFile() || !extensions.includes(extname(inside)) || /(^|\/)(\.|node_modules\/)/.test(inside)) continue;
    const content = readFileSync(path);
    if (content.length === 0 || !isUtf8(content)) continue;
    mkdirSync(dirname(join(to, inside)), { recursive: true });
    put(path, join(to, inside));
  }
}

/**
 * The program itself: the command that npm makes starts Node first.
 * @param {string} home
 */
function astGrep(home) {
  const packages = join(home, "node_modules", "@ast-grep");
  const found = () =>
    (existsSync(packages) ? readdirSync(packages) : [])
      .flatMap((name) => ["ast-grep", "ast-grep.exe"].map((file) => join(packages, name, file)))
      .find((path) => existsSync(path) && statSync(path).size > 1e6);
  const known = found();
  if (known !== undefined) return known;
  writeFileSync(join(home, "package.json"), "{}");
  execFileSync("npm", ["install", "--prefix", home, "--no-audit", "--no-fund", `@ast-grep/cli@${astGrepVersion}`], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const installed = found();
  if (installed === undefined) throw new Error(`npm installed no ast-grep in ${packages}`);
  return installed;
}

/**
 * @param {string} folder
 * @returns {string | undefined} the folder
 */
function pyright(folder) {
  try {
    return installedPyright(folder);
  } catch (error) {
    console.error(`pyright: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/**
 * @param {string} folder
 * @returns {string | undefined} the program
 */
function codegraph(folder) {
  const program = join(folder, "node_modules", ".bin", "codegraph");
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const args = [
    "install",
    "--prefix",
    folder,
    "--no-audit",
    "--no-fund",
    `@colbymchenry/codegraph@${codegraphVersion}`,
  ];
  const { status } = spawnSync("npm", args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status === 0 && existsSync(program)) return program;
  console.error("codegraph: npm cannot install it");
  return undefined;
}

/**
 * @param {string} home
 * @returns {string | undefined} the program
 */
function gnuParallel(home) {
  try {
    return debianProgram("parallel", ["parallel"], home);
  } catch (error) {
    console.error(`parallel: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/**
 * A program in the PATH, or else from Debian packages, unpacked without root.
 * @param {string} program
 * @param {string[]} packages
 * @param {string} home
 */
function debianProgram(program, packages, home) {
  if (spawnSync(program, ["--version"]).status === 0) return program;
  const folder = debianFolder(program, packages, home);
  const libraries = join(folder, "usr", "lib");
  if (existsSync(libraries)) {
    const folders = readdirSync(libraries).map((name) => join(libraries, name));
    process.env.LD_LIBRARY_PATH = [process.env.LD_LIBRARY_PATH ?? [], folders].flat().join(":");
  }
  const path = [program, `${program}-universal`]
    .map((name) => join(folder, "usr", "bin", name))
    .find((candidate) => existsSync(candidate));
  if (path === undefined) throw new Error(`${packages[0]} holds no ${program}`);
  return path;
}

/**
 * @param {string} name
 * @param {string[]} packages
 * @param {string} home
 * @returns {string} the folder that Debian packages are unpacked into
 */
function debianFolder(name, packages, home) {
  const folder = join(home, name);
  const stamp = join(folder, ".complete");
  if (existsSync(stamp)) return folder;
  const downloads = join(folder, ".download");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(downloads, { recursive: true });
  unpackBinaries(packages, downloads, folder);
  writeFileSync(stamp, "");
  return folder;
}
