/**
 * The scopes of a Python module and the findings about its names, by the rules of pyflakes. Input: names that are bound
 * and used, in the order of evaluation; output: undefined names, unused imports and variables, redefinitions.
 */
import { pushTo } from "../../base/group-by.ts";
import { builtinNames } from "../../code-index/python/builtins.ts";
import {
  Binding,
  type BindingFacts,
  bindingKinds,
  type Exports,
  type Imported,
  type Place,
  type ShortPath,
} from "./binding.ts";
import { findingOf, type NameCode, type NameFinding } from "./finding-of.ts";
import type { Forks } from "./forks.ts";
import { type Frame, Scope, type ScopeKind } from "./scope.ts";

/** The properties of a place where a name is used. */
export type UseContext = {
  /** True in annotations that Python 3.14 evaluates when they are asked for, and earlier versions in place (PEP 649). */
  readonly isLazy: boolean;
  /** True in annotations that are not evaluated in place. */
  readonly isPostponed: boolean;
  /** True in a `try` that handles NameError. */
  readonly handlesNameError: boolean;
};

/** A name in an annotation that was not bound when the annotation was read, with the number of its finding. */
type LazyUse = Place & { readonly name: string; readonly frame: Frame; readonly finding: number };

type NamesOptions = {
  readonly forks: Forks;
  /** True for `__init__.py`. */
  readonly isPackage: boolean;
  /** True for a stub, `.pyi`, which may use a name above what binds it. */
  readonly isStub: boolean;
  /** The line of an offset. */
  readonly lineOf: (offset: number) => number;
};

const nowhere: Place = { start: 0, end: 0 };
const typingModules: ReadonlySet<string> = new Set(["typing", "typing_extensions"]);

/** Modules imported by `*` that a message lists of a scope. */
const maxListedModules = 30;

/** Names that tools read from the frames of functions. */
const readByTools: ReadonlySet<string> = new Set([
  "_",
  "__debuggerskip__",
  "__traceback_info__",
  "__traceback_supplement__",
  "__tracebackhide__",
]);

/** The scopes of a module while it is read, and the findings about its names, by the rules of pyflakes. */
export class Names {
  frame: Frame;
  readonly #module: Frame;
  readonly #forks: Forks;
  readonly #isPackage: boolean;
  readonly #isStub: boolean;
  /** Names of a stub that nothing above their uses binds. */
  readonly #forward: (Place & { readonly name: string })[] = [];
  readonly #lazy: LazyUse[] = [];
  readonly #lineOf: (offset: number) => number;
  readonly #left: Scope[] = [];
  readonly #findings: (NameFinding | undefined)[] = [];
  /** By name: which findings say that it is undefined. */
  readonly #undefined = new Map<string, number[]>();
  /** True once a module of types is imported. */
  #hasTyping = false;

  constructor({ forks, isPackage, isStub, lineOf }: NamesOptions) {
    this.#forks = forks;
    this.#isPackage = isPackage;
    this.#isStub = isStub;
    this.#lineOf = lineOf;
    const scope = new Scope("module", builtinBinding);
    this.#module = { scope, outer: undefined, depth: 0 };
    this.frame = this.#module;
  }

  get scope(): Scope {
    return this.frame.scope;
  }

  enter(kind: ScopeKind): void {
    this.frame = { scope: new Scope(kind), outer: this.frame, depth: this.frame.depth + 1 };
  }

  leave(): void {
    this.#left.push(this.scope);
    this.frame = this.frame.outer ?? this.#module;
  }

  report(code: NameCode, name: string, place: Place, message: string, related?: Place): void {
    if (code === "undefined-name") pushTo(this.#undefined, name, this.#findings.length);
    this.#findings.push({ name, ...findingOf(code, place, message, related) });
  }

  /** Binds a name in the innermost scope. */
  bind(facts: BindingFacts): void {
    const value = new Binding(facts);
    const { name } = value;
    let holder = this.frame;
    let existing = holder.scope.get(name);
    while (existing === undefined && holder.outer !== undefined) {
      holder = holder.outer;
      existing = holder.scope.get(name);
    }
    if (existing !== undefined && !existing.is(bindingKinds.builtin)) this.#compare(value, existing, holder.scope);
    const own = holder === this.frame ? existing : undefined;
    if (own !== undefined) value.useAs(own);
    if (value.imported !== undefined) this.#notice(value, value.imported.fullName, value.imported.from?.module);
    if (own !== undefined && value.is(bindingKinds.annotation)) return;
    if (value.is(bindingKinds.walrus)) this.#bindWalrus(value);
    else this.scope.set(name, value);
  }

  /** Finds what a binding makes another one in vain. */
  #compare(value: Binding, existing: Binding, holder: Scope): void {
    const isImport = existing.is(bindingKinds.importation);
    // A loop that shadows an import is another kind of finding.
    if (isImport && value.isInLoop) return;
    if (holder !== this.scope) {
      if (!isImport || !value.redefines(existing) || this.#forks.areApart(value.region, existing.region)) return;
      existing.redefinedAt ??= [];
      existing.redefinedAt.push(value.place);
      return;
    }
    if (existing.usedIn !== undefined || !value.redefines(existing)) return;
    if (value.name === "_" && !isImport) return;
    if (this.#forks.areApart(value.region, existing.region) || this.#isOverload(existing)) return;
    this.#reportRedefinition(value.name, value.place, existing);
  }

  #reportRedefinition(name: string, place: Place, { place: first }: Binding): void {
    const message = `redefinition of unused '${name}' from line ${this.#lineOf(first.start)}`;
    this.report("redefinition", name, place, message, first);
  }

  #isOverload(existing: Binding): boolean {
    existing.isOverload ??= existing.decorators.some((path) => this.typingNameOf(path) === "overload");
    return existing.isOverload;
  }

  #notice(value: Binding, fullName: string, module: string | undefined): void {
    this.#hasTyping ||= typingModules.has(module ?? fullName);
    if (value.is(bindingKinds.star)) this.scope.stars.push(value);
  }

  #bindWalrus(value: Binding): void {
    let frame = this.frame;
    while (frame.scope.kind === "comprehension" && frame.outer !== undefined) frame = frame.outer;
    const known = frame.scope.get(value.name);
    if (known === undefined || known.is(bindingKinds.annotation)) frame.scope.set(value.name, value);
  }

  /** The name in `typing` of a name or of an attribute; undefined when it is not imported from there. */
  typingNameOf([name, attribute]: ShortPath): string | undefined {
    if (!this.#hasTyping) return undefined;
    const imported = this.#bindingOf(name)?.imported;
    if (imported === undefined) return undefined;
    if (attribute !== undefined) return typingModules.has(imported.fullName) ? attribute : undefined;
    const { from } = imported;
    return from !== undefined && typingModules.has(from.module) ? from.name : undefined;
  }

  #bindingOf(name: string): Binding | undefined {
    for (let frame: Frame | undefined = this.frame; frame !== undefined; frame = frame.outer) {
      const binding = frame.scope.get(name);
      if (binding !== undefined) return binding;
    }
    return undefined;
  }

  /** Uses a name. */
  load(name: string, start: number, end: number, context: UseContext): void {
    // The names of a class are seen in its body, and in comprehensions and type parameters there.
    let seesClasses: boolean | undefined;
    let hasStars = false;
    let isBoundBelow = false;
    for (let frame: Frame | undefined = this.frame; frame !== undefined; frame = frame.outer) {
      const { scope } = frame;
      if (scope.kind === "class") {
        if (name === "__class__") return;
        if (seesClasses === false) continue;
      }
      const binding = scope.get(name);
      if (binding !== undefined) {
        binding.use(this.scope, start, end);
        if (binding.is(bindingKinds.annotation) && !context.isPostponed) continue;
        // A type checker that reads an annotation does not know yet what is bound below it.
        if (!context.isPostponed || frame.outer === undefined || binding.place.start < start) {
          const alias = binding.imported?.alias;
          if (alias !== undefined) scope.get(alias)?.use(this.scope, start, end);
          return;
        }
        isBoundBelow = true;
      }
      hasStars ||= scope.stars.length > 0;
      if (seesClasses !== false) seesClasses = scope.kind === "types" || scope.kind === "comprehension";
    }
    if (isBoundBelow) return;
    if (this.#isStub) this.#forward.push({ name, start, end });
    else if (hasStars) this.#useStars(name, { start, end });
    else if (!context.handlesNameError && !this.#isSpecial(name)) {
      if (context.isLazy) this.#lazy.push({ name, start, end, frame: this.frame, finding: this.#findings.length });
      this.report("undefined-name", name, { start, end }, `undefined name '${name}'`);
    }
  }

  /** Makes a finding a warning if its name is bound once the module has run, as Python 3.14 finds it. */
  #loadLazy({ name, start, end, frame: from, finding }: LazyUse): void {
    let seesClasses = true;
    for (let frame: Frame | undefined = from; frame !== undefined; frame = frame.outer) {
      const { scope } = frame;
      if (scope.kind === "class" && !seesClasses) continue;
      const binding = scope.get(name);
      if (binding !== undefined && !binding.is(bindingKinds.annotation)) {
        binding.use(from.scope, start, end);
        if (this.#findings[finding] === undefined) return;
        const message = `undefined name '${name}' before Python 3.14, which evaluates annotations later`;
        const late = findingOf("undefined-name", { start, end }, message);
        this.#findings[finding] = { name, ...late, severity: "warning" };
        return;
      }
      seesClasses = scope.kind === "types" || scope.kind === "comprehension";
    }
  }

  #isSpecial(name: string): boolean {
    return (name === "__path__" && this.#isPackage) || (this.scope.kind === "class" && classNames.has(name));
  }

  #useStars(name: string, place: Place): void {
    const modules: string[] = [];
    for (let frame: Frame | undefined = this.frame; frame !== undefined; frame = frame.outer) {
      modules.push(...useStarsOf(frame.scope));
    }
    this.#reportStars(name, place, modules);
  }

  #reportStars(name: string, place: Place, modules: readonly string[]): void {
    const message = `'${name}' may be undefined, or defined from star imports: ${[...modules].sort().join(", ")}`;
    this.report("star-import-used", name, place, message);
  }

  /** Binds a name that is assigned to, and finds uses before it. */
  store(facts: BindingFacts): void {
    const { scope } = this;
    if (scope.kind === "function" && scope.get(facts.name) === undefined) this.#findEarlierUse(facts.name);
    this.bind(facts);
  }

  #findEarlierUse(name: string): void {
    let found: Binding | undefined;
    for (let frame = this.frame.outer; frame !== undefined; frame = frame.outer) {
      if (frame.scope.kind !== "function" && frame.scope.kind !== "module") continue;
      const binding = frame.scope.get(name);
      if (binding?.usedIn === this.scope) found = binding;
    }
    if (found === undefined) return;
    const isKnown = found.is(bindingKinds.builtin);
    const where = isKnown ? "as a builtin" : `in enclosing scope on line ${this.#lineOf(found.place.start)}`;
    const message = `local variable '${name}' defined ${where} referenced before assignment`;
    this.report("undefined-local", name, { start: found.usedStart, end: found.usedEnd }, message);
  }

  delete(name: string, place: Place, region: number): void {
    if (this.#forks.isConditional(region)) return;
    if (this.scope.get(name) === undefined) this.report("undefined-name", name, place, `undefined name '${name}'`);
    else this.scope.delete(name);
  }

  /** Declares a name of the module, or of a function further out. */
  declareOuter(name: string, place: Place, region: number): void {
    const { scope: module } = this.#module;
    if (this.scope === module) return;
    const binding = new Binding({ name, kind: bindingKinds.assignment, place, region });
    for (const finding of this.#undefined.get(name) ?? []) this.#findings[finding] = undefined;
    this.#undefined.delete(name);
    if (module.get(name) === undefined) module.set(name, binding);
    binding.use(module, place.start, place.end);
    for (let frame: Frame | undefined = this.frame; frame?.outer !== undefined; frame = frame.outer) {
      frame.scope.set(name, binding);
    }
  }

  /** Binds the name of an exception; returns what it hid, for `leaveHandler`. */
  enterHandler(facts: BindingFacts): Binding | undefined {
    if (this.scope.get(facts.name) !== undefined) this.store(facts);
    const hidden = this.scope.get(facts.name);
    if (hidden !== undefined) this.scope.delete(facts.name);
    this.store(facts);
    return hidden;
  }

  leaveHandler(name: string, place: Place, hidden: Binding | undefined): void {
    const binding = this.scope.get(name);
    if (binding !== undefined) {
      this.scope.delete(name);
      if (binding.usedIn === undefined) this.#reportUnused(name, place);
    }
    if (hidden !== undefined) this.scope.set(name, hidden);
  }

  #reportUnused(name: string, place: Place): void {
    this.report("unused-variable", name, place, `local variable '${name}' is assigned to but never used`);
  }

  /** Ends the module: what is unused is known now. */
  finish(): readonly NameFinding[] {
    for (const use of this.#forward) this.#loadForward(use);
    for (const use of this.#lazy) this.#loadLazy(use);
    for (const scope of [...this.#left, this.#module.scope]) {
      if (scope.kind === "class") continue;
      if (scope.kind === "function" && !scope.usesLocals) this.#findUnusedVariables(scope);
      this.#findUnusedImports(scope, this.#exportsOf(scope));
    }
    return this.#findings.filter((finding) => finding !== undefined);
  }

  #loadForward({ name, start, end }: Place & { readonly name: string }): void {
    const { scope } = this.#module;
    const binding = scope.get(name);
    if (binding !== undefined) binding.use(scope, start, end);
    else if (scope.stars.length > 0) this.#reportStars(name, { start, end }, useStarsOf(scope));
    else if (!this.#isSpecial(name)) {
      this.report("undefined-name", name, { start, end }, `undefined name '${name}'`);
    }
  }

  #findUnusedVariables(scope: Scope): void {
    for (const [name, binding] of scope.bindings) {
      if (binding.usedIn !== undefined || !binding.is(bindingKinds.assignment) || readByTools.has(name)) continue;
      this.#reportUnused(name, binding.place);
    }
  }

  /** Resolves the exports of a scope, and reports findings about them. */
  #exportsOf(scope: Scope): Exports | undefined {
    const binding = scope.bindings.get("__all__");
    const exported = binding?.exported;
    if (binding === undefined || exported === undefined) return undefined;
    const missing = exported.names.filter((name) => scope.get(name) === undefined);
    const hasStars = scope.stars.length > 0;
    const modules = hasStars && missing.length > 0 ? useStarsOf(scope) : [];
    for (const name of missing) {
      if (hasStars) this.#reportStars(name, binding.place, modules);
      else if (!this.#isPackage) {
        const message = `undefined name '${name}' in __all__`;
        this.#findings.push({ name, ...findingOf("undefined-name", binding.place, message, undefined, true) });
      }
    }
    return exported;
  }

  /** True for `import X as X`, and for `from X import *` in a stub (PEP 484, "Stub Files"). */
  #isReexport(binding: Binding): boolean {
    return binding.imported?.isReexport === true || (this.#isStub && binding.is(bindingKinds.star));
  }

  #findUnusedImports(scope: Scope, exported: Exports | undefined): void {
    const names = new Set(exported?.names);
    for (const binding of scope.bindings.values()) {
      const { imported, name, place, usedIn } = binding;
      if (imported === undefined || usedIn !== undefined || names.has(name)) continue;
      if (scope.kind === "module" && (this.#isReexport(binding) || mayExport(exported, name, imported))) continue;
      this.report("unused-import", name, place, `'${imported.shown}' imported but unused`);
      for (const again of binding.redefinedAt ?? []) this.#reportRedefinition(name, again, binding);
    }
  }
}

/** True when a name that is not listed may be exported: as a name of a module all of whose exports are. */
function mayExport(exported: Exports | undefined, name: string, { fullName, from }: Imported): boolean {
  if (exported === undefined) return false;
  if (exported.isOpen && !name.startsWith("_")) return true;
  // `from .sub import *` and `from .sub import name`, next to `sub.__all__`.
  const module = (from?.module ?? fullName).replace(/^\.+/, "");
  return [...exported.modules].some((written) => module === written || module.endsWith(`.${written}`));
}

function builtinBinding(name: string): Binding | undefined {
  const kind = bindingKinds.definition | bindingKinds.builtin;
  return isBuiltin(name) ? new Binding({ name, kind, place: nowhere, region: 0 }) : undefined;
}

/** Uses what a scope imports by `*`; returns the modules. */
function useStarsOf(scope: Scope): readonly string[] {
  for (; scope.usedStars < scope.stars.length; scope.usedStars++) {
    const star = scope.stars[scope.usedStars];
    star?.use(scope, star.place.start, star.place.end);
  }
  return scope.stars.slice(0, maxListedModules).map(({ imported }) => imported?.fullName ?? "");
}

/** Names that type checkers know and the interpreter does not. */
const checkersOnly: ReadonlySet<string> = new Set(["reveal_locals", "reveal_type"]);

/** Names that each module has without a statement that binds them. */
const moduleNames: ReadonlySet<string> = new Set(
  "__annotations__ __builtins__ __doc__ __file__ __loader__ __name__ __package__ __spec__".split(" "),
);

/** Names that the body of a class has until it is executed. */
const classNames: ReadonlySet<string> = new Set(["__firstlineno__", "__module__", "__qualname__"]);

/** True for a name that is defined in each module. */
function isBuiltin(name: string): boolean {
  return moduleNames.has(name) || (builtinNames.has(name) && !checkersOnly.has(name));
}
