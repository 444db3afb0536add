/**
 * The declarations of a file whose language is only data: queries tags.scm and locals.scm. Input: a parsed file;
 * output: declaration facts in source order, parents before children.
 */

import { NestedRanges } from "../../base/nested-ranges.ts";
import { type DeclarationFact, DeclarationFlag, type DeclarationKind } from "../../facts/declaration-facts.ts";
import type { ImportBinding } from "../../syntax/import-bindings.ts";
import type { ImportPath } from "../../syntax/imports.ts";
import type { LocalDefinition } from "../../syntax/locals.ts";
import type { ParsedFile } from "../../syntax/parse.ts";
import type { PlacedSymbol } from "../../syntax/symbols.ts";
import { partsOfName } from "../qualified-name.ts";
import { declaredFlags } from "./declared-flags.ts";
import {
  declaredTerm,
  hasAccessor,
  hidingStatement,
  isEmbedded,
  ownTypeAround,
  parametersOf,
} from "./declared-terms.ts";
import { innerMembersIn } from "./inner-members.ts";
import { takenVariablesIn } from "./taken-apart.ts";
import { baseSeparator, textOfTerm } from "./terms.ts";
import { WrittenTerms } from "./written-terms.ts";

/** A kind of list_symbols, or a word of tags.scm or locals.scm that replaces one → the kind of its declaration. */
const kinds: ReadonlyMap<string, DeclarationKind> = new Map<string, DeclarationKind>([
  ...(
    ["module", "namespace", "class", "struct", "interface", "enum", "enum_member", "function", "method"] as const
  ).map((kind) => [kind, kind] as const),
  ...(["constructor", "operator", "property", "field", "variable", "constant", "type_parameter", "event"] as const).map(
    (kind) => [kind, kind] as const,
  ),
  ...(["union", "parameter", "macro", "label", "import"] as const).map((kind) => [kind, kind] as const),
  ["type", "alias"],
]);

/** The kind of a definition whose word is not in the table or missing. */
const otherKind = "variable";

/**
 * The declarations of a file by the data of its language: the rows of list_symbols, and definitions of locals.scm, in
 * source order.
 *
 * @param withLocals true for an open file: with names that are visible only inside of scopes
 */
export function taggedDeclarations(file: ParsedFile, withLocals: boolean): readonly DeclarationFact[] {
  const symbols = file.symbols();
  const definitions = withLocals ? (file.locals()?.definitions ?? []) : [];
  const bindings = file.language.types?.exports === undefined ? [] : file.importBindings();
  const taken = takenFacts(file);
  const known = new Set([...symbols, ...bindings].map(({ at }) => at));
  const own = taken.filter(({ at }) => !known.has(at));
  for (const { at } of own) known.add(at);
  const holders = new NestedRanges(symbols);
  const typed = typedFact(file);
  const entries: readonly Entry[] = [
    ...symbols.map((symbol) => ({
      fact: typed(factOf(symbol), symbol.parent === undefined),
      own: symbol,
      parent: symbol.parent,
    })),
    ...definitions
      .filter(({ at }) => !known.has(at))
      .map((definition) => ({
        fact: typed(localFactOf(definition, file.text.length), false),
        own: undefined,
        parent: firstOf(holders.around(definition.at)),
      })),
  ];
  const placed = new Map(symbols.map((symbol) => [symbol.at, symbol] as const));
  const entered = new Set(entries.map(({ fact }) => fact.at));
  const members = membersBelow(file, withLocals).filter(({ at }) => !entered.has(at) && !known.has(at));
  const below = members.map(({ holder, ...fact }) => ({
    fact: typed(fact, false),
    own: undefined,
    parent: holder >= 0 ? placed.get(holder) : fact.qualifier === "" ? firstOf(holders.around(fact.at)) : undefined,
  }));
  const bound = bindings.map((one) => ({ fact: bindingFactOf(one), ...alone }));
  return inOrder(
    [
      ...entries,
      ...below,
      ...bound,
      ...own.map((fact) => ({ fact: typed(fact, false), ...alone })),
      ...file.importPaths().map((path) => ({ fact: importFactOf(path), ...alone })),
    ].sort((a, b) => a.fact.at - b.fact.at),
  );
}

/** Adds what the code says of the type of a declaration, if the language has rules for that. */
function typedFact(file: ParsedFile): (fact: Entry["fact"], isOutermost: boolean) => Entry["fact"] {
  const { types } = file.language;
  if (types === undefined) return (fact) => fact;
  const { tree, text } = file.flat();
  const terms = new WrittenTerms(tree, text, types);
  const withOwner = (fact: Entry["fact"], name: number) =>
    fact.kind === "field" || fact.kind === "method"
      ? {
          ...fact,
          least: ownTypeAround(terms, name),
          ...(fact.kind === "field" && hasAccessor(terms, name) && { most: 0 }),
          flags: fact.flags | (isEmbedded(terms, name) ? DeclarationFlag.transparent : 0),
        }
      : fact;
  return (written, isOutermost) => {
    if (written.kind === "using_namespace") return written;
    const name = terms.nameNodeAt(written.at);
    const most = calledKinds.has(written.kind) ? parametersOf(terms, name) : undefined;
    const hiding = written.kind === "variable" ? hidingStatement(terms, name) : 0;
    const owned = {
      ...withOwner(written, name),
      ...(hiding > 0 && { least: hiding }),
      ...(most !== undefined && { most }),
    };
    const flags = declaredFlags(terms, name, isOutermost && !memberKinds.has(owned.kind));
    const fact = flags === 0 ? owned : { ...owned, flags: owned.flags | flags };
    const declared = declaredTerm(terms, name);
    if (declared === undefined) return fact;
    const { term, as, bases } = declared;
    // A function without a name of its own is known by its result.
    if (as === "value" && term.form === "function" && calledKinds.has(fact.kind)) {
      return { ...fact, type: textOfTerm(term.of) };
    }
    const text = textOfTerm(term);
    if (as === "alias") return { ...fact, kind: "alias", type: text };
    if (as === "type") return { ...fact, type: text };
    if (as === "bases" || (as === "underlying" && term.form === "own"))
      return { ...fact, type: bases.map(textOfTerm).join(baseSeparator) };
    return { ...fact, type: text === "" ? "" : `=${text}` };
  };
}

/** The variables that patterns name outside of functions. */
function takenFacts(file: ParsedFile): readonly Entry["fact"][] {
  const { types } = file.language;
  if (types?.taken_apart === undefined) return [];
  const { tree, text, positionOf } = file.flat();
  return takenVariablesIn(tree, new WrittenTerms(tree, text, types)).map(({ name, node, isExported }) => {
    const [at, start, end] = [tree.start(name), tree.start(node), tree.end(node)];
    const places = { ...positionOf(at), endLine: positionOf(end).line, at, start, headEnd: end, end };
    const flags = isExported ? DeclarationFlag.exported : 0;
    const own = { name: text.slice(at, tree.end(name)), kind: "variable" as const, flags, qualifier: "" };
    return { ...own, ...places, ...unknown, scopeStart: 0, scopeEnd: 0 };
  });
}

/** The members that outlines do not list, without their types; `holder` is the offset of the name of the class that has one. */
function membersBelow(file: ParsedFile, withLocals: boolean): readonly (Entry["fact"] & { readonly holder: number })[] {
  const { types } = file.language;
  if (types?.inner_members === undefined) return [];
  const { tree, text, positionOf } = file.flat();
  const terms = new WrittenTerms(tree, text, types);
  return innerMembersIn(tree, terms, withLocals).map((member) => {
    const { name, node, kind, least, holder, qualifier, isExported, inFunction } = member;
    const [at, start, end] = [tree.start(name), tree.start(node), tree.end(node)];
    const place = positionOf(at);
    const isLocal = inFunction >= 0;
    const flags = (isExported ? DeclarationFlag.exported : 0) | (isLocal ? DeclarationFlag.local : 0);
    const seen = isLocal
      ? { scopeStart: tree.start(inFunction), scopeEnd: tree.end(inFunction) }
      : { scopeStart: 0, scopeEnd: 0 };
    const places = { ...place, endLine: positionOf(end).line, at, start, headEnd: end, end };
    return { name: terms.textOf(name), kind, flags, ...places, qualifier, ...unknown, ...seen, least, holder };
  });
}

const memberKinds: ReadonlySet<DeclarationKind> = new Set(["method", "field", "property"]);
const calledKinds: ReadonlySet<DeclarationKind> = new Set(["function", "method", "constructor"]);

/** Nodes that are not part of a symbol. */
const alone = { own: undefined, parent: undefined };

/** A declaration that does not know its parent's index yet. */
type Entry = {
  readonly fact: Omit<DeclarationFact, "parent">;
  readonly own: PlacedSymbol | undefined;
  readonly parent: PlacedSymbol | undefined;
};

/** Puts each parent before what it holds: `typedef struct { int x; } s;` names it after. */
function inOrder(entries: readonly Entry[]): readonly DeclarationFact[] {
  const bySymbol = new Map(entries.flatMap((entry) => (entry.own === undefined ? [] : [[entry.own, entry] as const])));
  const parentOf = ({ parent }: Entry) => parent && bySymbol.get(parent);
  const indexes = new Map<Entry, number>();
  const facts: DeclarationFact[] = [];
  for (const entry of entries) {
    const open: Entry[] = [];
    for (let next: Entry | undefined = entry; next !== undefined && !indexes.has(next); next = parentOf(next)) {
      open.push(next);
    }
    for (const next of open.reverse()) {
      const parent = parentOf(next);
      indexes.set(next, facts.length);
      facts.push({ ...next.fact, parent: parent === undefined ? -1 : (indexes.get(parent) ?? -1) });
    }
  }
  return facts;
}

/** The properties that the data of a language lacks. */
const unknown = { type: "", least: 0, most: -1, parameters: 0 } as const;

function factOf(symbol: PlacedSymbol): Entry["fact"] {
  const { line, column, endLine, at, start, headEnd, end } = symbol;
  const kind = kinds.get(symbol.kind) ?? otherKind;
  const { name, qualifier } = splitName(symbol);
  const places = { line, column, endLine, at, start, headEnd, end };
  return { name, kind, flags: 0, ...places, qualifier, ...unknown, scopeStart: 0, scopeEnd: 0 };
}

/** The name of a symbol and what it is qualified with, where one node has both: `namespace geo.flat {`. */
function splitName({ name, qualifier }: PlacedSymbol): Pick<DeclarationFact, "name" | "qualifier"> {
  const dot = /^[\p{L}_$][\p{L}\p{M}\p{N}_$.]*$/u.test(name) ? name.lastIndexOf(".") : -1;
  if (dot < 0) return { name, qualifier };
  return {
    name: name.slice(dot + 1),
    qualifier: [qualifier, name.slice(0, dot)].filter((part) => part !== "").join("."),
  };
}

function importFactOf({ path, style, alias, line, column, at, startLine, start, end }: ImportPath): Entry["fact"] {
  const type = style === "brackets" ? "<>" : style === "module" ? style : "";
  const places = { line, column, endLine: line, at, start, headEnd: end, end };
  const seen = { scopeStart: 0, scopeEnd: 0 };
  if (style === "package") {
    return { name: "", kind: "using_namespace", flags: 0, ...places, qualifier: "", ...unknown, ...seen, type: path };
  }
  if (style === "implements") {
    const trait = alias === "" ? "" : partsOfName(path).join(".");
    const fact = {
      kind: "using_namespace",
      flags: 0,
      ...places,
      qualifier: "",
      ...unknown,
      ...seen,
      type: trait,
    } as const;
    return {
      name:
        partsOfName((alias === "" ? path : alias).replace(/^[&*]\s*(?:'\w+\s+)?(?:mut\s+|const\s+)?/, "")).at(-1) ?? "",
      ...fact,
    };
  }
  return {
    name: path,
    kind: "include",
    flags: 0,
    ...places,
    qualifier: alias,
    ...unknown,
    type,
    least: Math.max(0, line - startLine),
    ...seen,
  };
}

function bindingFactOf({ name, path, of, isExported, line, column, at, start, end }: ImportBinding): Entry["fact"] {
  const places = { line, column, endLine: line, at, start, headEnd: end, end };
  const flags = isExported ? DeclarationFlag.exported : 0;
  const seen = { scopeStart: 0, scopeEnd: 0 };
  const type = of === "" ? path : `${path}:${of}`;
  const kind = of === "*" ? "star_import" : "import";
  return { name: of === "*" ? "" : name, kind, flags, ...places, qualifier: "", ...unknown, ...seen, type };
}

function localFactOf(definition: LocalDefinition, endOfFile: number): Entry["fact"] {
  const { name, line, column, endLine, at, start, end, scope } = definition;
  const words = definition.kind.split(".").reverse();
  const kind = words.map((word) => kinds.get(word)).find((found) => found !== undefined) ?? otherKind;
  const places = { line, column, endLine, at, start, headEnd: end, end };
  const seen = { scopeStart: scope?.start ?? 0, scopeEnd: scope?.end ?? endOfFile };
  return { name, kind, flags: DeclarationFlag.local, ...places, qualifier: "", ...unknown, ...seen };
}

function firstOf<Item>(items: Iterable<Item>): Item | undefined {
  for (const item of items) return item;
  return undefined;
}
