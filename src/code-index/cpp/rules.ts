/**
 * The rules of C++ name resolution, in their order: each finds the target of a name in one way, and the first answer
 * decides. Input: a use of a name, and lookup, types and overloads; output: declarations with a confidence.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { wordList, wordSet } from "../../base/word-list.ts";
import { DeclarationFlag, scopingName } from "../../facts/declaration-facts.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { childrenOf } from "../children-of.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import { announcedRule, guestRule, macroScopeRule } from "../resolution.ts";
import { beginsMadeName, isConstructor, isForward, isFunction, isLikely } from "../symbol-kind.ts";
import { maxName } from "../text-before.ts";
import { type FoundWithArguments, functionByArguments, withArgumentScopes } from "./argument-scopes.ts";
import { classKinds, isScopedEnum, isSpecialization } from "./containers.ts";
import { designatedType } from "./designators.ts";
import { type DirectiveOrder, isInDefine, type LastDirective } from "./directive-order.ts";
import { type Expression, type NamePart, parseExpression, parsePath, parseType } from "./expression.ts";
import { declaringMacro, namesTestFirst } from "./fact-list.ts";
import type { Answer, Lookup } from "./lookup.ts";
import { argumentAt } from "./macro-arguments.ts";
import { type Context, type Found, noBindings, type Place, placeOf } from "./model.ts";
import { overloadsOf } from "./overloads.ts";
import {
  type Accept,
  inheritsConstructors,
  isInHead,
  isInResult,
  plainClass,
  qualifierKinds,
  type Scopes,
} from "./scopes.ts";
import { isOfCLibrary } from "./system-names.ts";
import type { Types } from "./types.ts";
import { hasEmptyArguments, templateArgumentsOf, type Use } from "./use.ts";
import type { Visibility } from "./visibility.ts";

/** One way to find what a name stands for. The first that has an answer decides. */
export type Rule = { readonly id: string; readonly find: (use: Use, lookup: Lookup) => Answer | undefined };

/**
 * The rules in their order. Within `scope`, `qualified` and `receiver` the rules of `lookupRules` say which scope had the
 * name.
 */
export const rules: readonly Rule[] = [
  { id: "macro", find: visibleMacro },
  { id: "declaration", find: declarationHere },
  { id: macroScopeRule, find: argumentAfterScope },
  { id: "pasted", find: nameThatMacroMakes },
  { id: "initializer", find: memberInitializer },
  { id: "designator", find: designatedField },
  { id: "destructor", find: destructor },
  { id: "parameter-member", find: memberOfParameter },
  { id: "qualified", find: qualifiedName },
  { id: "receiver", find: memberOfReceiver },
  { id: "scope", find: nameInScope },
  { id: "may-be-pasted", find: nameThatMacroMayMake },
  { id: "macro-body", find: nameInMacro },
  { id: "made-by-macro", find: nameThatMacroDeclares },
  { id: "outer-base", find: memberOfOuterBase },
  { id: "external-name", find: nameFromOutside },
  { id: "unique-name", find: uniqueName },
];

/** The rules that lookup and evaluation apply; each can be switched off as well. */
export const lookupRules: readonly string[] = [
  ...wordList(`
    local template-parameter class-member base-member namespace using-directive opened-by-macro include-closure
    argument-count argument-types object-constness system-name
  `),
  announcedRule,
  "library-type",
  guestRule,
  ...wordList(`
    smart-pointer standard-type template-argument call-result auto-type specialization argument-scope macro-member
    macro-local
  `),
];

const contextOf = ({ place }: Use): Context => ({ place, bindings: noBindings });

function declarationHere(use: Use, lookup: Lookup): Answer | undefined {
  const { places } = lookup;
  const { offset, place, name } = use;
  const made = place.parent;
  if (made !== undefined && offset < made.headEnd) {
    // `Name` of `TEST(Suite, Name) {}` is a part of the name that the macro makes.
    const isFirst = made.at === offset && beginsMadeName(made, name);
    const isLast = made.at !== offset && made.name.endsWith(`.${name}`);
    const isPart = (isFirst || isLast) && fixtureOfMacro(use, lookup) !== (isFirst ? "first" : "last");
    if (isPart) return { confidence: "exact", declarations: [made] };
  }
  const declaration = places.declaredAt(place.file, offset).find((one) => one.name === name);
  if (declaration === undefined || declaration.kind === "using") return undefined;
  if (classKinds.has(declaration.kind) && (declaration.flags & DeclarationFlag.friend) !== 0) return undefined;
  return { confidence: "exact", declarations: [declaration] };
}

/** Macros of test frameworks that make a class derived from the one that is their first argument: the name of `TEST(Suite, Name)` is only a name. */
const fixtureMacro = /(?:^|_)(?:F|P|FIXTURE|METHOD|TYPED)(?:_|$)/;

/** The argument from which the macro of a function derives a class, itself or by another macro. */
function fixtureOfMacro(
  { open, place: { parent } }: Use,
  { macrosNamed, parametersOf }: Lookup,
): "first" | "last" | undefined {
  const start = parent?.start ?? 0;
  const [macro = ""] = /^\w*/.exec(open.text.slice(start, start + maxName)) ?? [];
  if (namesTestFirst.test(macro)) return "last";
  const isFirst = macrosNamed(macro).some((one) => {
    const fixture = givenOn.exec(one.type)?.[1] ?? madeBases.exec(one.type)?.[1] ?? "";
    const [first = ""] = fixture === "" ? [] : parametersOf(one);
    return first !== "" && fixture.split(/\W+/).includes(first);
  });
  return isFirst || fixtureMacro.test(macro) ? "first" : undefined;
}

/** A replacement that uses such a macro, with what it gives it on, and one with a class, with the bases of that. */
const givenOn = /^(?:\w+_)?(?:F|P|FIXTURE|METHOD|TYPED)(?:_\w+)?\s*\(\s*(\w+)\s*,/;
const madeBases = /\b(?:class|struct)\b[^:;{]*:(?!:)([^;{]*)\{/;

function visibleMacro(use: Use, lookup: Lookup): Answer | undefined {
  const { macrosNamed, visibility, directives, places, scopes, isSystemName, named } = lookup;
  const { name, open, place, role, offset } = use;
  const macros = macrosNamed(name);
  const defined = macros.find(({ file, at }) => file === place.file && at === offset);
  if (defined !== undefined) return { confidence: "exact", declarations: [defined] };
  const isDirective = role === "directive" || isUndefined(use);
  const inner = isDirective ? macroOfFunction(use, { directives, places }) : undefined;
  if (inner !== undefined) return { confidence: "exact", declarations: [inner] };
  if (macros.length === 0)
    return isDirective ? { confidence: "external", declarations: [], external: name } : undefined;
  if (isSystemName(name, place.file, macros))
    return { confidence: "external", declarations: [], external: name, rule: "system-name" };
  const { declarations: all, rank } = visibility.seenFrom(place.file, macros);
  const copies = macros.filter(({ file }) => visibility.isCopy(place.file, file));
  const isOnlyMacro = named(name).every(({ kind }) => otherKinds.has(kind));
  if (rank === 2 && !isDirective) {
    const mayBeCopy = copies.length > 0 && isOnlyMacro && isUsedAs(use, copies) && isPlainName(use);
    return mayBeCopy && !isNearer(use, scopes) ? { confidence: "name", declarations: copies } : undefined;
  }
  const undefinitions = isDirective ? [] : named(`#undef ${name}`);
  const { defined: seen, isOpen: isUndecided } = visibility.definedAt(
    { file: place.file, at: offset },
    all,
    undefinitions,
  );
  if (seen.length === 0) return undefined;
  if (rank === 1 && !isDirective && isNearer(use, scopes)) return undefined;
  const last = directives.lastBefore(open, name, offset);
  const { declarations, near } = inBranch(inOrder(seen, use, last, directives), use, lookup);
  const isUsed = isDirective || isUsedAs(use, declarations);
  if (!isDirective) {
    if (last === "undefined" || !(isUsed || isGivenOn(use, { macrosNamed, scopes }))) return undefined;
    if (last === undefined && declarations === seen && directives.undefines(open, name, offset)) return undefined;
  }
  // In a branch that has no such macro, the name is what else declares it.
  const isElse = !isDirective && !isOnlyMacro;
  if (isElse && declarations.every((one) => lookup.agreement(one, place) === "other")) return undefined;
  const likely = declarations.filter((one) => isLikely(one) || near.includes(one));
  if (!isDirective && likely.length === 0 && isOnlyOther(declarations, named(name))) return undefined;
  const alternatives = isDirective ? [] : alternativesOf(declarations, named(name), lookup);
  if (likely.length === 0 && alternatives.length > 0) return undefined;
  const others = isDirective
    ? []
    : [...alternatives, ...declaredToo(named(name), declarations, visibility, place.file)];
  if (others.length > 0 || isUndecided) return { confidence: "name", declarations: [...declarations, ...others] };
  // If a common build leaves all of them out, the name is usually one of a library.
  if (!isDirective && likely.length === 0) return { confidence: "name", declarations };
  // Conditions decide which of several takes effect: of the file, or of what includes it.
  const isOpen = likely.length > 1 || (declarations.length > 1 && !isDirective && last === undefined);
  if (isOpen) return { confidence: "name", declarations, ...openAnswer(declarations) };
  const isGuess = declarations.every(({ file }) => visibility.isGuess(place.file, file));
  if (isGuess && copies.length > 0)
    return { confidence: "name", declarations: [...new Set([...declarations, ...copies])], ofSet: "likely" };
  const isOfAlternative = declarations.every(({ file }) => visibility.isSubstitute(place.file, file));
  if (isOfAlternative && !isDirective) return { confidence: "name", declarations, ofSet: "likely" };
  const isOpenDefault =
    (isOfCLibrary(name) || visibility.seesLibrary(place.file)) &&
    declarations.every((one) => isSubstitute(one) && lookup.agreement(one, place) !== "same");
  const isSure = rank === 0 && declarations.length === 1 && isUsed && !isGuess && !isOpenDefault;
  return { confidence: isSure ? "exact" : "likely", declarations };
}

/** The certainty that a use is of one of several definitions of a macro. The definitions in one file are branches of the same macro. */
function openAnswer([first, ...others]: readonly Declaration[]): Pick<Answer, "ofBranches" | "ofSet"> {
  return others.every(({ file }) => file === first?.file) ? { ofBranches: "likely" } : { ofSet: "likely" };
}

/** Definitions of a macro whose conditions are compared with the ones of a use, at most. */
const maxInBranches = 16;

/**
 * The definitions of a macro that may count at a place by the conditions around both, and the ones that are under a condition of
 * the place, `near`: in a branch for Windows, that of the branch for Windows.
 */
function inBranch(
  macros: readonly Declaration[],
  { place, role }: Use,
  { agreement, areAlternatives }: Lookup,
): { readonly declarations: readonly Declaration[]; readonly near: readonly Declaration[] } {
  const isOne = macros.length === 1 && macros.every(isLikely);
  if (isOne || role === "directive" || macros.length > maxInBranches) return { declarations: macros, near: [] };
  const compared = macros.map((one) => ({ one, is: agreement(one, place) }));
  const near = compared.filter(({ is }) => is === "same").map(({ one }) => one);
  if (near.length === 0) return { declarations: macros, near };
  const isApart = (one: Declaration) => near.some((other) => other.file === one.file && areAlternatives(one, other));
  const left = compared.filter(({ one, is }) => is !== "other" && !isApart(one));
  return { declarations: left.map(({ one }) => one), near };
}

/** The macro of a directive if the last `#define` before it is in a function: the index of other files does not have it. */
function macroOfFunction(
  { name, open, place, offset }: Use,
  { directives, places }: Pick<Lookup, "directives" | "places">,
): Declaration | undefined {
  const last = directives.lastBefore(open, name, offset);
  if (last === undefined || last === "undefined") return undefined;
  const declared = places.declaredAt(place.file, last.defines);
  return declared.find(({ kind, parent }) => kind === "macro" && parent !== undefined && isFunction(parent));
}

/** Other declarations of the name of macros, in a branch of the same `#if` that common builds do not leave out. */
function alternativesOf(
  macros: readonly Declaration[],
  all: readonly Declaration[],
  { areAlternatives }: Lookup,
): readonly Declaration[] {
  return all.filter(
    (one) =>
      !otherKinds.has(one.kind) &&
      isLikely(one) &&
      macros.some((macro) => macro.file === one.file && areAlternatives(one, macro)),
  );
}

/** Declarations of the name of macros in other files that are seen: before the include such a file may have switched them off. */
function declaredToo(
  all: readonly Declaration[],
  macros: readonly Declaration[],
  visibility: Visibility,
  from: IndexedFile,
): readonly Declaration[] {
  return all.filter(
    ({ kind, file }) =>
      !otherKinds.has(kind) &&
      file !== from &&
      macros.every((macro) => macro.file !== file) &&
      visibility.sees(from, file),
  );
}

const otherKinds: ReadonlySet<string> = new Set(["macro", "include", "label", "parameter", "macro_use"]);

/** True for words that a macro replaces where a common build leaves it out, and that are declared as something else. */
function isOnlyOther(macros: readonly Declaration[], all: readonly Declaration[]): boolean {
  const isPlain = macros.every(({ parameters }) => parameters === 0);
  return isPlain && all.some(({ kind }) => kind !== "macro" && kind !== "include");
}

/** True for a name that the function or the class around it has: a macro that its file does not see is something else. */
function isNearer(use: Use, scopes: Scopes): boolean {
  if (!isPlainName(use)) return false;
  const found = scopes.unqualified(use.name, contextOf(use), acceptFor(use));
  return found !== undefined && nearRules.has(found.rule) && found.external === undefined;
}

/** True for a name that is neither after an object nor after a scope. */
function isPlainName({ receiver, qualifier }: Pick<Use, "qualifier" | "receiver">): boolean {
  return receiver === undefined && qualifier === "";
}

const nearRules: ReadonlySet<string> = new Set(["local", "template-parameter", "class-member", "base-member"]);

/** True for the name after `#undef`, which the grammar reads as text. */
function isUndefined({ open, offset }: Use): boolean {
  return /^[ \t]*#[ \t]*undef[ \t]+$/.test(open.text.slice(open.text.lastIndexOf("\n", offset - 1) + 1, offset));
}

/** The definitions of a macro that may count at a place, by the order in its file; all if the order does not decide. */
function inOrder(
  seen: readonly Declaration[],
  { place: { file, offset }, open, name }: Use,
  last: LastDirective | undefined,
  directives: DirectiveOrder,
): readonly Declaration[] {
  if (last === undefined || last === "undefined") {
    const before =
      last === undefined && directives.isFirstBehind(open, name, offset) ? seen.filter((one) => one.file !== file) : [];
    return before.length > 0 ? before : seen;
  }
  const counting = seen.filter((one) => one.file === file && one.at === last.defines);
  return counting.length > 0 ? counting : seen;
}

/** True unless all macros of the name have parameters, and the use no arguments. */
function isUsedAs({ isFollowedByArguments }: Use, macros: readonly Declaration[]): boolean {
  return isFollowedByArguments || macros.some(({ parameters }) => parameters === 0);
}

/** True for the argument of a macro in what another macro is replaced by, `#define EACH(x) APPLY(PRINT, x)`, if it has no other meaning. */
function isGivenOn(use: Use, { macrosNamed, scopes }: Pick<Lookup, "macrosNamed" | "scopes">): boolean {
  const { open, offset } = use;
  const [, taker = ""] = callBefore.exec(open.text.slice(Math.max(0, offset - maxName), offset)) ?? [];
  if (taker === "" || macrosNamed(taker).length === 0 || !isInDefine(open.text, offset)) return false;
  return scopes.unqualified(use.name, contextOf(use), acceptFor(use)) === undefined;
}

/** The head of a call before its last argument, which may be on further lines of a macro. */
const callBefore = /\b([A-Za-z_]\w*)\s*\((?:[^();]*,)?[\s\\]*$/;

/** `A::A() : field_(1) {}`. */
function memberInitializer(use: Use, lookup: Lookup): Answer | undefined {
  if (use.role !== "initializer" || use.qualifier !== "") return undefined;
  const { scopes } = lookup;
  const declaration = scopes.classAt(use.place);
  if (declaration === undefined) return undefined;
  const type = { kind: "class", declaration, args: [], pointers: 0, bindings: noBindings } as const;
  const found = scopes.memberOfClass(type, use.name, ({ kind }) => kind === "field");
  return found && found.external === undefined
    ? { ...answerOf(found, use, lookup, "exact"), rule: "initializer" }
    : undefined;
}

/** `.field` of `A a{.field = 1}`. */
function designatedField(use: Use, lookup: Lookup): Answer | undefined {
  if (use.role !== "designator") return undefined;
  const type = designatedType(use, lookup.types, contextOf(use));
  if (type === undefined || type.pointers > 0) return undefined;
  const { external, found } = lookup.types.member(type, use.name) ?? {};
  if (external !== undefined) return { confidence: "external", declarations: [], external };
  return found && { ...answerOf(found, use, lookup, "likely"), rule: "designator" };
}

function destructor(use: Use, lookup: Lookup): Answer | undefined {
  if (use.role !== "destructor") return undefined;
  return (
    memberOfReceiver({ ...use, name: `~${use.name}` }, lookup) ??
    qualifiedName({ ...use, name: `~${use.name}` }, lookup)
  );
}

/** Members of a name that a parameter of a template may be given types with, at most. */
const maxParameterMembers = 5;

/**
 * `T::f()` of a parameter T: what the classes have by that name that are seen here, or where the file is included. The types that
 * it is given are not followed.
 */
function memberOfParameter(use: Use, { scopes, named, visibility, takers }: Lookup): Answer | undefined {
  const { name, qualifier, receiver, place } = use;
  const [, parameter, further] = /^(?:typename\s+)?([A-Za-z_]\w*)::(.*)$/s.exec(qualifier) ?? [];
  if (parameter === undefined || receiver !== undefined || !scopes.isTemplateParameter(parameter, place))
    return undefined;
  const accept = acceptFor(use);
  const members = named(name).filter((one) => accept(one) && isInClass(one) && memberKinds.has(one.kind));
  const { declarations, rank } = visibility.seenFrom(place.file, members);
  const chosen = takers(declarations, use.argumentCount);
  const isFew = ownersOf(chosen).size <= maxParameterMembers;
  const isKnown = further === "" && rank < 2 && isFew && chosen.length > 0;
  return isKnown ? { confidence: "name", declarations: chosen } : { confidence: "none", declarations: [] };
}

/** The names of the classes that members are of. */
function ownersOf(members: readonly Declaration[]): ReadonlySet<string> {
  return new Set(members.map(({ parent, qualifier }) => parent?.name ?? qualifier));
}

const memberKinds: ReadonlySet<string> = new Set([...classKinds, "function", "field", "alias", "enum", "enum_member"]);

function qualifiedName(use: Use, lookup: Lookup): Answer | undefined {
  if (use.qualifier === "") return undefined;
  const { scopes } = lookup;
  const context = contextOf(use);
  const path = use.qualifier === "::" ? { parts: [], isGlobal: true } : parsePath(use.qualifier);
  if (path === undefined) return undefined;
  const parts = [...path.parts, { name: use.name, args: [] }];
  const found = scopes.qualified(parts, path.isGlobal, context, acceptFor(use));
  if (found !== undefined && isOfGuest(found, parts, use, lookup)) return ofGuest(use, found, parts, lookup);
  if (
    use.qualifier === "std::" &&
    found !== undefined &&
    lookup.isSystemName(use.name, use.place.file, found.declarations)
  )
    return { confidence: "external", declarations: [], external: use.qualifier + use.name, rule: "system-name" };
  if (found !== undefined) return answerOf(found, use, lookup, use.receiver === undefined ? "exact" : "likely");
  if (use.receiver !== undefined) return undefined;
  // It comes from outside, or a macro declares it: what has the name elsewhere is something else.
  const scope = scopes.scopeOf(path.parts, path.isGlobal, context);
  const isKnown = scope?.kind === "namespace" && scope.path !== "";
  return isKnown ? { confidence: "none", declarations: [] } : undefined;
}

/** `CASE(red)` with `#define CASE(n) case Color::n: return #n;`: the replacement says which scope the argument is of. */
function argumentAfterScope(use: Use, lookup: Lookup): Answer | undefined {
  const { name, offset, open, node, isQualifier } = use;
  if (!isPlainName(use) || isQualifier) return undefined;
  const isWhole = isArgumentEnd.test(open.text.slice(offset + name.length, offset + name.length + maxName));
  if (!isWhole || !isArgumentStart.test(open.text.slice(Math.max(0, offset - maxName), offset))) return undefined;
  const argument = argumentAt(open.text, offset);
  // In the tree any call has arguments: its name has to look like that of a macro, so that no other name is looked up.
  if (argument === undefined || (node !== noNode && !/^[A-Z][A-Z\d_]*$/.test(argument.called))) return undefined;
  if (isInDefine(open.text, offset)) return undefined;
  const scopes = new Set(lookup.macrosNamed(argument.called).map((macro) => scopeOfArgument(macro, argument.place)));
  const [scope] = scopes;
  if (scopes.size !== 1 || scope === undefined) return undefined;
  const answer = qualifiedName({ ...use, qualifier: `${scope}::` }, lookup);
  return answer === undefined || answer.declarations.length === 0 ? undefined : { ...answer, rule: macroScopeRule };
}

const isArgumentStart = /[(,]\s*$/;
const isArgumentEnd = /^\s*[,)]/;

/** The scope that a macro writes before an argument. */
function scopeOfArgument(macro: Declaration, place: number): string | undefined {
  const written = childrenOf(macro).flatMap(({ name, type }) => (name === scopingName ? type.split(" ") : []));
  return written.find((one) => one.startsWith(`${place}:`))?.slice(`${place}:`.length);
}

function memberOfReceiver(use: Use, lookup: Lookup): Answer | undefined {
  // `a.B::f()` is not a member of a class derived from B.
  if (use.receiver === undefined || use.qualifier !== "") return undefined;
  const { text, arrow } = use.receiver;
  const context = contextOf(use);
  const expression = parseExpression(text);
  const member = expression && lookup.types.memberOfExpression(expression, arrow, use.name, context, use.argumentCount);
  if (member === undefined) return undefined;
  if (member.external !== undefined) return { confidence: "external", declarations: [], external: member.external };
  if (member.found === undefined) return undefined;
  const answer = answerOf(member.found, use, lookup, expression?.kind === "this" ? "exact" : "likely");
  return { ...answer, rule: "receiver" };
}

function nameInScope(use: Use, lookup: Lookup): Answer | undefined {
  // Additions of a code base to namespace std are not its place.
  if (use.name === "std" && use.receiver === undefined && !isNearer(use, lookup.scopes))
    return { confidence: "external", declarations: [], external: "std" };
  if (!isPlainName(use) || use.role === "designator") return undefined;
  const found = lookup.scopes.unqualified(use.name, contextOf(use), acceptFor(use));
  if (found?.rule === "namespace" && lookup.isSystemName(use.name, use.place.file, found.declarations))
    return { confidence: "external", declarations: [], external: use.name, rule: "system-name" };
  // A variable that a macro declares has no declaration here, and hides what has its name outside of the function.
  if (found !== undefined && found.rule !== "local" && lookup.typeByMacro(use.name, use.place) !== undefined)
    return { confidence: "name", declarations: found.declarations, rule: "macro-local" };
  const parts = [{ name: use.name, args: [] }];
  if (found !== undefined && isOfGuest(found, parts, use, lookup)) return ofGuest(use, found, parts, lookup);
  const wider = withArgumentScopes(found, use, lookup);
  if (wider !== undefined) return answerOfWider(wider, use, lookup);
  return found && (functionByArguments(found, use, lookup) ?? answerOf(found, use, lookup, "exact"));
}

function answerOfWider({ found, added, isOpen }: FoundWithArguments, use: Use, lookup: Lookup): Answer {
  const answer = answerOf(found, use, lookup, isOpen ? "likely" : "exact");
  const isOfArgument = answer.declarations.length > 0 && answer.declarations.every((one) => added.has(one));
  return isOfArgument ? { ...answer, rule: "argument-scope" } : answer;
}

/**
 * A name that nothing declares as it is written, but a macro by a use of it that is known: `get_size` of `GETTER(size)`. It hides
 * what has the name outside of its class.
 */
function nameThatMacroMakes(use: Use, lookup: Lookup): Answer | undefined {
  const { named, pastings, visibility, scopes, types } = lookup;
  const { name, qualifier, receiver, place } = use;
  if (qualifier === "std::" || use.role === "label") return undefined;
  const isDeclared = named(name).length > 0;
  if (isDeclared && !mayBeOfClassMacro(use, lookup)) return undefined;
  const uses = pastings.usesThatMake(name);
  if (uses.length === 0) return undefined;
  const { declarations, rank } = visibility.seenFrom(place.file, uses);
  const isBare = receiver === undefined && qualifier === "";
  if (isBare && scopes.hasLocal(name, place)) return undefined;
  const expression = receiver && parseExpression(receiver.text);
  const type = expression && types.ofExpression(expression, contextOf(use));
  // No macro of the code base adds members to a type of a library.
  if (type?.kind === "external" || type?.kind === "value") return undefined;
  const ofReceiver = type?.kind === "class" ? [withBases(type.declaration, types)] : [];
  const holders = receiver === undefined ? classesAround(place, lookup) : ofReceiver;
  const members = holders.map((classes) => declarations.filter(({ parent }) => parent && classes.has(parent)));
  const inside = members.find((found) => found.length > 0) ?? [];
  const ofScope = isBare ? declarations.filter(({ parent }) => !hasMembers(parent)) : declarations;
  const chosen = inside.length > 0 || isDeclared ? inside : ofScope;
  if (chosen.length === 0) return undefined;
  // An include in the braces of an enumeration is not known: the text of a name says enough.
  const isSure = chosen.length === 1 && (rank < 2 || pastings.macrosThatMayMake(name).length > 0);
  return { confidence: isSure ? "likely" : "name", declarations: chosen };
}

/** True for a name without a scope which a class around, or a base of one, gives to a macro, if nothing nearer declares it. */
function mayBeOfClassMacro(use: Use, lookup: Pick<Lookup, "scopes" | "types">): boolean {
  const { name, place } = use;
  if (!isPlainName(use) || (place.parent !== undefined && isInResult(place, place.parent))) return false;
  const isGiven = classesAround(place, lookup).some((all) => [...all].some((one) => isGivenIn(one, name)));
  return isGiven && !isNearer(use, lookup.scopes);
}

/** The classes around a place, the innermost first, each with its bases. */
function classesAround(place: Place, { scopes, types }: Pick<Lookup, "scopes" | "types">): ReadonlySet<Declaration>[] {
  const found = new Map<Declaration, ReadonlySet<Declaration>>();
  let around = scopes.classAt(place);
  while (around !== undefined && !found.has(around)) {
    found.set(around, isInHead(place, around) ? new Set() : withBases(around, types));
    around = scopes.classAt(placeOf(around));
  }
  return [...found.values()];
}

/** The names that a class gives to macros as arguments, and declares nowhere as they are written. */
const givenNames = new WeakMap<Declaration, ReadonlySet<string>>();

/** `Index` of the use `LIB_DEFINE_INDEX(,Index)` of a macro. */
function argumentOfUse({ name }: Declaration): string {
  return name.replace(/^\w*\(,*|\)$/g, "");
}

/** True for a name that a class gives to a macro, and does not declare as it is written. */
function isGivenIn(holder: Declaration, name: string): boolean {
  return getOrInsert(givenNames, holder, () => {
    const members = childrenOf(holder);
    const uses = members.filter(({ kind }) => kind === "macro_use");
    const given = new Set(uses.map(argumentOfUse));
    for (const one of members) given.delete(one.name);
    return given;
  }).has(name);
}

/** True for a class: a name that a macro declares in it is a member. */
function hasMembers(declaration: Declaration | undefined): boolean {
  return declaration !== undefined && classKinds.has(declaration.kind) && declaration.kind !== "enum";
}

/** A class with its bases, as far as they are in the code base. */
function withBases(declaration: Declaration, types: Types): ReadonlySet<Declaration> {
  const found = new Set([declaration]);
  // The set grows while it is passed.
  for (const one of found) {
    for (const base of types.basesOf(plainClass(one))) if (base?.kind === "class") found.add(base.declaration);
  }
  return found;
}

/** A name that a macro which is seen may make in a way that is not known: it is not called one from outside. */
function nameThatMacroMayMake(
  { name, qualifier, place }: Use,
  { named, pastings, visibility }: Lookup,
): Answer | undefined {
  if (qualifier === "std::" || named(name).length > 0) return undefined;
  const isSeen = pastings.macrosThatMayMake(name).some(({ file }) => visibility.sees(place.file, file));
  return isSeen ? { confidence: "none", declarations: [] } : undefined;
}

/** Files that open a namespace of a library, at most: to specialize a template, or to add an overload. */
const maxGuestFiles = 3;

/**
 * True for a namespace of a library, to which the code base adds: its headers are in a folder of its name, or a few
 * files open it, and it is before a name that it does not have in the code base. `fmt` of `fmt::format`, where a file
 * has a `namespace fmt { template <> struct formatter<A>; }`.
 */
function isOfGuest(found: Found, parts: readonly NamePart[], use: Use, { scopes, visibility, off }: Lookup): boolean {
  const { name, offset, open, place, isQualifier } = use;
  if (off.has(guestRule) || found.declarations.length === 0) return false;
  if (!found.declarations.every(({ kind }) => kind === "namespace") || !visibility.seesLibrary(place.file))
    return false;
  const [outermost] = parts;
  if (outermost !== undefined && visibility.seesLibraryNamed(place.file, outermost.name)) return true;
  if (!isQualifier) return false;
  if (new Set(found.declarations.map(({ file }) => file)).size > maxGuestFiles) return false;
  const [behind = ""] =
    /^(?:\s*::\s*[A-Za-z_]\w*)+/.exec(open.text.slice(offset + name.length, offset + maxName)) ?? [];
  const whole = [...parts];
  for (const [next] of behind.matchAll(/[A-Za-z_]\w*/g)) {
    whole.push({ name: next, args: [] });
    const member = scopes.qualified(whole, use.qualifier.startsWith("::"), contextOf(use));
    if (member === undefined || member.external !== undefined) return true;
  }
  return false;
}

function ofGuest(
  { qualifier, name }: Use,
  { declarations }: Found,
  parts: readonly NamePart[],
  { visibility }: Lookup,
): Answer {
  const path = parts.map((part) => part.name);
  const sure = visibility.beginsNamespace(path, declarations) ? "likely" : undefined;
  return ofLibrary(guestRule, qualifier + name, declarations, sure);
}

/**
 * Answers declarations of the code base that are of a library, if a compiler takes one of them for the first declaration.
 *
 * @param sure how sure it is that the compiler does; undefined if it is not known
 */
function ofLibrary(
  rule: string,
  external: string,
  declarations: readonly Declaration[],
  sure: "likely" | "name" | undefined,
): Answer {
  if (sure === undefined) return { confidence: "external", rule, declarations: [], external, via: declarations };
  return { confidence: sure, rule, declarations, external };
}

/** A name that nothing declares but the replacement of a macro of the file. */
function nameInMacro(use: Use, { named, directives, macrosNamed }: Lookup): Answer | undefined {
  const { name, open, place, receiver, qualifier, role, isFollowedByArguments } = use;
  if (receiver !== undefined || qualifier !== "" || role === "directive" || isFollowedByArguments) return undefined;
  if (named(name).length > 0) return undefined;
  const declarations = [...directives.macrosDeclaring(open, name)].flatMap((macro) =>
    macrosNamed(macro).filter(({ file }) => file === place.file),
  );
  return declarations.length === 0 ? undefined : { confidence: "name", declarations };
}

/**
 * A type that nothing declares, in a function that a macro makes whose replacement is too long to be kept: it may be declared there,
 * as `TypeParam` is by `TYPED_TEST(Suite, Name) {}`, and is not called one from outside.
 */
function nameThatMacroDeclares(
  { name, open, place, receiver, qualifier, role }: Use,
  { named, macrosNamed, visibility }: Lookup,
): Answer | undefined {
  const { parent } = place;
  if (parent === undefined || !parent.name.includes(".") || receiver !== undefined || qualifier !== "")
    return undefined;
  if (role !== "none" || !/^[A-Z]\w*[a-z]/.test(name) || named(name).length > 0) return undefined;
  const [macro = ""] = /^\w*/.exec(open.text.slice(parent.start, parent.start + maxName)) ?? [];
  const isLong = macrosNamed(macro).some(({ type, file }) => type === "" && visibility.sees(place.file, file));
  return isLong ? { confidence: "none", declarations: [] } : undefined;
}

/** A name in a class with a base from outside, which no scope around it has: the base may have it, other classes do not matter. */
function memberOfOuterBase(use: Use, { scopes }: Lookup): Answer | undefined {
  if (!isPlainName(use) || use.argumentCount === undefined) return undefined;
  const declaration = scopes.classAt(use.place);
  const member = declaration && scopes.memberOfClass(plainClass(declaration), use.name, acceptFor(use));
  if (member?.external === undefined) return undefined;
  return { confidence: "external", declarations: [], external: member.external };
}

/** True for the base `Ui::W` of the only class `W`: it is not that class. */
function isOfOtherNamespace({ qualifier, place }: Use, all: readonly Declaration[]): boolean {
  const own = all.filter((one) => isInHead(place, one));
  return (
    qualifier !== "" && own.length > 0 && all.every((one) => own.includes(one) || isForward(one) || isConstructor(one))
  );
}

/**
 * A name that nothing in the code base has. In a class that it defines with all bases, a macro declares the name, or a file that
 * is not read.
 */
function nameFromOutside(use: Use, lookup: Lookup): Answer | undefined {
  if (isDeclaredInMasked(use)) return undefined;
  const declared = lookup.named(use.name).filter((one) => one.kind !== "include" && !inheritsConstructors(one));
  const all = isMemberName(use) ? declared.filter((one) => !isFreeValue(one)) : declared;
  const isOfMacro = isPlainName(use) && lookup.typeByMacro(use.name, use.place) !== undefined;
  const mayBeInside = all.length === 0 && (isOfMacro || isOfKnownClass(use, lookup) || isGivenAround(use));
  if (mayBeInside) return { confidence: "none", declarations: [] };
  const isOutside = all.length === 0 || ofStandard.test(use.qualifier) || isOfOtherNamespace(use, all);
  return isOutside ? { confidence: "external", declarations: [], external: use.qualifier + use.name } : undefined;
}

/** True for a name after a class of the code base with known bases: `Error::lost`, where a file lists the values of `Error`. */
function isOfKnownClass(use: Use, { scopes, types }: Lookup): boolean {
  const path = use.qualifier === "" ? undefined : parsePath(use.qualifier);
  const scope = path && scopes.scopeOf(path.parts, path.isGlobal, contextOf(use));
  if (scope?.kind !== "class" || isForward(scope.type.declaration)) return false;
  return [...withBases(scope.type.declaration, types)].every((one) =>
    types.basesOf(plainClass(one)).every((base) => base?.kind === "class"),
  );
}

/** True for a name without declarations that a class or namespace around gives to a macro which declares, as `LIB_DEFINE_INDEX(A, Index);` does. */
function isGivenAround({ name, qualifier, receiver, place }: Use): boolean {
  if (receiver !== undefined || qualifier !== "") return false;
  for (let around = place.parent; around !== undefined; around = around.parent) {
    if (declaredByMacrosIn(around).has(name)) return true;
  }
  return false;
}

/** The names that classes and namespaces give to macros which declare. */
const declaredNames = new WeakMap<Declaration, ReadonlySet<string>>();

function declaredByMacrosIn(holder: Declaration): ReadonlySet<string> {
  return getOrInsert(declaredNames, holder, () => {
    const isDeclaring = ({ kind, name }: Declaration) =>
      kind === "macro_use" && declaringMacro.test(name.slice(0, name.indexOf("(")));
    const uses = childrenOf(holder).filter(isDeclaring);
    return new Set(uses.map(argumentOfUse));
  });
}

/** True for a name in statements that a macro is given, which no declaration is known of, where they seem to declare it. */
function isDeclaredInMasked({ node, name, offset, open, place, receiver, qualifier, isQualifier }: Use): boolean {
  if (node !== noNode || receiver !== undefined || qualifier !== "" || isQualifier) return false;
  const { parent } = place;
  if (parent?.kind !== "function") return false;
  const before = open.text.slice(Math.max(parent.start, offset - maxStatements), offset);
  return new RegExp(`[\\w>][\\s*&]+\\b${name}\\s*[;=({[,]`).test(before);
}

/** Characters of statements that a macro is given, at most, in which a declaration is looked for. */
const maxStatements = 2_000;

/**
 * All that is seen and has the name: members after a receiver, else what is in namespaces; either for an argument of a
 * macro, which may stand for a member.
 */
function uniqueName(use: Use, lookup: Lookup): Answer | undefined {
  const { named, visibility, takers } = lookup;
  const isMemberUse = use.receiver !== undefined || use.role === "designator";
  const { node, qualifier, open } = use;
  const isNoEnumerator =
    ofStandard.test(qualifier) || (qualifier === "" && node !== noNode && open.tree.type(node) === "type_identifier");
  const accept = acceptFor(use);
  const isMeant = (one: Declaration) =>
    one.kind !== "macro" &&
    one.kind !== "type_parameter" &&
    !isInHead(use.place, one) &&
    !(isNoEnumerator && needsItsEnum(one));
  const isOfObject = isMemberName(use);
  const all = named(use.name).filter((one) => accept(one) && isMeant(one) && !(isOfObject && isFreeValue(one)));
  const likeUse = all.filter((one) => isInClass(one) === isMemberUse);
  const candidates = likeUse.length === 0 && use.qualifier === "" && !isPlainCall(use, lookup) ? all : likeUse;
  if (candidates.length === 0) return isMemberUse ? undefined : endedMacros(use, lookup);
  const { declarations, rank } = visibility.seenFrom(use.place.file, candidates);
  if (rank === 2) {
    if (use.receiver === undefined) return undefined;
    if (isReachedFromOutside(use, lookup)) return { confidence: "external", declarations: [], external: use.name };
    const most = standardMembers.has(use.name) ? 1 : maxUnseenOwners;
    if (ownersOf(declarations).size > most) return undefined;
  }
  return { confidence: "name", declarations: takers(declarations, use.argumentCount) };
}

/** True for a name after `.` or `->`, or of a field in braces: a member of a class that may not be known. */
function isMemberName({ receiver, role, isQualifier, qualifier }: Use): boolean {
  return (receiver !== undefined || role === "designator") && !isQualifier && qualifier === "";
}

/** True for a function or a variable outside of classes, which no object has as a member. */
function isFreeValue(one: Declaration): boolean {
  return (one.kind === "function" || one.kind === "variable") && !isInClass(one);
}

/** The qualifier of the standard library. */
const ofStandard = /^(?:::)?std::$/;

/** True for an enumerator of an `enum class`, which is written after the name of the enum. */
function needsItsEnum({ kind, parent }: Declaration): boolean {
  return kind === "enum_member" && parent !== undefined && isScopedEnum(parent);
}

/** The macros of a name that nothing else has, if an `#undef` ends all of them before the use. */
function endedMacros({ name, offset, place }: Use, { macrosNamed, named, visibility }: Lookup): Answer | undefined {
  const macros = macrosNamed(name).filter(({ file }) => visibility.sees(place.file, file));
  if (macros.length === 0) return undefined;
  const { defined } = visibility.definedAt({ file: place.file, at: offset }, macros, named(`#undef ${name}`));
  return defined.length === 0 ? { confidence: "name", declarations: macros } : undefined;
}

/**
 * True for a receiver that an object leads to whose class is of a scope of a library: `form.edit` of `Ui::Form form`, of which
 * nothing is declared. Its members are of the library as a rule.
 */
function isReachedFromOutside(use: Use, { scopes, visibility }: Lookup): boolean {
  const expression = parseExpression(use.receiver?.text ?? "");
  const root = expression && rootOf(expression);
  if (root?.kind !== "name" || !visibility.seesLibrary(use.place.file)) return false;
  const found = scopes.qualified(root.parts, root.isGlobal, contextOf(use));
  const object = found?.declarations.find(({ kind }) => objectKinds.has(kind));
  const type = object && parseType(object.type);
  if (object === undefined || type === undefined || type.parts.length < 2) return false;
  const context = { place: placeOf(object), bindings: noBindings };
  const named = scopes.qualified(type.parts, type.isGlobal, context);
  return named === undefined || named.external !== undefined;
}

const objectKinds: ReadonlySet<string> = new Set(["variable", "field", "parameter"]);

/** The expression that members are taken of, at its left. */
function rootOf(expression: Expression): Expression {
  let root = expression;
  while (root.kind !== "name" && root.kind !== "typed" && root.kind !== "this" && root.kind !== "literal")
    root = root.kind === "call" ? root.callee : root.object;
  return root;
}

/** Members of containers, strings and streams of the standard library: several classes have them by chance. */
const standardMembers = wordSet(`
  begin end rbegin rend size empty clear insert erase find count at data push_back pop_back emplace_back front back
  first second resize reserve c_str str length substr append flush good eof fail rdbuf
`);

/** Classes with a member of a name, at most, that nothing which the file sees declares. */
const maxUnseenOwners = 5;

/** True for a call `close(file)` in code that no macro is given, where all bases of the class around it are known. */
function isPlainCall({ node, place, receiver, argumentCount }: Use, { scopes, types }: Lookup): boolean {
  if (node === noNode || receiver !== undefined || argumentCount === undefined) return false;
  const holder = scopes.classAt(place);
  return holder === undefined || types.basesOf(plainClass(holder)).every((base) => base !== undefined);
}

function isInClass(declaration: Declaration): boolean {
  for (let inner: Declaration | undefined = declaration; inner !== undefined; inner = inner.parent) {
    if (inner.qualifier !== "") return true;
    if (inner.parent !== undefined && classKinds.has(inner.parent.kind)) return true;
  }
  return false;
}

/** The possible targets of a use, by the code around it. */
function acceptFor({ role, isQualifier }: Use): Accept {
  if (role === "label") return isLabel;
  if (role === "elaborated" && !isQualifier) return isType;
  return isQualifier ? mayQualify : hasName;
}

const isType: Accept = ({ kind }) => qualifierKinds.has(kind) && kind !== "namespace" && kind !== "namespace_alias";
const isLabel: Accept = ({ kind }) => kind === "label";
const mayQualify: Accept = ({ kind }) => qualifierKinds.has(kind);
const hasName: Accept = ({ kind }) => kind !== "label" && kind !== "include" && kind !== "using_namespace";

/**
 * From the declarations of a template, returns the specialization that the arguments of a use choose, or else the
 * template itself. `isChosen` if there are specializations and arguments, `isOpen` if it may be any of the declarations.
 *
 * @param isInItself true if the name of a class in the class was found, which is that of its template
 */
function specializedOf(
  found: readonly Declaration[],
  isInItself: boolean,
  use: Use,
  { specializations, takers }: Lookup,
): { readonly declarations: readonly Declaration[]; readonly isChosen: boolean; readonly isOpen?: boolean } {
  const { hasSpecialization, hasSpecializedFunction } = overloadsOf(found);
  if (!hasSpecialization && !hasSpecializedFunction && !isInItself) return { declarations: found, isChosen: false };
  const context = contextOf(use);
  const args = templateArgumentsOf(use).map((text) => ({ text, context }));
  if (hasSpecializedFunction) {
    const functions = takers(found, use.argumentCount);
    const isChosen = args.length > 0 || functions.length < found.length;
    return { declarations: specializations.functionsFor(functions, args), isChosen };
  }
  const all = specializations.templatesOf(found, args);
  if (!overloadsOf(all).hasSpecialization) return { declarations: found, isChosen: false };
  const special = specializations.chosen(all, args)?.declaration;
  if (special === undefined && specializations.isOpen(all, args))
    return { declarations: all, isChosen: true, isOpen: true };
  const own = all.filter((one) =>
    special === undefined ? !isSpecialization(one) : one.kind === special.kind && one.parameters === special.parameters,
  );
  return { declarations: own.length > 0 ? own : all, isChosen: args.length > 0 };
}

/** The function that the call of a use means; all of the functions if that is not known. */
function meantBy(
  use: Use,
  functions: readonly Declaration[],
  { bindings }: Found,
  lookup: Lookup,
): readonly Declaration[] {
  const { receiver, argumentTexts } = use;
  const templateArguments = templateArgumentsOf(use);
  const isOfTemplate = templateArguments.length > 0 || hasEmptyArguments(use);
  const call = { argumentTexts, context: contextOf(use), receiver, bindings, templateArguments, isOfTemplate };
  const meant = lookup.meant(functions, call);
  return meant.length > 0 ? meant : functions;
}

/** True for what a build takes from a library instead, by what another branch includes, unless the use is in the branch of the declaration. */
function mayBeOfLibrary(one: Declaration, { place }: Use, { visibility, agreement }: Lookup): boolean {
  return visibility.isSubstitute(place.file, one.file) || (isSubstitute(one) && agreement(one, place) !== "same");
}

function isSubstitute({ flags }: Declaration): boolean {
  return (flags & DeclarationFlag.substitute) !== 0;
}

function answerOf(found: Found, use: Use, lookup: Lookup, confidence: "exact" | "likely"): Answer {
  const { rule, via, external } = found;
  // A using-declaration of an external name declares it.
  const [using] = via;
  if (external !== undefined && using !== undefined && lookup.visibility.sees(use.place.file, using.file))
    return { confidence: "exact", declarations: via.slice(0, 1), external, rule: "using" };
  if (external !== undefined) return { confidence: "external", declarations: [], external, via };
  if (lookup.isAnnounced(found.declarations, use.place.file)) {
    const sure = lookup.visibility.sureAnnouncement(use.name, found.declarations);
    return ofLibrary(announcedRule, use.name, found.declarations, sure);
  }
  const isCall = use.argumentCount !== undefined;
  const { functions, others } = overloadsOf(found.declarations);
  // A function hides a class of its name only in calls.
  const all = isCall || others.length === 0 ? (functions.length > 0 ? functions : others) : others;
  const isInItself = rule === "class-member" && classKinds.has(all[0]?.kind ?? "");
  const { declarations, isChosen, isOpen = false } = specializedOf(all, isInItself, use, lookup);
  const ofCount = lookup.takers(declarations, use.argumentCount);
  const chosen = isCall && !overloadsOf(ofCount).isOneSymbol ? meantBy(use, ofCount, found, lookup) : ofCount;
  const namesAll = use.role === "using" && chosen.every(({ kind }) => kind === "function");
  const { isOneSymbol, isCopied } = overloadsOf(chosen);
  const isOne = namesAll || isOneSymbol;
  const isSure = isOneSymbol && chosen.length === declarations.length && !isChosen;
  // A using-declaration is left if nothing declares what it names.
  const isNamed = chosen.some(({ kind }) => kind !== "using");
  const isSeen = found.isVisible && rule !== "opened-by-macro" && !isCopied;
  const isGuess = chosen.every(({ file }) => lookup.visibility.isGuess(use.place.file, file));
  const isOfAlternative = chosen.every((one) => mayBeOfLibrary(one, use, lookup));
  const ofScope = isSeen && !isGuess ? confidence : "likely";
  const common = { rule, declarations: chosen, via, namesAll };
  // What nothing declares may be anywhere else, and so may a name that a missing header of the code base may declare.
  if (!isNamed || (!found.isVisible && lookup.lacksOwnHeader(use.place.file))) return { ...common, confidence: "name" };
  return isOne && !found.isBesideOutside && !isOpen && !isOfAlternative
    ? { ...common, confidence: isSure ? ofScope : "likely" }
    : { ...common, confidence: "name", ofSet: ofScope };
}
