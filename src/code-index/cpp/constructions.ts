/**
 * The constructors and destructors of C++ that a file calls without naming them. Input: an open file, and a range;
 * output: the called functions, each with its place and how sure the call is.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { childrenOf } from "../children-of.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import {
  type Construction,
  type ConstructionOptions,
  certaintyOf,
  type OpenFile,
  type Resolution,
} from "../resolution.ts";
import { isClass, isForward } from "../symbol-kind.ts";
import { type ConstructionSite, constructionSitesIn } from "./construction-sites.ts";
import { classOfParameter, isNoConversion, nameOfClass, parametersOf } from "./conversions.ts";
import { parseExpression } from "./expression.ts";
import { type LocalVariable, localVariablesIn } from "./local-variables.ts";
import type { Lookup } from "./lookup.ts";
import { type Context, noBindings, placeOf, type Type } from "./model.ts";
import { NodeReader } from "./node-reader.ts";
import { isFunction, overloadsOf, takes } from "./overloads.ts";
import { inheritsConstructors, plainClass } from "./scopes.ts";

export type ConstructionsOptions = {
  readonly lookup: Pick<Lookup, "scopes" | "types" | "places" | "meant">;
  readonly resolve: (open: OpenFile, offset: number) => Resolution;
  /** Without it, no argument is known to be converted. */
  readonly textOf?: ((path: string) => string | undefined) | undefined;
};

/** A class, and how sure it is that it is the one. */
type MadeClass = { readonly declaration: Declaration; readonly confidence: "exact" | "likely" };

/**
 * The element of a container that a member makes → the template argument, and the arguments before the arguments of the
 * element.
 */
type Element = { readonly argument: number; readonly before: number };

const elementFirst: Element = { argument: 0, before: 0 };
const elementAfterFirst: Element = { argument: 0, before: 1 };
const mapped: Element = { argument: 1, before: 1 };

/** Members of containers of the standard library that make an element, by the type and the name. */
const elements: ReadonlyMap<string, ReadonlyMap<string, Element>> = new Map([
  ...["vector", "deque", "list"].map(
    (name) =>
      [
        `std::${name}`,
        new Map([
          ...(["emplace_back", "emplace_front", "push_back", "push_front"] as const).map(
            (key) => [key, elementFirst] as const,
          ),
          ...(["emplace", "resize"] as const).map((key) => [key, elementAfterFirst] as const),
        ]),
      ] as const,
  ),
  ...["set", "multiset", "unordered_set", "unordered_multiset", "queue", "stack", "priority_queue", "optional"].map(
    (name) =>
      [
        `std::${name}`,
        new Map([
          ["emplace", elementFirst],
          ["push", elementFirst],
        ]),
      ] as const,
  ),
  ...["map", "multimap", "unordered_map", "unordered_multimap"].map(
    (name) =>
      [
        `std::${name}`,
        new Map([
          ["emplace", mapped],
          ["try_emplace", mapped],
        ]),
      ] as const,
  ),
]);

export class Constructions {
  readonly #options: ConstructionsOptions;
  /** The text that was read last. */
  #text: { readonly path: string; readonly text: string | undefined } | undefined;

  constructor(options: ConstructionsOptions) {
    this.#options = options;
  }

  /** The constructions in a range of a file, or the deletions, in source order. */
  in(open: OpenFile, options: ConstructionOptions): readonly Construction[] {
    const { takers, start = 0, end = open.text.length, of } = options;
    const names = options.names && withAliases(options.names, open.file);
    const nodes = new NodeReader(open.tree, open.text);
    if (of === "ends") return this.#endsIn(open, localVariablesIn(nodes, start, end), nodes, names);
    const found: Construction[] = [];
    // Each call of a whole file would be looked at for its arguments.
    const isWhole = names === undefined && start === 0 && end === open.text.length;
    const readsTexts = this.#options.textOf !== undefined && !isWhole;
    let called: { readonly node: number; readonly function: Declaration | undefined } | undefined;
    for (const site of constructionSitesIn(nodes, start, end)) {
      if ((site.by === "deleted") !== (of === "destructors")) continue;
      // Its constructor is called where the initializers of its class are.
      if (site.by === "field" && of !== "classes") continue;
      if (site.callee !== undefined) {
        const { node, place } = site.callee;
        const isTaken = takers === undefined || takers.get(nodes.textOf(node))?.has(place) === true;
        if (!readsTexts || !isTaken || of === "classes") continue;
        // All arguments of a call go to the same function.
        if (called?.node !== node) called = { node, function: this.#functionAt(open, open.tree.start(node)) };
        const converted = called.function && this.#conversionAt(open, site, called.function, place, names);
        if (converted !== undefined) found.push(converted);
        continue;
      }
      const isNamed = site.by === "type" || site.by === "field" || site.by === "initializer";
      if (isNamed && names !== undefined && !names.has(nodes.textOf(site.node))) continue;
      const [offset, length] = [open.tree.start(site.node), open.tree.end(site.node) - open.tree.start(site.node)];
      const chosen = this.#chosenAt(open, site, offset, of);
      if (chosen !== undefined)
        found.push({ offset, length: site.isList && site.by === "result" ? 1 : length, ...chosen });
    }
    return found;
  }

  /** The calls of destructors at the end of local variables. */
  #endsIn(
    open: OpenFile,
    variables: Iterable<LocalVariable>,
    nodes: NodeReader,
    names: ReadonlySet<string> | undefined,
  ): readonly Construction[] {
    const { tree } = open;
    const found: Construction[] = [];
    for (const { name, type, dimensions } of variables) {
      if (type !== noNode && names?.has(nodes.textOf(type)) === false) continue;
      const offset = tree.start(name);
      const [variable] = this.#options.resolve(open, offset).targets;
      if (variable?.kind !== "variable" || variable.at !== offset) continue;
      const object = this.#options.lookup.types.ofDeclaration(variable, noBindings);
      if (object?.kind !== "class" || object.pointers !== dimensions) continue;
      const declarations = this.#destructorsOf(object.declaration);
      if (declarations.length > 0)
        found.push({ offset, length: tree.end(name) - offset, declarations, confidence: "likely" });
    }
    return found;
  }

  #destructorsOf(declaration: Declaration): readonly Declaration[] {
    return this.#members(declaration, `~${declaration.name}`);
  }

  #chosenAt(
    open: OpenFile,
    site: ConstructionSite,
    offset: number,
    of: ConstructionOptions["of"],
  ): Omit<Construction, "offset" | "length"> | undefined {
    // Begins with the steps of a name, whatever the site is.
    const resolution = this.#options.resolve(open, offset);
    const context = { place: this.#options.lookup.places.at(open.file, offset), bindings: noBindings };
    const element = site.by === "element" ? this.#elementOf(open, site, offset, context) : undefined;
    const made = element?.made ?? this.#classAt(site, resolution, context);
    if (made === undefined) return undefined;
    if (site.by === "deleted") {
      const declarations = this.#destructorsOf(made.declaration);
      return declarations.length === 0 ? undefined : { declarations, confidence: "likely" };
    }
    const isConverted = site.by === "result" && !site.isList;
    if (of === "classes") {
      return isConverted ? undefined : { declarations: [made.declaration], confidence: made.confidence };
    }
    if (isConverted || (site.isCopy && !this.#isOf(made.declaration, site.args[0] ?? "", context)))
      return this.#converting(made.declaration, site.args[0] ?? "", context);
    return this.#constructorOf(made, element?.args ?? site.args, site.isList, context);
  }

  /** The one function that a name stands for. */
  #functionAt(open: OpenFile, offset: number): Declaration | undefined {
    const resolution = this.#options.resolve(open, offset);
    const [called] = resolution.targets;
    return called?.kind === "function" && certaintyOf(resolution) !== undefined ? called : undefined;
  }

  /** The constructor that converts an argument to the class of the parameter that it goes to. */
  #conversionAt(
    open: OpenFile,
    { node, args, isList }: ConstructionSite,
    called: Declaration,
    parameter: number,
    names: ReadonlySet<string> | undefined,
  ): Construction | undefined {
    const { tree } = open;
    const written = classOfParameter(parametersOf(called, this.#textOf)[parameter] ?? "");
    if (written === undefined || names?.has(written.slice(written.lastIndexOf(":") + 1)) === false) return undefined;
    const { types, scopes, places } = this.#options.lookup;
    const place = placeOf(called);
    if (scopes.isTemplateParameter(written, place)) return undefined;
    const type = types.ofText(written, { place, bindings: noBindings });
    if (type?.kind !== "class" || type.pointers > 0) return undefined;
    const context = { place: places.at(open.file, tree.start(node)), bindings: noBindings };
    const chosen = isList
      ? this.#constructorOf(likely(type.declaration), args, true, context)
      : this.#converting(type.declaration, args[0] ?? "", context);
    const [offset, length] = [tree.start(node), isList ? 1 : tree.end(node) - tree.start(node)];
    return chosen && { offset, length, ...chosen };
  }

  /**
   * The constructor that makes an object of a class of another value; undefined if the type of the value is not known,
   * where it may be one of the class, and where another conversion may be meant.
   */
  #converting(
    declaration: Declaration,
    argument: string,
    context: Context,
  ): Omit<Construction, "offset" | "length"> | undefined {
    const { types, meant } = this.#options.lookup;
    const all = this.#members(declaration, declaration.name).filter((one) => takes(one, 1));
    const exclusive = new Set(
      all.filter((one) => isNoConversion(one, this.#textOf)).map(({ parameters }) => parameters),
    );
    const converting = all.filter(({ parameters }) => !exclusive.has(parameters));
    if (converting.length === 0 || this.#options.textOf === undefined) return undefined;
    const fits = meant(converting, { argumentTexts: [argument], context, mayMeanOther: true });
    const isFitting = fits.length > 0 && overloadsOf(fits).isOneSymbol;
    if (!literal.test(argument)) {
      const expression = parseExpression(argument);
      const type = expression && types.ofExpression(expression, context);
      // A class may convert itself, and what derives from the class is copied.
      if (type === undefined || (type.kind === "class" && !isFitting)) return undefined;
      if (type.kind === "class" && type.declaration === declaration) return undefined;
    }
    if (isFitting) return { declarations: fits, confidence: "likely" };
    const { isOneSymbol } = overloadsOf(converting);
    return { declarations: converting, confidence: isOneSymbol && exclusive.size === 0 ? "likely" : "name" };
  }

  readonly #textOf = (path: string): string | undefined => {
    if (this.#text?.path !== path) this.#text = { path, text: this.#options.textOf?.(path) };
    return this.#text.text;
  };

  #classAt({ by, object }: ConstructionSite, resolution: Resolution, context: Context): MadeClass | undefined {
    const { types } = this.#options.lookup;
    if (by === "deleted") {
      const expression = object && parseExpression(object.text);
      const type = expression && types.ofExpression(expression, context);
      return type?.kind === "class" && type.pointers === 1 ? likely(type.declaration) : undefined;
    }
    if (by === "result") {
      const { parent } = context.place;
      if (parent?.kind !== "function" || /&\s*$/.test(parent.type)) return undefined;
      return likelyOf(types.ofDeclaration(parent, noBindings));
    }
    const { targets } = resolution;
    const confidence = certaintyOf(resolution);
    const [first] = targets;
    if (first === undefined || confidence === undefined) return undefined;
    if (isClass(first)) {
      const declaration = targets.find((one) => isClass(one) && !isForward(one)) ?? first;
      return { declaration, confidence };
    }
    if (by === "initializer" && first.kind === "field" && !/&\s*$/.test(first.type)) {
      return likelyOf(types.ofDeclaration(first, noBindings));
    }
    if (first.kind !== "alias") return undefined;
    return likelyOf(types.ofText(first.type, { place: placeOf(first), bindings: noBindings }));
  }

  /** The class of the elements of a container, with the arguments that make one. */
  #elementOf(
    { text }: OpenFile,
    { object, args }: ConstructionSite,
    offset: number,
    context: Context,
  ): { readonly made: MadeClass | undefined; readonly args: readonly string[] } | undefined {
    const { types } = this.#options.lookup;
    const expression = object && parseExpression(object.text);
    const value = expression && types.ofExpression(expression, context);
    const type = value && object?.arrow ? types.pointee(value) : value;
    if (type?.kind !== "external" || type.pointers > 0) return undefined;
    const name = /^\w+/.exec(text.slice(offset, offset + maxMember))?.[0] ?? "";
    const element = elements.get(type.name)?.get(name);
    const argument = element && type.args[element.argument];
    if (element === undefined || argument === undefined) return undefined;
    // A map makes a pair of two arguments: of more, the parts are tuples of arguments.
    if (element === mapped && name === "emplace" && args.length !== 2) return undefined;
    return { made: likelyOf(types.ofText(argument.text, argument.context)), args: args.slice(element.before) };
  }

  #constructorOf(
    { declaration, confidence }: MadeClass,
    args: readonly string[],
    isList: boolean,
    context: Context,
  ): Omit<Construction, "offset" | "length"> | undefined {
    const all = [
      ...this.#members(declaration, declaration.name),
      // Those without arguments, and copies, are not inherited.
      ...(args.length === 0 ? [] : this.#inheritedConstructors(declaration, args.length, 0)),
    ];
    const takers = all.filter((one) => takes(one, args.length));
    if (takers.length === 0) {
      // A list may be one argument.
      const ofList = isList ? all.filter((one) => takes(one, 1)) : [];
      return ofList.length === 0 ? undefined : { declarations: ofList, confidence: "name" };
    }
    const fitting = overloadsOf(takers).isOneSymbol
      ? []
      : this.#options.lookup.meant(takers, { argumentTexts: args, context });
    const isCopied = args.length === 1 && this.#isOf(declaration, args[0] ?? "", context);
    // A copy is made by a constructor that the class need not declare.
    const copying = [takers, fitting].some(
      (some) => some.length > 0 && overloadsOf(some).isOneSymbol && some.every(this.#isCopying),
    );
    if (isCopied && !copying) return undefined;
    const chosen = fitting.length > 0 && overloadsOf(fitting).isOneSymbol ? fitting : takers;
    if (!overloadsOf(chosen).isOneSymbol) return { declarations: chosen, confidence: "name" };
    const isOwn = chosen.length === all.length && chosen.every((one) => one.name === declaration.name);
    return { declarations: chosen, confidence: isOwn ? confidence : "likely" };
  }

  /** The constructors with a number of arguments that `using Base::Base;` of a class takes over, and of its bases. */
  #inheritedConstructors(declaration: Declaration, argumentCount: number, depth: number): readonly Declaration[] {
    const usings = childrenOf(declaration).filter(inheritsConstructors);
    if (usings.length === 0 || depth > maxInherited) return [];
    return this.#options.lookup.types.basesOf(plainClass(declaration)).flatMap((base) => {
      if (base?.kind !== "class" || !usings.some(({ name }) => name === base.declaration.name)) return [];
      const own = this.#members(base.declaration, base.declaration.name);
      return [
        ...own.filter((one) => takes(one, argumentCount)),
        ...this.#inheritedConstructors(base.declaration, argumentCount, depth + 1),
      ];
    });
  }

  /** True for a constructor that copies or moves an object of its class. */
  readonly #isCopying = (one: Declaration): boolean =>
    nameOfClass(parametersOf(one, this.#textOf)[0] ?? "") === one.name;

  #isOf(declaration: Declaration, argument: string, context: Context): boolean {
    const expression = parseExpression(argument);
    const type = expression && this.#options.lookup.types.ofExpression(expression, context);
    return type?.kind === "class" && type.pointers === 0 && type.declaration === declaration;
  }

  /** The functions of a class itself with a name. */
  #members(declaration: Declaration, name: string): readonly Declaration[] {
    const found = this.#options.lookup.scopes.memberOfClass(plainClass(declaration), name, isFunction);
    return found?.rule === "class-member" ? found.declarations : [];
  }
}

/** Some names of classes and the names that a file gives them, also in functions, whose names are in no index. */
function withAliases(names: ReadonlySet<string>, { declarations }: IndexedFile): ReadonlySet<string> {
  const aliases = declarations.filter(({ kind }) => kind === "alias");
  const all = new Set(names);
  for (const { name, type } of aliases) {
    if (type.match(words)?.some((word) => all.has(word)) === true) all.add(name);
  }
  return all;
}

const words = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** A value that is not an object of a class of the code base. */
const literal = /^(?:[-+]?\.?\d[\w.']*|(?:[uUL]|u8)?"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|true|false)$/;

/** Bases of bases whose constructors are inherited. */
const maxInherited = 10;

/** UTF-16 code units of the name of a member of a container. */
const maxMember = 20;

function likely(declaration: Declaration): MadeClass {
  return { declaration, confidence: "likely" };
}

function likelyOf(type: Type | undefined): MadeClass | undefined {
  return type?.kind === "class" && type.pointers === 0 ? likely(type.declaration) : undefined;
}
