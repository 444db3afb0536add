/**
 * The names that are visible at a place of C++, for completion: members of the object or scope before it, locals,
 * members of classes and namespaces, paths of includes. Input: an open file and the text before the place; output:
 * names with their scopes.
 */
import { basename, dirname, relative } from "node:path";
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy } from "../../base/group-by.ts";
import { wordSet } from "../../base/word-list.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import { childrenOf } from "../children-of.ts";
import type { CodeIndex, Declaration, IndexedFile } from "../code-index.ts";
import type { OpenFile } from "../resolution.ts";
import { type Access, memberAccess, type NamePlace, type SeenName, type SeenNames } from "../seen-names.ts";
import { isConstructor, isOpenScope } from "../symbol-kind.ts";
import { qualifierBefore } from "../text-before.ts";
import type { Containers } from "./containers.ts";
import { parseExpression, parsePath } from "./expression.ts";
import type { Includes } from "./includes.ts";
import { type ClassType, type Context, noBindings, type Place, type Type } from "./model.ts";
import type { Scopes } from "./scopes.ts";
import { standardTypes } from "./standard-library.ts";
import type { Types } from "./types.ts";
import type { Places } from "./use.ts";

const { local, friend, private: priv, protected: prot } = DeclarationFlag;

/** Bases of bases. */
const maxDepth = 20;

/** Files that are included, directly or not, whose names are seen: in the order of the includes. */
const maxFiles = 500;

/** Files that an include may name. */
const maxPaths = 1_000;

/** The scopes in which names are looked up. */
type Lookup = {
  readonly scopes: Scopes;
  readonly types: Types;
  readonly containers: Containers;
  readonly places: Places;
  readonly includes: Includes;
  readonly index: CodeIndex;
};

/** The names that may be written at a place of C++. */
export function namesInCpp(open: OpenFile, { before, offset }: NamePlace, lookup: Lookup): SeenNames {
  const include = /(?:^|\n)[ \t]*#[ \t]*include[ \t]*["<]([^"<>\n]*)$/.exec(before);
  if (include !== null) return pathsBehind(open.file, include[1] ?? "", lookup);
  const place = lookup.places.at(open.file, offset);
  const access = accessAt(before);
  if (access.kind !== "member") return { access, isKnown: true, names: namesInScope(place, lookup) };
  const context: Context = { place, bindings: noBindings };
  const names =
    access.operator === "::" ? ofQualifier(access.receiver, context, lookup) : ofObject(access, context, lookup);
  return { access, isKnown: names !== undefined && names.length > 0, names: names ?? [] };
}

function accessAt(before: string): Access {
  if (!before.trimEnd().endsWith("::")) return memberAccess(before, ["->", "."]) ?? { kind: "name" };
  return { kind: "member", receiver: qualifierBefore(before, before.length), operator: "::" };
}

function ofQualifier(qualifier: string, context: Context, lookup: Lookup): readonly SeenName[] | undefined {
  const { scopes } = lookup;
  if (qualifier === "::") return inNamespace("", context.place.file, lookup);
  const path = parsePath(qualifier.replace(/::\s*$/, ""));
  const scope = path && scopes.scopeOf(path.parts, path.isGlobal, context);
  if (scope?.kind === "class") return membersOf(scope.type, lookup, accessFrom(context.place, lookup));
  return scope?.kind === "namespace" ? inNamespace(scope.path, context.place.file, lookup) : undefined;
}

function ofObject(
  { receiver, operator }: Extract<Access, { kind: "member" }>,
  context: Context,
  lookup: Lookup,
): readonly SeenName[] | undefined {
  const expression = parseExpression(receiver);
  const type = expression && lookup.types.ofExpression(expression, context);
  const target = type && operator === "->" ? lookup.types.pointee(type) : type;
  if (target === undefined || target.pointers > 0) return undefined;
  return membersOf(target, lookup, receiver === "this" ? openAccess : accessFrom(context.place, lookup));
}

/** The members of a type, then members of its bases. */
function membersOf(type: Type, lookup: Lookup, { inside, derived, names }: AccessFrom): readonly SeenName[] {
  if (type.kind === "value" || type.kind === "unknown") return [];
  if (type.kind === "external") {
    const members = [...(standardTypes.get(type.name)?.members.keys() ?? [])];
    return members.filter((name) => /^\w+$/.test(name)).map((name): SeenName => ({ name, scope: "library" }));
  }
  const found: SeenName[] = [];
  const passed = new Set<Declaration>();
  let level: readonly ClassType[] = [type];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    const classes = level.filter(({ declaration }) => !passed.has(declaration));
    for (const { declaration } of classes) {
      passed.add(declaration);
      const friends = childrenOf(declaration).filter(({ flags }) => (flags & friend) !== 0);
      const isFriend = friends.some(({ name }) => names.has(name));
      const closed = inside.has(declaration) || isFriend ? 0 : derived.has(declaration) ? priv : priv | prot;
      for (const member of ownMembers(declaration)) {
        const isHidden = (member.flags & closed) !== 0;
        const scope = depth === 0 ? "member" : "inherited";
        found.push({ name: member.name, scope, declaration: member, ...(isHidden && { isHidden }) });
      }
    }
    level = classes.flatMap((one) => lookup.types.basesOf(one)).filter((base) => base?.kind === "class");
  }
  return found;
}

/** The classes whose members a place may use. */
type AccessFrom = {
  /** The classes around the place, whose private members are seen. */
  readonly inside: Pick<ReadonlySet<Declaration>, "has">;
  /** Their bases, whose protected members are. */
  readonly derived: ReadonlySet<Declaration>;
  /** The names of these classes and of the functions around the place: a class may have them as friends. */
  readonly names: ReadonlySet<string>;
};

/** That of a place that may use all members. */
const openAccess: AccessFrom = { inside: { has: () => true }, derived: new Set(), names: new Set() };

function accessFrom(place: Place, { scopes, types }: Lookup): AccessFrom {
  const around = [...scopes.levelsAt(place)].flatMap((level) => (level.kind === "class" ? [level.type] : []));
  const inside = new Set(around.map(({ declaration }) => declaration));
  const names = new Set(Array.from(inside, ({ name }) => name));
  for (let outer = place.parent; outer !== undefined; outer = outer.parent) names.add(outer.name);
  const derived = new Set<Declaration>();
  let level: readonly ClassType[] = around;
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    level = level.flatMap((one) => types.basesOf(one)).filter((base) => base?.kind === "class");
    level = level.filter(({ declaration }) => !derived.has(declaration));
    for (const { declaration } of level) derived.add(declaration);
  }
  return { inside, derived, names };
}

function ownMembers(owner: Declaration): readonly Declaration[] {
  return childrenOf(owner).flatMap((member): readonly Declaration[] => {
    const { kind, name, flags } = member;
    const inner = isOpenScope(member) ? ownMembers(member) : [];
    const isNamed = /^\w+$/.test(name) && (flags & friend) === 0 && !isConstructor(member);
    return isNamed && memberKinds.has(kind) ? [member, ...inner] : inner;
  });
}

const memberKinds = wordSet("class struct union enum enum_member alias function field variable using");

/** The names of the scopes around a place: locals, then members of classes, then namespaces. */
function namesInScope(place: Place, lookup: Lookup): readonly SeenName[] {
  const { file } = place;
  const names: SeenName[] = [...localsAt(place)];
  for (let around = place.template ?? place.parent; around !== undefined; around = around.parent) {
    for (const declaration of lookup.containers.templateParametersOf(around)) {
      names.push({ name: declaration.name, scope: "parameter", declaration });
    }
  }
  const visible: SeenName[] = [];
  for (const level of lookup.scopes.levelsAt(place)) {
    if (level.kind === "class") names.push(...membersOf(level.type, lookup, openAccess));
    if (level.kind === "namespace") visible.push(...inNamespace(level.path, file, lookup));
  }
  return [...names, ...visible];
}

function localsAt({ file, offset }: Place): readonly SeenName[] {
  const seen = file.declarations.filter(
    ({ at, scopeStart, scopeEnd, name }) =>
      scopeEnd !== 0 && name !== "" && scopeStart <= offset && offset < scopeEnd && at < offset,
  );
  // The innermost scope ends first; of one scope the last declaration is the nearest.
  seen.sort((one, other) => one.scopeEnd - other.scopeEnd || other.at - one.at);
  return seen.map((declaration) => {
    const { name, kind } = declaration;
    return { name, scope: kind === "parameter" ? "parameter" : "local", declaration };
  });
}

/** The names of a namespace that a file sees. */
function inNamespace(path: string, file: IndexedFile, { includes }: Lookup): readonly SeenName[] {
  const found: SeenName[] = [];
  let files = 0;
  for (const seen of includes.closureOf(file).files) {
    if (++files > maxFiles) break;
    const scope = seen === file ? "file" : "visible";
    for (const declaration of topLevelOf(seen).get(path) ?? []) {
      found.push({ name: declaration.name, scope, declaration });
    }
  }
  return found;
}

/** Path of a namespace → what a file declares in it, of each file. */
const topLevels = new WeakMap<IndexedFile, ReadonlyMap<string, readonly Declaration[]>>();

function topLevelOf(file: IndexedFile): ReadonlyMap<string, readonly Declaration[]> {
  return getOrInsert(topLevels, file, () => {
    const own = file.declarations.filter((one) => visibleKinds.has(one.kind) && isTopLevel(one));
    return groupBy(own, ({ kind, parent }) => (kind === "macro" ? "" : pathOf(parent)));
  });
}

const visibleKinds: ReadonlySet<string> = new Set([...memberKinds, "namespace", "namespace_alias", "concept", "macro"]);

function isTopLevel({ name, flags, qualifier, parent, kind }: Declaration): boolean {
  if (!/^\w+$/.test(name) || qualifier !== "" || (flags & (local | friend)) !== 0) return false;
  if (kind === "macro") return true;
  for (let outer = parent; outer !== undefined; outer = outer.parent) {
    if (outer.kind !== "namespace" && !isOpenScope(outer)) return false;
  }
  return true;
}

/** The path of a namespace, without inline and anonymous ones. */
function pathOf(space: Declaration | undefined): string {
  const names: string[] = [];
  for (let outer = space; outer !== undefined; outer = outer.parent) {
    const isNamed = outer.kind === "namespace" && !isOpenScope(outer);
    if (isNamed && outer.name !== "") names.unshift(outer.name);
  }
  return names.join("::");
}

/** The files and folders that an include may name after what is written of it. */
function pathsBehind(from: IndexedFile, written: string, { index }: Lookup): SeenNames {
  const folder = written.slice(0, written.lastIndexOf("/") + 1);
  const names = new Map<string, SeenName>();
  for (const { path, language } of index.files) {
    if (names.size >= maxPaths) break;
    if (path === from.path || language !== from.language || !/\.(h|hh|hpp|hxx|inc|inl|ipp|tcc|tpp)$/i.test(path))
      continue;
    const ends = [
      relative(dirname(from.path), path),
      ...rootsOf(path, index),
      ...(folder === "" ? [] : [after(path, folder)]),
    ];
    for (const end of ends) {
      if (end === undefined || end.startsWith("../") || !end.startsWith(folder)) continue;
      const rest = end.slice(folder.length);
      const name = rest.includes("/") ? `${rest.slice(0, rest.indexOf("/"))}` : basename(rest);
      if (name !== "" && !names.has(name)) names.set(name, { name, scope: "path" });
    }
  }
  return { access: { kind: "path", from: folder }, isKnown: true, names: [...names.values()] };
}

/** A path relative to each folder of the code base, and to its `include` and `src`. */
function rootsOf(path: string, { roots }: CodeIndex): readonly string[] {
  const root = roots.find((folder) => path.startsWith(folder.endsWith("/") ? folder : `${folder}/`));
  if (root === undefined) return [];
  const own = path.slice(root.length).replace(/^\//, "");
  const inner = /^(?:include|src|inc)\//.exec(own);
  return inner === null ? [own] : [own, own.slice(inner[0].length)];
}

/** The end of a path from a folder on. */
function after(path: string, folder: string): string | undefined {
  const at = path.indexOf(`/${folder}`);
  return at < 0 ? undefined : path.slice(at + 1);
}
