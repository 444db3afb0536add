/**
 * The characters that PNGs have, as of a class of a regular expression: Latin, Greek and Cyrillic letters, punctuation,
 * and the box instead of any other one. scripts/build.mjs takes them from the font.
 */
export const drawnCharacters = " -~\u00A0-\u017F\u0370-\u03FF\u0400-\u045F\u2010-\u2027\u2190-\u2193\u25A1\uFFFD";

/** The replacement for a character that the font does not have. */
export const missingCharacter = "\u25A1";
