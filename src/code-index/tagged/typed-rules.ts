/**
 * The rules of name resolution for languages whose rules of types are data. Input: the use of a name; output:
 * declarations, or a name from outside, with a confidence; the first rule that answers decides.
 */
import { dirname } from "node:path";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { Declaration } from "../code-index.ts";
import type { Confidence } from "../resolution.ts";
import { bringsNames, isEmbedded } from "../symbol-kind.ts";
import type { MemberMeaning } from "./known-types.ts";
import type { TypedUse } from "./typed-use.ts";
import { isFromOutside, type Types } from "./types.ts";

/** The result of a rule for a name. */
export type TypedAnswer = {
  /** Best first. */
  readonly declarations: readonly Declaration[];
  readonly confidence: Exclude<Confidence, "none">;
  readonly external?: string | undefined;
};

export type TypedRule = {
  readonly id: string;
  /** The target of the name; undefined if the rule says nothing of it, so that the next one is tried. */
  readonly resolve: (use: TypedUse, types: Types) => TypedAnswer | undefined;
};

export const typedRules: readonly TypedRule[] = [
  { id: "declaration", resolve: byDeclaration },
  { id: "label", resolve: byLabel },
  { id: "import-name", resolve: byImportName },
  { id: "key", resolve: byKey },
  { id: "member", resolve: byMember },
  { id: "local", resolve: (use, types) => bySort(use, types, "local") },
  { id: "own-member", resolve: (use, types) => bySort(use, types, "own-member") },
  { id: "imported", resolve: (use, types) => bySort(use, types, "imported") },
  { id: "import", resolve: byImport },
  { id: "package", resolve: (use, types) => bySort(use, types, "package") },
  { id: "star", resolve: (use, types) => bySort(use, types, "star") },
  { id: "case", resolve: byCase },
  { id: "builtin", resolve: byBuiltin },
  { id: "outside", resolve: byOutside },
  { id: "private-member", resolve: byPrivateMember },
  { id: "name", resolve: byName },
];

/** The name of a declaration: of one that declares a name of its scope again, the first one. */
function byDeclaration({ open, place }: TypedUse): TypedAnswer | undefined {
  const own = open.names.declarationAt(place.offset);
  if (own === undefined || bringsNames(own) || isEmbedded(own)) return undefined;
  return { declarations: [own.scopeEnd > 0 ? open.names.firstInScope(own) : own], confidence: "exact" };
}

/** A label, which is apart from other names. */
function byLabel({ open, node, name, place }: TypedUse): TypedAnswer | undefined {
  if (!open.terms.isLabel(node)) return undefined;
  const declarations = open.names.labelsNamed(name, place.offset);
  return { declarations, confidence: declarations.length === 1 ? "exact" : "name" };
}

/** The key of a value whose type has members. */
function byKey({ open, node, name, place }: TypedUse, types: Types): TypedAnswer | undefined {
  const literal = open.terms.literalOfKey(node);
  if (literal === noNode) return undefined;
  const type = types.typeOf(open.terms.literalTerm(literal), place);
  if (type === undefined) {
    // It may be a key of a table, which is a name by itself.
    const members = [...open.names.fieldsNamed(name), ...types.declarations.allMembers(name)];
    const declarations = [...members, ...plainly(name, place, types)];
    return declarations.length > 0 ? { declarations, confidence: "name" } : undefined;
  }
  return answerOf(types.memberOf(type, name, { sort: "any" }), "likely", name, types);
}

function plainly(name: string, place: TypedUse["place"], types: Types): readonly Declaration[] {
  const meaning = types.meaningOf(name, place);
  return meaning !== undefined && "declarations" in meaning ? meaning.declarations : [];
}

/** A part of the dotted name of an import: of a package of the code base nothing is declared. */
function byImportName({ open, node, place, wanted }: TypedUse, types: Types): TypedAnswer | undefined {
  const { import_nodes: kinds } = types.rules;
  const { terms } = open;
  if (kinds.length === 0 || terms.around(node, (kind) => kinds.includes(kind), maxParts) === noNode) return undefined;
  const statement = open.file.declarations.find(
    ({ kind, start, end }) => kind === "include" && start <= place.offset && place.offset < end,
  );
  if (statement === undefined) return undefined;
  const path = statement.name.replace(/\s/g, "");
  const parts = terms.dottedTo(node);
  const whole = types.atPath(path.split("."), open.file, { sort: "any" });
  if (whole !== undefined && "external" in whole) {
    return { declarations: [], confidence: "external", external: parts.join(".") };
  }
  const found = types.atPath(parts, open.file, parts.join(".") === path ? { sort: "any" } : wanted);
  if (found === undefined || !("declarations" in found)) return { declarations: [], confidence: "name" };
  return { declarations: found.declarations, confidence: "exact" };
}

/** Parts of a dotted name. */
const maxParts = 20;

/** The name of a case that is a member of the type of the value. */
function byCase({ open, node, name, place, owner }: TypedUse, types: Types): TypedAnswer | undefined {
  const value = owner === noNode ? open.terms.valueOfCase(node) : noNode;
  if (value === noNode) return undefined;
  return answerOf(types.memberOf(types.typeOf(open.terms.termOf(value), place), name), "likely", name, types);
}

/** A member of a value whose type is known, of a type or of a package. */
function byMember({ open, name, place, owner, wanted }: TypedUse, types: Types): TypedAnswer | undefined {
  if (owner === noNode) return undefined;
  const term = open.terms.termOf(owner);
  const type = types.typeOf(term, place);
  const path = type === undefined ? types.atTerm({ form: "member", of: term, name }, place) : undefined;
  if (path !== undefined) return answerOf(path, "exact", name, types);
  const meaning = type === undefined && term.form === "name" ? types.meaningOf(term.name, place) : undefined;
  if (meaning?.by === "import") {
    // The package should be there, and is not.
    return { declarations: [], confidence: "name", external: `${meaning.module.path}.${name}` };
  }
  return answerOf(types.memberOf(type, name, wanted), type?.kind === "module" ? "exact" : "likely", name, types);
}

function answerOf(
  meaning: MemberMeaning | undefined,
  confidence: "exact" | "likely",
  name: string,
  types: Types,
): TypedAnswer | undefined {
  if (meaning === undefined || "missing" in meaning) return undefined;
  if ("declarations" in meaning) return { declarations: meaning.declarations, confidence };
  const { external, isOpen } = meaning;
  // A value from outside may be of a type of the code base, if one has such a member.
  const mayBeOwn = isOpen && types.declarations.allMembers(name).length > 0;
  return { declarations: [], confidence: mayBeOwn ? "name" : "external", external };
}

function bySort(
  { owner, name, place, wanted }: TypedUse,
  types: Types,
  by: "local" | "own-member" | "imported" | "package" | "star",
): TypedAnswer | undefined {
  const meaning = owner === noNode ? types.meaningOf(name, place, wanted) : undefined;
  return meaning?.by === by ? { declarations: meaning.declarations, confidence: "exact" } : undefined;
}

/** A name that an import binds: of a package of the code base the import, or else the name of the package. */
function byImport({ open, owner, name, place }: TypedUse, types: Types): TypedAnswer | undefined {
  const meaning = owner === noNode ? types.meaningOf(name, place) : undefined;
  if (meaning?.by !== "import") return undefined;
  const { module } = meaning;
  if (isFromOutside(module)) return { declarations: [], confidence: "external", external: module.path };
  return { declarations: [open.names.importNamed(name) ?? module.declaration], confidence: "exact" };
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
  if (owner === noNode) {
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
