/**
 * The uses of macros between declarations, `DECLARE_GETTER(size)`: what they declare may have a name that is made of their
 * arguments.
 *
 * Input: the tokens of a text with matched brackets, before shapes are masked. Output: the uses with arguments that are names, and the ones of known macros.
 */
import type { Stream } from "../tokens/stream.ts";

/** A use of a macro. Offsets count UTF-16 code units of the text. */
export type MacroUse = {
  readonly macro: string;
  /** The offset of the macro's name, and that after the parenthesis that closes its arguments. */
  readonly start: number;
  readonly end: number;
  /** Its arguments in order; "" for one that is not a name. */
  readonly names: readonly string[];
};

/** Arguments that are kept of one use: an enumeration may get its values so. */
export const mostMacroArguments = 40;

/** Returns the uses outside of functions and enumerations, in order: see ../assembly/macros/macro-uses.ts. */
export function macroUses(stream: Stream): readonly MacroUse[] {
  const { module } = stream;
  const { exports } = module;
  exports.macroUses();
  const count = exports.useCount.value;
  const macros = module.numbers(exports.useMacros, count);
  const starts = module.numbers(exports.useStarts, count);
  const ends = module.numbers(exports.useEnds, count);
  const nameCounts = module.numbers(exports.useNameCounts, count);
  const names = Array.from(module.numbers(exports.useNames, exports.useNameCount.value), (token) =>
    token < 0 ? "" : stream.textOf(token),
  );
  let from = 0;
  return Array.from(macros, (macro, use) => {
    const to = from + (nameCounts[use] ?? 0);
    const ofUse = names.slice(from, to);
    from = to;
    return { macro: stream.textOf(macro), start: starts[use] ?? 0, end: ends[use] ?? 0, names: ofUse };
  });
}
