// @ts-check
/** What commands/tags.mjs leaves out of the comparison with universal-ctags, with the reasons. */

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

/**
 * Returns the definition that the row is a member of.
 *
 * @param {Row} row
 * @param {Around} around
 */
function holderOf({ container, line }, { ours }) {
  const name = container?.split(/::|\./).at(-1);
  return ours.find(
    (other) => other.name === name && other.line <= line && line <= Number(other.end_line ?? other.line),
  );
}

/**
 * True when the row, or what it is a member of, begins on a line with such text.
 *
 * @param {RegExp} pattern
 * @param {Row} row
 * @param {string} text
 * @param {Around} around
 */
function isOrIsIn(pattern, row, text, around) {
  const holder = holderOf(row, around);
  return pattern.test(text) || (holder !== undefined && pattern.test(around.texts.line(around.path, holder.line)));
}

/** @type {Exception} */
const localVariable = {
  id: "local-variable",
  of: "ctags",
  why: "list_symbols has no variables of functions and blocks",
  holds: ({ kind }, text) => ["constant", "variable"].includes(kind) && /^\s+(?:const|let|var)\b/.test(text),
};

/** @type {readonly Exception[]} */
const ofTypeScript = [
  inFunction,
  localVariable,
  {
    id: "type-member",
    of: "codegrove",
    why: "ctags does not list the members of a type",
    holds: (row, _, around) => isOrIsIn(/\btype \w/, { ...row, name: "" }, "", around),
  },
  {
    id: "ambient",
    of: "codegrove",
    why: "ctags does not list declared functions, constants and modules that are no names",
    holds: (_, text) => /^\s*(?:export )?declare (?:function|const|let|var|module ")/.test(text),
  },
  {
    id: "overloaded",
    of: "codegrove",
    why: "ctags loses a function with overloads",
    holds: ({ kind, name, line }, text, { texts, path }) =>
      kind === "function" && /\)[^{]*;\s*$/.test(signatureBefore(texts, path, line, name)) && text.includes("function"),
  },
  {
    id: "rest-of-class",
    of: "codegrove",
    why: "ctags lists nothing of a class behind a declared field, a constructor or a value with brackets",
    holds: (row, _, around) => {
      const holder = holderOf(row, around);
      if (holder === undefined || !/\bclass\b/.test(around.texts.line(around.path, holder.line))) return false;
      return !around.theirs.some(({ line }) => line >= row.line && line <= Number(holder.end_line));
    },
  },
];

/**
 * Returns the nearest line above that names the function, of the three before it.
 *
 * @param {Around["texts"]} texts
 * @param {string} path
 * @param {number} line
 * @param {string} name
 */
function signatureBefore(texts, path, line, name) {
  const above = [line - 1, line - 2, line - 3].map((number) => texts.line(path, number));
  return above.find((text) => text.includes(`function ${name}`)) ?? "";
}

/** @type {Readonly<Record<string, readonly Exception[]>>} */
const exceptions = {
  typescript: ofTypeScript,
  tsx: ofTypeScript,
  javascript: [
    inFunction,
    localVariable,
    {
      id: "object-property",
      of: "ctags",
      why: "of the values of objects list_symbols has the functions",
      holds: ({ kind }, text) => kind === "property" && !/\bfunction\b|=>/.test(text),
    },
    {
      id: "assigned",
      of: "ctags",
      why: "ctags takes what a function is assigned to for a class or a function with the name exports",
      holds: ({ name, kind }, text) =>
        (kind === "class" && text.includes(`${name}.prototype.`)) || (name === "exports" && /\bexports =/.test(text)),
    },
    {
      id: "assigned-arrow",
      of: "codegrove",
      why: "ctags does not list an arrow function that is assigned to a property",
      holds: (_, text) => /^\s*[\w.]+\.\w+ = (?:async )?(?:\w+|\([^)]*\)) =>/.test(text),
    },
  ],
  c: [
    {
      id: "declared-again",
      of: "ctags",
      why: "list_symbols has a function once: its definition, or the first of its declarations",
      holds: ({ kind, name, line }, _, { ours }) =>
        kind === "prototype" &&
        ours.some((other) => other.kind === "function" && other.name === name && other.line !== line),
    },
    {
      id: "behind-parentheses",
      of: "codegrove",
      why: "ctags does not list a variable behind the parentheses of a macro or of a specifier",
      holds: ({ kind, name }, text) =>
        kind === "variable" && /\w\(\w+\) [\w *]*$/.test(text.split(`${name};`)[0] ?? ""),
    },
    {
      id: "local-variable",
      of: "ctags",
      why: "ctags takes variables and parameters of a function for those of the file where it has missed an old-style head",
      holds: ({ kind, line }, _, { ours }) =>
        kind === "variable" &&
        ours.some((other) => other.kind === "function" && other.line < line && line <= Number(other.end_line)),
    },
  ],
  go: [
    inFunction,
    {
      id: "type-parameters",
      of: "codegrove",
      why: "ctags 5.9 does not list the fields of a type with parameters",
      holds: (row, _, around) => isOrIsIn(/^\s*(?:type )?\w+\[/, row, "", around),
    },
  ],
  java: [
    inFunction,
    {
      id: "record",
      of: "codegrove",
      why: "ctags 5.9 knows no records",
      holds: (row, text, around) => isOrIsIn(/\brecord \w+/, row, text, around),
    },
    {
      id: "constant-body",
      of: "codegrove",
      why: "ctags does not list the members of an enum's constant",
      holds: (row, _, around) => holderOf(row, around)?.kind === "enum_member",
    },
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
      id: "union",
      of: "codegrove",
      why: "ctags 5.9 knows no unions",
      holds: (row, text, around) => isOrIsIn(/\bunion \w+/, row, text, around),
    },
    {
      id: "variant-field",
      of: "codegrove",
      why: "ctags does not list the fields of a variant",
      holds: (row, _, around) => holderOf(row, around)?.kind === "enum_member",
    },
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
export function exceptionsOf(language) {
  return exceptions[language] ?? [];
}
