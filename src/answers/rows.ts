import { jsonText } from "../base/escape/json.ts";

/**
 * The subjects of rows. A format that cannot write a kind refuses it, and an exit status depends on diagnostics.
 *
 * - `counts`: keys with one value each
 * - `definitions`: a name and its position
 * - `symbols`: definitions with kind, container, range and signature, maybe nested
 * - `names`: the same as `name:line`, by container, access and kind: see compactNames
 * - `references`: places where a symbol is used, or the functions around them
 * - `captures`: what a query captures
 * - `matches`: places that match a pattern
 * - `patch`: hunks of a unified diff
 * - `diagnostics`: problems, and their number
 * - `tree`: a syntax tree as one value
 * - `interface`: code or a document, which formats for people write as it is
 * - `graph`: nodes and edges, or a picture of them
 * - `measures`: numbers about files and functions
 * - `reference`: what the program says of itself and of grammars
 * - `run`: how a command of the project ended
 * - `changes`: symbols that differ between two states, and who uses them
 */
export type RowKind =
  | "counts"
  | "definitions"
  | "symbols"
  | "names"
  | "references"
  | "captures"
  | "matches"
  | "patch"
  | "diagnostics"
  | "tree"
  | "interface"
  | "graph"
  | "measures"
  | "reference"
  | "run"
  | "changes";

/** Rows as a tool returns them, with their keys in the order of the answer. */
export type RowValues = Readonly<Record<string, unknown>>;

/**
 * The rows of one file. Threads and the cache exchange them encoded, as a JSON object without its braces
 * (`"classes":[…]`), which a format for JSON copies; any other reader decodes them once, here and nowhere else.
 */
export class Rows {
  readonly kind: RowKind;
  #values: RowValues | undefined;
  #encoded: string | (() => string) | undefined;

  private constructor(kind: RowKind, values: RowValues | undefined, encoded: string | (() => string) | undefined) {
    this.kind = kind;
    this.#values = values;
    this.#encoded = encoded;
  }

  static of(kind: RowKind, values: RowValues): Rows {
    return new Rows(kind, values, undefined);
  }

  /** @param encoded what `encoded` of other rows was, or a function that returns it when the rows are needed */
  static from(kind: RowKind, encoded: string | (() => string)): Rows {
    return new Rows(kind, undefined, encoded);
  }

  get encoded(): string {
    this.#encoded ??= jsonText(this.#values).slice(1, -1);
    if (typeof this.#encoded === "function") this.#encoded = this.#encoded();
    return this.#encoded;
  }

  get values(): RowValues {
    const values: RowValues = this.#values ?? JSON.parse(`{${this.encoded}}`);
    this.#values = values;
    return values;
  }
}
