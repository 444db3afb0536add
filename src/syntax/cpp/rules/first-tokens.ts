/**
 * The shapes of the tokens that a pattern can begin with (first sets), by which most rules are excluded before they are
 * tried. Input: a pattern; output: the shapes of the tokens next to its trigger.
 */
import { keywords, Word } from "../tokens/keywords.ts";
import { isDirective, Kind } from "../tokens/token-list.ts";
import { endsOperand, startsStatement, wordsBeforeOperand } from "./operand-places.ts";
import type { Pattern, RulePattern } from "./pattern.ts";
import { isClassOfNames, keywordNumbers, kindsOfClass, kindsOfText } from "./token-classes.ts";

/** Shapes of tokens: the kind of one that is not a word, and of a word what keywords.ts says of it. */
export const shapeCount = 160;
const firstWordShape = 128;

/** A name that is written like a macro has a shape of its own. */
const nameShape = firstWordShape + Word.name;
const capitalShape = shapeCount - 1;
const nameShapes: ReadonlySet<number> = new Set([nameShape, capitalShape]);

/** Shapes that a token can have; undefined: any. */
export type Shapes = ReadonlySet<number> | undefined;

/**
 * Shapes of the next token, of the one after it, and of the one after the brackets that it is the first of, in one
 * direction.
 */
export type NextShapes = { readonly next: Shapes; readonly second: Shapes; readonly beyond: Shapes };

/** Shapes of the tokens on both sides of a trigger. */
export type ShapesBeside = { readonly before: NextShapes; readonly after: NextShapes };

/** Any shapes. */
export const anyShapes: NextShapes = { next: undefined, second: undefined, beyond: undefined };

/** Returns the shapes that the tokens next to the trigger of a pattern can have. */
export function shapesBeside({ before, after }: Pick<RulePattern, "before" | "after">): ShapesBeside {
  return { before: nextShapes(before.toReversed(), false), after: nextShapes(after, true) };
}

/** @param items in the direction of reading */
function nextShapes(items: readonly Pattern[], isForward: boolean): NextShapes {
  return {
    next: firstOf(items, isForward).shapes,
    second: secondOf(items, { isForward, isBeyond: false }, mostUnfolded),
    beyond: secondOf(items, { isForward, isBeyond: true }, mostUnfolded),
  };
}

/** Patterns that are unfolded to find a second token: nested ones of shipped rules take fewer. */
const mostUnfolded = 12;

/**
 * Returns the shapes of the second token, where a pattern says what the first one is; with `isBeyond` of the one after
 * brackets, where it says that they come first.
 */
function secondOf(
  items: readonly Pattern[],
  way: { readonly isForward: boolean; readonly isBeyond: boolean },
  left: number,
): Shapes {
  const { isForward, isBeyond } = way;
  const [item, ...rest] = items;
  if (item === undefined || left === 0) return undefined;
  switch (item.type) {
    case "text":
    case "class":
    case "ownName":
      return isBeyond ? undefined : firstOf(rest, isForward).shapes;
    case "balanced":
      return isBeyond ? firstOf(rest, isForward).shapes : undefined;
    case "mark":
    case "look":
    case "start":
    case "operandStart":
    case "where":
      return secondOf(rest, way, left - 1);
    case "sequence":
      return secondOf([...ordered(item.items, isForward), ...rest], way, left - 1);
    case "choice":
      return union(item.options.map((option) => secondOf([option, ...rest], way, left - 1)));
    case "repeat": {
      const again: readonly Pattern[] = item.most > 1 ? [{ ...item, least: 0 }] : [];
      const repeated = secondOf([item.item, ...again, ...rest], way, left - 1);
      return item.least > 0 ? repeated : union([repeated, secondOf(rest, way, left - 1)]);
    }
    default:
      return undefined;
  }
}

const ordered = (items: readonly Pattern[], isForward: boolean): readonly Pattern[] =>
  isForward ? items : items.toReversed();

/** Any shape where one of them may be any. */
function union(all: readonly Shapes[]): Shapes {
  const known = all.filter((shapes) => shapes !== undefined);
  return known.length < all.length ? undefined : new Set(known.flatMap((shapes) => [...shapes]));
}

/** The first tokens of a pattern; `isEmpty` when it may match nothing, so that the next tokens count as well. */
type First = { readonly shapes: Shapes; readonly isEmpty: boolean };

/** @param items in the direction of reading */
function firstOf(items: readonly Pattern[], isForward: boolean): First {
  const shapes = new Set<number>();
  for (const item of items) {
    const first = firstOfOne(item, isForward);
    if (first.shapes === undefined) return first;
    for (const shape of first.shapes) shapes.add(shape);
    if (!first.isEmpty) return { shapes, isEmpty: false };
  }
  return { shapes: undefined, isEmpty: true };
}

const nothing: First = { shapes: new Set(), isEmpty: true };
const anything: First = { shapes: undefined, isEmpty: false };

const kindsOf = (isWanted: (kind: number) => boolean): readonly number[] =>
  Array.from({ length: firstWordShape }, (_, kind) => kind).filter(isWanted);

const shapesBeforeStatement: ReadonlySet<number> = new Set([Kind.end, ...kindsOf(startsStatement)]);
const shapesBeforeOperand: ReadonlySet<number> = new Set([
  ...kindsOf((kind) => kind !== Kind.word && !endsOperand(kind)),
  ...wordsBeforeOperand.map((word) => firstWordShape + word),
]);

function firstOfOne(pattern: Pattern, isForward: boolean): First {
  switch (pattern.type) {
    case "text":
      return { shapes: shapesOfText(pattern.text), isEmpty: false };
    case "class":
      return { shapes: shapesOfClass(pattern.name), isEmpty: false };
    case "ownName":
      return { shapes: nameShapes, isEmpty: false };
    case "balanced":
      return { shapes: new Set([isForward ? pattern.open.charCodeAt(0) : closing(pattern.open)]), isEmpty: false };
    case "sequence":
      return firstOf(ordered(pattern.items, isForward), isForward);
    case "choice":
      return unionOf(pattern.options.map((option) => firstOfOne(option, isForward)));
    case "repeat": {
      const first = firstOfOne(pattern.item, isForward);
      return { ...first, isEmpty: pattern.least === 0 || first.isEmpty };
    }
    case "look": {
      // The next tokens tell more than a look that any token may pass.
      const first = pattern.isWanted ? firstOfOne(pattern.item, isForward) : nothing;
      return first.shapes === undefined ? nothing : first;
    }
    case "start":
      return isForward ? nothing : { shapes: shapesBeforeStatement, isEmpty: false };
    case "operandStart":
      return isForward ? nothing : { shapes: shapesBeforeOperand, isEmpty: false };
    case "mark":
    case "where":
      return nothing;
    default:
      return anything;
  }
}

function unionOf(firsts: readonly First[]): First {
  return { shapes: union(firsts.map(({ shapes }) => shapes)), isEmpty: firsts.some((first) => first.isEmpty) };
}

function closing(open: string): number {
  const code = open.charCodeAt(0);
  return open === "(" ? code + 1 : code + 2;
}

const formsByNumber = new Map([...keywords].map(([word, form]) => [keywordNumbers.get(word), form]));

const shapesOfText = remembered((text) => shapesOf(kindsOfText(text)));

function shapesOf(kinds: ReturnType<typeof kindsOfText>): Shapes {
  return new Set(
    kinds.flatMap(({ kind, word }) => {
      if (kind !== Kind.word) return [kind];
      const form = formsByNumber.get(word);
      return form === undefined ? [...nameShapes] : [firstWordShape + form];
    }),
  );
}

const shapesOfClass = remembered((name) => {
  if (name === "capital") return new Set([capitalShape]);
  if (name === "primitive" || isClassOfNames(name)) return nameShapes;
  if (name === "word")
    return new Set(Array.from({ length: shapeCount - firstWordShape }, (_, word) => firstWordShape + word));
  if (name === "directive") return new Set(kindsOf(isDirective));
  const kinds = kindsOfClass(name);
  return kinds.length === 0 ? undefined : shapesOf(kinds);
});

/** The same for each word, found out once: patterns have few different ones. */
function remembered(find: (word: string) => Shapes): (word: string) => Shapes {
  const known = new Map<string, Shapes>();
  return (word) => {
    if (!known.has(word)) known.set(word, find(word));
    return known.get(word);
  };
}
