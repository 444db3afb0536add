import { ArgumentError } from "../base/errors.ts";

/** An argument with a pattern that is not matched, and why. Plain data, which threads can send. */
export type RefusedPattern = { readonly argument: string; readonly reason: string };

export class PatternError extends ArgumentError {
  readonly refused: RefusedPattern;

  constructor(refused: RefusedPattern) {
    const details = "Give a simpler pattern, or several calls with one each.";
    super(({ quoted }) => `Invalid argument ${quoted(refused.argument)}: ${refused.reason}`, { details });
    this.refused = refused;
  }
}

/** The error for a pattern that is not matched, shown by its beginning. */
export function refusedPattern(argument: string, pattern: string, reason: string): PatternError {
  const shown = pattern.length > 60 ? `${pattern.slice(0, 60)}…` : pattern;
  return new PatternError({ argument, reason: `'${shown}' cannot be matched: ${reason}` });
}
