/**
 * The constness of objects in C++, which chooses between `const` member functions and others. Input: an expression, or the
 * receiver of a call; output: whether the object may be changed.
 */
import { wordSet } from "../../base/word-list.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { Declaration } from "../code-index.ts";
import { classKinds } from "./containers.ts";
import { type Expression, parseExpression, parseType } from "./expression.ts";
import { type Argument, type Context, type Evaluations, type Place, placeOf, type Type } from "./model.ts";
import { withoutArguments } from "./node-reader.ts";
import { isFunction } from "./overloads.ts";
import type { Scopes } from "./scopes.ts";
import type { Types } from "./types.ts";

/**
 * True if an object may be changed: of a pointer the object that it points to, of an iterator the element. Undefined if
 * it is not known.
 */
export type Constness = "const" | "mutable" | undefined;

/** The receiver of a call, as it is written. */
export type Receiver = { readonly text: string; readonly arrow: boolean };

type ConstnessOptions = {
  readonly scopes: Scopes;
  readonly types: Types;
  readonly evaluations: Evaluations;
  /** True for a field that is `mutable`: it may be changed in an object that is const. */
  readonly isMutable: (field: Declaration) => boolean;
};

/** Templates of the standard library whose own constness is not the constness of what they lead to. */
const pointing = wordSet("std::unique_ptr std::shared_ptr std::weak_ptr std::span std::reference_wrapper");

/** Functions of the standard library that return their argument, or a part of it. */
const passing = wordSet("std::move std::forward std::get std::min std::max std::begin std::end std::next std::prev");

/** Finds out whether objects, and what pointers and iterators lead to, are `const`. */
export class ObjectConstness {
  readonly #scopes: Scopes;
  readonly #types: Types;
  readonly #evaluations: Evaluations;

  readonly #isMutable: ConstnessOptions["isMutable"];

  constructor({ scopes, types, evaluations, isMutable }: ConstnessOptions) {
    this.#isMutable = isMutable;
    this.#scopes = scopes;
    this.#types = types;
    this.#evaluations = evaluations;
  }

  /** The constness of the object that a member is called for: of `this` without a receiver. */
  ofReceiver(receiver: Receiver | undefined, context: Context): Constness {
    if (receiver === undefined) return ofThis(context.place);
    const expression = parseExpression(receiver.text);
    return expression && this.ofObject(expression, receiver.arrow, context);
  }

  /** The constness of the object that a member is of, after `.` or `->`. */
  ofObject(object: Expression, arrow: boolean, context: Context): Constness {
    return arrow ? this.#pointee(object, context) : this.ofValue(object, context);
  }

  /** The constness of what `->` and `*` lead to. */
  #pointee(expression: Expression, context: Context): Constness {
    const type = this.#types.ofExpression(expression, context);
    if (type === undefined || type.kind === "value" || type.kind === "unknown") return undefined;
    if (type.pointers > 0) return this.ofValue(expression, context);
    if (type.kind === "external") return this.#held(type, 0, this.ofValue(expression, context));
    return (
      this.#ofMember(type, "operator->", this.ofValue(expression, context)) ??
      this.#ofMember(type, "operator*", undefined)
    );
  }

  /** The constness of an object; of a pointer that of what it points to. */
  ofValue(expression: Expression, context: Context): Constness {
    return this.#evaluations.deeper(() => this.#ofExpression(expression, context));
  }

  #ofExpression(expression: Expression, context: Context): Constness {
    switch (expression.kind) {
      case "literal":
        return undefined;
      case "this":
        return ofThis(context.place);
      case "typed":
        return this.#ofText(expression.type, context);
      case "address":
        return this.ofValue(expression.object, context);
      case "dereference":
        return this.#pointee(expression.object, context);
      case "index":
        return this.#ofPart(expression.object, false, "operator[]", context);
      case "member":
        return this.#ofPart(expression.object, expression.arrow, expression.part.name, context);
      case "name": {
        const found = this.#scopes.qualified(expression.parts, expression.isGlobal, context);
        const [first] = found?.declarations ?? [];
        if (first === undefined || found === undefined) return undefined;
        const own = this.ofDeclaration(first, found.bindings);
        return first.kind === "field" ? this.#ofField(first, own, ofThis(context.place)) : own;
      }
      case "call":
        return this.#ofCall(expression.callee, expression.args, context);
    }
  }

  #ofCall(callee: Expression, args: readonly string[], context: Context): Constness {
    if (callee.kind === "member") return this.#ofPart(callee.object, callee.arrow, callee.part.name, context);
    if (callee.kind !== "name") return undefined;
    const found = this.#scopes.qualified(callee.parts, callee.isGlobal, context);
    const [arg] = args;
    if (found?.external !== undefined) {
      if (found.external === "std::as_const" || found.external === "std::cref") return "const";
      const passed = passing.has(found.external) && arg !== undefined ? parseExpression(arg) : undefined;
      return passed && this.ofValue(passed, context);
    }
    const functions = found?.declarations.filter(isFunction) ?? [];
    if (found === undefined) return undefined;
    if (functions.length === 0)
      return found.declarations.some(({ kind }) => classKinds.has(kind)) ? "mutable" : undefined;
    return this.#ofResults(functions, found.bindings, ofThis(context.place));
  }

  /** The constness of a field, or of the result of a member function. */
  #ofPart(object: Expression, arrow: boolean, name: string, context: Context): Constness {
    const type = this.#types.ofExpression(object, context);
    if (type === undefined || type.kind === "value" || type.kind === "unknown") return undefined;
    const constness = arrow ? this.#pointee(object, context) : this.ofValue(object, context);
    if (name === "operator[]" && type.pointers > 0) return constness;
    const target = arrow ? this.#types.pointee(type) : type;
    if (target === undefined || target.kind === "value" || target.kind === "unknown") return undefined;
    if (target.kind === "class") return this.#ofMember(target, name, constness);
    if (/^c(?:r?begin|r?end)$|^const_/.test(name)) return "const";
    const isMapped = /map$/.test(target.name) && /^(?:operator\[\]|at)$/.test(name);
    return this.#held(target, isMapped || name === "second" ? 1 : 0, isSet(target.name) ? "const" : constness);
  }

  #ofMember(type: Type, name: string, constness: Constness): Constness {
    if (type.kind !== "class") return undefined;
    const found = this.#scopes.memberOfClass(type, name);
    const declarations = found?.declarations ?? [];
    const functions = declarations.filter(isFunction);
    const [first] = declarations;
    if (found === undefined || first === undefined) return undefined;
    if (functions.length > 0) return this.#ofResults(functions, found.bindings, constness);
    const own = this.ofDeclaration(first, found.bindings);
    return this.#ofField(first, own, constness);
  }

  /** The constness of a field of an object: of a pointer or a reference that of what it leads to. */
  #ofField(field: Declaration, own: Constness, object: Constness): Constness {
    if (!isValue(field)) return own;
    const all = joined(own, object);
    return all !== own && this.#isMutable(field) ? own : all;
  }

  /** The constness of the results of functions that an object of some constness may call, if it is the same. */
  #ofResults(functions: readonly Declaration[], bindings: Context["bindings"], constness: Constness): Constness {
    const ofConst = functions.filter((one) => isOfConst(one) || isStatic(one));
    const ofOthers = functions.filter((one) => !isOfConst(one));
    const callable =
      constness === "const" && ofConst.length > 0
        ? ofConst
        : constness === "mutable" && ofOthers.length > 0
          ? ofOthers
          : functions;
    const results = new Set(callable.map((one) => this.#ofText(one.type, { place: placeOf(one), bindings })));
    const [result] = results;
    return results.size === 1 ? result : undefined;
  }

  /** The same of a variable, a field or a parameter. */
  ofDeclaration(declaration: Declaration, bindings: Context["bindings"]): Constness {
    const { type, flags } = declaration;
    const context = { place: placeOf(declaration), bindings };
    const isConst = (flags & DeclarationFlag.const) !== 0;
    if (!type.startsWith("=")) return isConst && isValue(declaration) ? "const" : this.#ofText(type, context);
    const evaluated = this.#types.ofDeclaration(declaration, bindings);
    const isIterator = evaluated?.kind === "external" && evaluated.name === "std::iterator";
    if (isConst && evaluated?.pointers === 0 && !isIterator) return "const";
    const initial = this.#ofInitializer(type, context);
    if (isIterator) return initial;
    // A copy of what is const may be changed, and a reference to it not: the sign is not known.
    if (initial === "const" && evaluated?.pointers === 0) return undefined;
    return initial === "mutable" && isConst ? undefined : initial;
  }

  /** The same of a reference of a deduced type, such as `auto& y = x`. */
  ofReference(declaration: Declaration, bindings: Context["bindings"]): Constness {
    if ((declaration.flags & DeclarationFlag.const) !== 0) return "const";
    return this.#ofInitializer(declaration.type, { place: placeOf(declaration), bindings });
  }

  /** The constness of `=x`, `=*items`, `=1.pair` or `=1*pairs`: see DeclarationFact.type. */
  #ofInitializer(text: string, context: Context): Constness {
    const [, part = "", sign = "", written = ""] = /^=(\d*)([*.]?)(.*)$/.exec(text) ?? [];
    const expression = parseExpression(written);
    if (expression === undefined) return undefined;
    if (sign !== "*") return this.ofValue(expression, context);
    const type = this.#types.ofExpression(expression, context);
    if (type?.kind !== "external" || type.pointers > 0) return undefined;
    const isMap = /map$/.test(type.name);
    const isKey = isSet(type.name) || (isMap && part === "0");
    return this.#held(type, isMap && part === "1" ? 1 : 0, isKey ? "const" : this.ofValue(expression, context));
  }

  /**
   * The constness of elements in a template of the standard library: by its argument for a pointer, also by its own
   * constness for a container.
   */
  #held({ name, args }: Extract<Type, { kind: "external" }>, index: number, constness: Constness): Constness {
    const argument = args[index] ?? args[0];
    if (name === "std::iterator") return constness;
    const own = argument && this.#ofArgument(argument);
    const isPointer = argument !== undefined && /\*\s*(?:const\s*)?$/.test(argument.text);
    return pointing.has(name) || isPointer || own === "const" ? own : joined(own, constness);
  }

  #ofArgument({ text, context }: Argument): Constness {
    return this.#ofText(text, context);
  }

  /** The constness of what a type names, or of what it points or refers to. */
  #ofText(text: string, context: Context): Constness {
    const plain = withoutArguments(text);
    if (/\bconst\b/.test(plain.split(/[*&]/, 1)[0] ?? "") || /::const_\w+$/.test(plain)) return "const";
    const written = parseType(text);
    if (written === undefined || written.expression !== undefined) return undefined;
    const [first] = written.parts;
    const bound = written.parts.length === 1 && first !== undefined ? context.bindings.get(first.name) : undefined;
    if (bound !== undefined) {
      return bound.context === context
        ? undefined
        : this.#evaluations.deeper(() => this.#ofText(bound.text, bound.context));
    }
    const found = this.#scopes.qualified(written.parts, written.isGlobal, context, isTypeName);
    if (found?.external !== undefined) return "mutable";
    const [type] = found?.declarations ?? [];
    if (type === undefined || found === undefined || type.kind === "type_parameter") return undefined;
    if (type.kind !== "alias") return "mutable";
    const { bindings } = found;
    return this.#evaluations.run("const alias", type, () =>
      this.#ofText(type.type, { place: placeOf(type), bindings }),
    );
  }
}

const typeKinds: ReadonlySet<string> = new Set(["class", "struct", "union", "enum", "alias", "type_parameter"]);
const isTypeName = ({ kind }: Declaration) => typeKinds.has(kind);

/** True for a container whose items are its keys, which are const. */
function isSet(name: string): boolean {
  return /^std::(?:unordered_)?(?:multi)?set$/.test(name);
}

/** True for a function that may be called on what is const. */
function isOfConst({ flags }: Declaration): boolean {
  return (flags & DeclarationFlag.const) !== 0;
}

function isStatic({ flags }: Declaration): boolean {
  return (flags & DeclarationFlag.static) !== 0;
}

/** True for what holds its object itself: neither a pointer nor a reference. */
function isValue({ type }: Declaration): boolean {
  return !/[*&]/.test(withoutArguments(type));
}

/** The constness of a part of an object: const if either is. */
function joined(own: Constness, object: Constness): Constness {
  if (own === "const" || object === "const") return "const";
  return own === undefined || object === undefined ? undefined : "mutable";
}

/** The constness of `*this` at a place, as the function around it says. */
function ofThis({ parent }: Place): Constness {
  for (let around = parent; around !== undefined; around = around.parent) {
    if (around.kind === "function") return isOfConst(around) ? "const" : "mutable";
    if (classKinds.has(around.kind)) return "mutable";
  }
  return undefined;
}
