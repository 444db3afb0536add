/**
 * The parts of documentation. Input: lines of a doc comment, one after the other, and the titles and entries that a reader has seen in
 * them; output: blocks of text, of code, and sections with their entries.
 */

/** A part of what is said about a symbol. */
export type DocBlock =
  | { readonly kind: "text" | "code"; readonly lines: readonly string[] }
  | { readonly kind: "section"; readonly title: string; readonly entries: readonly DocEntry[] };

/** An item of a section: a parameter, an exception; without a name a plain text. */
type DocEntry = { readonly name: string; readonly type: string; readonly text: string };

/** The titles of sections, by the words of Doxygen, reStructuredText, Google and NumPy. */
export const sectionTitles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Parameters: ["param", "parameter", "arg", "argument", "args", "arguments", "parameters", "other parameters"],
    "Keyword arguments": ["keyword", "key", "kwarg", "keyword args", "keyword arguments"],
    "Template parameters": ["tparam"],
    Returns: ["return", "returns", "result", "retval"],
    Yields: ["yield", "yields"],
    Raises: ["raise", "raises", "throw", "throws", "exception", "except"],
    Warns: ["warns"],
    Attributes: ["attributes", "ivar", "var", "cvar"],
    Methods: ["methods"],
    Notes: ["note", "notes", "remark", "remarks"],
    Warnings: ["warning", "warnings"],
    Examples: ["example", "examples"],
    "See also": ["see", "sa", "see also"],
    References: ["references"],
    Deprecated: ["deprecated"],
    Preconditions: ["pre"],
    Postconditions: ["post"],
    Since: ["since"],
    Todo: ["todo"],
  }).flatMap(([title, words]) => words.map((word) => [word, title] as const)),
);

/** Sections whose items have names. */
export const namedSections: ReadonlySet<string> = new Set([
  "Parameters",
  "Keyword arguments",
  "Template parameters",
  "Raises",
  "Warns",
  "Attributes",
  "Methods",
]);

/** Collects the parts of a doc in their order; entries of a section that is there already join it. */
export class DocBuilder {
  readonly #blocks: { kind: "text" | "code"; lines: string[] }[] = [];
  readonly #sections = new Map<string, { name: string; type: string; text: string }[]>();
  #entry: { text: string } | undefined;

  /** Adds a line of text: to the last entry, where there is one. */
  line(line: string): void {
    if (this.#entry !== undefined) {
      if (line.trim() === "") this.#entry = undefined;
      else this.#entry.text = `${this.#entry.text} ${line.trim()}`.trim();
      return;
    }
    const last = this.#blocks.at(-1);
    if (last?.kind === "text") last.lines.push(line);
    else this.#blocks.push({ kind: "text", lines: [line] });
  }

  code(lines: readonly string[]): void {
    this.#entry = undefined;
    this.#blocks.push({ kind: "code", lines: [...lines] });
  }

  /** Begins an item of a section, to which further lines belong. */
  entry(title: string, name: string, type: string, text: string): void {
    const entry = { name, type, text: text.trim() };
    const known = this.#sections.get(title);
    if (known === undefined) this.#sections.set(title, [entry]);
    else known.push(entry);
    this.#entry = entry;
  }

  endEntry(): void {
    this.#entry = undefined;
  }

  blocks(): readonly DocBlock[] {
    const sections = [...this.#sections].map(([title, entries]) => ({ kind: "section" as const, title, entries }));
    return [...this.#blocks, ...sections];
  }
}
