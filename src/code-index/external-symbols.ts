import type { Code, ResolvedFile } from "./code.ts";
import type { FoundSymbols } from "./found-symbols.ts";
import type { SymbolAddress } from "./symbol-address.ts";
import { WrittenNames } from "./written-names.ts";

/** Files that are parsed for one name: parsing a file takes some 10 ms. */
const maxParsedFiles = 50;

/** Uses of the name that are resolved in one file. */
const maxResolved = 50;

/** Places that an answer has: more of them say nothing new. */
const maxPlaces = 5;

/** A symbol from outside that a caller names as answers do, `typing.TypedDict`, with places where the code base uses it. */
export type ExternalSymbol = Required<Pick<FoundSymbols, "external" | "usedAt">>;

/**
 * Finds a symbol from outside of the code base by its whole name; a path before it may be left out: `http.Get` is also
 * `net/http.Get`. The files that have its word are parsed, in path
 * order, until enough places are known.
 *
 * @returns undefined if nothing that was looked at resolves to it
 */
export async function externalSymbol(code: Code, { text, name }: SymbolAddress): Promise<ExternalSymbol | undefined> {
  const wanted = text.replace(/^(?:::|\.)/, "");
  const usedAt: string[] = [];
  let whole: string | undefined;
  for (const path of code.filesWith(name).slice(0, maxParsedFiles)) {
    // It stays open: the uses of the name are resolved in these files next.
    const takes = (external: string) => {
      if (external === wanted || external === `builtins.${wanted}`) return true;
      if (usedAt.length === 0 && external.endsWith(`/${wanted}`)) whole ??= external;
      return external === whole;
    };
    const lines = (await code.withFile(path, (file) => linesWith(file, takes, name))) ?? [];
    usedAt.push(...lines.map((line) => `${code.nameOf(path)}:${line}`));
    if (usedAt.length >= maxPlaces) break;
  }
  return usedAt.length === 0 ? undefined : { external: whole ?? wanted, usedAt: usedAt.slice(0, maxPlaces) };
}

/** The lines of a file that write a name of an external symbol. */
function linesWith(file: ResolvedFile, takes: (external: string) => boolean, word: string): readonly number[] {
  const { joinedText, positionOf } = file;
  const names = new WrittenNames({ ...file, text: joinedText });
  const lines = new Set<number>();
  let resolved = 0;
  for (let at = joinedText.indexOf(word); at >= 0; at = joinedText.indexOf(word, at + word.length)) {
    if (isPartOfWord(joinedText, at, at + word.length)) continue;
    if (++resolved > maxResolved || lines.size === maxPlaces) break;
    const written = names.at(at, word);
    if (written === undefined || "declares" in written || written.where === "text") continue;
    const { external: found } = written.resolution;
    if (found !== undefined && takes(found)) lines.add(positionOf(at).line);
  }
  return [...lines];
}

function isPartOfWord(text: string, start: number, end: number): boolean {
  return /[\p{L}\p{N}_$]/u.test(text.charAt(start - 1)) || /[\p{L}\p{N}_$]/u.test(text.charAt(end));
}
