/**
 * The types of values and the members of types, for languages whose rules of types are data. Input: a term and the
 * place that it is written at; output: what it is, or the declarations of a member. A type that is not certain is
 * undefined, and never guessed.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy } from "../../base/group-by.ts";
import { wordSet } from "../../base/word-list.ts";
import { writtenRegex } from "../../base/written-regex.ts";
import { DeclarationFlag, type DeclarationKind } from "../../facts/declaration-facts.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { TypeRules } from "../../syntax/type-rules.ts";
import type { CodeIndex, Declaration, IndexedFile } from "../code-index.ts";
import type { DependencyFinder } from "../dependency.ts";
import { bringsNames } from "../symbol-kind.ts";
import { Candidates } from "./candidates.ts";
import { FileModules, type Imported, isInner, isOutside, moduleOf } from "./file-modules.ts";
import {
  asValue,
  eitherOf,
  type Meaning,
  type MemberMeaning,
  memberOfBoth,
  memberOfEither,
  type OpenNames,
  partOfExternal,
  type TermPlace,
  type Type,
} from "./known-types.ts";
import { LateMembers } from "./late-members.ts";
import { ModuleNames, memberOfTarget, spaceSortOf } from "./module-names.ts";
import { ModuleTree, type Space } from "./module-tree.ts";
import { type Module, Modules } from "./modules.ts";
import { isOfOwnType, NamedDeclarations } from "./named-declarations.ts";
import { ownObjectAround } from "./own-object.ts";
import { type Term, termIn, termsOfBases } from "./terms.ts";
import {
  aFunction,
  anything,
  aValue,
  fittingOf,
  isAccessor,
  isCallable,
  isType,
  isWanted,
  type Wanted,
} from "./wanted.ts";
import { absoluteSign, pathSign } from "./written-terms.ts";

/** Terms that are looked at for one name, also below each other. */
const maxSteps = 1_000;

/** Types whose members one type has. */
const maxBases = 200;

export class Types {
  readonly modules: Modules;
  readonly declarations: NamedDeclarations;
  readonly candidates: Candidates;
  /** The modules of a language whose files are modules. */
  readonly files: FileModules | undefined;
  /** The names of modules, in a language whose files name their modules. */
  readonly names: ModuleNames | undefined;
  readonly late: LateMembers | undefined;
  readonly #rules: TypeRules;
  readonly #builtins: ReadonlySet<string>;
  readonly #unknownTypes: ReadonlySet<string>;
  readonly #rootMembers: ReadonlySet<string>;
  readonly #packageRoots: ReadonlySet<string>;
  readonly #itemMembers: ReadonlySet<string>;
  readonly #sameMembers: ReadonlySet<string>;
  readonly #listMembers: ReadonlySet<string>;
  readonly #outsideMembers: ReadonlySet<string>;
  readonly #tables: ReadonlySet<string>;
  readonly #openResults: RegExp | undefined;
  readonly #privateNames: RegExp | undefined;
  readonly #values = new Map<Declaration, { readonly type: Type | undefined; readonly steps: number }>();
  readonly #bases = new Map<Declaration, { readonly types: readonly (Type | undefined)[]; readonly steps: number }>();
  /** The declarations whose types are being found. */
  readonly #known = new Set<Declaration>();
  #steps = 0;
  #isCut = false;

  constructor(index: CodeIndex, rules: TypeRules, dependencies: DependencyFinder | undefined) {
    this.declarations = new NamedDeclarations(index);
    this.candidates = new Candidates(this.declarations, rules);
    this.modules = new Modules(this.declarations, rules, dependencies);
    this.files = rules.exports && new FileModules(rules.exports, dependencies);
    const tree = rules.modules && new ModuleTree(this.declarations, rules.modules, dependencies);
    this.names = tree && rules.modules && new ModuleNames(tree, rules.modules, rules);
    this.late = tree && new LateMembers(this.declarations, tree);
    this.#rules = rules;
    this.#itemMembers = wordSet(rules.item_members);
    this.#sameMembers = wordSet(rules.same_members);
    this.#builtins = wordSet(rules.builtins);
    this.#unknownTypes = wordSet(rules.unknown_types);
    this.#rootMembers = wordSet(rules.root?.members ?? "");
    this.#packageRoots = wordSet(rules.package_roots);
    this.#outsideMembers = wordSet(rules.outside_members);
    this.#tables = wordSet(rules.tables);
    this.#listMembers = wordSet(rules.list_members);
    this.#privateNames = rules.private_names === undefined ? undefined : writtenRegex(rules.private_names, "u");
    this.#openResults = rules.open_results === undefined ? undefined : writtenRegex(rules.open_results, "u");
  }

  get rules(): TypeRules {
    return this.#rules;
  }

  /** True for a name that only the files of its own package see. */
  isPrivate(name: string): boolean {
    return this.#privateNames?.test(name) === true;
  }

  /** True if a value from outside may have a member that the code base declares, where an open one may be of any type. */
  mayBeOwnMember(name: string, isOpen: boolean): boolean {
    if (this.late === undefined && !isOpen) return false;
    const all = this.declarations.allMembers(name);
    // A type from outside has no functions of the code base, except functions of its traits.
    const mayBe = (one: Declaration) =>
      isOpen || one.parent?.kind === "interface" || this.late?.ownerOf(one) === undefined;
    return all.some(mayBe);
  }

  /** The variant of an enum that a term names; undefined for another term. */
  variantOf(term: Term, place: TermPlace): Declaration | undefined {
    if (this.names === undefined) return undefined;
    const found =
      term.form === "member"
        ? this.memberOf(this.typeOf(term.of, place), term.name, { sort: "any" })
        : term.form === "name"
          ? this.meaningOf(term.name, place, { sort: "any" })
          : undefined;
    const [first] = found !== undefined && "declarations" in found ? found.declarations : [];
    return first?.kind === "enum_member" ? first : undefined;
  }

  /** Begins with another name, which has steps of its own. */
  startName(): void {
    this.#steps = 0;
    this.#isCut = false;
    this.#known.clear();
  }

  /** The meaning of a name by itself; undefined if nothing is known of it. */
  meaningOf(name: string, place: TermPlace, wanted: Wanted = anything): Meaning | undefined {
    if (this.names !== undefined) return this.#meaningInModules(name, place, wanted, this.names);
    if (!this.#rules.packages_by_name) return this.#meaningIn(name, place);
    return this.#meaningInClasses(name, place, wanted.sort === undefined ? aValue : wanted);
  }

  #meaningInModules(name: string, place: TermPlace, wanted: Wanted, names: ModuleNames): Meaning | undefined {
    if (name === this.#rules.modules?.own_type) {
      const [own] = this.#classesAround(place);
      return own?.type?.kind === "class" ? { by: "package", declarations: [own.type.class] } : undefined;
    }
    const isSeen = place.open === undefined ? undefined : this.#isSeen(place.open, place.offset);
    return names.meaningOf(name, place, wanted, isSeen);
  }

  /** The meaning of a name in a language whose names may be members of the classes around them. */
  #meaningInClasses(name: string, place: TermPlace, wanted: Wanted): Meaning | undefined {
    const { file, open, offset } = place;
    const isOfSort = (one: Declaration) => isWanted(one, wanted.sort);
    const isSeen = open === undefined ? undefined : this.#isSeen(open, offset);
    const before = open?.names.lookUp(
      name,
      offset,
      (one) => isOfSort(one) && one.kind !== "label" && (isSeen?.(one) ?? true),
    )?.declaration;
    // A type parameter is seen by the ones before it.
    const later = before === undefined ? open?.names.lookUp(name, offset)?.declaration : undefined;
    const local = later?.kind === "type_parameter" && isOfSort(later) ? later : before;
    const inFunction = (open?.names.inFunctions(name, offset) ?? []).filter((one) => isType(one) && isOfSort(one));
    const locals = local !== undefined && local.scopeEnd > 0 && !bringsNames(local) ? [local] : inFunction.slice(-1);
    const [own] = locals;
    let external: string | undefined;
    for (const { type, start } of this.#classesAround(place)) {
      if (own !== undefined && own.at > start) return { by: "local", declarations: locals };
      const found = this.memberOf(type, name, wanted);
      if (found === undefined || "missing" in found) continue;
      if ("declarations" in found) return { by: "own-member", declarations: found.declarations };
      if ("external" in found) external ??= found.external;
    }
    if (own !== undefined) return { by: "local", declarations: locals };
    const { named, all } = this.modules.pathsBringing(file, name);
    const imported = this.#broughtBy(
      named.map(({ path }) => path),
      file,
      wanted,
    );
    if (imported !== undefined) return imported;
    // An import that leads nowhere, as to a file that a build makes, hides the names that come after it.
    if (named.length > 0 && wanted.sort !== "function") return undefined;
    const ofPackage = this.modules.seenBy(file, name).filter(isOfSort);
    if (ofPackage.length > 0) return { by: "package", declarations: ofPackage };
    const starred = this.#broughtBy(
      all.map(({ path }) => `${path}.${name}`),
      file,
      wanted,
    );
    if (starred?.by === "imported") return { by: "star", declarations: starred.declarations };
    if (wanted.sort !== "function" && this.#builtins.has(name)) return { by: "builtin", external: name };
    if (external !== undefined) return { by: "outside", external };
    return starred;
  }

  /** The targets of dotted names: declarations of the code base, or else a name from outside. */
  #broughtBy(paths: readonly string[], file: IndexedFile, wanted: Wanted): Meaning | undefined {
    const found = paths.map((path) => this.atPath(path.split("."), file, wanted));
    const inside = found.flatMap((one) => (one !== undefined && "declarations" in one ? one.declarations : []));
    if (inside.length > 0) return { by: "imported", declarations: inside };
    const outside = found.find((one) => one !== undefined && "external" in one);
    return outside !== undefined && "external" in outside ? { by: "outside", external: outside.external } : undefined;
  }

  /** The target of a dotted name of packages, types and members. */
  atPath(parts: readonly string[], file: IndexedFile, wanted: Wanted = anything): MemberMeaning | undefined {
    const found = this.modules.atPath(parts, file);
    if (found === undefined) return undefined;
    if ("external" in found) return { external: found.external, isOpen: false };
    let meaning: MemberMeaning | undefined = found;
    for (const [at, name] of found.rest.entries()) {
      if (meaning === undefined || !("declarations" in meaning)) return meaning;
      const isLast = at === found.rest.length - 1;
      meaning = this.memberOf(this.#typeOfDeclarations(meaning.declarations), name, isLast ? wanted : { sort: "type" });
    }
    if (meaning === undefined || !("declarations" in meaning)) return meaning;
    const declarations = meaning.declarations.filter((one) => isWanted(one, wanted.sort));
    return declarations.length > 0 ? { declarations } : undefined;
  }

  /** The types of the classes around a place, the innermost first, with the offsets of their bodies. */
  #classesAround(place: TermPlace): readonly { readonly type: Type | undefined; readonly start: number }[] {
    const { open, offset, declaration } = place;
    if (open === undefined) {
      const owner = declaration && declaration.qualifier !== "" ? this.late?.ownerOf(declaration) : undefined;
      if (owner !== undefined) return [{ type: { kind: "class", class: owner, isType: false }, start: owner.at }];
      const found: { readonly type: Type; readonly start: number }[] = [];
      for (let at = declaration?.parent; at !== undefined; at = at.parent) {
        if (isType(at)) found.push({ type: { kind: "class", class: at, isType: false }, start: at.at });
      }
      return found;
    }
    const { terms, names } = open;
    const bodies = terms.bodiesAround(offset);
    const types: (Type | undefined)[] = [];
    for (const body of bodies.toReversed()) {
      const outer = types[0];
      const own = body.name === noNode ? undefined : names.declarationAt(terms.startOf(body.name));
      if (body.of !== undefined) types.unshift(asValue(this.#madeAt(body.of, open)));
      else if (body.name !== noNode) types.unshift(own && { kind: "class", class: own, isType: false });
      else {
        const made = body.made === noNode ? outer : this.#madeAt(body.made, open);
        types.unshift({ kind: "unnamed", open, body: body.node, base: asValue(made) });
      }
    }
    return bodies.map(({ start }, at) => ({ type: types[at], start }));
  }

  #madeAt(node: number, open: OpenNames): Type | undefined {
    const { terms, file } = open;
    return this.typeOf(terms.termOf(node), { file, open, offset: terms.startOf(node) });
  }

  /** The functions of its base that a function of an open file overrides in a class without a name. */
  overriddenInUnnamed(method: Declaration, open: OpenNames): readonly Declaration[] {
    const [around] = this.#classesAround({ file: open.file, open, offset: method.at });
    if (around?.type?.kind !== "unnamed") return [];
    const found = this.memberOf(around.type.base, method.name, { sort: "function", count: method.most });
    if (found === undefined || !("declarations" in found)) return [];
    return found.declarations.filter(({ most }) => most === method.most);
  }

  #meaningIn(name: string, { file, open, offset }: TermPlace): Meaning | undefined {
    const local = open?.names.lookUp(name, offset, this.#isSeen(open, offset))?.declaration;
    const inFunction = open?.names.inFunctions(name, offset) ?? [];
    const seen = this.#rules.first_before_use ? inFunction.filter(({ at }) => at <= offset).slice(-1) : inFunction;
    const isLocal = local !== undefined && (local.scopeEnd > 0 || isInner(local)) && !bringsNames(local);
    // Of two names that are seen, the one that comes later is further inside.
    if (open !== undefined && isLocal && seen.every(({ at }) => at < local.at)) {
      return { by: "local", declarations: [open.names.firstInScope(local)] };
    }
    if (seen.length > 0) return { by: "local", declarations: seen };
    const binding = this.files?.imported(file, name);
    if (binding !== undefined) return { by: "binding", binding };
    const module = this.files === undefined ? this.modules.imported(file, name) : undefined;
    if (module !== undefined) return { by: "import", module };
    const own = inNamespaces(this.modules.seenBy(file, name), offset);
    if (own.length > 0) return { by: "package", declarations: own };
    const all = this.modules.bringingAll(file);
    for (const one of all) {
      const brought = this.modules.inModule(one, name) ?? [];
      if (brought.length > 0) return { by: "star", declarations: brought };
    }
    if (this.#builtins.has(name)) return { by: "builtin", external: name };
    const outside = this.files === undefined ? [...all, ...this.modules.unnamed(file)].filter(isFromOutside) : [];
    if (outside.length === 0) return undefined;
    const [only] = outside;
    return { by: "unnamed-import", external: outside.length === 1 && only ? `${only.path}.${name}` : undefined };
  }

  /** True for a member that many values from outside have, and that nothing in the file declares. */
  isOfOutside(name: string, file: IndexedFile): boolean {
    return this.#outsideMembers.has(name) && this.candidates.membersOf(name, file)[0]?.file !== file;
  }

  /** Tells the definitions that a name sees: in some languages not the one whose value it is part of. */
  #isSeen(open: OpenNames, offset: number): ((declaration: Declaration) => boolean) | undefined {
    if (!this.#rules.first_before_use) return undefined;
    return ({ at, kind }) => {
      if (at > offset || memberKinds.has(kind)) return false;
      const { terms } = open;
      const declaring = at === offset ? undefined : terms.declaringNode(terms.nameNodeAt(at));
      if (declaring === undefined) return true;
      const { type, value, items, each, seen_in: part } = declaring.rule;
      if (part !== undefined) return terms.isIn(offset, terms.childAround(declaring.node, part));
      return ![type, value, items, each].some((field) => {
        const inner = field === undefined ? noNode : terms.childOf(declaring.node, field);
        // A parameter of a function in the value is seen in the value.
        return terms.isIn(offset, inner) && !terms.isIn(at, inner);
      });
    };
  }

  /** The type of a term; undefined if it is not known. */
  typeOf(term: Term, place: TermPlace, wanted: Wanted = anything): Type | undefined {
    if (++this.#steps > maxSteps) {
      this.#isCut = true;
      return undefined;
    }
    return this.#typeOf(term, place, wanted);
  }

  /** The meaning of a dotted name of packages and types; undefined for other terms. */
  atTerm(term: Term, { file }: TermPlace): MemberMeaning | undefined {
    const parts = this.#rules.packages_by_name ? partsOf(term) : undefined;
    const found = parts === undefined ? undefined : this.atPath(parts, file, { sort: "type" });
    if (found === undefined || "missing" in found) return undefined;
    return "declarations" in found || this.#packageRoots.has(parts?.[0] ?? "") ? found : undefined;
  }

  #typeOf(term: Term, place: TermPlace, wanted: Wanted): Type | undefined {
    switch (term.form) {
      case "unknown":
        return undefined;
      case "own":
        return { kind: "own", file: place.file, at: term.at };
      case "name":
        return this.#typeOfName(term.name, place, wanted);
      case "member": {
        if (term.name === this.#rules.self) return asValue(this.typeOf(term.of, place));
        const owner = this.typeOf(term.of, place);
        if (owner?.kind === "space") return this.#typeInSpace(owner.space, term.name, wanted);
        const path = owner === undefined ? this.atTerm(term, place) : undefined;
        const isValue = this.names !== undefined && wanted.sort === undefined;
        const meaning = path ?? this.memberOf(owner, term.name, isValue ? aValue : wanted);
        if (meaning === undefined || "missing" in meaning) {
          // A table has members of any name.
          const isTable = owner?.kind === "list" && owner.as !== undefined && this.#tables.has(owner.as);
          return isTable ? this.#itemOf(owner, "item") : undefined;
        }
        if ("module" in meaning) return { kind: "file", module: meaning.module };
        if ("external" in meaning) return { kind: "external", name: meaning.external, isOpen: meaning.isOpen };
        const { declarations, isOneOf } = meaning;
        return isOneOf ? this.#typeOfOneOf(declarations) : this.#typeOfDeclarations(declarations, undefined, wanted);
      }
      case "list": {
        const key = term.key && { term: term.key, place };
        return { kind: "list", item: { term: term.of, place }, key, as: term.as };
      }
      case "module":
        return this.#importedType(this.files?.required(term.path, place.file));
      case "function":
        return { kind: "function", result: { term: term.of, place } };
      case "either": {
        const parts = term.parts.map((part) => this.typeOf(part, place));
        return eitherOf(parts, this.#rules.partly_known);
      }
      case "both":
        return { kind: "both", parts: term.parts.map((part) => this.typeOf(part, place)) };
      case "tuple":
        return { kind: "tuple", parts: term.parts.map((part) => ({ term: part, place })) };
      case "made":
        return asValue(this.typeOf(term.of, place));
      case "part": {
        const whole = this.typeOf(term.of, place);
        const part = whole?.kind === "tuple" ? whole.parts[term.part] : undefined;
        if (part !== undefined) return asValue(this.typeOf(part.term, part.place));
        if (whole?.kind === "external") return partOfExternal(whole, term.part);
        return term.part === 0 && whole?.kind !== "tuple" ? whole : undefined;
      }
      case "item":
      case "key":
        return this.#itemOf(this.typeOf(term.of, place), term.form);
      case "call":
        return this.#resultOf(term, place);
    }
  }

  #typeInSpace(space: Space, name: string, wanted: Wanted): Type | undefined {
    const found = this.names?.tree.memberOf(
      space,
      name,
      spaceSortOf(wanted.sort === undefined ? { sort: "any" } : wanted),
    );
    if (found === undefined) return undefined;
    if ("space" in found) return { kind: "space", space: found.space };
    if ("external" in found) return { kind: "external", name: found.external, isOpen: false };
    return this.#typeOfDeclarations(found.declarations, undefined, wanted);
  }

  #typeOfName(written: string, place: TermPlace, given: Wanted): Type | undefined {
    const isPath = this.names !== undefined && written.startsWith(pathSign);
    const isAbsolute = isPath && written.startsWith(absoluteSign, pathSign.length);
    const name = isPath ? written.slice(pathSign.length + (isAbsolute ? absoluteSign.length : 0)) : written;
    const wanted: Wanted = isPath
      ? { sort: "type", isAbsolute }
      : this.names !== undefined && given.sort === undefined
        ? { sort: "any" }
        : given;
    if (this.names !== undefined && name === this.#rules.modules?.own && isPath) {
      return { kind: "space", space: this.names.spaceAt(place) };
    }
    if (this.files !== undefined && (name === this.#rules.self || name === this.#rules.base)) {
      const own = this.#ownObject(place);
      return name === this.#rules.self ? own : this.#baseOf(own);
    }
    if (name === this.#rules.self || name === this.#rules.base) {
      const [own] = this.#classesAround(place);
      return name === this.#rules.self ? own?.type : this.#baseOf(own?.type);
    }
    const meaning = this.meaningOf(name, place, wanted);
    const isOfFile = meaning?.by === "builtin" && this.#rules.inner_members?.exports.includes(name);
    if (isOfFile) return { kind: "file", module: moduleOf(place.file) };
    if (meaning === undefined) return undefined;
    if ("module" in meaning) return this.#moduleType(meaning.module);
    if ("space" in meaning) return { kind: "space", space: meaning.space };
    if ("binding" in meaning) return this.#importedType(this.files?.meaningOf(meaning.binding));
    if ("external" in meaning) {
      const isUnknown = meaning.external === undefined || (meaning.by === "builtin" && this.#unknownTypes.has(name));
      return isUnknown ? undefined : { kind: "external", name: meaning.external, isOpen: false };
    }
    const [first] = meaning.declarations;
    const { open } = place;
    if (meaning.by === "local" && open !== undefined && first !== undefined) {
      const inCase = this.#typeInCase(first, open, place);
      if (inCase !== undefined) return inCase.type;
    }
    return this.#typeOfDeclarations(meaning.declarations, open, wanted);
  }

  #importedType(imported: Imported): Type | undefined {
    if (imported === undefined) return undefined;
    if ("module" in imported) {
      const { module } = imported;
      return isOutside(module) ? { kind: "external", name: module.path, isOpen: false } : { kind: "file", module };
    }
    if ("external" in imported) return { kind: "external", name: imported.external, isOpen: false };
    return this.#typeOfDeclarations(imported.declarations);
  }

  /** The type of the own object of the function around a place; undefined if its caller says which object that is. */
  #ownObject({ open, offset, declaration, file }: TermPlace): Type | undefined {
    if (open === undefined) {
      const holder = declaration?.parent;
      const isStatic = declaration !== undefined && (declaration.flags & DeclarationFlag.static) !== 0;
      return holder && isType(holder) ? { kind: "class", class: holder, isType: isStatic } : undefined;
    }
    const own = ownObjectAround(open.terms, offset);
    if (own === undefined) return undefined;
    if (own.kind === "object") return { kind: "own", file, at: open.terms.startOf(own.node) };
    if (own.kind === "function") {
      const named = open.names.declarationAt(open.terms.startOf(own.name));
      const [holder] = named === undefined ? [] : this.declarations.holdersOf(named);
      return holder && { kind: "class", class: holder, isType: false };
    }
    const named = own.name === noNode ? undefined : open.names.declarationAt(open.terms.startOf(own.name));
    return named === undefined
      ? { kind: "unnamed", open, body: own.node, base: undefined }
      : { kind: "class", class: named, isType: own.isStatic };
  }

  /** The type of an object as one of the class that its class extends. */
  #baseOf(type: Type | undefined): Type | undefined {
    if (type?.kind === "unnamed") return type.base;
    const root = this.#rules.root;
    if (type?.kind !== "class" || root === undefined) return undefined;
    const bases = this.basesOf(type.class);
    const base = bases.find((one) => one?.kind === "class" && one.class.kind !== "interface") ?? bases[0];
    return bases.length === 0 ? { kind: "external", name: root.name, isOpen: false } : asValue(base);
  }

  #moduleType(module: Module): Type | undefined {
    return isFromOutside(module)
      ? { kind: "external", name: module.path, isOpen: false }
      : module.target === undefined || "missing" in module.target
        ? undefined
        : { kind: "module", module };
  }

  /** The type of a name that depends on the case that it is used in: that of its only type. */
  #typeInCase(
    { at }: Declaration,
    open: OpenNames,
    { offset }: TermPlace,
  ): { readonly type: Type | undefined } | undefined {
    const { terms, file } = open;
    const declaring = terms.declaringNode(terms.nameNodeAt(at));
    const kind = declaring?.rule.cases;
    if (declaring === undefined || kind === undefined) return undefined;
    const inside = terms.around(terms.nameNodeAt(offset), (one) => one === kind);
    if (inside === noNode || terms.startOf(inside) < terms.startOf(declaring.node)) return undefined;
    const types = terms.childrenOf(inside, "type");
    const [only] = types;
    if (only === undefined || types.length > 1) return { type: undefined };
    return { type: asValue(this.typeOf(terms.termOf(only), { file, open, offset: terms.startOf(only) })) };
  }

  /** The type of declarations of one symbol: that of all of them, if they agree. */
  #typeOfDeclarations(
    declarations: readonly Declaration[],
    open?: OpenNames,
    { sort }: Wanted = anything,
  ): Type | undefined {
    const [first] = declarations;
    if (first === undefined) return undefined;
    if (isCallable(first) || (sort === "function" && isAccessor(first))) return { kind: "declared", declarations };
    return this.typeOfDeclaration(first, open);
  }

  /** The type of what a declaration declares: of a type this type itself, of a function the function. */
  typeOfDeclaration(declaration: Declaration, open?: OpenNames): Type | undefined {
    const { kind, type, file, scopeEnd } = declaration;
    if (isCallable(declaration)) return { kind: "declared", declarations: [declaration] };
    const isNamespace = kind === "namespace" && this.files !== undefined;
    if (isType(declaration) || isNamespace) return { kind: "class", class: declaration, isType: true };
    const { parent } = declaration;
    if (kind === "enum_member" && parent !== undefined) return { kind: "class", class: parent, isType: false };
    if (type === "" || kind === "type_parameter") return undefined;
    const found = this.#values.get(declaration);
    if (found !== undefined) {
      // A name takes the same steps whatever was asked before it.
      this.#steps += found.steps;
      return found.type;
    }
    const before = this.#steps;
    if (this.#known.has(declaration)) {
      // The result of a way in a circle depends on its beginning.
      this.#isCut = true;
      return undefined;
    }
    this.#known.add(declaration);
    const isOpen = open?.file === file;
    // The value of a local sees the names before it.
    const offset = scopeEnd > 0 ? declaration.at - 1 : declaration.start;
    const place: TermPlace = { file, open: isOpen ? open : undefined, offset, declaration };
    const written = this.typeOf(termIn(type.startsWith("=") ? type.slice(1) : type), place);
    const result = kind === "alias" || type.startsWith("=") ? written : asValue(written);
    const own = kind === "alias" ? result : asValue(result);
    this.#known.delete(declaration);
    if (!this.#isCut) this.#values.set(declaration, { type: own, steps: this.#steps - before });
    return own;
  }

  #itemOf(of: Type | undefined, form: "item" | "key"): Type | undefined {
    const list = this.#plain(of);
    if (list?.kind === "list") {
      const part = form === "item" ? list.item : list.key;
      return part && asValue(this.typeOf(part.term, part.place));
    }
    // An item of one value may be the value: `await` of what is there already.
    if (list?.kind === "external") return { ...list, name: `${list.name}[]`, isOpen: this.#isOpenResult(list) };
    // `f[int]` is a function, and `Box[int]` a type.
    const isGeneric = list?.kind === "declared" || (list?.kind === "class" && list.isType);
    return form === "item" && isGeneric ? list : undefined;
  }

  #resultOf({ of, first }: Extract<Term, { form: "call" }>, place: TermPlace): Type | undefined {
    const asFunction = this.typeOf(of, place, aFunction);
    // A variant of an enum is called as a function is.
    const called = asFunction ?? (this.names === undefined ? undefined : this.typeOf(of, place));
    if (called === undefined) return this.#givenByMember(of, place);
    if (called.kind === "class" && (called.isType || this.names !== undefined)) return asValue(called);
    if (called.kind === "external") {
      const given = this.#givenByMember(of, place);
      if (given !== undefined) return given;
      const rule = Object.hasOwn(this.#rules.builtin_results, called.name)
        ? this.#rules.builtin_results[called.name]
        : undefined;
      if (rule === "first") return first && asValue(this.typeOf(first, place));
      return { ...called, name: `${called.name}()`, isOpen: this.#isOpenResult(called) };
    }
    if (called.kind === "declared") return this.#resultOfAll(called.declarations);
    const plain = this.#plain(called);
    return plain?.kind === "function" ? asValue(this.typeOf(plain.result.term, plain.result.place)) : undefined;
  }

  /** The result of a function that gives an item of what it is called on, or that itself: `list.iter()`, `option.unwrap()`. */
  #givenByMember(called: Term, place: TermPlace): Type | undefined {
    if (called.form !== "member") return undefined;
    const isItem = this.#itemMembers.has(called.name);
    if (!isItem && !this.#sameMembers.has(called.name)) return undefined;
    const of = this.typeOf(called.of, place);
    if (of?.kind === "list") return isItem ? this.#itemOf(of, "item") : of;
    return of?.kind === "class" && !isItem ? asValue(of) : undefined;
  }

  /** The result of a call of one of some functions: known if all of them write the same. */
  #resultOfAll(declarations: readonly Declaration[]): Type | undefined {
    const [first] = declarations;
    if (first === undefined || first.type === "" || declarations.some(({ type }) => type !== first.type))
      return undefined;
    const { file, type, start } = first;
    const place: TermPlace = { file, open: undefined, offset: start, declaration: first };
    return asValue(this.typeOf(termIn(type), place));
  }

  #isOpenResult({ name, isOpen }: Extract<Type, { kind: "external" }>): boolean {
    return isOpen || this.#rules.external_results === "open" || this.#openResults?.test(name) === true;
  }

  /** The type that a type with a name consists of: of `type Shapes []Shape` a list. */
  #plain(type: Type | undefined): Type | undefined {
    let plain = type;
    for (let i = 0; i < maxAliases && plain?.kind === "class" && !plain.isType; i++) {
      const { type: written, file, start } = plain.class;
      if (!written.startsWith("=")) return plain;
      plain = asValue(
        this.typeOf(termIn(written.slice(1)), { file, open: undefined, offset: start, declaration: plain.class }),
      );
    }
    return plain;
  }

  /** The meaning of a member of a type; undefined if the type is not known. */
  memberOf(type: Type | undefined, name: string, given: Wanted = anything): MemberMeaning | undefined {
    const wanted = given.sort === undefined && this.#rules.packages_by_name ? aValue : given;
    if (type === undefined || name === "") return undefined;
    switch (type.kind) {
      case "external":
        return { external: `${type.name}.${name}`, isOpen: type.isOpen };
      case "file": {
        const found = this.files?.memberOf(type.module, name);
        if (found === undefined || !("external" in found)) return found;
        return { external: found.external, isOpen: false };
      }
      case "module": {
        const found = this.modules.inModule(type.module, name);
        return found === undefined ? undefined : found.length > 0 ? { declarations: found } : { missing: true };
      }
      case "own": {
        const found = membersAt(type).filter((one) => one.name === name);
        return found.length > 0 ? { declarations: found } : undefined;
      }
      case "class":
        return this.#memberOfClass(type.class, name, wanted, type.isType);
      case "unnamed":
        return this.#memberOfUnnamed(type, name, wanted);
      case "space":
        return memberOfTarget(
          this.names?.tree.memberOf(type.space, name, spaceSortOf(given.sort === undefined ? { sort: "any" } : given)),
        );
      case "either":
        return memberOfEither(this.#memberOfEach(type.parts, name, wanted), this.#rules.partly_known);
      case "both":
        return memberOfBoth(this.#memberOfEach(type.parts, name, wanted));
      case "list":
        if (type.as !== undefined && this.#tables.has(type.as)) return undefined;
        if (type.as !== undefined) return { external: `${type.as}.${name}`, isOpen: false };
        if (this.names !== undefined) return { external: `[].${name}`, isOpen: false };
        return this.#listMembers.has(name) ? { external: `[].${name}`, isOpen: false } : undefined;
      default:
        return undefined;
    }
  }

  #memberOfEach(
    parts: readonly (Type | undefined)[],
    name: string,
    wanted: Wanted,
  ): readonly (MemberMeaning | undefined)[] {
    return parts.map((part) => this.memberOf(part, name, wanted));
  }

  /** The type of one of several declarations. */
  #typeOfOneOf(declarations: readonly Declaration[]): Type | undefined {
    if (declarations.every(isCallable)) return { kind: "declared", declarations };
    const types = declarations.slice(0, maxAliases).map((one) => this.typeOfDeclaration(one));
    return eitherOf(types, this.#rules.partly_known);
  }

  #memberOfUnnamed(
    { open, body, base }: Extract<Type, { kind: "unnamed" }>,
    name: string,
    wanted: Wanted,
  ): MemberMeaning | undefined {
    const { terms, file } = open;
    const own = this.declarations
      .inFile(file, name)
      .filter((one) => isWanted(one, wanted.sort) && terms.isInBody(terms.parentOf(terms.nameNodeAt(one.at)), body));
    const fitting = fittingOf(own, wanted);
    return fitting.length > 0 ? { declarations: fitting } : this.memberOf(base, name, wanted);
  }

  /** The member of a type, or else of the nearest types that it has the members of. */
  #memberOfClass(start: Declaration, name: string, wanted: Wanted, isType: boolean): MemberMeaning | undefined {
    const seen = new Set<Declaration>([start]);
    let external: string | undefined;
    let isKnown = true;
    /** The nearest level with a type that may have any member. */
    let outsideAt = Number.POSITIVE_INFINITY;
    let level: readonly Declaration[] = [start];
    let others: readonly Declaration[] = [];
    for (let depth = 0; level.length > 0 && seen.size <= maxBases; depth++) {
      const all = level.flatMap((one) => this.#membersIn(one, name, isType));
      const found = fittingOf(
        all.filter((one) => isWanted(one, wanted.sort)),
        wanted,
      );
      if (found.length > 0) {
        const mayBeHidden = this.#rules.outside_hides_deeper && depth > outsideAt && !this.isPrivate(name);
        return mayBeHidden ? undefined : { declarations: this.modules.inOrder(found, start.file) };
      }
      if (others.length === 0) others = all.filter((one) => isWanted(one, wanted.sort));
      const next: Declaration[] = [];
      for (const one of level) {
        for (const base of this.#partsOf(one).flatMap((part) => this.basesOf(part))) {
          if (base === undefined) isKnown = false;
          else if (base.kind === "external") external ??= base.name;
          else if (base.kind === "class" && !seen.has(base.class)) {
            seen.add(base.class);
            next.push(base.class);
          } else if (base.kind === "both") {
            for (const part of base.parts) {
              if (part?.kind === "class" && !seen.has(part.class)) {
                seen.add(part.class);
                next.push(part.class);
              } else if (part?.kind !== "class") isKnown = false;
            }
          } else if (base.kind === "own" || base.kind === "either") isKnown = false;
        }
      }
      if (external !== undefined || !isKnown) outsideAt = Math.min(outsideAt, depth + 1);
      level = next;
    }
    if (level.length > 0 || !isKnown) return undefined;
    // A class that a value of an unknown class may be of adds members of its own, and a type from outside may have functions of traits.
    const isOpen = this.files !== undefined || this.names !== undefined;
    if (external !== undefined) return { external: `${external}.${name}`, isOpen };
    if (others.length > 0) return { declarations: others };
    const { root } = this.#rules;
    return root !== undefined && this.#rootMembers.has(name)
      ? { external: `${root.name}.${name}`, isOpen: false }
      : { missing: true };
  }

  /** The members of a name that a type declares, of all its declarations: of an object not the ones of its type itself. */
  #membersIn(type: Declaration, name: string, isType: boolean): readonly Declaration[] {
    if (this.files === undefined) return (this.late ?? this.declarations).membersOf(type, name);
    const all = this.#partsOf(type).flatMap((part) =>
      part.kind === "namespace"
        ? this.declarations.inFile(part.file, name).filter(({ parent }) => parent === part)
        : this.declarations.membersOf(part, name),
    );
    const ofSort = all.filter(({ flags }) => ((flags & DeclarationFlag.static) !== 0) === isType);
    return ofSort.length > 0 ? ofSort : all;
  }

  /** The declarations of a type: in some languages several are one symbol. */
  #partsOf(declaration: Declaration): readonly Declaration[] {
    if (!this.#rules.merges) return [declaration];
    const all = this.declarations.membersLike(declaration).filter(({ file }) => file === declaration.file);
    return all.length > 1
      ? all.filter((one) => one === declaration || isType(one) || one.kind === "namespace")
      : [declaration];
  }

  /** The types whose members a type has, undefined for one that is not known: bases, embedded types, or what it consists of. */
  basesOf(declaration: Declaration): readonly (Type | undefined)[] {
    const found = this.#bases.get(declaration);
    if (found !== undefined) {
      this.#steps += found.steps;
      return found.types;
    }
    const before = this.#steps;
    const types = this.#basesNow(declaration);
    if (!this.#isCut) this.#bases.set(declaration, { types, steps: this.#steps - before });
    return types;
  }

  #basesNow(declaration: Declaration): readonly (Type | undefined)[] {
    const { type, file, start } = declaration;
    if (this.late !== undefined) return this.#traitsOf(declaration, this.late);
    if (type === "" || isCallable(declaration)) return [];
    const place: TermPlace = { file, open: undefined, offset: start, declaration };
    if (!type.startsWith("=")) return termsOfBases(type).map((term) => this.typeOf(term, place));
    const consistsOf = this.typeOf(termIn(type.slice(1)), place);
    return consistsOf?.kind === "class" || consistsOf?.kind === "external" ? [consistsOf] : [];
  }

  /** The traits that a type is said to implement, or that a trait needs, and the type that it has the members of by one of them. */
  #traitsOf(declaration: Declaration, late: LateMembers): readonly (Type | undefined)[] {
    const { file, start, type } = declaration;
    const own = termsOfBases(type).map((term) =>
      this.typeOf(term, { file, open: undefined, offset: start, declaration }),
    );
    const { target } = this.#rules.modules ?? {};
    const implemented = late.implementedBy(declaration).map((one) => {
      const place: TermPlace = { file: one.file, open: undefined, offset: one.at, declaration: one };
      const trait = this.typeOf(termIn(one.type), place, { sort: "type" });
      if (trait?.kind !== "external" || target === undefined || !trait.name.endsWith(target.trait)) return trait;
      const [aliased] = late.membersOf(declaration, target.type);
      return aliased && asValue(this.typeOfDeclaration(aliased));
    });
    return [...own, ...implemented];
  }
}

/** The members of a type without a name. */
export function membersAt({ file, at }: Extract<Type, { kind: "own" }>): readonly Declaration[] {
  const byOffset = getOrInsert(ownMembers, file, () =>
    groupBy(file.declarations.filter(isOfOwnType), ({ least }) => least),
  );
  return byOffset.get(at) ?? [];
}

/** File → the members of types without a name by the offsets of these. An open file is another object for each text. */
const ownMembers = new WeakMap<IndexedFile, ReadonlyMap<number, readonly Declaration[]>>();

/** The declarations that a place sees: of namespaces only the ones around it. */
function inNamespaces(found: readonly Declaration[], offset: number): readonly Declaration[] {
  if (found.every(({ parent }) => parent === undefined)) return found;
  const depthOf = ({ parent }: Declaration) =>
    parent === undefined ? 0 : parent.start <= offset && offset < parent.end ? parent.start + 1 : -1;
  const deepest = Math.max(...found.map(depthOf));
  return deepest < 0 ? [] : found.filter((one) => depthOf(one) === deepest);
}

/** Kinds of declarations that no name by itself means. */
const memberKinds: ReadonlySet<DeclarationKind> = new Set(["field", "method", "property", "enum_member", "label"]);

/** The parts of a dotted name; undefined for another term. */
function partsOf(term: Term): readonly string[] | undefined {
  const parts: string[] = [];
  for (let at = term; ; at = at.of) {
    if (at.form === "name") return [at.name, ...parts.reverse()];
    if (at.form !== "member") return undefined;
    parts.push(at.name);
  }
}

/** Names of other names. */
const maxAliases = 10;

export function isFromOutside({ target }: Module): boolean {
  return target !== undefined && "missing" in target && target.missing === "external";
}
