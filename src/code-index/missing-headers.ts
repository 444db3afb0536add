import type { Code } from "./code.ts";
import type { FoundSymbols } from "./found-symbols.ts";

/** Files with the name whose includes are looked at: more of them say nothing new. */
const maxFiles = 200;

/** Headers, and places of each, that an answer names. */
const maxHeaders = 3;
const maxPlaces = 5;

/** Headers that files include and the code base lacks, each as it is written, with the places of its includes as `app.cc:12`. */
export type MissingHeaders = NonNullable<FoundSymbols["missingHeaders"]>;

/**
 * Finds the headers that by their name declare a symbol which nothing in the code base declares: the files with its word include
 * them in quotes, and they are not there. `mock_encoder.h` is such a header of `MockEncoder`, and `MockEncoder.h` as well.
 */
export function missingHeadersOf(name: string, code: Code): MissingHeaders {
  const wanted = spelledAlike(name);
  const headers = new Map<string, string[]>();
  for (const path of code.filesWith(name).slice(0, maxFiles)) {
    const file = code.index.fileAt(path);
    const find = file && code.dependenciesOf(file.language, () => []);
    for (const imported of file?.imports ?? []) {
      if (imported.kind !== "include" || spelledAlike(stemOf(imported.name)) !== wanted) continue;
      const found = file && find?.(imported, file);
      if (found === undefined || !("missing" in found.target) || found.target.missing === "external") continue;
      const places = headers.get(found.name) ?? [];
      places.push(`${code.nameOf(path)}:${imported.line}`);
      headers.set(found.name, places);
    }
  }
  return Array.from(headers, ([header, places]) => ({
    header,
    places: places.slice(0, maxPlaces),
    total: places.length,
  })).slice(0, maxHeaders);
}

/** A name without case and underscores. */
function spelledAlike(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/** `mock_encoder` of `test/mock_encoder.h`. */
function stemOf(header: string): string {
  const file = header.slice(header.lastIndexOf("/") + 1);
  return /^[^.]*/.exec(file)?.[0] ?? file;
}
