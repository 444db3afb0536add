/**
 * The symbol that a call edits, and its files. Input: symbols that its arguments name; output: the symbols that are declared where it
 * says, the places that refuse it because they may be meant as well, and the saved texts.
 */
import type * as z from "zod";
import type { RefusedRow } from "../../answers/row-kinds.ts";
import { UserError } from "../../base/errors.ts";
import { shown } from "../../base/shown.ts";
import type { Code, EditableText, ResolvedFile } from "../../code-index/code.ts";
import type { FoundSymbol, FoundSymbols } from "../../code-index/found-symbols.ts";
import type { Place } from "../../code-index/places.ts";
import type { Refusal } from "../../code-index/rename/refusal.ts";
import { withLineFeeds } from "../../syntax/copies.ts";
import type { PlacedRefusal } from "../answers/rename-answer.ts";
import type { AnswerBounds } from "../contract/answer-bounds.ts";

/**
 * The symbols that are declared below the path of a call.
 *
 * @throws UserError if they are all declared elsewhere, which must not be edited instead
 */
export function declaredBelow(
  found: FoundSymbols,
  code: Code,
  { filepath, line }: { readonly filepath?: string | undefined; readonly line?: number | undefined },
): FoundSymbols {
  if (filepath === undefined || line !== undefined) return found;
  const isBelow = belowTest(filepath, code);
  const symbols = found.symbols.filter(({ places, forward }) => [...places, ...forward].some(isBelow));
  const elsewhere = found.symbols
    .flatMap(({ places }) => places)
    .map((place) => `${code.nameOf(place.path)}:${place.line}`);
  if (symbols.length === 0 && elsewhere.length > 0) {
    throw new UserError(`Symbol not found in ${shown(filepath)}: ${shown(found.wanted)}`, {
      details: `It is declared in ${elsewhere.slice(0, maxNamedIds).join(", ")}: give one of these as filepath, or none.`,
    });
  }
  return { ...found, symbols };
}

/** Returns a test of places: true for a file that a path is, or that is below it; of a pattern, below its folder. */
export function belowTest(filepath: string, code: Code): (place: Place) => boolean {
  const start = filepath
    .replace(/^(?:\.\/)+/, "")
    .replace(/[*?[{!].*$/s, "")
    .replace(/\/+$/, "");
  return ({ path }) =>
    [path, code.nameOf(path)].some(
      (name) => start === "" || start === "." || name === start || name.startsWith(`${start}/`),
    );
}

/** Says of each symbol that may be meant how to name it. */
export function candidateRefusals(
  symbols: readonly { readonly symbol: FoundSymbol; readonly number: number }[],
  isUnsure: boolean,
  code: Code,
): readonly PlacedRefusal[] {
  return symbols.flatMap(
    ({
      symbol: {
        name,
        places: [place],
      },
      number,
    }) => {
      if (place === undefined) return [];
      const reason = isUnsure
        ? `the place may mean ${name}: give its name, or this line`
        : `one of ${symbols.length} symbols with this name: add #${number} to symbol, or give this line`;
      return shownRefusal({ ...place, reason }, code);
    },
  );
}

/** Returns the text of an open file as its edits need it, with the digest "" for unsaved text; undefined if it has changed since it was opened. */
export function savedTextOf(
  { file: { path }, text }: ResolvedFile,
  code: Code,
): Pick<EditableText, "digest" | "mark" | "text"> | undefined {
  const saved = path === code.unsavedPath ? { text, mark: "", digest: "" } : code.editable(path);
  return saved === undefined || withLineFeeds(saved.text) !== text ? undefined : saved;
}

/** @throws UserError if files that may have the name of a symbol could not be read: then nothing is written */
export function requireRead([first]: AnswerBounds["unread"]): void {
  if (first === undefined) return;
  throw new UserError("Nothing was written", {
    details: `${shown(first.filepath)} may have the name, and could not be read: ${first.error}.`,
  });
}

export function refusedRow({ line, column, reason }: Refusal): z.infer<typeof RefusedRow> {
  return { line, column, reason };
}

export function shownRefusal(refusal: Refusal, code: Code): PlacedRefusal {
  return { filepath: code.nameOf(refusal.path), ...refusedRow(refusal) };
}

/** Places that an error names. */
const maxNamedIds = 5;
