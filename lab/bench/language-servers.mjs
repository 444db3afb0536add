// @ts-check
/** clangd and pyright as peers: asked about places of files that they have opened before. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Clangd, newestClangd } from "../truths/clangd.mjs";
import { compilerFlagsIn, corpusOf } from "../truths/corpora.mjs";
import { Pyright } from "../truths/pyright.mjs";

/** @typedef {import("../places.mjs").Place} Place */
/** @typedef {import("./prepare.mjs").Language} Language */
/** @typedef {import("./prepare.mjs").Peers} Peers */
/**
 * @typedef {object} LanguageServerPeer
 * @property {(place: Place) => Promise<unknown>} definitionAt
 * @property {(place: Place) => Promise<unknown>} referencesAt
 * @property {(file: string, text: string) => void} change gives an open file another text
 * @property {() => void} close
 */

/** @typedef {(files: readonly string[]) => Promise<LanguageServerPeer>} Start of a server, with files relative to its root */

/**
 * How the peer of a language is started; in its place the reason why there is none.
 * @param {Peers} peers
 * @param {Language} language
 * @param {string} root
 * @param {string} corpus name of what is below the root
 * @returns {Start | string}
 */
export function languageServer(peers, language, root, corpus) {
  const { pyright } = peers;
  if (language === "python") {
    return pyright === undefined ? "pyright cannot be had from npm" : (files) => startPyright(pyright, root, files);
  }
  const command = newestClangd();
  if (spawnSync(command, ["--version"]).status !== 0) return "there is no clangd in the PATH";
  return (files) => startClangd(command, compilerFlagsIn(corpusOf(corpus), root), root, files);
}

/**
 * Without its index of the whole code base, which takes it many minutes: it knows uses in open files alone.
 * @param {string} command
 * @param {string[]} flags
 * @param {string} root
 * @param {readonly string[]} files
 * @returns {Promise<LanguageServerPeer>}
 */
async function startClangd(command, flags, root, files) {
  const clangd = new Clangd(command, 2);
  await clangd.initialize(flags);
  for (const file of files) await clangd.openFile(join(root, file), readFileSync(join(root, file), "utf8"));
  return {
    definitionAt: ({ file, ...place }) => clangd.locationsOf(join(root, file), positionOf(place)),
    referencesAt: ({ file, ...place }) => clangd.referencesOf(join(root, file), positionOf(place)),
    change: (file, text) => clangd.changeFile(join(root, file), text),
    close: () => clangd.close(),
  };
}

/**
 * @param {string} folder where pyright is installed
 * @param {string} root
 * @param {readonly string[]} files
 * @returns {Promise<LanguageServerPeer>}
 */
async function startPyright(folder, root, files) {
  const pyright = new Pyright(folder, []);
  await pyright.initialize(root);
  for (const file of files) pyright.openFile(join(root, file), readFileSync(join(root, file), "utf8"));
  return {
    definitionAt: ({ file, ...place }) => pyright.locationsOf(join(root, file), positionOf(place)),
    referencesAt: ({ file, ...place }) => pyright.referencesOf(join(root, file), positionOf(place), true),
    change: (file, text) => pyright.changeFile(join(root, file), text),
    close: () => pyright.close(),
  };
}

/** @param {Pick<Place, "line" | "column">} place */
function positionOf({ line, column }) {
  return { line: line - 1, character: column - 1 };
}
