/**
 * The rules of name resolution for languages whose rules of types are data. Input: the use of a name; output:
 * declarations, or a name from outside, with a confidence; the first rule that answers decides.
 */

import { dirname } from "node:path";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { Declaration } from "../code-index.ts";
import { filesOf } from "../dependency.ts";
import type { Confidence } from "../resolution.ts";
import { bringsNames, isEmbedded } from "../symbol-kind.ts";
import { declaredTerm } from "./declared-terms.ts";
import { isExpected } from "./expected-terms.ts";
import { type FileModule, type Imported, isInner, isOutside, moduleDeclaration } from "./file-modules.ts";
import type { MemberMeaning, OpenNames, TermPlace } from "./known-types.ts";
import { literalOfKey, literalTerm, shorthandAt, valueOfPatternKey } from "./literal-keys.ts";
import type { ModuleNames } from "./module-names.ts";
import { isFromOutside } from "./modules.ts";
import { dottedTo, isCalledToken, isLabel, ownerTerm, pathInImport, tokensBefore, valueOfCase } from "./name-place.ts";
import type { Term } from "./terms.ts";
import type { TypedUse } from "./typed-use.ts";
import type { Types } from "./types.ts";
import type { Wanted } from "./wanted.ts";
import { pathSign } from "./written-terms.ts";

/** The result of a rule for a name. */
export type TypedAnswer = {
  /** Best first. */
  readonly declarations: readonly Declaration[];
  readonly confidence: Exclude<Confidence, "none">;
  readonly external?: string | undefined;
  /** The imports on the way. */
  readonly via?: readonly Declaration[];
};

export type TypedRule = {
  readonly id: string;
  /** The target of the name; undefined if the rule says nothing of it, so that the next one is tried. */
  readonly resolve: (use: TypedUse, types: Types) => TypedAnswer | undefined;
};

export const typedRules: readonly TypedRule[] = [
  { id: "declaration", resolve: byDeclaration },
  { id: "binding", resolve: byBinding },
  { id: "label", resolve: byLabel },
  { id: "import-name", resolve: byImportName },
  { id: "pattern-key", resolve: byPatternKey },
  { id: "key", resolve: byKey },
  { id: "shorthand", resolve: byShorthand },
  { id: "member", resolve: byMember },
  { id: "local", resolve: (use, types) => bySort(use, types, "local") },
  { id: "own-member", resolve: (use, types) => bySort(use, types, "own-member") },
  { id: "imported", resolve: (use, types) => bySort(use, types, "imported") },
  { id: "module", resolve: byModule },
  { id: "import", resolve: byImport },
  { id: "imported-name", resolve: byImportedName },
  { id: "package", resolve: (use, types) => bySort(use, types, "package") },
  { id: "star", resolve: (use, types) => bySort(use, types, "star") },
  { id: "case", resolve: byCase },
  { id: "builtin", resolve: byBuiltin },
  { id: "outside", resolve: byOutside },
  { id: "private-member", resolve: byPrivateMember },
  { id: "name", resolve: byName },
];

/** The name of a declaration: of one that declares a name of its scope again, the first one. */
function byDeclaration({ open, node, name, place, owner }: TypedUse, types: Types): TypedAnswer | undefined {
  const own = open.names.declarationAt(place.offset);
  if (types.files !== undefined && literalOfKey(open.terms, node) !== noNode) return undefined;
  if (own === undefined || bringsNames(own) || isEmbedded(own)) return undefined;
  if (types.files !== undefined && owner !== noNode) {
    // An assignment declares a member, unless the type of its owner has one: `shape.area = function () {}`.
    const meaning = types.memberOf(types.typeOf(ownerTerm(open.terms, node, owner), place), name);
    const isOther = meaning !== undefined && "declarations" in meaning && !meaning.declarations.includes(own);
    if (isOther) return answerOf(meaning, "likely", name, types);
  }
  return { declarations: [own.scopeEnd > 0 ? open.names.firstInScope(own) : own], confidence: "exact" };
}

/** A label, which is apart from other names. */
function byLabel({ open, node, name, place }: TypedUse): TypedAnswer | undefined {
  if (!isLabel(open.terms, node)) return undefined;
  const declarations = open.names.labelsNamed(name, place.offset);
  return { declarations, confidence: declarations.length === 1 ? "exact" : "name" };
}

/** The key of a pattern that takes a value apart: a member of that value. */
function byPatternKey({ open, node, name, place }: TypedUse, types: Types): TypedAnswer | undefined {
  const value = valueOfPatternKey(open.terms, node);
  if (value === noNode) return undefined;
  const term = declaredTerm(open.terms, value)?.term;
  const meaning = term?.form === "member" ? types.memberOf(types.typeOf(term.of, place), name) : undefined;
  const members = types.candidates.membersOf(name, place.file);
  return answerOf(meaning, "likely", name, types) ?? { declarations: members, confidence: "name" };
}

/** The key of a value whose type has members. */
function byKey({ open, node, name, place }: TypedUse, types: Types): TypedAnswer | undefined {
  const literal = literalOfKey(open.terms, node);
  if (literal === noNode) return undefined;
  if (types.files !== undefined) return byObjectKey({ open, name, place }, literal, types);
  const members = membersOfKey(open, literal, name, place, types);
  if (members !== "unknown") return answerOf(members, "likely", name, types);
  // It may be a key of a table, which is a name by itself.
  const fields = [...open.names.fieldsNamed(name), ...types.declarations.allMembers(name)];
  const declarations = [...fields, ...plainly(name, place, types)];
  return declarations.length > 0 ? { declarations, confidence: "name" } : undefined;
}

/** A name that is a variable and the key of a value at once: `Shape { size }`. */
function byShorthand({ open, node, name, place, wanted }: TypedUse, types: Types): TypedAnswer | undefined {
  const shorthand = shorthandAt(open.terms, node);
  if (shorthand === undefined) return undefined;
  const members = membersOfKey(open, shorthand.literal, name, place, types);
  const own = members !== "unknown" && members !== undefined && "declarations" in members ? members.declarations : [];
  if (shorthand.means === "both") {
    const declarations = [...plainly(name, place, types), ...own];
    return declarations.length > 0 ? { declarations, confidence: "name" } : undefined;
  }
  const meaning = own.length > 0 ? types.meaningOf(name, place, wanted) : undefined;
  if (meaning === undefined || !("declarations" in meaning)) return undefined;
  return { declarations: meaning.declarations, confidence: "exact", via: own };
}

/** The members of the type of a value, or of a variant of an enum, that a key of it means. */
export function membersOfKey(
  open: OpenNames,
  literal: number,
  name: string,
  place: TermPlace,
  types: Types,
): MemberMeaning | "unknown" | undefined {
  const term = literalTerm(open.terms, literal);
  const variant = types.variantOf(term, place);
  const ofVariant = variant && types.declarations.membersOf(variant, name);
  if (ofVariant !== undefined && ofVariant.length > 0) return { declarations: ofVariant };
  const type = types.typeOf(term, place);
  if (type === undefined) return "unknown";
  return types.memberOf(type, name, { sort: types.names === undefined ? "any" : "value" });
}

/**
 * The key of an object: the member of the type that the code around it expects, or else itself. If that type is not known, both may be
 * meant.
 */
function byObjectKey(
  { open, name, place }: Pick<TypedUse, "open" | "name" | "place">,
  literal: number,
  types: Types,
): TypedAnswer | undefined {
  const type = types.typeOf(literalTerm(open.terms, literal), place);
  const declared = open.names.declarationAt(place.offset);
  const own = declared === undefined ? [] : [declared];
  const meaning = types.memberOf(type, name, { sort: "any" });
  if (meaning !== undefined && "declarations" in meaning) {
    if (!meaning.isOneOf) return { declarations: meaning.declarations, confidence: "likely" };
    return { declarations: [...meaning.declarations, ...own], confidence: "name" };
  }
  if (type === undefined && !isExpected(open.terms, literal, true)) return { declarations: own, confidence: "exact" };
  const members = types.candidates.membersOf(name, place.file);
  if (meaning !== undefined && "external" in meaning && members.length === own.length) {
    return { declarations: [], confidence: "external", external: meaning.external };
  }
  return { declarations: [...new Set([...own, ...members])], confidence: "name" };
}

function plainly(name: string, place: TypedUse["place"], types: Types): readonly Declaration[] {
  const meaning = types.meaningOf(name, place);
  return meaning !== undefined && "declarations" in meaning ? meaning.declarations : [];
}

/** A part of the dotted name of an import: of a package of the code base nothing is declared. */
function byImportName({ open, node, place, wanted }: TypedUse, types: Types): TypedAnswer | undefined {
  const { import_nodes: kinds } = types.rules;
  const { terms } = open;
  if (types.names !== undefined) return byUsedName({ open, node, place }, types.names);
  if (kinds.length === 0 || terms.around(node, (kind) => kinds.includes(kind), maxParts) === noNode) return undefined;
  const statement = open.file.declarations.find(
    ({ kind, start, end }) => kind === "include" && start <= place.offset && place.offset < end,
  );
  if (statement === undefined) return undefined;
  const path = statement.name.replace(/\s/g, "");
  const parts = dottedTo(terms, node);
  const whole = types.atPath(path.split("."), open.file, { sort: "any" });
  if (whole !== undefined && "external" in whole) {
    return { declarations: [], confidence: "external", external: parts.join(".") };
  }
  const found = types.atPath(parts, open.file, parts.join(".") === path ? { sort: "any" } : wanted);
  if (found === undefined || !("declarations" in found)) return { declarations: [], confidence: "name" };
  return { declarations: found.declarations, confidence: "exact" };
}

/** A part of a path in an import of a module. */
function byUsedName(
  { open, node, place }: Pick<TypedUse, "open" | "node" | "place">,
  { tree }: ModuleNames,
): TypedAnswer | undefined {
  const path = pathInImport(open.terms, node);
  if (path === undefined) return undefined;
  const found = tree.atPath(path, tree.spaceAt(place.file, place.offset), "any");
  if (found === undefined) return { declarations: [], confidence: "name" };
  if ("external" in found) return { declarations: [], confidence: "external", external: found.external };
  return moduleAnswer(found.declarations);
}

/** The answer for a module: nothing that is declared names the root of a package. */
function moduleAnswer(declarations: readonly Declaration[]): TypedAnswer {
  return { declarations, confidence: declarations.length > 0 ? "exact" : "name" };
}

/** Parts of a dotted name. */
const maxParts = 20;

/** The name of a case that is a member of the type of the value. */
function byCase({ open, node, name, place, owner }: TypedUse, types: Types): TypedAnswer | undefined {
  const value = owner === noNode ? valueOfCase(open.terms, node) : noNode;
  if (value === noNode) return undefined;
  return answerOf(types.memberOf(types.typeOf(open.terms.termOf(value), place), name), "likely", name, types);
}

/** A member of a value whose type is known, of a type or of a package. */
function byMember({ open, node, name, place, owner, wanted }: TypedUse, types: Types): TypedAnswer | undefined {
  if (owner === noNode) return byTokens({ open, name, place, node }, types);
  const term = ownerTerm(open.terms, node, owner);
  const type = types.typeOf(term, place);
  const path = type === undefined ? types.atTerm({ form: "member", of: term, name }, place) : undefined;
  if (path !== undefined) return answerOf(path, "exact", name, types);
  const meaning = type === undefined && term.form === "name" ? types.meaningOf(term.name, place) : undefined;
  if (meaning?.by === "import") {
    // The package should be there, and is not.
    return { declarations: [], confidence: "name", external: `${meaning.module.path}.${name}` };
  }
  return answerOf(
    types.memberOf(type, name, wanted),
    type?.kind === "module" || type?.kind === "file" || type?.kind === "space" ? "exact" : "likely",
    name,
    types,
  );
}

/** A member or a part of a path in the arguments of a macro, which may make anything of them. */
function byTokens(
  { open, node, name, place }: Pick<TypedUse, "open" | "node" | "name" | "place">,
  types: Types,
): TypedAnswer | undefined {
  const before = tokensBefore(open.terms, node) ?? "";
  const [, chain, sign] = /((?:[\w]+\s*(?:\.|::)\s*)*[\w]+)\s*(\.|::)\s*$/.exec(before) ?? [];
  if (chain === undefined) {
    if (!/[.?)\]}]\s*\.\s*$/.test(before)) return undefined;
    const members = types.candidates.membersOf(name, place.file);
    return { declarations: members, confidence: "name" };
  }
  const isPath = sign === "::";
  const parts = chain.split(/\s*(?:\.|::)\s*/);
  const [first = "", ...others] = parts;
  const start: Term = { form: "name", name: chain.includes("::") || isPath ? pathSign + first : first };
  const term = others.reduce<Term>((of, part) => ({ form: "member", of, name: part }), start);
  const called = isCalledToken(open.terms, node);
  const wanted: Wanted = { sort: isPath ? "any" : called ? "function" : "value" };
  const meaning = types.memberOf(types.typeOf(term, place), name, wanted);
  if (meaning !== undefined && "declarations" in meaning)
    return { declarations: meaning.declarations, confidence: "name" };
  const members = types.candidates.membersOf(name, place.file);
  return { declarations: meaning === undefined ? members : [], confidence: "name" };
}

function answerOf(
  meaning: MemberMeaning | undefined,
  confidence: "exact" | "likely",
  name: string,
  types: Types,
): TypedAnswer | undefined {
  if (meaning === undefined || "missing" in meaning) return undefined;
  if ("declarations" in meaning) {
    return { declarations: meaning.declarations, confidence: meaning.isOneOf ? "name" : confidence };
  }
  if ("module" in meaning) return ofModule(meaning.module);
  const { external, isOpen } = meaning;
  // A value from outside may be of a type of the code base, if one has such a member.
  const mayBeOwn = types.mayBeOwnMember(name, isOpen);
  return { declarations: [], confidence: mayBeOwn ? "name" : "external", external };
}

function bySort(
  { open, node, owner, name, place, wanted }: TypedUse,
  types: Types,
  by: "local" | "own-member" | "imported" | "package" | "star",
): TypedAnswer | undefined {
  const meaning = owner === noNode ? types.meaningOf(name, place, wanted) : undefined;
  // In the arguments of a macro, its own statements may hide what is around it.
  const confidence = tokensBefore(open.terms, node) === undefined ? "exact" : "likely";
  return meaning?.by === by ? { declarations: meaning.declarations, confidence } : undefined;
}

/** The name of a module that names its own modules. */
function byModule({ owner, name, place, wanted }: TypedUse, types: Types): TypedAnswer | undefined {
  const meaning = owner === noNode ? types.meaningOf(name, place, wanted) : undefined;
  return meaning?.by === "module" ? moduleAnswer(meaning.declarations) : undefined;
}

/** A name that an import binds: of a package of the code base the import, or else the name of the package. */
function byImport({ open, owner, name, place }: TypedUse, types: Types): TypedAnswer | undefined {
  const meaning = owner === noNode ? types.meaningOf(name, place) : undefined;
  if (meaning?.by !== "import") return undefined;
  const { module } = meaning;
  if (isFromOutside(module)) return { declarations: [], confidence: "external", external: module.path };
  return { declarations: [open.names.importNamed(name) ?? module.declaration], confidence: "exact" };
}

/** A name that an import of another file binds: the declaration there, or the file. */
function byImportedName({ owner, name, place }: TypedUse, types: Types): TypedAnswer | undefined {
  const meaning = owner === noNode ? types.meaningOf(name, place) : undefined;
  if (meaning?.by !== "binding") return undefined;
  const { binding } = meaning;
  return ofImported(types.files?.meaningOf(binding), binding.declaration, name);
}

/** The name of an import or an export, or the name that it has in the other file. */
function byBinding({ open, place, name }: TypedUse, types: Types): TypedAnswer | undefined {
  const isWord = types.rules.exports?.whole.includes(name) !== false;
  const binding = isWord ? undefined : open.names.bindingAt(place.offset, name);
  return binding && ofImported(types.files?.ofDeclared(binding, place.file), binding, name);
}

function ofImported(imported: Imported, binding: Declaration, name: string): TypedAnswer {
  if (imported === undefined) return { declarations: [], confidence: "name", external: nameOutside(binding, name) };
  if ("module" in imported) return ofModule(imported.module);
  if ("external" in imported) return { declarations: [], confidence: "external", external: imported.external };
  return { declarations: imported.declarations, confidence: "exact", via: [binding] };
}

/** The name that an import would have from outside. */
function nameOutside({ type }: Declaration, name: string): string {
  return type.includes(":") ? type.replace(/:([^:]*)$/, ".$1") : `${type}.${name}`;
}

/** A module as a whole: its file. */
function ofModule(module: FileModule): TypedAnswer {
  if (isOutside(module)) return { declarations: [], confidence: "external", external: module.path };
  const [file] = filesOf(module.target) ?? [];
  if (file === undefined) return { declarations: [], confidence: "name", external: module.path };
  return { declarations: [moduleDeclaration(file)], confidence: "exact" };
}

function byBuiltin({ owner, name, place, wanted }: TypedUse, types: Types): TypedAnswer | undefined {
  const meaning = owner === noNode ? types.meaningOf(name, place, wanted) : undefined;
  if (meaning?.by !== "builtin" && meaning?.by !== "unnamed-import") return undefined;
  return { declarations: [], confidence: "external", external: meaning.external };
}

/** A name that a dotted import from outside brings, or a base from outside. */
function byOutside({ owner, name, place, wanted }: TypedUse, types: Types): TypedAnswer | undefined {
  const meaning = owner === noNode ? types.meaningOf(name, place, wanted) : undefined;
  return meaning?.by === "outside"
    ? { declarations: [], confidence: "external", external: meaning.external }
    : undefined;
}

/** A member of an unknown value that only the own package sees, if the package has one of this name. */
function byPrivateMember({ open, owner, name, place }: TypedUse, types: Types): TypedAnswer | undefined {
  if (owner === noNode || !types.isPrivate(name)) return undefined;
  const folder = dirname(place.file.path);
  const inFunctions = open.names.fieldsNamed(name);
  const ofFolder = types.declarations.allMembers(name).filter(({ file }) => dirname(file.path) === folder);
  const own = [...inFunctions, ...ofFolder];
  const [first] = own;
  if (first === undefined) return { declarations: [], confidence: "name" };
  const isOne =
    own.length === 1 || (inFunctions.length === 0 && types.declarations.membersLike(first).length === own.length);
  return { declarations: own, confidence: isOne ? "likely" : "name" };
}

/** The declarations that have the name: of a member members, the nearest first. */
function byName({ open, owner, name, place, wanted }: TypedUse, types: Types): TypedAnswer | undefined {
  const { file } = place;
  if (types.rules.packages_by_name) return byNameAnywhere({ owner, name, place, wanted }, types);
  // Most values that have such a member are from outside: nothing says that this one is not.
  if (owner !== noNode && types.isOfOutside(name, file)) return { declarations: [], confidence: "name" };
  if (owner === noNode) {
    if (types.files !== undefined) return byNameOfScripts(name, types);
    const near = types.declarations.outermostIn(dirname(file.path), name);
    return near.length > 0 ? { declarations: near, confidence: "name" } : undefined;
  }
  const members = [...open.names.fieldsNamed(name), ...types.candidates.membersOf(name, file)];
  if (members.length > 0) return { declarations: members, confidence: "name" };
  return types.rules.closed_members ? { declarations: [], confidence: "external", external: undefined } : undefined;
}

/** The declarations of a name that fit its place, the nearest first: members of unknown values, and names of unknown bases. */
function byNameAnywhere(
  { owner, name, place, wanted }: Pick<TypedUse, "owner" | "name" | "place" | "wanted">,
  types: Types,
): TypedAnswer | undefined {
  const { file } = place;
  // An import that leads nowhere says where the type is: not in another package.
  const isImported =
    owner === noNode && wanted.sort !== "function" && types.modules.pathsBringing(file, name).named.length > 0;
  if (isImported) return undefined;
  const fitting = types.candidates.ofName(name, file, wanted, owner !== noNode);
  return fitting.length > 0 ? { declarations: fitting, confidence: "name" } : undefined;
}

/** A name by itself that no file of modules has: one of a script, which all files see. */
function byNameOfScripts(name: string, types: Types): TypedAnswer | undefined {
  const all = types.declarations.index.named(name).filter((one) => {
    const isOutermost = one.parent === undefined && one.qualifier === "" && one.scopeEnd === 0 && !isInner(one);
    return isOutermost && !bringsNames(one) && types.files?.isModule(one.file) === false;
  });
  return all.length > 0 ? { declarations: all, confidence: "name" } : undefined;
}
