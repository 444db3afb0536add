/**
 * The API documentation of a file in Markdown. Input: a parsed file; output: a heading for each class and group, with
 * signatures, links and documentation.
 */
import { basename } from "node:path";
import {
  markdownCode,
  markdownFence,
  markdownInline,
  markdownLine,
  markdownLink,
  markdownName,
  markdownText,
} from "../../base/escape/markdown.ts";
import { pushTo } from "../../base/group-by.ts";
import type { ParsedFile } from "../../syntax/parse.ts";
import { type PlacedSymbol, qualifiedName } from "../../syntax/symbols.ts";
import type { Interface } from "../interface.ts";
import { readTreeOf } from "../read-tree.ts";
import type { DocBlock } from "./doc-blocks.ts";
import { docstringBlocks } from "./docstrings.ts";
import { doxygenBlocks } from "./doxygen.ts";
import { RawDocs } from "./raw-docs.ts";

/** Kinds of symbols that have headings of their own. */
const typeKinds: ReadonlySet<string> = new Set(["class", "struct", "union", "interface", "enum"]);

/** Kinds that hold symbols and are not part of a document. */
const scopeKinds: ReadonlySet<string> = new Set(["namespace", "module", "package"]);

/** The headings of what is in no class, by kind. */
const groups: ReadonlyMap<string, string> = new Map([
  ["function", "Functions"],
  ["method", "Functions"],
  ["constructor", "Functions"],
  ["operator", "Functions"],
  ["macro", "Macros"],
  ["constant", "Constants"],
  ["variable", "Variables"],
  ["field", "Variables"],
]);

const otherGroup = "Types";

type DocumentOptions = {
  readonly includeComments: boolean;
  /** True if documentation is in strings of the code. */
  readonly hasDocstrings: boolean;
  readonly isPublic: (symbol: PlacedSymbol) => boolean;
};

type Entry = { readonly symbol: PlacedSymbol; readonly text: string };

/** Returns the documentation of a file in Markdown: a heading for each class, its members with signatures, docs and links. */
export function markdownOf(file: ParsedFile, { includeComments, hasDocstrings, isPublic }: DocumentOptions): Interface {
  const docs = includeComments ? new RawDocs(readTreeOf(file)) : undefined;
  const name = basename(file.path) || `source.${file.language.name}`;
  const blocksOf = (symbol: PlacedSymbol): readonly DocBlock[] => {
    const string = hasDocstrings ? docs?.docstringAt(symbol.headEnd) : undefined;
    if (string !== undefined) return docstringBlocks(string);
    const comment = docs?.commentOf(symbol);
    return comment === undefined ? [] : doxygenBlocks(comment);
  };
  const entryOf = (symbol: PlacedSymbol): Entry => {
    const signature = markdownFence(file.language.name, [symbol.signature()]);
    return {
      symbol,
      text: [signature, markdownLink(name, symbol.line), ...blocksOf(symbol).map(blockText)].join("\n\n"),
    };
  };
  const symbols = file
    .symbols()
    .filter((symbol) => isPublic(symbol) && !isLocal(symbol) && !scopeKinds.has(symbol.kind));
  const types = symbols.filter(({ kind }) => typeKinds.has(kind));
  const known = new Set(types);
  const members = new Map<PlacedSymbol, Entry[]>();
  const others = new Map<string, Entry[]>();
  for (const symbol of symbols) {
    if (known.has(symbol)) continue;
    const parent = symbol.parent;
    if (parent !== undefined && known.has(parent)) pushTo(members, parent, entryOf(symbol));
    else pushTo(others, groups.get(symbol.kind) ?? otherGroup, entryOf(symbol));
  }
  const separator = file.language.scope_separator;
  const moduleDoc = hasDocstrings ? docs?.docstringOfModule() : undefined;
  const parts = [
    `# ${markdownName(name)}`,
    ...(moduleDoc === undefined ? [] : docstringBlocks(moduleDoc).map(blockText)),
    ...types.flatMap((symbol) => [
      `## ${symbol.kind} ${markdownCode(qualifiedName(symbol, separator))}`,
      entryOf(symbol).text,
      ...enumeratorsFirst(members.get(symbol) ?? []),
    ]),
    ...[...others].flatMap(([group, entries]) => [`## ${group}`, ...entries.map(({ text }) => text)]),
  ];
  return {
    text: `${parts.filter((part) => part !== "").join("\n\n")}\n`,
    kept: new Map(),
    isEmpty: symbols.length === 0,
  };
}

/** Enumerators as a list; other members with their signatures. */
function enumeratorsFirst(entries: readonly Entry[]): readonly string[] {
  const isEnumerator = ({ symbol }: Entry) => symbol.kind === "enum_member" || symbol.kind === "enumerator";
  const names = entries.filter(isEnumerator).map(({ symbol }) => `- ${markdownCode(symbol.name)}`);
  return [
    ...(names.length > 0 ? [names.join("\n")] : []),
    ...entries.filter((entry) => !isEnumerator(entry)).map(({ text }) => text),
  ];
}

/** True inside of a function. */
function isLocal({ parent }: PlacedSymbol): boolean {
  return parent !== undefined && groups.get(parent.kind) === "Functions";
}

function blockText(block: DocBlock): string {
  if (block.kind !== "section") {
    return block.kind === "code" ? markdownFence("", block.lines) : markdownText(block.lines);
  }
  const items = block.entries.map(({ name, type, text }) => {
    const head = [
      ...(name === "" ? [] : [markdownCode(name)]),
      ...(type === "" ? [] : [`(${markdownInline(type)})`]),
    ].join(" ");
    return `- ${[head, markdownLine(text)].filter((part) => part !== "").join(": ")}`;
  });
  return `**${block.title}**\n\n${items.join("\n")}`;
}
