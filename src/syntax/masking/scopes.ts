/** What a pair of braces holds; statements or declarations up to `block`, values after it. */
export const Scope = {
  namespace: 0,
  class: 1,
  block: 2,
  enum: 3,
  list: 4,
} as const;

/** What braces hold, by their index, with the word of a class's name. */
export type Bodies = Map<number, { readonly scope: number; readonly name: number }>;
