/**
 * The names that macros of C++ make by token pasting, such as `get_##n`. Input: the macros of the index, and a made
 * name; output: the uses of macros that make it, or the macros that may.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy } from "../../base/group-by.ts";
import { pastingName } from "../../facts/declaration-facts.ts";
import { mostMacroArguments } from "../../syntax/dialect.ts";
import type { CodeIndex, Declaration } from "../code-index.ts";

/** A text, the number of an argument from 0, or that argument and each one after it. */
type Part = string | number | { readonly from: number };

/** A name that a macro makes. */
type Pasting = { readonly macro: Declaration; readonly parts: readonly Part[] };

/**
 * The use of another macro in a macro: the arguments that this gets, "" for one that is not an argument of the first.
 */
type Nested = { readonly macro: Declaration; readonly inner: string; readonly given: readonly Part[] };

/** Types of flags as the macros of gflags name them. */
const flagTypes = ["bool", "int32", "int64", "uint32", "uint64", "double", "string"];

/**
 * Names that macros of libraries make, which a code base seldom holds: macros, and the number of the argument after the
 * text. The first entry with a use counts: the next ones only declare.
 */
const ofLibraries: readonly { readonly before: string; readonly macros: readonly string[]; readonly place: number }[] =
  [
    { before: "FLAGS_", macros: flagTypes.map((type) => `DEFINE_${type}`), place: 0 },
    { before: "FLAGS_", macros: ["ABSL_FLAG"], place: 1 },
    { before: "FLAGS_", macros: flagTypes.map((type) => `DECLARE_${type}`), place: 0 },
    { before: "FLAGS_", macros: ["ABSL_DECLARE_FLAG"], place: 1 },
  ];

/** Macros in macros that are followed, and names that they make in all: definitions of each other's uses multiply. */
const deepestNested = 4;
const mostNested = 20_000;

/** Characters of fixed text without which a name says too little about who makes it. */
const leastFixed = 3;

/** Names that macros make of their arguments, as `get_##n` of `DECLARE_GETTER(size)`. */
export class Pastings {
  readonly #index: CodeIndex;
  readonly #uses = new Map<string, readonly Declaration[]>();
  readonly #declaring = new Map<string, readonly Declaration[]>();
  readonly #usesBy = new Map<string, ReadonlySet<Declaration>>();
  #byMacro: ReadonlyMap<Declaration, readonly Pasting[]> | undefined;
  #pastings: readonly Pasting[] | undefined;
  /** One pasting for each name of a macro and what it makes. */
  #distinct: readonly Pasting[] | undefined;

  constructor(index: CodeIndex) {
    this.#index = index;
  }

  /** The uses of macros that make a name. */
  usesThatMake(name: string): readonly Declaration[] {
    return getOrInsert(this.#uses, name, () => {
      this.#distinct ??= distinctOf(this.#all());
      const own = this.#distinct.flatMap((pasting) => this.#usesOf(pasting, name));
      return [...new Set(own.length > 0 ? own : this.#usesOfLibraries(name))];
    });
  }

  /** The uses that make a name if a macro is defined by one definition: other ones of its name do not count. */
  usesBy(macro: Declaration, name: string): ReadonlySet<Declaration> {
    this.#byMacro ??= groupBy(this.#all(), (pasting) => pasting.macro);
    const own = this.#byMacro.get(macro) ?? [];
    const key = JSON.stringify([name, macro.name, own.map(({ parts }) => parts)]);
    return getOrInsert(this.#usesBy, key, () => new Set(own.flatMap((pasting) => this.#usesOf(pasting, name))));
  }

  /** The uses of macros of libraries that seem to declare a name which they get as it is: `WX_DECLARE_LIST(Shape, ShapeList);`. */
  usesThatDeclare(name: string): readonly Declaration[] {
    return getOrInsert(this.#declaring, name, () => {
      const uses = this.#index.named(`(${name})`).filter(({ kind }) => kind === "macro_use");
      const isOurs = ({ type }: Declaration) => this.#index.named(type).some(({ kind }) => kind === "macro");
      return uses.filter((use) => !isOurs(use));
    });
  }

  /** The macros that make names like a name, whether uses of them are known or not. */
  macrosThatMayMake(name: string): readonly Declaration[] {
    return this.#all().flatMap(({ macro, parts }) => {
      const fixed = parts.map(textOf).join("");
      return fixed.replace(/_/g, "").length >= leastFixed && fits(parts, name) ? [macro] : [];
    });
  }

  #usesOf({ macro, parts }: Pasting, name: string): readonly Declaration[] {
    const [first] = parts;
    if (typeof first === "object") {
      const further = Array.from({ length: mostMacroArguments - first.from }, (_, place) => first.from + place);
      return further.flatMap((place) => this.#usesWith(macro.name, place, name));
    }
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
    this.#pastings ??= this.#read();
    return this.#pastings;
  }

  #read(): readonly Pasting[] {
    const own: Pasting[] = [];
    const nested: Nested[] = [];
    for (const { kind, type, parent: macro } of this.#index.named(pastingName)) {
      if (kind !== "pasting" || macro === undefined) continue;
      for (const name of type.split(" ")) {
        const [, inner, list] = /^(\w+)\((.*)\)$/.exec(name) ?? [];
        if (inner === undefined || list === undefined) own.push({ macro, parts: partsOf(name) });
        else nested.push({ macro, inner, given: list.split(",").map((one) => partsOf(one)[0] ?? "") });
      }
    }
    const all = [...own];
    let last: readonly Pasting[] = own;
    for (let depth = 0; depth < deepestNested && last.length > 0; depth++) {
      const byMacro = groupBy(distinctOf(last), ({ macro }) => macro.name);
      const made: Pasting[] = [];
      for (const { macro, inner, given } of nested) {
        for (const { parts } of byMacro.get(inner) ?? []) {
          if (all.length - own.length === mostNested) return all;
          const outer = partsGiven(parts, given);
          if (outer === undefined) continue;
          const pasting = { macro, parts: outer };
          made.push(pasting);
          all.push(pasting);
        }
      }
      last = made;
    }
    return all;
  }
}

/** One pasting for each name of a macro and what it makes. */
function distinctOf(pastings: readonly Pasting[]): readonly Pasting[] {
  const keyOf = ({ macro, parts }: Pasting) => JSON.stringify([macro.name, parts]);
  return [...new Map(pastings.map((pasting) => [keyOf(pasting), pasting])).values()];
}

/** The parts of a name that a macro makes by another one that gets these arguments; undefined if one is not known. */
function partsGiven(parts: readonly Part[], given: readonly Part[]): readonly Part[] | undefined {
  const all: Part[] = [];
  for (const part of parts) {
    const place = typeof part === "object" ? part.from : part;
    const last = given.at(-1);
    const isFurther = typeof place === "number" && typeof last === "object" && place >= given.length - 1;
    const outer = isFurther ? last.from + place - given.length + 1 : typeof place === "number" ? given[place] : place;
    if (outer === undefined || outer === "" || typeof outer === "object") return undefined;
    all.push(typeof part === "object" && typeof outer === "number" ? { from: outer } : outer);
  }
  return all;
}

function textOf(part: Part | undefined): string {
  return typeof part === "string" ? part : "";
}

/** The parts of `get_<1>_of_<2>`, or of `<3+>`: the texts in it, and the numbers less one. */
function partsOf(name: string): readonly Part[] {
  const [, further] = /^<(\d+)\+>$/.exec(name) ?? [];
  if (further !== undefined) return [{ from: Number(further) - 1 }];
  return name
    .split(/<(\d+)>/)
    .map((part, at) => (at % 2 === 0 ? part : Number(part) - 1))
    .filter((part) => part !== "");
}

/** True if the texts of a made name are at the ends of a name and in it, in their order. */
function fits(parts: readonly Part[], name: string): boolean {
  const [first] = parts;
  const last = parts.at(-1);
  if (typeof first === "string" && !name.startsWith(first)) return false;
  if (typeof last === "string" && !name.endsWith(last)) return false;
  let at = 0;
  for (const part of parts) {
    if (typeof part !== "string") continue;
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at < name.length || typeof last === "string";
}
