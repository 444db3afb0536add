// @ts-check
/** Other programs that rename. Input: a copy of a code base; output: for a symbol and a new name the lines that they change. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { python } from "../programs.mjs";
import { newestClangd } from "./clangd.mjs";
import { commandsFor } from "./errors-after.mjs";
import { firstVersion, LanguageServer } from "./language-server.mjs";

/** @typedef {{ filepath: string, name: string, line: number, column: number }} Symbol */
/** @typedef {Map<string, Map<number, string>>} Lines path → line → its text */
/**
 * @typedef {object} Renamer
 * @property {string} name
 * @property {(symbol: Symbol, newName: string) => Promise<Lines | undefined>} rename undefined if it is refused
 * @property {() => void} close
 */

/** Milliseconds for which clangd may be silent before its index counts as made. */
const quietMs = 5_000;

/**
 * @param {string} folder
 * @param {string} copy
 * @param {{ language: string, commands?: string | undefined, flags?: readonly string[], pyright?: string | undefined, rope?: string | undefined }} options
 * @returns {Promise<Renamer[]>}
 */
export async function renamersOf(folder, copy, options) {
  if (options.language === "cpp") return [await clangdRenamer(folder, copy, options)];
  const ofPyright = options.pyright === undefined ? [] : [await pyrightRenamer(copy, options.pyright)];
  return [...ofPyright, ...(options.rope === undefined ? [] : [ropeRenamer(copy, options.rope)])];
}

/** @param {string} folder @param {string} copy @param {{ commands?: string | undefined, flags?: readonly string[] }} options */
async function clangdRenamer(folder, copy, { commands, flags = [] }) {
  const work = mkdtempSync(join(tmpdir(), "clangd-"));
  const entries = commandsFor(folder, copy, { commands, flags });
  const database = entries.map(({ directory, file, args }) => ({ directory, file, arguments: [...args, "-w"] }));
  writeFileSync(join(work, "compile_commands.json"), JSON.stringify(database));
  let last = Date.now();
  const server = new LanguageServer(
    newestClangd(),
    [`--compile-commands-dir=${work}`, "--background-index", "--rename-file-limit=0", "--log=error", "-j=2"],
    { onNotification: () => (last = Date.now()) },
  );
  await server.request("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(copy).href,
    capabilities: { window: { workDoneProgress: true } },
  });
  server.notify("initialized", {});
  const [first] = entries;
  if (first !== undefined) open(server, first.file, "cpp");
  while (Date.now() - last < quietMs) await new Promise((resolve) => setTimeout(resolve, 500));
  return renamer("clangd", server, copy, "cpp", work);
}

/** @param {string} copy @param {string} program */
async function pyrightRenamer(copy, program) {
  const server = new LanguageServer(program.replace(/pyright$/, "pyright-langserver"), ["--stdio"], {
    answer: (method, params) => (method === "workspace/configuration" ? params.items.map(() => ({})) : null),
  });
  const uri = pathToFileURL(copy).href;
  await server.request("initialize", {
    processId: process.pid,
    rootUri: uri,
    workspaceFolders: [{ uri, name: "root" }],
    capabilities: { workspace: { configuration: true, workspaceFolders: true } },
  });
  server.notify("initialized", {});
  return renamer("pyright", server, copy, "python", undefined);
}

/**
 * @param {string} name @param {LanguageServer} server @param {string} copy @param {string} language
 * @param {string | undefined} work
 * @returns {Renamer}
 */
function renamer(name, server, copy, language, work) {
  return {
    name,
    rename: async (symbol, newName) => {
      const path = join(copy, symbol.filepath);
      open(server, path, language);
      const uri = pathToFileURL(path).href;
      const position = { line: symbol.line - 1, character: symbol.column - 1 };
      const answer = await server.request("textDocument/rename", { textDocument: { uri }, position, newName });
      server.notify("textDocument/didClose", { textDocument: { uri } });
      /** @type {readonly (readonly [string, readonly any[]])[]} */
      const changes = Object.entries(answer?.changes ?? {});
      /** @type {readonly any[]} */
      const documents = answer?.documentChanges ?? [];
      const all = [...changes, ...documents.map(({ textDocument, edits }) => [textDocument.uri, edits])];
      if (all.length === 0) return undefined;
      return new Map(
        all.map(([file, edits]) => [relative(copy, fileURLToPath(file)), edited(fileURLToPath(file), edits)]),
      );
    },
    close: () => {
      server.close();
      if (work !== undefined) rmSync(work, { recursive: true, force: true });
    },
  };
}

/** @param {LanguageServer} server @param {string} path @param {string} languageId */
function open(server, path, languageId) {
  const text = readFileSync(path, "utf8");
  const textDocument = { uri: pathToFileURL(path).href, languageId, version: firstVersion, text };
  server.notify("textDocument/didOpen", { textDocument });
}

/** The lines of a file with edits. @param {string} path @param {readonly any[]} edits @returns {Map<number, string>} */
function edited(path, edits) {
  const lines = readFileSync(path, "utf8").split("\n");
  const changed = new Map();
  const inOrder = [...edits].sort(
    (a, b) => b.range.start.line - a.range.start.line || b.range.start.character - a.range.start.character,
  );
  for (const { range, newText } of inOrder) {
    const at = range.start.line;
    const text = changed.get(at + 1) ?? lines[at] ?? "";
    changed.set(at + 1, text.slice(0, range.start.character) + newText + text.slice(range.end.character));
  }
  return changed;
}

/** @param {string} copy @param {string} path @returns {Renamer} */
function ropeRenamer(copy, path) {
  const script = join(import.meta.dirname, "rope-rename.py");
  const env = { ...process.env, PYTHONPATH: path };
  return {
    name: "rope",
    rename: async ({ filepath, line, column }, newName) => {
      const input = JSON.stringify({ folder: copy, filepath, line, column, newName });
      const { status, stdout } = spawnSync(python, [script], { env, input, encoding: "utf8", maxBuffer: 2 ** 30 });
      if (status !== 0) return undefined;
      /** @type {readonly (readonly [string, readonly (readonly [number, string])[]])[]} */
      const files = JSON.parse(stdout);
      return new Map(files.map(([file, lines]) => [file, new Map(lines)]));
    },
    close: () => {},
  };
}
