/**
 * The numbers of the ranking of search_code. They were chosen on the history of code bases: lab/commands/localise.mjs measures
 * them on others.
 */

/** A place of a word in a symbol. */
export type Field = "name" | "container" | "path" | "signature" | "doc" | "text" | "code";

/**
 * The weight of a word in a field, and the part of the weight that grows less with the length of the field (the `b` of BM25F);
 * `average` is the usual length: of names in parts, of texts in UTF-16 code units.
 */
export const fields: Readonly<
  Record<Field, { readonly weight: number; readonly b: number; readonly average: number }>
> = {
  name: { weight: 6, b: 0.6, average: 2.5 },
  container: { weight: 1.5, b: 0.3, average: 2 },
  path: { weight: 1.5, b: 0.3, average: 4 },
  signature: { weight: 1.5, b: 0.4, average: 60 },
  doc: { weight: 2, b: 0.6, average: 200 },
  text: { weight: 1.4, b: 0.7, average: 600 },
  code: { weight: 1, b: 0.6, average: 600 },
};

/** The weighted number of words in a symbol at which a term has half of its worth (the `k1` of BM25). */
export const halfWorth = 2;

/** The same for a file, whose words are counted once each, and its `b`. */
export const ofFile = { halfWorth: 1.2, b: 0.5, pathWeight: 2.5 };

/** The part of the score of a file that its symbols have. */
export const fileShare = 0.25;

/**
 * The part that the score of a symbol grows by, the more the longer its own code is, up to a length in UTF-16 code units: a short
 * function that only hands on has many of the words of the one that does the work.
 */
export const substance = { most: 0.3, length: 600 };

/** Factors of scores. */
export const factors = {
  /** Of tests, unless the question is about tests. */
  test: 0.5,
  /** Of a declaration without body. */
  declared: 0.4,
};

/** Factors of scores by kind; 1 for others. */
export const kindFactors: ReadonlyMap<string, number> = new Map(
  Object.entries({
    class: 0.8,
    struct: 0.8,
    interface: 0.8,
    enum: 0.6,
    enum_member: 0.5,
    field: 0.5,
    variable: 0.6,
    constant: 0.6,
    constructor: 0.8,
    property: 0.8,
    namespace: 0.3,
    module: 0.3,
  }),
);

/** Digits of a score after the point: symbols of different files are compared by the score that is shown. */
export const scoreDigits = 3;
