import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { beforeAll, describe, expect, it } from "vitest";
import { Language, type Node, Parser } from "web-tree-sitter";
import { definesOf, maskMacros, mergeRoles, rolesOfData } from "../src/syntax/masking/mask.ts";

const wellKnown = rolesOfData(JSON.parse(readFileSync(new URL("../queries/cpp/macros.json", import.meta.url), "utf8")));
const parser: { parse?: (text: string) => Node } = {};

beforeAll(async () => {
  await Parser.init();
  const path = createRequire(import.meta.url).resolve("tree-sitter-cpp/tree-sitter-cpp.wasm");
  const cpp = await Language.load(path);
  parser.parse = (text) => {
    const own = new Parser();
    own.setLanguage(cpp);
    const tree = own.parse(text);
    if (!tree) throw new Error("no tree");
    return tree.rootNode;
  };
});

/** `class A`, `function f`, in source order, after masking; `error` first where the tree has errors. */
function definitionsOf(text: string): readonly string[] {
  const masked = maskMacros(text, wellKnown);
  const root = parser.parse?.(masked.text);
  if (!root) throw new Error("no parser");
  const names = new Map(masked.names.map((given) => [given.index, given.name]));
  const found = root
    .descendantsOfType(["class_specifier", "struct_specifier", "union_specifier", "function_definition"])
    .flatMap((node) => {
      if (!node) return [];
      if (node.type !== "function_definition")
        return node.childForFieldName("body") ? [`class ${node.childForFieldName("name")?.text}`] : [];
      const name = declaratorName(node);
      return name ? [`function ${names.get(name.startIndex) ?? name.text}`] : [];
    });
  return root.hasError ? ["error", ...found] : found;
}

function declaratorName(node: Node): Node | null {
  let declarator = node.childForFieldName("declarator");
  while (declarator && /declarator$/.test(declarator.type)) {
    const next =
      declarator.childForFieldName("declarator") ??
      declarator.namedChildren.find((child) => /declarator|identifier/.test(child?.type ?? "")) ??
      null;
    declarator = next;
  }
  return declarator;
}

const found: readonly (readonly [cause: string, text: string, definitions: readonly string[]])[] = [
  ["an unknown macro in a class head", "class MY_API Mutex {\n};", ["class Mutex"]],
  ["a macro with arguments in a class head", "class ALIGNED(16) A final : public B {\n};", ["class A"]],
  ["two macros in a class head", "struct EXPORT LOCKABLE A {\n};", ["class A"]],
  ["a macro before the class key", "MY_API class A {\n};", ["class A"]],
  ["a macro before a type", "MY_API int f(int a) { return a; }", ["function f"]],
  ["a macro before a named type", "MY_API Foo f() { return {}; }", ["function f"]],
  ["a calling convention", "LRESULT CALLBACK f(HWND w) { return 0; }", ["function f"]],
  ["a macro after parameters", "class A { void f() LOCKS(mu_) { } };", ["class A", "function f"]],
  [
    "a macro after a constructor's parameters",
    "class A { A(int x) LOCKS(mu_) : a_(x) { } };",
    ["class A", "function A"],
  ],
  ["an attribute macro on a member", "class A { int x GUARDED_BY(mu_); void f() {} };", ["class A", "function f"]],
  ["a macro on its own", "class A {\n  Q_OBJECT\n public:\n  A() {}\n};", ["class A", "function A"]],
  ["a call on its own", "DECLARE_THING(A, 1)\nvoid f() {}\nMORE_THINGS(a < b)\n", ["function f"]],
  [
    "signals and slots",
    "class A {\nsignals:\n  void s();\npublic slots:\n  void t() {}\n};",
    ["class A", "function t"],
  ],
  ["a loop macro", "void f() { foreach (QString s, list) { g(s); } }", ["function f"]],
  ["a macro without a semicolon in a body", "void f() {\n  CHECK_IT(a)\n  int b = 1;\n}", ["function f"]],
  ["macros that open and close namespaces", "FMT_BEGIN_NAMESPACE\nclass A {};\nFMT_END_NAMESPACE\n", ["class A"]],
  [
    "the text's own empty macro",
    "#define nothing\nclass nothing A { nothing void f() {} };",
    ["class A", "function f"],
  ],
  [
    "the text's own macro that opens a namespace",
    "#define OPEN namespace a {\n#define SHUT }\nOPEN\nvoid f() {}\nSHUT\n",
    ["function f"],
  ],
  ["a wrapped type", "PyAPI_FUNC(int) f(void) { return 0; }", ["function f"]],
  ["TEST", "TEST(Suite, Name) { f(); }", ["function Suite.Name"]],
  ["TEST with a keyword for a name", "TEST(Suite, enum) { f(); }", ["function Suite.enum"]],
  ["BENCHMARK_F", "BENCHMARK_F(Fix, Run)(benchmark::State& s) { f(); }", ["function Fix.Run"]],
  ["BOOST_AUTO_TEST_CASE", "BOOST_AUTO_TEST_CASE(name) { f(); }", ["function name"]],
  ["MATCHER_P", 'MATCHER_P(IsIt, x, "is" + it()) { return arg == x; }', ["function IsIt"]],
  ["PYBIND11_MODULE", "PYBIND11_MODULE(name, m) { m.doc(); }", ["function name"]],
  ["TEST_CASE", 'TEST_CASE("does it", "[tag]") { SECTION("a") { f(); } }', ["function does it"]],
  ["JNI", "JNIEXPORT void JNICALL Java_a_B(JNIEnv *e) { }", ["function Java_a_B"]],
  ["an unknown macro that defines", "MY_TEST(name) { f(); }", ["function name"]],
  [
    "branches that open one brace",
    "#ifdef A\nvoid f(int a) {\n#else\nvoid f(long a) {\n#endif\n}\nvoid g() {}",
    ["function f", "function g"],
  ],
  ["a branch in an expression", "int f() {\n  return a\n#ifdef A\n    + b\n#endif\n    ;\n}", ["function f"]],
  ["a branch in a list", "int a[] = {\n  1,\n#ifdef A\n  2,\n#endif\n};\nvoid f() {}", ["function f"]],
  ["a branch in parameters", "void f(int a\n#ifdef A\n  , int b\n#endif\n) {}", ["function f"]],
  ["a branch that ends in else", "void f() {\n#ifdef A\n  if (a) {} else\n#endif\n  { g(); }\n}", ["function f"]],
  [
    "extern C in branches",
    '#ifdef __cplusplus\nextern "C" {\n#endif\nvoid f() {}\n#ifdef __cplusplus\n}\n#endif\n',
    ["function f"],
  ],
  ["both halves that stand alone", "#ifdef A\nvoid f() {}\n#else\nvoid g() {}\n#endif\n", ["function f", "function g"]],
  [
    "an attribute after a declarator",
    "void f(int) __attribute__((format(printf, 1, 2)));\nvoid g() {}",
    ["function g"],
  ],
  ["a braced default argument", "void f(A a = {}, int b = 0) {}", ["function f"]],
  ["__has_include", "#if __has_include(<optional>)\nvoid f() {}\n#endif\n", ["function f"]],
  ["extern template", "extern template class A<int>;\nvoid f() {}", ["function f"]],
  [
    "a pointer to member in template arguments",
    "template <class T, class C> struct A<T C::*> {};",
    ["class A<T    *>"],
  ],
  ["using typename", "struct A : B { using typename B::type; void f() {} };", ["class A", "function f"]],
  ["a macro between strings", 'void f() { printf("%" PRIu64 "\\n", x); }', ["function f"]],
  ["an unnamed pointer with a default", "template <class T, int* = nullptr> void f() {}", ["function f"]],
  ["typename of a value", "void f() { g(typename T::type{}); }", ["function f"]],
  ["an operator called by name", "void f() { return a.operator->(); }", ["function f"]],
  ["a new array of pointers", "void f() { p = new T*[3]; }", ["function f"]],
  ["an exported declaration of a module", "export module a.b;\nexport int f() { return 1; }", ["function f"]],
  ["a comment in a continued definition", "#define A(x) \\\n  /* y */ \\\n  x\nvoid f() {}", ["function f"]],
  ["a macro after a class's name", "class API Name LIB_FINAL : public B {\n};", ["class Name"]],
  [
    "a macro for a type after const",
    "struct A { using B = const REMOVE_REF(T) *; void f() {} };",
    ["class A", "function f"],
  ],
  [
    "a macro without parameters before parameters",
    "#define NOTHING\nint f NOTHING(int a) { return a; }",
    ["function f"],
  ],
  ["a modifier macro that may be a type", "#define some unsigned\nvoid f(const A* a, some int b) {}", ["function f"]],
  ["a call without arguments in a class", "class A { WORD(); void f() {} };", ["class A", "function f"]],
  ["a variable that a macro declares", 'static INT_FLAG(name, 1, "text");\nvoid f() {}', ["function f"]],
  [
    "a lone macro after one that closes a scope",
    "QT_BEGIN_NAMESPACE\nQT_END_NAMESPACE\nQ_DECLARE_METATYPE(A)\n#define B\n",
    [],
  ],
  [
    "a statement macro before a directive",
    "void f() {\n#if A\n  b();\n  DONE_IT()\n#else\n  c();\n#endif\n}",
    ["function f"],
  ],
  ["a type as an argument of a macro", "void f() { HANDLE_TYPE(INT32, int32_t); g(); }", ["function f"]],
  ["a macro call before a string", 'void f() { std::string a{STRINGIZE(X) "::b"}; }', ["function f"]],
  ["code that is switched off", "#if 0\nvoid f() {}\n#endif\n", ["function f"]],
  ["a sketch that is switched off", "#if 0\nvoid f() {}\n...\n#endif\nvoid g() {}", ["function g"]],
  ["a branch for what is lacking", "#ifdef A_NO_B\nint f(\n#else\nint g(\n#endif\n  int a) {}", ["function g"]],
  [
    "an include guard around a chosen branch",
    "#ifndef A_H\n#define A_H\nclass A\n#ifdef B\n: public B\n#endif\n{ };\n#endif\n",
    ["class A"],
  ],
  ["a comparison in a condition's macro", "#if WORKAROUND(MSVC, < 1300)\nvoid f() {}\n#endif\n", ["function f"]],
  ["a deleted function", "namespace a { template <class T> void f(T) = delete; }", ["function f"]],
  [
    "a deleted conversion",
    "struct A { operator int() && = delete; void f() {} };",
    ["class A", "function operator int() &&", "function f"],
  ],
  ["a comma in decltype", "auto f(int a) -> decltype(g(a), void()) {}", ["function f"]],
  ["decltype of a value", "A::A() : b(1), c{decltype(d){}} {}", ["function A::A"]],
  ["a call by pointer to member", "void f() { (a->*b)(1); (a->*(b->c))(d); }", ["function f"]],
  ["a switch without braces", "void f() {\n  switch (0)\n  case 0:\n    g();\n}", ["function f"]],
  ["a range of cases", "void f() { switch (a) { case 1 ... 5: g(); } }", ["function f"]],
  ["a computed goto", "void f() { goto *a; }", ["function f"]],
  ["if consteval", "void f() { if consteval { g(); } }", ["function f"]],
  ["a type as an operand of typeid", "void f() { g(typeid(unsigned char)); }", ["function f"]],
  ["const after new", "void f() { a = new const A(1); }", ["function f"]],
  ["an explicit object parameter", "struct A { void f(this A& self) {} };", ["class A", "function f"]],
  ["a pack expansion in a using", "struct A : T... { using T::operator()...; };", ["class A"]],
  ["an unnamed bit-field", "struct A { int a : 1; int : 0; void f() {} };", ["class A", "function f"]],
  ["a bit-field with a value", "struct A { int a : 1 = 0; int b : 1 {0}; void f() {} };", ["class A", "function f"]],
  ["a base that is computed", "struct A : decltype(b()) { void f() {} };", ["class A", "function f"]],
  ["a base of an unnamed enumeration", "enum : int { A };\nvoid f() {}", ["function f"]],
  ["a macro among template parameters", "template <class T, ENABLE_IF(a<T>)>\nvoid f() {}", ["function f"]],
  ["qualifiers in a template parameter's default", "template <class T = const A*>\nvoid f() {}", ["function f"]],
  [
    "a function type as a default",
    "template <typename T, typename U = void()> struct A { void f() {} };",
    ["class A", "function f"],
  ],
  ["an attribute of an enumerator", "enum A { B [[deprecated]] = 1 };\nvoid f() {}", ["function f"]],
  ["a macro of an enumerator", 'enum A { B DEPRECATED("x") = 1 };\nvoid f() {}', ["function f"]],
  ["a reference with an initializer", "void f() { const A& a(b.c()); }", ["function f"]],
  ["arguments of a destructor's name", "void f() { a->~A<B>(); }", ["function f"]],
  ["arguments of an operator", "struct A { friend bool operator==<>(A, A); void f() {} };", ["class A", "function f"]],
  ["an empty directive", "#\nvoid f() {}", ["function f"]],
  ["a designator with braces", "void f() { g({.a{1}, .b{2}}); }", ["function f"]],
  ["a type of a noexcept member", "typedef R (A::*B)(int) noexcept;\nvoid f() {}", ["function f"]],
  ["the linkage of a type", 'extern "C" typedef int (*A)(int);\nvoid f() {}', ["function f"]],
  ["an import of a module", "import std;\nvoid f() {}", ["function f"]],
];

const untouched: readonly (readonly [cause: string, text: string])[] = [
  ["a variable of a structure's type", "struct stat st {};\nstruct stat st2;"],
  ["a function that returns a structure", "struct stat *f(int a) { return 0; }"],
  ["capital names as values and calls", "int f() { return MAX_SIZE + MIN(a, b); }"],
  ["a capital type", "FILE *f(DWORD a) { return OPEN(a); }\nDWORD x;\nDWORD y = LIMIT;"],
  ["a capital class and its constructor", "class OK { OK(int a); OK() : a(1) {} ~OK(); };"],
  ["a function in capitals", "static Status OK() { return Status(); }"],
  ["contextual keywords", "struct A final { void f() const override; int final; };"],
  ["a constructor with an initializer list", "A::A(int x) : a_(x), b_{1} { f(); }"],
  ["a lambda with a capital argument", "auto f = [](int A) mutable noexcept -> int { return A; };"],
  ["whole declarations in branches", "#ifdef A\nint a;\n#elif B\nint b;\n#else\nint c;\n#endif\n"],
  ["an include guard", "#ifndef A_H\n#define A_H\nint a;\n#endif\n"],
  ["the text's own value", "#define LIMIT 10\nint a[LIMIT];\nint b = LIMIT;"],
  ["a label and a case", "void f() { switch (a) { case A: g(); default: ; } L: g(); }"],
  ["an enumeration", "enum class E : int { A = 1, B, C };"],
  ["emit as a method", "struct A { void emit(int a); }; void f(A a) { a.emit(1); }"],
  ["raw strings and separators", "auto s = R\"x(class API A {)x\"; int n = 1'000'000; char c = '\"';"],
  ["a product", "int f() { return A * b + C & d; }"],
  ["string literals with a suffix", 'auto a = "a"s + "b"_x;'],
  ["a statement macro with a semicolon", "void f() { CHECK(a); ASSERT_EQ(a, b) << c; FALLTHROUGH; }"],
  ["a member operator of pointers to members", "struct A { void operator->*(int) {} };"],
  ["a deleted method", "struct A { A(const A&) = delete; void f() = delete; };"],
  ["decltype of a call with arguments", "auto f(int a) -> decltype(g(a, 1)) { }"],
  ["a call by pointer without members", "void f() { (*a)(1); (a->b)(c); }"],
  ["a switch with braces", "void f() { switch (0) { case 0: g(); } }"],
  ["a goto", "void f() { goto a; a: g(); }"],
  ["typeid of a value", "void f() { g(typeid(a)); }"],
  ["new with arguments", "void f() { a = new A<const B*>(c * d); }"],
  ["this as an argument", "void f() { g(this, a); (this)->b(); }"],
  ["bit-fields", "struct A { int a : 1; unsigned b : 2; };"],
  ["bases", "struct A : public B, C<D> { };\nenum A : int { B };"],
  ["defaults of template parameters", "template <class T = A<B>, int N = 1> void f() {}"],
  ["references", "void f() { const A& a = b; g(a & b(c)); }\nA& h(B c);"],
  ["a destructor", "struct A { ~A(); virtual ~A() = default; };"],
  ["operators", "struct A { bool operator==(A) const; void operator()(int); };"],
  ["a function named import", "void import(int a);\nvoid f() { import(1); }"],
  ["a stream with a macro at its head", "void f() { LOG(INFO) << a; VLOG(1) << b; }"],
  ["macros as branches of a condition", "#if defined(A) && B > 1\nint a;\n#endif\n"],
  ["calls with plain arguments", "void f() { HANDLE(a, b); HANDLE(1 + 2, c[d]); }"],
  ["an enumeration with values", "enum A { B = 1, C = B | 2, };"],
  ["designators", "A a = {.b = 1, .c = {1}};"],
  ["inline namespaces", "inline namespace a { }\nnamespace b::inline c { }"],
  ["linkage", 'extern "C" int f();\nextern "C" { void g() {} }'],
  ["a variable named like a macro", "#define local static\nvoid f() { local << a; local = b; local.c(); }"],
  ["an array of values", "int a[] = {A, B, MIN(C, D)};"],
];

describe("masked text", () => {
  it.each(found)("has the definitions under %s", (_, text, definitions) => {
    expect(definitionsOf(text)).toEqual(definitions);
  });

  it.each(untouched)("is the text with %s", (_, text) => {
    expect(maskMacros(text, wellKnown)).toEqual({ text, edits: [], names: [] });
  });

  it("gives the place of a name", () => {
    const text = "TEST(Suite, Name) { f(); }";
    expect(maskMacros(text, wellKnown).names).toEqual([
      { index: 0, length: 4, name: "Suite.Name", nameIndex: 12, nameLength: 4 },
    ]);
  });

  it("keeps its length and line breaks on any text", () => {
    const source = [...found.map(([, text]) => text), ...untouched.map(([, text]) => text)].join("\r\n");
    const random = generator(7);
    for (let round = 0; round < 300; round += 1) {
      const text = mutated(source, random);
      const masked = maskMacros(text, wellKnown).text;
      expect(masked.length).toBe(text.length);
      expect(masked.replace(/[^\r\n]/g, " ")).toBe(text.replace(/[^\r\n]/g, " "));
    }
  });

  it("takes time in proportion to hostile text", () => {
    for (const piece of [
      "A(",
      "{",
      "<",
      "class A<",
      "#if A\n{\n",
      "template<",
      "A::",
      "operator",
      "X X ",
      "[[",
      '"\\',
      'R"(',
      "A(B<",
      "-> ",
      "#define A A\n",
    ]) {
      millisecondsFor(piece, 10_000);
      // Four times the text: 4 when it is linear, 16 when it is quadratic. Below 50 ms the clock decides.
      const small = Math.max(millisecondsFor(piece, 10_000), 50);
      expect(millisecondsFor(piece, 40_000) / small, piece).toBeLessThan(12);
    }
  });

  const millisecondsFor = (piece: string, times: number): number => {
    const text = piece.repeat(times);
    const start = performance.now();
    maskMacros(text, wellKnown);
    return performance.now() - start;
  };
});

describe("definesOf", () => {
  it("learns roles, through chains and conflicts", () => {
    const roles = definesOf(
      "#define EMPTY\n#define ATTR __attribute__((x))\n#define API ATTR\n#define CALL(x) __declspec(x)\n#define VALUE 1\n#define OPEN namespace a { namespace b {\n#define EACH(x, y) for (x : y)\n#ifdef A\n#define MAYBE API\n#else\n#define MAYBE\n#endif\n",
    );
    expect(Object.fromEntries(roles)).toEqual({
      EMPTY: "attribute",
      ATTR: "attribute",
      API: "alias ATTR",
      CALL: "attribute()",
      VALUE: "value",
      OPEN: "open 2",
      EACH: "loop()",
      MAYBE: "alias~ API",
    });
  });

  it("merges the maps of several texts", () => {
    const roles = mergeRoles([wellKnown, definesOf("#define API EXPORT_IT\n"), definesOf("#define EXPORT_IT\n")]);
    expect(maskMacros("API Foo f;", roles).text).toBe("    Foo f;");
  });
});

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The text with pieces taken out, doubled and swapped. */
function mutated(text: string, random: () => number): string {
  let result = text;
  for (let step = 0; step < 12; step += 1) {
    const at = Math.floor(random() * result.length);
    const end = at + Math.floor(random() * 40);
    const piece = result.slice(at, end);
    const to = Math.floor(random() * result.length);
    result = random() < 0.5 ? result.slice(0, at) + result.slice(end) : result.slice(0, to) + piece + result.slice(to);
  }
  return result;
}
