/**
 * The name resolution of C++ over an index, without a build. Input: a code base, an open file and an offset; output:
 * the declarations that the name stands for, its confidence and the rule, and the types and calls of the file.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import { KeptResolutions } from "../kept-resolutions.ts";
import {
  announcedRule,
  type Base,
  certaintyOf,
  type KnownType,
  maxTargets,
  type OpenFile,
  type Resolution,
  type Resolver,
  type ResolverOptions,
} from "../resolution.ts";
import { isBare, isForeign, isForward, isLikely, isReplacedAsName } from "../symbol-kind.ts";
import { BranchTable } from "./branch-table.ts";
import { callShapesOf } from "./call-shapes.ts";
import { ObjectConstness } from "./constness.ts";
import { Constructions } from "./constructions.ts";
import { Containers, classKinds, isSpecializedFunction } from "./containers.ts";
import { parametersOf } from "./conversions.ts";
import { DirectiveOrder } from "./directive-order.ts";
import { splitArguments } from "./expression.ts";
import { usesInScopes } from "./included-lists.ts";
import { includesOf } from "./includes.ts";
import { InferredTypes } from "./inferred-types.ts";
import { linkedOf } from "./linked-languages.ts";
import type { Answer, Lookup } from "./lookup.ts";
import { MacroDeclarations } from "./macro-declarations.ts";
import { MacroLocals } from "./macro-locals.ts";
import { MacroMembers } from "./macro-members.ts";
import { Evaluations, noBindings, type Place, placeOf, type Type, type TypeSource } from "./model.ts";
import { OperatorCalls } from "./operator-calls.ts";
import { specializing } from "./overload-resolution/candidates.ts";
import { OverloadResolution } from "./overload-resolution/overload-resolution.ts";
import { overloadsOf } from "./overloads.ts";
import { Pastings } from "./pastings.ts";
import { rules } from "./rules.ts";
import { inheritsConstructors, plainClass, repeatsName, Scopes } from "./scopes.ts";
import { namesInCpp } from "./seen-names.ts";
import { Specializations } from "./specializations.ts";
import { isHeader, namesItsTag, Symbols } from "./symbols.ts";
import { isOfSystem } from "./system-names.ts";
import { Types } from "./types.ts";
import { Places, useAt } from "./use.ts";
import { valueCallsIn } from "./value-calls.ts";
import { Visibility } from "./visibility.ts";
import { parameterTextsAt, withSuffix, writtenDeclaration } from "./written-types.ts";

/** Candidates that an answer by name has next to the first symbol. */
const maxCandidates = 5;

/** Openings of a namespace that an answer has: a code base may open its own in each file. */
const maxOpenings = 20;

/** The kinds of declarations that define the name of a class. */
const definingKinds: ReadonlySet<string> = new Set([...classKinds, "enum", "alias", "macro"]);

const none: Resolution = { confidence: "none", rule: "none", targets: [] };

/** Resolves names of C++ over an index, without a build: what is evaluated is kept for the lifetime of the resolver. */
export function cppResolver({ index, off = new Set(), textOf }: ResolverOptions): Resolver {
  const includes = includesOf(index);
  const containers = new Containers(index);
  const texts = kept(maxTexts, (path: string) => textOf?.(path));
  const tableOf = kept(maxTables, (file: IndexedFile) => new BranchTable(texts(file.path) ?? ""));
  const areBranches = (file: IndexedFile, one: number, other: number) => tableOf(file).areAlternatives(one, other);
  const visibility = new Visibility(includes, areBranches, !off.has("include-closure"));
  const evaluations = new Evaluations();
  const resolutions = new KeptResolutions(evaluations);
  const linked = new Map<string, readonly Declaration[]>();
  const named = (name: string) => getOrInsert(linked, name, () => linkedOf(index.named(name)));
  const macros = new Map<string, readonly Declaration[]>();
  const macrosNamed = (name: string) =>
    getOrInsert(macros, name, () => named(name).filter(({ kind }) => kind === "macro"));
  const symbols = new Symbols(containers, includes, macrosNamed);
  const takers: Lookup["takers"] = off.has("argument-count")
    ? (declarations) => declarations
    : (declarations, count) => overloadsOf(declarations).takers(count);
  const overload = (declarations: readonly Declaration[], count: number) => takers(declarations, count)[0];
  const typeSource: TypeSource = {
    basesOf: (type) => types.basesOf(type),
    typeNamed: (found, args) => types.typeNamed(found, args),
  };
  const pastings = new Pastings(index);
  const isOfLibrary = (name: string, file: IndexedFile) =>
    !off.has("library-type") &&
    includes.closureOf(file).hasLibrary &&
    named(name).every((one) => one.kind === "include" || inheritsConstructors(one)) &&
    pastings.usesThatMake(name).length === 0 &&
    pastings.usesThatDeclare(name).length === 0 &&
    pastings.macrosThatMayMake(name).length === 0;
  const agreement: Lookup["agreement"] = (one, { file, offset }) =>
    // A file and its open text are two objects.
    tableOf(one.file.path === file.path ? file : one.file).agreement(one.at, tableOf(file), offset);
  const undefinitionsOf = (name: string) => named(`#undef ${name}`);
  const declarations = new MacroDeclarations({ macrosNamed, undefinitionsOf, visibility });
  const macroMembers = new MacroMembers({ declarations, textOf: texts });
  const macroLocals = new MacroLocals({ declarations, macrosNamed, textOf: texts });
  const typeByMacro: Lookup["typeByMacro"] = (name, place) =>
    off.has("macro-local") ? undefined : macroLocals.typeAt(name, place);
  const ofFiles = { isOfLibrary, areBranches, agreement, macroMembers };
  const scopes = new Scopes({ containers, visibility, evaluations, off, types: typeSource, ...ofFiles });
  const specializations = new Specializations(containers, scopes, off);
  /** True for a macro that its file does not undefine behind it. */
  const isLeft = ({ name, file, at }: Declaration) =>
    index.named(`#undef ${name}`).every((one) => one.file !== file || one.at < at || one.type !== "");
  const macrosSeen = (name: string, file: IndexedFile) =>
    macrosNamed(name).filter((macro) => visibility.sees(file, macro.file) && (macro.file === file || isLeft(macro)));
  const replacementsOf = (name: string, file: IndexedFile) => [
    ...new Set(
      macrosSeen(name, file)
        .filter(isReplacedAsName)
        .map(({ type }) => type),
    ),
  ];
  const expansionOf = (name: string, file: IndexedFile) => {
    const likely = macrosSeen(name, file).filter(isLikely);
    const [macro, ...others] = likely;
    const isObject = macro?.parameters === 0 && macro.most === 0;
    return isObject && others.length === 0 && macro.type !== "" ? macro.type : undefined;
  };
  const isUndefined = (declaration: Declaration) =>
    classKinds.has(declaration.kind) &&
    isForward(declaration) &&
    !off.has(announcedRule) &&
    !named(declaration.name).some((one) => definingKinds.has(one.kind) && !isForward(one) && !repeatsName(one)) &&
    pastings.usesThatDeclare(declaration.name).length === 0;
  /** The arguments before a name of the only use of a macro that is seen to declare it; empty if there are several. */
  const argumentsBefore = (name: string, file: IndexedFile) => {
    const { declarations, rank } = visibility.seenFrom(file, pastings.usesThatDeclare(name));
    const [use, ...others] = declarations;
    if (use === undefined || others.length > 0 || rank === 2) return [];
    const written = texts(use.file.path)?.slice(use.start, use.end) ?? "";
    const given = splitArguments(written.slice(written.indexOf("(") + 1, -1)).slice(0, -1);
    const context = { place: placeOf(use), bindings: noBindings };
    return given.map((text) => ({ text, context }));
  };
  const lacksOwnHeader = (file: IndexedFile) => includes.closureOf(file).lacksOwn;
  const ofNames = {
    lacksOwnHeader,
    replacementsOf,
    expansionOf,
    isUndefined,
    isOfLibrary,
    argumentsBefore,
    typeByMacro,
  };
  const types = new Types({ containers, evaluations, off, overload, scopes, specializations, ...ofNames });
  // An answer does not show a type that is only likely.
  const sureTypes = new Types({
    containers,
    evaluations,
    overload,
    scopes,
    specializations,
    ...ofNames,
    off: new Set([...off, "template-argument"]),
  });
  const inferredTypes = new InferredTypes({ containers, scopes, types: sureTypes });
  const places = new Places();
  const directives = new DirectiveOrder();
  const isSpecializing = (declaration: Declaration) => {
    const { file, start, at } = declaration;
    return isSpecializedFunction(declaration) || specializing.test(texts(file.path)?.slice(start, at) ?? "");
  };
  const isMutable = ({ file, start, at }: Declaration) => /\bmutable\b/.test(texts(file.path)?.slice(start, at) ?? "");
  const constness = new ObjectConstness({ scopes, types, evaluations, isMutable });
  /** True for what a macro writes: the text of its file has no parameters of it. */
  const isWritten = (declaration: Declaration) => macroMembers.writtenBy(declaration) !== undefined;
  const choosing = { containers, scopes, types, evaluations, constness, usesConstness: !off.has("object-constness") };
  const rootOf = () => visibility.root;
  const overloadResolution = textOf && new OverloadResolution({ ...choosing, textOf: texts, rootOf });
  const meant: Lookup["meant"] = off.has("argument-types")
    ? () => []
    : (declarations, call) =>
        declarations.some(isWritten) ? [] : (overloadResolution?.choose(declarations, call)?.declarations ?? []);
  const callable: Lookup["callable"] = (declarations, call) =>
    (declarations.some(isWritten) ? undefined : overloadResolution?.callable(declarations, call)) ?? declarations;
  const associated: Lookup["associated"] = (argumentTexts, context) =>
    overloadResolution?.scopesOf(argumentTexts, context) ?? { namespaces: new Set(), isKnown: true };
  const isSystemName: Lookup["isSystemName"] = off.has("system-name")
    ? () => false
    : (name, from, declarations) =>
        isOfSystem(name, from, declarations, (file) => visibility.sees(from, file)) ||
        visibility.areReplaced(from, declarations);
  const isAnnounced: Lookup["isAnnounced"] = (declarations, from) =>
    declarations.length > 0 &&
    declarations.every(isUndefined) &&
    declarations.some((one) => isHeader(one.file)) &&
    (visibility.seesLibrary(from) || visibility.seesLibraryAround());
  const areOtherBranches: Lookup["areAlternatives"] = ({ file, at }, other) => areBranches(file, at, other.at);
  const ofCalls = { takers, meant, callable, associated };
  const ofMacros = {
    macrosNamed,
    parametersOf: (macro: Declaration) => parametersOf(macro, texts),
    typeByMacro,
    areAlternatives: areOtherBranches,
    agreement,
    pastings,
  };
  const tools = { ...ofCalls, ...ofMacros, lacksOwnHeader, isSystemName, isAnnounced, named };
  const lookup: Lookup = { scopes, types, visibility, containers, places, directives, specializations, off, ...tools };

  const constructions = new Constructions({ lookup, resolve, textOf });
  const start = (open: OpenFile) => {
    visibility.root = open.file;
    evaluations.start();
  };
  const operatorCalls = new OperatorCalls({ lookup, containers, start, resolve });

  return {
    startCall: () => evaluations.startCall(),
    resolve: (open, offset) => resolve(open, offset),
    symbolOf,
    mayDeclare: (declaration) => symbols.mayDeclare(declaration),
    specializationsWith: (declaration) => symbols.specializationsWith(declaration, isSpecializing),
    basesOf,
    aliased,
    usesInScopes: (uses, name, isMeant) => usesInScopes(uses, name, isMeant, { index, includes, pastings }),
    madeNamed: (name) => pastings.usesThatMake(name),
    writtenNamed: (name, holder) => usesWriting(name, holder),
    valueCalls: (open) => valueCallsIn(open, index, (offset) => resolve(open, offset)),
    constructions: (open, options) => constructions.in(open, options),
    operatorCalls: (open, options) => operatorCalls.in(open, options),
    namesAt: (open, place) => {
      visibility.root = open.file;
      evaluations.start();
      return namesInCpp(open, place, { scopes, types, containers, places, includes, index });
    },
    typeOf: (open, declaration) => typeOf(open, declaration),
    callShapesOf: ({ text }, declaration) => {
      const head = text.slice(declaration.at, declaration.headEnd);
      return callShapesOf(declaration, head.slice(head.indexOf("("), head.lastIndexOf(")") + 1), { index, symbolOf });
    },
    parametersOf: ({ tree, text }, { kind, at }) =>
      kind === "function" ? parameterTextsAt(tree, text, at) : undefined,
  };

  /** The uses of macros that write a member of a name into the classes of a name. */
  function usesWriting(name: string, holder: string): readonly Declaration[] {
    const classes = named(holder).filter((one) => classKinds.has(one.kind) && !isForward(one));
    const written = classes.flatMap((one) => {
      visibility.root = one.file;
      return macroMembers.membersOf(one, name);
    });
    return [...new Set(written.flatMap((one) => macroMembers.writtenBy(one)?.use ?? []))];
  }

  function basesOf(declaration: Declaration): readonly Base[] {
    visibility.root = declaration.file;
    evaluations.startCall();
    evaluations.start();
    const bases = types.basesOf(plainClass(declaration));
    return splitArguments(declaration.type).map((written, at) => {
      const base = baseOf(written, bases[at]);
      const isGuess = base.declaration !== undefined && visibility.isGuess(declaration.file, base.declaration.file);
      return isGuess ? { ...base, isGuess } : base;
    });
  }

  function aliased(declaration: Declaration): Base | undefined {
    const { kind, type, file } = declaration;
    if (kind !== "alias" && kind !== "using" && !isReplacedAsName(declaration)) return undefined;
    visibility.root = file;
    evaluations.startCall();
    evaluations.start();
    return baseOf(type, types.ofText(type, { place: placeOf(declaration), bindings: noBindings }));
  }

  function typeOf(open: OpenFile, declaration: Declaration): KnownType | undefined {
    const { kind, type, parent, at } = declaration;
    if (kind === "enum_member") return parent && parent.name !== "" ? declared(parent.name) : undefined;
    if (kind === "alias") return type === "" || type.startsWith("@") ? undefined : declared(type);
    if (!typedKinds.has(kind)) return undefined;
    const written = writtenDeclaration(open.tree, open.text, at);
    if (written === undefined || written.base === "") return undefined;
    const { base, suffix, isAuto, isBinding } = written;
    if (!isAuto) return declared(withSuffix(base, suffix));
    visibility.root = open.file;
    evaluations.start();
    const value = inferredTypes.ofDeclaration(declaration);
    if (value === undefined || evaluations.isCutShort) return undefined;
    return { type: isBinding ? value : inPlaceOfAuto(base, suffix, value), source: "inferred" };
  }

  function resolve(open: OpenFile, offset: number): Resolution {
    visibility.root = open.file;
    evaluations.start();
    return resolutions.at(open, offset, () => resolvedNow(open, offset));
  }

  function resolvedNow(open: OpenFile, offset: number): Resolution {
    const use = useAt(open, offset, places);
    if (use === undefined) return none;
    for (const { id, find } of rules) {
      if (off.has(id)) continue;
      const answer = find(use, lookup);
      if (answer === undefined) continue;
      const resolution = resolutionOf(open, id, evaluations.isCutShort ? unsure(answer) : answer);
      return asBranched(use.role === "elaborated" ? resolution : asWritten(resolution, use.place), use.place);
    }
    return none;
  }

  /** Puts the typedef first by which a name without `struct` is that of a type: `Point` of `typedef struct Point {} Point;`. */
  function asWritten(resolution: Resolution, { file }: Place): Resolution {
    const { rule, targets } = resolution;
    if (rule === "declaration" || !isTagged(targets[0])) return resolution;
    const name = targets.find((one) => namesItsTag(one) && visibility.sees(file, one.file));
    return name === undefined ? resolution : { ...resolution, targets: [...new Set([name, ...targets])] };
  }

  /**
   * Puts the declarations of a symbol that the conditions around a place exclude after the others. If two more branches of an `#if`
   * declare it, and neither is for another platform, a build may take either.
   */
  function asBranched(resolution: Resolution, place: Place): Resolution {
    const { rule, targets } = resolution;
    const certainty = certaintyOf(resolution);
    const isOpen = certainty !== undefined && rule !== "declaration" && targets.length > 1;
    if (!isOpen || !branchedKinds.has(targets[0]?.kind ?? "")) return resolution;
    const inFile = (one: Declaration) =>
      one.file.path === place.file.path && areBranches(place.file, one.at, place.offset);
    const near = withoutApart(targets, inFile);
    const isOther = (one: Declaration) => agreement(one, place) === "other";
    const left = hasRivals(near) ? withoutApart(near, isOther) : near;
    const ordered = { ...resolution, targets: [...left, ...targets.filter((one) => !left.includes(one))] };
    return hasRivals(left) ? { ...ordered, confidence: "name", ofBranches: certainty } : ordered;
  }

  function hasRivals([best, ...others]: readonly Declaration[]): boolean {
    return best !== undefined && others.some((one) => isRival(one, best));
  }

  /** True for declarations of one symbol in different branches, unless one is for another platform. */
  function isRival(one: Declaration, other: Declaration): boolean {
    const isLike = one.file === other.file && isForward(one) === isForward(other) && isBare(one) === isBare(other);
    return isLike && !isForeign(one) && !isForeign(other) && areBranches(one.file, one.at, other.at);
  }

  function resolutionOf({ file }: OpenFile, id: string, found: Answer): Resolution {
    const answer = withUses(found);
    const { confidence, rule = id, external, via = [], namesAll = false, ofSet, ofBranches } = answer;
    const further = {
      ...(external === undefined ? {} : { external }),
      ...(via.length === 0 ? {} : { via }),
      ...(ofSet !== undefined && { overloads: { declarations: answer.declarations, confidence: ofSet } }),
      ...(ofBranches !== undefined && { ofBranches }),
    };
    const ordered = visibility.ordered(file, answer.declarations);
    const [first] = ordered;
    if (first === undefined) return { confidence, rule, targets: [], ...further };
    if (first.kind === "namespace") {
      const openings = ordered.filter(({ kind }) => kind === "namespace");
      return { confidence, rule, targets: openings.slice(0, maxOpenings), ...further };
    }
    // Uses of a macro that make the name: others have only one of its arguments.
    const isMade = first.kind === "macro_use";
    const ofSymbol = isMade
      ? ordered.filter(({ kind }) => kind === "macro_use")
      : visibility.ordered(file, symbolOf(first));
    const targets = new Set([first, ...ofSymbol.slice(0, maxTargets)]);
    if (namesAll) for (const other of ordered) targets.add(other);
    else if (confidence === "name") {
      for (const other of ordered.filter((one) => !targets.has(one)).slice(0, maxCandidates)) targets.add(other);
    }
    return { confidence, rule, targets: [...targets], ...further };
  }

  /** An answer with uses of macros for what the macros write, and the places in the macros as what has led to them. */
  function withUses(answer: Answer): Answer {
    const written = answer.declarations.flatMap((one) => macroMembers.writtenBy(one) ?? []);
    if (written.length === 0) return answer;
    const declarations = answer.declarations.map((one) => macroMembers.writtenBy(one)?.use ?? one);
    const via = [...(answer.via ?? []), ...written.map(({ member }) => member)];
    return { ...answer, declarations: [...new Set(declarations)], via };
  }

  function symbolOf(declaration: Declaration): readonly Declaration[] {
    return declaration.scopeEnd > 0 ? scopes.branchesOfLocal(declaration) : symbols.symbolOf(declaration);
  }
}

/** The declarations that are not apart; all if none is left. */
function withoutApart(
  all: readonly Declaration[],
  isApart: (declaration: Declaration) => boolean,
): readonly Declaration[] {
  const near = all.filter((one) => !isApart(one));
  return near.length > 0 ? near : all;
}

/** The kinds of symbols that branches of a condition may declare in different ways. */
const branchedKinds: ReadonlySet<string> = new Set([
  ...classKinds,
  "enum",
  "alias",
  "function",
  "variable",
  "field",
  "enum_member",
]);

/** True for a declaration with a tag. */
function isTagged(declaration: Declaration | undefined): boolean {
  return declaration !== undefined && (classKinds.has(declaration.kind) || declaration.kind === "enum");
}

function baseOf(written: string, type: Type | undefined): Base {
  if (type?.kind === "class") return { written, declaration: type.declaration };
  return type?.kind === "external" && type.name !== "" ? { written, external: type.name } : { written };
}

/** Texts that are kept: an overload set is in few files. */
const maxTexts = 8;

/** Files whose branches are kept: they hold on to its text. */
const maxTables = 64;

/** Makes the values of keys, and keeps the last ones. */
function kept<Key, Value>(most: number, make: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, { readonly value: Value }>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known.value;
    const value = make(key);
    for (const oldest of values.keys()) if (values.size >= most) values.delete(oldest);
    values.set(key, { value });
    return value;
  };
}

const typedKinds: ReadonlySet<string> = new Set(["function", "variable", "field", "parameter"]);

function declared(type: string): KnownType {
  return { type, source: "declared" };
}

/** `const auto&` with the type of the value for `auto`; of `auto*` the pointer is the value's own. */
function inPlaceOfAuto(base: string, suffix: string, value: string): string {
  const isPointer = suffix.startsWith("*") && value.endsWith("*");
  const type = isPointer ? value.slice(0, -1) : value;
  const words = type.startsWith("const ") ? base.replace(/\bconst /, "") : base;
  return withSuffix(
    words.replace(/\bauto\b/, () => type),
    suffix,
  );
}

/** An answer that may be another one with more steps of evaluation. */
function unsure({ declarations, via = [] }: Answer): Answer {
  return { confidence: declarations.length === 0 ? "none" : "name", declarations, via };
}
