/** The limits of a page. Rows that are left out are counted in the page. */

/** Symbols of the outline and the search. Each takes some 90 characters, so that a page stays below 10 MB. */
export const maxSymbols = 100_000;

/** UTF-16 code units of a signature: two lines of a wide screen. */
export const maxSignatureChars = 200;

/** Functions that are the worst by one column of the table, which sorts by five columns. */
export const maxWorstFunctions = 50;

/** Places of one rule: a person reads some, and fixes the rest with the rule's own tool. */
export const maxPlaces = 500;

/** UTF-16 code units of a finding's line of code, and of its message. */
export const maxLineChars = 200;

/** Files that most others depend on. */
export const maxNeededFiles = 25;

/** Cycles of imports, the shortest first. */
export const maxCycles = 50;

/** Files of a cycle that are named: a longer one is no longer read along. */
export const maxCycleFiles = 20;

/** Imports whose file is not in the folder, and files that could not be read. */
export const maxNamedPlaces = 100;
