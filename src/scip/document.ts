/**
 * The part of a SCIP index about one file. Input: the file with its resolved names; output: its symbols with
 * documentation and relations, and its occurrences with roles.
 */
import * as z from "zod";
import { getOrInsert } from "../base/get-or-insert.ts";
import { NestedRanges } from "../base/nested-ranges.ts";
import { ClassHierarchy } from "../code-index/class-hierarchy.ts";
import type { Code, ResolvedFile } from "../code-index/code.ts";
import type { Declaration, IndexedFile } from "../code-index/code-index.ts";
import { DeclarationTexts } from "../code-index/declaration-text.ts";
import type { UsedName } from "../code-index/names-outside-tree.ts";
import type { ReferenceType } from "../code-index/reference-types.ts";
import { bringsNames, isBare, isClass, isFunction, standsForFile } from "../code-index/symbol-kind.ts";
import { traitsOf } from "../code-index/traits-of.ts";
import { inWholeNames, WrittenNames } from "../code-index/written-names.ts";
import { DeclarationFlag, type DeclarationKind } from "../facts/declaration-facts.ts";
import { type ScipKind, scipKindOf } from "./symbol-kinds.ts";
import { type SymbolNames, symbolNamesOf } from "./symbol-names.ts";
import { localSymbol } from "./symbol-string.ts";

/** Bits of SCIP's SymbolRole. */
const Role = { definition: 1, import: 2, write: 4, read: 8, forward: 64 } as const;

/** A symbol that a document says something about. */
export const SymbolRow = z.object({
  symbol: z.string(),
  kind: z.custom<ScipKind>((kind) => typeof kind === "string"),
  name: z.string(),
  signature: z.string().optional(),
  doc: z.string().optional(),
  /** Of a local symbol, the symbol that holds it. */
  holder: z.string().optional(),
  /** The symbols that it implements: base classes, and members that it overrides, whose uses may be uses of it. */
  bases: z.array(z.string()).optional(),
  overridden: z.array(z.string()).optional(),
  /** Of a parameter, the fixture of pytest that is passed for it: uses of the parameter are uses of the fixture. */
  requested: z.array(z.string()).optional(),
});
export type SymbolRow = Readonly<z.infer<typeof SymbolRow>>;

/** A range of lines and columns as SCIP counts them, from 0: start line, start character, end line, end character. */
const ScipRange = z.tuple([z.number(), z.number(), z.number(), z.number()]);
type ScipRange = Readonly<z.infer<typeof ScipRange>>;

const OccurrenceRow = z.object({
  range: z.custom<ScipRange>((range) => Array.isArray(range)),
  symbol: z.string(),
  roles: z.number(),
  /** Of a definition, that of all of it, with its documentation. */
  whole: z.custom<ScipRange>((range) => Array.isArray(range)).optional(),
});
export type OccurrenceRow = Readonly<z.infer<typeof OccurrenceRow>>;

/** The part of a SCIP index about one file, as threads exchange it. */
export const DocumentRows = z.object({
  /** In the folder, with `/` between its parts. */
  path: z.string(),
  /** The name of the language in SCIP. */
  language: z.string(),
  symbols: z.array(SymbolRow),
  /** In the order of their ranges. */
  occurrences: z.array(OccurrenceRow),
  /** Names that may stand for a symbol of the code base, or for another one: they are not occurrences. */
  uncertain: z.number(),
});
export type DocumentRows = Readonly<z.infer<typeof DocumentRows>>;

/** Returns what an index says of a file. @param folder the name of the folder that paths begin in */
export function documentOf(file: ResolvedFile, code: Code, folder: string): DocumentRows {
  return new DocumentMaker(file, code, folder).run();
}

/** Returns the symbols of a file by only its declarations: for a file that cannot be read. */
export function symbolsOf(file: IndexedFile, code: Code, folder: string): readonly SymbolRow[] {
  const names = symbolNamesOf(code, folder);
  const standing = file.declarations.filter((one) => isSymbol(one) && names.canonicalOf(one) === one);
  return [
    fileRow(file, names),
    ...standing.map((one) => ({ symbol: names.of(one), kind: scipKindOf(one, code.index), name: one.name })),
  ];
}

/** Kept as long as the names are. */
const hierarchies = new WeakMap<SymbolNames, ClassHierarchy>();

/** Declarations of a symbol in which its documentation is looked for. */
const maxDocumented = 3;

/** Use of a name → role; no entry for other uses. */
const roles: Partial<Readonly<Record<ReferenceType, number>>> = {
  import: Role.import,
  read: Role.read,
  write: Role.write,
};

/** Kinds of what is declared wherever it is assigned, in languages that do not declare it apart. */
const assignedKinds: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>(["variable", "field"]);

class DocumentMaker {
  readonly #file: ResolvedFile;
  readonly #code: Code;
  readonly #names: SymbolNames;
  /** The file as the index has it, whose declarations other files know. */
  readonly #indexed: IndexedFile;
  /** Declaration of the open file → that of the index. */
  readonly #known: ReadonlyMap<string, Declaration>;
  /** Declaration that the index does not have → string. */
  readonly #locals = new Map<Declaration, string>();
  readonly #texts: DeclarationTexts;
  /** Path → texts of another file; null for one that cannot be read. */
  readonly #otherTexts = new Map<string, DeclarationTexts | null>();
  readonly #occurrences = new Map<string, OccurrenceRow>();
  readonly #symbols: SymbolRow[] = [];
  #uncertain = 0;

  constructor(file: ResolvedFile, code: Code, folder: string) {
    this.#file = file;
    this.#code = code;
    this.#names = symbolNamesOf(code, folder);
    this.#indexed = code.index.fileAt(file.file.path) ?? file.file;
    this.#known = new Map(this.#indexed.declarations.map((declaration) => [keyOf(declaration), declaration]));
    this.#texts = new DeclarationTexts(file, file.tree);
  }

  run(): DocumentRows {
    this.#addFile();
    for (const declaration of this.#indexed.declarations) if (isSymbol(declaration)) this.#addDeclaration(declaration);
    this.#addLocals();
    for (const { offset, length, name } of new WrittenNames(inWholeNames(this.#file)).all()) {
      if (!("declares" in name)) this.#addUse(offset, length, name);
    }
    this.#addUnnamedCalls();
    this.#addIncludes();
    const occurrences = [...this.#occurrences.values()].sort(compareOccurrences);
    return {
      path: this.#names.pathOf(this.#indexed),
      language: this.#code.scipNameOf(this.#indexed.language),
      symbols: this.#symbols,
      occurrences,
      uncertain: this.#uncertain,
    };
  }

  /** The file itself, which begins at its first character. */
  #addFile(): void {
    const row = fileRow(this.#indexed, this.#names);
    this.#symbols.push(row);
    this.#add({ range: [0, 0, 0, 0], symbol: row.symbol, roles: Role.definition });
  }

  #addDeclaration(declaration: Declaration): void {
    const symbol = this.#names.of(declaration);
    const canonical = this.#names.canonicalOf(declaration);
    if (canonical === declaration) {
      const inScope = this.#names.inScope(declaration);
      const signature = this.#texts.signatureOf(declaration);
      const doc = this.#texts.wholeDocOf(declaration) ?? this.#docElsewhere(declaration);
      this.#symbols.push({
        symbol,
        kind: scipKindOf(inScope, this.#code.index),
        name: declaration.name,
        ...(signature !== "" && { signature }),
        ...(doc !== undefined && { doc }),
        ...this.#relations(inScope, symbol),
      });
    }
    this.#addDefinition(declaration, symbol, declaration === canonical);
  }

  /** The documentation at the declaration of a symbol that is defined here: as a rule, in a header. */
  #docElsewhere(definition: Declaration): string | undefined {
    const all = this.#code.resolverOf(definition.file.language).symbolOf(definition);
    const declared = all.filter((one) => one !== definition && isBare(one)).slice(0, maxDocumented);
    for (const one of declared) {
      const doc = this.#docOf(one);
      if (doc !== undefined) return doc;
    }
    return undefined;
  }

  #docOf(declaration: Declaration): string | undefined {
    const { path } = declaration.file;
    if (path === this.#indexed.path) return this.#texts.wholeDocOf(declaration);
    const texts = getOrInsert(this.#otherTexts, path, () => {
      const saved = this.#code.savedFile(path);
      return saved === undefined ? null : new DeclarationTexts({ ...this.#file, ...saved });
    });
    return texts?.wholeDocOf(declaration);
  }

  /** The symbols visible only in this file: declarations that the index does not have. */
  #addLocals(): void {
    const holders = new NestedRanges(
      this.#file.file.declarations.filter((one) => isSymbol(one) && (isFunction(one) || isClass(one))),
    );
    let count = 0;
    for (const declaration of this.#file.file.declarations) {
      if (!isSymbol(declaration) || this.#indexedAs(declaration) !== undefined) continue;
      const known = this.#locals.get(declaration);
      if (known !== undefined) {
        this.#addDefinition(declaration, known, false);
        continue;
      }
      const all = [declaration, ...this.#file.resolver.symbolOf(declaration)];
      // An assignment to a parameter is the parameter, which other files know.
      const indexed = all.map((one) => this.#indexedAs(one)).find((one) => one !== undefined);
      const symbol = indexed === undefined ? localSymbol(count++) : this.#names.of(indexed);
      for (const one of all) this.#locals.set(one, symbol);
      if (indexed === undefined) this.#addLocal(declaration, symbol, holders);
      this.#addDefinition(declaration, symbol, indexed === undefined);
    }
  }

  #addLocal(declaration: Declaration, symbol: string, holders: NestedRanges<Declaration>): void {
    const signature = this.#texts.signatureOf(declaration);
    const holder = this.#holderOf(declaration, holders);
    this.#symbols.push({
      symbol,
      kind: scipKindOf(declaration, this.#code.index),
      name: declaration.name,
      ...(signature !== "" && { signature }),
      ...(holder !== undefined && { holder }),
    });
  }

  /** The declaration of the index that one of the open file is; undefined for one that the index does not have. */
  #indexedAs(declaration: Declaration): Declaration | undefined {
    return declaration.file.path === this.#indexed.path ? this.#known.get(keyOf(declaration)) : declaration;
  }

  #holderOf(declaration: Declaration, holders: NestedRanges<Declaration>): string | undefined {
    for (const holder of holders.around(declaration.at)) {
      if (holder.at !== declaration.at) return this.#symbolOf(holder);
    }
    return undefined;
  }

  /** @param isFirst true for the declaration that stands for its symbol */
  #addDefinition(declaration: Declaration, symbol: string, isFirst: boolean): void {
    const { name, at, kind, flags, file, end } = declaration;
    const { text } = this.#file;
    const written = text.startsWith(name, at) ? name : wordAt(text, at);
    // This is a macro that opens a namespace.
    if (written === "" || (written !== name && kind === "namespace")) return;
    const isPure = (flags & DeclarationFlag.abstract) !== 0;
    const isAssigned = !isFirst && !traitsOf(file.language).isLinked && assignedKinds.has(kind);
    const role = isBare(declaration) && !isPure ? Role.forward : isAssigned ? Role.write : Role.definition;
    const start = Math.min(this.#texts.startWithDoc(declaration), at);
    const range = this.#rangeOf(at, at + written.length);
    const whole = role === Role.definition ? this.#rangeOf(start, Math.max(end, at + written.length)) : undefined;
    this.#add({ range, symbol, roles: role, ...(whole && { whole }) });
  }

  #addUse(offset: number, length: number, { type, where, resolution, isSure }: UsedName): void {
    const { confidence, targets, via = [] } = resolution;
    const word = this.#file.text.slice(offset, offset + length);
    if (!isSure) {
      // Uses that find_references lists as possible: a word of a string is not a name by itself.
      const mayBe = where === "text" ? confidence === "name" : confidence !== "external" || where === "masked";
      if (mayBe && this.#file.index.named(word).some(isSymbol)) this.#uncertain++;
      return;
    }
    // The name is that of an alias, which is a symbol of its own.
    const alias = via.find((one) => isSymbol(one) && one.name === word);
    // A using-declaration names all overloads.
    const meant = alias !== undefined ? [alias] : type === "import" ? targets : targets.slice(0, 1);
    const symbols = new Set(meant.map((one) => this.#symbolOf(one)));
    const range = this.#rangeOf(offset, offset + length);
    for (const symbol of symbols) if (symbol !== undefined) this.#add({ range, symbol, roles: roles[type] ?? 0 });
  }

  /** The constructors that are called where a class is named or an object made, and the operators at their signs. */
  #addUnnamedCalls(): void {
    const file = inWholeNames(this.#file);
    const made = file.resolver.constructions?.(file, { of: "constructors" }) ?? [];
    const operators = file.resolver.operatorCalls?.(file, {}) ?? [];
    for (const { offset, length, declarations, confidence } of [...made, ...operators]) {
      if (confidence === "name") this.#uncertain++;
      const [called] = confidence === "name" ? [] : declarations;
      const symbol = called && this.#symbolOf(called);
      if (symbol !== undefined) this.#add({ range: this.#rangeOf(offset, offset + length), symbol, roles: 0 });
    }
  }

  /** The files that the includes and imports of a file name by a path; names of modules are names. */
  #addIncludes(): void {
    const { declarations, language } = this.#file.file;
    const find = this.#code.dependenciesOf(language, () => []);
    for (const include of declarations) {
      if (include.kind !== "include") continue;
      const target = find?.(include, this.#indexed)?.target;
      if (target === undefined) continue;
      if ("ambiguous" in target) this.#uncertain++;
      if (!("file" in target) || this.#code.index.fileAt(target.file.path) === undefined) continue;
      const { at, name } = include;
      // A path is between quotes, or `<` and `>`.
      const start = [at, at + 1].find((offset) => this.#file.text.startsWith(name, offset));
      if (start === undefined) continue;
      const range = this.#rangeOf(start, start + name.length);
      this.#add({ range, symbol: this.#names.ofFile(target.file), roles: Role.import });
    }
  }

  /** The string of what a name stands for; undefined for what is not a symbol. */
  #symbolOf(target: Declaration): string | undefined {
    if (standsForFile(target)) return this.#names.ofFile(this.#code.index.fileAt(target.file.path) ?? target.file);
    if (!isSymbol(target)) return undefined;
    const indexed = this.#indexedAs(target);
    return indexed === undefined ? this.#locals.get(target) : this.#names.of(indexed);
  }

  /** The symbols that a symbol implements. */
  #relations(declaration: Declaration, symbol: string): Pick<SymbolRow, "bases" | "overridden" | "requested"> {
    const hierarchy = getOrInsert(hierarchies, this.#names, () => new ClassHierarchy(this.#code));
    const namesOf = (others: readonly Declaration[]) => {
      const found = new Set(others.filter(isSymbol).map((other) => this.#names.of(other)));
      found.delete(symbol);
      return [...found];
    };
    if (isClass(declaration)) {
      const bases = namesOf(hierarchy.basesOf(declaration).flatMap((base) => base.declaration ?? []));
      return bases.length > 0 ? { bases } : {};
    }
    if (declaration.kind === "parameter") {
      if (this.#file.resolver.givenBy === undefined || (declaration.flags & DeclarationFlag.fixture) === 0) return {};
      const { targets } = this.#file.resolver.resolve(this.#file, declaration.at);
      const requested = namesOf(targets.slice(1).filter(isFunction));
      return requested.length > 0 ? { requested } : {};
    }
    if (!isFunction(declaration)) return {};
    if (declaration.parent === undefined || !isClass(declaration.parent)) return {};
    const overridden = namesOf(hierarchy.overriddenBy(declaration));
    return overridden.length > 0 ? { overridden } : {};
  }

  #rangeOf(start: number, end: number): ScipRange {
    const from = this.#file.positionOf(start);
    const to = this.#file.positionOf(end);
    return [from.line - 1, from.column - 1, to.line - 1, to.column - 1];
  }

  /** Adds an occurrence. Of a place that declares a symbol several times, one is left. */
  #add(occurrence: OccurrenceRow): void {
    const { range, symbol } = occurrence;
    const key = `${range.join(" ")} ${symbol}`;
    if (!this.#occurrences.has(key)) this.#occurrences.set(key, occurrence);
  }
}

/** The symbol of a file: `File`, or `Module` where a file is one. */
function fileRow(file: IndexedFile, names: SymbolNames): SymbolRow {
  const path = names.pathOf(file);
  const name = path.slice(path.lastIndexOf("/") + 1);
  const isModule = traitsOf(file.language).modules !== undefined;
  return { symbol: names.ofFile(file), kind: isModule ? "Module" : "File", name };
}

/** True for a declaration that a symbol is made of: it has a name, and brings none from elsewhere. */
function isSymbol(declaration: Declaration): boolean {
  return declaration.name !== "" && !bringsNames(declaration) && !standsForFile(declaration);
}

function keyOf({ at, kind, name }: Declaration): string {
  return `${at} ${kind} ${name}`;
}

/** UTF-16 code units of a word that stands for the name of a declaration. */
const maxWord = 200;

function wordAt(text: string, offset: number): string {
  return /^[\p{L}\p{M}\p{N}_$]+/u.exec(text.slice(offset, offset + maxWord))?.[0] ?? "";
}

function compareOccurrences(a: OccurrenceRow, b: OccurrenceRow): number {
  for (const [at, value] of a.range.entries()) {
    const order = value - (b.range[at] ?? 0);
    if (order !== 0) return order;
  }
  return a.symbol < b.symbol ? -1 : Number(a.symbol > b.symbol);
}
