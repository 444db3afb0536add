// @ts-check
/**
 * The errors that compilers report for an edited code base and did not report before. Input: a copy of it; output: checks with new errors.
 *
 * Of C++ a file is compiled again and again, and most of the time is for headers from outside, which no edit changes: the ones that the
 * files with the same arguments read are compiled once into one header, which is read first, or else the ones of each file into a header
 * of its own. Only macros of the code base could change their text.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, normalize, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { python } from "../programs.mjs";
import { LanguageServer } from "./language-server.mjs";
import { sourcesBelow } from "./source-files.mjs";

const sourceName = /\.(?:cc|cpp|cxx|c)$/;

/** @typedef {{ directory: string, file: string, args: string[] }} Command */
/**
 * @typedef {object} Truth
 * @property {readonly import("./edits-together.mjs").Check[]} checks
 * @property {readonly import("./edits-together.mjs").Check[]} wholeChecks the same without precompiled headers, for edits of macros
 * @property {() => void} close
 * @property {ReadonlySet<string> | undefined} files what they look at; undefined for all
 */

/**
 * The commands that compile the files of a copy.
 * @param {string} folder
 * @param {string} copy
 * @param {{ commands?: string | undefined, flags: readonly string[] }} options
 * @returns {Command[]}
 */
export function commandsFor(folder, copy, { commands, flags }) {
  const moved = (/** @type {string} */ text) => text.replaceAll(folder, copy);
  if (commands === undefined) {
    const files = sourcesBelow(copy, "cpp").filter((path) => sourceName.test(path));
    return files.map((file) => ({ directory: copy, file: join(copy, file), args: [...flags, join(copy, file)] }));
  }
  /** @type {readonly { directory: string, file: string, command: string }[]} */
  const entries = JSON.parse(readFileSync(commands, "utf8"));
  const seen = new Set();
  return entries.flatMap(({ directory, file, command }) => {
    if (seen.has(file)) return [];
    seen.add(file);
    const words = command.match(/(?:[^\s"'\\]|\\.|"(?:\\.|[^"])*"|'[^']*')+/g) ?? [];
    const args = words.map((word) => moved(word.replace(/\\(.)|["']/g, "$1")));
    const at = args.indexOf("-o");
    if (at >= 0) args.splice(at, 2);
    return [
      { directory: moved(directory), file: moved(resolve(directory, file)), args: args.filter((arg) => arg !== "-c") },
    ];
  });
}

/**
 * Compiles what compiles before; `files` are these files and the ones of the copy that they include.
 * @param {string} folder
 * @param {string} copy
 * @param {{ commands?: string | undefined, flags: readonly string[] }} options
 * @returns {Truth}
 */
export function compilerOf(folder, copy, options) {
  /** @param {Command} command @param {readonly string[]} further */
  const run = ({ directory, args: [program = "clang++", ...args] }, further = []) =>
    spawnSync(program, ["-fsyntax-only", "-w", ...further, ...args], { cwd: directory, encoding: "utf8" });
  const all = commandsFor(folder, copy, options);
  const work = mkdtempSync(join(dirname(copy), "precompiled-"));
  const shared = sharedHeaders(all, copy, work);
  const compiled = all.flatMap((command, i) => {
    const ofGroup = shared.get(argumentsWithoutFile(command)) ?? [];
    const fast = ofGroup.length > 0 ? run(command, [...ofGroup, "-MD", "-MF", "-"]) : undefined;
    const isFast = fast?.status === 0;
    const { status, stdout } = isFast ? fast : run(command, ["-MD", "-MF", "-"]);
    if (status !== 0) return [];
    const words = stdout.replace(/\\\n/g, " ").split(/\s+/).slice(1);
    const paths = words.filter((word) => word !== "").map((word) => resolve(command.directory, word));
    const read = paths.filter((path) => path.startsWith(`${copy}/`));
    if (isFast) return { command, read, further: ofGroup };
    const further = precompiled(command, paths, copy, join(work, `${i}.hpp`));
    const isSame = further.length > 0 && run(command, further).status === 0;
    return { command, read, further: isSame ? further : [] };
  });
  const files = compiled.flatMap(({ read }) => read.map((path) => relative(copy, path)));
  const fast = compiled.filter(({ further }) => further.length > 0).length;
  console.log(`  ${compiled.length} of ${all.length} files compile, ${fast} with precompiled headers`);
  /** @param {boolean} isWhole @returns {readonly import("./edits-together.mjs").Check[]} */
  const checksOf = (isWhole) =>
    compiled.map(({ command, read, further }) => ({
      // A file that does not read an edited one is as it was.
      reads: (/** @type {ReadonlySet<string>} */ paths) => read.some((path) => paths.has(path)),
      newErrors: () => {
        const { status, stderr } = run(command, isWhole ? [] : further);
        if (status === 0) return [];
        const [first = stderr] = /^.*error: .*$/m.exec(stderr) ?? [];
        const [, ofFirst = ""] = stderr.split(/^.*error: .*$/m);
        const macros = Array.from(
          ofFirst.matchAll(/^(\S+:\d+):\d+: note: expanded from macro/gm),
          ([, place]) => place,
        );
        const places = macros.length > 0 ? ` (${expandedFrom}${macros.join(" ")})` : "";
        return [withPlainPaths(`${first.slice(0, maxError)}${places}`).replaceAll(`${copy}/`, "")];
      },
    }));
  return { checks: checksOf(false), wholeChecks: checksOf(true), files: new Set(files), close: () => {} };
}

/** @param {Command} command @returns {string} as JSON */
function argumentsWithoutFile({ directory, file, args }) {
  return JSON.stringify(args.filter((arg) => resolve(directory, arg) !== file));
}

/**
 * For the arguments of several files, the arguments that read the headers from outside first which sources and headers of the copy name.
 * @param {readonly Command[]} commands @param {string} copy @param {string} work a folder for the headers
 * @returns {Map<string, readonly string[]>} by the arguments without the file; none if the headers cannot be read together
 */
function sharedHeaders(commands, copy, work) {
  const paths = sourcesBelow(copy, "cpp");
  const names = new Set(
    paths.flatMap((path) => {
      const lines = readFileSync(join(copy, path), "latin1").matchAll(/^[ \t]*#[ \t]*include[ \t]*<([^>\n]+)>/gm);
      return [...lines].flatMap(([, name = ""]) => name);
    }),
  );
  const outside = [...names].filter((name) => !paths.some((path) => `/${path}`.endsWith(`/${name}`)));
  const text = outside.map((name) => `#if __has_include(<${name}>)\n#include <${name}>\n#endif\n`).join("");
  /** @type {Map<string, Command[]>} */
  const groups = new Map();
  for (const command of commands.filter(({ file }) => !file.endsWith(".c"))) {
    const key = argumentsWithoutFile(command);
    groups.set(key, [...(groups.get(key) ?? []), command]);
  }
  return new Map(
    [...groups].flatMap(([key, [first, ...others]], i) => {
      if (first === undefined || others.length === 0) return [];
      const header = join(work, `shared-${i}.hpp`);
      writeFileSync(header, text);
      return [[key, headerArguments(first, header)]];
    }),
  );
}

/**
 * The arguments that read the headers from outside first which a file reads; none if they cannot be read by themselves.
 * @param {Command} command @param {readonly string[]} paths that it reads @param {string} copy @param {string} header a path for them
 * @returns {readonly string[]}
 */
function precompiled(command, paths, copy, header) {
  if (command.file.endsWith(".c")) return [];
  const isInside = (/** @type {string} */ path) => path.startsWith(`${copy}/`);
  const outside = paths.filter((path) => !isInside(path));
  const included = paths.filter(isInside).flatMap((path) => {
    const lines = readFileSync(path, "latin1").matchAll(/^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]/gm);
    return [...lines].flatMap(([, name = ""]) => name);
  });
  const names = [...new Set(included)].filter((name) => outside.some((path) => path.endsWith(`/${name}`)));
  if (names.length === 0) return [];
  writeFileSync(header, names.map((name) => `#include <${name}>\n`).join(""));
  return headerArguments(command, header);
}

/** The arguments that read a header after it is compiled; none if it does not compile. @param {Command} command @param {string} header */
function headerArguments({ directory, file, args: [program = "clang++", ...args] }, header) {
  const others = args.filter((arg) => resolve(directory, arg) !== file);
  const { status } = spawnSync(program, ["-w", ...others, "-x", "c++-header", header, "-o", `${header}.pch`], {
    cwd: directory,
  });
  return status === 0 ? ["-include-pch", `${header}.pch`] : [];
}

/** A text whose paths have no part that leads nowhere: `a/./b.hpp`, which an include by `-Ia/.` gives. @param {string} text */
function withPlainPaths(text) {
  return text.replace(/[^\s:()]*\/\.\.?\/[^\s:()]*/g, (path) => normalize(path));
}

/** Characters of an error. */
const maxError = 300;

/** The words before the places of the macros that an error is in. */
export const expandedFrom = "expanded from ";

/**
 * Compiles and checks a folder of Python, and runs its tests.
 * @param {string} copy
 * @param {{ pyright?: string | undefined, tests?: string | undefined }} options
 * @returns {Promise<Truth>}
 */
export async function checkerOf(copy, { pyright, tests }) {
  const server = pyright === undefined ? undefined : await pyrightOf(copy, pyright);
  /** @typedef {(paths: ReadonlySet<string>) => readonly string[] | Promise<readonly string[]>} ErrorsOf */
  const all = (/** @type {readonly string[]} */ errors) => errors;
  /** @type {readonly { errors: ErrorsOf, shown: typeof all, isRandom?: boolean }[]} */
  const ways = [
    ...(server === undefined ? [] : [{ errors: pyrightErrorsOf(copy, server), shown: all }]),
    { errors: () => compileErrors(copy), shown: all },
    ...(tests === undefined ? [] : [{ errors: () => failedTests(copy, tests), shown: shownFailures, isRandom: true }]),
  ];
  const checks = [];
  for (const { errors, shown, isRandom = false } of ways) {
    const known = new Set(await errors(new Set()));
    console.log(`  ${known.size} errors or failed tests before`);
    checks.push({
      reads: (/** @type {ReadonlySet<string>} */ paths) => paths.size > 0,
      newErrors: async (/** @type {ReadonlySet<string>} */ paths) => {
        const found = (await errors(paths)).filter((error) => !known.has(error));
        if (found.length === 0 || !isRandom) return shown(found);
        // Tests of threads and of time may fail on a busy machine.
        const again = new Set(await errors(paths));
        return shown(found.filter((error) => again.has(error)));
      },
    });
  }
  return { checks, wholeChecks: checks, files: undefined, close: () => server?.close() };
}

/** A pyright that checks the files of a folder. @param {string} copy @param {string} program */
async function pyrightOf(copy, program) {
  /** @type {Readonly<Record<string, object>>} */
  const settings = { python: { analysis: { diagnosticMode: "workspace", autoSearchPaths: true } } };
  const server = new LanguageServer(program.replace(/pyright$/, "pyright-langserver"), ["--stdio"], {
    answer: (method, { items }) =>
      method === "workspace/configuration"
        ? items.map((/** @type {{ section: string }} */ { section }) => settings[section] ?? {})
        : null,
  });
  const uri = pathToFileURL(copy).href;
  await server.request("initialize", {
    processId: process.pid,
    rootUri: uri,
    workspaceFolders: [{ uri, name: "root" }],
    capabilities: {
      textDocument: { diagnostic: {} },
      workspace: { configuration: true, workspaceFolders: true },
    },
  });
  server.notify("initialized", {});
  return server;
}

/**
 * Asks one pyright again and again, which only looks at the files once more that a change may concern: a new process needs most of
 * its time to start.
 * @param {string} copy @param {LanguageServer} server
 * @returns {(paths: ReadonlySet<string>) => Promise<readonly string[]>} its errors, with files that are edited by now
 */
function pyrightErrorsOf(copy, server) {
  const files = sourcesBelow(copy, "python");
  const diagnosticsOf = async (/** @type {{ uri: string }} */ textDocument) =>
    (await server.request("textDocument/diagnostic", { textDocument })) ?? {};
  let isReady = false;
  const waitUntilReady = async () => {
    // It answers without errors until it knows its files, which then have a version.
    for (const end = Date.now() + maxWaitMs; !isReady && Date.now() < end; ) {
      for (const path of files) {
        const { resultId } = await diagnosticsOf({ uri: pathToFileURL(join(copy, path)).href });
        isReady ||= resultId !== undefined;
      }
      if (!isReady) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    if (!isReady) throw new Error("pyright does not know a file");
  };
  /** @type {ReadonlySet<string>} */
  let edited = new Set();
  return async (paths) => {
    await waitUntilReady();
    // Files that were edited before have their old text again.
    const changed = [...new Set([...edited, ...paths])];
    edited = paths;
    const changes = changed.map((path) => ({ uri: pathToFileURL(path).href, type: changedFile }));
    if (changes.length > 0) server.notify("workspace/didChangeWatchedFiles", { changes });
    const errors = [];
    for (const path of files) {
      const textDocument = { uri: pathToFileURL(join(copy, path)).href };
      const { items } = await diagnosticsOf(textDocument);
      if (items === undefined) throw new Error(`pyright does not answer for ${path}`);
      for (const { severity, message, range } of items) {
        if (severity === errorSeverity) errors.push(`${path}:${range.start.line + 1}: ${withoutRenamed(message)}`);
      }
    }
    return errors;
  };
}

/** Milliseconds until pyright has to know its files, and between two questions. */
const maxWaitMs = 300_000;
const pauseMs = 500;

/** FileChangeType.Changed, and DiagnosticSeverity.Error, of the protocol. */
const changedFile = 2;
const errorSeverity = 1;

/** @param {string} copy */
function compileErrors(copy) {
  const { status, stdout } = spawnSync(python, ["-m", "compileall", "-q", "-f", "."], { cwd: copy, encoding: "utf8" });
  return status === 0 ? [] : stdout.split("\n").filter((line) => /Error/.test(line));
}

/**
 * The tests that a command says have failed, as pytest and unittest do, and the errors that made them fail, if pytest shows their
 * places: a failed test has the name of the test only.
 * @param {string} copy @param {string} command
 */
function failedTests(copy, command) {
  const { stdout, stderr, status } = spawnSync("sh", ["-c", command], {
    cwd: copy,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  if (status === 0) return [];
  const output = `${stdout}\n${stderr}`;
  const failed = output.match(/^(?:FAILED|ERROR:?|FAIL:) \S+/gm) ?? [`tests ended with ${status}`];
  const raised = output.matchAll(/^E {3}(.*)\n(?:E.*\n)*\n(\S+:\d+): \w/gm);
  return [...failed, ...Array.from(raised, ([, message, place]) => `${place}: ${message}`)].map(withoutRenamed);
}

/** The errors to show for tests that fail now: the ones with a place, or the tests; none without such a test. @param {readonly string[]} errors */
function shownFailures(errors) {
  const placed = errors.filter((error) => /^\S+:\d+: /.test(error));
  const hasBoth = placed.length > 0 && placed.length < errors.length;
  return hasBoth ? placed : errors.filter((error) => !placed.includes(error));
}

/** @param {string} text */
function withoutRenamed(text) {
  return text.replace(/renamed_/g, "");
}
