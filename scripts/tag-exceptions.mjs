// @ts-check
/** What compare-tags.mjs leaves out of the comparison with universal-ctags, with the reasons. */

/**
 * @typedef {{ readonly name: string, readonly kind: string, readonly line: number, readonly container?: string,
 *   readonly end_line?: number,   readonly scope?: string, readonly scopeKind?: string, readonly signature?: string }} Row
 * @typedef {{ readonly path: string, readonly ours: readonly Row[], readonly theirs: readonly Row[],
 *   readonly texts: { line(path: string, line: number): string } }} Around
 * @typedef {object} Exception
 * @property {string} id
 * @property {"ctags" | "codegrove"} of who alone has the row
 * @property {string} why
 * @property {(row: Row, text: string, around: Around) => boolean} holds given the row, its line of code and its file
 */

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
    ctags: ["--languages=C", "--map-C=.c", "--kinds-C=-p"],
    kinds: new Set(["header", "local", "parameter", "label", "prototype", "externvar"]),
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
    kinds: new Set(["local", "parameter", "alias"]),
  },
  tsx: {
    patterns: ["*.tsx"],
    isFile: /\.tsx$/,
    ctags: ["--languages=TypeScript", "--map-TypeScript=+.tsx"],
    kinds: new Set(["local", "parameter", "alias"]),
  },
};

/** Kinds of definitions that a function can have inside. */
const localKinds = new Set([
  "class",
  "struct",
  "interface",
  "enum",
  "enum_member",
  "function",
  "method",
  "constructor",
  "field",
  "property",
]);

/** @type {Exception} */
const inFunction = {
  id: "local",
  of: "codegrove",
  why: "list_symbols has what is defined inside of functions, and its members; ctags has some of it",
  holds: ({ kind, line }, _, { ours }) =>
    localKinds.has(kind) &&
    ours.some(
      (other) =>
        ["function", "method", "constructor"].includes(other.kind) &&
        other.line < line &&
        line <= Number(other.end_line),
    ),
};

/** @type {Readonly<Record<string, readonly Exception[]>>} */
const exceptions = {
  c: [
    {
      id: "local-variable",
      of: "ctags",
      why: "ctags takes variables and parameters of a function for those of the file where it has missed an old-style head",
      holds: ({ kind, line }, _, { ours }) =>
        kind === "variable" &&
        ours.some((other) => other.kind === "function" && other.line < line && line <= Number(other.end_line)),
    },
  ],
  go: [inFunction],
  java: [
    inFunction,
    {
      id: "annotation-default",
      of: "ctags",
      why: "ctags takes the default of an annotation's element, an annotation or arguments of a constant for its name",
      holds: (_, text) => /\bdefault\b|^\s*@\w+\s*$|\(.*\)[,;]/.test(text),
    },
  ],
  rust: [
    inFunction,
    {
      id: "const",
      of: "codegrove",
      why: "ctags 5.9 does not list constants",
      holds: ({ kind }) => kind === "constant",
    },
    {
      id: "module-file",
      of: "ctags",
      why: "`mod x;` names a file, and defines nothing",
      holds: ({ kind }, text) => kind === "module" && /\bmod\s+\w+\s*;/.test(text),
    },
    {
      id: "static-lifetime",
      of: "ctags",
      why: "ctags takes the lifetime of `&'static str` for the keyword, and the type for a variable",
      holds: ({ kind }, text) => kind === "variable" && /'static\b/.test(text),
    },
    {
      id: "local-static",
      of: "ctags",
      why: "list_symbols has no variables of functions",
      holds: ({ kind, scopeKind }, text) =>
        kind === "variable" && /^\s+(?:pub\s+)?static\b/.test(text) && scopeKind !== "module",
    },
    {
      id: "lifetime",
      of: "codegrove",
      why: "ctags loses fields and what follows where a lifetime looks like a character",
      holds: (_, text) => /'\w+\b(?!')/.test(text),
    },
  ],
};

/** @param {string} language */
export function optionsOf(language) {
  const known = options[language];
  if (known === undefined) throw new Error(`LANGUAGE is one of ${Object.keys(options).join(", ")}`);
  return known;
}

/** @param {string} language */
export function exceptionsOf(language) {
  return exceptions[language] ?? [];
}
