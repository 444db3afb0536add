/**
 * The functions that a call without a scope may mean in addition to the result of name lookup: in the namespaces of its arguments
 * (argument-dependent lookup, [basic.lookup.argdep]), and in namespaces of using-directives, whose names are in the namespace
 * around both ([namespace.udir]). Input: a call and the result of lookup; output: the same with the further functions.
 */
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { Declaration } from "../code-index.ts";
import type { Containers } from "./containers.ts";
import type { Answer, Lookup } from "./lookup.ts";
import { type Found, noBindings, type Place } from "./model.ts";
import type { Call } from "./overload-resolution/overload-resolution.ts";
import { isFree, overloadsOf, takes } from "./overloads.ts";
import type { OpenedNamespace } from "./scopes.ts";
import type { Use } from "./use.ts";

export type FoundWithArguments = {
  readonly found: Found;
  /** The functions that lookup does not find. */
  readonly added: ReadonlySet<Declaration>;
  /** True if functions of further namespaces are seen, and the type of an argument is not known. */
  readonly isOpen: boolean;
};

type FurtherFunctions = {
  /** The functions that are seen and take the arguments. */
  readonly added: readonly Declaration[];
  /** Functions of other namespaces, if the type of an argument is not known. */
  readonly open: readonly Declaration[];
};

const ruleId = "argument-scope";

/** The rules of lookup that find what is in namespaces: a member of a class, or a local one, hides all others. */
const namespaceRules: ReadonlySet<string> = new Set(["namespace", "using-directive"]);

/** Declarations of a name that are looked at, at most: an answer about a name that has more is open. */
const maxFunctions = 2_000;

const nothingFound: Found = { rule: ruleId, declarations: [], bindings: noBindings, isVisible: true, via: [] };

/**
 * Adds the further functions that a call may mean; undefined if it can only mean the result of lookup.
 *
 * @param found the result of lookup; undefined for nothing
 */
export function withArgumentScopes(found: Found | undefined, use: Use, lookup: Lookup): FoundWithArguments | undefined {
  if (found !== undefined && !leavesOpen(found)) return undefined;
  const { added, open } = furtherFunctions(found?.declarations ?? [], use, lookup);
  const isOpen = open.length > 0;
  if (found !== undefined) {
    if (added.length === 0 && !isOpen) return undefined;
    // Facts about declarations are kept by their list.
    const declarations = added.length === 0 ? found.declarations : [...found.declarations, ...added];
    return { found: { ...found, declarations }, added: new Set(added), isOpen };
  }
  const callable = lookup.callable(added, callOf(use));
  if (callable.length === 0) return undefined;
  return { found: { ...nothingFound, declarations: callable }, added: new Set(callable), isOpen };
}

/**
 * `swap(a, b)` after `using std::swap`: a function of the namespaces of its arguments, if that can be called; it is open if that is
 * not known, and a function of this name is seen.
 */
export function functionByArguments({ external, via }: Found, use: Use, lookup: Lookup): Answer | undefined {
  if (external === undefined || via.length === 0) return undefined;
  const { added, open } = furtherFunctions([], use, lookup);
  const call = callOf(use);
  const callable = [...lookup.callable(added, call), ...open];
  if (callable.length === 0) return undefined;
  const chosen = open.length === 0 ? lookup.meant(callable, call) : [];
  if (chosen.length > 0 && overloadsOf(chosen).isOneSymbol)
    return { rule: ruleId, confidence: "likely", declarations: chosen };
  return { rule: ruleId, confidence: "name", declarations: [...via.slice(0, 1), ...callable], external };
}

/** A call that may mean functions which are not given. */
function callOf({ argumentTexts, place }: Use): Call {
  return { argumentTexts, context: { place, bindings: noBindings }, mayMeanOther: true };
}

/** The functions of other namespaces that a call may mean. @param own the functions that lookup finds */
function furtherFunctions(
  own: readonly Declaration[],
  { name, place, argumentTexts, argumentCount: count }: Use,
  { scopes, containers, visibility, named, associated, off }: Lookup,
): FurtherFunctions {
  if (count === undefined || off.has(ruleId)) return noFurther;
  const all = named(name);
  // Uses of such a name are as many, and each would look at all declarations.
  if (all.length > maxFunctions) return { added: [], open: all.slice(0, 1).filter(isFree) };
  const spaceOf = (one: Declaration) => containers.containerOf(one);
  const ownSpaces = new Set(own.map(spaceOf));
  const isTemplated = isInTemplate(place, containers);
  const further = all.filter(
    (one) =>
      isFree(one) &&
      takes(one, count) &&
      !ownSpaces.has(spaceOf(one)) &&
      (isTemplated || isDeclaredBefore(one, place)) &&
      visibility.sees(place.file, one.file),
  );
  if (further.length === 0) return noFurther;
  const { namespaces, isKnown } = associated(argumentTexts, { place, bindings: noBindings });
  const { opened, isWhole } = scopes.openedAt(place);
  const brought = spacesWith(ownSpaces, opened);
  const isFriend = ({ flags }: Declaration) => (flags & DeclarationFlag.friend) !== 0;
  const isMeant = (one: Declaration) =>
    namespaces.has(containers.namespaceKeyOf(one)) || (brought.has(spaceOf(one)) && !isFriend(one));
  const added = further.filter(isMeant);
  return { added, open: isKnown && isWhole ? [] : further.filter((one) => !added.includes(one)) };
}

const noFurther: FurtherFunctions = { added: [], open: [] };

/** The namespaces whose names are looked up together with some others: the namespace around them, and what is opened into it. */
function spacesWith(own: ReadonlySet<string>, opened: readonly OpenedNamespace[]): ReadonlySet<string> {
  const into = new Set(own);
  for (const one of opened) if (own.has(one.target)) into.add(one.into);
  const brought = new Set([...into].filter((path) => !own.has(path)));
  for (const one of opened) if (into.has(one.into)) brought.add(one.target);
  return brought;
}

/** True for a function of another file, or one that is declared before a place. */
function isDeclaredBefore({ file, at }: Declaration, place: Place): boolean {
  return file !== place.file || at < place.offset;
}

/** True for a place in a template, whose calls also mean functions that are declared before it is used. */
function isInTemplate(place: Place, containers: Containers): boolean {
  for (let around = place.parent; around !== undefined; around = around.parent)
    if (containers.templateParametersOf(around).length > 0) return true;
  return false;
}

/** True if the result of lookup leaves open that the call means other functions: a using-declaration in a class hides them. */
function leavesOpen({ external, rule, declarations, via, isVisible }: Found): boolean {
  const isOfNamespace = namespaceRules.has(rule) || (rule === "local" && via.length > 0);
  return external === undefined && isVisible && isOfNamespace && overloadsOf(declarations).others.length === 0;
}
