/** A way of saying something at which readers who never saw the project stumble. */
export type Construction = {
  readonly name: string;
  readonly pattern: RegExp;
  /** What to write. */
  readonly instead: string;
  /** How often src, queries and the documents may have it. Lower it after rewording; it never rises. */
  readonly allowed: number;
};

/** The start of a passage or of a sentence. */
const start = String.raw`(?<=^["\x60]?|[.:;] |\| |[-*] |# )`;

/** The ten that the most readers stumbled at. */
export const constructions: readonly Construction[] = [
  {
    name: "those as a noun",
    pattern: /\b[Tt]hose (?:that|which|of|whose|who|where|with|in|from)\b/g,
    instead: 'the noun again: "files that …"',
    allowed: 21,
  },
  {
    name: "of which in front",
    pattern:
      /\b[Oo]f (?:which|whom)\b|\bOf (?:them|those)\b|, of (?:them|those)\b|\b(?:for|by|with|from|to|inside of) whom\b/g,
    instead: '"whose", or the subject first',
    allowed: 5,
  },
  {
    name: "a question as a noun",
    pattern: new RegExp(
      String.raw`${start}(?:What|Where|Who|Whose|How(?! to\b)|Whether|Which|When [^,.]*(?:$|\.))\b(?![^.]*\?)`,
      "g",
    ),
    instead: 'a noun or a verb: "The reason …", "The location of …", "True if …"',
    allowed: 68,
  },
  {
    name: "stands, behind, beside",
    pattern: /\b(?:[Ss]tand(?:s|ing)?|stood)\b(?! for\b|-)|\b(?:[Bb]ehind|in front of|[Bb]eside)\b/g,
    instead: '"is", "after", "before", "next to"',
    allowed: 33,
  },
  {
    name: "undefined where",
    pattern: /\b(?:[Uu]ndefined|[Ee]mpty|[Tt]rue|[Ff]alse|0|null|none|nothing) where\b/g,
    instead: '"undefined if"',
    allowed: 16,
  },
  { name: "alone after the noun", pattern: /\balone\b/g, instead: '"only" before it', allowed: 14 },
  {
    name: "is no, none of",
    pattern: /(?<!\b[Tt]here )\b(?:is|are|was|were|be|being|been) no\b(?! longer)|\b[Nn]one of\b/g,
    instead: '"is not an X", "is not one of"',
    allowed: 12,
  },
  {
    name: "but for, as far as, besides",
    pattern: /\b(?:[Bb]ut for|[Aa]s far as|[Bb]esides)\b/g,
    instead: '"except", "if", "also"',
    allowed: 5,
  },
  {
    name: "told of, what came of",
    pattern: /\b[Tt]old (?:of|when|what)\b|\b(?:is|are) told\b(?! apart)|\b(?:came|comes|come) of\b/g,
    instead: '"called when", "the result of"',
    allowed: 1,
  },
  {
    name: "in place of",
    pattern: /\b[Ii]n (?:place of|(?:its|their|the) place)\b|\b[Ii]n the place of\b/g,
    instead: '"instead of"',
    allowed: 9,
  },
];
