/**
 * The types and value categories of the arguments of calls in C++. Input: the text of an argument and its place; output: its type
 * with `const`, and whether it is an object with a place (an lvalue).
 */
import { DeclarationFlag } from "../../../facts/declaration-facts.ts";
import type { Declaration } from "../../code-index.ts";
import type { ObjectConstness } from "../constness.ts";
import { classKinds } from "../containers.ts";
import { type Expression, parseWholeExpression, pathText } from "../expression.ts";
import { type Bindings, type Context, type Evaluations, type Found, noBindings, placeOf } from "../model.ts";
import { withoutArguments } from "../node-reader.ts";
import { isFunction, overloadsOf } from "../overloads.ts";
import type { Scopes } from "../scopes.ts";
import { argumentFunctions, standardTypes } from "../standard-library.ts";
import type { Types } from "../types.ts";
import { captureOf, isOpenAfter } from "./captures.ts";
import type { Passed } from "./implicit-conversions.ts";
import {
  commonNumber,
  isArithmetic,
  isLibraryClass,
  promotionOf,
  standardResults,
  stringMakers,
} from "./known-types.ts";
import { type Core, memberPointer, plain, type ValueType, type ValueTypes } from "./value-types.ts";

/** UTF-16 code units of an argument that is looked at. */
const maxArgument = 200;

/** Bases of bases that are followed. */
const maxBases = 4;

const unknown: Passed = { type: undefined, isLvalue: undefined };

type PassedArgumentsOptions = {
  readonly scopes: Scopes;
  readonly types: Types;
  readonly values: ValueTypes;
  readonly constness: ObjectConstness;
  readonly evaluations: Evaluations;
  readonly textOf: (path: string) => string | undefined;
};

/** The number that a literal is, by its form. */
const literals: readonly (readonly [pattern: RegExp, number: string])[] = [
  [/^(?:true|false)$/, "bool"],
  [/^nullptr$/, "nullptr_t"],
  [/^(?:0[xX][\da-fA-F']{1,7}|0[bB][01']{1,31}|\d[\d']{0,8})$/, "int"],
  [/^(?:0[xX][\da-fA-F']{1,7}|\d[\d']{0,8})[uU]$/, "unsigned int"],
  [/^(?:0[xX][\da-fA-F']+|\d[\d']*)[lL]$/, "long"],
  [/^(?:0[xX][\da-fA-F']+|\d[\d']*)(?:ll|LL)$/, "long long"],
  [/^(?:0[xX][\da-fA-F']+|\d[\d']*)(?:[uU][lL]|[lL][uU])$/, "unsigned long"],
  [/^(?:0[xX][\da-fA-F']+|\d[\d']*)(?:[uU](?:ll|LL)|(?:ll|LL)[uU])$/, "unsigned long long"],
  [/^(?:\d[\d']*\.\d*|\.\d+)(?:[eE][-+]?\d+)?$|^\d[\d']*[eE][-+]?\d+$/, "double"],
  [/^(?:(?:\d[\d']*\.\d*|\.\d+)(?:[eE][-+]?\d+)?|\d[\d']*[eE][-+]?\d+)[fF]$/, "float"],
  [/^'(?:[ -&(-[\]-~]|\\[^']+|\\')'$/, "char"],
  [/^L'(?:[^'\\]|\\.[^']*)'$/, "wchar_t"],
  [/^u'(?:[^'\\]|\\.[^']*)'$/, "char16_t"],
];

const textLiteral = /^(L|u|U|u8)?(?:"(?:[^"\\]|\\.)*"\s*)+$/s;
const textUnits: ReadonlyMap<string, string> = new Map([
  ["", "char"],
  ["L", "wchar_t"],
  ["u", "char16_t"],
  ["U", "char32_t"],
]);

/** A name, its members, calls and items, with what points to it: what other operators make has a type of its own. */
const operand =
  /^(?:[&*]?[\w$]+|\(\*[\w$]+\)|::[\w$]+)(?:<[\w\s:*&,<>]*>)?(?:(?:::|\.|->)[\w$]+(?:<[\w\s:*&,]*>)?|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\{[^{}]*\}|\[[^[\]]*\])*$/s;

/** Operators from the one that binds least: operators that give a truth value, and operators of numbers. */
const operatorGroups: readonly { readonly signs: ReadonlySet<string>; readonly isTruth: boolean }[] = [
  { signs: new Set(["||"]), isTruth: true },
  { signs: new Set(["&&"]), isTruth: true },
  { signs: new Set(["|", "^", "&"]), isTruth: false },
  { signs: new Set(["==", "!="]), isTruth: true },
  { signs: new Set(["<", ">", "<=", ">="]), isTruth: true },
  { signs: new Set(["+", "-"]), isTruth: false },
  { signs: new Set(["*", "/", "%"]), isTruth: false },
];

export class PassedArguments {
  readonly #options: PassedArgumentsOptions;

  constructor(options: PassedArgumentsOptions) {
    this.#options = options;
  }

  /** The argument that a text is; without a type if that is not known. */
  of(text: string, context: Context): Passed {
    if (text.length > maxArgument) return unknown;
    return this.#options.evaluations.deeper(() => this.#of(text.trim(), context)) ?? unknown;
  }

  #of(text: string, context: Context): Passed {
    const number = literals.find(([pattern]) => pattern.test(text))?.[1];
    if (number !== undefined) return { ...value(number), ...(/^0[uUlL]*$/.test(text) && { form: "zero" }) };
    // It is an integer of the size of a pointer, or a null pointer.
    if (text === "NULL") return { ...value("long"), form: "zero" };
    const unit = textUnits.get(textLiteral.exec(text)?.[1] ?? (textLiteral.test(text) ? "" : "?"));
    if (unit !== undefined) {
      const type: ValueType = { ...plain({ kind: "number", name: unit }), isConst: true, levels: [false] };
      return { type, isLvalue: false, form: "text" };
    }
    if (text.startsWith("{")) return { type: undefined, isLvalue: false, form: "list" };
    const inner = insideParentheses(text);
    if (inner !== undefined) return this.#of(inner, context);
    if (operand.test(text)) {
      const expression = parseWholeExpression(text);
      return expression === undefined ? unknown : this.#ofExpression(expression, context);
    }
    return this.#ofOperators(text, context) ?? this.#ofCast(text, context);
  }

  /** `(T)value`, and `new T(1)`. */
  #ofCast(text: string, context: Context): Passed {
    const expression = /^(?:\(|new\b|static_cast\b|const_cast\b|reinterpret_cast\b|dynamic_cast\b)/.test(text)
      ? parseWholeExpression(text)
      : undefined;
    return expression?.kind === "typed" ? this.#ofExpression(expression, context) : unknown;
  }

  #ofOperators(text: string, context: Context): Passed | undefined {
    if (text.startsWith("!") && operand.test(text.slice(1).trim())) return value("bool");
    const [, sign = "", rest = ""] = /^([-+~])\s*([^-+~=].*)$/s.exec(text) ?? [];
    const split = splitAtOperator(text);
    if (split === undefined) {
      if (sign === "") return undefined;
      const number = numberOfPassed(this.#of(rest, context));
      const promoted = number === undefined ? undefined : number === "float" ? number : (promotionOf(number) ?? number);
      return promoted === undefined ? unknown : value(promoted);
    }
    const { left, right, isTruth, isShort, isPlus } = split;
    if (isTruth && isShort) return value("bool");
    const [first, second] = [this.#of(left, context), this.#of(right, context)];
    const [one, other] = [numberOfPassed(first), numberOfPassed(second)];
    const arePlain = one !== undefined && other !== undefined;
    if (isTruth) {
      const arePointers = (first.type?.levels.length ?? 0) > 0 && (second.type?.levels.length ?? 0) > 0;
      return arePlain || arePointers ? value("bool") : unknown;
    }
    const common = arePlain ? commonNumber(one, other) : undefined;
    if (common !== undefined) return value(common);
    const isText =
      isPlus && [first, second].some(isString) && [first, second].every((side) => isString(side) || isCharacters(side));
    return isText ? asResult(this.#options.values.ofText("std::string", context)) : unknown;
  }

  #ofExpression(expression: Expression, context: Context): Passed {
    return this.#options.evaluations.deeper(() => this.#ofPart(expression, context)) ?? unknown;
  }

  #ofPart(expression: Expression, context: Context): Passed {
    const { values } = this.#options;
    switch (expression.kind) {
      case "literal":
        return unknown;
      case "typed":
        return asResult(values.ofText(expression.type, context));
      case "this":
        return this.#evaluated(expression, context, false);
      case "address": {
        const { object } = expression;
        // The address of a field is a pointer to a member.
        if (object.kind === "name" && object.parts.length > 1 && this.#isField(object, context)) return unknown;
        const { type, isLvalue } = this.#ofExpression(object, context);
        if (type === undefined || type.isArray || isLvalue !== true) return unknown;
        return { type: { ...type, levels: [...type.levels, false] }, isLvalue: false };
      }
      case "dereference":
      case "index":
        return this.#ofItem(expression, context);
      case "name":
        return this.#ofName(expression, context);
      case "member":
        return this.#ofMember(expression, context);
      case "call":
        return this.#ofCall(expression, context);
    }
  }

  /** The target of a pointer or an iterator, and an element of an array or a container. */
  #ofItem(expression: Extract<Expression, { readonly object: Expression }>, context: Context): Passed {
    const { type } = this.#ofExpression(expression.object, context);
    if (type !== undefined && type.levels.length > 0) {
      const { isArray, ...bare } = type;
      return { type: { ...bare, levels: type.levels.slice(0, -1) }, isLvalue: true };
    }
    const name = expression.kind === "index" ? "operator[]" : "operator*";
    return this.#standardMember(type, name, true) ?? this.#evaluated(expression, context, true);
  }

  /** The type that a member of a type of the standard library has or gives. */
  #standardMember(object: ValueType | undefined, name: string, isPlace: boolean): Passed | undefined {
    if (object?.core.kind !== "outside" || object.levels.length > 0) return undefined;
    const { core } = object;
    const written = standardTypes.get(core.name)?.members.get(name);
    const [, index = "", pointers = ""] = /^\$(\d)(\**)$/.exec(written ?? "") ?? [];
    const arg = index === "" ? undefined : core.args[Number(index)];
    if (arg === undefined) return undefined;
    const isHolder = /^std::(?:unique_ptr|shared_ptr|weak_ptr|span|reference_wrapper|iterator)$/.test(core.name);
    const isConst = isHolder ? arg.isConst : arg.isConst || object.isConst;
    const isDeep = arg.levels.length > 0;
    const levels = [...arg.levels, ...[...pointers].map(() => false)];
    // Of a pointer in a container that is const, the pointer is const.
    const isOwn = isDeep && pointers === "" && !isHolder;
    if (isOwn && object.isConst === true) levels[levels.length - 1] = true;
    const isLvalue = isOwn && object.isConst === undefined ? undefined : true;
    return {
      type: { ...arg, reference: "", isConst: isDeep ? arg.isConst : isConst, levels },
      isLvalue: isPlace && pointers === "" ? isLvalue : false,
    };
  }

  #ofName(expression: Extract<Expression, { kind: "name" }>, context: Context): Passed {
    const found = this.#options.scopes.qualified(expression.parts, expression.isGlobal, context);
    const [first] = found?.declarations ?? [];
    if (found === undefined || first === undefined) return unknown;
    if (first.kind === "macro" || isFunction(first)) return unknown;
    const types = new Set(found.declarations.map(({ kind, type }) => `${kind} ${type}`));
    if (types.size !== 1) return unknown;
    const isOwnField = isOfObject(first);
    const ofThis = isOwnField ? constOf(this.#options.constness.ofReceiver(undefined, context)) : false;
    const own = this.#ofObject(first, found.bindings, ofThis);
    return this.#captured(own, first, isOwnField, context);
  }

  /** True for a name of a field that each object has. */
  #isField(expression: Extract<Expression, { kind: "name" }>, context: Context): boolean {
    const [first] = this.#options.scopes.qualified(expression.parts, expression.isGlobal, context)?.declarations ?? [];
    return first !== undefined && isOfObject(first);
  }

  /** An object as it is in the lambda around a place, which may have a copy of it. */
  #captured(own: Passed, declaration: Declaration, isOwnField: boolean, { place }: Context): Passed {
    const { file, at, flags, kind, name } = declaration;
    const from = isOwnField ? place.parent : declaration;
    if (own.type === undefined || from === undefined || from.file !== place.file || from.at >= place.offset) return own;
    const isLocal = kind === "parameter" || (flags & DeclarationFlag.local) !== 0;
    if (!isOwnField && (kind === "enum_member" || !isLocal || (flags & DeclarationFlag.static) !== 0)) return own;
    const text = this.#options.textOf(file.path);
    if (text === undefined) return unknown;
    const between = text.slice(from.at, place.offset);
    if (isOwnField) return /\*\s*this\s*[\],]/.test(between) ? withoutConst(own) : own;
    const ofList = /\[[^[\];{}]*$/.test(text.slice(Math.max(0, at - maxArgument), at)) && /^[\w$]+\s*=/.test(between);
    if (ofList && !/&\s*$/.test(text.slice(Math.max(0, at - maxArgument), at))) {
      const end = between.indexOf("]");
      return end >= 0 && isOpenAfter(between, end + 1) === true ? own : withConst(own);
    }
    const capture = captureOf(name, between);
    return capture === "none" ? own : capture === "const" ? withConst(own) : withoutConst(own);
  }

  #ofMember(expression: Extract<Expression, { kind: "member" }>, context: Context): Passed {
    const { object, arrow, part } = expression;
    const member = this.#options.types.memberOfExpression(object, arrow, part.name, context);
    if (member?.declaration === undefined || isFunction(member.declaration)) {
      const { type } = this.#ofExpression(object, context);
      return (arrow ? undefined : this.#standardMember(type, part.name, true)) ?? unknown;
    }
    const isConst = this.#options.constness.ofObject(object, arrow, context);
    const whole = arrow ? unknown : this.#ofExpression(object, context);
    const isConstObject = whole.type === undefined ? constOf(isConst) : whole.type.isConst;
    const own = this.#ofObject(member.declaration, member.bindings, isConstObject);
    // A field of the result of a call is a temporary if the result is.
    const isMade = !arrow && (object.kind === "call" || object.kind === "typed") && isOfObject(member.declaration);
    if (!isMade || /&/.test(withoutArguments(member.declaration.type))) return own;
    return { ...own, isLvalue: whole.isLvalue };
  }

  /** True for a type of the standard library, and for a class that derives from one. */
  #isOfStandard(core: Core, depth = 0): boolean {
    if (core.kind === "outside") return core.name.startsWith("std::");
    if (core.kind !== "class" || depth > maxBases) return false;
    const bases = this.#options.types.basesOf(core.type).map((base) => this.#options.values.ofType(base, false));
    return bases.some((base) => base !== undefined && this.#isOfStandard(base.core, depth + 1));
  }

  /**
   * A variable, a parameter, a field or an enumerator.
   *
   * @param isConstObject whether the object is const that a field is of; false for anything but a field
   */
  #ofObject(declaration: Declaration, bindings: Bindings, isConstObject: boolean | undefined): Passed {
    const { kind, parent } = declaration;
    if (kind === "enum_member") {
      if (parent === undefined) return unknown;
      // Of an enumeration without a name the members are numbers as a rule.
      if (parent.name === "") return unknown;
      const type = this.#options.values.ofType(
        { kind: "class", declaration: parent, args: [], pointers: 0, bindings: noBindings },
        false,
      );
      return { type, isLvalue: false };
    }
    if (kind !== "variable" && kind !== "parameter" && kind !== "field") return unknown;
    const declared = this.#declaredType(declaration, bindings);
    const head = this.#headOf(declaration);
    if (declared === undefined || head === undefined) return unknown;
    const outside = withoutArguments(head);
    // Types as they are noted do not say whether pointers are const.
    if (memberPointer.test(outside) || /\*\s*const\b.*\*/s.test(outside) || /\bvolatile\b/.test(outside))
      return unknown;
    const ofConstPointer = /\*\s*const\s*&*\s*$/.test(outside) || /\bconst\b[^*]*$|\bconstexpr\b/.test(outside);
    if (declared.reference !== "") {
      const { levels } = declared;
      const own = levels.map((isConst, at) => isConst || (at === levels.length - 1 && ofConstPointer));
      return { type: { ...declared, levels: own, reference: "" }, isLvalue: true };
    }
    const isMutable = /\bmutable\b/.test(head);
    const isWritten = (declaration.flags & DeclarationFlag.const) !== 0;
    if (declared.levels.length > 0) {
      // The pointer is const, and an array in a const object is one of constants.
      const { isArray = false, levels: all } = declared;
      const isConstItem = ofConstPointer || (isConstObject === true && !isMutable);
      const last = all.length - (isArray ? 2 : 1);
      const levels = all.map((isConst, at) => isConst || (at === last && isConstItem));
      const isConst = declared.isArray
        ? isConstOf(isWritten ? true : declared.isConst, isMutable ? false : isConstObject)
        : declared.isConst;
      // No reference to a pointer is bound to an array; one that is not const takes no pointer that may be.
      const isKnown = isConstObject !== undefined && !(declaration.type.startsWith("=") && /&/.test(outside));
      const isLvalue = isArray ? false : isKnown || isConstItem ? true : undefined;
      return { type: { ...declared, isConst, levels }, isLvalue };
    }
    const isConst = isConstOf(isWritten ? true : declared.isConst, isMutable ? false : isConstObject);
    return { type: { ...declared, isConst }, isLvalue: true };
  }

  /** The text of a declaration before its name, in which `auto` has its sign. */
  #headOf({ file, start, at }: Declaration): string | undefined {
    return this.#options.textOf(file.path)?.slice(start, at);
  }

  #declaredType(declaration: Declaration, bindings: Bindings): ValueType | undefined {
    const { type } = declaration;
    const { values, types, evaluations, constness } = this.#options;
    const context = { place: placeOf(declaration), bindings };
    if (type === "") return undefined;
    if (!type.startsWith("=") && !type.startsWith("@")) return values.ofText(type, context);
    return evaluations.run("declared value", declaration, () => {
      const head = this.#headOf(declaration);
      if (head === undefined || /\bdecltype\b/.test(head)) return undefined;
      const [, part = "", sign = "", expression = ""] = /^=(\d*)([*.]?)(.*)$/.exec(type) ?? [];
      const isReference = /&\s*(?:\[.*)?$/.test(head);
      const constnessOf = () =>
        isReference ? constness.ofReference(declaration, bindings) : constness.ofDeclaration(declaration, bindings);
      const initial =
        part === "" && sign === ""
          ? this.#of(expression, context).type
          : values.ofType(types.ofDeclaration(declaration, bindings), constOf(constnessOf()));
      if (initial === undefined) return undefined;
      const isEntry = part === "" || (sign === "*" && this.#isMap(expression, context));
      const isWritten = (declaration.flags & DeclarationFlag.const) !== 0;
      // The const of `const auto*` is that of its target.
      const isConstTarget = /\bconst\b[^*]*\*/.test(head);
      if (initial.levels.length > 0)
        return {
          ...initial,
          isConst: isConstTarget && initial.levels.length === 1 ? true : initial.isConst,
          reference: "",
        };
      // A part of an object is const if its field is, which is known of the entries of maps.
      const ofInitial = isEntry ? initial.isConst : undefined;
      const isConst = isReference || part !== "" ? isWritten || ofInitial : isWritten;
      return { ...initial, isConst, reference: "" };
    });
  }

  #isMap(text: string, context: Context): boolean {
    const expression = parseWholeExpression(text);
    const type = expression && this.#options.types.ofExpression(expression, context);
    return type?.kind === "external" && /map$/.test(type.name);
  }

  #ofCall(expression: Extract<Expression, { kind: "call" }>, context: Context): Passed {
    const { callee, args } = expression;
    const { scopes, types, values } = this.#options;
    if (callee.kind === "member") {
      const { object, arrow, part } = callee;
      const member = types.memberOfExpression(object, arrow, part.name, context, args.length);
      if (member?.found !== undefined && member.external === undefined)
        return this.#ofResult(member.found, part.args.length > 0, args.length, context, { text: object, arrow });
      const { type } = this.#ofExpression(object, context);
      const target = arrow ? this.#standardMember(type, "operator*", true)?.type : type;
      return this.#ofStandardCall(target, part.name, args.length, context);
    }
    if (callee.kind !== "name") return unknown;
    const found = scopes.qualified(callee.parts, callee.isGlobal, context);
    const written = callee.parts.map(({ name }) => name).join("::");
    if (found === undefined || found.external !== undefined) {
      const name = found?.external ?? written;
      const [arg] = args;
      if (/^std::(?:move|as_const)$/.test(name) && arg !== undefined && args.length === 1) {
        const { type } = this.of(arg, context);
        if (type === undefined) return unknown;
        const isLvalue = name === "std::as_const";
        return { type: isLvalue && type.levels.length === 0 ? { ...type, isConst: true } : type, isLvalue };
      }
      if (argumentFunctions.has(name)) return unknown;
      if (stringMakers.has(name)) return asResult(values.ofText("std::string", context));
      const type = values.ofText(pathText(callee.parts, callee.isGlobal), context);
      const isMade = type !== undefined && (type.core.kind !== "outside" || isLibraryClass(type.core.name));
      return isMade ? asResult(type) : this.#evaluatedMaker(expression, context);
    }
    if (found.declarations.some(({ kind }) => classKinds.has(kind) || kind === "alias"))
      return asResult(values.ofText(pathText(callee.parts, callee.isGlobal), context));
    const isWritten = (callee.parts.at(-1)?.args.length ?? 0) > 0;
    return this.#ofResult(found, isWritten, args.length, context, undefined);
  }

  /** The result of `std::make_shared<A>(1)` and the like. */
  #evaluatedMaker(expression: Expression, context: Context): Passed {
    const type = this.#options.types.ofExpression(expression, context);
    if (type?.kind !== "external" || !isLibraryClass(type.name)) return unknown;
    return { type: this.#options.values.ofType(type, false), isLvalue: false };
  }

  #ofStandardCall(object: ValueType | undefined, name: string, count: number, context: Context): Passed {
    if (object === undefined || object.levels.length > 0) return unknown;
    const result = count === 0 ? standardResults.get(name) : undefined;
    const isStandard = this.#isOfStandard(object.core) || (object.core.kind === "outside" && result === "const char*");
    if (result !== undefined && isStandard) return asResult(this.#options.values.ofText(result, context));
    if (object.core.kind !== "outside") return unknown;
    if (stringMakers.has(name) && object.core.name.startsWith("std::"))
      return name === "substr" && object.core.name !== "std::string"
        ? unknown
        : asResult(this.#options.values.ofText("std::string", context));
    const isPlace = !/^(?:get|data|begin|end|cbegin|cend|find|release|load)$/.test(name);
    return this.#standardMember(object, name, isPlace) ?? unknown;
  }

  /** The result of functions, if it is the same of all that a call may mean. */
  #ofResult(
    found: Found,
    hasArguments: boolean,
    count: number,
    context: Context,
    receiver: { readonly text: Expression; readonly arrow: boolean } | undefined,
  ): Passed {
    const { constness, values } = this.#options;
    const functions = overloadsOf(found.declarations).takers(count).filter(isFunction);
    if (functions.length === 0 || hasArguments) return unknown;
    const results = new Map(functions.map((one) => [one.type, one]));
    let [chosen, ...others] = results.values();
    if (others.length > 0) {
      const object =
        receiver === undefined
          ? constness.ofReceiver(undefined, context)
          : constness.ofObject(receiver.text, receiver.arrow, context);
      const ofConst = (one: Declaration) => (one.flags & DeclarationFlag.const) !== 0;
      const fitting = object === undefined ? [] : functions.filter((one) => ofConst(one) === (object === "const"));
      const same = new Map(fitting.map((one) => [one.type, one]));
      [chosen, ...others] = same.values();
    }
    if (chosen === undefined || others.length > 0 || /^[=@]/.test(chosen.type) || chosen.type === "") return unknown;
    return asResult(values.ofText(chosen.type, { place: placeOf(chosen), bindings: found.bindings }));
  }

  /** The type of an expression by the evaluation of types and of `const`. */
  #evaluated(expression: Expression, context: Context, isLvalue: boolean | undefined): Passed {
    const { types, values, constness } = this.#options;
    const type = types.ofExpression(expression, context);
    if (type?.kind === "external" && !isLibraryClass(type.name)) return unknown;
    return { type: values.ofType(type, constOf(constness.ofValue(expression, context))), isLvalue };
  }
}

/** True for a field that each object has. */
function isOfObject({ kind, flags }: Declaration): boolean {
  return kind === "field" && (flags & DeclarationFlag.static) === 0;
}

/** The same object, which is const. */
function withConst({ type, ...rest }: Passed): Passed {
  if (type === undefined || type.isArray) return unknown;
  const { levels } = type;
  if (levels.length === 0) return { ...rest, type: { ...type, isConst: true } };
  return {
    isLvalue: true,
    type: { ...type, levels: levels.map((isConst, at) => isConst || at === levels.length - 1) },
  };
}

/** The same object, which may be const. */
function withoutConst({ type, ...rest }: Passed): Passed {
  if (type === undefined || type.isArray || type.levels.length > 0) return unknown;
  return { ...rest, type: { ...type, isConst: type.isConst || undefined } };
}

function constOf(constness: "const" | "mutable" | undefined): boolean | undefined {
  return constness === undefined ? undefined : constness === "const";
}

function isConstOf(own: boolean | undefined, object: boolean | undefined): boolean | undefined {
  if (own === true || object === true) return true;
  return own === undefined || object === undefined ? undefined : false;
}

/** The value that a call or a cast gives: an object with a place if it is a reference. */
function asResult(type: ValueType | undefined): Passed {
  if (type === undefined) return unknown;
  return { type: { ...type, reference: "" }, isLvalue: type.reference === "&" };
}

function value(number: string): Passed {
  return { type: plain({ kind: "number", name: number }), isLvalue: false };
}

function numberOfPassed({ type }: Passed): string | undefined {
  if (type?.core.kind !== "number" || type.levels.length > 0) return undefined;
  return isArithmetic(type.core.name) ? type.core.name : undefined;
}

function isString({ type }: Passed): boolean {
  return type?.core.kind === "outside" && type.core.name === "std::string" && type.levels.length === 0;
}

/** True for a text or a character of C. */
function isCharacters({ type }: Passed): boolean {
  return type?.core.kind === "number" && type.core.name === "char" && type.levels.length < 2;
}

/** The text in parentheses that are around all of it. */
function insideParentheses(text: string): string | undefined {
  if (!text.startsWith("(") || !text.endsWith(")")) return undefined;
  let depth = 0;
  for (let at = 0; at < text.length - 1; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return undefined;
  }
  return text.slice(1, -1).trim();
}

const signPattern = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|->\*?|<<|>>|\+\+|--|&&|\|\||[-+*/%&|^=!<>]=|[\w$.]+|\s+|\S/g;

/** A text as two operands of the operator that binds least, the last of several; undefined if another operator is in it. */
function splitAtOperator(text: string):
  | {
      readonly left: string;
      readonly right: string;
      readonly isTruth: boolean;
      /** True for `&&` and `||`. */
      readonly isShort: boolean;
      readonly isPlus: boolean;
    }
  | undefined {
  let depth = 0;
  let isAfterOperand = false;
  const found = new Map<number, { readonly at: number; readonly end: number }>();
  for (const { 0: token, index: at } of text.matchAll(signPattern)) {
    if (/^\s+$/.test(token)) continue;
    if ("([{".includes(token)) depth++;
    else if (")]}".includes(token)) depth--;
    else if (depth === 0 && isAfterOperand && /^[^\w$"'.:]/.test(token) && !/^(?:->\*?|\+\+|--)$/.test(token)) {
      const group = operatorGroups.findIndex(({ signs }) => signs.has(token));
      // `? :`, `=`, `<<`, which often is an operator of a stream, and arguments of a template.
      if (group < 0 || (group === 4 && /[\w$]\s*<[\w\s:,*&]*>/.test(text))) return undefined;
      found.set(group, { at, end: at + token.length });
      isAfterOperand = false;
      continue;
    }
    isAfterOperand = /[\w$"')\]}]$/.test(token);
  }
  const group = Math.min(...found.keys());
  const place = found.get(group);
  const kind = operatorGroups[group];
  if (place === undefined || kind === undefined) return undefined;
  return {
    left: text.slice(0, place.at).trim(),
    right: text.slice(place.end).trim(),
    isTruth: kind.isTruth,
    isShort: group < 2,
    isPlus: text[place.at] === "+",
  };
}
