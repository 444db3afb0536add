/**
 * The types that `auto` stands for in C++ (type deduction), as C++ writes them. Input: a declaration; output: the text
 * of its type, or undefined if it is not certain.
 */
import type { Declaration } from "../code-index.ts";
import type { Containers } from "./containers.ts";
import { type Expression, parseWholeExpression } from "./expression.ts";
import type { Argument, ClassType, Context, Place, Type } from "./model.ts";
import { boundArgument, noBindings, placeOf } from "./model.ts";
import { overloadsOf } from "./overloads.ts";
import type { Scopes } from "./scopes.ts";
import { constructingFunctions } from "./standard-library.ts";
import type { Types } from "./types.ts";
import { tidy } from "./written-types.ts";

/** Variables whose types follow from one another. */
const maxDepth = 8;

/** The types of literals and comparisons. */
const literalTypes: readonly (readonly [pattern: RegExp, type: string])[] = [
  [/^(true|false)$/, "bool"],
  [/^-?(?:\d['\d]*|0[xX][\da-fA-F]{1,7})$/, "int"],
  [/^\d+[uU]$/, "unsigned int"],
  [/^\d+(?:[uU][lL]|[lL][uU])$/, "unsigned long"],
  [/^-?\d+[lL]$/, "long"],
  [/^-?(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?$/, "double"],
  [/^-?(?:\d+\.\d*|\.\d+)[fF]$/, "float"],
  [/^'(?:[^'\\]|\\.)'$/, "char"],
  [/^(?:"(?:[^"\\]|\\.)*"\s*)+$/, "const char*"],
  [/^[\w$.]+(?:\(\))?\s*(?:==|!=)\s*[\w$.]+(?:\(\))?$/, "bool"],
];

/** Types of standardTypes that stand for others: real ones have another name, or another constness. */
const approximate: ReadonlySet<string> = new Set(["", "std::iterator", "std::pair", "std::reference_wrapper"]);

/** Functions that are taken for one that gives its argument, and give something around it. */
const wrapping: ReadonlySet<string> = new Set(["std::ref", "std::cref", "std::forward", "std::as_const"]);

export type InferredTypesOptions = {
  readonly containers: Containers;
  readonly scopes: Scopes;
  readonly types: Types;
};

/**
 * The types of expressions as C++ writes them: from literals, casts, constructor calls, `new`, declared variables and
 * declared results. The result of an operator, and any type that is not certain, is unknown.
 */
export class InferredTypes {
  readonly #containers: Containers;
  readonly #scopes: Scopes;
  readonly #types: Types;

  constructor({ containers, scopes, types }: InferredTypesOptions) {
    this.#containers = containers;
    this.#scopes = scopes;
    this.#types = types;
  }

  /** The type of what `auto` stands for in a declaration, without reference and `const`; undefined if it is unknown. */
  ofDeclaration(declaration: Declaration, depth = 0): string | undefined {
    const { type } = declaration;
    const context = { place: placeOf(declaration), bindings: noBindings };
    if (!type.startsWith("=")) return undefined;
    if (/^=\d*[*.]/.test(type))
      return this.#formatted(this.#types.ofDeclaration(declaration, noBindings), context.place);
    return this.#ofText(type.slice(1), context, depth);
  }

  #ofText(text: string, context: Context, depth: number): string | undefined {
    // Numbers are in parentheses: see `grouped` of declarations.
    const bare = text.trim().replace(/^\((?=[.\d])(.*)\)$/s, "$1");
    const literal = literalTypes.find(([pattern]) => pattern.test(bare));
    if (literal !== undefined) return literal[1];
    const expression = parseWholeExpression(text);
    return expression && this.#ofExpression(expression, context, depth);
  }

  #ofExpression(expression: Expression, context: Context, depth: number): string | undefined {
    if (depth > maxDepth) return undefined;
    switch (expression.kind) {
      case "literal":
        return undefined;
      case "typed":
        return valueType(tidy(expression.type));
      case "address": {
        const object = this.#ofExpression(expression.object, context, depth + 1);
        return object && `${object}*`;
      }
      case "dereference": {
        const object = this.#ofExpression(expression.object, context, depth + 1);
        if (object?.endsWith("*")) return valueType(object.slice(0, -1));
        return this.#evaluated(expression, context);
      }
      case "index":
      case "this":
        return this.#evaluated(expression, context);
      case "member":
      case "name":
        return this.#ofNamed(expression, expression, undefined, context, depth);
      case "call":
        return this.#ofNamed(expression, expression.callee, expression.args.length, context, depth);
    }
  }

  /** The type of a variable, a member, or of what a call gives: as it is declared, or else as it is evaluated. */
  #ofNamed(
    whole: Expression,
    named: Expression,
    argumentCount: number | undefined,
    context: Context,
    depth: number,
  ): string | undefined {
    if (named.kind !== "name" && named.kind !== "member") return this.#evaluated(whole, context);
    const declarations = this.#declarationsOf(named, context, argumentCount);
    if (declarations === undefined) return this.#isExact(named, context) ? this.#evaluated(whole, context) : undefined;
    const found = new Set(declarations.map((one) => this.#declaredType(one, argumentCount, depth)));
    const [type] = found;
    if (found.size !== 1 || type === undefined) return undefined;
    if (type !== dependent) return type;
    const evaluated = this.#evaluated(whole, context);
    return evaluated && declarations.every(pointsToConst) ? `const ${evaluated}` : evaluated;
  }

  /** All that a name or a member may stand for in the expression; undefined for what is not of the code base. */
  #declarationsOf(
    named: Extract<Expression, { kind: "name" | "member" }>,
    context: Context,
    argumentCount: number | undefined,
  ): readonly Declaration[] | undefined {
    const found =
      named.kind === "name"
        ? this.#scopes.qualified(named.parts, named.isGlobal, context)
        : this.#types.memberOfExpression(named.object, named.arrow, named.part.name, context, argumentCount)?.found;
    if (found === undefined || found.external !== undefined || found.declarations.length === 0) return undefined;
    return overloadsOf(found.declarations).takers(argumentCount);
  }

  /** False for functions of the standard library whose result is only nearly known. */
  #isExact(named: Extract<Expression, { kind: "name" | "member" }>, context: Context): boolean {
    if (named.kind === "member") return true;
    const external = this.#scopes.qualified(named.parts, named.isGlobal, context)?.external;
    if (external === undefined || wrapping.has(external)) return false;
    // Of others than these, not even whether it is a function is known.
    return constructingFunctions.has(external) || external === "std::move" || external === "std::get";
  }

  #declaredType(declaration: Declaration, argumentCount: number | undefined, depth: number): string | undefined {
    const { kind, type, name, parent } = declaration;
    const isCall = argumentCount !== undefined;
    if (kind === "class" || kind === "struct") {
      const isTemplate = this.#containers.templateParametersOf(declaration).length > 0;
      return !isCall || isTemplate ? dependent : name;
    }
    if (kind === "enum_member") return isCall || parent === undefined || parent.name === "" ? undefined : parent.name;
    if ((kind === "function") !== isCall) return isCall ? dependent : undefined;
    if (type.startsWith("=")) return this.ofDeclaration(declaration, depth + 1);
    if (type === "" || type.startsWith("@")) return undefined;
    return this.#isDependent(declaration, type) ? dependent : valueType(tidy(type));
  }

  /** True when a type has the name of a template around it, or of a parameter of one. */
  #isDependent(declaration: Declaration, type: string): boolean {
    const words = new Set(type.match(/[A-Za-z_$][\w$]*/g));
    for (let outer: Declaration | undefined = declaration; outer !== undefined; outer = outer.parent) {
      const parameters = this.#containers.templateParametersOf(outer);
      if (parameters.length > 0 && [outer, ...parameters].some(({ name }) => words.has(name))) return true;
    }
    return false;
  }

  #evaluated(expression: Expression, context: Context): string | undefined {
    return this.#formatted(this.#types.ofExpression(expression, context), context.place);
  }

  /** The text of an evaluated type, as it is written at a place. */
  #formatted(type: Type | undefined, place: Place): string | undefined {
    if (type === undefined || type.kind === "value") return undefined;
    if (type.kind === "external" && approximate.has(type.name)) return undefined;
    const name = type.kind === "class" ? type.declaration.name : type.name;
    const written = type.args.map(argumentText);
    const args = type.kind === "class" && written.length === 0 ? this.#injectedArguments(type, place) : written;
    if (name === "" || args.includes(undefined)) return undefined;
    return `${name}${args.length === 0 ? "" : `<${args.join(", ")}>`}${"*".repeat(type.pointers)}`;
  }

  /** The arguments of a template's name without arguments inside of it: its own parameters, if they are known. */
  #injectedArguments({ declaration, bindings }: ClassType, place: Place): readonly (string | undefined)[] {
    const isInside = isIn(declaration, place);
    return this.#containers.templateParametersOf(declaration).map(({ name }) => {
      const bound = bindings.get(name);
      return bound === undefined ? (isInside ? name : undefined) : argumentText(bound);
    });
  }
}

/** True for a place between the braces of a class. */
function isIn(declaration: Declaration, { parent }: Place): boolean {
  for (let around = parent; around !== undefined; around = around.parent) if (around === declaration) return true;
  return false;
}

/** The placeholder for a type that follows from the arguments of a template. */
const dependent = "";

/** The text of a template argument; undefined if it has a parameter of a template that is not known. */
function argumentText(argument: Argument): string | undefined {
  const { text, context } = boundArgument(argument);
  const words = text.match(/[A-Za-z_$][\w$]*/g) ?? [];
  return words.some((word) => context.bindings.has(word)) || text.startsWith("$") ? undefined : tidy(text);
}

/** True for `const T*`: what it points to is evaluated without its `const`. */
function pointsToConst({ type }: Declaration): boolean {
  return /^const\b.*\*$/.test(type);
}

/** A type as a copy of the value has it: without reference, and without `const` except what it points to. */
function valueType(type: string): string {
  const value = type.replace(/\s*&+$/, "").replace(/\[[^\]]*\]$/, "*");
  if (!value.endsWith("*")) return value.replace(/^const\s+/, "").replace(/\s+const$/, "");
  return value;
}
