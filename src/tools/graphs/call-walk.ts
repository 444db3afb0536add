/**
 * The walk along calls, from a symbol to its callers and callees. Input: the symbols of a round and the calls that files have
 * from and to them; output: the plan of the next round, and after the last one all calls that were found.
 */
import * as z from "zod";
import { UserError } from "../../base/errors.ts";
import { getOrInsert } from "../../base/get-or-insert.ts";
import { callGraphOf, keysOfSymbol } from "../../code-index/call-graph.ts";
import type { ChangedShapes } from "../../code-index/call-shapes.ts";
import { CalledSymbol, CallSymbol, callSymbolAt, callsIn, FileCalls, PassedCalls } from "../../code-index/calls.ts";
import { ancestorsOf } from "../../code-index/class-bases.ts";
import type { Code, ResolvedFile } from "../../code-index/code.ts";
import { filesOfLookUps } from "../../code-index/computed-members.ts";
import { findSymbols, type SymbolRequest } from "../../code-index/find-symbols.ts";
import { type FoundSymbol, FoundSymbols } from "../../code-index/found-symbols.ts";
import type { ReferencedSymbol } from "../../code-index/occurrences.ts";
import { declarationAt, declarationsAt } from "../../code-index/places.ts";
import { partsOfName } from "../../code-index/qualified-name.ts";
import { filesNaming, referencedSymbol } from "../../code-index/referenced-symbol.ts";
import { isClass, isImplicit } from "../../code-index/symbol-kind.ts";
import { noSymbols } from "../../code-index/symbols-of.ts";
import { isOfTest, isTestFile } from "../../code-index/test-path.ts";
import { filesOfTestsWith } from "../../code-index/tests-of-classes.ts";
import { traitsOf } from "../../code-index/traits-of.ts";
import { noteOnExternal } from "../answers/index-answer.ts";
import { notKnownReceivers } from "../answers/not-known.ts";
import { type FileRows, type Plan, planReader } from "../contract/plan.ts";
import type { CallDirection, FoundCalls } from "./call-graph-answer.ts";
import type { FoundWays } from "./call-ways-answer.ts";
import { maxPassedSteps, type PassedRound, passedRound } from "./passed-calls.ts";
import { shownCalls, type TestView, testViews } from "./shown-calls.ts";

/** One round of a walk along calls: whose calls are looked for, and what was found before. */
const CallPlan = z.object({
  found: FoundSymbols,
  starts: z.array(CallSymbol),
  /** The symbols that ways from the start are looked for to; undefined for a walk to anything. */
  ends: z.array(CallSymbol).optional(),
  callersOf: z.array(CalledSymbol),
  calleesOf: z.array(CallSymbol),
  /** The keys of symbols whose callers, or callees, this round or an earlier one looks for. */
  followed: z.object({ callers: z.array(z.string()), callees: z.array(z.string()) }),
  /** The keys of symbols that are not followed, since a bound is reached. */
  left: z.array(z.string()),
  /** The results of earlier rounds of the same depth. */
  reached: z.object({ callers: z.array(CallSymbol), callees: z.array(CallSymbol) }),
  /** The treatment of functions of tests. */
  tests: z.enum(testViews),
  /** True in the round of the start: its possible calls are listed. */
  listsPossible: z.boolean(),
  /** The edges between the start and the symbols that this round finds. */
  depth: z.number(),
  /** Says that calls of members are not known: see `notKnownReceivers`. */
  notKnown: z.string().optional(),
  /** The folders that the call names, if only their files are looked at. */
  searchedIn: z.string().optional(),
  /** The functions on their way through parameters, and how many files they have come through; undefined before there are any. */
  passed: PassedCalls.optional(),
  passedSteps: z.number().optional(),
  /** True if uses of variables and types are followed as calls are. */
  countsUses: z.boolean().optional(),
  /** False if calls by other names are left out (default: true). */
  followsValues: z.boolean().optional(),
});
type CallPlan = z.infer<typeof CallPlan>;

const planRead = planReader(CallPlan);

const nothing = { callers: [], callees: [] };

/** The limits of one round. */
export type Bounds = {
  /** Symbols that are followed, in each direction. */
  readonly symbols: number;
  /** Files that are searched for callers, of all symbols and of one. */
  readonly files: number;
  readonly filesOfName: number;
  /** True if a name that more files have is looked for in the ones that name its class as well. */
  readonly withOwners?: boolean;
  /** False for a file that is not searched, and for a symbol whose callers nobody asks for (default: always true). */
  readonly takes?: (path: string) => boolean;
  readonly follows?: (symbol: CallSymbol) => boolean;
};

/** Of the start all is found, as find_references does. */
const startBounds: Bounds = { symbols: Infinity, files: Infinity, filesOfName: Infinity };

/** The callers of a frequent name are as many as a whole answer: they are found only for the start. */
const laterBounds: Bounds = { symbols: 500, files: 1_000, filesOfName: 300 };

/** The extent of a walk. */
export type Walk = { readonly direction: CallDirection; readonly maxDepth: number; readonly tests: TestView };

/**
 * Returns the plan of the first round.
 *
 * @throws UserError when the request names a file
 */
export async function planOfCalls(
  code: Code,
  request: SymbolRequest,
  { direction, maxDepth, tests }: Walk,
  searchedIn?: string,
): Promise<Plan> {
  const found = await findSymbols(code, request);
  const file = found.symbols.find(({ isFile }) => isFile);
  if (file !== undefined && direction !== "callees") {
    const details =
      "Ask for its callees to see what its own code calls, or give its path as filepath, without symbol, to see which files need which.";
    throw new UserError(`${file.name} is a file`, { details });
  }
  const starts: CallSymbol[] = [];
  for (const symbol of found.symbols) starts.push(await callSymbolAt(symbol, code));
  const plan: CallPlan = {
    found,
    starts,
    callersOf: [],
    calleesOf: [],
    left: [],
    // All that is about a test is in tests.
    tests: starts.some(isOfTest) ? "show" : tests,
    listsPossible: false,
    depth: 0,
    notKnown: notKnownReceivers(found.symbols, code),
    searchedIn,
    followed: nothing,
    reached: nothing,
  };
  const isFollowed = maxDepth > 0;
  const callers = isFollowed && direction !== "callees" ? starts : [];
  const callees = isFollowed && direction !== "callers" ? starts : [];
  return planOf(plan, { callers, callees }, code, startBounds);
}

/** The rounds of a walk from many symbols: names that half of a code base has are followed where their class is named, rare names first. */
const manyBounds: Bounds = { symbols: 500, files: 800, filesOfName: 300 };
const laterOfManyBounds: Bounds = { symbols: 150, files: 150, filesOfName: 40, withOwners: true };

/**
 * Returns the plan of the first round of a walk to the callers and users of some symbols, through tests as well.
 *
 * @param takes by the number of a symbol the shapes of its calls, if its signature changed
 */
export async function planOfUsers(
  code: Code,
  symbols: readonly FoundSymbol[],
  takes: ReadonlyMap<number, ChangedShapes>,
): Promise<Plan> {
  const walk = await usersOf(code, symbols, takes);
  return planOf(walk, { callers: walk.starts, callees: [] }, code, manyBounds);
}

/**
 * Returns the plan of the first round of such a walk from one symbol, in whatever files the caller chooses. Calls by other names are left
 * out: following the values of a file takes longer than everything else.
 */
export async function planOfDirectUsers(code: Code, symbol: FoundSymbol): Promise<Plan> {
  const walk = { ...(await usersOf(code, [symbol], new Map())), followsValues: false };
  return planOf(walk, { callers: walk.starts, callees: [] }, code, startBounds);
}

/** A walk to the users of some symbols before its first round. */
async function usersOf(
  code: Code,
  symbols: readonly FoundSymbol[],
  takes: ReadonlyMap<number, ChangedShapes>,
): Promise<CallPlan> {
  const starts: CallSymbol[] = [];
  for (const [number, symbol] of symbols.entries())
    starts.push({ ...(await callSymbolAt(symbol, code)), takes: takes.get(number) });
  return {
    found: { ...noSymbols, wanted: "", isQualified: true, symbols },
    starts,
    callersOf: [],
    calleesOf: [],
    left: [],
    tests: "show",
    listsPossible: false,
    depth: 0,
    notKnown: notKnownReceivers(symbols, code),
    followed: nothing,
    reached: nothing,
    countsUses: true,
  };
}

/**
 * The results of such a walk: its graph, the number of symbols whose callers were not all looked for, of the ones outside of tests that
 * the last round has found, and the calls that do not fit.
 */
export function foundUsers(plan: Plan, rows: readonly FileRows[]) {
  const { starts, left, depth, notKnown, followed } = planRead(plan);
  const files = rows.map((file) => FileCalls.parse(file.rows));
  const numbers = new Map(starts.flatMap((start, number) => keysOfSymbol(start).map((key) => [key, number] as const)));
  const unfit = files.flatMap(({ unfit: ofFile, symbols }) =>
    ofFile.flatMap(({ from, to, ...call }) => {
      const [caller, called] = [symbols[from], symbols[to]];
      const start = called && keysOfSymbol(called).flatMap((key) => numbers.get(key) ?? [])[0];
      return caller === undefined || start === undefined ? [] : [{ ...call, start, caller }];
    }),
  );
  const graph = callGraphOf(files, starts);
  const [known, notFollowed] = [new Set(followed.callers), new Set(left)];
  const callers = new Set(graph.edges.flatMap(({ from, certainty }) => (certainty === "possible" ? [] : [from])));
  const isOpen = (symbol: CallSymbol, at: number) =>
    callers.has(at) && !symbol.isFile && !isOfTest(symbol) && !keysOfSymbol(symbol).some((key) => known.has(key));
  // A symbol has a key for each of its places.
  const names = graph.nodes.filter((symbol) => keysOfSymbol(symbol).some((key) => notFollowed.has(key)));
  return { graph, starts, left: names.length, open: graph.nodes.filter(isOpen).length, depth, notKnown, unfit };
}

/**
 * Returns the plan of the first round of a walk from a symbol to another one: callees of the one and callers of the other are
 * followed in turn, until they meet.
 *
 * @throws UserError when the end is not a symbol with callers
 */
export async function planOfWays(code: Code, from: SymbolRequest, to: SymbolRequest, tests: TestView): Promise<Plan> {
  const [found, wanted] = [await findSymbols(code, from), await findSymbols(code, to)];
  if (found.symbols.length > 0 && wanted.symbols.length === 0) {
    const { external, usedAt, didYouMean } = wanted;
    throw new UserError(`Symbol not found: ${to.symbol ?? ""}`, {
      ...(external !== undefined && { details: noteOnExternal(external, usedAt) }),
      ...(didYouMean.length > 0 && { did_you_mean: didYouMean }),
    });
  }
  const file = wanted.symbols.find(({ isFile }) => isFile);
  if (file !== undefined) throw new UserError(`${file.name} is a file: give a function as to`);
  const starts: CallSymbol[] = [];
  for (const symbol of found.symbols) starts.push(await callSymbolAt(symbol, code));
  const ends: CallSymbol[] = [];
  for (const symbol of wanted.symbols) ends.push(await callSymbolAt(symbol, code));
  const plan: CallPlan = {
    found,
    starts,
    ends,
    callersOf: [],
    calleesOf: [],
    left: [],
    tests: tests === "show" || [...starts, ...ends].some(isOfTest) ? "show" : "hide",
    listsPossible: false,
    depth: 0,
    notKnown: notKnownReceivers(found.symbols, code),
    followed: nothing,
    reached: nothing,
  };
  return planOf(plan, { callers: ends, callees: starts }, code, startBounds);
}

/** The calls in a file from and to the symbols of a plan. */
export function callsOfPlan(file: ResolvedFile, code: Code, plan: Plan): FileCalls | undefined {
  return callsIn(file, code, planRead(plan));
}

/**
 * Returns the plan of the round after another one: it follows what that one has found.
 *
 * @param bounds of the round, if they are less than in other walks
 */
export async function nextOfCalls(
  code: Code,
  last: Plan,
  rows: readonly FileRows[],
  maxDepth: number,
  bounds?: Bounds,
): Promise<Plan | undefined> {
  const plan = planRead(last);
  const files = rows.map((file) => FileCalls.parse(file.rows));
  if (plan.ends !== undefined && haveMet(files, plan)) return undefined;
  const reached = {
    callers: [
      ...plan.reached.callers,
      ...files.flatMap((file) => {
        const probable = file.possible.filter(({ isOnly }) => isOnly === true);
        return [...file.callers, ...probable].flatMap(({ from }) => file.symbols[from] ?? []);
      }),
    ],
    callees: [
      ...plan.reached.callees,
      ...files.flatMap((file) => file.callees.flatMap(({ to }) => file.symbols[to] ?? [])),
    ],
  };
  const { followed, left } = constructorsElsewhere(plan, files, code);
  if (followed.length > 0) {
    const paths = new Set(followed.flatMap(({ classFiles }) => classFiles.paths));
    return { files: [...paths].sort(), found: { ...plan, callersOf: followed, calleesOf: [], reached, left } };
  }
  const passed = passedElsewhere(plan, files, code);
  if (passed !== undefined) {
    const steps = { passed: passed.passed, passedSteps: (plan.passedSteps ?? 0) + 1 };
    return { files: passed.paths, found: { ...plan, callersOf: [], calleesOf: [], reached, left, ...steps } };
  }
  // A walk between two symbols goes a step from each of them in a round.
  if (plan.depth * (plan.ends === undefined ? 1 : 2) >= maxDepth) return undefined;
  const isFollowed = (symbol: CallSymbol) =>
    (plan.tests === "show" || !isOfTest(symbol)) && bounds?.follows?.(symbol) !== false;
  const next = {
    callers: newSymbols(reached.callers, plan.followed.callers).filter(isFollowed),
    callees: newSymbols(reached.callees, plan.followed.callees).filter(isFollowed),
  };
  if (next.callers.length + next.callees.length === 0) return undefined;
  const usual = plan.countsUses === true ? laterOfManyBounds : laterBounds;
  return planOf({ ...plan, left }, next, code, bounds ?? usual);
}

/** The files where functions of a round are called by parameters, or passed for them. */
function passedElsewhere(plan: CallPlan, files: readonly FileCalls[], code: Code): PassedRound | undefined {
  if (plan.countsUses === true || (plan.passedSteps ?? 0) >= maxPassedSteps) return undefined;
  return passedRound(files, code, (path) => readsTests(plan) || !isTestFile(path, code));
}

/** True if what calls the end is what the start calls, in a round. */
function haveMet(files: readonly FileCalls[], { followed }: CallPlan): boolean {
  const keysOf = (symbols: readonly (CallSymbol | undefined)[]) =>
    symbols.flatMap((symbol) => (symbol === undefined ? [] : keysOfSymbol(symbol)));
  const found = {
    callers: keysOf(files.flatMap((file) => file.callers.map(({ from }) => file.symbols[from]))),
    callees: keysOf(files.flatMap((file) => file.callees.map(({ to }) => file.symbols[to]))),
  };
  const reached = new Set([...followed.callees, ...found.callees]);
  const reaching = new Set([...followed.callers, ...found.callers]);
  return found.callers.some((key) => reached.has(key)) || found.callees.some((key) => reaching.has(key));
}

/** The results of a walk between two symbols. */
export function foundWays(plan: Plan, rows: readonly FileRows[]): FoundWays {
  const { found, starts, ends = [], left, depth, notKnown, tests, followed } = planRead(plan);
  const files = rows.map((file) => FileCalls.parse(file.rows));
  return {
    found,
    starts,
    ends,
    graph: callGraphOf(files, [...starts, ...ends]),
    depth,
    notKnown,
    withTests: tests === "show",
    left: new Set(left).size,
    looked: { callees: followed.callees, callers: followed.callers },
  };
}

/** The results of a walk. */
export function foundCalls(plan: Plan, rows: readonly FileRows[]): FoundCalls {
  const { found: symbols, starts, left, depth, notKnown, searchedIn, tests, followed } = planRead(plan);
  const files = rows.map((file) => FileCalls.parse(file.rows));
  const followedCallers = new Set(followed.callers);
  for (const key of left) followedCallers.delete(key);
  return {
    found: symbols,
    starts,
    depth,
    notKnown,
    searchedIn,
    ...shownCalls(callGraphOf(files, starts), starts, tests),
    uncertain: uncertainCalls(files),
    overrides: files.reduce((count, { unlisted }) => count + unlisted, 0),
    notFollowed: new Set(left),
    followedCallers,
  };
}

/** The numbers of calls that may be of a symbol and are not listed, by each of its keys. */
function uncertainCalls(files: readonly FileCalls[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { uncertain, symbols } of files) {
    for (const { to, count } of uncertain) {
      const symbol = symbols[to];
      for (const key of symbol === undefined ? [] : keysOfSymbol(symbol)) {
        counts.set(key, (counts.get(key) ?? 0) + count);
      }
    }
  }
  return counts;
}

/** Symbols that are not followed yet, each once, in the order of their places. Code of a file is called by nothing. */
function newSymbols(symbols: readonly CallSymbol[], followed: readonly string[]): readonly CallSymbol[] {
  const known = new Set(followed);
  const { nodes } = callGraphOf([], symbols);
  return nodes.filter((symbol) => !symbol.isFile && !keysOfSymbol(symbol).some((key) => known.has(key)));
}

type Followed = { readonly callers: readonly CallSymbol[]; readonly callees: readonly CallSymbol[] };

/**
 * The files that may use a symbol: of a constructor that all classes have under one name, the ones that name its class as well; of a
 * function that a framework runs, the ones with its tests; of a member, also the ones of bases that look members up.
 */
function filesOfUsers(referenced: ReferencedSymbol, symbol: CallSymbol, code: Code): readonly string[] {
  const { kind, name, word } = symbol;
  const all = filesNaming(referenced, code);
  const ofTests = filesOfTestsWith(symbol, code);
  if (ofTests !== undefined) return [...new Set([...ofTests, ...filesWithOwner(all, symbol, code)])];
  if (kind === "constructor" && partsOfName(name).at(-2) !== word)
    return [...new Set([...referenced.madeBy.paths, ...filesWithOwner(all, symbol, code)])];
  const ofObjects = partsOfName(name).length > 1 ? filesOfObjects(symbol, code) : [];
  return [...new Set([...all, ...filesOfLookUps(symbol, code), ...ofObjects])];
}

/** Files of one language up to which syntax that runs a special method is looked for in all of them. */
const maxFilesOfObjects = 200;

/** The files that may have objects whose special method syntax runs: in a large code base the ones that name the class. */
function filesOfObjects({ word, places }: CallSymbol, code: Code): readonly string[] {
  const own = code.index.fileAt(places[0]?.path ?? "");
  if (own === undefined || traitsOf(own.language).specialMethods?.has(word) !== true) return [];
  const all = code.index.files.filter(({ language }) => language === own.language).map(({ path }) => path);
  if (all.length <= maxFilesOfObjects) return all;
  const owners = places.flatMap((place) => declarationAt(code.index.fileAt(place.path), place)?.parent?.name ?? []);
  return owners.flatMap((owner) => code.filesWith(owner));
}

/** The files that name the class or the namespace around a symbol as well: of a name such as `Init`, the likely ones. */
function filesWithOwner(paths: readonly string[], { name }: CallSymbol, code: Code): readonly string[] {
  const owner = partsOfName(name).at(-2);
  if (owner === undefined) return paths;
  const naming = new Set(code.filesWith(owner));
  return paths.filter((path) => naming.has(path));
}

/** True if the functions of a plan's tests are searched: of tests only the calls of the start are counted. */
function readsTests({ tests, depth }: Pick<CallPlan, "tests" | "depth">): boolean {
  return tests === "show" || (tests === "fold" && depth === 1);
}

/** False for a file whose language shares no names with that of a symbol: its calls could only have the same word. */
function mayCall(path: string, { places }: CallSymbol, code: Code): boolean {
  const languageAt = (one: string | undefined) => code.index.fileAt(one ?? "")?.language;
  const [own, calling] = [languageAt(places[0]?.path), languageAt(path)];
  return own === undefined || calling === undefined || code.sharesNames(own, calling);
}

/**
 * The files in which a constructor that all classes have under one name is looked for first: the ones with a name of its class, and
 * its family. Undefined for other symbols.
 */
function classFilesOf(called: ReferencedSymbol, code: Code): CalledSymbol["classFiles"] {
  const { word, madeBy, places } = called;
  const { names, paths } = madeBy;
  if (!isImplicit(word)) return undefined;
  if (paths.length === 0) return filesCallingObjectsOf(called, code);
  const classes = names.flatMap((name) => code.index.named(name)).filter(isClass);
  const bases = classes.flatMap((one) => ancestorsOf(one, code.index, code.resolverOf(one.file.language)));
  const family = new Set([...places, ...[...classes, ...bases].map(({ file }) => file)].map(({ path }) => path));
  const own = new Set(classes.map(({ name }) => name));
  const languages = new Set(classes.map(({ file }) => file.language));
  const calling = [...languages].flatMap((language) => filesCallingClasses(language, code));
  return {
    names,
    aliases: names.filter((name) => !own.has(name)),
    family: [...family],
    paths: [...new Set([...paths, ...family, ...calling])],
  };
}

/** The same for a method that runs when an object is called. */
function filesCallingObjectsOf(called: ReferencedSymbol, code: Code): CalledSymbol["classFiles"] {
  const declared = declarationsAt(called.places, code);
  const all = declared.map((one) => code.indexingOf(one.file.language).filesCallingObjects?.(one, code));
  const paths = all.flatMap((some) => some ?? []);
  if (paths.length === 0) return undefined;
  return { names: [], aliases: [], family: [], paths: [...new Set([...filesNaming(called, code), ...paths])] };
}

/** The files that may call a constructor of an object's class without a name of that class, for each index and language. */
const callingClasses = new WeakMap<Code["index"], Map<string, readonly string[]>>();

function filesCallingClasses(language: string, code: Code): readonly string[] {
  const { called, wordsOfCalls = [] } = traitsOf(language).classValues ?? {};
  const known = getOrInsert(callingClasses, code.index, () => new Map());
  return getOrInsert(known, language, () => {
    const worded = new Set(wordsOfCalls.flatMap((word) => code.filesWith(word)));
    return [...worded].filter((path) => called?.test(code.textOf(path) ?? ""));
  });
}

/**
 * The constructors of a round that are to be looked for in all files, since a file hands their class on as a value, and the
 * keys of what is not followed.
 */
function constructorsElsewhere(plan: CallPlan, rows: readonly FileCalls[], code: Code) {
  const handedOn = rows.flatMap(({ passedOn, symbols }) => passedOn.flatMap((one) => symbols[one] ?? []));
  const keys = new Set(handedOn.flatMap(keysOfSymbol));
  const elsewhere = plan.callersOf.flatMap((symbol) => {
    const { names = [] } = symbol.classFiles ?? {};
    if (names.length === 0 || !keysOfSymbol(symbol).some((key) => keys.has(key))) return [];
    // Files of the first round may get the class from another one, too.
    const isSearched = (path: string) => mayCall(path, symbol, code) && (readsTests(plan) || !isTestFile(path, code));
    const paths = filesNaming(symbol, code).filter(isSearched);
    return paths.length === 0 ? [] : [{ ...symbol, classFiles: { names: [], aliases: [], family: [], paths } }];
  });
  const { filesOfName } = plan.depth === 1 ? startBounds : laterBounds;
  const isFollowed = ({ classFiles }: (typeof elsewhere)[number]) => classFiles.paths.length <= filesOfName;
  const left = elsewhere.filter((symbol) => !isFollowed(symbol));
  return { followed: elsewhere.filter(isFollowed), left: [...plan.left, ...left.flatMap(keysOfSymbol)] };
}

/** The plan that follows symbols in both directions, within the bounds. */
function planOf(last: CallPlan, next: Followed, code: Code, bounds: Bounds): Plan {
  const files = new Set<string>();
  const callersOf: CalledSymbol[] = [];
  const left: CallSymbol[] = [];
  const depth = last.depth + 1;
  const withTests = readsTests({ ...last, depth });
  const listsPossible = last.depth === 0 || last.ends !== undefined || last.countsUses === true;
  const named = next.callers.map((symbol) => {
    const called: CalledSymbol = { ...symbol, ...referencedSymbol(symbol, code) };
    const classFiles = last.countsUses === true ? undefined : classFilesOf(called, code);
    const ofUsers = () => (last.countsUses === true ? filesOfUsers(called, symbol, code) : filesNaming(called, code));
    const paths = classFiles?.paths ?? ofUsers();
    const isSearched = (path: string) => listsPossible || mayCall(path, symbol, code);
    const known = paths.filter((path) => isSearched(path) && (withTests || !isTestFile(path, code)));
    const all = known.filter((path) => bounds.takes?.(path) !== false);
    const isFrequent = bounds.withOwners === true && all.length > bounds.filesOfName;
    const isPartial = isFrequent || all.length < known.length;
    const ofName = isFrequent ? filesWithOwner(all, symbol, code) : all;
    return { symbol, called: { ...called, classFiles }, ofName, isPartial };
  });
  if (last.countsUses === true) named.sort((a, b) => a.ofName.length - b.ofName.length);
  for (const { symbol, called, ofName, isPartial } of named) {
    const added = ofName.filter((path) => !files.has(path)).length;
    const isFollowed =
      callersOf.length < bounds.symbols && ofName.length <= bounds.filesOfName && files.size + added <= bounds.files;
    if (!isFollowed || isPartial) left.push(symbol);
    if (!isFollowed) continue;
    callersOf.push(called);
    for (const path of ofName) files.add(path);
  }
  const calleesOf = next.callees.slice(0, bounds.symbols);
  for (const { path } of calleesOf.flatMap(({ bodies }) => bodies)) files.add(path);
  const keysOf = (symbols: readonly CallSymbol[]) => symbols.flatMap(keysOfSymbol);
  const plan: CallPlan = {
    ...last,
    callersOf,
    calleesOf,
    reached: nothing,
    passed: undefined,
    passedSteps: 0,
    listsPossible,
    depth,
    followed: {
      callers: [...last.followed.callers, ...keysOf(next.callers)],
      callees: [...last.followed.callees, ...keysOf(next.callees)],
    },
    left: [...last.left, ...keysOf([...left, ...next.callees.slice(calleesOf.length)])],
  };
  return { files: [...files].sort(), found: plan };
}
