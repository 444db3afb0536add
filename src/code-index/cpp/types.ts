/**
 * The evaluation of C++ types: of declarations, expressions, templates with arguments, and values of the standard
 * library. Input: a text, or a parsed expression, and its context; output: a class, another type, or undefined if
 * unknown.
 */
import { wordSet } from "../../base/word-list.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import { childrenOf } from "../children-of.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import { isForward } from "../symbol-kind.ts";
import { type Containers, classKinds, isSpecialization } from "./containers.ts";
import { type Expression, type NamePart, parseExpression, parseType, splitArguments } from "./expression.ts";
import {
  type Argument,
  type Bindings,
  boundArgument,
  type ClassType,
  type Context,
  type Evaluations,
  type Found,
  noBindings,
  type Place,
  placeOf,
  type Type,
} from "./model.ts";
import { plainClass, type Scopes } from "./scopes.ts";
import type { Specializations } from "./specializations.ts";
import {
  argumentFunctions,
  constructingFunctions,
  standardTypes,
  transparentTypes,
  valueTypes,
} from "./standard-library.ts";

/** Smart pointers in smart pointers that `->` goes through. */
const maxArrows = 6;

const typeKinds = wordSet("class struct union enum alias type_parameter using");
/** True for a declaration that a name of a type may mean. */
export const isType = ({ kind }: Declaration) => typeKinds.has(kind);

export type TypesOptions = {
  readonly containers: Containers;
  readonly evaluations: Evaluations;
  readonly scopes: Scopes;
  readonly specializations: Specializations;
  readonly off: ReadonlySet<string>;
  readonly overload: (declarations: readonly Declaration[], argumentCount: number) => Declaration | undefined;
  /** The names that macros without parameters that are seen from a file are replaced by. */
  readonly replacementsOf: (name: string, file: IndexedFile) => readonly string[];
  /** The only cached replacement of any kind; undefined for none, or several. */
  readonly expansionOf: (name: string, file: IndexedFile) => string | undefined;
  /** True for a class that the code base only announces: who uses a member of it has its definition from outside. */
  readonly isUndefined: (declaration: Declaration) => boolean;
  /** True for a name that nothing in the code base declares, in a file that includes a library. */
  readonly isOfLibrary: (name: string, file: IndexedFile) => boolean;
  /** True for a file that includes a header which a build may make: what it declares is not known. */
  readonly lacksOwnHeader: (file: IndexedFile) => boolean;
  /** The arguments before the name of a type that a macro of a library declares: types of its elements, as a template has them. */
  readonly argumentsBefore: (name: string, file: IndexedFile) => readonly Argument[];
  /** See Lookup. */
  readonly typeByMacro: (name: string, place: Place) => string | undefined;
};

export class Types {
  readonly #containers: Containers;
  readonly #evaluations: Evaluations;
  readonly #scopes: Scopes;
  readonly #specializations: Specializations;
  readonly #off: ReadonlySet<string>;
  readonly #overload: TypesOptions["overload"];
  readonly #replacementsOf: TypesOptions["replacementsOf"];
  readonly #expansionOf: TypesOptions["expansionOf"];
  readonly #isUndefined: TypesOptions["isUndefined"];
  readonly #isOfLibrary: TypesOptions["isOfLibrary"];
  readonly #argumentsBefore: TypesOptions["argumentsBefore"];
  readonly #lacksOwnHeader: TypesOptions["lacksOwnHeader"];
  readonly #typeByMacro: TypesOptions["typeByMacro"];

  constructor({ containers, evaluations, scopes, specializations, off, overload, ...names }: TypesOptions) {
    this.#containers = containers;
    this.#evaluations = evaluations;
    this.#scopes = scopes;
    this.#specializations = specializations;
    this.#off = off;
    this.#overload = overload;
    this.#replacementsOf = names.replacementsOf;
    this.#expansionOf = names.expansionOf;
    this.#isUndefined = names.isUndefined;
    this.#isOfLibrary = names.isOfLibrary;
    this.#argumentsBefore = names.argumentsBefore;
    this.#lacksOwnHeader = names.lacksOwnHeader;
    this.#typeByMacro = names.typeByMacro;
  }

  /** The type that a text such as `const a::B<int>*` names. */
  ofText(text: string, context: Context): Type | undefined {
    if (text.startsWith("@")) {
      const declaration = context.place.file.declarations[Number.parseInt(text.slice(1), 10)];
      const pointers = text.replace(/[^*[]/g, "").length;
      return declaration && { ...plainClass(declaration), pointers };
    }
    const written = parseType(text);
    if (written === undefined) return undefined;
    if (written.expression !== undefined) return this.ofExpressionText(written.expression, context);
    const type = this.#evaluations.deeper(() => this.#ofName(written.parts, written.isGlobal, context));
    return type && { ...type, pointers: type.pointers + written.pointers };
  }

  #ofName(parts: readonly NamePart[], isGlobal: boolean, context: Context): Type | undefined {
    const [first] = parts;
    const last = parts.at(-1);
    if (first === undefined || last === undefined) return undefined;
    const bound = parts.length === 1 ? context.bindings.get(first.name) : undefined;
    if (bound !== undefined)
      return bound.context === context && bound.text === first.name
        ? undefined
        : this.ofText(bound.text, bound.context);
    if (parts.length === 1 && valueTypes.has(first.name)) return { kind: "value", pointers: 0 };
    if (parts.length > 1 && context.bindings.has(first.name)) return this.#memberOfBound(parts, context);
    const args = last.args.map((text) => ({ text, context }));
    const found = this.#scopes.qualified(parts, isGlobal, context, isType);
    const owner = found?.external !== undefined ? this.#ownerOf(parts, isGlobal, context) : undefined;
    if (owner !== undefined) return this.member(owner, last.name)?.type;
    // A macro that the file sees comes before a class that it does not include.
    const [replacement, ...others] =
      parts.length === 1 && found?.isVisible !== true ? this.#replacementsOf(first.name, context.place.file) : [];
    if (replacement !== undefined && others.length === 0)
      return this.ofText(withTemplateArguments(replacement, last.args), context);
    // The conditions around several macros decide between them: it is one type, which has their name.
    if (replacement !== undefined && found === undefined && last.args.length === 0)
      return { kind: "unknown", name: first.name, args, pointers: 0 };
    if (found !== undefined) return this.typeNamed(found, args);
    if (parts.length === 1 && this.#scopes.isStandard(first.name, context.place))
      return this.#external(`std::${first.name}`, args);
    const name = parts.map((part) => part.name).join("::");
    if (parts.length === 1 && this.#isOfLibrary(name, context.place.file)) return this.#external(name, args);
    const made = parts.length === 1 ? this.#madeByMacro(name, context.place.file) : undefined;
    return made ?? (args.length === 0 ? undefined : { kind: "unknown", name, args, pointers: 0 });
  }

  /** The type whose member a type from outside is, if it may hold types of the code base: `std::vector<A>` of its iterator. */
  #ownerOf(parts: readonly NamePart[], isGlobal: boolean, context: Context): Type | undefined {
    if (parts.length < 2) return undefined;
    const owner = this.#evaluations.deeper(() => this.#ofName(parts.slice(0, -1), isGlobal, context));
    const isKnown = owner?.kind === "class" || (owner?.kind === "external" && owner.args.length > 0);
    return isKnown ? owner : undefined;
  }

  /** `T::value_type`, with a type for T. */
  #memberOfBound(parts: readonly NamePart[], context: Context): Type | undefined {
    const [first, ...rest] = parts;
    const bound = first && context.bindings.get(first.name);
    let type = bound && this.ofText(bound.text, bound.context);
    for (const { name } of rest) {
      if (type === undefined) return undefined;
      type = this.member(type, name)?.type;
    }
    return type;
  }

  /** The type that declarations of one name stand for. */
  typeNamed(found: Found, args: readonly Argument[]): Type | undefined {
    if (found.external !== undefined) return this.#external(found.external, args);
    const declarations = this.#specializations.templatesOf(found.declarations, args);
    const special = this.#specializations.chosen(declarations, args);
    if (special !== undefined) return this.#ofTypeDeclaration(special.declaration, special.args, found.bindings);
    const types = declarations.filter(isType);
    // The one that was found: a copy of the library elsewhere has the same name.
    const declaration =
      found.declarations.find((one) => isType(one) && !isSpecialization(one)) ??
      types.find((one) => !isSpecialization(one)) ??
      types[0];
    return declaration && this.#ofTypeDeclaration(declaration, args, found.bindings);
  }

  #external(name: string, args: readonly Argument[]): Type | undefined {
    const transparent = transparentTypes.get(name);
    if (transparent === undefined) return { kind: "external", name, args, pointers: 0 };
    const [first] = args;
    return first && this.ofText(first.text, first.context);
  }

  #ofTypeDeclaration(declaration: Declaration, args: readonly Argument[], bindings: Bindings): Type | undefined {
    const { kind, type } = declaration;
    if (kind === "alias") {
      const own = this.#scopes.bindingsOf({ kind: "class", declaration, args, pointers: 0, bindings });
      return this.#evaluations.run("alias", declaration, () =>
        this.ofText(type, { place: placeOf(declaration), bindings: own }),
      );
    }
    if (kind === "type_parameter") {
      const bound = bindings.get(declaration.name);
      return bound && this.ofText(bound.text, bound.context);
    }
    // It names a template of a library that nothing declares.
    if (kind === "using")
      return args.length === 0 ? undefined : { kind: "unknown", name: declaration.name, args, pointers: 0 };
    if (this.#isUndefined(declaration)) return this.#external(declaration.name, args);
    const definition = this.#definitionOf(declaration);
    const made = isForward(definition) ? this.#madeByMacro(definition.name, definition.file) : undefined;
    return made ?? { kind: "class", declaration: definition, args, pointers: 0, bindings };
  }

  /** The type that a macro of a library declares, as a template with the arguments that the macro gets. */
  #madeByMacro(name: string, file: IndexedFile): Type | undefined {
    const args = this.#argumentsBefore(name, file);
    return args.length === 0 ? undefined : { kind: "unknown", name, args, pointers: 0 };
  }

  #definitionOf(declaration: Declaration): Declaration {
    if (!isForward(declaration)) return declaration;
    const all = this.#containers.members(this.#containers.containerOf(declaration), declaration.name);
    const classes = all.filter(
      ({ kind, parameters }) => (classKinds.has(kind) || kind === "enum") && parameters === declaration.parameters,
    );
    return this.#scopes.definitionAmong(declaration.file, classes) ?? declaration;
  }

  /** The types of the bases of a class; undefined stands for each that is not known. */
  basesOf(type: ClassType): readonly (Type | undefined)[] {
    const { declaration } = type;
    if (declaration.type === "" || declaration.kind === "enum") return [];
    const context = { place: placeOf(declaration), bindings: this.#scopes.bindingsOf(type) };
    return splitArguments(declaration.type).map((base) =>
      this.#evaluations.run(`base ${base}`, declaration, () => this.ofText(base, context)),
    );
  }

  /** The type of a variable, a field, or a parameter, or that of a function's result. */
  ofDeclaration(declaration: Declaration, bindings: Bindings): Type | undefined {
    const { kind, type, parent } = declaration;
    if (kind === "enum_member") return parent && plainClass(parent);
    return this.#evaluations.run("type", declaration, () => {
      const context = { place: placeOf(declaration), bindings };
      if (!type.startsWith("=")) return this.ofText(type, context);
      return this.#off.has("auto-type") ? undefined : this.#ofInitializer(type, context);
    });
  }

  /** The type of `=x`, `=*items`, `=1.pair` or `=1*pairs`: see DeclarationFact.type. */
  #ofInitializer(text: string, context: Context): Type | undefined {
    const [, part = "", sign = "", expression = ""] = /^=(\d*)([*.]?)(.*)$/.exec(text) ?? [];
    const whole = this.ofExpressionText(expression, context);
    const type = sign === "*" ? whole && this.itemOf(whole) : whole;
    return part === "" ? type : type && this.#partOf(type, Number(part));
  }

  itemOf(type: Type): Type | undefined {
    if (type.pointers > 0) return { ...type, pointers: type.pointers - 1 };
    if (type.kind === "value") return undefined;
    if (type.kind !== "class") {
      const item = type.kind === "external" ? standardTypes.get(type.name)?.item : undefined;
      return item === undefined
        ? this.#heldBy(type, isMapName(type.name) ? entry : "$0")
        : this.#ofArguments(item, type.args);
    }
    const begin = this.member(type, "begin");
    if (begin?.external !== undefined) {
      const base = this.#outerBaseOf(type);
      return base && this.itemOf(base);
    }
    return begin?.type && this.#dereferenced(begin.type);
  }

  /** The element of a template with known arguments: the first argument. */
  #heldBy(type: TemplateType, held = "$0"): Type | undefined {
    if (type.args.length > 0)
      return this.#off.has("template-argument") ? undefined : this.#ofArguments(held, type.args);
    return type.kind === "external" ? { ...type, name: "" } : undefined;
  }

  /** The result of an undeclared member of a template, by its conventional name. */
  #heldByMember(type: Type, member: string): Type | undefined {
    if (!isTemplate(type) || type.args.length === 0 || standardTypes.has(type.name)) return undefined;
    const held = heldByMembers.get(member);
    if (held === undefined || this.#off.has("template-argument")) return undefined;
    return this.#ofArguments(isMapName(type.name) && type.args.length > 1 ? held.replace("$0", "$1") : held, type.args);
  }

  /** True if some argument can be a type of the code base. */
  #mayLeadInside(args: readonly Argument[]): boolean {
    return args.some(({ text, context }) => {
      if (parseType(text) === undefined) return false;
      const type = this.ofText(text, context);
      return type === undefined || this.#leadsInside(type);
    });
  }

  #leadsInside(type: Type): boolean {
    return type.kind === "class" || (type.kind !== "value" && this.#mayLeadInside(type.args));
  }

  /** The first base from outside of a class, or of its bases. */
  #outerBaseOf(type: ClassType): TemplateType | undefined {
    return this.#evaluations.run("outer base", type.declaration, () => {
      for (const base of this.basesOf(type)) {
        const found = base?.kind === "class" ? this.#outerBaseOf(base) : base?.kind === "external" ? base : undefined;
        if (found !== undefined) return found;
      }
      return undefined;
    });
  }

  #partOf(type: Type, part: number): Type | undefined {
    if (type.kind === "external") {
      const text = standardTypes.get(type.name)?.parts?.[part];
      return text === undefined ? this.#resultOfOutside(type.args) : this.#ofArguments(text, type.args);
    }
    if (type.kind !== "class") return undefined;
    const fields = childrenOf(type.declaration).filter(({ kind }) => kind === "field");
    const field = fields[part];
    return field && this.ofDeclaration(field, this.#scopes.bindingsOf(type));
  }

  /** A text of the table of standard types. */
  #ofArguments(text: string, args: readonly Argument[]): Type | undefined {
    const [first] = args;
    if (first === undefined) return undefined;
    const bindings = new Map(args.map((arg, index) => [`$${index}`, arg]));
    return this.ofText(text, { place: first.context.place, bindings });
  }

  /** The type of what a macro without parameters stands for: `APP` of `#define APP Application::instance()`. */
  #ofMacro({ parts, isGlobal }: Extract<Expression, { kind: "name" }>, context: Context): Type | undefined {
    const [part, ...others] = parts;
    if (part === undefined || others.length > 0 || isGlobal) return undefined;
    const text = this.#expansionOf(part.name, context.place.file);
    return text === undefined ? undefined : this.ofExpressionText(text, context);
  }

  /** The type of a variable that a macro declares: it hides whatever else has the name. */
  #writtenByMacro({ parts, isGlobal }: Extract<Expression, { kind: "name" }>, { place }: Context): string | undefined {
    const [part, ...others] = parts;
    if (part === undefined || others.length > 0 || isGlobal) return undefined;
    return this.#typeByMacro(part.name, place);
  }

  ofExpressionText(text: string, context: Context): Type | undefined {
    const expression = parseExpression(text);
    return expression && this.ofExpression(expression, context);
  }

  ofExpression(expression: Expression, context: Context): Type | undefined {
    return this.#evaluations.deeper(() => this.#ofExpression(expression, context));
  }

  #ofExpression(expression: Expression, context: Context): Type | undefined {
    switch (expression.kind) {
      case "literal":
        return { kind: "value", pointers: 0 };
      case "typed":
        return this.ofText(expression.type, context);
      case "this": {
        const declaration = this.#scopes.classAt(context.place);
        return declaration && { ...plainClass(declaration), bindings: context.bindings, pointers: 1 };
      }
      case "address": {
        const type = this.ofExpression(expression.object, context);
        return type && { ...type, pointers: type.pointers + 1 };
      }
      case "dereference": {
        const type = this.ofExpression(expression.object, context);
        return type && this.#dereferenced(type);
      }
      case "index": {
        const type = this.ofExpression(expression.object, context);
        if (type === undefined || type.pointers > 0) return type && { ...type, pointers: type.pointers - 1 };
        return this.member(type, "operator[]")?.type ?? this.#heldByMember(type, "operator[]");
      }
      case "member": {
        const { part } = expression;
        const found = this.memberOfExpression(expression.object, expression.arrow, part.name, context);
        return found?.type;
      }
      case "name": {
        const found = this.#scopes.qualified(expression.parts, expression.isGlobal, context);
        const written = found?.rule === "local" ? undefined : this.#writtenByMacro(expression, context);
        if (written !== undefined) return this.ofText(written, context);
        if (found?.external !== undefined) return { kind: "external", name: "", args: [], pointers: 0 };
        const [first] = found?.declarations ?? [];
        if (first === undefined || first.kind === "macro") return this.#ofMacro(expression, context);
        return isType(first) ? undefined : this.ofDeclaration(first, found?.bindings ?? noBindings);
      }
      case "call":
        return this.#ofCall(expression, context);
    }
  }

  #dereferenced(type: Type): Type | undefined {
    if (type.pointers > 0) return { ...type, pointers: type.pointers - 1 };
    if (isTemplate(type) && standardTypes.get(type.name)?.members.get("operator*") === undefined)
      return this.#heldBy(type);
    return this.member(type, "operator*")?.type;
  }

  #ofCall({ callee, args }: Extract<Expression, { kind: "call" }>, context: Context): Type | undefined {
    if (callee.kind === "member") {
      const { object, arrow, part } = callee;
      return this.#resultOf(
        this.memberOfExpression(object, arrow, part.name, context, args.length),
        part,
        args,
        context,
      );
    }
    if (callee.kind !== "name") {
      const type = this.ofExpression(callee, context);
      return type && this.#called(type, args.length);
    }
    const { parts, isGlobal } = callee;
    const last = parts.at(-1);
    const found = this.#scopes.qualified(parts, isGlobal, context);
    if (found === undefined || last === undefined) {
      if (last === undefined) return undefined;
      if (parts.length !== 1) return this.#ofUndeclaredTemplate(last, context);
      if (valueTypes.has(last.name)) return { kind: "value", pointers: 0 };
      return this.#ofLibraryCall(last, args, context) ?? this.#ofUndeclaredTemplate(last, context);
    }
    if (found.external !== undefined) return this.#ofExternalCall(found.external, last, args, context);
    const chosen = this.#overload(found.declarations, args.length) ?? found.declarations[0];
    if (chosen === undefined) return undefined;
    if (isType(chosen))
      return this.typeNamed(
        found,
        last.args.map((text) => ({ text, context })),
      );
    return this.#resultOf({ declaration: chosen, bindings: found.bindings }, last, args, context);
  }

  /** Returns the type of a call of a name that only a library can have: `QFileInfo(path)`, or a function that gets nothing of ours. */
  #ofLibraryCall(part: NamePart, args: readonly string[], context: Context): Type | undefined {
    const { name } = part;
    if (name === "typeid") return this.#external("std::type_info", []);
    if (part.args.length > 0 || !this.#isOfLibrary(name, context.place.file)) return undefined;
    if (this.#mayInheritUnseen(context.place)) return undefined;
    if (/^[A-Z]\w*[a-z]/.test(name)) return this.#ofExternalCall(name, part, args, context);
    const types = args.map((text) => this.ofExpressionText(text, context));
    if (types.some((type) => type === undefined || this.#leadsInside(type))) return undefined;
    const holder = this.#scopes.classAt(context.place);
    const base = holder && this.#outerBaseOf(plainClass(holder));
    return base === undefined || base.args.length === 0 ? this.#external(name, []) : undefined;
  }

  /**
   * The type of `Thing<W>()` of a template that nothing declares, a class or a function that gives one: it holds its first argument,
   * which is a class of the code base.
   */
  #ofUndeclaredTemplate({ name, args: written }: NamePart, context: Context): Type | undefined {
    const args = written.map((text) => ({ text, context }));
    const [first] = args;
    const held = first && this.ofText(first.text, first.context);
    return held?.kind === "class" ? { kind: "unknown", name, args, pointers: 0 } : undefined;
  }

  /**
   * True in a class that may have members which nothing declares: a header that a build makes is missing, which may specialize a base
   * that is a template, or a base is not known.
   */
  #mayInheritUnseen(place: Place): boolean {
    const holder = this.#scopes.classAt(place);
    return holder !== undefined && this.#lacksOwnHeader(place.file) && this.#hasOpenBase(plainClass(holder));
  }

  #hasOpenBase(type: ClassType): boolean {
    const isOpen = (base: Type | undefined) =>
      base === undefined || (base.kind === "class" && (base.args.length > 0 || this.#hasOpenBase(base)));
    return this.#evaluations.run("open base", type.declaration, () => this.basesOf(type).some(isOpen)) ?? false;
  }

  #ofExternalCall(name: string, part: NamePart, args: readonly string[], context: Context): Type | undefined {
    const index = argumentFunctions.get(name);
    const arg = index === undefined ? undefined : args[index];
    if (arg !== undefined) return this.ofExpressionText(arg, context);
    const result = constructingFunctions.get(name);
    const own = part.args.map((text) => ({ text, context }));
    if (result !== undefined) return this.#ofArguments(result, own);
    if (name === "std::get" && args[0] !== undefined && part.args[0] !== undefined) {
      const whole = this.ofExpressionText(args[0], context);
      return /^\d+$/.test(part.args[0])
        ? whole && this.#partOf(whole, Number(part.args[0]))
        : this.ofText(part.args[0], context);
    }
    const isOfOurs =
      this.#mayLeadInside(own) ||
      args.some((text) => {
        const type = this.ofExpressionText(text, context);
        return type !== undefined && this.#leadsInside(type);
      });
    if (!isOfOurs || standardTypes.has(name)) return this.#external(name, own);
    return name.startsWith("std::") ? undefined : this.#ofUndeclaredTemplate(part, context);
  }

  /** The type of what a member or function returns when it is called. */
  #resultOf(
    member: Member | undefined,
    { args: written }: NamePart,
    args: readonly string[],
    context: Context,
  ): Type | undefined {
    if (member?.declaration === undefined) return member?.type;
    if (this.#off.has("call-result")) return undefined;
    const { declaration, bindings } = member;
    if (declaration.kind !== "function") {
      const type = this.ofDeclaration(declaration, bindings);
      return type && this.#called(type, args.length);
    }
    const own = new Map(bindings);
    const parameters = this.#containers.templateParametersOf(declaration);
    parameters.forEach(({ name }, index) => {
      const text = written[index];
      if (text !== undefined) own.set(name, { text, context });
    });
    return this.ofDeclaration(declaration, own);
  }

  /** The type of what a value returns when it is called. */
  #called(type: Type, argumentCount: number): Type | undefined {
    if (type.pointers > 0 || type.kind === "value") return undefined;
    return this.member(type, "operator()", argumentCount)?.type ?? undefined;
  }

  /** A member of what an expression is; through operator-> after `->`. */
  memberOfExpression(
    object: Expression,
    arrow: boolean,
    name: string,
    context: Context,
    argumentCount?: number,
  ): Member | undefined {
    const type = this.ofExpression(object, context);
    if (type === undefined) return undefined;
    const target = arrow ? this.pointee(type) : type.pointers > 0 ? undefined : type;
    return target && this.member(target, name, argumentCount);
  }

  /** The target of `->`. */
  pointee(type: Type): Type | undefined {
    let target: Type | undefined = type;
    for (let arrows = 0; arrows < maxArrows && target !== undefined; arrows++) {
      if (target.pointers > 0) return { ...target, pointers: target.pointers - 1 };
      if (this.#off.has("smart-pointer")) return undefined;
      if (isTemplate(target) && standardTypes.get(target.name)?.members.get("operator->") === undefined)
        return target.args.length > 0 ? this.#heldBy(target) : target.kind === "external" ? target : undefined;
      target = this.member(target, "operator->")?.type;
    }
    return undefined;
  }

  /** A member of a type: its type, and what declares it. */
  member(type: Type, name: string, argumentCount?: number): Member | undefined {
    if (type.kind === "value") return undefined;
    if (type.kind === "unknown") return { bindings: noBindings, type: this.#heldByMember(type, name) };
    if (type.kind === "external") return this.#standardMember(type, name);
    const found = this.#scopes.memberOfClass(type, name);
    if (found?.external !== undefined) {
      const base = this.#outerBaseOf(type);
      const inherited = base?.kind === "external" ? this.#standardMember(base, name).type : outside;
      return { external: found.external, bindings: noBindings, type: inherited };
    }
    const declarations = found?.declarations ?? [];
    const declaration =
      (argumentCount === undefined ? undefined : this.#overload(declarations, argumentCount)) ??
      inClassFirst(declarations);
    if (found === undefined || declaration === undefined) return undefined;
    const { bindings } = found;
    const types = this;
    return {
      declaration,
      bindings,
      found,
      get type() {
        if (isType(declaration)) return types.typeNamed(found, []);
        return declaration.kind === "function" && types.#off.has("call-result")
          ? undefined
          : types.ofDeclaration(declaration, bindings);
      },
    };
  }

  /** The results of members of an external type that are in no table: unknown if it may be of the code base. */
  #resultOfOutside(args: readonly Argument[]): Type | undefined {
    return this.#mayLeadInside(args) ? undefined : outside;
  }

  #standardMember({ name: typeName, args }: Extract<Type, { kind: "external" }>, name: string): Member {
    const known = standardTypes.get(typeName);
    const text = this.#off.has("standard-type") ? undefined : known?.members.get(name);
    const type =
      text === undefined
        ? (this.#heldByMember({ kind: "external", name: typeName, args, pointers: 0 }, name) ??
          this.#resultOfOutside(args))
        : this.#ofArguments(text, known?.holdsArrays === true ? args.map(elementOf) : args);
    return { external: typeName === "" ? name : `${typeName}::${name}`, bindings: noBindings, type };
  }
}

/** The replacement of a macro with the arguments after its use: `vector2d<int>` of `position2d<int>`. */
function withTemplateArguments(replacement: string, args: readonly string[]): string {
  return args.length === 0 || replacement.endsWith(">") ? replacement : `${replacement}<${args.join(", ")}>`;
}

/** The argument T for `T[]`, also by way of a parameter of a template; another argument as it is. */
function elementOf(argument: Argument): Argument {
  const { text, context } = boundArgument(argument);
  return { text: text.replace(/\s*\[[^[\]]*\]$/, ""), context };
}

/** A type from outside, or an unknown one, whose arguments may say something. */
type TemplateType = Exclude<Type, { readonly kind: "class" | "value" }>;

function isTemplate(type: Type): type is TemplateType {
  return type.kind === "external" || type.kind === "unknown";
}

/** An item of a template that has the name of a map. */
const entry = "std::pair<$0, $1>";

function isMapName(name: string): boolean {
  return /(?:map|hash|dict|dictionary|table)$/i.test(name);
}

/** Members by which containers and pointers of many libraries give what they hold, that of a map being its second argument. */
const heldByMembers: ReadonlyMap<string, string> = new Map([
  ...["operator[]", "at", "front", "back", "first", "last", "value", "Item", "Last"].map(
    (name) => [name, "$0"] as const,
  ),
  ...["get", "data"].map((name) => [name, "$0*"] as const),
]);

const outside: Type = { kind: "external", name: "", args: [], pointers: 0 };

/** A member of a type. */
export type Member = {
  /** Undefined for what is external. */
  readonly declaration?: Declaration;
  readonly found?: Found;
  readonly external?: string;
  readonly bindings: Bindings;
  /** The type of the member, or of its result. */
  readonly type?: Type | undefined;
};

/** The declaration in the class, before a definition outside of it. */
function inClassFirst(declarations: readonly Declaration[]): Declaration | undefined {
  return (
    declarations.find(({ qualifier, flags }) => qualifier === "" && (flags & DeclarationFlag.friend) === 0) ??
    declarations[0]
  );
}
