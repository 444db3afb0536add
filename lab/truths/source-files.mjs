// @ts-check
/** The files of a code base that clangd or pyright are asked about. */
import { readdirSync, statSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { compareText } from "../places.mjs";

/** Files of these extensions belong to a code base. */
const extensions = {
  cpp: new Set([".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".inc", ".ipp", ".tcc"]),
  python: new Set([".py"]),
};

/** Larger files are machine-made, and a server takes minutes over them. */
const maxFileBytes = 400_000;

/**
 * @param {string} root
 * @param {"cpp" | "python"} language
 * @returns {string[]} relative to the root, in order, those in hidden folders left out
 */
export function sourcesBelow(root, language) {
  return readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && extensions[language].has(extname(entry.name)))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !file.split(sep).some((part) => part.startsWith(".")))
    .filter((file) => statSync(join(root, file)).size <= maxFileBytes)
    .sort(compareText);
}

/** A word of either language. */
export const words = /[\p{L}\p{N}_$]+/gu;
