/**
 * The types of what a value gives: the result of a call, an item or a key of a list. Input: a term or a type with its place; output: a type,
 * undefined for one that is not known.
 */
import { wordSet } from "../../base/word-list.ts";
import { writtenRegex } from "../../base/written-regex.ts";
import type { Declaration } from "../code-index.ts";
import type { EvaluationSteps, KeptResults } from "./evaluation-steps.ts";
import { asValue, type TermPlace, type Type } from "./known-types.ts";
import { type Term, termIn } from "./terms.ts";
import { maxAliases, type TypeLookup } from "./type-lookup.ts";
import { aFunction, anything, hasSorts } from "./wanted.ts";

export class GivenTypes {
  readonly #types: TypeLookup;
  readonly #steps: EvaluationSteps;
  readonly #results: KeptResults<Type | undefined> = new Map();
  readonly #itemMembers: ReadonlySet<string>;
  readonly #sameMembers: ReadonlySet<string>;
  readonly #containingMembers: ReadonlySet<string>;
  readonly #openResults: RegExp | undefined;
  /** True if the name that is called may be any: also a type, or a member whose value is a function. */
  readonly #wantsAny: boolean;

  constructor(types: TypeLookup, steps: EvaluationSteps) {
    this.#steps = steps;
    const { rules } = types;
    this.#types = types;
    this.#wantsAny = (rules.packages_by_name && !hasSorts(rules)) || types.files !== undefined;
    this.#itemMembers = wordSet(rules.item_members);
    this.#sameMembers = wordSet(rules.same_members);
    this.#containingMembers = wordSet(rules.containing_members);
    this.#openResults = rules.open_results === undefined ? undefined : writtenRegex(rules.open_results, "u");
  }

  itemOf(of: Type | undefined, form: "item" | "key"): Type | undefined {
    const list = this.#plain(of);
    if (list?.kind === "list") {
      const part = form === "item" ? list.item : list.key;
      return part && asValue(this.#types.typeOf(part.term, part.place));
    }
    // An item of one value may be the value: `await` of what is there already.
    if (list?.kind === "external") return { ...list, name: `${list.name}[]`, isOpen: this.#isOpenResult(list) };
    // `f[int]` is a function, and `Box[int]` a type.
    const isGeneric = list?.kind === "declared" || (list?.kind === "class" && list.isType);
    return form === "item" && isGeneric ? list : undefined;
  }

  resultOf({ of, first }: Extract<Term, { form: "call" }>, place: TermPlace): Type | undefined {
    const asFunction = this.#types.typeOf(of, place, this.#wantsAny ? anything : aFunction);
    // A variant of an enum is called as a function is.
    const called = asFunction ?? (this.#types.names === undefined ? undefined : this.#types.typeOf(of, place));
    if (called === undefined) return this.#givenByMember(of, place);
    if (called.kind === "class" && (called.isType || this.#types.names !== undefined)) return asValue(called);
    if (called.kind === "external") {
      const given = this.#givenByMember(of, place);
      if (given !== undefined) return given;
      const rule = Object.hasOwn(this.#types.rules.builtin_results, called.name)
        ? this.#types.rules.builtin_results[called.name]
        : undefined;
      if (rule === "first") return first && asValue(this.#types.typeOf(first, place));
      return { ...called, name: `${called.name}()`, isOpen: this.#isOpenResult(called) };
    }
    if (called.kind === "declared") return this.#resultOfAll(called.declarations);
    const plain = this.#plain(called);
    return plain?.kind === "function" ? asValue(this.#types.typeOf(plain.result.term, plain.result.place)) : undefined;
  }

  /** The result of a function that gives an item of what it is called on, or that itself: `list.iter()`, `option.unwrap()`. */
  #givenByMember(called: Term, place: TermPlace): Type | undefined {
    if (called.form !== "member") return undefined;
    const isItem = this.#itemMembers.has(called.name);
    const isOfList = this.#containingMembers.has(called.name);
    if (!isItem && !isOfList && !this.#sameMembers.has(called.name)) return undefined;
    const of = this.#types.typeOf(called.of, place);
    if (of?.kind === "list") return isItem ? this.itemOf(of, "item") : of;
    return of?.kind === "class" && !isItem && !isOfList ? asValue(of) : undefined;
  }

  /** The result of a call of one of some functions: known if all of them write the same. */
  #resultOfAll(declarations: readonly Declaration[]): Type | undefined {
    const [first] = declarations;
    if (first === undefined || first.type === "" || declarations.some(({ type }) => type !== first.type))
      return undefined;
    const { file, type, start } = first;
    const place: TermPlace = { file, open: undefined, offset: start, declaration: first };
    // A function whose result is what it returns may return what it is called for.
    return this.#steps.keptOnce(this.#results, first, () => asValue(this.#types.typeOf(termIn(type), place)));
  }

  #isOpenResult({ name, isOpen }: Extract<Type, { kind: "external" }>): boolean {
    return isOpen || this.#types.rules.external_results === "open" || this.#openResults?.test(name) === true;
  }

  /** The type that a type with a name consists of: of `type Shapes []Shape` a list. */
  #plain(type: Type | undefined): Type | undefined {
    let plain = type;
    for (let i = 0; i < maxAliases && plain?.kind === "class" && !plain.isType; i++) {
      const { type: written, file, start } = plain.class;
      if (!written.startsWith("=")) return plain;
      plain = asValue(
        this.#types.typeOf(termIn(written.slice(1)), {
          file,
          open: undefined,
          offset: start,
          declaration: plain.class,
        }),
      );
    }
    return plain;
  }
}
