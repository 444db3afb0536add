/** Kinds below 32; any other kind is the character code of a one-character token. */
export const Kind = {
  end: 0,
  word: 1,
  number: 2,
  string: 3,
  character: 4,
  /** An operator of two or three characters that holds `=`, so that a lone `=` means what it says. */
  operator: 5,
  scope: 6,
  arrow: 7,
  if: 8,
  elif: 9,
  else: 10,
  endif: 11,
  define: 12,
  include: 13,
  directive: 14,
} as const;

export const isDirective = (kind: number): boolean => kind >= Kind.if && kind <= Kind.directive;

/** The tokens of one text as parallel arrays; the last one is `Kind.end`. Valid until the next text is read. */
export type Tokens = {
  readonly count: number;
  readonly kind: Uint8Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** 1 where the token is the first of its line. */
  readonly first: Uint8Array;
  /** Of a word: its number in the vocabulary; 0 of any other token. */
  readonly word: Int32Array;
  /** `Word` of a word, -1 of any other token. */
  readonly form: Int8Array;
  /** The indices of the directives. */
  readonly directives: readonly number[];
  /** The indices of brackets that are written as digraphs. */
  readonly digraphs: readonly number[];
  /** The indices of brackets, of directives, and of words that define classes, namespaces and types. */
  readonly marks: Int32Array;
  readonly markCount: number;
  /** True if each literal and comment ends, and no `#` is inside a line. */
  readonly isSound: boolean;
};
