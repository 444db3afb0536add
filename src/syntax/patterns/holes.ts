/**
 * Metavariables of patterns. Input: a pattern as it is written, such as `f($X, $$$)`; output: the same text with an identifier for each
 * metavariable, which a grammar can read, and what each identifier stands for.
 */

/** A metavariable of a pattern: it stands for a node, or for any number of nodes next to each other. */
export type Hole = {
  /** Equal names stand for equal code; undefined for `$_` and `$$$`. */
  readonly name: string | undefined;
  readonly isMany: boolean;
};

/** A pattern as a grammar can read it: with an identifier for each metavariable. */
export type HoledText = {
  readonly text: string;
  /** Identifier → the metavariable that it replaces. */
  readonly holes: ReadonlyMap<string, Hole>;
  /** Returns a part of the text as the pattern has it. */
  readonly written: (part: string) => string;
  /** Returns the offset in the pattern of an offset in the text. */
  readonly offsetOf: (index: number) => number;
};

/** `$$$NAME`, `$$$` or `$NAME`. */
const holePattern = /\$\$\$(?:[A-Z_][A-Z0-9_]*)?|\$[A-Z_][A-Z0-9_]*/g;

/** Returns the names of the metavariables of a pattern, with their signs. */
export function holeNamesIn(pattern: string): ReadonlySet<string> {
  return new Set(pattern.match(holePattern) ?? []);
}

/** `$name` or `$$$name` with a letter of lower case, which is not a metavariable. */
const lowerCasePattern = /(?<![\w$])\$(?:\$\$)?(?=\w*[a-z])[A-Za-z_]\w*/g;

/** Returns the first name of a pattern that looks like one of a metavariable, but has letters of lower case. */
export function lowerCaseNameIn(pattern: string): { readonly written: string; readonly offset: number } | undefined {
  const [first] = pattern.matchAll(lowerCasePattern);
  return first && { written: first[0], offset: first.index };
}

/** Returns a pattern whose names after `$` are all in upper case. */
export function withUpperCaseNames(pattern: string): string {
  return pattern.replace(lowerCasePattern, (written) => written.toUpperCase());
}

/** Returns the metavariable of a name with its signs: `$A`, `$_`, `$$$ARGS`. */
export function holeNamed(written: string): Hole {
  const name = written.replace(/^\$+/, "");
  return { name: name === "" || name.startsWith("_") ? undefined : name, isMany: written.startsWith("$$$") };
}

/** Signs between which there are statements. */
const statementSigns = "{;}";

/** True for a metavariable that is a statement by its place. */
function isStatement(pattern: string, offset: number, written: string): boolean {
  const before = pattern.slice(0, offset).trimEnd().at(-1) ?? "";
  const after = pattern.slice(offset + written.length).trimStart();
  const isMany = written.startsWith("$$$");
  // `case $A: $$$ break;`
  if (isMany && before === ":") return /^\w/.test(after);
  const follows = isMany ? /^[}\w$]/ : /^}/;
  return before !== "" && statementSigns.includes(before) && follows.test(after);
}

/**
 * Replaces the metavariables of a pattern by identifiers that it does not have, since `$` is not a part of names in most languages.
 *
 * @param end what is written after metavariables that are statements by their place
 */
export function withIdentifiers(pattern: string, end = ""): HoledText {
  let start = "hole";
  while (pattern.includes(start)) start += "e";
  const identifiers = new Map<string, string>();
  const holes = new Map<string, Hole>();
  const shifts: { readonly index: number; readonly offset: number }[] = [];
  let shift = 0;
  const text = pattern.replace(holePattern, (written, offset: number) => {
    const name = identifiers.get(written) ?? `${start}${identifiers.size}z`;
    identifiers.set(written, name);
    const identifier = name + (end !== "" && isStatement(pattern, offset, written) ? end : "");
    holes.set(identifier, holeNamed(written));
    shifts.push({ index: offset + shift, offset });
    shift += identifier.length - written.length;
    shifts.push({ index: offset + written.length + shift, offset: offset + written.length });
    return identifier;
  });
  const named = new Map([...identifiers].map(([written, identifier]) => [identifier, written]));
  const identifierPattern = new RegExp(`${start}\\d+z`, "g");
  return {
    text,
    holes,
    written: (part) => part.replace(identifierPattern, (identifier) => named.get(identifier) ?? identifier),
    offsetOf: (index) => {
      const last = shifts.findLast((one) => one.index <= index) ?? { index: 0, offset: 0 };
      const next = shifts.find((one) => one.index > index)?.offset ?? pattern.length;
      return Math.min(last.offset + index - last.index, next);
    },
  };
}
