import { expect, test } from "vitest";
import { indexingOf } from "../../src/code-index/languages.ts";
import { memoryIndex } from "../../src/code-index/memory-index.ts";
import { occurrencesIn } from "../../src/code-index/occurrences.ts";
import { withOverrides } from "../../src/code-index/overrides.ts";
import { eachOpenFile } from "../support/python-navigation.ts";

/** `line: the text of the line, type certainty` of each reference of the symbol that is declared at a place. */
async function referencesOf(
  name: string,
  place: { readonly path: string; readonly line: number; readonly column: number },
  files: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const found: string[] = [];
  await eachOpenFile(new Map(Object.entries(files)), [], (open, resolver) => {
    const index = memoryIndex(["/code"], [open.file]);
    const indexing = indexingOf("python");
    const file = { ...open, index, indexing, resolver, joinedText: open.text, referenceTags: () => new Map() };
    const places = [{ ...place, path: `/code/${place.path}` }];
    const symbol = { name, word: name, places, forward: [], constructors: [], isFile: false };
    for (const { offset, type, certainty } of occurrencesIn(file, [
      {
        ...withOverrides(symbol, { index, resolverOf: () => resolver }),
        aliases: [],
        madeBy: { names: [], paths: [] },
      },
    ])) {
      const line = open.text.slice(0, offset).split("\n").length;
      found.push(`${line}: ${open.text.split("\n")[line - 1]?.trim()}, ${type} ${certainty}`);
    }
  });
  return found;
}

test("a name in __all__ is a reference; in other strings and in comments it is none", async () => {
  const text = `
class Circle: ...  # Circle
__all__ = ["Circle", "Circles"]
names = ["Circle"]
def f():
    "Circle"
`;
  expect(await referencesOf("Circle", { path: "main.py", line: 2, column: 7 }, { "main.py": text })).toEqual([
    "2: class Circle: ...  # Circle, definition exact",
    '3: __all__ = ["Circle", "Circles"], text exact',
  ]);
});

test("a name in getattr is a possible reference, unless the object is of another class", async () => {
  const text = `
class Circle:
    def area(self): return getattr(self, "area")
class Other:
    def area(self): return hasattr(self, "area")
def f(x): setattr(x, "area", {"area": 1})
`;
  expect(await referencesOf("area", { path: "main.py", line: 3, column: 9 }, { "main.py": text })).toEqual([
    '3: def area(self): return getattr(self, "area"), definition exact',
    '3: def area(self): return getattr(self, "area"), text possible',
    '6: def f(x): setattr(x, "area", {"area": 1}), text possible',
  ]);
});

test("a name in an annotation that is a string, or in a comment with a type, is a reference", async () => {
  const text = `
class Circle: ...
def f(x: "Circle", y: 'list["Circle"]'):
    z = x  # type: Circle
    return "Circle"  # Circle
`;
  expect(await referencesOf("Circle", { path: "main.py", line: 2, column: 7 }, { "main.py": text })).toEqual([
    "2: class Circle: ..., definition exact",
    `3: def f(x: "Circle", y: 'list["Circle"]'):, type exact`,
    `3: def f(x: "Circle", y: 'list["Circle"]'):, type exact`,
    "4: z = x  # type: Circle, type exact",
  ]);
});

test("a keyword of an unknown call is no use of a method, a function or a class", async () => {
  const text = `
class B:
    size: int = 1
    def store(self, deep): return 0
def k(q):
    return q.other(store=True, deep=1, size=2)
def store(): ...
`;
  const usesOf = (name: string, line: number, column: number) =>
    referencesOf(name, { path: "main.py", line, column }, { "main.py": text });
  expect(await usesOf("store", 4, 9)).toEqual(["4: def store(self, deep): return 0, definition exact"]);
  expect(await usesOf("store", 7, 5)).toEqual(["7: def store(): ..., definition exact"]);
  expect(await usesOf("deep", 4, 21)).toEqual([
    "4: def store(self, deep): return 0, definition exact",
    "6: return q.other(store=True, deep=1, size=2), write possible",
  ]);
  expect(await usesOf("size", 3, 5)).toEqual([
    "3: size: int = 1, definition exact",
    "6: return q.other(store=True, deep=1, size=2), write possible",
  ]);
});

test("a name behind the star of a display or a list of values is used as elsewhere", async () => {
  const text = `
class A:
    def __init__(self): self.items = [1]
    @classmethod
    def make(cls, n=0): return [1]
    def m(self): return [*self.items], {*self.items[1:]}, {**self.items}
    def n(self):
        for x in *self.items, 1: yield x
def u(): return {*A.make(n=1)}, [*A.make().x], *A.make()
`;
  const usesOf = async (name: string, line: number, column: number) =>
    (await referencesOf(name, { path: "main.py", line, column }, { "main.py": text })).map((use) =>
      use.replace(/: .*,/, ""),
    );
  expect(await usesOf("items", 3, 30)).toEqual([
    ...["3 definition exact", "6 read exact", "6 read exact", "6 read exact", "8 read exact"],
  ]);
  expect(await usesOf("make", 5, 9)).toEqual(["5 definition exact", "9 call exact", "9 call exact", "9 call exact"]);
  expect(await usesOf("n", 5, 19)).toEqual(["5 definition exact", "9 write exact"]);
});

test("a fixture is used by the parameters that it is passed for, and where these are", async () => {
  const text = `
import pytest
@pytest.fixture
def server(): ...
def test_all(server): server.get()
@pytest.mark.usefixtures("server")
def test_none(server=None): return server
def helper(server): return server
class TestGroup:
    @pytest.fixture
    def client(self, server): return server
    @pytest.mark.parametrize("server", [1])
    def test_one(self, server, client): ...
`;
  expect(await referencesOf("server", { path: "a.py", line: 4, column: 5 }, { "a.py": text })).toEqual([
    "4: def server(): ..., definition exact",
    "5: def test_all(server): server.get(), read exact",
    "5: def test_all(server): server.get(), read exact",
    '6: @pytest.mark.usefixtures("server"), text exact',
    "11: def client(self, server): return server, read exact",
    "11: def client(self, server): return server, read exact",
  ]);
});
