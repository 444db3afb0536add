/**
 * The matcher of patterns over C++ tokens. Input: a pattern as pattern.ts has read it; output: its triggers, and a
 * function that returns the ranges to edit where it matches.
 */
import type { Place } from "../heads/scopes.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { isDirective, Kind } from "../tokens/token-list.ts";
import { anyShapes, type ShapesBeside, shapesBeside } from "./first-tokens.ts";
import { matchesKind } from "./name-kinds.ts";
import { operandMayStart, statementMayStart } from "./operand-places.ts";
import type { Pattern, Put, RulePattern } from "./pattern.ts";
import { kindsOfClass, kindsOfText, type TokenKind, testOfClass, testOfText } from "./token-tests.ts";

/** Tokens that one match looks at, so that no text takes the square of its length. */
const mostSteps = 1000;

/** No match. Tokens are numbers from 0 on, and -1 is before the first one. */
const none = -2;

/** One match: how much it may still look at, what holds its trigger, and where the edits of its pattern begin and end. */
type Match = {
  readonly stream: Stream;
  readonly place: Place;
  steps: number;
  readonly from: number[];
  readonly to: number[];
};

/** Matches from a token on, and returns the next one in its direction, or `none`. */
type Matcher = (match: Match, at: number) => number;

/** A compiled pattern. */
export type CompiledPattern = {
  readonly triggers: readonly TokenKind[];
  /** The scopes around its trigger, of `Scope`; undefined: anything. */
  readonly scopes: readonly number[] | undefined;
  /** The construct that starts with its trigger. */
  readonly starts: RulePattern["starts"];
  /** Returns true when a name of a kind can be its trigger. */
  readonly matchesKind: (nameKind: number) => boolean;
  /** Returns the shapes that the tokens before and after the trigger can have. */
  readonly beside: () => ShapesBeside;
  /**
   * Returns the ranges to edit, `from` and `to` included; none if the pattern does not match.
   *
   * @param place what holds the trigger
   */
  readonly match: (stream: Stream, index: number, place: Place) => readonly PlacedEdit[];
};

type PlacedEdit = { readonly from: number; readonly to: number; readonly put: Put };

/**
 * Compiles a pattern when it is first asked for: most files have the triggers of only a few rules.
 *
 * @throws Error for a trigger that is not a token
 */
export function compilePattern(pattern: RulePattern): CompiledPattern {
  const { before, trigger, after, puts, scopes, starts } = pattern;
  let matchers: { readonly leftwards: Matcher; readonly rightwards: Matcher } | undefined;
  return {
    triggers: triggersOf(trigger).filter(isFirstOfItsKind),
    scopes,
    matchesKind: (nameKind) => matchesKind(trigger, nameKind),
    starts,
    // A trigger that is more than one token leaves open what follows it.
    beside: () =>
      trigger.type === "balanced" ? { ...shapesBeside(pattern), after: anyShapes } : shapesBeside(pattern),
    match: (stream, index, place) => {
      matchers ??= {
        leftwards: compiledSequence(before, false),
        rightwards: compiledSequence([trigger, ...after], true),
      };
      const { leftwards, rightwards } = matchers;
      const match: Match = { stream, place, steps: mostSteps, from: [], to: [] };
      if (rightwards(match, index) === none || leftwards(match, stream.before(index)) === none) return noEdits;
      return puts.flatMap((put, edit) => {
        const from = match.from[edit] ?? 0;
        const to = match.to[edit] ?? -1;
        return from <= to ? [{ from, to, put }] : [];
      });
    },
  };
}

const noEdits: readonly PlacedEdit[] = [];

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

function compiled(pattern: Pattern, isForward: boolean): Matcher {
  switch (pattern.type) {
    case "text":
      return single(testOfText(pattern.text), pattern.isJoined, isForward);
    case "class":
      return single(testOfClass(pattern.name), pattern.isJoined, isForward);
    case "balanced":
      return balanced(pattern.open, isForward);
    case "inside":
      return inside;
    case "start":
      return mayStartAt(statementMayStart, isForward);
    case "operandStart":
      return mayStartAt(operandMayStart, isForward);
    case "where":
      return (match, at) => (match.place.scope === pattern.scope ? at : none);
    case "ownName":
      return single(
        (stream, at, place) => stream.isName(at) && stream.spelling(at) === place.className,
        false,
        isForward,
      );
    case "sequence":
      return compiledSequence(pattern.items, isForward);
    case "choice":
      return choice(pattern.options.map((option) => compiled(option, isForward)));
    case "repeat":
      return repeat(compiled(pattern.item, isForward), pattern.least, pattern.most);
    case "look":
      return look(compiled(pattern.item, isForward), pattern.isWanted);
    default:
      return mark(pattern.edit, pattern.isOpen, isForward);
  }
}

function mayStartAt(mayStart: (stream: Stream, before: number) => boolean, isForward: boolean): Matcher {
  return ({ stream }, at) => (mayStart(stream, isForward ? stream.before(at) : at) ? at : none);
}

function single(
  test: (stream: Stream, index: number, place: Place) => boolean,
  isJoined: boolean,
  isForward: boolean,
): Matcher {
  return (match, at) => {
    const { stream } = match;
    if (--match.steps < 0 || !test(stream, at, match.place)) return none;
    if (isJoined && stream.start(at) !== stream.end(stream.before(at))) return none;
    return isForward ? stream.after(at) : stream.before(at);
  };
}

function balanced(open: string, isForward: boolean): Matcher {
  if (open === "<") return isForward ? angles : anglesBefore;
  const kind = open.charCodeAt(0);
  const wanted = isForward ? kind : kind === Char.open ? Char.close : kind + 2;
  return ({ stream }, at) => {
    const partner = stream.kind(at) === wanted ? stream.partner(at) : 0;
    if (partner === 0) return none;
    return isForward ? stream.after(partner) : stream.before(partner);
  };
}

const angles: Matcher = (match, at) =>
  (match.stream.kind(at) === Char.less && match.stream.afterAngles(at, match)) || none;

const anglesBefore: Matcher = (match, end) => {
  const { stream } = match;
  if (stream.kind(end) !== Char.greater) return none;
  let depth = 0;
  for (let at = end; --match.steps >= 0; at = stream.before(at)) {
    const type = stream.kind(at);
    if (type === Char.greater) depth += 1;
    else if (type === Char.less) depth -= 1;
    else if (type === Char.close || type === Char.closeBracket) at = stream.partner(at) || at;
    else if (type === Char.semicolon || type === Char.openBrace || type === Kind.end || isDirective(type)) return none;
    if (depth === 0) return stream.before(at);
  }
  return none;
};

/** Up to the bracket that closes what holds the token. */
const inside: Matcher = (match, from) => {
  const { stream } = match;
  const before = stream.before(from);
  // One that nothing closes holds no end to be looked for.
  if (isOpening(stream.kind(before))) return stream.partner(before) || none;
  for (let at = from; --match.steps >= 0; at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.close || type === Char.closeBracket || type === Char.closeBrace) return at;
    if (type === Kind.end) return none;
    if (isOpening(type)) at = stream.partner(at) || at;
  }
  return none;
};

const isOpening = (kind: number): boolean => kind === Char.open || kind === Char.openBracket || kind === Char.openBrace;

function compiledSequence(items: readonly Pattern[], isForward: boolean): Matcher {
  const matchers = items.map((item) => compiled(item, isForward));
  if (!isForward) matchers.reverse();
  return (match, at) => {
    let next = at;
    for (const matcher of matchers) {
      next = matcher(match, next);
      if (next === none) return none;
    }
    return next;
  };
}

function choice(options: readonly Matcher[]): Matcher {
  return (match, at) => {
    for (const option of options) {
      const next = option(match, at);
      if (next !== none) return next;
    }
    return none;
  };
}

function repeat(item: Matcher, least: number, most: number): Matcher {
  return (match, from) => {
    let at = from;
    for (let count = 0; count < most; count += 1) {
      const next = item(match, at);
      if (next === none || next === at) return count >= least ? at : none;
      at = next;
    }
    return at;
  };
}

function look(item: Matcher, isWanted: boolean): Matcher {
  return (match, at) => ((item(match, at) !== none) === isWanted ? at : none);
}

/** A mark is between two tokens: an edit begins with the one after it, or ends with the one before. */
function mark(edit: number, isOpen: boolean, isForward: boolean): Matcher {
  return (match, at) => {
    const { stream } = match;
    if (isOpen) match.from[edit] = isForward ? at : at < 0 ? stream.first : stream.after(at);
    else match.to[edit] = isForward ? stream.before(at) : at;
    return at;
  };
}
