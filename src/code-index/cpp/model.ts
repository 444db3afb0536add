/**
 * The types that the evaluation of C++ shares: places, contexts, types, results of a lookup, and the limits of steps
 * for one name. Input: none, or a template argument; output: types, the argument that it leads to, and `Evaluations`, which ends
 * evaluations that recur or take too long.
 */
import type { Declaration, IndexedFile } from "../code-index.ts";
import type { Steps } from "../kept-resolutions.ts";

/** The place at which a name is looked up. */
export type Place = {
  readonly file: IndexedFile;
  readonly offset: number;
  /** The innermost declaration around the place. */
  readonly parent: Declaration | undefined;
  /** A template whose parameters are seen there and nothing else of it, as for the bases of a class. */
  readonly template?: Declaration;
};

/** The arguments for parameters of templates, by name. */
export type Bindings = ReadonlyMap<string, Argument>;

/** The place at which a text is evaluated. */
export type Context = { readonly place: Place; readonly bindings: Bindings };

/** A template argument, or another type that is evaluated when it is needed. */
export type Argument = { readonly text: string; readonly context: Context };

/** Parameters of templates that are followed, one the argument for another. */
const maxBindings = 8;

/** The argument for a parameter of a template that an argument is, also by way of other parameters; any other argument as it is. */
export function boundArgument(argument: Argument): Argument {
  let bound = argument;
  for (let step = 0; step < maxBindings; step++) {
    const next = bound.context.bindings.get(bound.text.trim());
    if (next === undefined || next === bound) break;
    bound = next;
  }
  return bound;
}

export type Type =
  | {
      readonly kind: "class";
      /** The definition of a class or an enumeration, where there is one. */
      readonly declaration: Declaration;
      readonly args: readonly Argument[];
      /** Pointers to it, and arrays of it. */
      readonly pointers: number;
      /** Of a member class, what its outer classes' parameters stand for. */
      readonly bindings: Bindings;
    }
  /** A type from outside of the code base: `std::vector`. "" when only that is known. */
  | { readonly kind: "external"; readonly name: string; readonly args: readonly Argument[]; readonly pointers: number }
  /** A template that is declared nowhere in the code base: of its arguments nothing but the texts is known. */
  | { readonly kind: "unknown"; readonly name: string; readonly args: readonly Argument[]; readonly pointers: number }
  /** A number, a character, a truth value, and pointers to these. */
  | { readonly kind: "value"; readonly pointers: number };

export type ClassType = Extract<Type, { kind: "class" }>;

/** The result of a lookup: declarations of one scope, or something from outside of the code base. */
export type Found = {
  /** The id of the rule that found it. */
  readonly rule: string;
  /** In no order; all overloads. Empty when it is external. */
  readonly declarations: readonly Declaration[];
  readonly external?: string;
  /** The arguments for the parameters of its class. */
  readonly bindings: Bindings;
  /** False when the file does not include a declaration of it. */
  readonly isVisible: boolean;
  /** True when a using-declaration brings the same name from outside. */
  readonly isBesideOutside?: boolean;
  /** The using-declarations and aliases that led to it. */
  readonly via: readonly Declaration[];
};

export const noBindings: Bindings = new Map();

/** The place of a declaration's own type. */
export function placeOf(declaration: Declaration): Place {
  const { file, at: offset, parent, kind } = declaration;
  return kind === "function" ? { file, offset, parent: declaration } : { file, offset, parent, template: declaration };
}

/** Evaluations within one another: an expression in a type in a base of a class, and so on. */
const maxDepth = 14;

/** Evaluations, and namespaces that are looked into, for one name; and for all names of a file that a call asks about. */
const maxSteps = 5_000;
const maxStepsOfFile = 2_000_000;

/** The steps that are left for a name where others of the call have taken all. */
const leastSteps = 100;

/** Ends evaluations that need themselves, that go too deep, or that are too many. */
export class Evaluations implements Steps {
  readonly #busy = new Set<string>();
  #depth = 0;
  #stepsOfFile = 0;
  #stepsBefore = 0;
  #stepsLeft = maxSteps;

  /** Begins with the names of the next call. */
  startCall(): void {
    this.#stepsOfFile = 0;
  }

  /** Begins with the next name. */
  start(): void {
    this.#stepsBefore = this.#stepsOfFile;
    this.#stepsLeft = Math.max(Math.min(maxSteps, maxStepsOfFile - this.#stepsOfFile), leastSteps);
  }

  /** Counts a step of the name; false if it has taken all of its steps. */
  step(): boolean {
    this.#stepsOfFile++;
    return --this.#stepsLeft >= 0;
  }

  get taken(): number {
    return this.#stepsOfFile - this.#stepsBefore;
  }

  take(steps: number): boolean {
    if (steps > this.#stepsLeft) return false;
    this.#stepsOfFile += steps;
    this.#stepsLeft -= steps;
    return true;
  }

  /** True when the name would have taken more steps: what was found is not sure. */
  get isCutShort(): boolean {
    return this.#stepsLeft < 0;
  }

  /** Runs an evaluation; undefined when it runs already. */
  run<Result>(what: string, { file, index }: Declaration, evaluate: () => Result | undefined): Result | undefined {
    const key = `${what} ${index} ${file.path}`;
    if (this.#busy.has(key) || this.#depth >= maxDepth || !this.step()) return undefined;
    this.#busy.add(key);
    this.#depth++;
    try {
      return evaluate();
    } finally {
      this.#depth--;
      this.#busy.delete(key);
    }
  }

  /** Runs an evaluation that is of no declaration. */
  deeper<Result>(evaluate: () => Result | undefined): Result | undefined {
    if (this.#depth >= maxDepth || !this.step()) return undefined;
    this.#depth++;
    try {
      return evaluate();
    } finally {
      this.#depth--;
    }
  }
}

/** The part of type evaluation that name lookup needs. */
export type TypeSource = {
  /** The types of the bases of a class, undefined for each that is unknown. */
  readonly basesOf: (type: ClassType) => readonly (Type | undefined)[];
  /** The type that declarations of one name stand for. */
  readonly typeNamed: (found: Found, args: readonly Argument[]) => Type | undefined;
};
