/**
 * Overload resolution of C++ by the types of arguments. Input: functions of one name, and the texts of the arguments;
 * output: the functions whose parameters are written with these types, or none if a type is unknown.
 */
import type { Declaration } from "../code-index.ts";
import type { Containers } from "./containers.ts";
import { type Expression, parseExpression, parsePath, parseWholeExpression } from "./expression.ts";
import type { Context, Type } from "./model.ts";
import { overloadsOf } from "./overloads.ts";
import type { Accept, Scopes } from "./scopes.ts";
import { typeHashes } from "./type-words.ts";
import type { Types } from "./types.ts";

/** The properties of an argument that tell overloads apart. */
type Argument = {
  /** The ways in which its type may be written, without `const` and references: `Slice`, `char*`. */
  readonly types: readonly string[];
  /** True for a value that no name stands for: it binds to `T&&`, and not to `T&`. */
  readonly isTemporary: boolean;
  readonly isEnum?: boolean;
};

/** Characters of an argument that is looked at. */
const maxArgument = 200;

/** Lists of parameters of one length that are compared with lists of functions. */
const maxLists = 1_000;

/** Types that parameters with a default have as a rule. */
const defaultTypes = ["bool", "int", "unsigned int", "size_t", "uint32_t", "uint64_t", "int64_t", "double", "char"];

/** The most further parameters with defaults whose usual types are tried. */
const maxFurther = 2;

/** The types of literals, by pattern. */
const literalTypes: readonly (readonly [pattern: RegExp, types: readonly string[]])[] = [
  [/^(true|false)$/, ["bool"]],
  [/^-?\d+(?:\s*[-+*/%]\s*\d+)*$/, ["int"]],
  [/^\d+[uU]$/, ["unsigned int", "unsigned", "uint32_t"]],
  [/^-?\d+[lL]$/, ["long"]],
  [/^-?\d+(?:ll|LL)$/, ["long long", "int64_t"]],
  [/^\d+(?:[uU][lL]|[lL][uU])$/, ["unsigned long", "size_t"]],
  [/^-?\d+\.\d*$/, ["double"]],
  [/^-?\d+\.\d*[fF]$/, ["float"]],
  [/^'(?:[^'\\]|\\.)*'$/, ["char"]],
  [/^L'(?:[^'\\]|\\.)*'$/, ["wchar_t"]],
  [/^(?:L"(?:[^"\\]|\\.)*"\s*)+$/, ["const wchar_t*", "const wchar_t[]"]],
  [/^(?:"(?:[^"\\]|\\.)*"\s*)+$/, ["const char*", "const char[]"]],
];

/** A name, its members, calls and items: what an operator makes has a type of its own. */
const operand =
  /^(?:[&*]?[\w$]+|\(\*[\w$]+\))(?:<[\w\s:*&,]*>)?(?:(?:::|\.|->)[\w$]+(?:<[\w\s:*&,]*>)?|\((?:[^()]|\([^()]*\))*\)|\{[^{}]*\}|\[[^[\]]*\])*$/;

/**
 * Tells overloads apart by the types of arguments. Of a function's parameters no more is known than a hash of how they are
 * written: so it is found by the ways in which parameters for the arguments may be written, and only where their types are
 * the same; whether one type converts to another is not decided.
 */
export class ArgumentTypes {
  readonly #containers: Containers;
  readonly #scopes: Scopes;
  readonly #types: Types;

  constructor(containers: Containers, scopes: Scopes, types: Types) {
    this.#containers = containers;
    this.#scopes = scopes;
    this.#types = types;
  }

  /** The functions that take arguments as they are; none if the type of an argument is not known. */
  fitting(
    functions: readonly Declaration[],
    argumentTexts: readonly string[],
    context: Context,
  ): readonly Declaration[] {
    const known = argumentTexts.map((text) => this.#argument(text.trim(), context));
    const all = known.filter((argument) => argument !== undefined);
    if (all.length === 0 || all.length < known.length) return [];
    const found = withArguments(functions, all);
    if (found.length > 0) return found;
    const renamed = all.map((one) => ({ ...one, types: this.#otherNames(one.types, context) }));
    const hasOthers = renamed.some(({ types }, at) => types.length > (all[at]?.types.length ?? 0));
    const other = hasOthers ? withArguments(functions, renamed) : [];
    if (other.length > 0) return other;
    const generic = renamed.every(isPlain) ? this.#generic(functions, all.length) : [];
    if (generic.length > 0 || !renamed.some(isText)) return generic;
    const forms = renamed.map(convertedForms);
    return overloadsOf(functions).withParameters((most) => hashesOf(forms, most));
  }

  /** Types, what they are aliases of, and other names of numbers. */
  #otherNames(types: readonly string[], context: Context): readonly string[] {
    return [...new Set(types.flatMap((type) => equalNumbers(this.#withoutAlias(type, context))))];
  }

  /**
   * The templates that take any types, as `template <class T> f(const T&)`: if no function has parameters of the types
   * of arguments, one comes before functions that would convert them. None if a function has so many
   * further parameters that it was not compared.
   */
  #generic(functions: readonly Declaration[], argumentCount: number): readonly Declaration[] {
    if (functions.some(({ most }) => most - argumentCount > maxFurther)) return [];
    return functions.filter((one) => {
      const parameters = this.#containers.templateParametersOf(one);
      const isForSome = /\benable_if/.test(one.type) || parameters.some(({ type }) => type !== "");
      if (isForSome) return false;
      const names = parameters.map(({ name }) => name);
      const forms = names.flatMap((name) => [name, `const ${name}&`, `${name}&&`, `const ${name}`]);
      return hashesOf(
        Array.from({ length: argumentCount }, () => forms),
        argumentCount,
      ).has(one.parameters);
    });
  }

  #argument(text: string, context: Context): Argument | undefined {
    if (text.length > maxArgument) return undefined;
    const literal = literalTypes.find(([pattern]) => pattern.test(text));
    if (literal !== undefined) return { types: literal[1], isTemporary: true };
    const expression = operand.test(text) ? parseExpression(text) : castOf(text);
    if (expression === undefined) return undefined;
    const written = this.#writtenType(expression, context);
    const type = this.#types.ofExpression(expression, context);
    const standard = this.#standardResult(expression, context);
    const types = [...new Set([written ?? "", nameOf(type) ?? "", standard ?? ""])].filter((one) => one !== "");
    if (types.some((one) => this.#isParameterOfTemplate(one, context))) return undefined;
    const isTemporary = /[)}]$/.test(text) && !(written ?? "").endsWith("&");
    // An array in a constant object is one of constants.
    const isMember = expression.kind === "member";
    const bare = types.flatMap((one) => {
      const plain = one.replace(/\s*&+$/, "");
      const pointer = plain.replace(/\[\]$/, "*");
      return isMember && pointer !== plain ? [pointer, `const ${pointer}`] : [pointer];
    });
    const isEnum = type?.kind === "class" && type.declaration.kind === "enum" && type.pointers === 0;
    return bare.length === 0 ? undefined : { types: bare, isTemporary, isEnum };
  }

  /** The type of `items.size()` or `text.c_str()`, where the object is one of the standard library. */
  #standardResult(expression: Expression, context: Context): string | undefined {
    if (expression.kind !== "call" || expression.callee.kind !== "member" || expression.args.length > 0)
      return undefined;
    const result = standardResults.get(expression.callee.part.name);
    if (result === undefined) return undefined;
    const { object, arrow } = expression.callee;
    const type = this.#types.ofExpression(object, context);
    const target = type && (arrow ? this.#types.pointee(type) : type.pointers > 0 ? undefined : type);
    const isOutside = target?.kind === "external" && result === "const char*";
    return target !== undefined && (isOutside || this.#isOfStandard(target)) ? result : undefined;
  }

  #isOfStandard(type: Type, depth = 0): boolean {
    if (type.kind === "external") return type.name.startsWith("std::");
    if (type.kind !== "class" || depth > maxBases) return false;
    return this.#types.basesOf(type).some((base) => base !== undefined && this.#isOfStandard(base, depth + 1));
  }

  /** A type, and what it is an alias of, as it is written there. */
  #withoutAlias(type: string, context: Context): readonly string[] {
    const [, template = "", inner = ""] = /^([\w:]+\s*<)\s*([\w:]+)\s*>$/.exec(type) ?? [];
    // The only argument of a template.
    if (inner !== "") return equalNumbers(this.#withoutAlias(inner, context)).map((one) => `${template}${one}>`);
    const types = [type];
    for (let name = type; types.length <= maxAliases; ) {
      const [, before = "", path = "", after = ""] = /^((?:const )?)([\w:]+)([\s*]*)$/.exec(name) ?? [];
      const parsed = parsePath(path);
      const found = parsed && this.#scopes.qualified(parsed.parts, parsed.isGlobal, context, isType);
      const [alias, ...others] = found?.declarations ?? [];
      if (alias?.kind !== "alias" || others.length > 0 || !/^[\w: ]+$/.test(alias.type)) break;
      name = before + alias.type + after;
      types.push(name);
    }
    return types;
  }

  /** The type with which a variable, a member or the result of a call is declared. */
  #writtenType(expression: Expression, context: Context): string | undefined {
    if (expression.kind === "typed") return expression.type;
    if (expression.kind === "address") {
      const type = this.#writtenType(expression.object, context);
      return type === undefined || type === "" || /[\])]$/.test(type) ? undefined : `${type.replace(/\s*&+$/, "")}*`;
    }
    const named = expression.kind === "call" ? expression.callee : expression;
    const count = expression.kind === "call" ? expression.args.length : undefined;
    const declaration = this.#declarationOf(named, context, count);
    if (declaration === undefined || (declaration.kind === "function") !== (count !== undefined)) return undefined;
    if (declaration.kind === "enum_member") return declaration.parent?.name;
    return /^[=@]/.test(declaration.type) ? undefined : declaration.type;
  }

  #declarationOf(expression: Expression, context: Context, count: number | undefined): Declaration | undefined {
    if (expression.kind === "member") {
      const { object, arrow, part } = expression;
      return this.#types.memberOfExpression(object, arrow, part.name, context, count)?.declaration;
    }
    if (expression.kind !== "name") return undefined;
    const found = this.#scopes.qualified(expression.parts, expression.isGlobal, context);
    const types = new Set(found?.declarations.map(({ kind, type }) => `${kind} ${type}`));
    return types.size === 1 ? found?.declarations[0] : undefined;
  }

  #isParameterOfTemplate(type: string, context: Context): boolean {
    const [, name = ""] = /^(?:const\s+)?([\w$]+)/.exec(type) ?? [];
    return this.#scopes.unqualified(name, context, isTypeParameter) !== undefined;
  }
}

/**
 * True for an argument of a type that is not a class, whatever names it has: no function has its parameter by another
 * name.
 */
function isNumber({ types }: Argument): boolean {
  return types.some((type) => numberTypes.test(type));
}

const numberTypes =
  /^(?:const )?(?:bool|float|(?:long )?double|(?:(?:un)?signed ?)?(?:char|short|int|long|long long)?(?: int)?|u?int(?:8|16|32|64)_t|size_t)$/;

/** The functions with parameters for arguments of some types as they are. */
function withArguments(functions: readonly Declaration[], all: readonly Argument[]): readonly Declaration[] {
  const [close, wider] = [all.map(closestForms), all.map(allForms)];
  const overloads = overloadsOf(functions);
  const closest = overloads.withParameters((most) => hashesOf(close, most));
  return closest.length > 0 ? closest : overloads.withParameters((most) => hashesOf(wider, most));
}

/** Classes that a string literal is converted to; and what it is converted to before these. */
const textTypes = ["QString", "string", "string_view", "QByteArray", "wxString", "ustring", "bool", "void*"];

/** True for a string literal, and for what is passed as one. */
function isText({ types }: Argument): boolean {
  return types.includes("const char*");
}

/** All parameters of the type of an argument, and of the classes that a text is converted to. */
function convertedForms(argument: Argument): readonly string[] {
  const forms = allForms(argument);
  return isText(argument) ? [...forms, ...textTypes.flatMap((type) => [type, `const ${type}&`])] : forms;
}

/** True for a number, an enumerator, a text or a pointer. */
function isPlain(argument: Argument): boolean {
  return argument.isEnum === true || isNumber(argument) || argument.types.every((type) => /(?:\*|\[\])$/.test(type));
}

/** Members of classes of the standard library without arguments, and the types that they give. */
const standardResults: ReadonlyMap<string, string> = new Map([
  ...["size", "length", "max_size", "capacity"].map((name) => [name, "size_t"] as const),
  ["empty", "bool"],
  ["c_str", "const char*"],
]);

/** Bases of bases that are followed, and aliases of aliases. */
const maxBases = 4;
const maxAliases = 3;

/** Names of one type on common platforms. */
const sameNumbers: readonly (readonly string[])[] = [
  ["int", "int32_t", "qint32"],
  ["unsigned int", "unsigned", "uint32_t", "quint32", "uint"],
  ["unsigned long", "size_t", "uint64_t"],
  ["long long", "long long int", "qint64"],
  ["short", "short int", "int16_t", "qint16"],
  ["unsigned short", "uint16_t", "quint16"],
  ["unsigned char", "uint8_t", "quint8"],
];

/** The types, and the other names of numbers among them. */
function equalNumbers(types: readonly string[]): readonly string[] {
  return types.flatMap((type) => {
    const [, bare = "", pointers = ""] = /^([\w: ]*\w)(\**)$/.exec(type) ?? [];
    const name = bare.replace(/^std::/, "");
    const others = sameNumbers.find((group) => group.includes(name)) ?? [];
    return [type, ...others.filter((other) => other !== name).map((other) => other + pointers)];
  });
}

const isType: Accept = ({ kind }) => kind === "alias" || kind === "class" || kind === "struct" || kind === "enum";
const isTypeParameter: Accept = ({ kind }) => kind === "type_parameter";

/** `(T)value`, where nothing joins it with another operand. */
function castOf(text: string): Expression | undefined {
  const expression = text.startsWith("(") ? parseWholeExpression(text) : undefined;
  return expression?.kind === "typed" ? expression : undefined;
}

/** The name of an evaluated type, which an alias or `auto` may hide; undefined for a number. */
function nameOf(type: Type | undefined): string | undefined {
  if (type === undefined || type.kind === "value") return undefined;
  const name = type.kind === "class" ? type.declaration.name : type.name;
  const args = type.args.length === 0 ? "" : `<${type.args.map(({ text }) => text).join(", ")}>`;
  return name === "" ? undefined : `${name}${args}${"*".repeat(type.pointers)}`;
}

/** Parameters that an argument goes to before others of its type. */
function closestForms({ types, isTemporary }: Argument): readonly string[] {
  return types.flatMap((type) => (isTemporary ? [type, `${type}&&`] : [type, `${type}&`, `const ${type}&`]));
}

/** All parameters of the type of an argument. */
function allForms({ types, isTemporary }: Argument): readonly string[] {
  const forms = types.flatMap((type) => [type, `const ${type}`, `const ${type}&`]);
  return isTemporary ? forms : [...forms, ...types.map((type) => `${type}&`)];
}

/**
 * The hashes of parameters that are written with one of the forms each, and then with types that have defaults; none when
 * there would be too many.
 */
function hashesOf(forms: readonly (readonly string[])[], parameterCount: number): ReadonlySet<number> {
  const further = parameterCount - forms.length;
  const count = forms.reduce((product, { length }) => product * length, defaultTypes.length ** further);
  if (further < 0 || count > maxLists) return new Set();
  const places = [...forms, ...Array.from({ length: further }, () => defaultTypes)];
  return new Set([...typeHashes(places), ...typeHashes(places, "const")]);
}
