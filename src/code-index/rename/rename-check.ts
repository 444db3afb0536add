/**
 * The check of a rename: the search that has found the places of the old name finds the same places of the new one in the code as it
 * would be. Input: a file, the code base, and the edits of all files; output: places where a name would stand for something else.
 */
import type { Code, ResolvedFile } from "../code.ts";
import { type Occurrence, occurrencesIn, type ReferencedSymbol } from "../occurrences.ts";
import { keyOfPlace, type Place, placeOf } from "../places.ts";
import { qualifiedNameOf } from "../qualified-name.ts";
import { certaintyOf } from "../resolution.ts";
import { shiftedOffset, withNewName } from "./edited-text.ts";
import type { Refusal } from "./refusal.ts";
import { isSure, type Names, nameOffset } from "./rename-places.ts";

/** A place of a name with its offset. */
type Edit = Omit<Place, "path"> & { readonly offset: number };

/** A rename whose places are known. */
export type Rename = Names & {
  readonly symbols: readonly ReferencedSymbol[];
  /** Absolute path → its edits, in source order. */
  readonly edits: ReadonlyMap<string, readonly Edit[]>;
  /** The files whose declarations the rename changes: absolute paths. */
  readonly declaring: readonly string[];
};

/** Finds the places of a file that refuse a rename; undefined if the file cannot be read. */
export async function checkRename(path: string, code: Code, rename: Rename): Promise<readonly Refusal[] | undefined> {
  const texts = new Map<string, string>();
  for (const declaring of rename.declaring) {
    const text = changedText(declaring, code, rename);
    if (text !== undefined) texts.set(declaring, text);
  }
  const changedCode = await code.withTexts(texts);
  const changed = changedText(path, code, rename);
  const symbols = rename.symbols.map((symbol) => renamedSymbol(symbol, rename));
  const errors = await code.withFile(path, ({ tree }) => tree.faults());
  if (changed === undefined || errors === undefined) return undefined;
  return await changedCode.withText(path, changed, (after) => [
    ...errorRefusals(errors, after),
    ...new FileCheck(after, symbols, rename, code.separatorOf(after.file.language)).run(),
  ]);
}

function changedText(path: string, code: Code, { edits, oldName, newName }: Rename): string | undefined {
  const text = code.textOf(path);
  const offsets = (edits.get(path) ?? []).map(({ offset }) => offset);
  return text === undefined ? undefined : withNewName(text, { offsets, oldName, newName });
}

/** A symbol in the code as it would be. */
function renamedSymbol(symbol: ReferencedSymbol, rename: Rename): ReferencedSymbol {
  const { oldName, newName } = rename;
  const moved = (places: readonly Place[]) => places.map((place) => movedPlace(place, rename));
  const word = symbol.word.endsWith(oldName) ? symbol.word.slice(0, -oldName.length) + newName : symbol.word;
  return {
    ...symbol,
    word,
    places: moved(symbol.places),
    forward: moved(symbol.forward),
    constructors: moved(symbol.constructors),
    overridden: moved(symbol.overridden),
    owners: moved(symbol.owners),
  };
}

function movedPlace(place: Place, { edits, oldName, newName }: Rename): Place {
  const before = (edits.get(place.path) ?? []).filter(
    ({ line, column }) => line === place.line && column < place.column,
  );
  return { ...place, column: place.column + before.length * (newName.length - oldName.length) };
}

function errorRefusals(before: readonly number[], after: ResolvedFile): readonly Refusal[] {
  const errors = after.tree.faults();
  const first = errors.find((node, i) => node !== before[i]) ?? errors[0];
  if (errors.length <= before.length || first === undefined) return [];
  const place = after.positionOf(after.tree.start(first));
  return [{ path: after.file.path, ...place, reason: "the file would have a new syntax error here" }];
}

/** The check of one file in the code as it would be. */
class FileCheck {
  readonly #after: ResolvedFile;
  readonly #symbols: readonly ReferencedSymbol[];
  readonly #newName: string;
  readonly #separator: string;
  /** Offset in the new text → place in the old one. */
  readonly #expected: ReadonlyMap<number, Edit>;
  readonly #positionBefore: (offset: number) => Omit<Place, "path">;
  readonly #declared: ReadonlySet<string>;

  constructor(after: ResolvedFile, symbols: readonly ReferencedSymbol[], rename: Rename, separator: string) {
    const { oldName, newName, edits } = rename;
    const own = edits.get(after.file.path) ?? [];
    const replacement = { offsets: own.map(({ offset }) => offset), oldName, newName };
    this.#after = after;
    this.#separator = separator;
    this.#symbols = symbols;
    this.#newName = newName;
    this.#expected = new Map(own.map((edit) => [shiftedOffset(edit.offset, replacement), edit]));
    this.#positionBefore = (offset) => {
      const { line, column } = after.positionOf(offset);
      const before = own.filter((edit) => edit.line === line && shiftedOffset(edit.offset, replacement) < offset);
      return { line, column: column - before.length * (newName.length - oldName.length) };
    };
    const places = symbols.flatMap((symbol) => [...symbol.places, ...symbol.forward, ...symbol.constructors]);
    this.#declared = new Set(places.map(keyOfPlace));
  }

  run(): readonly Refusal[] {
    const found = this.#found();
    return [...this.#lost(found), ...this.#captured(found)];
  }

  /** The places of the new name: offset → how sure it is that they stand for a symbol. */
  #found(): ReadonlyMap<number, Occurrence> {
    const found = new Map<number, Occurrence>();
    for (const occurrence of occurrencesIn(this.#after, this.#symbols)) {
      const offset = nameOffset(occurrence, this.#after.joinedText, this.#newName);
      if (offset !== undefined) found.set(offset, occurrence);
    }
    return found;
  }

  /** Edited names that would stand for something else. */
  #lost(found: ReadonlyMap<number, Occurrence>): readonly Refusal[] {
    const { file } = this.#after;
    return [...this.#expected].flatMap(([offset, { line, column }]) => {
      const occurrence = found.get(offset);
      if (occurrence !== undefined && isSure(occurrence)) return [];
      const reason = this.#meaningAt(offset);
      return reason === undefined ? [] : [{ path: file.path, line, column, reason }];
    });
  }

  /** Says what an edited name would stand for; undefined if that is not another symbol for sure. */
  #meaningAt(offset: number): string | undefined {
    const resolution = this.#after.resolver.resolve(this.#after, offset);
    const { targets } = resolution;
    const [target] = targets;
    if (target === undefined || certaintyOf(resolution) === undefined) return undefined;
    if (targets.some((one) => this.#declared.has(keyOfPlace(placeOf(one))))) return undefined;
    const name = qualifiedNameOf(target, this.#separator);
    return `would stand for ${name} of line ${target.line}`;
  }

  /** Names that are there already, and would stand for a renamed symbol. */
  #captured(found: ReadonlyMap<number, Occurrence>): readonly Refusal[] {
    const { path } = this.#after.file;
    return [...found].flatMap(([offset, occurrence]) => {
      if (!isSure(occurrence) || this.#expected.has(offset)) return [];
      const reason = `${this.#newName} is written here already, and would stand for the renamed symbol`;
      return [{ path, ...this.#positionBefore(offset), reason }];
    });
  }
}
