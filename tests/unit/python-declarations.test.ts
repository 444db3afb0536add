import { describe, expect, test } from "vitest";
import { declarationsInPython } from "../../src/code-index/python/declarations.ts";
import { type DeclarationFact, DeclarationFlag } from "../../src/facts/declaration-facts.ts";
import { type FlatText, withParsed } from "../../src/syntax/parse.ts";
import { languageNamed } from "../support/shipped-languages.ts";

const language = languageNamed("python");

async function factsOf(text: string, withLocals = false): Promise<readonly DeclarationFact[]> {
  return withFlat(text, (flat) => declarationsInPython(flat, withLocals));
}

async function withFlat<Result>(text: string, use: (flat: FlatText) => Result): Promise<Result> {
  return withParsed(language, text, {}, (parsed) => use(parsed.flat()));
}

/** The flags of Python: six of C++ have the bits of others. */
const flagNames = Object.entries(DeclarationFlag).filter(
  ([word]) => !["const", "scoped", "internal", "foreign", "specialized", "virtual"].includes(word),
);

/** `parent.name kind flags: type`, one a line. */
function listed(facts: readonly DeclarationFact[]): string {
  return facts
    .map(({ name, kind, flags, type, parent }) => {
      const owner = facts[parent] === undefined ? "" : `${facts[parent].name}.`;
      const set = flagNames.flatMap(([flag, bit]) => ((flags & bit) === 0 ? [] : [` ${flag}`])).join("");
      return `${owner}${name} ${kind}${set}${type === "" ? "" : `: ${type}`}`;
    })
    .join("\n");
}

/** A statement or the head of a class, and what it declares. */
const madeClasses: readonly (readonly [string, string])[] = [
  ["P = namedtuple('P', 'x y')", "P class: tuple\nP.x field\nP.y field"],
  ["P = collections.namedtuple('P', ['x', 'y'], defaults=[1])", "P class: tuple\nP.x field\nP.y field"],
  ["N = NamedTuple('N', [('u', int), ('v', 'str')])", "N class: NamedTuple\nN.u field: int\nN.v field: str"],
  ["T = typing.TypedDict('T', {'k': int}, total=False)", "T class: typing.TypedDict\nT.k field: int"],
  ["E = enum.IntFlag('E', 'A, B')", "E class: enum.IntFlag\nE.A field\nE.B field"],
  ["E = Enum('E', {'A': 1})", "E class: Enum\nE.A field"],
  ["U = NewType('U', 'Later')", "U class: Later"],
  [
    "D = make_dataclass('D', ['a', ('b', int)], bases=(Base, Other))",
    "D class: Base, Other\nD.a field\nD.b field: int",
  ],
  ["D = type('D', (Base,), {})", "D class: Base"],
  ["class A(namedtuple('A', 'x')): pass", "A class: tuple\nA.x field"],
  ["class A:\n    P = namedtuple('P', 'x')", "A class\nA.P class: tuple\nP.x field"],
  // What is no class, or is not known to be one.
  ["x = type(y)", "x variable: =type(y)"],
  ["x = namedtuple(name, 'x')", "x variable: =namedtuple(name, 'x')"],
  ["x = namedtuple(f'{a}', 'x')", "x variable: =namedtuple(f'{a}', 'x')"],
  ["x = other('P', 'x y')", "x variable: =other('P', 'x y')"],
  ["x, y = namedtuple('P', 'x')", "x variable: =namedtuple('P', 'x')[0]\ny variable: =namedtuple('P', 'x')[1]"],
];

test.each(madeClasses)("a call that makes a class: %s", async (text, expected) => {
  expect(listed(await factsOf(`${text}\n`))).toBe(expected);
});

test("what a call names has its place in the string", async () => {
  const facts = await factsOf('P = namedtuple("P", "first, x second")\n');
  expect(facts.map(({ name, line, column, start, end }) => [name, line, column, end - start])).toEqual([
    ["P", 1, 1, 38],
    ["first", 1, 22, 5],
    ["x", 1, 29, 1],
    ["second", 1, 31, 6],
  ]);
});

test("fixtures of pytest, and the parameters that ask for them", async () => {
  const text = `
@pytest.fixture(scope="module")
def made(asked): ...
@pytest.fixture(name="other")
def renamed(usual): ...
@pytest.mark.parametrize(["one", "two"], [(1, 2)])
@pytest.mark.parametrize(argnames="three , four", argvalues=[])
def test_all(one, two, three, four, asked, default=1, *rest): ...
@pytest.mark.parametrize(NAMES, [])
def test_none(unknown): ...
@pytest.mark.parametrize("five", [5])
class TestGroup:
    def test_it(self, five, asked): ...
    @staticmethod
    def test_static(asked): ...
    def helper(self, usual): ...
`;
  const flagged = (await factsOf(text)).filter(({ flags }) => (flags & DeclarationFlag.fixture) !== 0);
  expect(flagged.map(({ name, line }) => `${line}: ${name}`)).toEqual([
    ...["3: made", "3: asked", "8: asked", "13: asked", "15: asked"],
  ]);
});

describe("declarations of a file", () => {
  test("functions, classes and what they hold", async () => {
    const text = `
@decorate
class A(Base, Generic[T], metaclass=M):
    x: int = 1
    y = z = None
    @property
    def p(self) -> str: ...
    @staticmethod
    def s(a, /, b: "B" = None, *args: int, c=1, **rest): ...
    def m(self):
        self.x = 2
        self.y = Foo()
        self.w: list[int] = []
        other.v = 1
        local = 3
        def inner(q): self.no = 1
async def f[U](a: U) -> U: ...
`;
    expect(listed(await factsOf(text))).toBe(
      `
A class: Base, Generic[T]
A.x field: int
A.y field: =None
A.z field: =None
A.p function property: str
p.self parameter
A.s function static
s.a parameter
s.b parameter: "B"
s.args parameter: tuple[int, ...]
s.c parameter: =1
s.rest parameter: dict[str, object]
A.m function
m.self parameter
A.y field: =Foo()
A.w field: list[int]
f function async: U
f.U type_parameter
f.a parameter: U`.trim(),
    );
  });

  test("imports", async () => {
    const text = `
import a, b.c, d.e as f
from . import g as h
from ..i . j import (k, l)
from m import *
if TYPE_CHECKING:
    from n import o
try:
    import p
except ImportError:
    p = None
`;
    expect(listed(await factsOf(text))).toBe(
      `
a import: a
b import: b.c
f import: d:e
h import: .:g
k import: ..i.j:k
l import: ..i.j:l
* star_import: m
o import typing: n:o
p import: p
p variable unlikely: =None`.trim(),
    );
  });

  test.each([
    ...[
      "sys.version_info >= (3,)",
      "sys.version_info[0] >= 3",
      "sys.version_info.major == 3",
      "(3, 8) <= sys.version_info",
    ],
    ...["sys.version_info[:2] > (3, 6)", "not six.PY2", "compat.PY3", "sys.hexversion >= 0x03000000", "1", "True"],
    ...["sys.platform == 'linux'", 'sys.platform.startswith(("linux", "darwin"))', "os.name != 'nt'", "TYPE_CHECKING"],
    ...["sys.platform not in ('win32', 'cygwin')", "x or typing.TYPE_CHECKING", "platform.system() == 'Linux'"],
  ])("the branch that is taken: %s", async (condition) => {
    const branches = `if ${condition}:\n    a = 1\nelif x:\n    b = 2\nelse:\n    c = 3\nd = 4\n`;
    expect(excludedNames(await factsOf(branches))).toEqual(["b", "c"]);
    const turned = `if not (${condition}):\n    a = 1\nelif x:\n    b = 2\nelse:\n    c = 3\nd = 4\n`;
    expect(excludedNames(await factsOf(turned))).toEqual(["a"]);
    const second = `if x:\n    a = 1\nelif ${condition}:\n    b = 2\nelse:\n    if y: c = 3\nd = 4\n`;
    expect(excludedNames(await factsOf(second))).toEqual(["c"]);
  });

  test.each([
    ...[
      "version_info >= (3,)",
      "sys.version_info[part] == 3",
      "sys.version_info >= minimum",
      "sys.version_info >= '3'",
    ],
    ...[
      "x and sys.platform == 'linux'",
      "sys.platform.endswith('x')",
      "1 < sys.version_info[0] < 4",
      "os.environ.get('A')",
    ],
    ...["sys.argv[1] == 'linux'", "sys.version_info", "f'{x}'", "lambda: True", "x.TYPE_CHECKING()"],
  ])("a condition that is not known takes no branch out: %s", async (condition) => {
    const branches = `if ${condition}:\n    a = 1\nelif x:\n    b = 2\nelse:\n    c = 3\n`;
    expect(excludedNames(await factsOf(branches))).toEqual([]);
  });

  test("parts behind a rest count from the end", async () => {
    const text = `
f, *g, h = 1, 2, 3, "x"
a, (*b, c), d = x, ("y", 2), z
*i, j = call()
k, *l, m = *n, 1.5
o, p = *n, 1
for q, *r, s in pairs: pass
`;
    expect(listed(await factsOf(text))).toBe(
      `
f variable: =1
g variable: =[]
h variable: =""
a variable: =x
b variable: =[]
c variable: =2
d variable: =z
i variable: =[]
j variable: =call()[-1]
k variable
l variable: =[]
m variable: =1.5
o variable
p variable
q variable: =0*pairs
r variable: =[]
s variable`.trim(),
    );
  });

  test("what statements bind, and what is known of it", async () => {
    const text = `
a, (b, *c) = f(), g()
for d, (e, f) in items: pass
with open(x) as g, h() as (i, j): pass
try: pass
except (A, B) as k: pass
if (l := 1): pass
type M[N] = list[N]
O: TypeAlias = int
match x:
    case A(p, q=r) as s: pass
global_one = 1
def function():
    global by_function
    by_function = Foo()
`;
    expect(listed(await factsOf(text))).toBe(
      `
a variable: =f()
b variable: =g()[0]
c variable: =[]
d variable: =0*items
e variable: =1.0*items
f variable: =1.1*items
g variable: =(open(x)).__enter__()
i variable: =(h()).__enter__()[0]
j variable: =(h()).__enter__()[1]
k variable unlikely: A | B
l variable: =1
M alias: list[N]
O alias: int
p variable
r variable: =A().q
s variable: A
global_one variable: =1
function function
by_function variable: =Foo()`.trim(),
    );
  });

  test("locals have the range in which they are seen", async () => {
    const text = "def f(a):\n    b = [c for c in a]\n    return lambda d: d\n";
    const facts = await factsOf(text, true);
    const ranges = facts.map(({ name, scopeStart, scopeEnd }) => [name, text.slice(scopeStart, scopeEnd)]);
    expect(ranges).toEqual([
      ["f", ""],
      ["a", ""],
      ["b", "b = [c for c in a]\n    return lambda d: d"],
      ["c", "[c for c in a]"],
      ["d", "d"],
    ]);
    expect(listed(await factsOf(text))).toBe("f function\nf.a parameter");
  });

  test("arguments, positions and ends", async () => {
    const text = "class A:\n    @classmethod\n    def f(cls, a, *, b=1): \n        pass\n\n\nx = 1\n";
    const [, f] = await factsOf(text);
    expect(f).toMatchObject({ name: "f", line: 3, column: 9, endLine: 4, least: 1, most: 2, at: text.indexOf("f(") });
    expect(text.slice(f?.start, f?.headEnd).trimEnd()).toBe("@classmethod\n    def f(cls, a, *, b=1):");
    expect(text.slice(f?.headEnd, f?.end)).toBe("pass");
  });

  test("long expressions are known by what has their type", async () => {
    const long = `"${"x".repeat(300)}"`;
    const text = `a = f(${long})\nb = ${long}\nc = [${long}]\nd = g.h(${long})(1)\ne = x if ${long} else y\n`;
    expect(listed(await factsOf(text))).toBe(
      'a variable: =f()\nb variable: =""\nc variable: =[]\nd variable: =g.h()()\ne variable',
    );
    const chains = `f = A(${long}).b(${long}).copy\ng = f(${long})[0].h\nh = a${".b(1)".repeat(100)}\n`;
    expect(listed(await factsOf(chains))).toBe("f variable: =A().b().copy\ng variable\nh variable");
  });
});

function excludedNames(facts: readonly DeclarationFact[]): readonly string[] {
  return facts.filter(({ flags }) => (flags & DeclarationFlag.excluded) !== 0).map(({ name }) => name);
}

test("a text without the bodies of functions has the same declarations", async () => {
  const body = "        first = compute(a)\n        return first + compute(a)\n";
  const text = `class A:\n    def f(self, a: int) -> int:\n${body}    x = 1\ndef g(a): pass\n`;
  const short = await withParsed(language, text, { onlyKinds: new Set(["function"]) }, (parsed) => {
    const flat = parsed.flat();
    expect(flat.text.length).toBeLessThan(text.length);
    return declarationsInPython(flat, false);
  });
  expect(short).toEqual(await factsOf(text));
});
