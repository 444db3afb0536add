/** The contents of a pair of braces; statements or declarations up to `block`, values after it. */
export const Scope = {
  namespace: 0,
  class: 1,
  block: 2,
  enum: 3,
  list: 4,
} as const;
