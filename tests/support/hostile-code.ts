/** Code that costs more than it should, for tools over the index: the files of each case, and calls about them. */

type Files = Readonly<Record<string, string>>;
type Input = Readonly<Record<string, string | number>>;

type HostileCode = {
  readonly name: string;
  readonly files: (size: number) => Files;
  /** The size in tests that always run, and that of load tests. */
  readonly sizes: readonly [small: number, large: number];
  readonly calls: readonly (readonly [tool: string, input: Input])[];
};

const repeated = (count: number, textOf: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => textOf(i)).join("");
const both = (symbol: string) =>
  [
    ["find_definition", { symbol }],
    ["find_references", { symbol }],
  ] as const;
const at = (filepath: string, line: number, column: number) =>
  [
    ["find_definition", { filepath, line, column }],
    ["find_references", { filepath, line, column }],
  ] as const;

const hierarchy = (symbol: string) =>
  [
    ["get_class_hierarchy", { symbol }],
    ["get_class_hierarchy", { symbol, output_format: "mermaid" }],
  ] as const;
const completion = (filepath: string, line: number) => [["get_completions", { filepath, line }]] as const;

export const hostileCode: readonly HostileCode[] = [
  {
    name: "a large file",
    sizes: [30_000, 10_400_000],
    files: (bytes) => ({
      "a.cpp": repeated(Math.floor(bytes / 60), (i) => `int f${i}(int a) { return g(a) + ${i}; }\n`.padEnd(60, " ")),
      "b.py": repeated(Math.floor(bytes / 60), (i) => `def f${i}(a): return g(a) + ${i}\n`.padStart(60, "\n")),
    }),
    calls: [...both("f7"), ...at("a.cpp", 9, 25)],
  },
  {
    name: "many declarations of one name",
    sizes: [300, 30_000],
    files: (count) => ({
      "a.py": repeated(count, () => "def same(): pass\n"),
      "b.py": "from a import same\nsame()\n",
      "c.cpp": repeated(count / 100, (i) => `struct S${i} { void same(); };\n`),
    }),
    calls: [...both("same"), ...at("b.py", 2, 1)],
  },
  {
    name: "deep nesting",
    sizes: [200, 30_000],
    files: (depth) => ({
      "a.cpp": `int deep(int);\nint a = ${"(".repeat(depth)}deep${")".repeat(depth)};\n`,
      "b.cpp": `int deep(int);\nint b = ${"deep(".repeat(depth)}0${")".repeat(depth)};\n`,
      "c.cpp": `int deep(int);\nvoid c() ${"{".repeat(depth)}deep(1);${"}".repeat(depth)}\n`,
      "d.py": `def deep(x): return x\nd = ${"deep(".repeat(depth)}0${")".repeat(depth)}\n`,
      "e.py": `deep = 1\ne = ${"lambda x: ".repeat(depth)}deep\n`,
      "f.cpp": `${"namespace n {".repeat(depth)}int deep;${"}".repeat(depth)}\n`,
    }),
    calls: [...both("deep"), ...at("a.cpp", 1, 5)],
  },
  {
    name: "chains of members",
    sizes: [300, 50_000],
    files: (length) => ({
      "a.cpp": `struct A { A* deep(); void end(); };\nvoid u(A* a) { a${"->deep()".repeat(length)}->end(); }\n`,
      "b.py": `class A:\n  def deep(self) -> "A": pass\n  def end(self): pass\na = A()\na${".deep()".repeat(length)}.end()\n`,
    }),
    calls: [...both("deep"), ...both("end"), ...at("a.cpp", 2, 19), ...at("b.py", 5, 3)],
  },
  {
    name: "chains and circles of using-directives",
    sizes: [500, 10_000],
    files: (count) => ({
      "a.cpp": `${repeated(count, (i) => `namespace n${i} { using namespace n${i + 1}; }\n`)}namespace n${count} { int far; }\n`,
      "b.cpp": `#include "a.cpp"\nusing namespace n0;\nint b = far + n0::far;\n`,
      "c.cpp": `${repeated(count / 10, (i) => {
        const to = (step: number) => `using namespace c${(i * step + 1) % (count / 10)};`;
        return `namespace c${i} { ${to(1)} ${to(7)} ${to(i)} void m${i}(); }\n`;
      })}using namespace c0;\nnamespace z { void lost(); }\nvoid c() { m9(); lost(); }\n`,
    }),
    calls: [...both("far"), ...at("b.cpp", 3, 9), ...at("b.cpp", 3, 19), ...both("m9"), ...both("lost")],
  },
  {
    name: "long names",
    sizes: [10_000, 1_000_000],
    files: (length) => ({
      "a.cpp": `int ${"n".repeat(length)}(int); int x = ${"n".repeat(length)}(1);\nvoid here() {}\n`,
      "b.py": `def ${"n".repeat(length)}(): pass\n${"n".repeat(length)}()\ndef here(): pass\n`,
    }),
    calls: [...both("here"), ...at("a.cpp", 1, 5), ...at("b.py", 2, 1)],
  },
  {
    name: "files that include and import each other",
    sizes: [10, 200],
    files: (count) => ({
      ...Object.fromEntries(
        Array.from({ length: count }, (_, i) => [
          `h${i}.h`,
          `${repeated(count, (j) => `#include "h${(i + j) % count}.h"\n`)}int f${i}();\n`,
        ]),
      ),
      ...Object.fromEntries(
        Array.from({ length: count }, (_, i) => [
          `m${i}.py`,
          `${repeated(count, (j) => `from m${(i + j) % count} import *\n`)}def f${i}(): pass\n`,
        ]),
      ),
      "u.cpp": '#include "u.cpp"\n#include "h0.h"\nint u() { return f1() + missing(); }\n',
      "u.py": "from u import u\nfrom m0 import *\nf1()\nmissing()\nu()\n",
    }),
    calls: [...both("f1"), ...at("u.cpp", 3, 18), ...at("u.cpp", 3, 25), ...at("u.py", 4, 1), ...at("u.py", 5, 1)],
  },
  {
    name: "classes that derive from each other and from themselves",
    sizes: [20, 200],
    files: (count) => ({
      "a.cpp":
        "struct S : S { virtual void v(); };\nvoid s(S* s) { s->v(); s->missing(); }\n" +
        repeated(count, (i) => `struct C${i} : C${(i + 1) % count}, C${(i + 7) % count} { virtual void v(); };\n`),
      "b.py":
        "class S(S):\n    def v(self): self.v(); self.missing()\n" +
        repeated(count, (i) => `class C${i}(C${(i + 1) % count}, C${(i + 7) % count}):\n    def v(self): self.v()\n`),
    }),
    calls: [
      ...both("C0::v"),
      ...hierarchy("C0"),
      ...hierarchy("S"),
      ...both("S::missing"),
      ...at("a.cpp", 2, 19),
      ...at("a.cpp", 2, 27),
      ...at("b.py", 2, 34),
    ],
  },
  {
    name: "a class with many members",
    sizes: [100, 3_000],
    files: (count) => ({
      "a.cpp": `struct M {\n${repeated(count, (i) => `virtual int m${i}(int a) = 0; int f${i};\n`)}};\nstruct D : M {\n${repeated(count, (i) => `int m${i}(int a) override;\n`)}};\nvoid u(D d) {\nd.\n}\n`,
      "b.py": `class M:\n${repeated(count, (i) => `  def m${i}(self): self.f${i} = self.m${i}()\n`)}class D(M):\n${repeated(count, (i) => `  def m${i}(self): pass\n`)}\nD().\n`,
    }),
    calls: [...both("M"), ...hierarchy("M"), ...hierarchy("D"), ...both("D::m7"), ...completion("a.cpp", 206)],
  },
  {
    name: "a class that many derive from",
    sizes: [100, 10_000],
    files: (count) => ({
      "a.cpp": `struct B { virtual void v(); };\n${repeated(count, (i) => `struct D${i} : B { void v() override; };\n`)}`,
      "b.py": `class B:\n  def v(self): pass\n${repeated(count, (i) => `class D${i}(B):\n  def v(self): pass\n`)}`,
      "c.py": `class E: pass\n${repeated(count, (i) => `class F${i}(${i === 0 ? "E" : `F${i - 1}`}): pass\n`)}`,
    }),
    calls: [...both("B"), ...both("B::v"), ...hierarchy("B"), ...hierarchy("E"), ...hierarchy("F50")],
  },
  {
    name: "a symbol that is used at many places",
    sizes: [500, 50_000],
    files: (count) => ({
      "a.cpp": `int used(int);\nvoid u() {\n${"used(1);\n".repeat(count)}}\n`,
      "b.py": `def used(a): pass\n${repeated(count, (i) => `def f${i}(): used(${i})\n`)}`,
    }),
    calls: both("used"),
  },
  {
    name: "aliases of each other",
    sizes: [20, 500],
    files: (count) => ({
      "a.cpp":
        "namespace a { using namespace b; } namespace b { using namespace a; } using X = X; namespace n = n; using a::f;\n" +
        "void u(X x, A0 y) { x.q(); y.q(); a::f(); n::g(); f(); }\n" +
        repeated(count, (i) => `using A${i} = A${(i + 1) % count};\n`),
      "b.py": `a = b\nb = a\na.q\na = a\ndef f(): return f()\nf().q\n${repeated(count, (i) => `v${i} = v${(i + 1) % count}\n`)}v0.q\n`,
    }),
    calls: [
      ...[23, 30, 38, 46, 51].flatMap((column) => at("a.cpp", 2, column)),
      ...at("b.py", 3, 3),
      ...at("b.py", 6, 5),
      ...both("A0"),
      ...both("v0"),
    ],
  },
  {
    name: "overloads",
    sizes: [50, 2_000],
    files: (count) => ({
      "a.cpp":
        repeated(count, (i) => `struct T${i} {}; void over(T${i} t, int i${i} = 0);\n`) +
        "void u(T1 q) { over(q); over(q, 1); over(); }\n",
    }),
    calls: [...both("over"), ...at("a.cpp", 7, 21)],
  },
  {
    name: "a name that is bound and used many times",
    sizes: [250, 10_000],
    files: (count) => ({
      "a.py": `def f(a): return a\nx = 1\n${"x = f(x)\n".repeat(count)}`,
      "b.py": `class A:\n  def m(self): pass\n${"z = A()\nz.m()\n".repeat(count / 2)}`,
      "c.cpp": `${"void same(int);\n".repeat(count / 2)}void u() {\n${"same(1);\n".repeat(count / 2)}}\n`,
    }),
    calls: [...both("x"), ...both("A.m"), ...both("z"), ...both("same"), ...at("a.py", 9, 7), ...at("c.cpp", 3, 7)],
  },
  {
    name: "a macro that opens hundreds of namespaces",
    sizes: [100, 10_000],
    files: (count) => ({
      "a.cpp": `#define O_ namespace a${"::a".repeat(600)} {\n#define C_ }\n${repeated(count, (i) => `O_\nint v${i};\nC_\n`)}`,
    }),
    calls: [...both("v7"), ...both("a::v7"), ...at("a.cpp", 3, 1)],
  },
  {
    name: "types that come from each other",
    sizes: [30, 40],
    files: (count) => ({
      "a.cpp": `${repeated(count, (i) => `auto h${i}() { return h${i + 1}() + h${i + 1}(); }\n`)}void u() { h0().missing(); }\n`,
      "b.py": `${repeated(count, (i) => `def h${i}(a): return h${i + 1}(h${i + 1}(a)) or h${i + 1}(a)\n`)}h0(1).missing\n`,
    }),
    calls: [...both("missing"), ...both("h5")],
  },
];

/** Names of symbols that are none. */
export const hostileSymbols: readonly string[] = [
  ...["::", "a::", "(", ")(", "<", "a<", "operator", "operator ", "#", "~", "/", ".", " ", "\0", "\u{1F600}", "\uD800"],
  ...["a(", "a()", "a const ", "*?[", "é", "\\", "\n", "a\u0301", "<>", "[", "a#1", "() const"],
].map((part) => part.repeat(Math.floor(1_000 / part.length)));

export const otherSymbols: readonly string[] = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "#1",
  "~",
  "::",
];

/** Unsaved texts that are no code. */
export const hostileTexts = (size: number): readonly string[] =>
  ["\0", "\uD800", "\uFFFE", "\uFEFF", "\n", "\r", "{", '"', "/*", "\u2028", "\x1b["].map((part) => part.repeat(size));
