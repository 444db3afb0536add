/**
 * The interfaces that types implement without naming them (structural typing). Input: a method; output: the methods of
 * interfaces that it may implement, or the methods that may implement it. A type may implement an interface if it has methods of
 * all its names.
 */
import { dirname } from "node:path";
import { getOrInsert } from "../../base/get-or-insert.ts";
import { childrenOf } from "../children-of.ts";
import type { Declaration } from "../code-index.ts";
import { partsOfName } from "../qualified-name.ts";
import { isClass } from "../symbol-kind.ts";
import type { Types } from "./types.ts";

/** Methods of one name that are compared with each other. */
const maxMethods = 500;

type NamedMethods = { readonly ofInterfaces: readonly Declaration[]; readonly ofTypes: readonly Declaration[] };

const noMethods: NamedMethods = { ofInterfaces: [], ofTypes: [] };

/** The methods of interfaces that types implement without naming them: a type has one if it has methods of all its names. */
export class ImplicitInterfaces {
  readonly #types: Types;
  readonly #methods = new Map<Declaration, ReadonlySet<string> | "unknown">();
  readonly #named = new Map<string, NamedMethods>();
  readonly #having = new Map<Declaration, Map<Declaration, boolean>>();

  constructor(types: Types) {
    this.#types = types;
  }

  /** The methods of interfaces that a method may implement. */
  implementedBy(method: Declaration): readonly Declaration[] {
    const owner = this.#ownerOf(method);
    if (owner === undefined || owner.kind === "interface") return [];
    return this.#like(method).ofInterfaces.filter(({ parent }) => parent !== undefined && this.#has(owner, parent));
  }

  /** The methods that may implement a method of an interface. */
  implementing(method: Declaration): readonly Declaration[] {
    const { parent } = method;
    if (parent?.kind !== "interface") return [];
    return this.#like(method).ofTypes.filter((one) => {
      const owner = this.#ownerOf(one);
      return owner !== undefined && owner.kind !== "interface" && this.#has(owner, parent);
    });
  }

  /** The methods with the name and the result of one. */
  #like(method: Declaration): NamedMethods {
    const { name, kind, file } = method;
    if (kind !== "method") return noMethods;
    const result = resultOf(method);
    return getOrInsert(this.#named, `${file.language} ${name} ${result}`, () => {
      const isLike = (one: Declaration) =>
        one.kind === "method" && one.file.language === file.language && resultOf(one) === result;
      const found = this.#types.declarations.allMembers(name).filter(isLike);
      const isOfInterface = ({ parent }: Declaration) => parent?.kind === "interface";
      return {
        ofInterfaces: found.filter(isOfInterface).slice(0, maxMethods),
        ofTypes: found.filter((one) => !isOfInterface(one)).slice(0, maxMethods),
      };
    });
  }

  /** The type that a method is of. */
  #ownerOf({ file, parent, qualifier }: Declaration): Declaration | undefined {
    if (parent !== undefined) return isClass(parent) ? parent : undefined;
    const owner = partsOfName(qualifier).at(-1);
    const named = owner === undefined ? [] : this.#types.declarations.outermostIn(dirname(file.path), owner);
    return named.find(isClass);
  }

  /** True if a type may have all methods of an interface. */
  #has(type: Declaration, from: Declaration): boolean {
    const known = getOrInsert(this.#having, type, () => new Map());
    return getOrInsert(known, from, () => {
      const names = this.#methodsOf(from);
      if (names === "unknown") return true;
      return [...names].every((name) => {
        this.#types.startName();
        const found = this.#types.memberOf({ kind: "class", class: type, isType: false }, name);
        return found === undefined || !("missing" in found);
      });
    });
  }

  /** The names of the methods of an interface, also of the ones that it embeds; unknown if one is from outside. */
  #methodsOf(type: Declaration): ReadonlySet<string> | "unknown" {
    return getOrInsert(this.#methods, type, () => {
      const names = new Set<string>();
      const seen = new Set([type]);
      for (const one of seen) {
        for (const { kind, name } of childrenOf(one)) if (kind === "method") names.add(name);
        this.#types.startName();
        for (const base of this.#types.basesOf(one)) {
          if (base?.kind !== "class") return "unknown";
          seen.add(base.class);
        }
      }
      return names;
    });
  }
}

/** The result of a method without the packages of its types, which each file names in its own way. */
function resultOf({ type }: Declaration): string {
  return type.replace(/[\p{L}_][\p{L}\p{N}_]*\./gu, "");
}
