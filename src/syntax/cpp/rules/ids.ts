/**
 * The rules of masking. Input: nothing; output: the ids of the rules, each with a piece of code that it edits. Every edit names its rule,
 * the debug log prints it, and `lab/commands/rule-worth.mjs` measures what a rule is worth.
 */

/**
 * Correct C++ that the grammar misreads. Each piece of code is wrong without its rule: `lab/commands/grammar-gaps.mjs` tells which
 * of them another version of the grammar reads.
 */
export const gaps = {
  "backslash-in-include": '#include "..\\utils.h"\nint a;\n',
  "blanks-at-end-of-directive": "#define GUARD \nint f(int a) { return a; }\n",
  "comma-operator": "int f(int a, int b) { return (a = g(), b); }",
  "comment-in-value": "#define A f(0 /* b */, 1)\nint a;\n",
  "comment-in-define": "#define A(x) f(x); \\\n  /* of x */ \\\n  g(x)\nint a;\n",
  "comparison-in-arguments": "enable_if_t<N >= 64, int> f();",
  "defaulted-function": "A& A::operator=(const A&) = default;",
  "deleted-function": "void f(int) = delete;",
  digraph: "int f(int a<:2:>) <% return a<:0:>; %>",
  "directive-in-expression": "int a = f(\n#line 3\n1);",
  "empty-directive": "#\nint a;\n",
  "exception-specification": "void f() throw(...);",
  "friend-after-specifier": "struct A { inline friend void f() {} };",
  "function-type-as-default": "template <class T = int(char)> class A {};",
  "include-of-macro": "#include HEADER(<a.h>)\nint a;\n",
  "linkage-of-type": 'extern "C" typedef int (*A)(int);',
  "name-in-parentheses": "A (f)(int a) { return a; }",
  "noexcept-of-function-type": "typedef void (*A)(int) noexcept;",
  "qualifier-in-template-parameter-default": "template <typename T = const A*> class B {};",
  "semicolon-after-empty-body": "struct A { void f(int) override {}; };",
  "specifier-of-conversion": "inline A::operator B() const { return 1; }",
  "value-in-included-file": 'int a[] =\n#include "a.h"\nint b;',
  "unread-condition": "#if __has_include(<a.h>)\nint a;\n#endif\n",
} as const;

/** Extensions of compilers and C, and text that documentation leaves out. */
const extensions = {
  "asm-label": 'int f() asm("g");',
  assembly: "__asm { mov eax, ebx }",
  attribute: "void f() __attribute__((noreturn));",
  "named-variadic-parameter": "#define WORD(args...) f(args)",
  "pointer-of-old-style-function": "char *f(a) char *a; {",
  "vendor-keyword": "int __stdcall f();",
} as const;

/** Branches of `#if`, and directives where the grammar takes none. */
const branches = {
  "conditional-branch": "if (a\n#if B\n  && b\n#endif\n)",
  "directive-in-list": "{ a,\n#if B\n  b,\n#endif\n}",
  "scope-opened-again": "#if A\nclass B : C {\n#else\nclass B {\n#endif\n};",
  "stray-directive": "#endif without an #if",
} as const;

/** Macros, known by their roles or by their places. `WORD` is one. */
const macros = {
  "arguments-of-base-macro": "class A : public WORD(a, b) {",
  "arguments-of-class-macro": "WORD(Name, Base) {",
  "arguments-of-naming-macro": "WORD(Suite, <int>) {",
  "arguments-of-type-macro-in-head": "WORD(a, b) f(int c);",
  "attribute-macro": "void f(WORD int a)",
  "body-macro": "A(int) WORD",
  "class-macro": "WORD(Name) : public Base {",
  "declaring-macro": "WORD(int, Name);",
  "deleted-function-macro": "A(const A&) WORD;",
  "empty-argument": "WORD(a, )",
  "list-of-enumerators": "#define WORD AS(A) AS(B)\nenum C {\n#define AS(a) a,\nWORD\n};",
  "macro-after-parameters": "void f() WORD;",
  "macro-among-specifiers": "static WORD int f();",
  "macro-as-parameter": "template <class T, WORD(x)>",
  "macro-for-head": "#define WORD int f(int a)\nWORD {",
  "macro-for-new": "a = WORD(b) C(d);",
  "macro-in-class-head": "class WORD Name {",
  "macro-in-namespace-head": "namespace a WORD {",
  "namespace-macro": 'WORD("name") {',
  "odd-argument": "WORD(int, +)",
  "scope-macro": "WORD_BEGIN int a; WORD_END",
  "parameters-in-macro": "int f WORD((int a));",
  "statements-as-arguments": "WORD(a = 1; b())",
  "type-between-macros": "WORD int\ntemplate <class T>",
  "variable-macro": 'static WORD(name, 1, "text");',
} as const;

export type RuleId = keyof typeof gaps | keyof typeof extensions | keyof typeof branches | keyof typeof macros;

/** The ids of the rules that are code, in order. */
export const writtenRuleIds: readonly RuleId[] = [gaps, extensions, branches, macros]
  .flatMap((rules) => Object.keys(rules).filter(isRule))
  .sort();

function isRule(id: string): id is RuleId {
  return id in gaps || id in extensions || id in branches || id in macros;
}
