/**
 * The calls of functions in one file, by name, by value, and by constructors and operators without a name (call
 * hierarchy). Input: a resolved file, and the symbols whose callers or callees are wanted; output: calls between
 * symbols, each with its line and its certainty.
 */
import * as z from "zod";
import { getOrInsert } from "../base/get-or-insert.ts";
import { groupBy } from "../base/group-by.ts";
import { stringFinder } from "../base/text-parts.ts";
import type { DeclarationKind } from "../facts/declaration-facts.ts";
import { noNode } from "../syntax/flat/flat-tree.ts";
import { BaseSearch } from "./base-search.ts";
import { ChangedShapes } from "./call-shapes.ts";
import type { Code, ResolvedFile } from "./code.ts";
import type { CodeIndex, Declaration, IndexedFile } from "./code-index.ts";
import { ComputedMembers } from "./computed-members.ts";
import { Enclosing } from "./enclosing.ts";
import { misfitAt } from "./fitting-calls.ts";
import { FoundSymbol } from "./found-symbols.ts";
import { handedClassesIn } from "./handed-classes.ts";
import { isHandedOver } from "./handing-places.ts";
import { NearCallers } from "./near-callers.ts";
import { namesItsClass, type Occurrence, occurrencesIn, ReferencedSymbol } from "./occurrences.ts";
import { isOfOnlyFamily } from "./only-family.ts";
import { overridesByGuess, overridesOf } from "./overrides.ts";
import { comparePlaces, declarationAt, declarationsAt, keyOfPlace, Place, placeOf } from "./places.ts";
import { qualifiedNameOf } from "./qualified-name.ts";
import { ReferencePlaces } from "./reference-places.ts";
import type { ReferenceType } from "./reference-types.ts";
import { certaintyOf, type ReachOfClass, type Replacement, type Resolution, type ValueCall } from "./resolution.ts";
import {
  bringsNames,
  isBare,
  isClass,
  isConstructor,
  isFunction,
  isImplicit,
  isLambda,
  symbolKindOf,
} from "./symbol-kind.ts";
import { declarationsOf, symbolOf, symbolOfFile } from "./symbols-of.ts";
import { isTestFile } from "./test-path.ts";
import { TestsOfClasses } from "./tests-of-classes.ts";
import { skipSpaceBack } from "./text-before.ts";
import { traitsOf } from "./traits-of.ts";
import { inWholeNames } from "./written-names.ts";

/** A function that a test replaces, by the file of the module where it does and by its qualified name there, in lines of the test. */
const ReplacedFunction = z.object({ path: z.string(), name: z.string(), first: z.number(), last: z.number() });
export type ReplacedFunction = Readonly<z.infer<typeof ReplacedFunction>>;

/**
 * A class that runs a test: the qualified name of the test as its own, its file as answers show it, its place, and the names of functions
 * such as `setUp` that do not run with the test there.
 */
const RunningClass = z.object({
  name: z.string(),
  file: z.string(),
  place: Place,
  replaced: z.array(z.string()).readonly(),
});

/** A symbol that calls or is called: as a rule a function. Code outside of functions and classes is of its file. */
export const CallSymbol = FoundSymbol.extend({
  /** As list_symbols has it; `module` of a file. */
  kind: z.string(),
  /** The file of its first place, as answers show it. */
  file: z.string(),
  /** Its places with code of its own; of a class also its constructors. */
  bodies: z.array(Place).readonly(),
  /** Set for a variable whose value is a function without a name of its own. */
  isLambda: z.literal(true).optional(),
  /** True in a file of tests; by its path if it is left out. */
  isOfTest: z.boolean().optional(),
  /** Of a function with another signature the shapes of its calls, if they are known. */
  takes: ChangedShapes.optional(),
  /** Of a test that classes inherit, all that run it, if that is looked for. */
  runIn: z.array(RunningClass).readonly().optional(),
  /** Of a test the functions that it replaces, if that is looked for. */
  replaces: z.array(ReplacedFunction).readonly().optional(),
});
export type CallSymbol = Readonly<z.infer<typeof CallSymbol>>;

/** A call between two symbols, by their indices. */
const Call = z.object({
  from: z.number(),
  to: z.number(),
  line: z.number(),
  certainty: z.enum(["exact", "likely"]),
  /** True if a member is called that the callee overrides. */
  isOfBase: z.boolean(),
  /** The called expression, if it is not the callee's own name: `handler` of `handler = run; handler()`. */
  via: z.string().optional(),
  /** Set if the callee is not called there, but handed over: `run(callee)`. */
  isPassed: z.literal(true).optional(),
  /** The name is bare or after what holds it, if that is looked for and known. */
  written: z.enum(["bare", "qualified"]).optional(),
});
type Call = z.infer<typeof Call>;

/** A call that may be of a symbol: it has its name, and its receiver or its scope is not known. */
const PossibleCall = z.object({
  from: z.number(),
  to: z.number(),
  line: z.number(),
  /** The closeness of the caller to the symbol: see `NearCallers`. */
  nearness: z.number(),
  /** Set if its callers are followed: only one family of classes has the name. */
  isOnly: z.literal(true).optional(),
});
type PossibleCall = z.infer<typeof PossibleCall>;

/** A call of a name that stands for no function of the code base: it comes from outside, or nothing says what it is. */
const OpenCall = z.object({ from: z.number(), name: z.string(), line: z.number(), isExternal: z.boolean() });
type OpenCall = z.infer<typeof OpenCall>;

/** A call that does not fit the parameters of a changed function. */
const UnfitCall = z.object({
  from: z.number(),
  to: z.number(),
  line: z.number(),
  column: z.number(),
  reason: z.string(),
  /** True if the call fits the parameters before the change. */
  hasFitted: z.boolean(),
});
type UnfitCall = z.infer<typeof UnfitCall>;

/** A call of what other files pass for a parameter. */
const AskedCall = z.object({
  line: z.number(),
  /** The called expression as it is written. */
  via: z.string(),
  /** The place of the parameter. */
  parameter: Place,
});

/** Calls in one file, as threads exchange them. */
export const FileCalls = z.object({
  symbols: z.array(CallSymbol).readonly(),
  /** Calls of the symbols whose callers are looked for. */
  callers: z.array(Call).readonly(),
  /** Calls inside of the symbols whose callees are looked for. */
  callees: z.array(Call).readonly(),
  open: z.array(OpenCall).readonly(),
  /** Calls that may be of a symbol, or of another one of its name, if they are listed. */
  possible: z.array(PossibleCall).readonly(),
  /** The numbers of such calls of each symbol whose callers are looked for, if they are not listed. */
  uncertain: z.array(z.object({ to: z.number(), count: z.number() })).readonly(),
  /** The calls of symbols with other signatures that do not fit these. */
  unfit: z.array(UnfitCall).readonly(),
  /** Constructors whose class the file hands on as a value, to be called by another name. */
  passedOn: z.array(z.number()).readonly(),
  /** Overriding members that calls may run and that are not listed, since they are more than `maxOverrides`. */
  unlisted: z.number(),
  /** Symbols whose callers are looked for that the file passes for parameters of functions of other files. */
  handed: z.array(z.object({ value: z.number(), parameter: Place })).readonly(),
  /** Calls, in the symbols whose callees are looked for, of what other files pass. */
  asked: z.array(AskedCall.extend({ from: z.number() })).readonly(),
});
export type FileCalls = Readonly<z.infer<typeof FileCalls>>;

/** The files in which a constructor is looked for that all classes have under one name. */
const ClassFiles = z.object({
  /**
   * The names of its class: see `MadeBy`. None if it does not matter, or does not matter any more, whether a file hands the class on: of
   * a method that runs when an object is called.
   */
  names: z.array(z.string()).readonly(),
  /** The names of variables, imports and functions among these. */
  aliases: z.array(z.string()).readonly(),
  /** Files of the class, of its bases and of classes that derive from it: their methods know it by names of their own. */
  family: z.array(z.string()).readonly(),
  /** The files that are searched in this round. */
  paths: z.array(z.string()).readonly(),
});

/** A symbol whose callers are looked for. */
export const CalledSymbol = CallSymbol.extend(ReferencedSymbol.shape).extend({
  /** Undefined for other symbols: the values of each file are followed that may have them. */
  classFiles: ClassFiles.optional(),
});
export type CalledSymbol = Readonly<z.infer<typeof CalledSymbol>>;

/** Functions on their way from file to file, as later rounds follow them. */
export const PassedCalls = z.object({
  /** Functions and classes that other files pass for parameters. */
  handed: z.array(z.object({ value: CallSymbol, parameter: Place })).readonly(),
  /** Calls of parameters, in files that pass something for these. */
  asked: z.array(AskedCall.extend({ caller: CallSymbol })).readonly(),
});
export type PassedCalls = Readonly<z.infer<typeof PassedCalls>>;

/** The members that override a called one, and the ones that do so only if a base is the class that a guess says. */
type CalledOverrides = {
  readonly overrides: readonly Declaration[];
  readonly perhaps: readonly Declaration[];
  readonly unlisted: number;
};

/** Symbols whose calls are looked for. */
type WantedCalls = {
  readonly passed?: PassedCalls | undefined;
  readonly callersOf: readonly CalledSymbol[];
  readonly calleesOf: readonly CallSymbol[];
  /** True if possible calls are listed, and not only counted. */
  readonly listsPossible: boolean;
  /** True if what uses a variable or a type counts as its caller, as does a class that derives from a class, and a test with its fixture. */
  readonly countsUses?: boolean | undefined;
  /** False if calls by another name than the symbol's own are left out, which takes following the values of a file (default: true). */
  readonly followsValues?: boolean | undefined;
};

/** Overriding members that are listed for a call of one that they override: more say that it may be any of them. */
const maxOverrides = 8;

/** Symbols that a call of only a name may mean and that are listed: a resolution has no more others than that. */
const maxPossibleCallees = 5;

/** The calls in a file from and to some symbols; undefined for none. */
export function callsIn(file: ResolvedFile, code: Code, wanted: WantedCalls): FileCalls | undefined {
  const search = new CallSearch(file, code, wanted);
  const { callers, uncertain, passedOn, unfit, ...ofName } = search.callersOf(wanted.callersOf);
  const { callees, open, unlisted, ...byName } = search.calleesOf(wanted.calleesOf);
  const passed = wanted.passed === undefined ? noPassed : search.passedOf(wanted.passed);
  const lists = {
    callers: [...callers, ...passed.callers],
    callees: [...callees, ...passed.callees],
    open,
    possible: [...ofName.possible, ...byName.possible],
    uncertain,
    passedOn,
    handed: [...ofName.handed, ...passed.handed],
    asked: [...byName.asked, ...passed.asked],
  };
  if (Object.values(lists).every(({ length }) => length === 0)) return undefined;
  return { symbols: search.symbols, ...lists, unfit, unlisted };
}

const noPassed = { callers: [], callees: [], handed: [], asked: [] };

/** Makes a symbol of one of its declarations. Its places are in an order that is the same from everywhere. */
function callSymbolOf(declaration: Declaration, code: Code, file: ResolvedFile): CallSymbol {
  const all = declarationsOf(declaration, code, file);
  const declarations = all.includes(declaration) ? all : [declaration];
  const [first = declaration, ...others] = [...declarations].sort(definitionsFirst);
  return withBodies(symbolOf([first, ...others], code), [first, ...others], code);
}

/** The code of a file outside of functions and classes. */
function symbolOfTopLevel(file: IndexedFile, code: Code): CallSymbol {
  const name = code.nameOf(file.path);
  const symbol = symbolOfFile(file);
  return { ...symbol, name, file: name, kind: "module", bodies: symbol.places, isOfTest: isTestFile(file.path, code) };
}

/** Adds to a symbol its properties as a caller: for a function inside of another they are only in its file. */
export async function callSymbolAt(symbol: FoundSymbol, code: Code): Promise<CallSymbol> {
  const [place] = symbol.places;
  const file = symbol.isFile && place !== undefined ? code.index.fileAt(place.path) : undefined;
  if (file !== undefined) return symbolOfTopLevel(file, code);
  const declarations = symbol.places.flatMap((one) => declarationAt(code.index.fileAt(one.path), one) ?? []);
  if (declarations.length > 0 || place === undefined) return withBodies(symbol, declarations, code);
  const local = await code.withFile(place.path, (file) => {
    const declaration = declarationAt(file.file, place);
    return declaration && callSymbolOf(declaration, code, file);
  });
  return local ?? withBodies(symbol, [], code);
}

function withBodies(symbol: FoundSymbol, declarations: readonly Declaration[], code: Code): CallSymbol {
  const [first] = declarations;
  const withBody = [...declarations, ...declarations.flatMap((holder) => constructorsIn(holder, code.index))];
  const isDefined = (place: Place) => {
    const declaration = declarationAt(code.index.fileAt(place.path), place);
    return declaration === undefined || !isBare(declaration);
  };
  return {
    ...symbol,
    file: code.nameOf(symbol.places[0]?.path ?? ""),
    isOfTest: isTestFile(symbol.places[0]?.path ?? "", code),
    kind: first === undefined ? "variable" : symbolKindOf(first, code.index),
    ...(declarations.some(isLambda) && { isLambda: true }),
    bodies: [
      ...withBody.filter((declaration) => !isBare(declaration)).map(placeOf),
      ...symbol.constructors.filter(isDefined),
    ],
  };
}

/** The constructors in a class. Constructors that are defined outside of it belong to its symbol. */
function constructorsIn(holder: Declaration, index: CodeIndex): readonly Declaration[] {
  if (!isClass(holder)) return [];
  return holder.file.declarations.filter(
    (found) => found.parent === holder && !found.name.startsWith("~") && symbolKindOf(found, index) === "constructor",
  );
}

/** The symbols that have code, by the keys of its places: a constructor is its own one rather than that of its class. */
function callersByPlace(symbols: readonly CallSymbol[]): ReadonlyMap<string, CallSymbol> {
  const callers = new Map<string, CallSymbol>();
  for (const symbol of symbols) {
    const own = new Set(symbol.places.map(keyOfPlace));
    for (const key of symbol.bodies.map(keyOfPlace)) if (own.has(key) || !callers.has(key)) callers.set(key, symbol);
  }
  return callers;
}

/** Names up to which each is searched for in a text. */
const fewNames = 10;

class CallSearch {
  readonly symbols: CallSymbol[] = [];
  readonly #file: ResolvedFile;
  readonly #code: Code;
  readonly #enclosing: Enclosing;
  readonly #listsPossible: boolean;
  readonly #countsUses: boolean;
  readonly #followsValues: boolean;
  readonly #near: NearCallers;
  readonly #places: ReferencePlaces;
  readonly #tests: TestsOfClasses;
  readonly #computed: ComputedMembers;
  readonly #families = new Map<CalledSymbol, boolean>();
  /** The names of functions and imports of the file. */
  #ownNames: ReadonlySet<string> | undefined;
  #calledValues: readonly ValueCall[] | undefined;
  #replaced: readonly Replacement[] | undefined;
  readonly #indices = new Map<FoundSymbol | Declaration | undefined, number>();
  /** Called declaration → members that override it, and how many are not listed. */
  readonly #called = new Map<Declaration, CalledOverrides>();
  readonly #bases: BaseSearch;

  constructor(
    file: ResolvedFile,
    code: Code,
    { listsPossible, countsUses = false, followsValues = true }: WantedCalls,
  ) {
    this.#file = inWholeNames(file);
    this.#code = code;
    this.#places = new ReferencePlaces(this.#file, file.file.language, file.referenceTags);
    this.#enclosing = new Enclosing(file.file, hasCode);
    this.#listsPossible = listsPossible;
    this.#countsUses = countsUses;
    this.#followsValues = followsValues;
    this.#near = new NearCallers(file, code);
    this.#bases = new BaseSearch(code);
    this.#tests = new TestsOfClasses(file, code);
    this.#computed = new ComputedMembers(file, code);
  }

  callersOf(
    wanted: readonly CalledSymbol[],
  ): Pick<FileCalls, "callers" | "possible" | "uncertain" | "unfit" | "passedOn" | "handed"> {
    const { text } = this.#file;
    const callers: Call[] = [];
    const possible: PossibleCall[] = [];
    const known = new Set<string>();
    const unfit: UnfitCall[] = [];
    const passed = new Set<CalledSymbol>();
    const uncertain = new Map<number, Set<number>>();
    const isIn = wanted.length < fewNames ? (name: string) => text.includes(name) : stringFinder(text);
    const present = wanted.filter(
      ({ word, aliases, madeBy, classFiles }) =>
        madeBy.names.length > 0 ||
        classFiles?.paths.includes(this.#file.file.path) === true ||
        [word, ...aliases].some(isIn),
    );
    const groups = [
      present.filter(({ overridden }) => overridden.length === 0),
      // A call of a base may be one of each member that overrides it: only overloads are looked for together.
      ...groupBy(
        present.filter(({ overridden }) => overridden.length > 0),
        ({ name }) => name,
      ).values(),
    ];
    for (const group of groups) {
      for (const occurrence of occurrencesIn(this.#file, group)) {
        const { offset, type, symbol, siblings = [], ofBase, isRequest = false } = occurrence;
        // As find_references has it: a call of a base's member runs that one or any that overrides it.
        const isOfAny = this.#countsUses && ofBase === "concrete";
        const certainty = isOfAny ? "possible" : siblings.length > 0 ? "likely" : occurrence.certainty;
        for (const called of [symbol, ...siblings].flatMap((index) => group[index] ?? [])) {
          if (passingTypes.has(type) && certainty !== "possible") passed.add(called);
          const isPassed = certainty !== "possible" && this.#isHandedOver(occurrence, called);
          const isUsed = this.#countsUses && (isUse(type, called) || isRequest);
          const to = this.#indexOf(called);
          const decorated = this.#decoratedAt(occurrence, called);
          if (decorated !== undefined && certainty !== "possible") {
            const [from, { line }] = [this.#indexOfSymbol(decorated), this.#file.positionOf(offset)];
            callers.push({ from, to, line, certainty: "likely", isOfBase: false });
          }
          if (type !== "call" && !isPassed && !isUsed) continue;
          if (certainty === "possible" && !this.#listsPossible) {
            getOrInsert(uncertain, to, () => new Set()).add(offset);
            continue;
          }
          // A decorator that requests a fixture does so for the test below it.
          const holder = isRequest ? this.#enclosing.at(offset) : (this.#holderAt(offset) ?? this.#tableAt(offset));
          const from = this.#indexOfSymbol(holder);
          const { line, column } = this.#file.positionOf(offset);
          if (certainty === "possible") {
            const isRun = type === "call" || called.kind === "property";
            const isOnly = this.#countsUses && isRun && this.#isOfOnlyFamily(called);
            possible.push({ from, to, line, nearness: this.#near.of(holder, called), ...(isOnly && { isOnly }) });
            continue;
          }
          const isWritten = this.#countsUses && type === "call" && !isPassed;
          const written = isWritten ? { written: this.#writtenAt(offset) } : {};
          const call: Call = { from, to, line, certainty, isOfBase: ofBase !== undefined, ...written };
          callers.push(isPassed ? { ...call, isPassed } : call);
          const { takes, word } = called;
          const isOnly = type === "call" && ofBase === undefined && siblings.length === 0;
          const misfit = isOnly && takes !== undefined ? misfitAt(this.#file, occurrence, { word, takes }) : undefined;
          if (misfit !== undefined) unfit.push({ from, to, line, column, ...misfit });
          if (!isPassed && called.places[0] !== undefined) known.add(keyOfCall(offset, called.places[0]));
        }
      }
    }
    if (this.#countsUses) {
      for (const symbol of wanted) {
        callers.push(...this.#testsWith(symbol), ...this.#handedClassesOf(symbol));
        for (const { offset, isOfBase } of this.#computed.placesOf(symbol)) {
          const call = this.#likelyCall(offset, symbol);
          const { from, to, line } = call;
          // A use of the base need not have an object of the class.
          if (isOfBase) possible.push({ from, to, line, nearness: 0, isOnly: true });
          else callers.push(call);
        }
      }
      callers.push(...this.#specialCallers(wanted));
    }
    // Values of a file are followed for what it passes on; for what any statement may call only where few symbols are wanted.
    const reaches = new Map(present.map((symbol) => [symbol, this.#reachOf(symbol)]));
    const isByValue = (symbol: CalledSymbol) => isImplicit(symbol.word) && reaches.get(symbol) !== "nowhere";
    const byValue = present.filter((symbol) => passed.has(symbol) || (!this.#countsUses && isByValue(symbol)));
    if (this.#followsValues) callers.push(...this.#valueCallers(byValue, known));
    return {
      callers,
      possible,
      unfit,
      handed: this.#countsUses ? [] : this.#handedOf(byValue),
      passedOn: present.flatMap((symbol) => (reaches.get(symbol) === "elsewhere" ? this.#indexOf(symbol) : [])),
      uncertain: Array.from(uncertain, ([to, offsets]) => ({ to, count: offsets.size })),
    };
  }

  /** The variable of the file whose value has an offset, such as a table of functions: what reads it may call them. */
  #tableAt(offset: number): Declaration | undefined {
    if (!this.#countsUses) return undefined;
    const { file } = this.#file;
    return file.declarations.find(
      ({ kind, parent, at, name, end }) =>
        kind === "variable" && parent === undefined && at + name.length <= offset && offset < end,
    );
  }

  /** The tests for which a framework runs a function, as callers of it. */
  #testsWith(symbol: CalledSymbol): readonly Call[] {
    return this.#tests.runWith(symbol).map(({ test, certainty }) => {
      const [from, to] = [this.#indexOfSymbol(test), this.#indexOf(symbol)];
      return { from, to, line: test.line, certainty, isOfBase: false };
    });
  }

  #isOfOnlyFamily(symbol: CalledSymbol): boolean {
    return getOrInsert(this.#families, symbol, () => isOfOnlyFamily(symbol, this.#code));
  }

  /** The places that hand on the class of a constructor. */
  #handedClassesOf(symbol: CalledSymbol): readonly Call[] {
    const handed = handedClassesIn(this.#file, this.#code, this.#places, symbol);
    return handed.map(({ offset, certainty }) => ({ ...this.#likelyCall(offset, symbol), certainty, isPassed: true }));
  }

  /** The places whose syntax runs special methods. */
  #specialCallers(wanted: readonly CalledSymbol[]): readonly Call[] {
    const { file, resolver } = this.#file;
    const { specialMethods } = traitsOf(file.language);
    const special = wanted.filter(({ word }) => specialMethods?.has(word) === true);
    if (special.length === 0) return [];
    const byPlace = new Map(special.flatMap((symbol) => keysOf(symbol).map((key) => [key, symbol] as const)));
    const calls = resolver.specialCalls?.(this.#file, new Set(special.map(({ word }) => word))) ?? [];
    return calls.flatMap(({ offset, declarations }) => {
      const called = new Set(declarations.flatMap((one) => byPlace.get(keyOfPlace(placeOf(one))) ?? []));
      // A decorator that is an object takes the place of the function below it.
      const around = this.#enclosing.at(offset);
      const isDecorator = around !== undefined && isFunction(around) && this.#isDecoratorOf(around, offset);
      return [...called].map((symbol) => {
        const call = this.#likelyCall(offset, symbol);
        return isDecorator ? { ...call, from: this.#indexOfSymbol(around) } : call;
      });
    });
  }

  #likelyCall(offset: number, called: CalledSymbol): Call {
    const [from, to] = [this.#indexOfSymbol(this.#holderAt(offset)), this.#indexOf(called)];
    return { from, to, line: this.#file.positionOf(offset).line, certainty: "likely", isOfBase: false };
  }

  /** The function that a function decorates by one inside of it: calls of the one run the other. */
  #decoratedAt({ offset, type }: Occurrence, { places }: CalledSymbol): Declaration | undefined {
    if (!this.#countsUses || (type !== "call" && type !== "decorator")) return undefined;
    const around = this.#enclosing.at(offset);
    if (around === undefined || !isFunction(around) || !this.#isDecoratorOf(around, offset)) return undefined;
    const { wrapping } = traitsOf(this.#file.file.language);
    const isWrapping = ({ start, end, kind, file }: Declaration) =>
      kind === "function" && wrapping?.test(this.#code.textOf(file.path)?.slice(start, end) ?? "") === true;
    const declared = declarationsAt(places, this.#code);
    return declared.some(isWrapping) ? around : undefined;
  }

  /** True for a name with what holds it before it. */
  #writtenAt(offset: number): "bare" | "qualified" {
    const { text } = this.#file;
    const end = skipSpaceBack(text, offset);
    return /(?:\.|->|::)$/.test(text.slice(Math.max(end - 2, 0), end)) ? "qualified" : "bare";
  }

  /** The functions that a test of the file replaces. */
  #replacedBy({ start, end }: Declaration): readonly ReplacedFunction[] {
    const { resolver, positionOf } = this.#file;
    this.#replaced ??= resolver.replacements?.(this.#file) ?? [];
    return this.#replaced
      .filter((one) => one.start < end && one.end > start)
      .map((one) => ({
        path: one.path,
        name: one.name,
        first: positionOf(one.start).line,
        last: positionOf(one.end).line,
      }));
  }

  /** True for a place that hands a function over, which then may be called elsewhere. */
  #isHandedOver({ offset, length, type }: Occurrence, called: CalledSymbol): boolean {
    const { handing } = traitsOf(this.#file.file.language);
    if (handing === undefined || !valueTypes.has(type) || !isHanded(called)) return false;
    const name = this.#places.nameAt(offset, offset + length);
    return name !== noNode && isHandedOver(this.#file, name, handing);
  }

  /** The reach of the class of a constructor as a value of the file; undefined if it may come from any file. */
  #reachOf({ classFiles }: CalledSymbol): ReachOfClass | undefined {
    const { file, text, resolver } = this.#file;
    if (classFiles === undefined) return undefined;
    const { names, aliases, family, paths } = classFiles;
    if (!paths.includes(file.path)) return "nowhere";
    if (names.length === 0) return undefined;
    const isOfFamily = family.includes(file.path);
    const { inMethods = [], returned, asked } = traitsOf(file.language).classValues ?? {};
    if (isOfFamily && returned?.test(text)) return "elsewhere";
    const reach = resolver.reachOfClass?.(this.#file, isOfFamily ? [...names, ...inMethods] : names);
    const mayBeInside = isOfFamily || asked?.test(text) || aliases.some((name) => text.includes(name));
    return reach === "nowhere" && mayBeInside ? "inside" : reach;
  }

  /** The calls of some symbols by other names than their own. @param named calls that are known by their names */
  #valueCallers(wanted: readonly CalledSymbol[], named: ReadonlySet<string>): readonly Call[] {
    if (wanted.length === 0) return [];
    const byPlace = new Map(wanted.flatMap((symbol) => keysOf(symbol).map((key) => [key, symbol] as const)));
    return this.#valueCalls().flatMap((call): readonly Call[] => {
      const { offset, target } = call;
      const called = byPlace.get(keyOfPlace(placeOf(target)));
      if (called === undefined || named.has(keyOfCall(offset, called.places[0] ?? placeOf(target)))) return [];
      const from = this.#indexOfSymbol(this.#holderAt(offset));
      const to = this.#indexOf(called);
      return [this.#valueCall(from, to, call)];
    });
  }

  /** The parameters of functions of other files that get some symbols. */
  #handedOf(wanted: readonly CalledSymbol[]): FileCalls["handed"] {
    if (wanted.length === 0) return [];
    const byPlace = new Map(wanted.flatMap((symbol) => keysOf(symbol).map((key) => [key, symbol] as const)));
    const { handed = [] } = this.#file.resolver.passedValues?.(this.#file, false) ?? {};
    return handed.flatMap(({ parameter, value }) => {
      const symbol = byPlace.get(keyOfPlace(placeOf(value)));
      return symbol === undefined ? [] : [{ value: this.#indexOf(symbol), parameter: placeOf(parameter) }];
    });
  }

  /** The calls of what other files pass for parameters of this one, and of what this one passes for parameters of others. */
  passedOf({ handed, asked }: PassedCalls): Pick<FileCalls, "callers" | "callees" | "handed" | "asked"> {
    const passed = this.#file.resolver.passedValues?.(this.#file, true);
    if (passed === undefined) return noPassed;
    const valuesOf = groupBy(handed, ({ parameter }) => keyOfPlace(parameter));
    const callsOf = groupBy(asked, ({ parameter }) => keyOfPlace(parameter));
    const callers: Call[] = [];
    const callees: Call[] = [];
    for (const { offset, parameter, written } of passed.calls) {
      const { line } = this.#file.positionOf(offset);
      for (const { value } of valuesOf.get(keyOfPlace(placeOf(parameter))) ?? []) {
        const [from, to] = [this.#indexOfSymbol(this.#holderAt(offset)), this.#indexOf(value)];
        callers.push({ from, to, line, certainty: "likely", isOfBase: false, via: written });
      }
    }
    const handedOn: FileCalls["handed"][number][] = [];
    const askedOn: FileCalls["asked"][number][] = [];
    for (const { parameter, value } of passed.handed) {
      const place = placeOf(parameter);
      for (const one of valuesOf.get(keyOfPlace(placeOf(value))) ?? [])
        handedOn.push({ value: this.#indexOf(one.value), parameter: place });
      for (const { caller, line, via } of callsOf.get(keyOfPlace(place)) ?? []) {
        const from = this.#indexOf(caller);
        if (value.kind === "parameter") askedOn.push({ from, line, via, parameter: placeOf(value) });
        else {
          const to = this.#indexOfSymbol(value);
          callees.push({ from, to, line, certainty: "likely", isOfBase: false, via });
        }
      }
    }
    return { callers, callees, handed: handedOn, asked: askedOn };
  }

  #valueCall(from: number, to: number, { offset, target, written }: ValueCall): Call {
    const { line } = this.#file.positionOf(offset);
    const via = written === target.name ? {} : { via: written };
    return { from, to, line, certainty: "likely", isOfBase: false, ...via };
  }

  #valueCalls(): readonly ValueCall[] {
    this.#calledValues ??= this.#file.resolver.valueCalls?.(this.#file) ?? [];
    return this.#calledValues;
  }

  calleesOf(wanted: readonly CallSymbol[]): Pick<FileCalls, "callees" | "open" | "possible" | "unlisted" | "asked"> {
    const { file, tree, text, resolver, positionOf } = this.#file;
    const callees: Call[] = [];
    const open: OpenCall[] = [];
    const possible: PossibleCall[] = [];
    let unlisted = 0;
    let mayBePassed = false;
    const callers = callersByPlace(wanted);
    const ofFile = wanted.find(({ isFile, places }) => isFile && places[0]?.path === file.path);
    const callerAt = (declaration: Declaration | undefined) =>
      declaration === undefined ? ofFile : callers.get(keyOfPlace(placeOf(declaration)));
    const bodies = [
      ...(ofFile === undefined ? [] : [{ start: 0, end: text.length }]),
      ...file.declarations.filter((declaration) => hasCode(declaration) && callerAt(declaration) !== undefined),
    ];
    const seen = new Set<number>();
    const byValue = new Set(bodies.length === 0 ? [] : this.#valueCalls().map(({ offset }) => offset));
    const direct = new Set<string>();
    for (const { start, end } of bodies) {
      const made = this.#madeIn(start, end);
      for (const { offset, symbols, certainty, declarations } of made) {
        const caller = callerAt(this.#holderAt(offset));
        if (caller === undefined || seen.has(offset)) continue;
        const [from, { line }] = [this.#indexOf(caller), positionOf(offset)];
        for (const one of symbols)
          callees.push({ from, to: this.#indexOfSymbol(one), line, certainty, isOfBase: false });
        for (const one of declarations) direct.add(keyOfCall(offset, placeOf(one)));
      }
      // In Python a class is called, too: its metaclass may do more than to make an object.
      for (const { offset, declarations } of made) if (declarations.some(isConstructor)) seen.add(offset);
      for (const name of this.#places.callsIn(start, end)) {
        const offset = tree.start(name);
        const caller = callerAt(this.#holderAt(offset));
        if (caller === undefined || seen.has(offset)) continue;
        seen.add(offset);
        const from = this.#indexOf(caller);
        const { line } = positionOf(offset);
        const resolution = resolver.resolve(this.#file, offset);
        const { target, certainty } = calledBy(resolution);
        if (target === undefined || certainty === undefined || !isCalled(target)) {
          mayBePassed ||= target !== undefined && passedKinds.has(target.kind);
          if (byValue.has(offset)) continue;
          const overloads = this.#symbolsOfSet(resolution);
          for (const to of overloads) callees.push({ from, to, line, certainty: "likely", isOfBase: false });
          if (overloads.length > 0) continue;
          const byName = this.#possibleCallees(resolution);
          for (const to of byName) possible.push({ from, to, line, nearness: 0 });
          if (byName.length > 0) continue;
          const isExternal = resolution.confidence === "external";
          const word = text.slice(offset, tree.end(name));
          open.push({ from, name: resolution.external ?? word, line, isExternal });
          continue;
        }
        callees.push({ from, to: this.#indexOfSymbol(target), line, certainty, isOfBase: false });
        for (const one of resolution.targets) direct.add(keyOfCall(offset, placeOf(one)));
        if (namesItsClass(this.#file, offset)) continue;
        const { overrides, perhaps, unlisted: left } = this.#overridesOf(target, resolution.targets);
        if (this.#listsPossible)
          for (const one of perhaps) possible.push({ from, to: this.#indexOfSymbol(one), line, nearness: 0 });
        for (const override of overrides) {
          callees.push({ from, to: this.#indexOfSymbol(override), line, certainty: "likely", isOfBase: true });
        }
        unlisted += left;
      }
    }
    if (byValue.size > 0) callees.push(...this.#valueCallees(callerAt, direct));
    for (const { start, end } of bodies) callees.push(...this.#handedIn(start, end, callerAt));
    return { callees, open, possible, unlisted, asked: mayBePassed ? this.#askedIn(callerAt) : [] };
  }

  /** The calls in some symbols of what other files pass for parameters. */
  #askedIn(callerAt: (declaration: Declaration | undefined) => CallSymbol | undefined): FileCalls["asked"] {
    const { calls = [] } = this.#file.resolver.passedValues?.(this.#file, true) ?? {};
    return calls.flatMap(({ offset, parameter, written }) => {
      const caller = callerAt(this.#holderAt(offset));
      if (caller === undefined) return [];
      const { line } = this.#file.positionOf(offset);
      return [{ from: this.#indexOf(caller), line, via: written, parameter: placeOf(parameter) }];
    });
  }

  /** The functions that some code hands over, as if it called them. */
  #handedIn(
    start: number,
    end: number,
    callerAt: (declaration: Declaration | undefined) => CallSymbol | undefined,
  ): readonly Call[] {
    const { tree, file, index, resolver, positionOf } = this.#file;
    const { handing } = traitsOf(file.language);
    if (handing === undefined) return [];
    const handed: Call[] = [];
    for (const name of this.#places.namesIn(start, end)) {
      if (!isHandedOver(this.#file, name, handing) || !this.#mayNameFunction(name)) continue;
      const offset = tree.start(name);
      const caller = callerAt(this.#holderAt(offset));
      if (caller === undefined) continue;
      const resolution = resolver.resolve(this.#file, offset);
      const targets =
        certaintyOf(resolution) === undefined ? (resolution.overloads?.declarations ?? []) : resolution.targets;
      const [target] = targets;
      if (target === undefined || !isHanded({ kind: symbolKindOf(target, index), isLambda: isLambda(target) }))
        continue;
      const call = {
        from: this.#indexOf(caller),
        line: positionOf(offset).line,
        isPassed: true,
      } as const;
      const certainty = certaintyOf(resolution);
      const symbols = certainty === undefined ? this.#symbolsOfSet(resolution) : [this.#indexOfSymbol(target)];
      for (const to of symbols) handed.push({ ...call, to, certainty: certainty ?? "likely", isOfBase: false });
      if (certainty === undefined || namesItsClass(this.#file, offset)) continue;
      for (const override of this.#overridesOf(target, targets).overrides) {
        handed.push({ ...call, to: this.#indexOfSymbol(override), certainty: "likely", isOfBase: true });
      }
    }
    return handed;
  }

  /** True for a name that a function of the code base has, or an import of the file. */
  #mayNameFunction(name: number): boolean {
    const { tree, text, file, index } = this.#file;
    this.#ownNames ??= new Set(
      file.declarations.flatMap((one) => (isHandedByName(one) || bringsNames(one) ? one.name : [])),
    );
    const word = text.slice(tree.start(name), tree.end(name));
    return this.#ownNames.has(word) || index.named(word).some(isHandedByName);
  }

  /** The indices of the functions that a call of only a name may mean; none if they are many, or are not listed. */
  #possibleCallees({ confidence, targets }: Resolution): readonly number[] {
    if (!this.#listsPossible || confidence !== "name") return [];
    const symbols = this.#fewSymbols(targets.filter(isCalled));
    return symbols.length > maxPossibleCallees ? [] : symbols.map((one) => this.#indexOfSymbol(one));
  }

  /** The indices of the overloads that a call may mean; none if there are too many to list, or it is not known. */
  #symbolsOfSet({ overloads }: Resolution): readonly number[] {
    return this.#fewSymbols(overloads?.declarations ?? []).map((one) => this.#indexOfSymbol(one));
  }

  /** One declaration of each symbol of some; none if there are too many to list. */
  #fewSymbols(declarations: readonly Declaration[]): readonly Declaration[] {
    const symbols = new Set(declarations.map((one) => this.#file.resolver.symbolOf(one)[0] ?? one));
    return symbols.size > maxOverrides ? [] : [...symbols];
  }

  /** The constructors, and the operators by their signs, that the code between two offsets calls. */
  #madeIn(start: number, end: number) {
    const { resolver } = this.#file;
    const made = resolver.constructions?.(this.#file, { start, end, of: "constructors" }) ?? [];
    const operators = resolver.operatorCalls?.(this.#file, { start, end }) ?? [];
    return [...made, ...operators].flatMap(({ offset, declarations, confidence }) => {
      const symbols = this.#fewSymbols(declarations);
      const certainty = confidence === "exact" ? ("exact" as const) : ("likely" as const);
      return symbols.length === 0 ? [] : [{ offset, declarations, symbols, certainty }];
    });
  }

  /** The calls in some symbols by other names than the callee's own. @param direct calls by their own names */
  #valueCallees(
    callerAt: (declaration: Declaration | undefined) => CallSymbol | undefined,
    direct: ReadonlySet<string>,
  ): readonly Call[] {
    return this.#valueCalls().flatMap((call): readonly Call[] => {
      const { offset, target } = call;
      const caller = callerAt(this.#holderAt(offset));
      if (caller === undefined || direct.has(keyOfCall(offset, placeOf(target)))) return [];
      const [from, to] = [this.#indexOf(caller), this.#indexOfSymbol(target)];
      return [this.#valueCall(from, to, call)];
    });
  }

  #overridesOf(target: Declaration, targets: readonly Declaration[]): CalledOverrides {
    const known = this.#called.get(target);
    if (known !== undefined) return known;
    const { index, resolver } = this.#file;
    const all = [...new Set(targets.flatMap((one) => overridesOf(one, index, resolver)))].sort(definitionsFirst);
    const isFew = all.length <= maxOverrides;
    const listed = isFew ? all : [];
    const perhaps = listed.filter((one) => overridesByGuess(one, targets, this.#bases));
    const overrides = listed.filter((one) => !perhaps.includes(one));
    const called = { overrides, perhaps, unlisted: isFew ? 0 : all.length };
    this.#called.set(target, called);
    return called;
  }

  /** The function or class whose code an offset is in: its decorators are code of what is around it. */
  #holderAt(offset: number): Declaration | undefined {
    let holder = this.#enclosing.at(offset);
    while (holder !== undefined && this.#isDecoratorOf(holder, offset)) {
      const { parent } = holder;
      holder = parent !== undefined && (isFunction(parent) || isClass(parent)) ? parent : undefined;
    }
    return holder;
  }

  #isDecoratorOf({ start, at, file }: Declaration, offset: number): boolean {
    return start <= offset && offset < at && this.#file.text.charAt(start) === "@" && file === this.#file.file;
  }

  /** The index of the symbol that a declaration is of, or of the file for none. */
  #indexOfSymbol(declaration: Declaration | undefined): number {
    const { file } = this.#file;
    return this.#indexAt(declaration, () => {
      if (declaration === undefined) return symbolOfTopLevel(file, this.#code);
      const symbol = callSymbolOf(declaration, this.#code, this.#file);
      if (!this.#countsUses || declaration.file !== file || !isTestFile(file.path, this.#code)) return symbol;
      const [replaces, runIn] = [this.#replacedBy(declaration), this.#runningClasses(declaration)];
      return { ...symbol, ...(replaces.length > 0 && { replaces }), ...(runIn.length > 0 && { runIn }) };
    });
  }

  #runningClasses(test: Declaration): NonNullable<CallSymbol["runIn"]> {
    const separator = this.#code.separatorOf(test.file.language);
    return this.#tests.classesWith(test).map(({ declaration: one, replaced }) => {
      const name = qualifiedNameOf(one, separator) + separator + test.name;
      return { name, file: this.#code.nameOf(one.file.path), place: placeOf(one), replaced };
    });
  }

  #indexOf(symbol: CallSymbol): number {
    return this.#indexAt(symbol, () => symbol);
  }

  #indexAt(key: FoundSymbol | Declaration | undefined, make: () => CallSymbol): number {
    const known = this.#indices.get(key);
    if (known !== undefined) return known;
    const index = this.symbols.push(make()) - 1;
    this.#indices.set(key, index);
    return index;
  }
}

/** Kinds that are called and are neither functions nor classes. */
const calledKinds: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>(["macro", "alias"]);

/** True for what has code of its own, or makes objects. Other variables that are called may hold any function. */
function isCalled(declaration: Declaration): boolean {
  return hasCode(declaration) || calledKinds.has(declaration.kind);
}

/** The function or class that a call by name runs, or else what the name stands for. */
function calledBy(resolution: Resolution) {
  const { targets } = resolution;
  const certainty = certaintyOf(resolution);
  const [first] = targets;
  if (first === undefined || isCalled(first)) {
    const isOnly = first === undefined || !isLambda(first) || targets.every(isLambda);
    return { target: first, certainty: certainty === "exact" && !isOnly ? ("likely" as const) : certainty };
  }
  // One of the values of a variable.
  const lambda = targets.find(isLambda);
  return { target: lambda ?? first, certainty: certainty && ("likely" as const) };
}

/** True for what the code inside of its range belongs to. */
function hasCode(declaration: Declaration): boolean {
  return isFunction(declaration) || isClass(declaration) || isLambda(declaration);
}

/** The kinds of names that stand for what a call passes. */
const passedKinds: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>(["parameter", "variable", "field"]);

/** The kinds of symbols that are used by calls. */
const runKinds: ReadonlySet<string> = new Set(["function", "method", "constructor", "operator"]);
const classKinds: ReadonlySet<string> = new Set(["class", "struct", "interface"]);
const useTypes: ReadonlySet<ReferenceType> = new Set<ReferenceType>(["read", "write", "address", "type", "decorator"]);

/** True for a use other than a call that depends on what the symbol is. */
function isUse(type: ReferenceType, { kind }: CalledSymbol): boolean {
  if (classKinds.has(kind)) return type === "inherit";
  return !runKinds.has(kind) && useTypes.has(type);
}

/** The kinds of functions that are called only if they are named in a call: a property is called where it is read. */
const handedKinds: ReadonlySet<string> = new Set(["function", "method", "operator"]);

/** True for a symbol of such a kind, and for a variable that holds a function without a name. */
function isHanded({
  kind,
  isLambda: isOfLambda = false,
}: {
  readonly kind: string;
  readonly isLambda?: boolean | undefined;
}) {
  return isOfLambda || handedKinds.has(kind);
}

function isHandedByName(declaration: Declaration): boolean {
  return isFunction(declaration) || isLambda(declaration);
}

const valueTypes: ReadonlySet<ReferenceType> = new Set<ReferenceType>(["address", "read"]);

/** The use in a file of a function that it may call by another name. */
const passingTypes: ReadonlySet<ReferenceType> = new Set<ReferenceType>(["address", "read", "decorator", "inherit"]);

/** The same for a call at the same place of the same symbol. */
function keyOfCall(offset: number, called: Place): string {
  return `${offset} ${keyOfPlace(called)}`;
}

function keysOf({ places, constructors }: CalledSymbol): readonly string[] {
  return [...places, ...constructors].map(keyOfPlace);
}

/** Definitions before declarations, then by place. */
function definitionsFirst(a: Declaration, b: Declaration): number {
  return Number(isBare(a)) - Number(isBare(b)) || comparePlaces(placeOf(a), placeOf(b));
}
