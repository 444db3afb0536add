/**
 * The types of the code around a place: the classes, and the own object, `this`. Input: a place, in an open file or at a declaration; output:
 * types, undefined for ones that are not known.
 */
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { Declaration } from "../code-index.ts";
import { bodiesAround } from "./class-bodies.ts";
import { asValue, type OpenNames, type TermPlace, type Type } from "./known-types.ts";
import { ownObjectAround } from "./own-object.ts";
import type { TypeLookup } from "./type-lookup.ts";
import { isType } from "./wanted.ts";

export class TypesAround {
  readonly #types: TypeLookup;

  constructor(types: TypeLookup) {
    this.#types = types;
  }

  /** The types of the classes around a place, the innermost first, with the offsets of their bodies. */
  classesAround(place: TermPlace): readonly { readonly type: Type | undefined; readonly start: number }[] {
    const { open, offset, declaration } = place;
    if (open === undefined) {
      const owner = declaration && declaration.qualifier !== "" ? this.#types.late?.ownerOf(declaration) : undefined;
      if (owner !== undefined) return [{ type: { kind: "class", class: owner, isType: false }, start: owner.at }];
      const found: { readonly type: Type; readonly start: number }[] = [];
      for (let at = declaration?.parent; at !== undefined; at = at.parent) {
        if (isType(at)) found.push({ type: { kind: "class", class: at, isType: false }, start: at.at });
      }
      return found;
    }
    const { terms, names } = open;
    const bodies = bodiesAround(terms, offset);
    const types: (Type | undefined)[] = [];
    for (const body of bodies.toReversed()) {
      const outer = types[0];
      const own = body.name === noNode ? undefined : names.declarationAt(terms.startOf(body.name));
      if (body.of !== undefined) types.unshift(asValue(this.#madeAt(body.of, open)));
      else if (body.name !== noNode) types.unshift(own && { kind: "class", class: own, isType: false });
      else {
        const made = body.made === noNode ? outer : this.#madeAt(body.made, open);
        types.unshift({ kind: "unnamed", open, body: body.node, base: asValue(made) });
      }
    }
    return bodies.map(({ start }, at) => ({ type: types[at], start }));
  }

  #madeAt(node: number, open: OpenNames): Type | undefined {
    const { terms, file } = open;
    return this.#types.typeOf(terms.termOf(node), { file, open, offset: terms.startOf(node) });
  }

  /** The functions of its base that a function of an open file overrides in a class without a name. */
  overriddenInUnnamed(method: Declaration, open: OpenNames): readonly Declaration[] {
    const [around] = this.classesAround({ file: open.file, open, offset: method.at });
    if (around?.type?.kind !== "unnamed") return [];
    const found = this.#types.memberOf(around.type.base, method.name, { sort: "function", count: method.most });
    if (found === undefined || !("declarations" in found)) return [];
    return found.declarations.filter(({ most }) => most === method.most);
  }

  /** The type of the own object of the function around a place; undefined if its caller says which object that is. */
  ownObject({ open, offset, declaration, file }: TermPlace): Type | undefined {
    if (open === undefined) {
      const holder = declaration?.parent;
      const isStatic = declaration !== undefined && (declaration.flags & DeclarationFlag.static) !== 0;
      return holder && isType(holder) ? { kind: "class", class: holder, isType: isStatic } : undefined;
    }
    const own = ownObjectAround(open.terms, offset);
    if (own === undefined) return undefined;
    if (own.kind === "object") return { kind: "own", file, at: open.terms.startOf(own.node) };
    if (own.kind === "function") {
      const named = open.names.declarationAt(open.terms.startOf(own.name));
      const [holder] = named === undefined ? [] : this.#types.declarations.holdersOf(named);
      return holder && { kind: "class", class: holder, isType: false };
    }
    const named = own.name === noNode ? undefined : open.names.declarationAt(open.terms.startOf(own.name));
    return named === undefined
      ? { kind: "unnamed", open, body: own.node, base: undefined }
      : { kind: "class", class: named, isType: own.isStatic };
  }
}
