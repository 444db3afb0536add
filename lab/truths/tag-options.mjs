// @ts-check
/** What universal-ctags is asked for each language, for commands/tags.mjs. */

/**
 * @typedef {object} Options
 * @property {readonly string[]} patterns the files of the language
 * @property {RegExp} isFile
 * @property {readonly string[]} ctags the arguments that choose them and what is listed
 * @property {ReadonlySet<string>} kinds kinds of ctags that are no definitions of the file
 */

/** @type {Readonly<Record<string, Options>>} */
const options = {
  c: {
    patterns: ["*.c"],
    isFile: /\.c$/,
    ctags: ["--languages=C", "--map-C=.c", "--kinds-C=+p"],
    kinds: new Set(["header", "local", "parameter", "label", "externvar"]),
  },
  go: {
    patterns: ["*.go"],
    isFile: /\.go$/,
    ctags: ["--languages=Go"],
    kinds: new Set(["package", "packageName", "unknown"]),
  },
  java: {
    patterns: ["*.java"],
    isFile: /\.java$/,
    ctags: ["--languages=Java"],
    kinds: new Set(["package", "local"]),
  },
  javascript: {
    patterns: ["*.js", "*.mjs", "*.cjs", "*.jsx"],
    isFile: /\.(?:[mc]?js|jsx)$/,
    ctags: ["--languages=JavaScript"],
    kinds: new Set(["unknown"]),
  },
  rust: {
    patterns: ["*.rs"],
    isFile: /\.rs$/,
    ctags: ["--languages=Rust"],
    kinds: new Set(["implementation"]),
  },
  typescript: {
    patterns: ["*.ts"],
    isFile: /\.ts$/,
    ctags: ["--languages=TypeScript"],
    kinds: new Set(["local", "parameter"]),
  },
  tsx: {
    patterns: ["*.tsx"],
    isFile: /\.tsx$/,
    ctags: ["--languages=TypeScript", "--map-TypeScript=+.tsx"],
    kinds: new Set(["local", "parameter"]),
  },
};

/** @param {string} language */
export function optionsOf(language) {
  const known = options[language];
  if (known === undefined) throw new Error(`LANGUAGE is one of ${Object.keys(options).join(", ")}`);
  return known;
}
