/**
 * The choice between a C++ template and its total and partial specializations. Input: the declarations of the template,
 * and the arguments of a use; output: the specialization, and what its parameters stand for.
 */
import type { Declaration } from "../code-index.ts";
import { isForward } from "../symbol-kind.ts";
import { type Containers, classKinds, isSpecialization, isSpecializedFunction } from "./containers.ts";
import { splitArguments } from "./expression.ts";
import { type Argument, boundArgument } from "./model.ts";
import type { Scopes } from "./scopes.ts";
import { argumentsHash, keyOfArguments, specializedHash, wordsOfArgument } from "./type-words.ts";

/** A specialization, and what its own parameters stand for. */
type Chosen = { readonly declaration: Declaration; readonly args: readonly Argument[] };

/** The same with only these texts. */
type Nearest = { readonly declaration: Declaration; readonly args: readonly string[] };

/** The matches of a pattern of arguments so far: its texts, and parameter → argument. */
type Pattern = { readonly texts: readonly string[]; readonly bound: ReadonlyMap<string, string> };

/** The ways to write arguments with the same parameters that are tried, and how many lists of parameters. */
const maxPatterns = 1_000;
const maxParameterLists = 8;

/** The arguments of the longest list that is compared with specializations that have parameters. */
const maxArguments = 40;

/** Template arguments within template arguments that a pattern goes into. */
const maxNesting = 3;

/**
 * Chooses the specialization of a template by the arguments of a use. Of a specialization no more is known than the
 * names of its parameters and a hash of its arguments: so it is found by the ways in which its arguments may be written
 * for the arguments of the use, with its parameters in the place of parts of them. Names that aliases have are not seen
 * through.
 */
export class Specializations {
  readonly #containers: Containers;
  readonly #scopes: Scopes;
  readonly #isOff: boolean;
  /** The first of some specializations → their number and the arguments → what these choose. */
  readonly #kept = new WeakMap<Declaration, Map<string, Nearest | undefined>>();

  constructor(containers: Containers, scopes: Scopes, off: ReadonlySet<string>) {
    this.#containers = containers;
    this.#scopes = scopes;
    this.#isOff = off.has("specialization");
  }

  /**
   * The declarations of a template some of which a lookup has found: inside of a specialization its name with arguments
   * means the template.
   */
  templatesOf(found: readonly Declaration[], args: readonly unknown[]): readonly Declaration[] {
    const [first] = found;
    if (this.#isOff || args.length === 0 || first === undefined) return found;
    if (found.length > 1 && !found.every(isSpecialization)) return found;
    return this.#containers
      .members(this.#containers.containerOf(first), first.name)
      .filter(({ kind }) => classKinds.has(kind) === classKinds.has(first.kind));
  }

  /**
   * The specialization among declarations of a template that arguments choose; undefined if it is the template itself,
   * or not known.
   */
  chosen(declarations: readonly Declaration[], args: readonly Argument[]): Chosen | undefined {
    if (this.#isOff || args.length === 0) return undefined;
    const special = declarations.filter(isSpecialization);
    const [first] = special;
    const [arg] = args;
    if (first === undefined || arg === undefined) return undefined;
    const lists = this.#listsOf(declarations, args);
    if (lists.length === 0) return undefined;
    const kept = this.#kept.get(first) ?? new Map<string, Nearest | undefined>();
    this.#kept.set(first, kept);
    const key = `${special.length} ${lists.map((list) => list.join(",")).join(";")}`;
    if (!kept.has(key)) kept.set(key, this.#total(special, lists) ?? this.#partial(special, lists));
    const nearest = kept.get(key);
    return nearest && { ...nearest, args: nearest.args.map((text) => ({ text, context: arg.context })) };
  }

  /**
   * The functions among some that arguments choose: the specialization for them, or else all that specialize nothing.
   * Arguments that depend on a template around the use choose none.
   */
  functionsFor(functions: readonly Declaration[], args: readonly Argument[]): readonly Declaration[] {
    const others = functions.filter((one) => !isSpecializedFunction(one));
    if (this.#isOff || others.length === 0 || others.length === functions.length) return functions;
    const texts = args.map((arg) => this.#textOf(arg)).filter((text) => text !== undefined);
    if (texts.length === 0 || texts.length < args.length) return others;
    const wanted = new Set(others.map(({ parameters }) => specializedHash(parameters, texts)));
    const chosen = functions.filter((one) => isSpecializedFunction(one) && wanted.has(one.parameters));
    return chosen.length > 0 ? chosen : others;
  }

  /** The specialization without parameters that has the arguments. */
  #total(special: readonly Declaration[], lists: readonly (readonly string[])[]): Nearest | undefined {
    const keys = new Set(lists.map((list) => keyOfArguments(argumentsHash(list))));
    const total = special.filter((one) => keys.has(keyOfArguments(one)) && this.#parametersOf(one).length === 0);
    const declaration = total.find((one) => !isForward(one)) ?? total[0];
    return declaration && { declaration, args: [] };
  }

  /** The specialization with parameters that is the nearest to arguments; undefined if several are equally near. */
  #partial(special: readonly Declaration[], lists: readonly (readonly string[])[]): Nearest | undefined {
    const patterns = new Map<string, ReadonlyMap<number, Pattern>>();
    let best: Nearest | undefined;
    let mostWords = -1;
    for (const declaration of special) {
      const names = this.#parametersOf(declaration);
      const key = names.join(",");
      const known = patterns.get(key) ?? (patterns.size < maxParameterLists ? patternsFor(lists, names) : undefined);
      if (known !== undefined) patterns.set(key, known);
      const found = known?.get(keyOfArguments(declaration));
      if (found === undefined) continue;
      const words = found.texts.flatMap(wordsOfArgument).filter((word) => !names.includes(word)).length;
      const isSame = best !== undefined && keyOfArguments(best.declaration) === keyOfArguments(declaration);
      if (words === mostWords && !isSame) best = undefined;
      if (words > mostWords || (isSame && words === mostWords && !isForward(declaration))) {
        best = { declaration, args: names.map((name) => found.bound.get(name) ?? "") };
      }
      mostWords = Math.max(mostWords, words);
    }
    return best;
  }

  #parametersOf(declaration: Declaration): readonly string[] {
    return this.#containers.templateParametersOf(declaration).map(({ name }) => name);
  }

  /**
   * True if arguments leave out what may choose a specialization by a default that is not known: a value, as in
   * `int N = (sizeof(T) > 8)`, a parameter without a name, and `void`, which a specialization has with `void_t` or `enable_if_t`.
   * Arguments that depend on a template around the use mean the template itself.
   */
  isOpen(declarations: readonly Declaration[], args: readonly Argument[]): boolean {
    if (args.length === 0 || !declarations.some(isSpecialization)) return false;
    if (args.some((arg) => this.#textOf(arg) === undefined)) return false;
    return declarations.some((one) => {
      if (isSpecialization(one) || args.length >= one.most) return false;
      const parameters = this.#containers.templateParametersOf(one);
      const left = parameters.slice(args.length, one.most);
      return parameters.length < one.most || left.some(({ kind, type }) => kind === "parameter" || type === "void");
    });
  }

  /**
   * The ways to write arguments with and without the defaults of the template's types; none if one depends on a
   * template around the use.
   */
  #listsOf(declarations: readonly Declaration[], args: readonly Argument[]): readonly (readonly string[])[] {
    const texts = args.map((arg) => this.#textOf(arg));
    if (!texts.every((text) => text !== undefined)) return [];
    const templates = declarations.filter((one) => !isSpecialization(one));
    const parameters = templates.map((one) => this.#containers.templateParametersOf(one));
    const defaultAt = (at: number) => {
      const defaults = parameters.map((list) => list[at]).filter((one) => one?.kind === "type_parameter");
      return defaults.map((one) => one?.type ?? "").find((type) => type !== "");
    };
    const whole = [...texts];
    for (let next = defaultAt(whole.length); next !== undefined; next = defaultAt(whole.length)) whole.push(next);
    const lists = [whole];
    for (let length = whole.length - 1; length >= 0 && defaultAt(length) === whole[length]; length--)
      lists.push(whole.slice(0, length));
    return lists;
  }

  /**
   * An argument as it is written, where it is not a parameter of a template around it, or what such a parameter stands
   * for.
   */
  #textOf(argument: Argument): string | undefined {
    const { text, context } = boundArgument(argument);
    const words = text.match(/[A-Za-z_$][\w$]*/g) ?? [];
    const isDependent = words.some(
      (word) => context.bindings.has(word) || this.#scopes.isTemplateParameter(word, context.place),
    );
    return isDependent ? undefined : text;
  }
}

/** The ways to write one of several lists of arguments with all of some parameters, by the keys of their hashes. */
function patternsFor(lists: readonly (readonly string[])[], names: readonly string[]): ReadonlyMap<number, Pattern> {
  const found = new Map<number, Pattern>();
  if (names.length === 0) return found;
  let count = 0;
  for (const texts of lists.filter(({ length }) => length <= maxArguments)) {
    for (const pattern of patternsOf(texts, names, { texts: [], bound: new Map() }, 0)) {
      if (++count > maxPatterns) return found;
      if (!names.every((name) => pattern.bound.has(name))) continue;
      const own = keyOfArguments(argumentsHash(pattern.texts));
      if (!found.has(own)) found.set(own, pattern);
    }
  }
  return found;
}

/** The ways to write a list of arguments. A pack stands for all that are left. */
function* patternsOf(
  texts: readonly string[],
  names: readonly string[],
  before: Pattern,
  nesting: number,
): Generator<Pattern> {
  const [text, ...rest] = texts;
  const pack = names.at(-1);
  if (pack !== undefined && !before.bound.has(pack))
    yield { texts: [...before.texts, `${pack}...`], bound: new Map(before.bound).set(pack, texts.join(", ")) };
  if (text === undefined) {
    yield before;
    return;
  }
  for (const [form, bound] of formsOf(text, names, before.bound, nesting)) {
    yield* patternsOf(rest, names, { texts: [...before.texts, form], bound }, nesting);
  }
}

/** The text around a parameter of a pattern, and its form in an argument. */
const wrappers: readonly { readonly written: RegExp; readonly formOf: (name: string) => string }[] = [
  { written: /^(.+?)\s*\*$/s, formOf: (name) => `${name}*` },
  { written: /^(?:const\s+(.+?)|(.+?)\s+const)\s*\*$/s, formOf: (name) => `const ${name}*` },
  { written: /^(.+?)\s*&$/s, formOf: (name) => `${name}&` },
  { written: /^const\s+(.+?)\s*&$/s, formOf: (name) => `const ${name}&` },
  { written: /^(.+?)\s*&&$/s, formOf: (name) => `${name}&&` },
  { written: /^const\s+([^*&]+)$/s, formOf: (name) => `const ${name}` },
  { written: /^(.+?)\s*\[\s*\]$/s, formOf: (name) => `${name}[]` },
];

/** The ways to write one argument: as it is, as a parameter, or with a parameter in it. */
function* formsOf(
  text: string,
  names: readonly string[],
  bound: ReadonlyMap<string, string>,
  nesting: number,
): Generator<readonly [form: string, bound: ReadonlyMap<string, string>]> {
  yield [text, bound];
  const taken = (name: string, part: string) => {
    const known = bound.get(name);
    return known === undefined ? new Map(bound).set(name, part) : known === part ? bound : undefined;
  };
  for (const name of names) {
    const whole = taken(name, text);
    if (whole !== undefined) yield [name, whole];
    for (const { written, formOf } of wrappers) {
      const parts = written.exec(text);
      const part = parts?.[1] ?? parts?.[2];
      const inner = part === undefined ? undefined : taken(name, part);
      if (inner !== undefined) yield [formOf(name), inner];
    }
  }
  if (nesting >= maxNesting) return;
  const [, head, inside, tail] = /^([\w$:\s]+?)\s*<(.*)>(\s*[*&]*)$/s.exec(text) ?? [];
  const none: Pattern = { texts: [], bound };
  if (head !== undefined && inside !== undefined)
    for (const inner of patternsOf(splitArguments(inside), names, none, nesting + 1))
      yield [`${head}<${inner.texts.join(", ")}>${tail}`, inner.bound];
  const [, result, list] = /^([^()]+)\(([^()]*)\)$/s.exec(text) ?? [];
  if (result === undefined || list === undefined) return;
  for (const [form, withResult] of formsOf(result.trim(), names, bound, maxNesting))
    for (const inner of patternsOf(splitArguments(list), names, { texts: [], bound: withResult }, nesting + 1))
      yield [`${form}(${inner.texts.join(", ")})`, inner.bound];
}
