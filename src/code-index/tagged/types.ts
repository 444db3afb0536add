/**
 * The types of values and the members of types, for languages whose rules of types are data. Input: a term and the
 * place that it is written at; output: what it is, or the declarations of a member. A type that is not certain is
 * undefined, and never guessed.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy } from "../../base/group-by.ts";
import { wordSet } from "../../base/word-list.ts";
import { writtenRegex } from "../../base/written-regex.ts";
import type { DeclarationKind } from "../../facts/declaration-facts.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { TypeRules } from "../../syntax/type-rules.ts";
import type { CodeIndex, Declaration, IndexedFile } from "../code-index.ts";
import type { DependencyFinder } from "../dependency.ts";
import { bringsNames, isClass } from "../symbol-kind.ts";
import type { FileNames } from "./file-names.ts";
import { type Module, Modules } from "./modules.ts";
import { isOfOwnType, NamedDeclarations } from "./named-declarations.ts";
import { type Term, termIn, termsOfBases } from "./terms.ts";
import type { WrittenTerms } from "./written-terms.ts";

/** Terms that are looked at for one name, also below each other. */
const maxSteps = 1_000;

/** Types whose members one type has. */
const maxBases = 200;

/** An open file, whose scopes are known. */
export type OpenNames = { readonly file: IndexedFile; readonly names: FileNames; readonly terms: WrittenTerms };

/** The place of a term: the names of an open file are looked up from its offset. */
export type TermPlace = {
  readonly file: IndexedFile;
  readonly open: OpenNames | undefined;
  readonly offset: number;
  /** The declaration whose type a term says. */
  readonly declaration?: Declaration;
};

/** A term with its place. */
type PlacedTerm = { readonly term: Term; readonly place: TermPlace };

export type Type =
  /** A value of a type that is declared, or with `isType` this type itself. */
  | { readonly kind: "class"; readonly class: Declaration; readonly isType: boolean }
  /** A value whose type has no name, and is written at an offset of a file. */
  | { readonly kind: "own"; readonly file: IndexedFile; readonly at: number }
  | { readonly kind: "list"; readonly item: PlacedTerm; readonly key: PlacedTerm | undefined }
  | { readonly kind: "function"; readonly result: PlacedTerm }
  | { readonly kind: "tuple"; readonly parts: readonly PlacedTerm[] }
  /** Functions that are declared. */
  | { readonly kind: "declared"; readonly declarations: readonly Declaration[] }
  | { readonly kind: "module"; readonly module: Module }
  /** From outside. If it is `open`, its values may be of types of the code base. */
  | { readonly kind: "external"; readonly name: string; readonly isOpen: boolean };

/** The meaning of a name by itself. */
export type Meaning =
  | { readonly by: "local" | "package" | "star"; readonly declarations: readonly Declaration[] }
  | { readonly by: "import"; readonly module: Module }
  | { readonly by: "builtin" | "unnamed-import"; readonly external: string | undefined };

/** The meaning of a member. */
export type MemberMeaning =
  | { readonly declarations: readonly Declaration[] }
  | { readonly external: string; readonly isOpen: boolean }
  /** The type is known, and has no such member. */
  | { readonly missing: true };

export class Types {
  readonly modules: Modules;
  readonly declarations: NamedDeclarations;
  readonly #rules: TypeRules;
  readonly #builtins: ReadonlySet<string>;
  readonly #unknownTypes: ReadonlySet<string>;
  readonly #openResults: RegExp | undefined;
  readonly #values = new Map<Declaration, { readonly type: Type | undefined; readonly steps: number }>();
  /** The declarations whose types are being found. */
  readonly #known = new Set<Declaration>();
  #steps = 0;
  #isCut = false;

  constructor(index: CodeIndex, rules: TypeRules, dependencies: DependencyFinder | undefined) {
    this.declarations = new NamedDeclarations(index);
    this.modules = new Modules(this.declarations, rules, dependencies);
    this.#rules = rules;
    this.#builtins = wordSet(rules.builtins);
    this.#unknownTypes = wordSet(rules.unknown_types);
    this.#openResults = rules.open_results === undefined ? undefined : writtenRegex(rules.open_results, "u");
  }

  get rules(): TypeRules {
    return this.#rules;
  }

  /** Begins with another name, which has steps of its own. */
  startName(): void {
    this.#steps = 0;
    this.#isCut = false;
    this.#known.clear();
  }

  /** The meaning of a name by itself; undefined if nothing is known of it. */
  meaningOf(name: string, { file, open, offset }: TermPlace): Meaning | undefined {
    const local = open?.names.lookUp(name, offset, this.#isSeen(open, offset))?.declaration;
    if (open !== undefined && local !== undefined && local.scopeEnd > 0 && !bringsNames(local)) {
      return { by: "local", declarations: [open.names.firstInScope(local)] };
    }
    const inFunction = open?.names.inFunctions(name, offset) ?? [];
    const seen = this.#rules.first_before_use ? inFunction.filter(({ at }) => at <= offset).slice(-1) : inFunction;
    if (seen.length > 0) return { by: "local", declarations: seen };
    const module = this.modules.imported(file, name);
    if (module !== undefined) return { by: "import", module };
    const own = this.modules.seenBy(file, name);
    if (own.length > 0) return { by: "package", declarations: own };
    const all = this.modules.bringingAll(file);
    for (const one of all) {
      const brought = this.modules.inModule(one, name) ?? [];
      if (brought.length > 0) return { by: "star", declarations: brought };
    }
    if (this.#builtins.has(name)) return { by: "builtin", external: name };
    const outside = [...all, ...this.modules.unnamed(file)].filter(isFromOutside);
    if (outside.length === 0) return undefined;
    const [only] = outside;
    return { by: "unnamed-import", external: outside.length === 1 && only ? `${only.path}.${name}` : undefined };
  }

  /** Tells the definitions that a name sees: in some languages not the one whose value it is part of. */
  #isSeen(open: OpenNames, offset: number): ((declaration: Declaration) => boolean) | undefined {
    if (!this.#rules.first_before_use) return undefined;
    return ({ at, kind }) => {
      if (at > offset || memberKinds.has(kind)) return false;
      const { terms } = open;
      const declaring = at === offset ? undefined : terms.declaringNode(terms.nameNodeAt(at));
      if (declaring === undefined) return true;
      const { type, value, items, seen_in: part } = declaring.rule;
      if (part !== undefined) return terms.isIn(offset, terms.childAround(declaring.node, part));
      return ![type, value, items].some(
        (field) => field !== undefined && terms.isIn(offset, terms.childOf(declaring.node, field)),
      );
    };
  }

  /** The type of a term; undefined if it is not known. */
  typeOf(term: Term, place: TermPlace): Type | undefined {
    if (++this.#steps > maxSteps) {
      this.#isCut = true;
      return undefined;
    }
    return this.#typeOf(term, place);
  }

  #typeOf(term: Term, place: TermPlace): Type | undefined {
    switch (term.form) {
      case "unknown":
        return undefined;
      case "own":
        return { kind: "own", file: place.file, at: term.at };
      case "name":
        return this.#typeOfName(term.name, place);
      case "member": {
        const meaning = this.memberOf(this.typeOf(term.of, place), term.name);
        if (meaning === undefined || "missing" in meaning) return undefined;
        if ("external" in meaning) return { kind: "external", name: meaning.external, isOpen: meaning.isOpen };
        return this.#typeOfDeclarations(meaning.declarations);
      }
      case "list":
        return { kind: "list", item: { term: term.of, place }, key: term.key && { term: term.key, place } };
      case "function":
        return { kind: "function", result: { term: term.of, place } };
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

  #typeOfName(name: string, place: TermPlace): Type | undefined {
    const meaning = this.meaningOf(name, place);
    if (meaning === undefined) return undefined;
    if ("module" in meaning) return this.#moduleType(meaning.module);
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
    return this.#typeOfDeclarations(meaning.declarations, open);
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
  #typeOfDeclarations(declarations: readonly Declaration[], open?: OpenNames): Type | undefined {
    const [first] = declarations;
    if (first === undefined) return undefined;
    if (isCallable(first)) return { kind: "declared", declarations };
    return this.typeOfDeclaration(first, open);
  }

  /** The type of what a declaration declares: of a type this type itself, of a function the function. */
  typeOfDeclaration(declaration: Declaration, open?: OpenNames): Type | undefined {
    const { kind, type, file, scopeEnd } = declaration;
    if (isCallable(declaration)) return { kind: "declared", declarations: [declaration] };
    if (isClass(declaration) || kind === "enum") return { kind: "class", class: declaration, isType: true };
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
    // The names in the value of a local are those that are seen before it.
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
    if (list?.kind === "external") return { ...list, name: `${list.name}[]`, isOpen: this.#isOpenResult(list) };
    // `f[int]` is a function, and `Box[int]` a type.
    const isGeneric = list?.kind === "declared" || (list?.kind === "class" && list.isType);
    return form === "item" && isGeneric ? list : undefined;
  }

  #resultOf({ of, first }: Extract<Term, { form: "call" }>, place: TermPlace): Type | undefined {
    const called = this.typeOf(of, place);
    if (called === undefined) return undefined;
    if (called.kind === "class" && called.isType) return asValue(called);
    if (called.kind === "external") {
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
  memberOf(type: Type | undefined, name: string): MemberMeaning | undefined {
    if (type === undefined || name === "") return undefined;
    switch (type.kind) {
      case "external":
        return { external: `${type.name}.${name}`, isOpen: type.isOpen };
      case "module": {
        const found = this.modules.inModule(type.module, name);
        return found === undefined ? undefined : found.length > 0 ? { declarations: found } : { missing: true };
      }
      case "own": {
        const found = membersAt(type).filter((one) => one.name === name);
        return found.length > 0 ? { declarations: found } : undefined;
      }
      case "class":
        return this.#memberOfClass(type.class, name);
      default:
        return undefined;
    }
  }

  /** The member of a type, or else of the nearest types that it has the members of. */
  #memberOfClass(start: Declaration, name: string): MemberMeaning | undefined {
    const seen = new Set<Declaration>([start]);
    let external: string | undefined;
    let isKnown = true;
    let level: readonly Declaration[] = [start];
    while (level.length > 0 && seen.size <= maxBases) {
      const found = level.flatMap((one) => this.declarations.membersOf(one, name));
      if (found.length > 0) return { declarations: this.modules.inOrder(found, start.file) };
      const next: Declaration[] = [];
      for (const one of level) {
        for (const base of this.basesOf(one)) {
          if (base === undefined) isKnown = false;
          else if (base.kind === "external") external ??= base.name;
          else if (base.kind === "class" && !seen.has(base.class)) {
            seen.add(base.class);
            next.push(base.class);
          } else if (base.kind === "own") isKnown = false;
        }
      }
      level = next;
    }
    if (level.length > 0 || !isKnown) return undefined;
    return external === undefined ? { missing: true } : { external: `${external}.${name}`, isOpen: false };
  }

  /** The types whose members a type has, undefined for one that is not known: bases, embedded types, or what it consists of. */
  basesOf(declaration: Declaration): readonly (Type | undefined)[] {
    const { type, file, start } = declaration;
    if (type === "") return [];
    const place: TermPlace = { file, open: undefined, offset: start, declaration };
    if (!type.startsWith("=")) return termsOfBases(type).map((term) => this.typeOf(term, place));
    const consistsOf = this.typeOf(termIn(type.slice(1)), place);
    return consistsOf?.kind === "class" || consistsOf?.kind === "external" ? [consistsOf] : [];
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

const memberKinds: ReadonlySet<DeclarationKind> = new Set(["field", "method", "property", "enum_member"]);

const callableKinds: ReadonlySet<DeclarationKind> = new Set(["function", "method", "constructor", "operator"]);

/** True for what a call runs: a property is a value. */
function isCallable({ kind }: Declaration): boolean {
  return callableKinds.has(kind);
}

/** Names of other names. */
const maxAliases = 10;

export function isFromOutside({ target }: Module): boolean {
  return target !== undefined && "missing" in target && target.missing === "external";
}

function partOfExternal(whole: Extract<Type, { kind: "external" }>, part: number): Type {
  return part === 0 ? whole : { ...whole, name: `${whole.name}#${part}` };
}

/** A value of a type: `Shape{}` of `Shape`. */
function asValue(type: Type | undefined): Type | undefined {
  return type?.kind === "class" && type.isType ? { ...type, isType: false } : type;
}
