/**
 * The check of a portable segment that a stranger may have made. Input: the index, and the bounds of its files; output: an
 * error that says what is wrong, unless all of its numbers are within their bounds.
 *
 * A segment is otherwise read on demand, and a reader that meets a wrong number throws. After this check no reader does: each name,
 * place and posting is inside, no path leads out of a folder, and no stamp is trusted. Names may still be lies.
 */
import { isUtf8 } from "node:buffer";
import { compareText } from "../base/compare-text.ts";
import { messageOf } from "../base/errors.ts";
import { DamagedSegmentError } from "./columns.ts";
import { Known } from "./file-facts.ts";
import { readIndex } from "./layout.ts";
import { portableKnown } from "./portable.ts";
import { Segment } from "./segment.ts";

/** The properties that files of a portable segment may have. */
export type PortableBounds = {
  /** Names of known languages. */
  readonly languages: ReadonlySet<string>;
  /** Bytes of a file that is read. */
  readonly maxFileBytes: number;
  /** The separator of paths here. */
  readonly separator: string;
};

/**
 * Opens a portable segment, and checks it.
 *
 * @throws DamagedSegmentError
 */
export function checkedPortable(index: Uint8Array, bounds: PortableBounds): Segment {
  try {
    const segment = Segment.open(index);
    check(segment, index, bounds);
    return segment;
  } catch (error) {
    throw error instanceof DamagedSegmentError ? error : new DamagedSegmentError(messageOf(error));
  }
}

/** @throws DamagedSegmentError, RangeError */
function check(segment: Segment, index: Uint8Array, bounds: PortableBounds): void {
  const { section } = readIndex(index);
  mustHold(isUtf8(section("pathStart")) && isUtf8(section("paths")), "a path is not UTF-8");
  mustHold(segment.definitions === 0 && segment.textBytes === 0, "it has definitions");
  segment.checkWords();
  let name = "";
  let declarations = 0;
  for (let file = 0; file < segment.files; file++) {
    const path = segment.pathOf(file);
    mustHold(isPathBelow(path, bounds.separator), "a path leads out of its folder");
    mustHold(compareText(name, path) < 0, "paths are not in order");
    name = path;
    checkFile(segment, file, bounds);
    const { start, end } = segment.declarationsOf(file);
    mustHold(start === declarations, "declarations are of no file");
    declarations = end;
  }
  mustHold(declarations === segment.declarationColumns.length, "declarations are of no file");
}

/** @throws DamagedSegmentError, RangeError */
function checkFile(segment: Segment, file: number, { languages, maxFileBytes }: PortableBounds): void {
  const { size, mtimeNs, ctimeNs, ino, trustedFrom } = segment.stampOf(file);
  const known = segment.knownOf(file);
  mustHold(Number.isSafeInteger(size) && size >= 0, "a size is not a number of bytes");
  const isTrusted = trustedFrom !== Number.POSITIVE_INFINITY || mtimeNs !== 0n || ctimeNs !== 0n || ino !== 0n;
  mustHold(!isTrusted, "a stamp is trusted");
  mustHold((known & ~portableKnown) === 0, "it has facts of another kind");
  mustHold(segment.definesCountOf(file) === 0 && segment.definesJsonOf(file) === "", "it has macros");
  mustHold(languages.has(segment.languageOf(file)), "a language is not known");
  mustHold(segment.definitionsOf(file).end === 0, "it has definitions");
  segment.hasErrors(file);
  segment.importsOf(file);
  segment.skippedOf(file);
  segment.warningsOf(file);
  const { start, end } = segment.declarationsOf(file);
  if (start === end) return;
  mustHold((known & Known.declarations) !== 0 && size <= maxFileBytes, "a file has too many bytes");
  checkDeclarations(segment, start, end, size);
}

/** The columns of declarations whose numbers may be any. */
const freeColumns = ["flags", "least", "most", "parameters"] as const;

const wordColumns = ["name", "qualifier", "type"] as const;

/** UTF-16 code units that a parser may add to a text: the line break that a last directive lacks. */
const maxAddedUnits = 16;

/**
 * Checks the declarations of a file: places are within its text, which has no more UTF-16 code units than bytes.
 *
 * @throws DamagedSegmentError, RangeError
 */
function checkDeclarations(segment: Segment, start: number, end: number, size: number): void {
  const columns = segment.declarationColumns;
  const names = columns.namesAt(start, end);
  for (let declaration = start; declaration < end; declaration++) {
    const at = names[declaration - start] ?? -1;
    const offsets = columns.offsetsOf(declaration, at);
    for (const offset of [at, offsets.start, offsets.headEnd, offsets.end]) {
      mustHold(offset >= 0 && offset <= size + maxAddedUnits, "a declaration is outside of its file");
    }
    const places = [columns.endLineOf(declaration), columns.numberAt("column", declaration)];
    for (const place of places) mustHold(place <= size + 1, "a line is outside of its file");
    mustHold(columns.numberAt("parent", declaration) <= declaration - start, "a parent is outside of its file");
    columns.kindOf(declaration);
    for (const column of wordColumns) {
      mustHold(columns.numberAt(column, declaration) < segment.words, "a word is not there");
    }
    for (const column of freeColumns) columns.numberAt(column, declaration);
  }
}

/** True for a path with `/` between its parts that stays below a folder. */
function isPathBelow(path: string, separator: string): boolean {
  if (path.includes("\0")) return false;
  // On Windows `C:` and `\` lead elsewhere.
  if (separator === "\\" && /[\\:]/.test(path)) return false;
  return path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

/** @throws DamagedSegmentError */
function mustHold(condition: boolean, otherwise: string): void {
  if (!condition) throw new DamagedSegmentError(otherwise);
}
