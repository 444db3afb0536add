import { describe, expect, test } from "vitest";
import { blankTypeParameterDefaults } from "../../src/syntax/python/type-parameter-defaults.ts";

const blanked = blankTypeParameterDefaults;

describe("defaults of type parameters", () => {
  test.each([
    ["def f[T: int = str](x=1): ...", "def f[T: int      ](x=1): ..."],
    ["class A[T = int, *Ts = *tuple[int], **P = [a]]: ...", "class A[T      , *Ts              , **P      ]: ..."],
    ["type X[T = dict[str, U]] = list[T]", "type X[T               ] = list[T]"],
    ["async def f \\\n [T: (int, str) = (1)](): x", "async def f \\\n [T: (int, str)      ](): x"],
    ['class A[\n  T = "]",  # one, ]\n  U = [\n  ],\n]: ...', "class A[\n  T      ,  # one, ]\n  U    \n   ,\n]: ..."],
    ["class Ünï[T=1]: ...", "class Ünï[T  ]: ..."],
  ])("become blanks: %j", (text, copy) => {
    expect(blanked(text)).toBe(copy);
  });

  test.each([
    "x[T] = 1",
    "x[T]: int = 1",
    "def f(a=b[c], *, d: int = e[1]): x[T] = a == b",
    "def f[T: int](a=1): pass",
    "class A(B[T], metaclass=M): pass",
    "type = x[T]; type[a] = 1; a.type = b",
    "f(type=x[T], y=1)",
    "'class A[T = int]'",
    "# class A[T = int]\n[x] = y",
    '"""\ndef f[T = int]\n"""',
    "class A[T: (x := int), U: f(a=1)]: pass",
  ])("are none: %j", (text) => {
    expect(blanked(text)).toBe(text);
  });
});
