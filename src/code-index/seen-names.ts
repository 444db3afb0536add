/**
 * The names that are visible at a place, for completion, as all languages give them. Input: the text before a place;
 * output: the kind of access before it (member, import, argument), and the types of the names.
 */
import type { Declaration } from "./code-index.ts";
import { isOperandWord, operandBefore } from "./text-before.ts";

/**
 * From where a name is seen: `keyword` is a parameter of the function whose call is being written, `inherited` a member of
 * a base, `likely` a member of a class that a receiver of unknown type may have, `file` what the file declares or imports
 * itself, `visible` what it has by includes and star imports, `library` what is known without a declaration.
 */
export type NameScope =
  | "local"
  | "parameter"
  | "keyword"
  | "member"
  | "inherited"
  | "likely"
  | "file"
  | "visible"
  | "library"
  | "path";

/** A name that may be written at a place. */
export type SeenName = {
  readonly name: string;
  readonly scope: NameScope;
  /** Undefined for a name of a library. */
  readonly declaration?: Declaration;
  /** True for a private or protected member of a class that does not let the place use it. */
  readonly isHidden?: boolean;
};

/** The connection of the name that is being written with the text before it. */
export type Access =
  /** After `.`, `->` or `::`; `receiver` is what is before that, "" where it cannot be read. */
  | { readonly kind: "member"; readonly receiver: string; readonly operator: "." | "->" | "::" }
  /** A module or a file in an import or include; `from` is the part of it that is written. */
  | { readonly kind: "path"; readonly from: string }
  /** A name that is imported from a module. */
  | { readonly kind: "import"; readonly from: string }
  | { readonly kind: "name" };

/** The names that may be written at a place. */
export type SeenNames = {
  readonly access: Access;
  /** True when the receiver's type, the scope or the module is known, so that there are no others. */
  readonly isKnown: boolean;
  /** The module or class before the name, where it is not of the code base: its members are not known. */
  readonly external?: string;
  /** Inner scopes first; of one name the first is meant. */
  readonly names: readonly SeenName[];
};

/** A place where a name is being written: the text of the file up to it, whose end need not be correct code. */
export type NamePlace = {
  readonly before: string;
  /** The same place in the text of the open file, which may differ from `before` in the statement. */
  readonly offset: number;
};

/** The access that `.`, `->` or `::` before a place gives; undefined without these operators. */
export function memberAccess(before: string, operators: readonly ("." | "->" | "::")[]): Access | undefined {
  const text = before.trimEnd();
  const operator = operators.find((one) => text.endsWith(one));
  if (operator === undefined || (operator === "." && /(?:\.\.|(?<![\w$)\]])\d+\.)$/.test(text))) return undefined;
  return { kind: "member", receiver: operandBefore(text.slice(0, -operator.length)), operator };
}

/** The function whose call is open at a place, where an argument begins there; undefined for other places. */
export function calleeAt(before: string): string | undefined {
  let depth = 0;
  let isStart = true;
  for (let at = before.length - 1; at >= 0 && before.length - at < maxCall; at--) {
    const character = before[at] ?? "";
    if (/\s/.test(character)) continue;
    if (isStart && character !== "(" && character !== ",") return undefined;
    isStart = false;
    if (/[)\]}]/.test(character)) depth++;
    else if (/[([{]/.test(character) && --depth < 0) {
      const callee = character === "(" ? operandBefore(before.slice(0, at)) : "";
      return callee === "" || isOperandWord(callee) ? undefined : callee;
    }
  }
  return undefined;
}

/** Characters of a call that are read backward. */
const maxCall = 2_000;
