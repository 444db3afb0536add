import { largeCode } from "./large-code.ts";

/** Queries that take longer than any limit, and the file of `hostileFiles` without its extension for which they do. */
export const hostileQueries = {
  siblings: {
    shows: "siblings that need not be adjacent",
    query: "(_ (_) @a (_) @b (_) @c)",
    name: "large",
  },
  stars: { shows: "stars in stars", query: "(_ ((_)* (_)*)* @x . (_)* @y)", name: "large" },
  regex: {
    shows: "a regular expression that backtracks",
    query: '((string_literal) @s (#match? @s "^\\"(a+)+\\"?$"))',
    name: "backtracking",
  },
} as const;

const large = largeCode(1, 269_000);
const backtracking = `const char *s = "${"a".repeat(40)}!";\n`;

/** For each name of a query a file, and a folder with two harmless files before that file. */
export const hostileFiles: Readonly<Record<string, string>> = {
  "small.cpp": "class A {};\n",
  "large.cpp": large,
  "backtracking.cpp": backtracking,
  "large/a.cpp": "int a() { return 1; }\n",
  "large/b.cpp": "int b() { return 2; }\n",
  "large/z.cpp": large,
  "backtracking/a.cpp": 'const char *s = "aaa";\n',
  "backtracking/b.cpp": 'const char *s = "a";\n',
  "backtracking/z.cpp": backtracking,
};
