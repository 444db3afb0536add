/**
 * The types that overload resolution of C++ compares. Input: the text of a type or of a parameter, and the place where it is
 * written; output: what it is of (a number, a class, an enumeration, a type from outside) with pointers, `const` and reference.
 */
import { getOrInsert } from "../../../base/get-or-insert.ts";
import { wordSet } from "../../../base/word-list.ts";
import { DeclarationFlag } from "../../../facts/declaration-facts.ts";
import type { Declaration } from "../../code-index.ts";
import type { Containers } from "../containers.ts";
import { type NamePart, parsePath, pathText } from "../expression.ts";
import { type Context, type Evaluations, noBindings, placeOf, type Type } from "../model.ts";
import type { Scopes } from "../scopes.ts";
import { isType, type Types } from "../types.ts";
import { isLibraryClass, numberNamed, numberOf, promotionOf } from "./known-types.ts";

/** A type without pointers, references and `const`. */
export type Core =
  | { readonly kind: "number"; readonly name: string }
  | {
      readonly kind: "class";
      readonly declaration: Declaration;
      /** The qualified name, which tells classes apart. */
      readonly path: string;
      readonly args: readonly (ValueType | undefined)[];
      /** The evaluated class, whose bases and constructors are known. */
      readonly type: Extract<Type, { kind: "class" }>;
    }
  | {
      readonly kind: "enum";
      readonly declaration: Declaration;
      readonly path: string;
      readonly isScoped: boolean;
      /** The numbers that it is promoted to, the best one first; undefined if they are not known. */
      readonly promotions: readonly string[] | undefined;
    }
  /** A name of a library: a class if `isLibraryClass`, else it may be an alias of anything. */
  | { readonly kind: "outside"; readonly name: string; readonly args: readonly (ValueType | undefined)[] }
  /** An argument of a template that is a value. */
  | { readonly kind: "constant"; readonly text: string }
  /** A parameter of the template that a candidate is; the name is unique among candidates. */
  | { readonly kind: "parameter"; readonly name: string };

export type ValueType = {
  readonly core: Core;
  /** True for `const` of the core; undefined if that is not known. */
  readonly isConst: boolean | undefined;
  /** The pointers to it, from the inside: true for a pointer that is const itself. An array is a pointer. */
  readonly levels: readonly boolean[];
  readonly reference: "" | "&" | "&&";
  readonly isArray?: boolean;
};

/** Parameters of a template: the name that is written → a name that no other candidate has. */
export type TemplateNames = ReadonlyMap<string, string>;

const noTemplate: TemplateNames = new Map();

/** UTF-16 code units of an enumeration that is read. */
const maxEnumeration = 20_000;

/** Characters of a type that is read. */
const maxType = 300;

/** Words before a type that do not change it. */
const skippedWords = wordSet(`
  struct class enum union typename register mutable static inline constexpr extern thread_local virtual explicit friend
  consteval constinit template
`);

const numberWords = wordSet(
  "void bool char short int long float double signed unsigned wchar_t char8_t char16_t char32_t",
);

const tokenPattern = /::|&&|\.\.\.|[\w$]+|[^\s\w]/g;
type ValueTypesOptions = {
  readonly containers: Containers;
  readonly scopes: Scopes;
  readonly types: Types;
  readonly evaluations: Evaluations;
  readonly textOf: (path: string) => string | undefined;
};

/** Reads types as they are written, and follows aliases. */
export class ValueTypes {
  readonly #containers: Containers;
  readonly #scopes: Scopes;
  readonly #types: Types;
  readonly #evaluations: Evaluations;
  readonly #textOf: ValueTypesOptions["textOf"];
  /** Enumerations → whether an `int` surely holds all of their values. */
  readonly #areSmall = new WeakMap<Declaration, boolean>();

  constructor({ containers, scopes, types, evaluations, textOf }: ValueTypesOptions) {
    this.#textOf = textOf;
    this.#containers = containers;
    this.#scopes = scopes;
    this.#types = types;
    this.#evaluations = evaluations;
  }

  /**
   * The type that a text is: of a parameter, with or without its name.
   *
   * @returns undefined if it is not known, as of a function pointer, a pack or a parameter of a template around the place
   */
  ofText(text: string, context: Context, names: TemplateNames = noTemplate): ValueType | undefined {
    if (text.length > maxType) return undefined;
    const written = readType(text);
    if (written === undefined) return undefined;
    const core = this.#evaluations.deeper(() =>
      written.number === ""
        ? this.#ofPath(written.path, context, names)
        : plain({ kind: "number", name: written.number }),
    );
    if (core === undefined) return undefined;
    // `const P` of `typedef A* P` is a pointer that is const.
    const isPointer = core.levels.length > 0;
    const inner = core.levels.map((isConst, at) => isConst || (written.isConst && at === core.levels.length - 1));
    return {
      core: core.core,
      isConst: isPointer || core.isConst !== false ? core.isConst : written.isConst,
      levels: [...inner, ...written.levels],
      reference:
        core.reference === "&" || written.reference === "" ? core.reference || written.reference : written.reference,
      ...(written.isArray && { isArray: true }),
    };
  }

  /** The same for an evaluated type; undefined for a number, and for what is not known. */
  ofType(
    type: Type | undefined,
    isConst: boolean | undefined,
    names: TemplateNames = noTemplate,
  ): ValueType | undefined {
    if (type === undefined || type.kind === "value") return undefined;
    const core = this.#coreOf(type, names);
    const levels = Array.from({ length: type.pointers }, () => false);
    return core && { core, isConst, levels, reference: "" };
  }

  #ofPath(path: string, context: Context, names: TemplateNames): ValueType | undefined {
    const parsed = parsePath(path);
    const [first] = parsed?.parts ?? [];
    if (parsed === undefined || first === undefined) return undefined;
    const { parts, isGlobal } = parsed;
    if (parts.length === 1 && !isGlobal) {
      const own = names.get(first.name);
      if (own !== undefined) return plain({ kind: "parameter", name: own });
      const bound = context.bindings.get(first.name);
      if (bound !== undefined)
        return bound.context === context && bound.text === first.name
          ? undefined
          : this.ofText(bound.text, bound.context);
    }
    // A member of a parameter is deduced from nothing.
    const scope = parts.slice(0, -1);
    if (scope.some(({ name, args }) => names.has(name) || args.some((one) => mentions(one, names)))) return undefined;
    return this.#named(parts, isGlobal, context, names);
  }

  #named(parts: readonly NamePart[], isGlobal: boolean, context: Context, names: TemplateNames): ValueType | undefined {
    const written = parts.map(({ name }) => name).join("::");
    const args = (parts.at(-1)?.args ?? []).map((text) => ({ text, context }));
    const found = this.#scopes.qualified(parts, isGlobal, context, isType);
    const number = found?.external === undefined && found !== undefined ? undefined : numberNamed(written);
    if (number !== undefined) return plain({ kind: "number", name: number });
    if (found === undefined) {
      const type = this.#types.ofText(pathText(parts, isGlobal), context);
      const core = type && type.kind !== "value" && type.pointers === 0 ? this.#coreOf(type, names) : undefined;
      return core && plain(core);
    }
    const [first] = found.declarations;
    if (first?.kind === "type_parameter" || first?.kind === "using") return undefined;
    if (first?.kind === "alias") {
      const [text, ...others] = new Set(found.declarations.map(({ kind, type }) => (kind === "alias" ? type : "")));
      if (
        text === undefined ||
        others.length > 0 ||
        text === "" ||
        /^[@=]/.test(text) ||
        args.some(({ text }) => mentions(text, names))
      )
        return undefined;
      const { bindings } = found;
      const own = this.#scopes.bindingsOf({ kind: "class", declaration: first, args, pointers: 0, bindings });
      return this.#evaluations.run("alias of a parameter", first, () =>
        this.ofText(text, { place: placeOf(first), bindings: own }),
      );
    }
    return this.ofType(this.#types.typeNamed(found, args), false, names);
  }

  #coreOf(type: Exclude<Type, { kind: "value" }>, names: TemplateNames): Core | undefined {
    const args = type.args.map(({ text, context }) => this.#argument(text, context, names));
    if (type.kind !== "class") return type.name === "" ? undefined : { kind: "outside", name: type.name, args };
    const { declaration } = type;
    const path =
      declaration.scopeEnd > 0 ? `${declaration.at} ${declaration.file.path}` : this.#containers.pathOf(declaration);
    if (declaration.name === "") return undefined;
    if (declaration.kind === "enum")
      return {
        kind: "enum",
        declaration,
        path,
        isScoped: (declaration.flags & DeclarationFlag.scoped) !== 0,
        promotions: this.#promotionsOf(declaration),
      };
    const own = this.#containers.templateParametersOf(declaration);
    if (args.length === 0 && own.length > 0) {
      // A template in itself, or with the arguments that its defaults give.
      const bound = own.map(({ name }) => type.bindings.get(name));
      return {
        kind: "class",
        declaration,
        path,
        type,
        args: bound.map((one) => one && this.#argument(one.text, one.context, names)),
      };
    }
    return { kind: "class", declaration, path, args, type };
  }

  /** The numbers that an enumeration is promoted to: the type that it is of, and the promotion of that. */
  #promotionsOf(declaration: Declaration): Extract<Core, { kind: "enum" }>["promotions"] {
    const { type, file, at, end, flags } = declaration;
    if (type !== "") {
      const fixed = this.ofText(type.replace(/^\s*:/, ""), { place: placeOf(declaration), bindings: noBindings });
      if (fixed?.core.kind !== "number" || fixed.levels.length > 0) return undefined;
      const { name } = fixed.core;
      const promoted = promotionOf(name);
      return promoted === undefined ? [name] : [name, promoted];
    }
    if ((flags & DeclarationFlag.forward) !== 0 || end - at >= maxEnumeration) return undefined;
    const isSmall = getOrInsert(this.#areSmall, declaration, () => {
      const text = this.#textOf(file.path)?.slice(at, end);
      return text !== undefined && hasSmallValues(text);
    });
    return isSmall ? ["int"] : undefined;
  }

  #argument(text: string, context: Context, names: TemplateNames): ValueType | undefined {
    return /^-?\d+[uUlL]*$|^(?:true|false)$/.test(text)
      ? plain({ kind: "constant", text })
      : this.ofText(text, context, names);
  }
}

/** True if an `int` surely holds all values of an enumeration. */
function hasSmallValues(text: string): boolean {
  const body = text.replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, " ");
  const own = new Set(body.match(/[A-Za-z_$][\w$]*(?=\s*(?:[=,}]|$))/g));
  const values = body
    .split(/[,{}]/)
    .flatMap((one) => (one.includes("=") ? [one.slice(one.indexOf("=") + 1).trim()] : []));
  return values.every((value) =>
    value
      .split("|")
      .map((one) => one.trim())
      .every((one) => smallNumber.test(one) || (/^[A-Za-z_$][\w$]*$/.test(one) && own.has(one))),
  );
}

const smallNumber = /^\(?(?:-?\d{1,9}|0[xX][\da-fA-F]{1,7}|'[ -~]'|1\s*<<\s*(?:[12]?\d|30))\)?$/;

export function plain(core: Core): ValueType {
  return { core, isConst: false, levels: [], reference: "" };
}

function mentions(text: string, names: TemplateNames): boolean {
  return names.size > 0 && (text.match(/[A-Za-z_$][\w$]*/g) ?? []).some((word) => names.has(word));
}

/** A pointer to a member, such as `int A::*`. */
export const memberPointer = /::\s*\*/;

/** A type as it is written: a number by its one name, or the path of another type. */
type Written = Pick<ValueType, "levels" | "reference"> & {
  readonly number: string;
  readonly path: string;
  readonly isConst: boolean;
  readonly isArray: boolean;
};

function readType(text: string): Written | undefined {
  if (memberPointer.test(text)) return undefined;
  const tokens =
    text
      .replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, " ")
      .replace(/\[\[.*?\]\]/gs, " ")
      .match(tokenPattern) ?? [];
  const words: string[] = [];
  let path = "";
  let isConst = false;
  let isArray = false;
  let hasName = false;
  let reference: ValueType["reference"] = "";
  const levels: boolean[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? "";
    if (token === "const") {
      if (levels.length > 0) levels[levels.length - 1] = true;
      else isConst = true;
    } else if (token === "volatile" || token === "auto" || token === "decltype" || token === "...") return undefined;
    else if (token === "*") levels.push(false);
    else if (token === "&" || token === "&&") reference = token;
    else if (token === "[") {
      // Of `int a[2][3]` not even the number of pointers is what a parameter has.
      if (isArray) return undefined;
      isArray = true;
      levels.push(false);
      while (at < tokens.length && tokens[at] !== "]") at++;
    } else if (skippedWords.has(token)) continue;
    else if (numberWords.has(token) && path === "") words.push(token);
    else if (path === "" && words.length === 0 && /^(?:::|[A-Za-z_$])/.test(token)) {
      const end = endOfPath(tokens, at);
      path = tokens.slice(at, end).join(" ");
      at = end - 1;
    } else if (/^[A-Za-z_$]/.test(token) && !hasName) hasName = true;
    else return undefined;
  }
  const number = words.length === 0 ? "" : numberOf(words);
  if (number === undefined || (number === "" && path === "")) return undefined;
  return { number, path, isConst, levels, reference, isArray };
}

/** The place after a name with its qualifiers and template arguments. */
function endOfPath(tokens: readonly string[], start: number): number {
  let at = start;
  for (;;) {
    if (tokens[at] === "::") at++;
    if (tokens[at] === "template") at++;
    at++;
    if (tokens[at] === "<") {
      for (let depth = 0; at < tokens.length; at++) {
        if (tokens[at] === "<") depth++;
        else if (tokens[at] === ">" && --depth === 0) break;
      }
      at++;
    }
    if (tokens[at] !== "::") return at;
  }
}

/** True if types are the same whatever is const and referred to; undefined if that is not known. */
export function isSameType(one: ValueType | undefined, other: ValueType | undefined): boolean | undefined {
  if (one === undefined || other === undefined) return undefined;
  if (one.levels.length !== other.levels.length) {
    // A name of a library may stand for a pointer.
    const shorter = one.levels.length < other.levels.length ? one : other;
    return mayBeAlias(shorter.core) ? undefined : false;
  }
  return isSameCore(one.core, other.core);
}

/** True for a type that is const itself: of a pointer the pointer. */
export function isTopConst({ isConst, levels }: ValueType): boolean | undefined {
  return levels.length === 0 ? isConst : levels.at(-1);
}

/** True for a name that may stand for any type. */
export function mayBeAlias(core: Core): boolean {
  return core.kind === "outside" && !isLibraryClass(core.name);
}

export function isSameCore(one: Core, other: Core): boolean | undefined {
  if (one.kind === "outside" || other.kind === "outside") {
    if (one.kind === "outside" && other.kind === "outside" && one.name === other.name)
      return areSame(one.args, other.args);
    if (mayBeAlias(one) || mayBeAlias(other)) return one.kind === "class" || other.kind === "class" ? false : undefined;
    return false;
  }
  if (one.kind !== other.kind) return one.kind === "parameter" || other.kind === "parameter" ? undefined : false;
  switch (one.kind) {
    case "number":
      return other.kind === "number" && one.name === other.name;
    case "enum":
      return other.kind === "enum" && one.path === other.path;
    case "class":
      if (other.kind !== "class" || one.path !== other.path) return false;
      return areSame(one.args, other.args);
    case "constant":
      return other.kind === "constant" && one.text === other.text;
    case "parameter":
      return other.kind === "parameter" && one.name === other.name ? true : undefined;
  }
}

function areSame(
  all: readonly (ValueType | undefined)[],
  others: readonly (ValueType | undefined)[],
): boolean | undefined {
  // Defaults may stand for what is not written.
  const same = all.slice(0, others.length).map((one, at) => isSameArgument(one, others[at]));
  if (same.includes(false)) return false;
  return same.includes(undefined) || all.length !== others.length ? undefined : true;
}

/** True for the same arguments of a template: `const` counts. */
function isSameArgument(one: ValueType | undefined, other: ValueType | undefined): boolean | undefined {
  if (one === undefined || other === undefined) return undefined;
  const isSame = isSameType(one, other);
  if (isSame !== true) return isSame;
  const areConst = one.isConst === other.isConst && one.levels.every((isConst, at) => isConst === other.levels[at]);
  return areConst && one.reference === other.reference;
}
