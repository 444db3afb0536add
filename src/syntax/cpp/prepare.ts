/**
 * The masking of C++ macros before parsing, and the door of this folder. Input: a C++ text, the known macros and the
 * rules; output: a text of the same length that the grammar can read, with the edits, names and cuts.
 */
import type { Cut } from "../cuts.ts";
import type { CommentRange } from "../doc-comments.ts";
import { definesIn } from "./macros/defines.ts";
import { type ListedName, listedNames } from "./macros/listed-names.ts";
import type { MacroScope } from "./macros/macro-scopes.ts";
import { type MacroUse, macroUses } from "./macros/macro-uses.ts";
import type { KnownMacros } from "./macros/roles.ts";
import type { ElisionOptions } from "./masking-pass.ts";
import type { RuleTable } from "./rules/index.ts";
import type { Edit } from "./tokens/edits.ts";
import { withJoinedNames } from "./tokens/joined-names.ts";
import type { GivenName, Stream } from "./tokens/stream.ts";

export { definesOf } from "./macros/defines.ts";
export type { ElisionOptions } from "./masking-pass.ts";
export type { CompiledRules } from "./rules/compile-rules.ts";
export { compiledRules, type RuleTable, tableOf } from "./rules/index.ts";
export { type RewriteRule, readRules } from "./rules/rule-file.ts";
export type { Edit } from "./tokens/edits.ts";

export type Masked = {
  /** As long as the original, with every line break where it was, except within a name, which they follow. */
  readonly text: string;
  readonly edits: readonly Edit[];
  /** Names of functions that macros define, by the place of the macro. */
  readonly names: readonly GivenName[];
  /** The macros that open and close scopes and were blanked, in order. */
  readonly scopes: readonly MacroScope[];
  /** Enumerators that list macros give, by offsets in the text. */
  readonly listed: readonly ListedName[];
  /** The uses of macros between declarations, in order; none if the brackets do not match. */
  readonly uses: readonly MacroUse[];
  /** Names whose reading depends on whether any file defines a macro of that name, as in `#if NAME`. */
  readonly asked: ReadonlySet<string>;
  /** The ranges that can be cut without losing a requested definition, in order. */
  readonly cuts: readonly Cut[];
  /** The comments inside of cuts that may be about a definition, in order. */
  readonly comments: readonly CommentRange[];
};

export type MaskOptions = {
  readonly macros: KnownMacros;
  /** The rules of the language: see readRules. */
  readonly rules: RuleTable;
  /**
   * With it, text without definitions is reported and stays as it is, unless literals or brackets leave its end in
   * doubt.
   */
  readonly elision?: ElisionOptions | undefined;
  /** The id of a rule that is left out, to measure what it is worth. */
  readonly withoutRule?: string | undefined;
  /** True for C, whose functions all have a type before their name. */
  readonly hasTypedFunctions?: boolean | undefined;
};

/** A copy of C++ text in which macros that the grammar cannot know are blanked; the macros of the text itself are learned. */
export function maskMacros(
  original: string,
  { macros, rules, elision, withoutRule, hasTypedFunctions = false }: MaskOptions,
): Masked {
  const text = withJoinedNames(original);
  const pass = rules.pass();
  const tokens = pass.read(text);
  const listed = listedNames(text, tokens);
  const stream = pass.begin(text, tokens, macros, definesIn(text, tokens), withoutRule);
  stream.hasTypedFunctions = hasTypedFunctions;
  maskDigraphs(stream);
  pass.chooseBranches();
  for (const { token } of listed) if (token !== undefined) stream.cut(token, token, "list-of-enumerators");
  const isSound = stream.matchBrackets() && tokens.isSound;
  const uses = isSound ? macroUses(stream) : [];
  const { cuts, comments } = pass.mask(isSound ? elision : undefined);
  const scopes = [...stream.scopes.values()].sort((a, b) => a.index - b.index);
  return {
    ...stream.edits.apply(text),
    names: stream.names,
    scopes,
    listed,
    uses,
    asked: stream.asked,
    cuts,
    comments,
  };
}

/** `<% %>`, `<: :>`: written as the brackets that they stand for, which are all that the grammar knows. */
function maskDigraphs(stream: Stream): void {
  for (const index of stream.tokens.digraphs) {
    const bracket = String.fromCharCode(stream.kind(index));
    stream.edits.add(stream.start(index), stream.end(index), "digraph", bracket);
  }
}
