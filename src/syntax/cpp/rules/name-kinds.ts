import { roleKinds } from "../macros/roles.ts";
import type { Pattern } from "./pattern.ts";
import { isClassOfNames } from "./token-classes.ts";

/** Kinds of names, twice the number of the kind of role, and one more for a capital: whether one is written like a macro, and the kind of its role, if it has one. */
export const nameKindCount = 2 * (roleKinds.length + 1);

/** Returns true for a pattern of one token that a name of a kind can match. */
export function matchesKind(pattern: Pattern, nameKind: number): boolean {
  return answersOf(pattern, nameKind).canMatch;
}

/** The results of a pattern for a kind of names. */
type Answers = { readonly canMatch: boolean; readonly canFail: boolean };

const any: Answers = { canMatch: true, canFail: true };

function answersOf(pattern: Pattern, nameKind: number): Answers {
  switch (pattern.type) {
    case "class":
      return ofClass(pattern.name, nameKind);
    case "look": {
      const { canMatch, canFail } = answersOf(pattern.item, nameKind);
      return pattern.isWanted ? { canMatch, canFail } : { canMatch: canFail, canFail: canMatch };
    }
    case "sequence": {
      const all = pattern.items.map((item) => answersOf(item, nameKind));
      return { canMatch: all.every((one) => one.canMatch), canFail: all.some((one) => one.canFail) };
    }
    case "choice": {
      const all = pattern.options.map((option) => answersOf(option, nameKind));
      return { canMatch: all.some((one) => one.canMatch), canFail: all.every((one) => one.canFail) };
    }
    default:
      return any;
  }
}

function ofClass(name: string, nameKind: number): Answers {
  const kind = roleKinds[(nameKind >> 1) - 1];
  const isCapital = (nameKind & 1) === 1;
  const sure = (isMatch: boolean): Answers => ({ canMatch: isMatch, canFail: !isMatch });
  if (name === "name") return sure(true);
  if (name === "capital") return sure(isCapital);
  if (name === "known") return sure(kind !== undefined);
  if (name === "calledMacro" && kind === undefined) return sure(isCapital);
  const isOfRole = isClassOfNames(name) && roleKinds.some((one) => name === `${one}Macro`);
  return isOfRole ? sure(name === `${kind}Macro`) : any;
}
