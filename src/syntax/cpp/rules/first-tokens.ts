import { keywords, Word } from "../tokens/keywords.ts";
import type { Stream } from "../tokens/stream.ts";
import { isDirective, Kind } from "../tokens/token-list.ts";
import type { Pattern, RulePattern } from "./pattern.ts";
import { keywordNumbers, kindsOfClass, kindsOfText } from "./token-tests.ts";

/** Shapes of tokens: the kind of one that is no word, and of a word what keywords.ts says of it. */
export const shapeCount = 160;
const firstWordShape = 128;

/** Returns the shape of a token, by which most patterns are told not to match before they are tried. */
export function shapeOf(stream: Stream, index: number): number {
  const kind = stream.kind(index);
  return kind === Kind.word ? firstWordShape + stream.word(index) : kind;
}

/** Shapes that a token can have; undefined: any. */
export type Shapes = ReadonlySet<number> | undefined;

/** Returns the shapes that the tokens beside the trigger of a pattern can have. */
export function shapesBeside({ before, after }: RulePattern): { readonly before: Shapes; readonly after: Shapes } {
  return { before: firstOf(before, false).shapes, after: firstOf(after, true).shapes };
}

/** What a pattern begins with; `isEmpty` when it may match nothing, so that what follows it counts as well. */
type First = { readonly shapes: Shapes; readonly isEmpty: boolean };

function firstOf(items: readonly Pattern[], isForward: boolean): First {
  const shapes = new Set<number>();
  for (const item of isForward ? items : items.toReversed()) {
    const first = firstOfOne(item, isForward);
    if (first.shapes === undefined) return first;
    for (const shape of first.shapes) shapes.add(shape);
    if (!first.isEmpty) return { shapes, isEmpty: false };
  }
  return { shapes: undefined, isEmpty: true };
}

const nothing: First = { shapes: new Set(), isEmpty: true };
const anything: First = { shapes: undefined, isEmpty: false };

function firstOfOne(pattern: Pattern, isForward: boolean): First {
  switch (pattern.type) {
    case "text":
      return { shapes: shapesOf(kindsOfText(pattern.text)), isEmpty: false };
    case "class":
      return { shapes: shapesOfClass(pattern.name), isEmpty: false };
    case "balanced":
      return { shapes: new Set([isForward ? pattern.open.charCodeAt(0) : closing(pattern.open)]), isEmpty: false };
    case "sequence":
      return firstOf(pattern.items, isForward);
    case "choice":
      return unionOf(pattern.options.map((option) => firstOfOne(option, isForward)));
    case "repeat": {
      const first = firstOfOne(pattern.item, isForward);
      return { ...first, isEmpty: pattern.least === 0 || first.isEmpty };
    }
    case "look":
      return pattern.isWanted ? firstOfOne(pattern.item, isForward) : nothing;
    case "mark":
      return nothing;
    default:
      return anything;
  }
}

function unionOf(firsts: readonly First[]): First {
  const isEmpty = firsts.some((first) => first.isEmpty);
  if (firsts.some(({ shapes }) => shapes === undefined)) return { shapes: undefined, isEmpty };
  return { shapes: new Set(firsts.flatMap(({ shapes }) => [...(shapes ?? [])])), isEmpty };
}

function closing(open: string): number {
  const code = open.charCodeAt(0);
  return open === "(" ? code + 1 : code + 2;
}

const formsByNumber = new Map([...keywords].map(([word, form]) => [keywordNumbers.get(word), form]));

function shapesOf(kinds: ReturnType<typeof kindsOfText>): Shapes {
  return new Set(
    kinds.map(({ kind, word }) =>
      kind === Kind.word ? firstWordShape + (formsByNumber.get(word) ?? Word.name) : kind,
    ),
  );
}

function shapesOfClass(name: string): Shapes {
  if (["name", "capital", "primitive", "attributed"].includes(name)) return new Set([firstWordShape + Word.name]);
  if (name === "directive")
    return new Set(Array.from({ length: firstWordShape }, (_, kind) => kind).filter(isDirective));
  const kinds = kindsOfClass(name);
  return kinds.length === 0 ? undefined : shapesOf(kinds);
}
