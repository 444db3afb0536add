import type { Cut } from "../eliding/cuts.ts";
import { chooseBranches } from "./branches.ts";
import { definesIn } from "./defines.ts";
import type { Edit } from "./edits.ts";
import { maskGaps } from "./gaps.ts";
import { tokensOf } from "./lexer.ts";
import type { KnownMacros } from "./roles.ts";
import { type GivenName, Stream } from "./stream.ts";
import { maskShapes } from "./walk.ts";

export { definesOf } from "./defines.ts";
export type { Edit } from "./edits.ts";
export { combineRoles, type KnownMacros, type MacroRoles, mergeRoles, rolesOfData } from "./roles.ts";

export interface Masked {
  /** As long as the original, with every line break where it was. */
  readonly text: string;
  readonly edits: readonly Edit[];
  /** Names of functions that macros define, by the place of the macro. */
  readonly names: readonly GivenName[];
}

/**
 * A copy of C++ text in which macros that the grammar cannot know are blanked; the macros of the text itself are
 * learned. With `bodies`, the bodies of functions that hold no definition are put there and stay as they are, unless
 * literals or brackets leave a doubt where they end.
 */
export function maskMacros(text: string, macros: KnownMacros, bodies?: Cut[]): Masked {
  const tokens = tokensOf(text);
  const stream = new Stream(text, tokens, macros, definesIn(text, tokens));
  chooseBranches(stream);
  const isBalanced = stream.matchBrackets();
  maskGaps(stream);
  maskShapes(stream, isBalanced && tokens.isSound ? bodies : undefined);
  return { ...stream.edits.apply(text), names: stream.names };
}
