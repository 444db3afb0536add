/**
 * The strings by which SCIP identifies symbols (monikers). Input: a declaration of the index; output: the same string
 * for all declarations of its symbol, and for no other symbol, in any thread.
 */
import { getOrInsert } from "../base/get-or-insert.ts";
import { groupBy, pushTo } from "../base/group-by.ts";
import type { Code } from "../code-index/code.ts";
import type { CodeIndex, Declaration, IndexedFile } from "../code-index/code-index.ts";
import { isInternal } from "../code-index/cpp/symbols.ts";
import { comparePlaces, placeOf } from "../code-index/places.ts";
import { partsOfName } from "../code-index/qualified-name.ts";
import { bareness, bringsNames, isBare, isClass } from "../code-index/symbol-kind.ts";
import { traitsOf } from "../code-index/traits-of.ts";
import { DeclarationFlag } from "../facts/declaration-facts.ts";
import { descriptorKindOf } from "./symbol-kinds.ts";
import { descriptor, isSimple, symbolStart } from "./symbol-string.ts";

/** The properties of a code base in the names of its symbols. */
export type NamedCode = Pick<Code, "index" | "nameOf" | "resolverOf">;

/** UTF-16 code units of what comes before the last descriptor; what is nested deeper is named by its place in its file. */
const maxPrefix = 2_000;

/** Declarations whose strings an index caches, some 500 bytes each: past this number it starts over. */
const maxKept = 100_000;

/** Of each index, the strings that were made. */
const namesOfIndexes = new WeakMap<CodeIndex, SymbolNames>();

/** Returns the names of the symbols of a code base. @param folder the name of the folder that paths begin in */
export function symbolNamesOf(code: NamedCode, folder: string): SymbolNames {
  const known = namesOfIndexes.get(code.index);
  if (known !== undefined && known.size <= maxKept) return known;
  const names = new SymbolNames(code, folder);
  namesOfIndexes.set(code.index, names);
  return names;
}

/**
 * The strings of the symbols of a code base: all declarations of a symbol have one, and no other symbol has it. They
 * depend only on the index, so that all threads make the same.
 */
export class SymbolNames {
  readonly #code: NamedCode;
  readonly #folder: string;
  /** Declaration → the best one of its symbol that is seen from there. */
  readonly #earliest = new Map<Declaration, Declaration>();
  /** Declarations of a symbol → the best one. */
  readonly #firsts = new WeakMap<readonly Declaration[], Declaration>();
  /** Name → what is the same of declarations in namespaces that a linker takes for one symbol → these. */
  readonly #open = new Map<string, ReadonlyMap<string, readonly Declaration[]>>();
  /** The declarations with a body. */
  readonly #definitions = new WeakMap<readonly Declaration[], readonly Declaration[]>();
  /** Declaration → the one that stands for its symbol. */
  readonly #canonical = new Map<Declaration, Declaration>();
  /** Declaration that stands for its symbol → string. */
  readonly #strings = new Map<Declaration, string>();
  /** Name → declaration that stands for its symbol → its declarations. */
  readonly #bySymbol = new Map<string, ReadonlyMap<Declaration, readonly Declaration[]>>();
  readonly #prefixes = new Map<Declaration, string>();
  readonly #files = new Map<IndexedFile, string>();
  readonly #members = new WeakMap<IndexedFile, Members>();

  constructor(code: NamedCode, folder: string) {
    this.#code = code;
    this.#folder = folder.endsWith("/") ? folder : `${folder}/`;
  }

  /** Declarations with cached strings. */
  get size(): number {
    return this.#earliest.size;
  }

  /** The path of a file in the folder, with `/` between its parts. */
  pathOf({ path }: IndexedFile): string {
    const name = this.#code.nameOf(path).replaceAll("\\", "/");
    return name.startsWith(this.#folder) ? name.slice(this.#folder.length) : name;
  }

  /** The string of a file, or of the module that it is. */
  ofFile(file: IndexedFile): string {
    return getOrInsert(this.#files, file, () => {
      const isModule = traitsOf(file.language).modules !== undefined;
      return symbolStart + (isModule ? this.#moduleOf(file) : fileDescriptor(this.pathOf(file)));
    });
  }

  /** The string of the symbol that a declaration of the index is of. It has a name and brings no others. */
  of(declaration: Declaration): string {
    const canonical = this.canonicalOf(declaration);
    const known = this.#strings.get(canonical);
    if (known !== undefined) return known;
    // From outside inward: code may nest deeper than calls can.
    const unnamed = new Set<Declaration>();
    for (let inner: Declaration | undefined = canonical; inner !== undefined; ) {
      if (this.#strings.has(inner) || unnamed.has(inner)) break;
      unnamed.add(inner);
      const holder = holderOf(this.inScope(inner));
      inner = holder && this.canonicalOf(holder);
    }
    for (const inner of [...unnamed].reverse()) if (!this.#strings.has(inner)) this.#name(inner);
    return this.#strings.get(canonical) ?? this.#byPlace(canonical);
  }

  /** The declaration that stands for the symbol of another one: its first definition, in the order of paths. */
  canonicalOf(declaration: Declaration): Declaration {
    return getOrInsert(this.#canonical, declaration, () => {
      const seen = this.#earliestSeen(declaration);
      return isBare(seen) && this.#isOpen(seen) ? this.#linked(seen) : seen;
    });
  }

  /** The best declaration of a symbol among declarations that see each other, as the resolver follows includes. */
  #earliestSeen(declaration: Declaration): Declaration {
    const passed: Declaration[] = [];
    let best = declaration;
    for (;;) {
      const known = this.#earliest.get(best);
      if (known !== undefined) {
        best = known;
        break;
      }
      passed.push(best);
      const declarations = this.#declarationsOf(best);
      const first = earlier(best, this.#firstOf(declarations) ?? best);
      // Each opening of a namespace has all of them, and a code base may have one in each file.
      if (best.kind === "namespace") passed.push(...declarations);
      if (first === best) break;
      best = first;
    }
    for (const one of passed) this.#earliest.set(one, best);
    return best;
  }

  /** The best one of some declarations. A name that is declared 10,000 times has the same list each time. */
  #firstOf(declarations: readonly Declaration[]): Declaration | undefined {
    const known = this.#firsts.get(declarations);
    if (known !== undefined || declarations.length === 0) return known;
    const first = declarations.reduce(earlier);
    this.#firsts.set(declarations, first);
    return first;
  }

  /**
   * The definition that a declaration without body is linked with: the only definition of its qualified name, which no
   * include leads to; the declaration itself if there are several. If there is none, the first declaration represents
   * all.
   */
  #linked(bare: Declaration): Declaration {
    const { name } = bare;
    const same = getOrInsert(this.#open, name, () => {
      const named = this.#code.index.named(name).filter((one) => !bringsNames(one));
      const open = [...new Set(named.map((one) => this.#earliestSeen(one)))].filter((one) => this.#isOpen(one));
      return groupBy(open, (one) => this.#variantIn(one));
    });
    const group = same.get(this.#variantIn(bare)) ?? [bare];
    const definitions = getOrInsert(this.#definitions, group, () => group.filter((one) => !isBare(one)));
    if (definitions.length > 1) return bare;
    return definitions[0] ?? this.#firstOf(group) ?? bare;
  }

  /** The key that declarations of one name share if they are one symbol for a linker. */
  #variantIn(declaration: Declaration): string {
    return `${variantOf(declaration)} ${this.#prefixOf(declaration)}`;
  }

  /** All declarations of a symbol that the resolver knows from one of them. */
  #declarationsOf(declaration: Declaration): readonly Declaration[] {
    return this.#code.resolverOf(declaration.file.language).symbolOf(declaration);
  }

  /** The declaration that tells what holds a symbol: of a function that is defined out of its class, the one in there. */
  inScope(canonical: Declaration): Declaration {
    if (canonical.qualifier === "" && (canonical.flags & DeclarationFlag.friend) === 0) return canonical;
    const inside = this.#declarationsOf(canonical).filter(
      ({ qualifier, flags }) => qualifier === "" && (flags & DeclarationFlag.friend) === 0,
    );
    return inside.length === 0 ? canonical : inside.reduce(earlier);
  }

  /** Gives a symbol its string, and all symbols that would have the same one. */
  #name(canonical: Declaration): void {
    const scope = this.#prefixOf(canonical);
    const kind = descriptorKindOf(canonical);
    const found = this.#rivalsOf(canonical).filter((rival) => rival.name !== "" && !bringsNames(rival));
    const rivals = new Set([canonical, ...found.map((rival) => this.canonicalOf(rival))]);
    const alike = [...rivals].filter(
      (rival) =>
        rival.name === canonical.name &&
        descriptorKindOf(rival) === kind &&
        this.#mayShareScope(rival, canonical) &&
        this.#prefixOf(rival) === scope,
    );
    for (const [prefix, group] of this.#groupsOf(alike, scope)) {
      for (const [rank, one] of group.sort(primaryFirst).entries()) {
        if (!this.#strings.has(one)) this.#strings.set(one, prefix + descriptor(kind, one.name, rank));
      }
    }
  }

  /**
   * Symbols of one name and scope by the start of their strings. In namespaces of C++, symbols that differ only in
   * their files, such as the `main` of several programs, begin with the path of the file.
   */
  #groupsOf(alike: readonly Declaration[], scope: string): ReadonlyMap<string, Declaration[]> {
    const groups = new Map<string, Declaration[]>();
    const variants = new Map<string, number>();
    for (const variant of alike.map(variantOf)) variants.set(variant, (variants.get(variant) ?? 0) + 1);
    for (const one of alike) {
      const isOne = variants.get(variantOf(one)) === 1;
      const prefix = isOne || !this.#isOpen(one) ? scope : this.#inFile(one, "meta");
      pushTo(groups, prefix, one);
    }
    return groups;
  }

  /** The start of the string of a symbol if no other has its name. */
  #prefixOf(canonical: Declaration): string {
    return getOrInsert(this.#prefixes, canonical, () => {
      const prefix = this.#newPrefixOf(canonical);
      return prefix.length > maxPrefix ? this.#byPlace(canonical) : prefix;
    });
  }

  #newPrefixOf(canonical: Declaration): string {
    const scope = this.#scopeOf(canonical);
    if ("inFile" in scope) return this.#inFile(scope.inFile, "namespace");
    if (scope.holder !== undefined) return this.of(scope.holder);
    return traitsOf(canonical.file.language).isLinked ? symbolStart : this.ofFile(canonical.file);
  }

  /** The symbol that holds another one, undefined at the top; or the declaration whose scope is known only by names in its file. */
  #scopeOf(canonical: Declaration): { readonly holder: Declaration | undefined } | { readonly inFile: Declaration } {
    const naming = this.inScope(canonical);
    const holder = holderOf(naming);
    // Its class is not known, or does not declare it: this is known only in its file.
    if (naming.qualifier !== "") return { inFile: naming };
    const isOfNamespace = holder === undefined || holder.kind === "namespace";
    if (traitsOf(canonical.file.language).isLinked && isOfNamespace && isInternal(canonical)) {
      return { inFile: canonical };
    }
    return { holder: holder && this.canonicalOf(holder) };
  }

  /**
   * False if the strings of two symbols cannot begin alike, without a look at the strings: the string of another holder
   * may need the one that is being made, as in `class A { class B {} }` next to `class B { class A {} }`.
   */
  #mayShareScope(a: Declaration, b: Declaration): boolean {
    const [scope, other] = [this.#scopeOf(a), this.#scopeOf(b)];
    if ("holder" in scope && "holder" in other) return scope.holder === other.holder;
    if ("inFile" in scope && "inFile" in other) return true;
    // With the same names around them, each holder has fewer names around it than the symbol.
    return this.#inFile(this.inScope(a), "namespace") === this.#inFile(this.inScope(b), "namespace");
  }

  /** The start of the string of a symbol whose scope is named as in its file. */
  #inFile(declaration: Declaration, kindOfFile: "meta" | "namespace"): string {
    const { file } = declaration;
    // Its scope may be a namespace or a class, which is unknown when names are linked.
    const kind = traitsOf(file.language).isLinked ? "meta" : "type";
    const written = ({ qualifier }: Declaration) => partsOfName(qualifier).map((name) => descriptor(kind, name));
    const outward = [...written(declaration).reverse()];
    for (let holder = holderOf(declaration); holder !== undefined; holder = holderOf(holder)) {
      outward.push(descriptor(descriptorKindOf(holder), holder.name), ...written(holder).reverse());
      if (outward.length > maxPrefix) break;
    }
    return symbolStart + fileDescriptor(this.pathOf(file), kindOfFile) + outward.reverse().join("");
  }

  /** True for a symbol that declarations in any file may be of. */
  #isOpen(canonical: Declaration): boolean {
    if (!traitsOf(canonical.file.language).isLinked || isInternal(canonical)) return false;
    const naming = this.inScope(canonical);
    const holder = holderOf(naming);
    return naming.qualifier === "" && (holder === undefined || holder.kind === "namespace");
  }

  /** Declarations that may have the name and the scope of a symbol. */
  #rivalsOf(canonical: Declaration): readonly Declaration[] {
    const { name, file } = canonical;
    if (this.#isOpen(canonical)) return this.#code.index.named(name);
    const naming = this.inScope(canonical);
    const holder = holderOf(naming);
    const isOfClass = naming.qualifier === "" && holder !== undefined && holder.kind !== "namespace";
    if (!traitsOf(file.language).isLinked || !isOfClass) return this.#membersIn(file).byName.get(name) ?? [];
    return this.#allOf(holder).flatMap((one) => this.#membersIn(one.file).byHolder.get(one)?.get(name) ?? []);
  }

  /** All declarations of the symbol of C++ that a declaration is of. */
  #allOf(declaration: Declaration): readonly Declaration[] {
    const { name } = declaration;
    const bySymbol = getOrInsert(this.#bySymbol, name, () => {
      const named = this.#code.index.named(name).filter((one) => !bringsNames(one));
      return groupBy(named, (one) => this.canonicalOf(one));
    });
    return bySymbol.get(this.canonicalOf(declaration)) ?? [declaration];
  }

  #membersIn(file: IndexedFile): Members {
    return getOrInsert(this.#members, file, () => membersIn(file));
  }

  /** The descriptor of a symbol that is named by its place. */
  #byPlace({ file, line, column }: Declaration): string {
    return symbolStart + fileDescriptor(this.pathOf(file)) + descriptor("meta", `${line}:${column}`);
  }

  /** `pkg/mod/` for `pkg/mod.py`, and `pkg/` for `pkg/__init__.py`, unless another file or a namespace has that name. */
  #moduleOf(file: IndexedFile): string {
    const path = this.pathOf(file);
    const module = path.replace(/(?<=.)\/__init__\.\w+$|\.\w+$/, "");
    const source = file.path.slice(0, file.path.length - path.length) + module;
    const others = [".py", ".pyi", ".pyw", "/__init__.py", "/__init__.pyi"]
      .map((ending) => source + ending)
      .filter((other) => other !== file.path);
    const parts = module.split("/");
    const { index } = this.#code;
    const isTaken =
      others.some((other) => index.fileAt(other) !== undefined) ||
      index.named(parts[0] ?? "").some((other) => other.kind === "namespace" && other.parent === undefined);
    return isTaken ? fileDescriptor(path) : parts.map((part) => descriptor("namespace", part)).join("");
  }
}

/** The declarations of a file with names, by name, and by what holds them and name. */
type Members = {
  readonly byName: ReadonlyMap<string, readonly Declaration[]>;
  readonly byHolder: ReadonlyMap<Declaration, ReadonlyMap<string, readonly Declaration[]>>;
};

function membersIn({ declarations }: IndexedFile): Members {
  const byName = new Map<string, Declaration[]>();
  const byHolder = new Map<Declaration, Map<string, Declaration[]>>();
  const add = (to: Map<string, Declaration[]>, one: Declaration) => {
    pushTo(to, one.name, one);
  };
  for (const declaration of declarations) {
    if (declaration.name === "") continue;
    add(byName, declaration);
    const holder = holderOf(declaration);
    if (holder === undefined) continue;
    const members = getOrInsert(byHolder, holder, () => new Map<string, Declaration[]>());
    add(members, declaration);
  }
  return { byName, byHolder };
}

/** The part of a string that tells overloads and specializations apart. */
function variantOf(declaration: Declaration): string {
  return `${isClass(declaration) ? "class" : declaration.kind} ${declaration.parameters}`;
}

/** The scope of a declaration, by its name: a friend is declared in the namespace around the class. */
function holderOf(declaration: Declaration): Declaration | undefined {
  const isFriend = (declaration.flags & DeclarationFlag.friend) !== 0;
  let { parent } = declaration;
  while (parent !== undefined && (parent.name === "" || (isFriend && parent.kind !== "namespace"))) {
    parent = parent.parent;
  }
  return parent;
}

/** The descriptor of a file by its path. One that looks like another name has `./` in front. */
function fileDescriptor(path: string, kind: "meta" | "namespace" = "namespace"): string {
  return descriptor(kind, isSimple(path) ? `./${path}` : path);
}

/** Returns the better one of two declarations of a symbol: the definition, then the one that comes first. */
function earlier(a: Declaration, b: Declaration): Declaration {
  const order = bareness(a) - bareness(b) || comparePlaces(placeOf(a), placeOf(b)) || a.index - b.index;
  return order <= 0 ? a : b;
}

/** Compares symbols of one name: a template comes before its specializations, and a class before an alias of it. */
function primaryFirst(a: Declaration, b: Declaration): number {
  const rank = (one: Declaration) => (one.kind === "alias" ? 2 : Number(isClass(one) && one.parameters !== 0));
  return rank(a) - rank(b) || comparePlaces(placeOf(a), placeOf(b)) || a.index - b.index;
}
