/**
 * The one way to make an answer fit its room. Input: lists, each with its share of the room and its forms from the richest to
 * the poorest, and how an answer is made of what they show. Output: the answer as it was asked for, or else each list in the
 * richest form that its share has room for, with as many rows as fit. Everything is measured in the format that is written.
 */
import type { IndexResults } from "./answer.ts";

/** The room of an answer. */
export type Room<Answer = IndexResults> = {
  /** UTF-16 code units, the call's own limit included; Infinity for no limit. */
  readonly maxChars: number;
  /** Returns the UTF-16 code units of an answer in the format in which it is written. */
  readonly charsOf: (answer: Answer) => number;
};

/** The room of an answer without a limit. */
export const noLimit: Room<unknown> = { maxChars: Number.POSITIVE_INFINITY, charsOf: () => 0 };

/** Returns forms that show something else. */
export function mapForms<From, To>(forms: readonly Form<From>[], to: (from: From) => To): readonly Form<To>[] {
  return forms.map(({ shown, ...form }) => ({
    ...form,
    shown: (size) => {
      const one = shown(size);
      return one === undefined ? undefined : to(one);
    },
  }));
}

/** One way to show a list. */
export type Form<Shown> = {
  /**
   * Returns the list in this form; undefined if it cannot be shown, such as a picture that is too large to be read.
   *
   * @param size how much of it: 1 for a form without sizes
   */
  readonly shown: (size: number) => Shown | undefined;
  /** The sizes that it can have, such as numbers of rows: the largest is taken that has room. By default it is all or nothing. */
  readonly sizes?: { readonly least: number; readonly most: number };
  /** UTF-16 code units that a unit of its size takes at the least: it is not made if that is too much. */
  readonly leastChars?: number;
};

/** A list of an answer that can show more or less of its rows. */
export type List<Shown> = {
  /** Its part of the room, which the others get if it does not need it. A list with the share 1 comes before all others. */
  readonly share: number;
  /** From the richest, which was asked for, to the poorest, which is taken if nothing fits. */
  readonly forms: readonly Form<Shown>[];
  /** True for a list that keeps its poorest form until all others are as they were asked for. It needs no share. */
  readonly isLast?: boolean;
};

/**
 * The length of the answer that was asked for, which did not fit: Infinity if it was not even made, undefined if it cannot be
 * shown at all.
 */
export type Excess = { readonly chars: number | undefined };

/**
 * Returns the richest answer that fits; the poorest one if none does.
 *
 * @param answerOf makes the answer of what the lists show, in their order. `excess` says why that is not all
 */
export function fitLists<Shown, Answer>(
  lists: readonly List<Shown>[],
  answerOf: (shown: readonly Shown[], excess?: Excess) => Answer,
  { maxChars, charsOf }: Room<Answer>,
): Answer {
  const wholes = lists.map(({ forms: [form] }) => wholeOf(form, maxChars));
  const shownWholes = wholes.flatMap(({ shown }) => (shown === undefined ? [] : [shown]));
  const whole = shownWholes.length === lists.length ? answerOf(shownWholes) : undefined;
  if (whole !== undefined && maxChars === Number.POSITIVE_INFINITY) return whole;
  const chars = whole === undefined ? excessOf(wholes) : charsOf(whole);
  if (whole !== undefined && chars !== undefined && chars <= maxChars) return whole;
  const [only] = lists;
  if (only !== undefined && lists.length === 1) {
    const richest = richestOf(only, maxChars, (one) => charsOf(answerOf([one], { chars })));
    return answerOf([richest?.one ?? poorestOf(only)], { chars });
  }
  const shown = lists.map(poorestOf);
  const cut = new Set(lists.keys());
  const charsWith = (index: number, one: Shown) => charsOf(answerOf(shown.with(index, one), { chars }));
  const placeWithin = (limitOf: (index: number) => number, isLast: boolean) => {
    for (const [index, list] of lists.entries()) {
      if ((list.isLast ?? false) !== isLast || !cut.has(index)) continue;
      const richest = richestOf(list, limitOf(index), (one) => charsWith(index, one));
      if (richest === undefined) continue;
      shown[index] = richest.one;
      if (richest.isWhole) cut.delete(index);
    }
  };
  const limits = limitsOf();
  placeWithin((index) => limits[index] ?? maxChars, false);
  // A list whose form is poorer than its budget leaves room to the lists before it as well.
  placeWithin(() => maxChars, false);
  if ([...cut].every((index) => lists[index]?.isLast)) placeWithin(() => maxChars, true);
  return answerOf(shown, { chars });

  /** The limits of the answer once each list is placed, with the lists after it in their poorest forms. */
  function limitsOf(): readonly number[] {
    const least = charsOf(answerOf(shown, { chars }));
    const left = Math.max(maxChars - least, 0);
    const needs = wholes.map(({ shown: one }, i) => {
      if (lists[i]?.isLast) return 0;
      return one === undefined ? left : Math.max(charsWith(i, one) - least, 0);
    });
    let limit = least;
    return budgetsOf(
      needs,
      lists.map(({ share }) => share),
      left,
    ).map((budget) => {
      limit += budget;
      return limit;
    });
  }
}

/** Returns the richest answer that fits, of one list that is all of it. See fitLists. */
export function fitForms<Shown, Answer>(
  forms: List<Shown>["forms"],
  answerOf: (shown: Shown, excess?: Excess) => Answer,
  room: Room<Answer>,
): Answer {
  const ofFirst = ([one]: readonly Shown[], excess?: Excess) => {
    if (one === undefined) throw new Error("an answer shows its list");
    return answerOf(one, excess);
  };
  return fitLists([{ share: 1, forms }], ofFirst, room);
}

/** A list as it was asked for; without `shown` if that cannot be shown, or is too long to be made. */
type Whole<Shown> = { readonly shown: Shown | undefined; readonly isTooLong: boolean };

function wholeOf<Shown>(form: Form<Shown> | undefined, maxChars: number): Whole<Shown> {
  if (form === undefined) throw new Error("a list has a form");
  const { shown, sizes: { most } = whole, leastChars = 0 } = form;
  const isTooLong = leastChars * most > maxChars;
  return { shown: isTooLong ? undefined : shown(most), isTooLong };
}

const whole = { least: 1, most: 1 };

function excessOf(wholes: readonly Whole<unknown>[]): number | undefined {
  return wholes.some(({ isTooLong }) => isTooLong) ? Number.POSITIVE_INFINITY : undefined;
}

function poorestOf<Shown>({ forms }: List<Shown>): Shown {
  const last = forms.at(-1);
  const shown = last?.shown((last.sizes ?? whole).least);
  if (shown === undefined) throw new Error("the poorest form of a list can be shown");
  return shown;
}

/** Returns a list in the richest form that fits, in the largest size that fits; undefined if none does. */
function richestOf<Shown>(
  { forms }: List<Shown>,
  limit: number,
  charsWith: (shown: Shown) => number,
): Fitting<Shown> | undefined {
  for (const [number, { shown: shownAt, sizes: { least, most } = whole, leastChars = 0 }] of forms.entries()) {
    const at = (size: number): Sized<Shown> => {
      const one = leastChars * size > limit ? undefined : shownAt(size);
      const chars = one === undefined ? Number.POSITIVE_INFINITY : charsWith(one);
      return { size, one, chars, isTooMuch: one === undefined || chars > limit };
    };
    let fitting = at(least);
    if (fitting.isTooMuch) continue;
    let tooMuch = at(leastChars > 0 ? Math.min(most, Math.max(Math.floor(limit / leastChars), least)) : most);
    if (!tooMuch.isTooMuch) fitting = tooMuch;
    for (let tries = 0; tooMuch.size - fitting.size > 1; tries++) {
      const between = at(sizeBetween(fitting, tooMuch, limit, tries));
      if (between.isTooMuch) tooMuch = between;
      else fitting = between;
    }
    const { one, size } = fitting;
    return one === undefined ? undefined : { one, isWhole: number === 0 && size === most };
  }
  return undefined;
}

/** What a list shows, and whether that is all that was asked for. */
type Fitting<Shown> = { readonly one: Shown; readonly isWhole: boolean };

/** A form in one of its sizes, and how long the answer is with it. */
type Sized<Shown> = {
  readonly size: number;
  readonly one: Shown | undefined;
  readonly chars: number;
  readonly isTooMuch: boolean;
};

/** A size between two others: by turns the one that has just room if all units are as long as each other, and the middle. */
function sizeBetween(low: Sized<unknown>, high: Sized<unknown>, limit: number, tries: number): number {
  const share = tries % 2 === 0 ? (limit - low.chars) / (high.chars - low.chars) : 0.5;
  const size = low.size + Math.floor((high.size - low.size) * (share > 0 ? share : 0.5));
  return Math.min(Math.max(size, low.size + 1), high.size - 1);
}

/**
 * Divides a budget by shares: each gets at most what it needs, and what that leaves is handed on to the others in their order.
 * Needs with the share 1 are met first. Shares are rounded down: a need can get one unit less for each other need when there is
 * more to divide.
 *
 * @returns a budget for each of the needs, together at most `total`
 */
function budgetsOf(needs: readonly number[], shares: readonly number[], total: number): readonly number[] {
  let left = total;
  const take = (budget: number) => {
    left -= budget;
    return budget;
  };
  const first = needs.map((need, i) => (shares[i] === 1 ? take(Math.min(need, left)) : 0));
  const divided = left;
  const own = needs.map((need, i) =>
    shares[i] === 1 ? (first[i] ?? 0) : take(Math.min(need, Math.floor(divided * (shares[i] ?? 0)))),
  );
  return own.map((budget, i) => budget + take(Math.min((needs[i] ?? 0) - budget, left)));
}
