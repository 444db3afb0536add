/**
 * The bytes of a SCIP index (protobuf). Input: its documents, one at a time; output: bytes of messages that are written
 * one after the other.
 */
import { pathToFileURL } from "node:url";
import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import {
  IndexSchema,
  type OccurrenceSchema,
  PositionEncoding,
  SymbolInformation_Kind,
  type SymbolInformationSchema,
  TextEncoding,
} from "./bindings/scip_pb.js";
import type { DocumentRows, OccurrenceRow, SymbolRow } from "./document.ts";

/**
 * Returns the first bytes of an index. Further messages are written after it: protobuf merges messages of one type that
 * follow each other, so that an index never is in memory as a whole.
 *
 * @param folder the absolute path of the folder that the paths of documents begin in
 */
export function startOfIndex(folder: string, version: string): Uint8Array {
  return indexBytes({
    metadata: {
      toolInfo: { name: "codegrove", version },
      projectRoot: pathToFileURL(folder).href.replace(/(?<!\/\/)\/$/, ""),
      textDocumentEncoding: TextEncoding.UTF8,
    },
  });
}

/** Returns the bytes of a document of an index. */
export function documentBytes({ path, language, symbols, occurrences }: DocumentRows): Uint8Array {
  return indexBytes({
    documents: [
      {
        language,
        relativePath: path,
        positionEncoding: PositionEncoding.UTF16CodeUnitOffsetFromLineStart,
        symbols: symbols.map((symbol) => symbolInformation(symbol, language)),
        occurrences: occurrences.map(occurrence),
      },
    ],
  });
}

/** Returns the bytes of symbols that documents name but do not have. */
export function externalSymbolsBytes(symbols: readonly SymbolRow[]): Uint8Array {
  return indexBytes({ externalSymbols: symbols.map((symbol) => symbolInformation(symbol, "")) });
}

function indexBytes(index: MessageInitShape<typeof IndexSchema>): Uint8Array {
  return toBinary(IndexSchema, create(IndexSchema, index));
}

function symbolInformation(
  { symbol, kind, name, signature, doc, holder, bases = [], overridden = [], requested = [] }: SymbolRow,
  language: string,
): MessageInitShape<typeof SymbolInformationSchema> {
  return {
    symbol,
    kind: SymbolInformation_Kind[kind],
    displayName: name,
    ...(doc !== undefined && { documentation: [doc] }),
    ...(signature !== undefined && { signatureDocumentation: { language, text: signature } }),
    ...(holder !== undefined && { enclosingSymbol: holder }),
    relationships: [
      ...bases.map((base) => ({ symbol: base, isImplementation: true })),
      // A search for the uses of one also shows uses of the other.
      ...overridden.map((member) => ({ symbol: member, isImplementation: true, isReference: true })),
      ...requested.map((fixture) => ({ symbol: fixture, isReference: true })),
    ],
  };
}

function occurrence({ range, symbol, roles, whole }: OccurrenceRow): MessageInitShape<typeof OccurrenceSchema> {
  return { range: rangeOf(range), symbol, symbolRoles: roles, ...(whole && { enclosingRange: rangeOf(whole) }) };
}

/** A range as SCIP writes it: without its last line where that is the first one. */
function rangeOf([line, character, endLine, end]: OccurrenceRow["range"]): number[] {
  return line === endLine ? [line, character, end] : [line, character, endLine, end];
}
