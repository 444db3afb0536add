/**
 * The special methods of Python by what runs them. Input: none; output: tables from operators, builtin functions and assertions to the
 * methods of their values.
 */
import { wordRecord, wordSet } from "../../base/word-list.ts";

/** The methods that run for a value: of each list the first one that its class has. */
export type Methods = readonly (readonly string[])[];

export const text: Methods = [["__str__", "__repr__"]];
export const formatted: Methods = [["__format__", "__str__", "__repr__"]];
export const truth: Methods = [["__bool__", "__len__"]];
export const iteration: Methods = [["__iter__"], ["__next__"]];
const equality: Methods = [["__eq__"]];
const inequality: Methods = [["__ne__", "__eq__"]];

/** Sign → the word of its methods: `add` of `__add__`, `__radd__` and `__iadd__`. */
export const arithmetic: Readonly<Record<string, string>> = {
  "+": "add",
  "-": "sub",
  "*": "mul",
  "/": "truediv",
  "//": "floordiv",
  "%": "mod",
  "**": "pow",
  "@": "matmul",
  "|": "or",
  "&": "and",
  "^": "xor",
  "<<": "lshift",
  ">>": "rshift",
};

export const unary: Readonly<Record<string, string>> = { "-": "__neg__", "+": "__pos__", "~": "__invert__" };

/** Sign → the methods of the left value and of the right one. */
export const comparisons: Readonly<Record<string, readonly [left: Methods, right: Methods]>> = {
  "==": [equality, equality],
  "!=": [inequality, inequality],
  "<": [[["__lt__"]], [["__gt__"]]],
  ">": [[["__gt__"]], [["__lt__"]]],
  "<=": [[["__le__"]], [["__ge__"]]],
  ">=": [[["__ge__"]], [["__le__"]]],
  in: [[], [["__contains__", "__iter__"]]],
  "not in": [[], [["__contains__", "__iter__"]]],
};

/** Function or method that is called → the methods of each of its first arguments. */
export const functions: Readonly<Record<string, readonly Methods[]>> = {
  ...wordRecord("list tuple set frozenset dict sorted sum min max any all enumerate iter reversed", [iteration]),
  ...wordRecord("zip chain", [iteration, iteration, iteration]),
  ...wordRecord("map filter", [[], iteration]),
  ...wordRecord("str print", [text]),
  ...wordRecord("assertEqual assertEquals assertCountEqual", [equality, equality]),
  ...wordRecord("assertNotEqual assertNotEquals", [inequality, inequality]),
  ...wordRecord("assertIn assertNotIn", [[], [["__contains__", "__iter__"]]]),
  ...wordRecord("bool assertTrue assertFalse", [truth]),
  format: [formatted],
  repr: [[["__repr__"]]],
  len: [[["__len__"]]],
  next: [[["__next__"]]],
  hash: [[["__hash__"]]],
  abs: [[["__abs__"]]],
  int: [[["__int__", "__index__"]]],
  float: [[["__float__", "__index__"]]],
  bytes: [[["__bytes__"]]],
  round: [[["__round__"]]],
};

/** The methods that are looked for. */
export const specialNames: ReadonlySet<string> = new Set([
  ...[text, formatted, truth, iteration, equality, inequality, ...Object.values(functions).flat()].flat(2),
  ...Object.values(comparisons).flat(3),
  ...Object.values(unary),
  ...Object.values(arithmetic).flatMap((word) => [`__${word}__`, `__r${word}__`, `__i${word}__`]),
  ...wordSet(
    "__enter__ __exit__ __aenter__ __aexit__ __aiter__ __anext__ __getitem__ __setitem__ __delitem__ __call__",
  ),
]);
