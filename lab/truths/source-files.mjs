// @ts-check
/** The files of a code base whose names a truth is about. */
import { readdirSync, statSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { compareText } from "../places.mjs";

/** @typedef {keyof typeof extensions} SourceLanguage */

/** Files of these extensions belong to a code base. */
const extensions = {
  cpp: new Set([".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".inc", ".ipp", ".tcc"]),
  python: new Set([".py"]),
  go: new Set([".go"]),
  java: new Set([".java"]),
  rust: new Set([".rs"]),
  typescript: new Set([".ts", ".tsx", ".mts", ".cts"]),
  javascript: new Set([".js", ".jsx", ".mjs", ".cjs"]),
};

/** Folders of other code bases. */
const foreignFolders = new Set(["node_modules", "vendor"]);

/** Larger files are machine-made, and a server takes minutes over them. */
const maxFileBytes = 400_000;

/**
 * @param {string} root
 * @param {SourceLanguage} language
 * @returns {string[]} relative to the root, in order, without files in hidden folders and packages of others
 */
export function sourcesBelow(root, language) {
  const isData = language !== "cpp" && language !== "python";
  return readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && extensions[language].has(extname(entry.name)))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !file.split(sep).some((part) => part.startsWith(".") || (isData && foreignFolders.has(part))))
    .filter((file) => statSync(join(root, file)).size <= maxFileBytes)
    .sort(compareText);
}

/** A word of any of the languages. */
export const words = /[\p{L}\p{N}_$]+/gu;
