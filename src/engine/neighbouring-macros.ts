import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { maxHeadersOfFolder } from "../limits.ts";
import { type Language, languageOf } from "../syntax/languages.ts";
import { wellKnownMacros } from "../syntax/macros.ts";
import { definesOf, type MacroRoles, mergeRoles } from "../syntax/masking/mask.ts";
import { readSource } from "../workspace/read.ts";
import type { WorkerSettings } from "./worker-protocol.ts";

/** What is known in the last folders, for the files that come next: a scan goes folder by folder. */
const known = new Map<string, MacroRoles>();
/** The call that it was learned for. The next one reads anew, since headers change between calls. */
let knownFor = 0;
const maxFolders = 4;

/**
 * What is known of macros where a file stands: those of the project and of well-known libraries, and what the
 * headers in the file's folder define. Undefined when the language has no macros.
 */
export function macrosNear(
  path: string,
  language: Language,
  call: number,
  settings: WorkerSettings,
): MacroRoles | undefined {
  const wellKnown = wellKnownMacros(language, settings.projectMacros);
  if (wellKnown === undefined) return undefined;
  if (knownFor !== call) known.clear();
  knownFor = call;
  const folder = dirname(path);
  let macros = known.get(folder);
  if (macros === undefined) {
    const defined = headersIn(folder, language, settings).map((text) => definesOf(text));
    macros = defined.every(({ size }) => size === 0) ? wellKnown : mergeRoles([wellKnown, ...defined]);
    known.set(folder, macros);
    const [oldest] = known.keys();
    if (known.size > maxFolders && oldest !== undefined) known.delete(oldest);
  }
  return macros;
}

function headersIn(folder: string, language: Language, settings: WorkerSettings): readonly string[] {
  return namesIn(folder)
    .filter((name) => /\.h[^.]*$/i.test(name) && languageOf(name, settings.languages) === language)
    .slice(0, maxHeadersOfFolder)
    .map((name) => textOf(join(folder, name), settings));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** A header that cannot be read teaches nothing; when it is asked about itself, its answer says why. */
function textOf(path: string, settings: WorkerSettings): string {
  try {
    return readSource(path, path, settings).text;
  } catch {
    return "";
  }
}
