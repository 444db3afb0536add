/**
 * The members that code looks up by names that it makes of a text: `getattr(self, "visit_" + kind)`. Input: an open file, and a member;
 * output: the places in functions of its class, of bases and of derived classes that may look it up.
 */
import { getOrInsert } from "../base/get-or-insert.ts";
import { ancestorsOf, withAncestors } from "./class-bases.ts";
import type { Code, ResolvedFile } from "./code.ts";
import type { Declaration } from "./code-index.ts";
import { enclosingOf } from "./enclosing.ts";
import type { FoundSymbol } from "./found-symbols.ts";
import type { LanguageTraits } from "./language-traits.ts";
import { declarationAt, declarationsAt } from "./places.ts";
import { isClass, isFunction } from "./symbol-kind.ts";
import { traitsOf } from "./traits-of.ts";

/** A look-up: the texts that the name begins and ends with, one of them empty. */
type LookUp = { readonly offset: number; readonly head: string; readonly tail: string; readonly owner: Declaration };

type LookUpPlace = { readonly offset: number; readonly isOfBase: boolean };

type MakingNames = Pick<NonNullable<LanguageTraits["computedNames"]>, "beginning" | "ending">;

/** A shorter text is a part of many names that have nothing to do with each other. */
const leastText = 3;

/** UTF-16 code units of an expression that makes a name. */
const maxExpression = 200;

/** The files of the bases of a member's class that look up members by names that they make. */
export function filesOfLookUps({ places }: Pick<FoundSymbol, "places">, code: Code): readonly string[] {
  const owners = declarationsAt(places, code).flatMap((one) => ownerOf(one) ?? []);
  const bases = owners.flatMap((one) => ancestorsOf(one, code.index, code.resolverOf(one.file.language)));
  const languages = new Set(bases.map(({ file }) => file.language));
  const words = [...languages].flatMap((language) => traitsOf(language).computedNames?.memberWords ?? []);
  const looking = new Set(words.flatMap((word) => code.filesWith(word)));
  return bases.map(({ file }) => file.path).filter((path) => looking.has(path));
}

/** The class of a method. */
function ownerOf(declaration: Declaration): Declaration | undefined {
  if (!isFunction(declaration)) return undefined;
  const { parent } = declaration;
  return parent !== undefined && isClass(parent) ? parent : undefined;
}

export class ComputedMembers {
  readonly #file: ResolvedFile;
  readonly #code: Code;
  #lookUps: readonly LookUp[] | undefined;
  readonly #families = new Map<Declaration, ReadonlySet<Declaration>>();

  constructor(file: ResolvedFile, code: Code) {
    this.#file = file;
    this.#code = code;
  }

  /**
   * The places that may look up a member. One of a base looks up a member of any class that derives from it: `isOfBase` says so.
   */
  placesOf({ word, places }: Pick<FoundSymbol, "word" | "places">): readonly LookUpPlace[] {
    this.#lookUps ??= this.#found();
    const fitting = this.#lookUps.filter(({ head, tail }) => word.startsWith(head) && word.endsWith(tail));
    if (fitting.length === 0) return [];
    const owners = declarationsAt(places, this.#code).flatMap((one) => ownerOf(one) ?? []);
    return fitting.flatMap(({ owner: one, offset }) => {
      const isOwn = owners.some((owner) => this.#familyOf(one).has(owner));
      const isOfBase = !isOwn && owners.some((owner) => this.#familyOf(owner).has(one));
      return isOwn || isOfBase ? [{ offset, isOfBase }] : [];
    });
  }

  #found(): readonly LookUp[] {
    const { file, text } = this.#file;
    const { computedNames } = traitsOf(file.language);
    if (computedNames === undefined) return [];
    return [...text.matchAll(computedNames.lookUp)].flatMap(
      ({ index: offset, 0: before, groups }): readonly LookUp[] => {
        if (!computedNames.own.test(groups?.object ?? "")) return [];
        const holder = [...enclosingOf(file).around(offset)].find(isFunction);
        const owner = holder && this.#classAround(holder);
        if (holder === undefined || owner === undefined) return [];
        const made = this.#madeAt(offset + before.length, holder, computedNames);
        return made === undefined ? [] : [{ offset, owner, ...made }];
      },
    );
  }

  /** The texts of an expression that makes a name, or of the one that a variable of the function has. */
  #madeAt(offset: number, holder: Declaration, names: MakingNames): Pick<LookUp, "head" | "tail"> | undefined {
    const { text } = this.#file;
    const written = text.slice(offset, offset + maxExpression);
    const made = textsOf(written, names);
    if (made !== undefined) return made;
    const [variable = ""] = /^[A-Za-z_]\w*(?=\s*[,)])/.exec(written) ?? [];
    if (variable === "") return undefined;
    const assigned = new RegExp(`(?<![\\w.])${variable}\\s*=\\s*(?!=)`, "g");
    const body = text.slice(holder.start, holder.end);
    const all = [...body.matchAll(assigned)].map(({ index, 0: sign }) =>
      textsOf(body.slice(index + sign.length), names),
    );
    return all.find((one) => one !== undefined);
  }

  /** The class of a function, as the index has it. */
  #classAround({ parent, file }: Declaration): Declaration | undefined {
    let owner = parent;
    while (owner !== undefined && !isClass(owner)) owner = owner.parent;
    return owner && declarationAt(this.#code.index.fileAt(file.path), owner);
  }

  #familyOf(one: Declaration): ReadonlySet<Declaration> {
    return getOrInsert(this.#families, one, () => new Set(withAncestors(one, this.#code)));
  }
}

function textsOf(expression: string, { beginning, ending }: MakingNames): Pick<LookUp, "head" | "tail"> | undefined {
  const head = beginning.exec(expression)?.groups?.head ?? "";
  const tail = ending.exec(expression)?.groups?.tail ?? "";
  return Math.max(head.length, tail.length) < leastText ? undefined : { head, tail };
}
