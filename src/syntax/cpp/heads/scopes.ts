/** What a pair of braces holds; statements or declarations up to `block`, values after it. */
export const Scope = {
  namespace: 0,
  class: 1,
  block: 2,
  enum: 3,
  list: 4,
} as const;

interface Body {
  readonly scope: number;
  /** Of a class: the word of its name, or -1. */
  readonly name: number;
  /** Whether this is surely what a function does, and nothing that a macro opens. */
  readonly isFunction?: boolean;
}

export const functionBody: Body = { scope: Scope.block, name: -1, isFunction: true };

/** What braces hold, by their index. */
export type Bodies = Map<number, Body>;
