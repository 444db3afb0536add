/**
 * Bindings of names of Python. Input: the kind of a binding, its place and what it imports; output: an object that has these, and
 * knows whether the name was used.
 */

/** The kinds of bindings, as bits, since most kinds are special cases of others. */
export const bindingKinds = {
  plain: 0,
  /** Functions, classes, imports and builtins. */
  definition: 1,
  importation: 2,
  /** `import a.b`, which binds `a`. */
  submodule: 4,
  star: 8,
  /** A single name that a statement assigns to. */
  assignment: 16,
  walrus: 32,
  /** `x: int`, which binds nothing but in annotations. */
  annotation: 64,
  builtin: 128,
  /** `__all__`. */
  exports: 256,
} as const;

/** A range of the text: UTF-16 offsets. */
export type Place = { readonly start: number; readonly end: number };

/** The module or member that an import binds a name to. */
export type Imported = {
  /** The module, with leading dots, or the module and the name in it. */
  readonly fullName: string;
  /** As messages call it. */
  readonly shown: string;
  /** The module and the name in it, for `from module import name`. */
  readonly from?: { readonly module: string; readonly name: string };
  /** The full name when it is one word and bound to another one. */
  readonly alias?: string;
  /** True for `X as X`, by which a module says that it exports the name (PEP 484, "Stub Files"). */
  readonly isReexport?: boolean;
};

/** The names that a module exports by `__all__`, in any of its branches. */
export type Exports = {
  readonly names: string[];
  /** Modules, as they are written, all of whose exports it has: `sub` of `sub.__all__`. */
  readonly modules: Set<string>;
  /** True when it adds names that are known only at run time: the names in `dir()`. */
  isOpen: boolean;
};

/** A name, or a name and its attribute. */
export type ShortPath = readonly [name: string, attribute?: string];

/** The properties of a binding that follow from its expression. */
export type BindingFacts = {
  readonly name: string;
  readonly kind: number;
  readonly place: Place;
  /** The part of a compound statement that it is in: see Forks. */
  readonly region: number;
  /** True for a target of `for` and for a statement directly in a loop with `for`. */
  readonly isInLoop?: boolean;
  readonly imported?: Imported;
  /** The value of `__all__`. */
  readonly exported?: Exports;
  readonly decorators?: readonly ShortPath[];
};

/** A binding of a name in a scope. */
export class Binding {
  readonly name: string;
  readonly kind: number;
  readonly place: Place;
  readonly region: number;
  readonly isInLoop: boolean;
  readonly imported: Imported | undefined;
  readonly exported: Exports | undefined;
  readonly decorators: readonly ShortPath[];
  /** The last use and its scope; undefined while it is unused. */
  usedIn: object | undefined = undefined;
  usedStart = 0;
  usedEnd = 0;
  /** The bindings of an imported name in inner scopes. */
  redefinedAt: Place[] | undefined = undefined;
  isOverload: boolean | undefined = undefined;

  constructor({ name, kind, place, region, isInLoop = false, imported, exported, decorators = [] }: BindingFacts) {
    this.name = name;
    this.kind = kind;
    this.place = place;
    this.region = region;
    this.isInLoop = isInLoop;
    this.imported = imported;
    this.exported = exported;
    this.decorators = decorators;
  }

  is(kind: number): boolean {
    return (this.kind & kind) !== 0;
  }

  use(scope: object, start: number, end: number): void {
    this.usedIn = scope;
    this.usedStart = start;
    this.usedEnd = end;
  }

  /** Takes over how another binding of the name was used. */
  useAs(other: Binding): void {
    this.usedIn = other.usedIn;
    this.usedStart = other.usedStart;
    this.usedEnd = other.usedEnd;
  }

  /** True when it makes another binding of the same name in vain, unless that is used before. */
  redefines(other: Binding): boolean {
    const { definition, importation, submodule, assignment, annotation } = bindingKinds;
    if (this.is(annotation)) return false;
    const isSame = this.imported?.fullName === other.imported?.fullName;
    if (this.is(submodule) && other.is(importation)) return isSame;
    if (this.is(importation) && other.is(submodule)) return isSame;
    if (other.is(definition)) return true;
    return this.is(definition) && !this.is(importation) && other.is(assignment);
  }
}
