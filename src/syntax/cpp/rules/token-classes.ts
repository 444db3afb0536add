/**
 * The classes of tokens that patterns name, such as `cv`, `capital` or `callMacro`. Input: the name of a class, or a
 * text; output: what tells it, and the kinds of tokens that can pass it. The module has the tests of the classes that code tells:
 * ../assembly/rules/token-tests.ts.
 */
import { roleKinds } from "../macros/roles.ts";
import { keywords, Word } from "../tokens/keywords.ts";
import { Char } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";

/** The words of patterns for one token. */
const kinds: Readonly<Record<string, number>> = {
  word: Kind.word,
  number: Kind.number,
  string: Kind.string,
  character: Kind.character,
  /** An operator of two or three characters that holds `=`. */
  compound: Kind.operator,
};

/** Classes of words: the classes of tokens/keywords.ts, with the words of each. */
const words: Readonly<Record<string, number>> = Word;

/** Classes of names, by what is known of them as macros. */
const namedClasses = [
  "capital",
  "prefixed",
  "annotation",
  "known",
  "calledMacro",
  "callMacro",
  "calledName",
  "codeMacro",
  "valuedMacro",
  "castMacro",
  "ifMacro",
] as const;

/** The kinds of tokens of the classes below that are brackets. */
const brackets: Readonly<Record<string, number>> = {
  braceOfValue: Char.openBrace,
  parenthesisOfValue: Char.open,
  oldStyleParenthesis: Char.open,
};

/** Classes that code tells, in the order of their numbers in the module. */
const codedClasses: readonly string[] = [
  ...namedClasses,
  "any",
  "end",
  "directive",
  "primitive",
  ...Object.keys(brackets),
  "lineStart",
  "first",
  "ownName",
];

/** Of the role `attribute`: `attributeMacro`. */
const classesOfRoles: readonly string[] = roleKinds.map((kind) => `${kind}Macro`);

/** The number of the class of the macros of the first kind of roles. */
const firstOfRoles = 32;

const directives: Readonly<Record<string, number>> = {
  "#if": Kind.if,
  "#elif": Kind.elif,
  "#else": Kind.else,
  "#endif": Kind.endif,
  "#define": Kind.define,
  "#include": Kind.include,
};

/** The numbers of keywords in any vocabulary: it begins with them. */
export const keywordNumbers: ReadonlyMap<string, number> = new Map(
  [...keywords.keys()].map((word, index) => [word, index + 1]),
);

/** The requirements on a token: a kind of tokens, and the number of a keyword; undefined if a test says more. */
export type TokenKind = { readonly kind: number; readonly word?: number };

/** True for the kind of all names. */
export function isAnyName({ kind, word }: TokenKind): boolean {
  return kind === Kind.word && word === undefined;
}

/** True for the name of a class of names. */
export function isClassOfNames(name: string): boolean {
  return name === "name" || namedClasses.some((one) => one === name) || classesOfRoles.includes(name);
}

/** True for the name of a class of tokens. */
export function isClass(name: string): boolean {
  return name in kinds || name in words || classesOfRoles.includes(name) || codedClasses.includes(name);
}

/** The kind of tokens, or the `Word`, that tells a class; of any other class neither. */
export function tellingOf(name: string): { readonly kind?: number | undefined; readonly word?: number | undefined } {
  const kind = kinds[name];
  return kind === undefined ? { word: words[name] } : { kind };
}

/**
 * The number in the module of a class that code tells.
 *
 * @throws Error for a class that there is not
 */
export function numberOfClass(name: string): number {
  const role = classesOfRoles.indexOf(name);
  const number = role < 0 ? codedClasses.indexOf(name) : firstOfRoles + role;
  if (number < 0) throw new Error(`no class of tokens is named ${name}`);
  return number;
}

/** The kinds of tokens of a text: one. */
export function kindsOfText(text: string): readonly TokenKind[] {
  const directive = directives[text];
  if (directive !== undefined) return [{ kind: directive }];
  if (/^\w/.test(text)) {
    const word = keywordNumbers.get(text);
    return [{ kind: Kind.word, ...(word !== undefined && { word }) }];
  }
  if (text === "::") return [{ kind: Kind.scope }];
  if (text === "->") return [{ kind: Kind.arrow }];
  return [{ kind: text.length > 1 ? Kind.operator : text.charCodeAt(0) }];
}

/** The kinds of tokens of a class, for what triggers a rule. */
export function kindsOfClass(name: string): readonly TokenKind[] {
  const kind = kinds[name] ?? brackets[name];
  if (kind !== undefined && kind !== Kind.word) return [{ kind }];
  if (isClassOfNames(name)) return [{ kind: Kind.word }];
  const form = words[name];
  const found = [...keywords].filter(([, one]) => one === form).map(([word]) => keywordNumbers.get(word));
  return found.flatMap((word) => (word === undefined ? [] : [{ kind: Kind.word, word }]));
}
