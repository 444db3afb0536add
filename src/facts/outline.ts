import type { Language } from "../syntax/languages.ts";
import type { FileOutline } from "../syntax/parse.ts";
import { type CodeSymbol, containerOf } from "../syntax/symbols.ts";
import type { Tag } from "../syntax/tags.ts";
import { askedKinds, DefinitionFlag } from "./file-facts.ts";
import { type Segment, textAt } from "./segment.ts";

type OutlinedLanguage = Pick<Language, "name" | "scope_separator">;

/** A file that has no definition. */
export function emptyOutline(language: OutlinedLanguage): FileOutline {
  return { language, hasErrors: false, outline: () => ({ definitions: [], imports: 0 }), symbols: () => [] };
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
    hasErrors: segment.hasErrors(file),
    outline: () => ({ definitions: tagsOf(segment, file, onlyKinds), imports: segment.importsOf(file) }),
    symbols: () => symbolsOf(segment, file, language.scope_separator, texts),
  };
}

function tagsOf(segment: Segment, file: number, onlyKinds: ReadonlySet<string> | undefined): readonly Tag[] {
  const asked = askedKinds.map(({ kind, flag, wholeFlag }) => ({
    kind,
    flag: onlyKinds === undefined ? wholeFlag : onlyKinds.has(kind) ? flag : 0,
  }));
  const anyFlag = asked.reduce((flags, { flag }) => flags | flag, 0);
  const tags: Tag[] = [];
  const { start, end } = segment.definitionsOf(file);
  for (let at = start; at < end; at++) {
    const flags = segment.flagsOf(at);
    if ((flags & anyFlag) === 0) continue;
    for (const { kind, flag } of asked) {
      if ((flags & flag) === 0) continue;
      tags.push({ kind, name: segment.nameOf(at), line: segment.lineOf(at), column: segment.columnOf(at) });
    }
  }
  return tags;
}

function symbolsOf(segment: Segment, file: number, separator: string, texts: () => Uint8Array): readonly CodeSymbol[] {
  const { start, end } = segment.definitionsOf(file);
  const symbols: (CodeSymbol | undefined)[] = Array.from({ length: end - start });
  for (let at = start; at < end; at++) {
    // A parent may stand behind its members: `typedef struct { int x; } s;`.
    const open: number[] = [];
    for (let next = at; next >= 0 && symbols[next - start] === undefined; next = segment.parentOf(next))
      open.push(next);
    for (const definition of open.reverse()) {
      const parentAt = segment.parentOf(definition);
      const parent = parentAt < 0 ? undefined : symbols[parentAt - start];
      symbols[definition - start] = symbolOf(segment, definition, parent, separator, texts);
    }
  }
  return symbols.filter(
    (symbol, index) => symbol !== undefined && (segment.flagsOf(start + index) & DefinitionFlag.listed) !== 0,
  ) as readonly CodeSymbol[];
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
    signature: () => textAt(texts(), segment.textsOf(definition).signature) ?? "",
    doc: () => textAt(texts(), segment.textsOf(definition).doc),
  };
}
