import { expect, test } from "vitest";
import { eachFile } from "../support/navigation.ts";

/** `name: type source` of declarations of a text, in its order; `?` for a type that is not known. */
async function typesIn(language: "cpp" | "python", text: string): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  await eachFile({ [language === "cpp" ? "a.cpp" : "a.py"]: text }, (open) => {
    for (const declaration of open.file.declarations) {
      const known = open.resolver.typeOf?.(open, declaration);
      found[declaration.name] ??= known === undefined ? "?" : `${known.type} ${known.source}`;
    }
  });
  return found;
}

/** The parameters of a function of a text. */
async function parametersIn(language: "cpp" | "python", text: string, name: string) {
  let found: unknown;
  await eachFile({ [language === "cpp" ? "a.cpp" : "a.py"]: text }, (open) => {
    const declaration = open.file.declarations.find((one) => one.name === name);
    if (declaration !== undefined) found = open.resolver.parametersOf?.(open, declaration);
  });
  return found;
}

const classes = `struct Foo { int size() const; const Foo* next() const; Foo& self(); static int total; };
enum class Color { red };
template <class T> struct Box { T value; T get() const; Box<T> copy(); Box* again(); const T* data() const; };
Foo make(int a, int b = 2);
void run();
void run(int);
`;

test.each([
  ["const char* const name = 0;", "name", "const char* const declared"],
  ["Foo const& other = make(1);", "other", "const Foo& declared"],
  ["int Foo::total = 0;", "total", "int declared"],
  ["unsigned long *p, q[3];", "p", "unsigned long* declared"],
  ["unsigned long *p, q[3];", "q", "unsigned long [3] declared"],
  ["int (*callback)(int, char) = nullptr;", "callback", "int (*)(int, char) declared"],
  ["const std::vector<Foo *> & f(int);", "f", "const std::vector<Foo*>& declared"],
  ["auto f() -> Foo* { return 0; }", "f", "Foo* declared"],
  ["constexpr int width = 3;", "width", "const int declared"],
  ["static constexpr const char* name = 0;", "name", "const char* const declared"],
  ["constexpr Foo table[2] = {};", "table", "const Foo [2] declared"],
  ["constexpr const Foo& it = made;", "it", "const Foo& declared"],
  ["constexpr int f() { return 1; }", "f", "int declared"],
  ["struct { int x; } point;", "point", "?"],
  ["constexpr struct { int x; } point = {};", "point", "?"],
  ["struct Named { int x; } point;", "point", "Named declared"],
  ["Color c = Color::red;", "red", "Color declared"],
])("C++ writes the type of %s", async (statement, name, type) => {
  expect((await typesIn("cpp", `${classes}${statement}\n`))[name]).toBe(type);
});

test.each([
  ["auto x = 3;", "int inferred"],
  ["auto x = 0x10;", "int inferred"],
  ['const auto x = "text";', "const char* inferred"],
  ["auto x = make(1);", "Foo inferred"],
  ["const auto& x = make(1);", "const Foo& inferred"],
  ["constexpr auto x = 3;", "const int inferred"],
  ["auto x = foo.next();", "const Foo* inferred"],
  ["const auto* x = foo.next();", "const Foo* inferred"],
  ["auto* x = new Foo();", "Foo* inferred"],
  ["auto x = foo.size();", "int inferred"],
  ["auto x = foo.next()->size();", "int inferred"],
  ["auto x = box.get();", "Foo inferred"],
  ["auto x = box.value;", "Foo inferred"],
  ["auto x = box.copy();", "Box<Foo> inferred"],
  ["auto x = box.again();", "Box<Foo>* inferred"],
  ["auto x = box.data();", "const Foo* inferred"],
  ["auto x = Foo();", "Foo inferred"],
  ["auto x = static_cast<long>(3);", "long inferred"],
  ["auto x = Color::red;", "Color inferred"],
  ["auto x = std::make_unique<Foo>();", "std::unique_ptr<Foo> inferred"],
  ["auto x = std::move(foo);", "Foo inferred"],
  ["auto x = &foo;", "Foo* inferred"],
  ["auto x = foo.size() + 1;", "?"],
  ["auto x = foo.size() ? 1 : 2;", "?"],
  ["auto x = unknown();", "?"],
  ["auto x = std::accumulate(a, b, 0);", "?"],
  ["auto x = std::ref(foo);", "?"],
  ["auto x = [] { return 1; };", "?"],
])("C++ infers the type of %s", async (statement, type) => {
  const text = `${classes}void test(Foo foo, Box<Foo> box) {\n  ${statement}\n}\n`;
  expect((await typesIn("cpp", text)).x).toBe(type);
});

test.each([
  ["auto x = other();", "Chain<T>* inferred"],
  ["auto x = chain.other();", "Chain<int>* inferred"],
  ["auto x = tail;", "Chain<T>* inferred"],
])("in a template, %s has its parameters", async (statement, type) => {
  const head = "template <class T> struct Chain { Chain* tail; Chain* other();";
  const text = `${head} void test(Chain<int> chain) {\n  ${statement}\n} };\n`;
  expect((await typesIn("cpp", text)).x).toBe(type);
});

test("parameters of C++ have names, types and defaults", async () => {
  const text = "void f(const Foo& a, int = 3, char *b[2], void (*call)(int), Foo c = Foo{1, 2}, ...);\n";
  expect(await parametersIn("cpp", text, "f")).toEqual([
    { name: "a", type: "const Foo&" },
    { type: "int", default: "3" },
    { name: "b", type: "char*[2]" },
    { name: "call", type: "void (*)(int)" },
    { name: "c", type: "Foo", default: "Foo{1, 2}" },
    { type: "..." },
  ]);
  expect(await parametersIn("cpp", "int f(void);\n", "f")).toEqual([]);
  expect(await parametersIn("cpp", "int f;\n", "f")).toBeUndefined();
});

const module = `from typing import Optional, TypeVar
T = TypeVar("T")
class Shape:
    size: int = 3
    def __init__(self, name: str):
        self.name = name
        self.items = [1]
        self.maybe = None
        self.width = 1
    def load(self) -> "Optional[Shape]":
        self.maybe = 3
        self.width = 2
    def me(self) -> "Self": ...
    @property
    def wide(self) -> bool: ...
    async def go(self) -> int: ...
    @classmethod
    async def made(cls) -> "Shape": ...
    @classmethod
    def new(cls) -> "Shape": ...
    def later(self) -> "Future[int]": ...
    def either(self) -> "Future[int] | Future[str]": ...
    @wrapped
    async def hidden(self) -> int: ...
def ident(x: T) -> T: ...
@wrapped
def decorated() -> int: ...
def plain(): return 1
`;

test.each([
  ["x: 'list[int]' = []", "list[int] declared"],
  ["x = 3", "int inferred"],
  ["x = 'a' + 'b'", "str inferred"],
  ["x = -1.5", "float inferred"],
  ["x = [1, 2]", "list[int] inferred"],
  ["x = [1, 'a']", "list inferred"],
  ["x = {'a': 1}", "dict[str, int] inferred"],
  ["x = (1, 'a')", "tuple[int, str] inferred"],
  ["x = None", "None inferred"],
  ["x = Shape('a')", "Shape inferred"],
  ["x = Shape('a').load()", "Optional[Shape] inferred"],
  ["x = Shape('a').me()", "Shape inferred"],
  ["x = Shape('a').wide", "bool inferred"],
  ["x = Shape('a').size", "int inferred"],
  ["x = len('a')", "int inferred"],
  ["x = ', '.join([])", "str inferred"],
  ["x = 1 == 2", "bool inferred"],
  ["x = 1\nx = 2", "int inferred"],
  ["x = ''\nx += f()", "str inferred"],
  ["for x in range(3): pass", "int inferred"],
  ["try: pass\nexcept ValueError as x: pass", "ValueError inferred"],
  ["x = 1\nx = 'a'", "?"],
  ["x = 0\nx += f()", "?"],
  ["x = Shape('a').maybe", "?"],
  ["x = Shape.new()", "Shape inferred"],
  ["x = await Shape('a').go()", "int inferred"],
  ["x = await Shape.made()", "Shape inferred"],
  ["x = await Shape('a').later()", "int inferred"],
  ["x = await Shape('a').either()", "?"],
  ["x = await Shape.new()", "?"],
  ["x = await Shape('a').hidden()", "int inferred"],
  ["x = Shape('a').go()", "Coroutine inferred"],
  ["x = Shape.made()", "Coroutine inferred"],
  ["x = ident(1)", "int inferred"],
  ["x = decorated()", "int inferred"],
  ["x = plain()", "int inferred"],
  ["x = 1 or 'a'", "int inferred"],
  ["x = unknown()", "?"],
])("Python knows the type of %s", async (statement, type) => {
  const found: string[] = [];
  await eachFile({ "a.py": `${module}${statement}\n` }, (open) => {
    const declaration = open.file.declarations.find(({ name, parent }) => name === "x" && parent === undefined);
    const known = declaration && open.resolver.typeOf?.(open, declaration);
    found.push(known === undefined ? "?" : `${known.type} ${known.source}`);
  });
  expect(found).toEqual([type]);
});

test("attributes of Python have the type that all of their assignments have", async () => {
  const { self, items, maybe, width, size, load, wide, plain } = await typesIn("python", module);
  expect([self, items, width, maybe]).toEqual(["Shape inferred", "list[int] inferred", "int inferred", "?"]);
  expect([size, load, wide, plain]).toEqual([
    "int declared",
    "Optional[Shape] declared",
    "bool declared",
    "int inferred",
  ]);
});

test("members of an enumeration of Python are values of it", async () => {
  const text = "from enum import Enum\nclass Color(Enum):\n    RED = 1\nclass Plain:\n    BLUE = 1\n";
  expect(await typesIn("python", text)).toMatchObject({ RED: "Color inferred", BLUE: "int inferred" });
});

test("parameters of Python have names, types and defaults", async () => {
  const text = "def f(a, b: int, c=1, d: str = 'x', *args, e: bool, **options): ...\n";
  expect(await parametersIn("python", text, "f")).toEqual([
    ...[{ name: "a" }, { name: "b", type: "int" }, { name: "c", default: "1" }],
    ...[{ name: "d", type: "str", default: "'x'" }, { name: "*args" }, { name: "e", type: "bool" }],
    { name: "**options" },
  ]);
});
