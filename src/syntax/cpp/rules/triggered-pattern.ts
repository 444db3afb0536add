/**
 * The trigger of a pattern, for its bucket: see compile-rules.ts. Input: a pattern as pattern.ts has read it; output: its
 * triggers, the scopes around it, and the tokens that can be next to it.
 */
import { anyShapes, type ShapesBeside, shapesBeside } from "./first-tokens.ts";
import { matchesKind } from "./name-kinds.ts";
import type { Pattern, RulePattern } from "./pattern.ts";
import { kindsOfClass, kindsOfText, type TokenKind } from "./token-classes.ts";

/** A pattern, with what it tells of its trigger. */
export type TriggeredPattern = {
  readonly source: RulePattern;
  readonly triggers: readonly TokenKind[];
  /** Returns true when a name of a kind can be its trigger. */
  readonly matchesKind: (nameKind: number) => boolean;
  /** Returns the shapes that the tokens before and after the trigger can have. */
  readonly beside: () => ShapesBeside;
};

/** @throws Error for a trigger that is not a token */
export function triggeredPattern(source: RulePattern): TriggeredPattern {
  const { trigger } = source;
  return {
    source,
    triggers: triggersOf(trigger).filter(isFirstOfItsKind),
    matchesKind: (nameKind) => matchesKind(trigger, nameKind),
    // A trigger that is more than one token leaves open what follows it.
    beside: () => (trigger.type === "balanced" ? { ...shapesBeside(source), after: anyShapes } : shapesBeside(source)),
  };
}

const isFirstOfItsKind = ({ kind, word }: TokenKind, at: number, all: readonly TokenKind[]): boolean =>
  all.findIndex((one) => one.kind === kind && one.word === word) === at;

/** True for what matches no token. */
function isLook(pattern: Pattern): boolean {
  if (pattern.type === "sequence") return pattern.items.every(isLook);
  return pattern.type === "choice" ? pattern.options.every(isLook) : pattern.type === "look";
}

function triggersOf(pattern: Pattern): readonly TokenKind[] {
  if (pattern.type === "text") return kindsOfText(pattern.text);
  if (pattern.type === "class") return kindsOfClass(pattern.name);
  if (pattern.type === "balanced") return kindsOfText(pattern.open);
  if (pattern.type === "choice") return pattern.options.flatMap(triggersOf);
  const [first, ...more] = pattern.type === "sequence" ? pattern.items.filter((item) => !isLook(item)) : [];
  if (first === undefined || more.length > 0) throw new Error(`a trigger is one token, and no ${pattern.type}`);
  return triggersOf(first);
}
