/**
 * The resolver of a language whose rules of types are data: imports, packages, scopes, and members by declared types.
 * Input: an open file and an offset; output: what the name there stands for, its confidence, and the rule.
 */

import { writtenRegex } from "../../base/written-regex.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { TypeRules } from "../../syntax/type-rules.ts";
import { childrenOf } from "../children-of.ts";
import type { Declaration } from "../code-index.ts";
import { filesOf } from "../dependency.ts";
import { KeptResolutions } from "../kept-resolutions.ts";
import type { Base, KnownType, OpenFile, Resolution, Resolver, ResolverOptions } from "../resolution.ts";
import { maxTargets } from "../resolution.ts";
import { memberAccess, type SeenName, type SeenNames } from "../seen-names.ts";
import { bringsNames, isClass, isEmbedded, isFunction, standsForFile } from "../symbol-kind.ts";
import { declaringNode } from "./declared-terms.ts";
import { groupedLocals } from "./file-names.ts";
import { ImplicitInterfaces } from "./implicit-interfaces.ts";
import type { OpenNames, Type } from "./known-types.ts";
import type { LateMembers } from "./late-members.ts";
import { literalOfKey, shorthandAt } from "./literal-keys.ts";
import { isMember, isOfOwnType, packageOf } from "./named-declarations.ts";
import { termIn, termsOfBases, textOfTerm } from "./terms.ts";
import { membersAt } from "./type-members.ts";
import { membersOfKey, type TypedAnswer, typedRules } from "./typed-rules.ts";
import { openNamesOf, typedUseAt } from "./typed-use.ts";
import { Types } from "./types.ts";

/** The most candidates of an answer by only a name. */
const maxCandidates = 6;

/** Types whose members one has, in the order in which they are looked up. */
const maxBases = 200;

const none: Resolution = { confidence: "none", rule: "none", targets: [] };

export function typedResolver({ index, off = new Set(), dependencies }: ResolverOptions, rules: TypeRules): Resolver {
  const types = new Types(index, rules, dependencies);
  const active = typedRules.filter(({ id }) => !off.has(id));
  const interfaces = new ImplicitInterfaces(types);
  const resolutions = new KeptResolutions();
  const localsOf = groupedLocals();
  const separate = rules.separate_names === undefined ? undefined : writtenRegex(rules.separate_names, "u");

  const replacing = rules.replacing_names === undefined ? undefined : writtenRegex(rules.replacing_names, "u");

  /** A local is one symbol wherever its scope declares it, and what files of a package declare for several builds is one. */
  function symbolOf(declaration: Declaration): readonly Declaration[] {
    const { file, kind, name, scopeEnd } = declaration;
    if (scopeEnd > 0) return localsOf(declaration);
    if (standsForFile(declaration)) return [declaration];
    if (rules.merges && !bringsNames(declaration)) {
      const isStatic = (one: Declaration) => (one.flags & DeclarationFlag.static) !== 0;
      const all = types.declarations
        .membersLike(declaration)
        .filter(
          (one) => one.file === file && isStatic(one) === isStatic(declaration) && one.parent === declaration.parent,
        );
      return all.length > 1 ? all : [declaration];
    }
    if (!rules.package_line || bringsNames(declaration) || separate?.test(name) === true) return [declaration];
    const own = packageOf(file);
    const like = types.declarations
      .membersLike(declaration)
      .filter((one) => one.kind === kind && packageOf(one.file) === own);
    return types.modules.inOrder(like.length > 1 ? like : [declaration], file);
  }

  function resolvedNow(open: OpenFile, offset: number): Resolution {
    const use = typedUseAt(open, offset, rules);
    if (use === undefined) return none;
    types.startName();
    for (const { id, resolve } of active) {
      const answer = resolve(use, types);
      const own = answer === undefined ? undefined : use.open.names.declarationAt(offset);
      if (answer !== undefined) return resolutionOf(answer, id, own && isEmbedded(own) ? [own] : answer.via);
    }
    return none;
  }

  function resolutionOf(
    { declarations, confidence, external }: TypedAnswer,
    rule: string,
    via: readonly Declaration[] | undefined,
  ): Resolution {
    const outside = external === undefined ? {} : { external };
    const [first] = declarations;
    if (first === undefined) return { confidence, rule, targets: [], ...outside, ...(via && { via }) };
    if (confidence === "name") return { confidence, rule, targets: firstOnes(declarations) };
    const symbol = symbolOf(first);
    const isOne = declarations.every((one) => symbol.includes(one));
    if (!isOne) {
      const candidates = [...new Set(declarations)];
      const isSet = confidence !== "external" && haveOneHolder(candidates);
      const overloads = isSet ? { overloads: { declarations: candidates, confidence } } : {};
      return { confidence: "name", rule, targets: candidates.slice(0, maxCandidates), ...overloads };
    }
    const targets = [...new Set([first, ...declarations, ...symbol])].slice(0, maxTargets);
    return { confidence, rule, targets, ...(via && { via }) };
  }

  /** The members of types that a key of an object, or a name that takes an object apart, may stand for. */
  function membersDeclaredBy(declaration: Declaration, open: OpenNames | undefined): readonly Declaration[] {
    const { name, file, type, kind, parent } = declaration;
    if (isOfOwnType(declaration) || (kind === "method" && parent === undefined)) {
      const isTyped = (one: Declaration) => one.parent !== undefined && isClass(one.parent) && !isOfOwnType(one);
      return types.candidates.membersOf(name, file).filter(isTyped).slice(0, maxTargets);
    }
    const isStatic = (declaration.flags & DeclarationFlag.static) !== 0;
    if (parent !== undefined && isClass(parent) && !isFunction(declaration) && !isStatic) {
      types.startName();
      return types.basesOf(parent).flatMap((base) => {
        const meaning = types.memberOf(base, name);
        return meaning !== undefined && "declarations" in meaning ? meaning.declarations : [];
      });
    }
    if (declaration.scopeEnd === 0 || bringsNames(declaration)) return [];
    types.startName();
    const term = type.startsWith("=") ? termIn(type.slice(1)) : undefined;
    const isMember = term?.form === "member" && term.name === name;
    const place = { file, open, offset: declaration.at - 1, declaration };
    const value = isMember ? types.typeOf(term.of, place) : undefined;
    if (value !== undefined) {
      const meaning = types.memberOf(value, name);
      return meaning !== undefined && "declarations" in meaning ? meaning.declarations : [];
    }
    // As a member of a value of unknown type, it may be that of any type.
    const isKey = open !== undefined && shorthandAt(open.terms, open.terms.nameNodeAt(declaration.at)) !== undefined;
    return isKey ? types.candidates.membersOf(name, file).slice(0, maxTargets) : [];
  }

  function embeddedWith(declaration: Declaration): readonly Declaration[] {
    types.startName();
    const typeOfField = (field: Declaration) => {
      const type = types.typeOfDeclaration(field);
      return type?.kind === "class" ? type.class : undefined;
    };
    if (isEmbedded(declaration)) {
      const type = typeOfField(declaration);
      return type === undefined ? [] : [type];
    }
    if (!isClass(declaration)) return [];
    return index.named(declaration.name).filter((one) => isEmbedded(one) && typeOfField(one) === declaration);
  }

  /** The methods that a method may implement, may be implemented by, or overrides in a class without a name of an open file. */
  function mayDeclare(method: Declaration, open?: OpenFile): readonly Declaration[] {
    if (open !== undefined && method.scopeEnd > 0) return [];
    if (types.late !== undefined)
      return [...implementedLate(method, types, types.late), ...implementingLate(method, types, types.late)];
    if (rules.implicit_interfaces) return [...interfaces.implementedBy(method), ...interfaces.implementing(method)];
    if (open === undefined || method.kind !== "method") return [];
    types.startName();
    return types.overriddenInUnnamed(method, openNamesOf(open, rules));
  }

  /** The field that a pattern names together with a variable: `Shape { size }`. */
  function keyedBy(local: Declaration, open: OpenNames): readonly Declaration[] {
    if (local.kind !== "variable" || local.scopeEnd === 0) return [];
    const { terms } = open;
    const literal = literalOfKey(terms, terms.nameNodeAt(local.at));
    if (literal === noNode) return [];
    types.startName();
    const place = { file: open.file, open, offset: local.at };
    const found = membersOfKey(open, literal, local.name, place, types);
    return found !== undefined && found !== "unknown" && "declarations" in found ? found.declarations : [];
  }

  function baseOf(written: string, type: Type | undefined): Base {
    if (type?.kind === "class") return { written, declaration: type.class };
    return type?.kind === "external" ? { written, external: type.name } : { written };
  }

  function basesOf(declaration: Declaration): readonly Base[] {
    types.startName();
    const found = types.basesOf(declaration);
    const implemented = types.late?.implementedBy(declaration).map(({ type }) => type) ?? [];
    const written = [...termsOfBases(declaration.type).map(textOfTerm), ...implemented];
    return written.map((text, at) => baseOf(text, found[at]));
  }

  function linearized(declaration: Declaration): readonly (Declaration | string)[] {
    const order = new Set<Declaration | string>([declaration]);
    for (const one of order) {
      if (typeof one === "string" || order.size > maxBases) continue;
      for (const { declaration: base, external } of basesOf(one)) {
        const next = base ?? external;
        if (next !== undefined) order.add(next);
      }
    }
    return [...order];
  }

  /** The members of a type, its own ones first. */
  function membersIn(type: Type, open: OpenFile): readonly SeenName[] {
    if (type.kind === "module") {
      const files = filesOf(type.module.target) ?? [];
      const isPrivate = rules.private_names === undefined ? undefined : writtenRegex(rules.private_names, "u");
      return files
        .flatMap(({ declarations }) => declarations)
        .filter(
          (one) =>
            !bringsNames(one) && one.parent === undefined && one.qualifier === "" && isPrivate?.test(one.name) !== true,
        )
        .map((declaration) => ({ name: declaration.name, scope: "member", declaration }));
    }
    if (type.kind === "file") {
      const given = types.files?.declaredIn(type.module) ?? [];
      return given.map((declaration) => ({ name: declaration.name, scope: "member", declaration }));
    }
    if (type.kind === "own") {
      return membersAt(type).map((declaration) => ({ name: declaration.name, scope: "member", declaration }));
    }
    if (type.kind !== "class") return [];
    return linearized(type.class).flatMap((one, at) => {
      if (typeof one === "string") return [];
      const after = types.late?.allOf(one) ?? types.declarations.declaredAfter(one, open.file);
      const members = [...childrenOf(one), ...after];
      const scope = at === 0 ? ("member" as const) : ("inherited" as const);
      return members
        .filter((one) => isMember(one) && !isOfOwnType(one))
        .map((declaration) => ({ name: declaration.name, scope, declaration }));
    });
  }

  function namesAt(
    open: OpenFile,
    { before, offset }: { readonly before: string; readonly offset: number },
  ): SeenNames {
    const access = memberAccess(before, ["->", "::", "."]) ?? { kind: "name" };
    const use = typedUseAt(open, offset, rules);
    if (access.kind === "member") {
      if (use === undefined || use.owner === noNode) return { access, isKnown: false, names: [] };
      types.startName();
      const type = types.typeOf(use.open.terms.termOf(use.owner), use.place);
      if (type?.kind === "external") return { access, isKnown: true, external: type.name, names: [] };
      const names = type === undefined ? [] : membersIn(type, open);
      return { access, isKnown: names.length > 0, names };
    }
    const isSeen = ({ scopeStart, scopeEnd }: Declaration) =>
      scopeEnd === 0 || (scopeStart <= offset && offset < scopeEnd);
    const inner = open.file.declarations
      .filter((one) => isSeen(one) && !isMember(one) && one.name !== "")
      .sort((a, b) => (a.scopeEnd || Infinity) - (b.scopeEnd || Infinity));
    const names = inner.map((declaration): SeenName => {
      const { name, scopeEnd } = declaration;
      return { name, scope: scopeEnd === 0 ? "file" : "local", declaration };
    });
    return { access, isKnown: false, names };
  }

  /** The type of what a declaration declares, as it is written, or else of its value. */
  function typeOf(open: OpenFile, declaration: Declaration): KnownType | undefined {
    const { terms } = openNamesOf(open, rules);
    const node = terms.nameNodeAt(declaration.at);
    const declared = declaration.file === open.file ? declaringNode(terms, node) : undefined;
    if (declared === undefined) return undefined;
    const { rule, node: statement } = declared;
    const field = rule.type ?? rule.list ?? rule.result;
    const around = rule.outer_type === undefined ? noNode : terms.childOf(terms.parentOf(statement), rule.outer_type);
    const written = around !== noNode || field === undefined ? around : terms.childOf(statement, field);
    const isWritten = written !== noNode && !rules.inferred.includes(terms.textOf(written));
    if (isWritten) return { type: terms.textOf(written).replace(/\s+/g, " "), source: "declared" };
    if (rule.underlying !== undefined || rule.alias !== undefined) return undefined;
    types.startName();
    const type = types.typeOfDeclaration(declaration, openNamesOf(open, rules));
    if (type?.kind === "class" && !type.isType) return { type: type.class.name, source: "inferred" };
    return type?.kind === "external" && !type.isOpen ? { type: type.name, source: "inferred" } : undefined;
  }

  return {
    resolve: (open, offset) => resolutions.at(open, offset, () => resolvedNow(open, offset)),
    symbolOf,
    embeddedWith,
    notFollowed: ({ kind }) => (Object.hasOwn(rules.not_followed, kind) ? rules.not_followed[kind] : undefined),
    replacesMembers: ({ name, flags }) => replacing?.test(name) === true && (flags & DeclarationFlag.static) === 0,
    namesImports: rules.import_nodes.length > 0 || rules.exports !== undefined,
    ...(types.late !== undefined && {
      implementersIn: (file, name) => types.late?.implementersIn(file, name) ?? [],
      implementedBy: (method) => (types.late === undefined ? [] : implementedLate(method, types, types.late)),
    }),
    ...(rules.implicit_interfaces && { implementedBy: (method) => interfaces.implementedBy(method) }),
    ...(rules.merges && { mergesNames: true }),
    mayDeclare,
    mayUse: (declaration, open) => {
      if (types.files !== undefined) return membersDeclaredBy(declaration, open && openNamesOf(open, rules));
      return open === undefined ? [] : keyedBy(declaration, openNamesOf(open, rules));
    },
    isShorthand: (open, offset) => {
      const { terms } = openNamesOf(open, rules);
      return shorthandAt(terms, terms.nameNodeAt(offset))?.means === "variable";
    },
    basesOf,
    linearized,
    namesAt,
    typeOf,
  };
}

/** The methods of traits that a method of a type implements. */
function implementedLate(method: Declaration, types: Types, late: LateMembers): readonly Declaration[] {
  const owner = method.qualifier === "" ? undefined : late.ownerOf(method);
  if (owner === undefined) return [];
  types.startName();
  return types.basesOf(owner).flatMap((base) => {
    return base?.kind === "class" && base.class.kind === "interface" ? late.membersOf(base.class, method.name) : [];
  });
}

/** The methods that implement a method of a trait. */
function implementingLate(method: Declaration, types: Types, late: LateMembers): readonly Declaration[] {
  const { parent } = method;
  if (parent?.kind !== "interface") return [];
  return types.declarations.allMembers(method.name).filter((one) => implementedLate(one, types, late).includes(method));
}

/** The first candidates of an answer by only a name, each once: others of a frequent name are not looked at. */
function firstOnes(declarations: readonly Declaration[]): readonly Declaration[] {
  const found = new Set<Declaration>();
  for (const one of declarations) {
    if (found.size >= maxCandidates) break;
    found.add(one);
  }
  return [...found];
}

/** True for functions of one name in one class. */
function haveOneHolder(declarations: readonly Declaration[]): boolean {
  const [first] = declarations;
  return first?.parent !== undefined && declarations.every((one) => isFunction(one) && one.parent === first.parent);
}
