import type { Binding } from "./binding.ts";

export type ScopeKind = "class" | "comprehension" | "function" | "module" | "types";

/** The names of a module, class, function, comprehension or list of type parameters. */
export class Scope {
  readonly kind: ScopeKind;
  readonly bindings = new Map<string, Binding>();
  /** The modules that it imports by `*`. */
  readonly stars: Binding[] = [];
  /** The number of `stars` that are used. */
  usedStars = 0;
  /** True when it calls `locals()`. */
  usesLocals = false;
  /** Makes the binding of a name that is there from the beginning. */
  readonly #builtin: ((name: string) => Binding | undefined) | undefined;
  /** Names among the builtins that were deleted. */
  #deleted: Set<string> | undefined;

  constructor(kind: ScopeKind, builtin?: (name: string) => Binding | undefined) {
    this.kind = kind;
    this.#builtin = builtin;
  }

  get(name: string): Binding | undefined {
    const binding = this.bindings.get(name);
    if (binding !== undefined || this.#builtin === undefined || this.#deleted?.has(name)) return binding;
    const builtin = this.#builtin(name);
    if (builtin !== undefined) this.bindings.set(name, builtin);
    return builtin;
  }

  set(name: string, binding: Binding): void {
    this.bindings.set(name, binding);
  }

  delete(name: string): void {
    this.bindings.delete(name);
    if (this.#builtin === undefined) return;
    this.#deleted ??= new Set();
    this.#deleted.add(name);
  }
}

/** A scope and those around it. */
export type Frame = { readonly scope: Scope; readonly outer: Frame | undefined; readonly depth: number };
