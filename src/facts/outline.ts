/**
 * The outline of a file from its facts, without parsing it: definitions, symbols, counts. Input: a segment and the
 * number of a file in it; output: the same outline as that of a parsed file.
 */
import type { Language } from "../syntax/languages.ts";
import { noDefinitions } from "../syntax/no-definitions.ts";
import type { FileOutline } from "../syntax/parse.ts";
import { type CodeSymbol, containerOf } from "../syntax/symbols.ts";
import type { NamedPosition } from "../syntax/tags.ts";
import { askedKinds, DefinitionFlag, symbolOfFlags } from "./file-facts.ts";
import { type Segment, textAt } from "./segment.ts";

type OutlinedLanguage = Pick<Language, "name" | "scope_separator">;

/** A file that has no definition. */
export function emptyOutline(language: OutlinedLanguage): FileOutline {
  return { language, hasErrors: () => false, ...noDefinitions };
}

/**
 * The outline of a file of a segment.
 *
 * @param onlyKinds the kinds that a tool asks for, when it is not all of them
 * @param texts returns the texts of the segment, for signatures and docs
 */
export function outlineOfFacts(
  segment: Segment,
  file: number,
  language: OutlinedLanguage,
  onlyKinds: ReadonlySet<string> | undefined,
  texts: () => Uint8Array,
): FileOutline {
  return {
    language,
    hasErrors: () => segment.hasErrors(file),
    definitionsOf: (kind) => definitionsOf(segment, file, flagOf(kind, onlyKinds)),
    countOf: (kind) => countOf(segment, file, flagOf(kind, onlyKinds)),
    countImports: () => segment.importsOf(file),
    symbols: () => symbolsOf(segment, file, language.scope_separator, texts),
  };
}

/** The flag of the definitions of a kind of tags.scm in the reading that is asked for; 0 if that has none. */
function flagOf(kind: string, onlyKinds: ReadonlySet<string> | undefined): number {
  const asked = askedKinds.find((known) => known.kind === kind);
  if (asked === undefined) return 0;
  if (onlyKinds === undefined) return asked.wholeFlag;
  return onlyKinds.has(kind) ? asked.flag : 0;
}

function definitionsOf(segment: Segment, file: number, flag: number): readonly NamedPosition[] {
  const { start, end } = segment.definitionsOf(file);
  const definitions: NamedPosition[] = [];
  for (let at = start; at < end; at++) {
    if ((segment.flagsOf(at) & flag) === 0) continue;
    definitions.push({ name: segment.nameOf(at), line: segment.lineOf(at), column: segment.columnOf(at) });
  }
  return definitions;
}

function countOf(segment: Segment, file: number, flag: number): number {
  const { start, end } = segment.definitionsOf(file);
  let count = 0;
  for (let at = start; at < end; at++) if ((segment.flagsOf(at) & flag) !== 0) count++;
  return count;
}

function symbolsOf(segment: Segment, file: number, separator: string, texts: () => Uint8Array): readonly CodeSymbol[] {
  const { start, end } = segment.definitionsOf(file);
  const symbols: (CodeSymbol | undefined)[] = Array.from({ length: end - start });
  for (let at = start; at < end; at++) {
    // A parent may follow its members: `typedef struct { int x; } s;`.
    const open: number[] = [];
    for (let next = at; next >= 0 && symbols[next - start] === undefined; next = segment.parentOf(next))
      open.push(next);
    for (const definition of open.reverse()) {
      const parentAt = segment.parentOf(definition);
      const parent = parentAt < 0 ? undefined : symbols[parentAt - start];
      symbols[definition - start] = symbolOf(segment, definition, parent, separator, texts);
    }
  }
  const listed: CodeSymbol[] = [];
  for (let at = start; at < end; at++) {
    const symbol = symbols[at - start];
    if (symbol !== undefined && (segment.flagsOf(at) & DefinitionFlag.listed) !== 0) listed.push(symbol);
  }
  return listed;
}

function symbolOf(
  segment: Segment,
  definition: number,
  parent: CodeSymbol | undefined,
  separator: string,
  texts: () => Uint8Array,
): CodeSymbol {
  const qualifier = segment.qualifierOf(definition);
  return {
    name: segment.nameOf(definition),
    kind: segment.kindOf(definition),
    line: segment.lineOf(definition),
    column: segment.columnOf(definition),
    endLine: segment.endLineOf(definition),
    parent,
    qualifier,
    depth: parent === undefined ? 0 : parent.depth + 1,
    container: containerOf(parent, qualifier, separator),
    ...symbolOfFlags(segment.flagsOf(definition)),
    signature: () => textAt(texts(), segment.textsOf(definition).signature) ?? "",
    doc: () => textAt(texts(), segment.textsOf(definition).doc),
  };
}
