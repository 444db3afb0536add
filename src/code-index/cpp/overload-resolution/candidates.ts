/**
 * The functions between which a call chooses, as the texts of their declarations say. Input: declarations of one name, and the texts
 * of their files; output: each function with its parameters, its template and its qualifiers.
 */
import { getOrInsert } from "../../../base/get-or-insert.ts";
import { groupBy } from "../../../base/group-by.ts";
import { DeclarationFlag } from "../../../facts/declaration-facts.ts";
import type { Declaration, IndexedFile } from "../../code-index.ts";
import { maxName } from "../../text-before.ts";
import { type Containers, classKinds } from "../containers.ts";
import { splitArguments } from "../expression.ts";
import { type Bindings, placeOf } from "../model.ts";
import { wordsOfType } from "../type-words.ts";
import type { TemplateNames, ValueType, ValueTypes } from "./value-types.ts";

/** Functions of one name that a call is compared with. */
const maxCandidates = 512;

/** UTF-16 code units of the head of a function that is read. */
const maxHead = 4_000;

export type Candidate = {
  /** The declarations of the function, all with the same parameters. */
  readonly declarations: readonly Declaration[];
  readonly least: number;
  /** -1 for any number. */
  readonly most: number;
  /** The type of a parameter, which is read when it is asked for first; undefined if it is not known. */
  readonly parameterAt: (at: number) => ValueType | undefined;
  /** The types of the parameters as they are written. */
  readonly texts: readonly string[];
  /** True for a template with any number of parameters, such as `Args&&... args`. */
  readonly isPacked: boolean;
  /** Undefined for a function that is not a template. */
  readonly template: Template | undefined;
  /** True for `template <> void f(int)`: it is not a candidate, but called instead of its template. */
  readonly isSpecialization: boolean;
  readonly isStatic: boolean;
  readonly isConst: boolean;
  readonly reference: "" | "&" | "&&";
};

type Template = {
  /** The parameters of the template by the names that `parameters` has. */
  readonly names: readonly string[];
  /** True if something else than its parameters says which types it takes: a requirement, a default, a result. */
  readonly isConstrained: boolean;
};

/** The head of a function as its text has it. */
type Head = {
  /** The texts of the parameters, without defaults. */
  readonly parameters: readonly string[];
  /** The same without names. */
  readonly texts: readonly string[];
  /** The words of the parameters' types, in which all declarations of one function agree. */
  readonly words: string;
  /** The text before the name, with `template <…>`. */
  readonly before: string;
  /** The text after the parameters up to the body. */
  readonly after: string;
};

/** Types of parameters by their places, of the candidate with a number, as an open file sees them. */
type KeptTypes = {
  readonly root: IndexedFile | undefined;
  readonly number: number;
  readonly types: Map<number, ValueType>;
};

type TextOf = (path: string) => string | undefined;

/** Reads functions out of texts. */
export class Candidates {
  readonly #textOf: TextOf;
  readonly #containers: Containers;
  readonly #types: ValueTypes;
  readonly #rootOf: () => IndexedFile | undefined;
  readonly #kept = new WeakMap<Declaration, KeptTypes>();
  readonly #heads = new WeakMap<Declaration, { readonly head: Head | undefined }>();

  /** @param rootOf returns the file that is open: what it sees decides on the types of parameters */
  constructor(textOf: TextOf, containers: Containers, types: ValueTypes, rootOf: () => IndexedFile | undefined) {
    this.#rootOf = rootOf;
    this.#textOf = textOf;
    this.#containers = containers;
    this.#types = types;
  }

  /** The functions among declarations, in their order; undefined if they are too many, or a text does not say what its facts do. */
  of(declarations: readonly Declaration[], bindings: Bindings): readonly Candidate[] | undefined {
    const candidates: Candidate[] = [];
    const groups = groupBy(declarations, ({ parameters }) => parameters);
    if (groups.size > maxCandidates) return undefined;
    for (const group of groups.values()) {
      const candidate = this.#candidateOf(group, candidates.length, bindings);
      if (candidate === undefined) return undefined;
      candidates.push(candidate);
    }
    return candidates;
  }

  #candidateOf(group: readonly Declaration[], number: number, bindings: Bindings): Candidate | undefined {
    const first = group.find((one) => !isOutside(one)) ?? group[0];
    const head = first && this.headOf(first);
    if (first === undefined || head === undefined) return undefined;
    // Equal hashes do not prove that the declarations are of one function.
    if (group.some((other) => this.headOf(other)?.words !== head.words)) return undefined;
    const { names, isConstrained } = isOutside(first) ? noTemplate : this.#templateOf(first, head, number);
    const context = { place: placeOf(first), bindings };
    const types = this.#typesOf(first, number, bindings);
    const parameterAt = (at: number) => {
      const known = types.get(at) ?? this.#types.ofText(head.parameters[at] ?? "", context, names);
      // A type that is not known may be known to a name that has more steps left.
      if (known !== undefined) types.set(at, known);
      return known;
    };
    const isTemplate = names.size > 0 || isConstrained;
    const most = group.some((one) => one.most < 0) ? -1 : Math.max(...group.map((one) => one.most));
    return {
      declarations: group,
      least: Math.min(...group.map((one) => one.least)),
      most,
      parameterAt,
      texts: head.texts,
      isPacked: isTemplate && most < 0,
      template: isTemplate ? { names: [...names.values()], isConstrained } : undefined,
      isSpecialization: specializing.test(head.before),
      isStatic: group.some(({ flags }) => (flags & DeclarationFlag.static) !== 0),
      isConst: (first.flags & DeclarationFlag.const) !== 0,
      reference: referenceOf(head.after),
    };
  }

  /** The types of parameters that are known already: they are the same as long as the same file is open. */
  #typesOf(declaration: Declaration, number: number, bindings: Bindings): KeptTypes["types"] {
    const root = this.#rootOf();
    const kept = bindings.size === 0 ? this.#kept.get(declaration) : undefined;
    if (kept?.root === root && kept?.number === number) return kept.types;
    const types: KeptTypes["types"] = new Map();
    if (bindings.size === 0) this.#kept.set(declaration, { root, number, types });
    return types;
  }

  #templateOf(
    declaration: Declaration,
    { before, after }: Head,
    number: number,
  ): { readonly names: TemplateNames; readonly isConstrained: boolean } {
    const own = this.#containers.templateParametersOf(declaration);
    const isTemplate = /\btemplate\s*</.test(before) || own.length > 0;
    if (!isTemplate || specializing.test(before)) return noTemplate;
    const names = new Map(own.map(({ name }) => [name, `${number} ${name}`]));
    const isPlain = /\btemplate\s*<([^<>]*)>\s*(?!.*\btemplate\b)/s.exec(before)?.[1];
    const written = isPlain === undefined ? [] : splitArguments(isPlain);
    const isConstrained =
      written.length !== own.length ||
      !written.every((one) => /^(?:typename|class|int|unsigned|bool|(?:std::)?size_t)\s+\w+$/.test(one)) ||
      /\b(?:requires|enable_if\w*|decltype)\b/.test(before + after);
    return { names, isConstrained };
  }

  /** The head of a function; undefined if its text has other parameters than its facts. */
  headOf(declaration: Declaration): Head | undefined {
    return getOrInsert(this.#heads, declaration, () => {
      const text = this.#textOf(declaration.file.path);
      return { head: text === undefined ? undefined : headIn(text, declaration) };
    }).head;
  }
}

const noTemplate: { readonly names: TemplateNames; readonly isConstrained: boolean } = {
  names: new Map(),
  isConstrained: false,
};

/** The beginning of an explicit specialization. */
export const specializing = /\btemplate\s*<\s*>/;

/** True for a definition outside of its class: `template <…>` before it is of the class. */
function isOutside({ qualifier }: Declaration): boolean {
  return qualifier !== "";
}

/** True for a member of a class that is called for an object. */
export function isOfObject({ declarations: [first], isStatic }: Candidate): boolean {
  if (first === undefined || isStatic || (first.flags & DeclarationFlag.friend) !== 0) return false;
  return isOutside(first) || (first.parent !== undefined && classKinds.has(first.parent.kind));
}

function headIn(text: string, declaration: Declaration): Head | undefined {
  const { at, start, headEnd, name, least, most } = declaration;
  const head = withoutComments(text.slice(at, Math.min(headEnd, at + maxHead)));
  const open = openOfParameters(head, name);
  if (open === undefined) return undefined;
  const close = closeOf(head, open);
  if (close === undefined || /[#]/.test(head.slice(open, close))) return undefined;
  const written = splitArguments(head.slice(open + 1, close)).filter((one) => one !== "void");
  const isVariadic = written.some((one) => one.includes("..."));
  const parameters = written.filter((one) => one !== "...").map(withoutDefault);
  const defaults = written.filter(hasDefault).length;
  // The text is another one, or a macro has made something else of it.
  const count = written.filter((one) => !one.includes("...")).length;
  if (most < 0 !== isVariadic || (most >= 0 && (count !== most || count - defaults !== least))) return undefined;
  const before = text.slice(Math.max(start, at - maxHead), at);
  const texts = parameters.map(withoutName);
  return { parameters, texts, words: texts.map(wordsOfType).join(), before, after: head.slice(close + 1) };
}

/** The place of the parenthesis after the name, which may have arguments of a template. */
function openOfParameters(head: string, name: string): number | undefined {
  const pattern = name.startsWith("operator")
    ? /^operator\s*(?:\(\s*\)|\[\s*\]|[^\s(]+(?:\s+[^\s(]+)*)\s*(?=\()/
    : /^~?\s*[\w$]+\s*(?:<[^()]*>)?\s*(?=\()/;
  const length = pattern.exec(head)?.[0].length;
  return length === undefined || length > maxName ? undefined : length;
}

function closeOf(text: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const sign = text[at];
    if (sign === "(") depth++;
    else if (sign === ")" && --depth === 0) return at;
  }
  return undefined;
}

function withoutComments(text: string): string {
  return text.includes("/") ? text.replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, " ") : text;
}

const defaultPattern = /(?<![=!<>])=(?!=).*$/s;

function hasDefault(parameter: string): boolean {
  return defaultPattern.test(parameter);
}

function withoutDefault(parameter: string): string {
  return parameter.replace(defaultPattern, "").replace(/\s+/g, " ").trim();
}

const numberWord = /^(?:bool|char|short|int|long|float|double|signed|unsigned|wchar_t|char\d+_t|const|auto)$/;

/** A parameter without its name: the last word, if there is a type before it. */
function withoutName(parameter: string): string {
  const [, before = "", name = "", behind = ""] =
    /^(.*?[\w$>*&\])]\s*)(?<![\w$]|::\s*)([A-Za-z_$][\w$]*)\s*((?:\[[^\]]*\]\s*)*)$/s.exec(parameter) ?? [];
  const isType = /^(?:(?:const|volatile|typename|struct|class|enum|union|register)\s*)*$/.test(before);
  if (name === "" || numberWord.test(name) || isType) return parameter.replace(/\(\s*([*&]+)\s*\w+\s*\)/, "($1)");
  return before + behind;
}

function referenceOf(after: string): Candidate["reference"] {
  const [, sign = ""] = /^\s*(?:const\b\s*)?(?:volatile\b\s*)?(&&?)/.exec(after) ?? [];
  return sign === "&" || sign === "&&" ? sign : "";
}
