// @ts-check
/**
 * Real code bases to measure on, from packages of Debian: the table of them, and how one is prepared.
 *
 * Needs apt-get and dpkg (Debian or Ubuntu), no root. Sources are found by turning the
 * machine's own package lists into source lists, in a private folder: nothing of the
 * system's configuration is changed.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { top } from "../programs.mjs";
import { sourcesBelow } from "./source-files.mjs";

/**
 * @typedef {object} Corpus
 * @property {string} name
 * @property {"cpp" | "python"} language
 * @property {string[]} [packages] binary packages, unpacked into the corpus' folder
 * @property {string} [source] source package, unpacked into `tree/`
 * @property {string[]} roots what is measured, relative to the corpus' folder
 * @property {string[]} [includes] folders of headers or modules, relative to the corpus' folder
 * @property {string[]} [needs] corpora whose include folders are needed too, which are prepared with it
 * @property {string[]} [flags] further compiler flags
 */

export const defaultFolder = join(top, ".corpora");

const opencvModules = (
  "core imgproc imgcodecs calib3d features2d dnn flann ml objdetect photo shape stitching " +
  "superres video videoio videostab highgui viz contrib"
).split(" ");

/** Where a package of Debian puts its Python modules. */
const modules = "usr/lib/python3/dist-packages";

/** A fixed sample: all of Boost is 15,000 files, many of them machine-made. */
const boostLibraries = (
  "algorithm any asio beast chrono circular_buffer container date_time filesystem format " +
  "graph intrusive io iostreams json lexical_cast log multi_index optional pool process " +
  "program_options property_tree python random regex serialization signals2 smart_ptr test " +
  "thread tokenizer unordered utility uuid variant variant2 xpressive"
).split(" ");

/** @type {readonly Corpus[]} */
export const corpora = [
  {
    name: "abseil",
    language: "cpp",
    packages: ["libabsl-dev"],
    roots: ["usr/include/absl"],
    includes: ["usr/include"],
    needs: ["googletest"],
  },
  {
    name: "googletest",
    language: "cpp",
    packages: ["googletest"],
    roots: ["usr/src/googletest"],
    includes: [
      "usr/src/googletest/googletest/include",
      "usr/src/googletest/googlemock/include",
      "usr/src/googletest/googletest",
      "usr/src/googletest/googlemock",
    ],
  },
  {
    name: "boost",
    language: "cpp",
    packages: ["libboost1.74-dev"],
    roots: boostLibraries.map((library) => `usr/include/boost/${library}`),
    includes: ["usr/include"],
  },
  {
    name: "llvm",
    language: "cpp",
    packages: ["llvm-14-dev"],
    roots: ["usr/include/llvm-14/llvm"],
    includes: ["usr/include/llvm-14", "usr/include/llvm-c-14"],
  },
  {
    name: "qtbase",
    language: "cpp",
    packages: ["qtbase5-dev"],
    roots: ["usr/include/x86_64-linux-gnu/qt5"],
    includes: [
      "usr/include/x86_64-linux-gnu/qt5",
      ..."Core Gui Widgets Network Sql Test Xml DBus Concurrent OpenGL PrintSupport"
        .split(" ")
        .map((module) => `usr/include/x86_64-linux-gnu/qt5/Qt${module}`),
    ],
    flags: ["-fPIC"],
  },
  {
    name: "fmt",
    language: "cpp",
    packages: ["libfmt-dev"],
    roots: ["usr/include/fmt"],
    includes: ["usr/include"],
  },
  {
    name: "eigen",
    language: "cpp",
    packages: ["libeigen3-dev"],
    roots: ["usr/include/eigen3"],
    includes: ["usr/include/eigen3"],
  },
  {
    // Most of Eigen's headers cannot be read one by one; its tests can.
    name: "eigen-tests",
    language: "cpp",
    source: "eigen3",
    roots: ["tree/test", "tree/unsupported/test", "tree/bench", "tree/blas", "tree/doc"],
    includes: ["tree", "tree/test", "tree/unsupported"],
  },
  {
    name: "opencv",
    language: "cpp",
    packages: opencvModules.map((module) => `libopencv-${module}-dev`),
    roots: ["usr/include/opencv4"],
    includes: ["usr/include/opencv4"],
    needs: ["eigen"],
  },
  {
    name: "leveldb",
    language: "cpp",
    source: "leveldb",
    roots: ["tree"],
    includes: ["tree", "tree/include"],
    needs: ["googletest"],
    flags: ["-DLEVELDB_PLATFORM_POSIX=1"],
  },
  {
    name: "rocksdb",
    language: "cpp",
    source: "rocksdb",
    roots: ["tree"],
    includes: ["tree", "tree/include", "tree/third-party/gtest-1.8.1/fused-src"],
    flags: ["-DROCKSDB_PLATFORM_POSIX", "-DROCKSDB_LIB_IO_POSIX", "-DOS_LINUX"],
  },
  {
    name: "protobuf",
    language: "cpp",
    source: "protobuf",
    roots: ["tree/src"],
    includes: ["tree/src", "tree"],
    needs: ["googletest"],
    flags: ["-DHAVE_PTHREAD=1"],
  },
  {
    name: "poco",
    language: "cpp",
    source: "poco",
    roots: ["tree"],
    includes: (
      "ActiveRecord CppUnit Crypto Data Encodings Foundation JSON JWT MongoDB Net NetSSL_OpenSSL " +
      "PDF Prometheus Redis SevenZip Util XML Zip Data/SQLite Data/PostgreSQL CppParser PageCompiler"
    )
      .split(" ")
      .map((module) => `tree/${module}/include`),
  },
  {
    name: "fmtlib",
    language: "cpp",
    source: "fmtlib",
    roots: ["tree"],
    includes: ["tree/include", "tree/test", "tree/test/gtest"],
    needs: ["googletest"],
  },
  {
    name: "nlohmann-json",
    language: "cpp",
    source: "nlohmann-json3",
    roots: ["tree"],
    includes: ["tree/include", "tree/tests/thirdparty/doctest", "tree/test/thirdparty/doctest"],
  },
  {
    name: "re2",
    language: "cpp",
    source: "re2",
    roots: ["tree"],
    includes: ["tree"],
    needs: ["googletest"],
  },
  {
    // Debian leaves out its copy of fmt.
    name: "spdlog",
    language: "cpp",
    source: "spdlog",
    roots: ["tree"],
    includes: ["tree/include"],
    needs: ["fmtlib"],
    flags: ["-DSPDLOG_FMT_EXTERNAL"],
  },
  pythonCorpus("django", ["asgiref", "sqlparse"]),
  pythonCorpus("sympy", ["mpmath"]),
  pythonCorpus("sqlalchemy", ["greenlet", "typing-extensions"]),
  pythonCorpus("flask", ["werkzeug", "jinja2", "click", "itsdangerous", "markupsafe", "typing-extensions"]),
  {
    name: "rich",
    language: "python",
    source: "rich",
    roots: ["tree"],
    needs: ["markdown-it", "pygments", "typing-extensions"].map((name) => `deb:python3-${name}`),
  },
  {
    name: "python-stdlib",
    language: "python",
    packages: ["libpython3.11-minimal", "libpython3.11-stdlib", "libpython3.11-testsuite"],
    roots: ["usr/lib/python3.11"],
  },
];

/**
 * The corpus of a name of the table, or of `deb:PACKAGE` or `src:PACKAGE`.
 * @param {string} name
 * @returns {Corpus}
 */
export function corpusOf(name) {
  const known = corpora.find((corpus) => corpus.name === name);
  if (known !== undefined) return known;
  const [kind, packageName] = name.split(":", 2);
  const folder = name.replace(":", "-");
  if (kind === "deb" && packageName?.startsWith("python3-")) {
    return { name: folder, language: "python", packages: [packageName], roots: [modules], includes: [modules] };
  }
  if (kind === "deb" && packageName) {
    const usr = ["usr/include", "usr/src", "usr/share", "usr/lib"];
    return { name: folder, language: "cpp", packages: [packageName], roots: usr, includes: usr.slice(0, 1) };
  }
  if (kind === "src" && packageName) {
    const includes = ["tree", "tree/include", "tree/src"];
    return { name: folder, language: "cpp", source: packageName, roots: ["tree"], includes, needs: ["googletest"] };
  }
  console.error(`No corpus "${name}". Known: ${corpora.map((corpus) => corpus.name).join(", ")}.`);
  return process.exit(2);
}

/**
 * The C++ corpora of some names, or all that are prepared.
 * @param {readonly string[]} names
 * @param {string} folder
 */
export function cppCorpora(names, folder) {
  if (names.length > 0) return names.map(corpusOf);
  return corpora.filter(({ name, language }) => language === "cpp" && existsSync(join(folder, name, ".complete")));
}

/** The patterns that codegrove looks for in a folder of C++. */
export const cppPatterns = ["*.cpp", "*.hpp", "*.h", "*.cc", "*.cxx"];

/**
 * The folders of a C++ corpus, and its files relative to the first of them.
 * @param {Corpus} corpus
 * @param {string} folder
 */
export function cppFilesOf({ name, roots: parts }, folder) {
  const home = join(folder, name);
  const roots = parts.map((part) => join(home, part)).filter((root) => existsSync(root));
  const files = roots
    .flatMap((root) => sourcesBelow(root, "cpp").map((file) => relative(home, join(root, file))))
    .filter((file) => cppPatterns.includes(`*${extname(file)}`));
  if (files.length === 0) throw new Error(`nothing in ${home}: run node lab/run.mjs corpora first`);
  return { home, roots, files };
}

/**
 * The root of a corpus. Of a package of Python, the folder from which it is imported.
 * @param {Corpus} corpus
 * @param {string} folder
 */
export function rootOf({ name, roots }, folder) {
  const home = join(folder, name);
  const [first = "", ...others] = roots;
  const root = others.length > 0 ? home : join(home, first);
  return existsSync(join(root, "__init__.py")) ? dirname(root) : root;
}

/** Where what compilers say about a corpus is kept. @param {string} folder @param {string} file */
export function truthFile(folder, file) {
  mkdirSync(join(folder, "truth"), { recursive: true });
  return join(folder, "truth", file);
}

/**
 * The include folders of a corpus and of those that it needs.
 * @param {Corpus} corpus
 * @param {string} folder
 * @returns {string[]} absolute, or relative as `folder` is
 */
export function includeFolders(corpus, folder) {
  const parts = [corpus, ...(corpus.needs ?? []).map(corpusOf)];
  return parts.flatMap(({ name, includes = [] }) => includes.map((path) => join(folder, name, path)));
}

/**
 * The include folders and further flags with which a compiler reads a corpus.
 * @param {Corpus} corpus
 * @param {string} folder
 * @returns {string[]}
 */
export function compilerFlags(corpus, folder) {
  return [...includeFolders(corpus, folder).map((path) => `-I${path}`), ...(corpus.flags ?? [])];
}

/**
 * The same for a copy of a corpus, without what it needs of others.
 * @param {Corpus} corpus
 * @param {string} home the copy of the corpus' folder
 * @returns {string[]}
 */
export function compilerFlagsIn({ includes = [], flags = [] }, home) {
  return [...includes.map((path) => `-I${join(home, path)}`), ...flags];
}

/**
 * Makes DIR/NAME unless it is there; false when a package could not be had.
 * @param {Corpus} corpus
 * @param {string} folder
 */
export function prepareOne(corpus, folder) {
  const home = join(folder, corpus.name);
  if (existsSync(join(home, ".complete"))) {
    console.log(`${corpus.name}: there already`);
    return true;
  }
  rmSync(home, { recursive: true, force: true });
  const downloads = join(home, ".download");
  mkdirSync(downloads, { recursive: true });
  try {
    unpackBinaries(corpus.packages ?? [], downloads, home);
    if (corpus.source !== undefined) unpackSource(corpus.source, downloads, join(home, "tree"), folder);
    const versions = readdirSync(downloads).sort();
    rmSync(downloads, { recursive: true });
    writeFileSync(join(home, ".complete"), `${versions.join("\n")}\n`);
    console.log(`${corpus.name}: ${versions.join(" ")}`);
    return true;
  } catch (error) {
    console.error(`${corpus.name}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

/**
 * Unpacks binary packages below `home`, by way of a folder for the downloads.
 * @param {string[]} packages
 * @param {string} downloads
 * @param {string} home
 */
export function unpackBinaries(packages, downloads, home) {
  if (packages.length === 0) return;
  run("apt-get", ["download", "-q", ...packages], downloads);
  for (const file of readdirSync(downloads).sort()) {
    run("dpkg", ["-x", join(downloads, file), home], downloads);
  }
}

/**
 * @param {string} packageName
 * @param {string} downloads
 * @param {string} tree
 * @param {string} folder
 */
function unpackSource(packageName, downloads, tree, folder) {
  run("apt-get", [...sourceListOptions(folder), "source", "-q", "--download-only", packageName], downloads);
  const description = readdirSync(downloads).find((file) => file.endsWith(".dsc"));
  if (description === undefined) throw new Error(`apt-get gave no source package for ${packageName}`);
  try {
    run("dpkg-source", ["--no-check", "-x", description, tree], downloads);
  } catch {
    unpackTarballs(downloads, tree);
  }
}

/**
 * Without dpkg-source (package dpkg-dev): the upstream sources, without Debian's patches.
 * @param {string} downloads
 * @param {string} tree
 */
function unpackTarballs(downloads, tree) {
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(tree);
  for (const file of readdirSync(downloads).filter((name) => /\.orig\.tar\.\w+$/.test(name))) {
    run("tar", ["-xf", join(downloads, file), "-C", tree, "--strip-components=1"], downloads);
  }
}

/**
 * apt-get's options for a private set of source lists, made from the machine's package lists.
 * @param {string} folder
 * @returns {string[]}
 */
function sourceListOptions(folder) {
  const home = join(folder, ".apt");
  const parts = join(home, "parts");
  const options = [
    ["Dir::Etc::sourcelist", "/dev/null"],
    ["Dir::Etc::sourceparts", parts],
    ["Dir::State::lists", join(home, "lists")],
    ["Dir::Cache", join(home, "cache")],
  ].flatMap(([key, value]) => ["-o", `${key}=${value}`]);
  if (existsSync(join(home, ".complete"))) return options;
  for (const made of [parts, join(home, "lists", "partial"), join(home, "cache")]) {
    mkdirSync(made, { recursive: true });
  }
  for (const [file, text] of machineLists()) writeFileSync(join(parts, file), asSourceList(file, text));
  run("apt-get", [...options, "update", "-q"], home);
  writeFileSync(join(home, ".complete"), "");
  return options;
}

/** @returns {[string, string][]} names and texts of the machine's package lists */
function machineLists() {
  const folder = "/etc/apt/sources.list.d";
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const paths = ["/etc/apt/sources.list", ...names.map((name) => join(folder, name))];
  return paths
    .filter((path) => /\.(list|sources)$/.test(path) && existsSync(path))
    .map((path) => [path.slice(path.lastIndexOf("/") + 1), readFileSync(path, "utf8")]);
}

/**
 * @param {string} file
 * @param {string} text
 */
function asSourceList(file, text) {
  return file.endsWith(".sources")
    ? text.replace(/^Types:.*$/gm, "Types: deb-src")
    : text.replace(/^(\s*)deb\s/gm, "$1deb-src ");
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} folder
 */
function run(command, args, folder) {
  try {
    execFileSync(command, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1e8 });
  } catch (error) {
    const stderr = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
    throw new Error(`${command} ${args.at(-1)} failed\n${stderr.trim()}`);
  }
}

/**
 * A Python package of Debian.
 * @param {string} name
 * @param {string[]} needs what it imports
 * @returns {Corpus}
 */
function pythonCorpus(name, needs) {
  const packages = needs.map((need) => `deb:python3-${need}`);
  return { name, language: "python", packages: [`python3-${name}`], roots: [join(modules, name)], needs: packages };
}
