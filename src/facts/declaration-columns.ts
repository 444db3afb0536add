/**
 * The columns of declarations in a segment (column store): one array of numbers for each property. Input: the
 * declarations of files; output: packed sections of bytes, and from them each property of each declaration.
 */
import { recordFrom } from "../base/record.ts";
import { DamagedSegmentError, GrowingNumbers, NumberColumn, packNumbers } from "./columns.ts";
import { type DeclarationFact, type DeclarationKind, declarationKinds } from "./declaration-facts.ts";

/** The columns whose numbers are words. */
const wordColumns = ["name", "qualifier", "type"] as const;

/**
 * The declarations of a segment as columns of numbers, one after the other, the declarations of a file together:
 *
 * - name, qualifier, type: words
 * - kind: index in declarationKinds; flags: bits of DeclarationFlag
 * - line, column; lines to the last one
 * - step: from the offset of the name before it in the file (0 for the first); before: from the start of the
 *   declaration to the name; head: from the name to where the body begins; rest: from there to the end. Each may be
 *   negative: twice the number, or twice what it is below 0, less one
 * - parent: how many declarations before, 0 for none
 * - least, most: arguments, `most` and one more, 0 for any number; parameters: their hash
 */
const declarationColumns = [
  ...wordColumns,
  "kind",
  "flags",
  "line",
  "column",
  "lines",
  "step",
  "before",
  "head",
  "rest",
  "parent",
  "least",
  "most",
  "parameters",
] as const;

type Column = (typeof declarationColumns)[number];
export type DeclarationSection = `declaration ${Column}`;

export const declarationSections = declarationColumns.map((column): DeclarationSection => `declaration ${column}`);

/** The columns of declarations while they grow. Words are ids of a vocabulary. */
export class DeclarationWriter {
  readonly #columns = new Map(declarationColumns.map((column) => [column, new GrowingNumbers()]));

  get length(): number {
    return this.#of("name").length;
  }

  /** Adds the declarations of a file. */
  add(facts: readonly DeclarationFact[], idOf: (word: string) => number): void {
    let previous = 0;
    facts.forEach((fact, index) => {
      const { line, flags, at, least, most } = fact;
      const numbers: Record<Column, number> = {
        name: idOf(fact.name),
        qualifier: idOf(fact.qualifier),
        type: idOf(fact.type),
        kind: declarationKinds.indexOf(fact.kind),
        flags,
        line,
        least,
        column: fact.column,
        lines: Math.max(0, fact.endLine - line),
        step: zigzag(at - previous),
        before: zigzag(at - fact.start),
        head: zigzag(fact.headEnd - at),
        rest: zigzag(fact.end - fact.headEnd),
        parent: fact.parent < 0 ? 0 : index - fact.parent,
        most: most + 1,
        parameters: fact.parameters,
      };
      for (const column of declarationColumns) this.#of(column).push(numbers[column]);
      previous = at;
    });
  }

  /** Adds the declarations of a file of a segment. */
  addFrom(columns: DeclarationColumns, start: number, end: number, idOf: Uint32Array): void {
    for (let at = start; at < end; at++) {
      for (const column of declarationColumns) {
        const number = columns.numberAt(column, at);
        this.#of(column).push(isWordColumn(column) ? (idOf[number] ?? 0) : number);
      }
    }
  }

  /** The ids that are used, of each column of words. */
  words(): readonly Uint32Array[] {
    return wordColumns.map((column) => this.#of(column).values());
  }

  sections(rankOf: Uint32Array): Readonly<Record<DeclarationSection, Uint8Array>> {
    const sections = declarationColumns.map((column) => {
      const numbers = this.#of(column).values();
      const packed = packNumbers(isWordColumn(column) ? numbers.map((id) => rankOf[id] ?? 0) : numbers);
      return [`declaration ${column}`, packed] as const;
    });
    return recordFrom(sections);
  }

  #of(column: Column): GrowingNumbers {
    const numbers = this.#columns.get(column);
    if (numbers === undefined) throw new Error(`no column ${column}`);
    return numbers;
  }
}

/** The columns of declarations of a segment. */
export class DeclarationColumns {
  readonly length: number;
  readonly #columns: Readonly<Record<Column, NumberColumn>>;

  /** @throws DamagedSegmentError */
  constructor(length: number, section: (name: DeclarationSection) => Uint8Array) {
    this.length = length;
    const columns = declarationColumns.map(
      (column) => [column, new NumberColumn(column, section(`declaration ${column}`), length)] as const,
    );
    this.#columns = recordFrom(columns);
  }

  /** @throws RangeError, DamagedSegmentError */
  numberAt(column: Column, declaration: number): number {
    return this.#columns[column].at(declaration);
  }

  kindOf(declaration: number): DeclarationKind {
    const kind = declarationKinds[this.numberAt("kind", declaration)];
    if (kind === undefined) throw new DamagedSegmentError("there is no such kind of declarations");
    return kind;
  }

  endLineOf(declaration: number): number {
    return this.numberAt("line", declaration) + this.numberAt("lines", declaration);
  }

  /** -1 for any number. */
  mostOf(declaration: number): number {
    return this.numberAt("most", declaration) - 1;
  }

  /** The declaration that holds it; -1 for none. */
  parentOf(declaration: number): number {
    const distance = this.numberAt("parent", declaration);
    if (distance > declaration) throw new DamagedSegmentError("a parent does not lie inside");
    return distance === 0 ? -1 : declaration - distance;
  }

  /** The offsets of the names of declarations that a file has from `start` to `end`. */
  namesAt(start: number, end: number): Uint32Array {
    let offset = 0;
    return Uint32Array.from({ length: end - start }, (_, index) => {
      offset += unzigzag(this.numberAt("step", start + index));
      return offset;
    });
  }

  /** The offsets of a declaration whose name is at an offset. */
  offsetsOf(declaration: number, at: number): Pick<DeclarationFact, "start" | "headEnd" | "end"> {
    const headEnd = at + unzigzag(this.numberAt("head", declaration));
    const end = headEnd + unzigzag(this.numberAt("rest", declaration));
    return { start: at - unzigzag(this.numberAt("before", declaration)), headEnd, end };
  }
}

function isWordColumn(column: Column): boolean {
  return wordColumns.some((name) => name === column);
}

function zigzag(number: number): number {
  return number < 0 ? -number * 2 - 1 : number * 2;
}

function unzigzag(number: number): number {
  return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
}
