/**
 * The attributes of Python values by their types, along the method resolution order. Input: a type and a name; output:
 * the declarations of the attribute, of a keyword of a call, or of a key of a TypedDict.
 */
import { wordSet } from "../../base/word-list.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { Declaration } from "../code-index.ts";
import { commonMembers } from "./builtins.ts";
import type { Ancestor, Classes } from "./classes.ts";
import type { Module } from "./modules.ts";
import type { Names } from "./names.ts";
import { isTyped, takenFirst } from "./scopes.ts";
import { lastName, type Substitution, type Type, type Types } from "./types.ts";

/** Overloads of one function whose parameters a keyword may name. */
const maxOverloads = 40;

/** An attribute of a value. */
export type Member =
  | {
      readonly kind: "declarations";
      readonly declarations: readonly Declaration[];
      /** The type variables of its class. */
      readonly substitution: Substitution;
      /** True for a member of an enumeration. */
      readonly isEnumerated: boolean;
      /** True when a class of another code base, or one that is a guess, comes before the class that has it. */
      readonly isBehindExternal: boolean;
      readonly via: readonly Declaration[];
      /** True if it is of a module or a class that is not surely meant, or no attribute as the class has it. */
      readonly isGuess?: boolean;
      /** True if its class is not surely a base of the one that is asked. */
      readonly isOfGuessedClass?: boolean;
      /** See Meaning. */
      readonly outside?: string;
    }
  | { readonly kind: "module"; readonly module: Module; readonly isGuess?: boolean }
  | {
      readonly kind: "external";
      readonly name: string;
      readonly via?: readonly Declaration[];
      /** The fallback for a missing name of a module. */
      readonly fallbacks?: readonly Declaration[];
      /** True if the class has a base that is not known, which may be any class of the code base. */
      readonly isOfUnknownBase?: boolean;
    };

export class Members {
  readonly #names: Names;
  readonly #classes: Classes;

  constructor(names: Names, classes: Classes) {
    this.#names = names;
    this.#classes = classes;
  }

  /** The attribute of a value of a type; undefined if the type has none that is known. */
  find(type: Type, name: string): Member | undefined {
    switch (type.kind) {
      case "module": {
        const meaning = this.#names.inModule(type.module, name);
        if (meaning?.kind !== "declarations") return meaning;
        return { ...meaning, substitution: new Map(), isEnumerated: false, isBehindExternal: false };
      }
      case "instance": {
        const member = this.#inClass(type.class, name, type.items, undefined);
        const isKey =
          member?.kind === "declarations" && this.#isOfKeys(type) && member.declarations[0]?.kind === "field";
        return isKey ? { ...member, isGuess: true } : member;
      }
      case "class": {
        const member = this.#inClass(type.class, name, type.items, undefined);
        const isOfAll = member === undefined && classAttributes.has(name);
        return isOfAll ? { kind: "external", name: `builtins.type.${name}` } : member;
      }
      case "super":
        return this.#inClass(
          type.receiver.kind === "instance" || type.receiver.kind === "class" ? type.receiver.class : type.class,
          name,
          [],
          type.class,
        );
      case "external":
        if (type.isValue && !mayHave(type.name, name)) return undefined;
        return { kind: "external", name: `${type.name}.${name}`, ...(type.via && { via: type.via }) };
      case "function":
        return functionAttributes.has(name) ? { kind: "external", name: `builtins.function.${name}` } : undefined;
      case "variable":
        for (const bound of type.bound) {
          const member = this.find(bound, name);
          if (member !== undefined) return member;
        }
        return undefined;
      default:
        return undefined;
    }
  }

  /** The target of a keyword in a call of a value: a parameter, or a field of a class that has one for each. */
  keyword(type: Type, name: string): Member | undefined {
    switch (type.kind) {
      case "function": {
        const scopes = this.#names.scopesOf(type.function.file);
        const declarations = this.#signatures(type.function).flatMap((one) =>
          scopes.parameters(one).filter((parameter) => parameter.name === name),
        );
        return declarations.length === 0 ? undefined : declared(declarations);
      }
      case "class":
        return this.#keywordOfClass(type, name);
      case "instance":
        return this.#keywordOf(this.find(type, "__call__"), name);
      case "external":
        return { kind: "external", name: `${type.name}.${name}` };
      default:
        return undefined;
    }
  }

  /** The overloads of a function and its implementation, which callers do not see, or only the function. */
  #signatures(declaration: Declaration): readonly Declaration[] {
    const isOverload = ({ kind, flags }: Declaration) =>
      kind === "function" && (flags & DeclarationFlag.overload) !== 0;
    const overloads = this.#names.scopesOf(declaration.file).sameScope(declaration).filter(isOverload);
    return [...overloads.slice(0, maxOverloads), ...(overloads.includes(declaration) ? [] : [declaration])];
  }

  #keywordOf(member: Member | undefined, name: string): Member | undefined {
    if (member?.kind !== "declarations") return member;
    const { isOfGuessedClass } = member;
    for (const declaration of member.declarations) {
      if (declaration.kind !== "function") continue;
      const found = this.keyword({ kind: "function", function: declaration, receiver: undefined }, name);
      if (found?.kind !== "declarations") continue;
      // A parameter is as sure as its function.
      return isOfGuessedClass === true ? { ...found, isGuess: true, isOfGuessedClass } : found;
    }
    return undefined;
  }

  #keywordOfClass(type: Extract<Type, { class: Declaration }>, name: string): Member | undefined {
    const instance: Type = { kind: "instance", class: type.class, items: [] };
    for (const method of ["__init__", "__new__"]) {
      const member = this.find(instance, method);
      if (member?.kind !== "declarations") continue;
      const found = this.#keywordOf(member, name);
      if (found !== undefined) return found;
    }
    const field = this.find(instance, name);
    if (field?.kind !== "declarations") return field;
    const declarations = field.declarations.filter(({ kind }) => kind === "field");
    return declarations.length > 0 ? { ...field, declarations } : undefined;
  }

  /** The bases of an instance's class that are of other code bases, as values. */
  externalBases(type: Type): readonly Extract<Type, { kind: "external" }>[] {
    if (type.kind !== "instance") return [];
    return this.#classes
      .order(type.class)
      .flatMap((ancestor) => (ancestor.kind === "external" ? [{ ...ancestor.type, isValue: true }] : []));
  }

  /** The field that a key of a dictionary names; undefined if its class has none. */
  key(type: Type, name: string): Member | undefined {
    if (type.kind !== "instance" || !this.#isOfKeys(type)) return undefined;
    const member = this.#inClass(type.class, name, type.items, undefined);
    return member?.kind === "declarations" && member.declarations[0]?.kind === "field" ? member : undefined;
  }

  /** True for a dictionary whose class declares its keys as fields, which are not attributes. */
  #isOfKeys(type: Type): boolean {
    return this.externalBases(type).some(({ name }) => lastName(name) === "TypedDict");
  }

  /** True for a class whose fields are its instances. */
  isEnumerated(owner: Declaration): boolean {
    return this.#classes
      .order(owner)
      .some((ancestor) => ancestor.kind === "external" && enumerations.has(lastName(ancestor.type.name)));
  }

  /** @param after the class whose own members, and members of the classes before it, are skipped */
  #inClass(
    owner: Declaration,
    name: string,
    items: readonly Types[],
    behind: Declaration | undefined,
  ): Member | undefined {
    const all = this.#classes.order(owner);
    const first = behind === undefined ? 0 : all.findIndex((one) => one.kind === "class" && one.class === behind) + 1;
    const order = all.slice(first);
    // A declaration with a type, in any class, comes before one that is only assigned.
    const typed = this.#inOrder(order, name, isTyped);
    const found = typed ?? (objectAttributes.has(name) ? undefined : this.#inOrder(order, name, () => true));
    if (found !== undefined) {
      const { ancestor } = found;
      return {
        kind: "declarations",
        declarations: found.declarations,
        substitution: ancestor.class === owner ? this.#own(owner, items) : ancestor.substitution,
        isEnumerated: this.isEnumerated(ancestor.class),
        isBehindExternal: found.isBehindExternal,
        ...(ancestor.isGuess === true && { isGuess: true, isOfGuessedClass: true }),
        via: [],
      };
    }
    const outside = order.flatMap((one) => (one.kind === "external" ? [one.type.name] : []));
    const external = outside.find((base) => mayHave(base, name));
    if (external !== undefined)
      return { kind: "external", name: `${external}.${name}`, isOfUnknownBase: outside.includes("") };
    return objectAttributes.has(name) ? { kind: "external", name: `builtins.object.${name}` } : undefined;
  }

  #inOrder(
    order: readonly Ancestor[],
    name: string,
    isMeant: (declaration: Declaration) => boolean,
  ):
    | { ancestor: Ancestor & { kind: "class" }; declarations: readonly Declaration[]; isBehindExternal: boolean }
    | undefined {
    let isBehindExternal = false;
    for (const ancestor of order) {
      if (ancestor.kind === "external") {
        isBehindExternal = true;
        continue;
      }
      const all = this.#names.scopesOf(ancestor.class.file).members(ancestor.class, name);
      const meant = all.filter(isMeant);
      if (meant.length === 0) {
        isBehindExternal ||= ancestor.isGuess === true;
        continue;
      }
      const declarations = takenFirst([...meant, ...all.filter((one) => !isMeant(one))]);
      return { ancestor, declarations, isBehindExternal };
    }
    return undefined;
  }

  #own(owner: Declaration, items: readonly Types[]): Substitution {
    if (items.length === 0) return new Map();
    const parameters = this.#classes.typeParameters(owner);
    return new Map(
      parameters.flatMap((parameter, at) => (items[at] === undefined ? [] : [[parameter, items[at]] as const])),
    );
  }
}

/**
 * False for an attribute that objects of a builtin class do not have: where the code reads it, the object is of another class, or
 * the class has more than is known, as of `namedtuple("P", fields)`.
 */
function mayHave(className: string, attribute: string): boolean {
  if (className === "builtins.object") return false;
  return !className.startsWith("builtins.") || commonMembers.has(attribute) || /^__.*__$/.test(attribute);
}

function declared(declarations: readonly Declaration[]): Member {
  return {
    kind: "declarations",
    declarations,
    substitution: new Map(),
    isEnumerated: false,
    isBehindExternal: false,
    via: [],
  };
}

const enumerations: ReadonlySet<string> = new Set(["Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum"]);

const functionAttributes = wordSet(`
  __name__ __qualname__ __doc__ __module__ __dict__ __defaults__ __code__ __annotations__ __globals__ __kwdefaults__
  __closure__ __self__ __func__ __call__ __get__ __wrapped__
`);

/** Attributes of every object. */
const objectAttributes = wordSet(`
  __class__ __delattr__ __dict__ __dir__ __doc__ __eq__ __format__ __ge__ __getattribute__ __getstate__ __gt__ __hash__
  __init__ __init_subclass__ __le__ __lt__ __module__ __ne__ __new__ __reduce__ __reduce_ex__ __repr__ __setattr__
  __sizeof__ __slots__ __str__ __subclasshook__ __annotations__
`);

/** Further attributes of every class. */
const classAttributes = wordSet(`
  __base__ __bases__ __basicsize__ __flags__ __instancecheck__ __mro__ __name__ __prepare__ __qualname__
  __subclasscheck__ __subclasses__ __text_signature__ __type_params__ mro
`);
