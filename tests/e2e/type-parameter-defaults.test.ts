import { describe, expect, test } from "vitest";
import { blankTypeParameterDefaults } from "../../src/syntax/type-parameter-defaults.ts";
import { runServer } from "../support/built-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const blanked = (text: string): string => blankTypeParameterDefaults(text, ["class", "def", "type"]);

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

const folder = temporaryFolder({
  "defaults.py": `class A[
  T = int,  # ]
  *Ts = *tuple[int, str],
](B[T], x=1):
    def f[U: int = str](self, a=b[c]): x[T] = 1
type X[T = int] = list[T]
`,
});

test("cost no definition, positions are true and texts the file's own", async () => {
  const ask = async (...args: readonly string[]): Promise<unknown> =>
    JSON.parse((await runServer("", { args, cwd: folder })).stdout);
  expect(await ask("parse_file", "defaults.py")).toMatchObject({ has_errors: false });
  expect(await ask("find_classes", "defaults.py")).toMatchObject({ classes: [{ name: "A", line: 1, column: 7 }] });
  expect(await ask("find_functions", "defaults.py")).toMatchObject({ functions: [{ name: "f", line: 5, column: 9 }] });
  expect(await ask("execute_query", "defaults.py", "--query", "(type_alias_statement) @t")).toMatchObject({
    matches: [{ text: "type X[T = int] = list[T]", line: 6, column: 1 }],
  });
});
