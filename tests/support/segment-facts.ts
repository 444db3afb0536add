import type { DeclarationFact } from "../../src/facts/declaration-facts.ts";
import { type DefinitionFact, type FileFacts, Known } from "../../src/facts/file-facts.ts";
import { type Segment, textAt } from "../../src/facts/segment.ts";

/**
 * All facts of a file, by the readers that src has for single ones.
 *
 * @param texts the texts of the segment
 * @param words what is given back as its words
 */
export function factsOf(segment: Segment, file: number, texts: Uint8Array, words: Uint32Array): FileFacts {
  const facts = segment.fileOf(file);
  const { start, end } = segment.definitionsOf(file);
  return {
    ...facts,
    definitions: Array.from({ length: end - start }, (_, index) => definitionAt(segment, start + index, start, texts)),
    declarations: declarationsOf(segment, file),
    words: (facts.known & Known.words) === 0 ? undefined : words,
  };
}

function declarationsOf(segment: Segment, file: number): readonly DeclarationFact[] {
  const { start, end } = segment.declarationsOf(file);
  const columns = segment.declarationColumns;
  return Array.from(columns.namesAt(start, end), (at, index) => {
    const declaration = start + index;
    const numberOf = (column: Parameters<typeof columns.numberAt>[0]) => columns.numberAt(column, declaration);
    const parent = columns.parentOf(declaration);
    return {
      name: segment.wordOf(numberOf("name")),
      kind: columns.kindOf(declaration),
      flags: numberOf("flags"),
      line: numberOf("line"),
      column: numberOf("column"),
      endLine: columns.endLineOf(declaration),
      at,
      ...columns.offsetsOf(declaration, at),
      parent: parent < 0 ? -1 : parent - start,
      qualifier: segment.wordOf(numberOf("qualifier")),
      type: segment.wordOf(numberOf("type")),
      least: numberOf("least"),
      most: columns.mostOf(declaration),
      parameters: numberOf("parameters"),
      scopeStart: 0,
      scopeEnd: 0,
    };
  });
}

function definitionAt(segment: Segment, definition: number, first: number, texts: Uint8Array): DefinitionFact {
  const { signature, doc } = segment.textsOf(definition);
  const parent = segment.parentOf(definition);
  return {
    name: segment.nameOf(definition),
    kind: segment.kindOf(definition),
    flags: segment.flagsOf(definition),
    line: segment.lineOf(definition),
    column: segment.columnOf(definition),
    endLine: segment.endLineOf(definition),
    parent: parent < 0 ? -1 : parent - first,
    qualifier: segment.qualifierOf(definition),
    signature: textAt(texts, signature),
    doc: textAt(texts, doc),
  };
}
