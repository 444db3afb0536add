/**
 * The types of values and the members of types, for languages whose rules of types are data. Input: a term and the
 * place that it is written at; output: what it is, or the declarations of a member. A type that is not certain is
 * undefined, and never guessed.
 */
import { wordSet } from "../../base/word-list.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { TypeRules } from "../../syntax/type-rules.ts";
import type { CodeIndex, Declaration, IndexedFile } from "../code-index.ts";
import type { DependencyFinder } from "../dependency.ts";
import { Candidates } from "./candidates.ts";
import { declaringNode } from "./declared-terms.ts";
import { EvaluationSteps, type KeptResults } from "./evaluation-steps.ts";
import { FileModules, type Imported, isOutside, moduleOf } from "./file-modules.ts";
import { GivenTypes } from "./given-types.ts";
import {
  asValue,
  eitherOf,
  type Meaning,
  type MemberMeaning,
  type OpenNames,
  partOfExternal,
  type TermPlace,
  type Type,
} from "./known-types.ts";
import { LateMembers } from "./late-members.ts";
import { ModuleNames, spaceSortOf } from "./module-names.ts";
import { ModuleTree, type Space } from "./module-tree.ts";
import { isFromOutside, type Module, Modules } from "./modules.ts";
import { NameMeanings } from "./name-meanings.ts";
import { NamedDeclarations } from "./named-declarations.ts";
import { type Term, termIn } from "./terms.ts";
import { TypeBases } from "./type-bases.ts";
import { maxAliases, type TypeLookup } from "./type-lookup.ts";
import { TypeMembers } from "./type-members.ts";
import { TypesAround } from "./types-around.ts";
import { anything, aType, aValue, isAccessor, isCallable, isType, type Wanted } from "./wanted.ts";
import { absoluteSign, pathSign } from "./written-terms.ts";

export class Types implements TypeLookup {
  readonly rules: TypeRules;
  readonly modules: Modules;
  readonly declarations: NamedDeclarations;
  readonly candidates: Candidates;
  readonly files: FileModules | undefined;
  readonly names: ModuleNames | undefined;
  readonly late: LateMembers | undefined;
  readonly #unknownTypes: ReadonlySet<string>;
  readonly #packageRoots: ReadonlySet<string>;
  readonly #outsideMembers: ReadonlySet<string>;
  readonly #steps = new EvaluationSteps();
  readonly #values: KeptResults<Type | undefined> = new Map();
  readonly #meanings: NameMeanings;
  readonly #around: TypesAround;
  readonly #bases: TypeBases;
  readonly #members: TypeMembers;
  readonly #given: GivenTypes;

  constructor(index: CodeIndex, rules: TypeRules, dependencies: DependencyFinder | undefined) {
    this.rules = rules;
    this.declarations = new NamedDeclarations(index);
    this.candidates = new Candidates(this.declarations, rules);
    this.modules = new Modules(this.declarations, rules, dependencies);
    this.files = rules.exports && new FileModules(rules.exports, dependencies);
    const tree = rules.modules && new ModuleTree(this.declarations, rules.modules, dependencies);
    this.names = tree && rules.modules && new ModuleNames(tree, rules.modules, rules);
    this.late = tree && new LateMembers(this.declarations, tree);
    this.#unknownTypes = wordSet(rules.unknown_types);
    this.#packageRoots = wordSet(rules.package_roots);
    this.#outsideMembers = wordSet(rules.outside_members);
    this.#meanings = new NameMeanings(this);
    this.#around = new TypesAround(this);
    this.#bases = new TypeBases(this, this.#steps);
    this.#members = new TypeMembers(this, this.#bases);
    this.#given = new GivenTypes(this, this.#steps);
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
    this.#steps.start();
  }

  meaningOf(name: string, place: TermPlace, wanted?: Wanted): Meaning | undefined {
    return this.#meanings.meaningOf(name, place, wanted);
  }

  atPath(parts: readonly string[], file: IndexedFile, wanted?: Wanted): MemberMeaning | undefined {
    return this.#meanings.atPath(parts, file, wanted);
  }

  memberOf(type: Type | undefined, name: string, wanted?: Wanted): MemberMeaning | undefined {
    return this.#members.memberOf(type, name, wanted);
  }

  basesOf(declaration: Declaration): readonly (Type | undefined)[] {
    return this.#bases.of(declaration);
  }

  classesAround(place: TermPlace): readonly { readonly type: Type | undefined; readonly start: number }[] {
    return this.#around.classesAround(place);
  }

  /** True for a name that only the files of its own package see. */
  isPrivate(name: string): boolean {
    return this.#members.isPrivate(name);
  }

  /** The functions of its base that a function of an open file overrides in a class without a name. */
  overriddenInUnnamed(method: Declaration, open: OpenNames): readonly Declaration[] {
    return this.#around.overriddenInUnnamed(method, open);
  }

  /** True for a member that many values from outside have, and that nothing in the file declares. */
  isOfOutside(name: string, file: IndexedFile): boolean {
    return this.#outsideMembers.has(name) && this.candidates.membersOf(name, file)[0]?.file !== file;
  }

  typeOf(term: Term, place: TermPlace, wanted: Wanted = anything): Type | undefined {
    return this.#steps.take() ? this.#typeOf(term, place, wanted) : undefined;
  }

  /** The meaning of a dotted name of packages and types; undefined for other terms. */
  atTerm(term: Term, { file }: TermPlace): MemberMeaning | undefined {
    const parts = this.rules.packages_by_name ? partsOf(term) : undefined;
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
        if (term.name === this.rules.self) return asValue(this.typeOf(term.of, place));
        const owner = this.typeOf(term.of, place);
        if (owner?.kind === "space") return this.#typeInSpace(owner.space, term.name, wanted);
        const path = owner === undefined ? this.atTerm(term, place) : undefined;
        const isValue = this.names !== undefined && wanted.sort === undefined;
        const meaning = path ?? this.memberOf(owner, term.name, isValue ? aValue : wanted);
        if (meaning === undefined || "missing" in meaning) {
          // A table has members of any name.
          return this.#members.isTable(owner) ? this.#given.itemOf(owner, "item") : undefined;
        }
        if ("module" in meaning) return { kind: "file", module: meaning.module };
        if ("external" in meaning) return { kind: "external", name: meaning.external, isOpen: meaning.isOpen };
        const { declarations, isOneOf } = meaning;
        return isOneOf ? this.#typeOfOneOf(declarations) : this.typeOfDeclarations(declarations, undefined, wanted);
      }
      case "list": {
        const key = term.key && { term: term.key, place };
        const own = term.as === undefined ? undefined : this.#ownTypeNamed(term.as, place);
        return own ?? { kind: "list", item: { term: term.of, place }, key, as: term.as?.replace(absoluteSign, "") };
      }
      case "module":
        return this.#importedType(this.files?.required(term.path, place.file));
      case "function":
        return { kind: "function", result: { term: term.of, place } };
      case "either": {
        const parts = term.parts.map((part) => this.typeOf(part, place));
        return eitherOf(parts, this.rules.partly_known);
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
        return this.#given.itemOf(this.typeOf(term.of, place), term.form);
      case "call":
        return this.#given.resultOf(term, place);
    }
  }

  /** The type that the code base itself has by the name of a builtin container: `struct Iter<T>`. */
  #ownTypeNamed(name: string, place: TermPlace): Type | undefined {
    if (this.names === undefined || name.startsWith(absoluteSign)) return undefined;
    const meaning = this.meaningOf(name, place, { sort: "type" });
    const own = meaning !== undefined && "declarations" in meaning ? meaning.declarations.find(isType) : undefined;
    return own && { kind: "class", class: own, isType: true };
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
    return this.typeOfDeclarations(found.declarations, undefined, wanted);
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
    if (this.names !== undefined && name === this.rules.modules?.own && isPath) {
      return { kind: "space", space: this.names.spaceAt(place) };
    }
    if (this.files !== undefined && (name === this.rules.self || name === this.rules.base)) {
      const own = this.#around.ownObject(place);
      return name === this.rules.self ? own : this.#bases.baseOf(own);
    }
    if (name === this.rules.self || name === this.rules.base) {
      const [own] = this.classesAround(place);
      return name === this.rules.self ? own?.type : this.#bases.baseOf(own?.type);
    }
    const meaning = this.meaningOf(name, place, wanted);
    const isOfFile = meaning?.by === "builtin" && this.rules.inner_members?.exports.includes(name);
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
    return this.typeOfDeclarations(meaning.declarations, open, wanted);
  }

  #importedType(imported: Imported): Type | undefined {
    if (imported === undefined) return undefined;
    if ("module" in imported) {
      const { module } = imported;
      return isOutside(module) ? { kind: "external", name: module.path, isOpen: false } : { kind: "file", module };
    }
    if ("external" in imported) return { kind: "external", name: imported.external, isOpen: false };
    return this.typeOfDeclarations(imported.declarations);
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
    const declaring = declaringNode(terms, terms.nameNodeAt(at));
    const kind = declaring?.rule.cases;
    if (declaring === undefined || kind === undefined) return undefined;
    const inside = terms.around(terms.nameNodeAt(offset), (one) => one === kind);
    if (inside === noNode || terms.startOf(inside) < terms.startOf(declaring.node)) return undefined;
    const types = terms.childrenOf(inside, "type");
    const [only] = types;
    if (only === undefined || types.length > 1) return { type: undefined };
    return { type: asValue(this.typeOf(terms.termOf(only), { file, open, offset: terms.startOf(only) })) };
  }

  /** The type of one of several declarations. */
  #typeOfOneOf(declarations: readonly Declaration[]): Type | undefined {
    if (declarations.every(isCallable)) return { kind: "declared", declarations };
    const types = declarations.slice(0, maxAliases).map((one) => this.typeOfDeclaration(one));
    return eitherOf(types, this.rules.partly_known);
  }

  typeOfDeclarations(
    declarations: readonly Declaration[],
    open?: OpenNames,
    { sort }: Wanted = anything,
  ): Type | undefined {
    const [first] = declarations;
    if (first === undefined) return undefined;
    if (isCallable(first) || (sort === "function" && isAccessor(first))) return { kind: "declared", declarations };
    return this.typeOfDeclaration(first, open);
  }

  typeOfDeclaration(declaration: Declaration, open?: OpenNames): Type | undefined {
    const { kind, type, parent } = declaration;
    if (isCallable(declaration)) return { kind: "declared", declarations: [declaration] };
    const isNamespace = kind === "namespace" && this.files !== undefined;
    if (isType(declaration) || isNamespace) return { kind: "class", class: declaration, isType: true };
    if (kind === "enum_member" && parent !== undefined) return { kind: "class", class: parent, isType: false };
    if (type === "" || kind === "type_parameter") return undefined;
    return this.#steps.keptOnce(this.#values, declaration, () => this.#typeOfValue(declaration, open));
  }

  #typeOfValue(declaration: Declaration, open: OpenNames | undefined): Type | undefined {
    const { kind, type, file, scopeEnd } = declaration;
    // The value of a local sees the names before it.
    const offset = scopeEnd > 0 ? declaration.at - 1 : declaration.start;
    const place: TermPlace = { file, open: open?.file === file ? open : undefined, offset, declaration };
    const isValue = type.startsWith("=");
    const term = termIn(isValue ? type.slice(1) : type);
    const isTypeName = !isValue && this.files !== undefined && term.form === "name";
    const written = this.typeOf(term, place, isTypeName ? aType : anything);
    return kind === "alias" ? written : asValue(written);
  }
}

/** The parts of a dotted name; undefined for another term. */
function partsOf(term: Term): readonly string[] | undefined {
  const parts: string[] = [];
  for (let at = term; ; at = at.of) {
    if (at.form === "name") return [at.name, ...parts.reverse()];
    if (at.form !== "member") return undefined;
    parts.push(at.name);
  }
}
