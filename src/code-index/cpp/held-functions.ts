import type { Declaration } from "../code-index.ts";

/** A function that a variable, a parameter or a field holds the address of. */
export type Held = {
  readonly target: Declaration;
  /** Its place in the innermost braces of an initializer, and the field that these name: what a call must name, too. */
  readonly place?: number | undefined;
  readonly field?: string | undefined;
};

/** Functions that one variable holds: more say no longer which one is called. */
const maxHeld = 64;

/** The values of variables, parameters and fields of one file. */
export class HeldFunctions {
  readonly #held = new Map<string, Map<string, Held>>();
  /** The names of what holds something. */
  readonly names = new Set<string>();

  /** Adds a function; true if it is new. */
  add(holder: Declaration, held: Held): boolean {
    const own = this.#held.get(keyOf(holder)) ?? new Map<string, Held>();
    const key = `${keyOf(held.target)} ${held.place ?? ""} ${held.field ?? ""}`;
    if (own.has(key) || own.size >= maxHeld) return false;
    this.#held.set(keyOf(holder), own.set(key, held));
    this.names.add(holder.name);
    return true;
  }

  of(holder: Declaration): readonly Held[] {
    return [...(this.#held.get(keyOf(holder))?.values() ?? [])];
  }
}

function keyOf({ file, at }: Declaration): string {
  return `${at} ${file.path}`;
}
