/**
 * The rules of masking, by their ids: what each edits, as a piece of code. Every edit names its rule, the debug log prints
 * it, and `scripts/rule-worth.mjs` measures what a rule is worth.
 */

/**
 * Correct C++ that the grammar misreads. Each piece of code is wrong without its rule: `scripts/grammar-gaps.mjs` tells which
 * of them another version of the grammar reads.
 */
export const gaps = {
  "access-by-pointer-to-member": "int f(A* a, int A::*b) { return (a->*b) + (*a.*b); }",
  "arguments-of-destructor": "void f(A<int>* a) { a->~A<int>(); }",
  "array-of-pointers": "int** f() { return new int*[3]; }",
  "attribute-in-branch": "#if A\n[[maybe_unused]]\n#endif\nint f();",
  "attribute-of-enumerator": "enum E { A [[deprecated]] = 1, B };",
  "base-of-unnamed-enumeration": "enum : int { A, B };",
  "bit-field-value": "struct A { int a : 1 = 0; int b : 2 {1}; };",
  "blanks-after-macro-name": "#define GUARD \nint f(int a) { return a; }\n",
  "braces-after-co-return": "task f() { co_return {}; }",
  "brackets-of-delete": "void f(void* a) { delete[] (int*)a; }",
  cast: "int f(int a) { return (unsigned(a) >> 4); }",
  "comma-in-decltype": "decltype(f(), 1) a;",
  "comma-operator": "int f(int a, int b) { return (a = g(), b); }",
  "comment-in-value": "#define A f(0 /* b */, 1)\nint a;\n",
  "comment-in-define": "#define A(x) f(x); \\\n  /* of x */ \\\n  g(x)\nint a;\n",
  "comparison-in-arguments": "enable_if_t<N >= 64, int> f();",
  "const-after-new": "const int* f() { return new const int(1); }",
  "decltype-as-base": "struct A : decltype(f()) {};",
  "decltype-as-value": "int f() { return g(decltype(a){}); }",
  "default-argument": "void f(std::vector<int> a = {}, int b = 1);",
  "defaulted-function": "A& A::operator=(const A&) = default;",
  "deleted-function": "void f(int) = delete;",
  designator: "A a = {.b{1}, .c{2}};",
  "directive-in-expression": "int a = f(\n#line 3\n1);",
  "empty-directive": "#\nint a;\n",
  "exception-specification": "void f() throw(...);",
  "explicit-instantiation": "template class A<int>;\nextern template class A<char>;",
  "explicit-object-parameter": "struct A { void f(this A& self); };",
  "export-of-declaration": "export int f();",
  "friend-after-specifier": "struct A { inline friend void f() {} };",
  "function-type-as-default": "template <class T = int(char)> class A {};",
  "if-consteval": "int f() { if consteval { return 1; } return 2; }",
  "include-of-macro": "#include HEADER(<a.h>)\nint a;\n",
  "label-of-switch-without-braces": "void f() { switch (0) case 0: g(); }",
  "linkage-of-type": 'extern "C" typedef int (*A)(int);',
  "module-declaration": "export module a.b;\nimport c;\n",
  "name-in-parentheses": "A (f)(int a) { return a; }",
  "noexcept-of-function-type": "typedef void (*A)(int) noexcept;",
  "operator-arguments": "struct A { friend void operator<< <>(A, int); };",
  "operator-call": "int f(A a) { return a.operator->()->b; }",
  "pack-expansion": "template <class... T> struct A : T... { using T::operator()...; };",
  "pointer-to-member": "A<int B::*> a;",
  "pointer-with-initializer": 'char* const a("b");',
  "pointers-of-pack": "template <class... T> void f(T*... a);",
  "qualifier-in-template-parameter-default": "template <typename T = const A*> class B {};",
  "qualifier-of-member-function-type": "using A = B<int (C::*)(int) const>;",
  "reference-with-initializer": "void f() { const A& a(b.c()); }",
  "scope-of-destructor": "void f(A* a) { a->A::~A(); }",
  "semicolon-after-empty-body": "struct A { void f(int) override {}; };",
  "specifier-of-conversion": "inline A::operator B() const { return 1; }",
  "switch-without-braces": "void f() { switch (0) case 0: g(); }",
  "type-in-typeid": "auto& a = typeid(unsigned char);",
  "typename-in-expression": "template <class T> int f() { return g(typename T::type{}); }",
  "typename-of-known-type": "struct A : B { using typename B::type; };",
  "unnamed-bit-field": "struct A { int a : 1; int : 0; };",
  "unnamed-pointer-parameter": "template <class T, int* = nullptr> class A {};",
  "unread-condition": "#if __has_include(<a.h>)\nint a;\n#endif\n",
  "used-conversion": "struct A : B { using B::operator T; };",
} as const;

/** What compilers and C have beyond C++, and what documentation leaves out of it. */
const extensions = {
  "asm-label": 'int f() asm("g");',
  assembly: "__asm { mov eax, ebx }",
  attribute: "void f() __attribute__((noreturn));",
  "case-range": "case 1 ... 5:",
  "computed-goto": "goto *labels[a];",
  "kernel-launch": "kernel<<<grid, block>>>(a);",
  "named-variadic-parameter": "#define WORD(args...) f(args)",
  "parameters-left-out": "template <typename T1, ..., typename Tn>",
  "pointer-of-old-style-function": "char *f(a) char *a; {",
  "qualifiers-of-pack": "f(T... const& args)",
  typeof: "__typeof__(a) b;",
  "vendor-keyword": "int __stdcall f();",
} as const;

/** Branches of `#if`, and directives where the grammar takes none. */
const branches = {
  "conditional-branch": "if (a\n#if B\n  && b\n#endif\n)",
  "directive-in-list": "{ a,\n#if B\n  b,\n#endif\n}",
  "scope-opened-again": "#if A\nclass B : C {\n#else\nclass B {\n#endif\n};",
  "stray-directive": "#endif without an #if",
} as const;

/** Macros, known by their roles or by where they stand. `WORD` is one. */
const macros = {
  "access-macro": "WORD:",
  "access-macro-after-key": "public WORD:",
  "arguments-before-semicolon": "WORD(int a, = 1);",
  "arguments-of-base-macro": "class A : public WORD(a, b) {",
  "arguments-of-class-macro": "WORD(Name, Base) {",
  "arguments-of-naming-macro": "WORD(Suite, <int>) {",
  "arguments-of-type-macro": "f(WORD(a) name)",
  "arguments-of-type-macro-in-body": "WORD(T) name;",
  "arguments-of-type-macro-in-head": "WORD(a, b) f(int c);",
  "attribute-macro": "void f(WORD int a)",
  "attribute-macro-at-start": "WORD void f();",
  "body-macro": "A(int) WORD",
  "call-before-block": "WORD(a) { b(); }",
  "call-before-statement": "WORD(a) return b;",
  "call-before-string": 'WORD(x) "text"',
  "call-without-semicolon": "WORD(a)\n  b();",
  "calling-convention": "void (WORD *name)(int)",
  "calling-convention-and-pointer": "void (WORDP name)(int)",
  "chain-after-macro": "WORD(f)->Arg(1);",
  "class-macro": "WORD(Name, Base) {",
  "constraint-of-template-macro": "template(typename T)(requires C<T>)",
  "deleted-function-macro": "A(const A&) WORD;",
  "empty-argument": "WORD(a, )",
  "loop-macro": "WORD(a, b) { c(); }",
  "loop-macro-without-arguments": "WORD { a(); }",
  "macro-after-alias": "using A WORD = B;",
  "macro-after-parameter": "f(int a WORD(0))",
  "macro-after-parameters": "void f() WORD;",
  "macro-after-variable-name": "int a WORD(0);",
  "macro-among-specifiers": "static WORD int f();",
  "macro-around-declaration": "WORD(void f(int));",
  "macro-around-string": 'WORD("a") WORD("b")',
  "macro-as-parameter": "template <class T, WORD(x)>",
  "macro-before-block": "WORD { a(); }",
  "macro-before-closing-brace": "WORD }",
  "macro-before-declaration": "WORD int a = 1;",
  "macro-before-expression": "a = WORD(b) c(d);",
  "macro-before-operation": "WORD\n  a.b();",
  "macro-before-statement": "WORD return a;",
  "macro-between-strings": '"%" WORD "\\n"',
  "macro-in-class-head": "class WORD Name {",
  "macro-in-declaration": "bool WORD a",
  "macro-in-enumeration": "enum { A WORD = 1, WORD(b) }",
  "macro-in-namespace-head": "namespace a WORD {",
  "macro-of-declarations": "WORD(a)\nint b;",
  "macro-of-several-elements": "{ WORD(a)\n  WORD(b) }",
  "macro-on-its-own": "WORD\nint b;",
  "macro-without-semicolon": "WORD\nreturn a;",
  "namespace-macro": 'WORD("name") {',
  "odd-argument": "WORD(int, +)",
  "scope-macro": "WORD_BEGIN int a; WORD_END",
  "parameters-in-macro": "int f WORD((int a));",
  "statements-as-arguments": "WORD(a = 1; b())",
  "template-macro": "template(typename T) class A {};",
  "type-between-macros": "WORD int\ntemplate <class T>",
  "variable-macro": 'static WORD(name, 1, "text");',
  "variable-macro-in-body": "static WORD(name, 1);",
  "wrapping-macro": "WORD(int) f();",
} as const;

export type RuleId = keyof typeof gaps | keyof typeof extensions | keyof typeof branches | keyof typeof macros;

/** All rules, in the order of their ids. */
export const ruleIds: readonly RuleId[] = [gaps, extensions, branches, macros]
  .flatMap((rules) => Object.keys(rules).filter(isRule))
  .sort();

function isRule(id: string): id is RuleId {
  return id in gaps || id in extensions || id in branches || id in macros;
}
