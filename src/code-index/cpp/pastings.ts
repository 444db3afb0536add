import type { CodeIndex, Declaration } from "../code-index.ts";

/** A name that a macro makes: texts, and numbers of arguments from 0. */
type Pasting = { readonly macro: Declaration; readonly parts: readonly (string | number)[] };

/** Types of flags as the macros of gflags name them. */
const flagTypes = ["bool", "int32", "int64", "uint32", "uint64", "double", "string"];

/**
 * Names that macros of libraries make, which a code base seldom holds: macros, and the number of the argument behind
 * the text. The first entry with a use counts: the next ones only declare.
 */
const ofLibraries: readonly { readonly before: string; readonly macros: readonly string[]; readonly place: number }[] =
  [
    { before: "FLAGS_", macros: flagTypes.map((type) => `DEFINE_${type}`), place: 0 },
    { before: "FLAGS_", macros: ["ABSL_FLAG"], place: 1 },
    { before: "FLAGS_", macros: flagTypes.map((type) => `DECLARE_${type}`), place: 0 },
    { before: "FLAGS_", macros: ["ABSL_DECLARE_FLAG"], place: 1 },
  ];

/** Characters of fixed text without which a name says too little about who makes it. */
const leastFixed = 3;

/** Names that macros make of their arguments, as `get_##n` of `DECLARE_GETTER(size)`. */
export class Pastings {
  readonly #index: CodeIndex;
  readonly #uses = new Map<string, readonly Declaration[]>();
  #pastings: readonly Pasting[] | undefined;

  constructor(index: CodeIndex) {
    this.#index = index;
  }

  /** The uses of macros that make a name. */
  usesThatMake(name: string): readonly Declaration[] {
    let uses = this.#uses.get(name);
    if (uses === undefined) {
      const own = this.#all().flatMap((pasting) => this.#usesOf(pasting, name));
      uses = [...new Set(own.length > 0 ? own : this.#usesOfLibraries(name))];
      this.#uses.set(name, uses);
    }
    return uses;
  }

  /** The macros that make names like a name, whether uses of them are known or not. */
  macrosThatMayMake(name: string): readonly Declaration[] {
    return this.#all().flatMap(({ macro, parts }) => {
      const fixed = parts.map(textOf).join("");
      return fixed.replace(/_/g, "").length >= leastFixed && fits(parts, name) ? [macro] : [];
    });
  }

  #usesOf({ macro, parts }: Pasting, name: string): readonly Declaration[] {
    const [one, other, ...more] = parts.filter((part) => typeof part === "number");
    if (one === undefined || more.length > 0 || !fits(parts, name)) return [];
    const [before, after] = [textOf(parts[0]), textOf(parts.at(-1))];
    const rest = name.slice(before.length, name.length - after.length);
    if (other === undefined) return this.#usesWith(macro.name, one, rest);
    const between = textOf(parts[parts.indexOf(one) + 1]);
    const found: Declaration[] = [];
    for (let at = 1; at + between.length < rest.length; at++) {
      if (!rest.startsWith(between, at)) continue;
      const ofOne = this.#usesWith(macro.name, one, rest.slice(0, at));
      const ofOther = ofOne.length === 0 ? [] : this.#usesWith(macro.name, other, rest.slice(at + between.length));
      found.push(...ofOne.filter((use) => ofOther.some(({ file, start }) => file === use.file && start === use.start)));
    }
    return found;
  }

  #usesOfLibraries(name: string): readonly Declaration[] {
    for (const { before, macros, place } of ofLibraries) {
      if (!name.startsWith(before)) continue;
      const uses = macros.flatMap((macro) => this.#usesWith(macro, place, name.slice(before.length)));
      if (uses.length > 0) return uses;
    }
    return [];
  }

  /** The uses of a macro with an argument at a place. */
  #usesWith(macro: string, place: number, argument: string): readonly Declaration[] {
    if (argument === "") return [];
    return this.#index.named(`${macro}(${",".repeat(place)}${argument})`).filter(({ kind }) => kind === "macro_use");
  }

  #all(): readonly Pasting[] {
    this.#pastings ??= this.#index.named("").flatMap(({ kind, type, parent: macro }) => {
      if (kind !== "pasting" || macro === undefined) return [];
      return type.split(" ").map((name) => ({ macro, parts: partsOf(name) }));
    });
    return this.#pastings;
  }
}

function textOf(part: string | number | undefined): string {
  return typeof part === "string" ? part : "";
}

/** The parts of `get_<1>_of_<2>`: the texts in it, and the numbers less one. */
function partsOf(name: string): readonly (string | number)[] {
  return name
    .split(/<(\d+)>/)
    .map((part, at) => (at % 2 === 0 ? part : Number(part) - 1))
    .filter((part) => part !== "");
}

/** True where the texts of a made name are at the ends of a name and in it, in their order. */
function fits(parts: readonly (string | number)[], name: string): boolean {
  const [first] = parts;
  const last = parts.at(-1);
  if (typeof first === "string" && !name.startsWith(first)) return false;
  if (typeof last === "string" && !name.endsWith(last)) return false;
  let at = 0;
  for (const part of parts) {
    if (typeof part === "number") continue;
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at < name.length || typeof last === "string";
}
