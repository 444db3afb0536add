import { describe, expect, test } from "vitest";
import { type DeclarationFact, DeclarationFlag } from "../../src/facts/declaration-facts.ts";
import { damagedVersions } from "../support/damaged-text.ts";
import { declarationsOf, nestedCode } from "../support/deep-code.ts";

const factsOf = (text: string, withLocals = false) => declarationsOf("cpp", text, withLocals);

/** The flags of C++: seven of Python and one of languages as data have the bits of others. */
const flagNames = Object.entries(DeclarationFlag).filter(
  ([word]) => !["classmethod", "excluded", "fixture", "async", "typing", "lambda", "ofMain", "exported"].includes(word),
);

/** A fact as `kind qualifier::name: type (least..most) flags`, two spaces for each declaration around it. */
function written(fact: DeclarationFact, _index: number, all: readonly DeclarationFact[]): string {
  const { kind, name, qualifier, type, least, most, flags } = fact;
  let indent = "";
  for (let at = fact.parent; at >= 0; at = all[at]?.parent ?? -1) indent += "  ";
  const words = flagNames.filter(([, bit]) => (flags & bit) !== 0);
  const call = kind === "function" ? ` (${least}..${most})` : "";
  const bits = words.map(([word]) => ` ${word}`).join("");
  return `${indent}${kind} ${qualifier === "" ? "" : `${qualifier}::`}${name}${type === "" ? "" : `: ${type}`}${call}${bits}`;
}

async function expectFacts(text: string, expected: string, withLocals = false): Promise<void> {
  const rows = (await factsOf(text, withLocals)).map(written).join("\n");
  expect(`\n${rows}\n`).toBe(expected);
}

/** The facts of a text whose macros are masked as those that it defines. */
async function maskedFacts(text: string): Promise<readonly DeclarationFact[]> {
  const none = new Map<string, string>();
  const masking = { macros: { project: none, folder: none, everywhere: none } };
  return declarationsOf("cpp", text, false, masking);
}

async function expectMasked(text: string, expected: string): Promise<void> {
  expect(`\n${(await maskedFacts(text)).map(written).join("\n")}\n`).toBe(expected);
}

describe("declarations of C++", () => {
  test("namespaces", async () => {
    await expectFacts(
      "namespace a::b { inline namespace v1 { int x; } namespace { int y; } }\nnamespace c = a::b; using namespace c; using a::b::x;",
      `
namespace a
  namespace b
    namespace v1 transparent
      variable x: int
    namespace  transparent internal
      variable y: int
namespace_alias c: a::b
using_namespace : c
using x: a::b::x
`,
    );
  });

  test("namespaces that a macro opens and a brace closes, or a brace opens and a macro closes", async () => {
    await expectMasked(
      `#define LIB_BEGIN namespace lib {
#define BOTH_BEGIN namespace lib { namespace v1 {
#define LIB_END }
LIB_BEGIN
class Shape { int size() { return 1; } }; }
int outside;
BOTH_BEGIN int both; } }
namespace lib { int own; LIB_END
LIB_BEGIN int twice; LIB_END
int last;`,
      `
macro LIB_BEGIN: namespace lib {
namespace lib transparent
macro BOTH_BEGIN: namespace lib { namespace v1 {
namespace lib transparent
  namespace v1 transparent
macro LIB_END: }
namespace lib transparent
  class Shape
    function size: int (0..0) private
variable outside: int
namespace lib transparent
  namespace v1 transparent
    variable both: int
namespace lib
  variable own: int
namespace lib transparent
  variable twice: int
variable last: int
`,
    );
  });

  test("namespaces that macros open, and where they end", async () => {
    await expectMasked(
      `#define BEGIN namespace a { inline namespace v1 {
#define END } }
#define OTHER extern "C" {
#define OTHER_END }
namespace n { BEGIN
struct S { int x; }; END int y; BEGIN END }
OTHER int z; OTHER_END
BEGIN namespace m { int i; } END
int last;
BEGIN int unclosed;`,
      `
macro BEGIN: namespace a { inline namespace v1 {
namespace a transparent
  namespace v1 transparent
macro END: } }
macro OTHER: extern "C" {
macro OTHER_END: }
namespace n
  namespace a transparent
    namespace v1 transparent
      struct S
        field x: int
  variable y: int
variable z: int
namespace a transparent
  namespace v1 transparent
    namespace m
      variable i: int
variable last: int
variable unclosed: int
`,
    );
  });

  test("namespaces that macros name by an argument", async () => {
    await expectMasked(
      `#define BEGIN(name) namespace name {
#define END }
BEGIN(a) BEGIN(b::c) int x; END int y; END
BEGIN(1) int z; END`,
      `
macro BEGIN: namespace name {
macro END: }
namespace a transparent
  namespace b transparent
    namespace c transparent
      variable x: int
  variable y: int
variable z: int
`,
    );
  });

  test("a namespace that a macro opens stands where its name is written, and where the macro does", async () => {
    const facts = await maskedFacts(
      "#define BEGIN namespace a { namespace b {\n#define END } }\n\n BEGIN int x;\nEND\n",
    );
    const namespaces = facts.filter(({ kind }) => kind === "namespace");
    expect(
      namespaces.map(({ name, line, column, endLine, at, start, headEnd, end }) => ({
        ...{ name, line, column, endLine },
        offsets: [at, start, headEnd, end],
      })),
    ).toEqual([
      { name: "a", line: 1, column: 25, endLine: 1, offsets: [24, 14, 41, 41] },
      { name: "b", line: 1, column: 39, endLine: 1, offsets: [38, 14, 41, 41] },
      { name: "a", line: 4, column: 2, endLine: 5, offsets: [60, 60, 65, 76] },
      { name: "b", line: 4, column: 3, endLine: 5, offsets: [61, 60, 65, 76] },
    ]);
  });

  test("classes with their bases, access, and members", async () => {
    await expectFacts(
      `template <class T, int N = 1> class V : public Base<T>, private n::D {
  V(int a, T b = {}); ~V();
 protected:
  virtual T* get(int i) const = 0; static int count; T x, *y[2]; operator bool() const;
  union { int i; }; enum class E : int { A }; using Base<T>::f; friend class Q; friend void g(V&);
};
class Forward; struct S { int a; } s1, *s2; typedef struct { int q; } Named;`,
      `
class V: Base<T>, n::D
  type_parameter T
  parameter N: int
  function V (1..2) declared private
  function ~V (0..0) declared private
  function get: T* (1..1) declared virtual abstract const protected
  field count: int declared static protected
  field x: T protected
  field y: T*[] protected
  function operator bool: bool (0..0) declared const protected
  union  transparent protected
    field i: int protected
  enum E: int protected scoped
    enum_member A
  using f: Base<T>::f protected
  class Q declared forward friend protected
  function g: void (1..1) declared friend protected
class Forward declared forward
struct S
  field a: int
variable s1: @18
variable s2: @18*
struct 
  field q: int
alias Named: @22
`,
    );
  });

  test("functions, variables, macros, includes", async () => {
    await expectFacts(
      `#include "a/b.h"
#include <vector>
#define ADD(a, b) ((a) + (b))
static int f(void); auto g(int a, ...) -> A*; void A::B<int>::m() {} extern int x; int (*p)(int), n = 3; auto made = make(1);
#ifdef WIN
int only_there;
#else
int here;
#endif`,
      `
include a/b.h
include vector: <>
macro ADD: ((a) + (b))
function f: int (0..0) declared static internal
function g: A* (1..-1) declared
function A::B::m: void (0..0)
variable x: int declared
variable p: int(*)()
variable n: int
variable made: =make(1)
variable only_there: int unlikely foreign
variable here: int
`,
    );
  });

  test("what is inside of functions, with locals", async () => {
    const text = `void f(int a) {
  Foo direct(a); auto [p, q] = a; for (auto& item : all) {} auto l = [c = a](int d) {};
  struct In { int m; }; end: goto end;
}`;
    await expectFacts(text, "\nfunction f: void (1..1)\n");
    await expectFacts(
      text,
      `
function f: void (1..1)
  parameter a: int local
  variable direct: Foo local
  variable p: =0.a local
  variable q: =1.a local
  variable item: =*all local
  variable l local
  variable c: =a local
  parameter d: int local
  struct In local
    field m: int local
  label end local
`,
      true,
    );
  });

  test("a hash of parameters is that of the definition, and another one for an overload", async () => {
    const [declared, defined, other, constant] = await factsOf(
      "void f(const n::A& a, int b = 1); void f(A const & x, const int) {} void f(A a, int b); void f(const A&, int) const;",
    );
    expect(declared?.parameters).toBe(defined?.parameters);
    expect(other?.parameters).not.toBe(declared?.parameters);
    expect(constant?.parameters).not.toBe(declared?.parameters);
  });

  test("offsets are those of the name, the statement, the body and the end", async () => {
    const text = "\ntemplate <class T>\nint  f(T t) { return 1; }\n";
    const [fact] = await factsOf(text);
    const { at = 0, start = 0, headEnd = 0, end = 0, line, column, endLine } = fact ?? {};
    expect([text.slice(at, at + 1), line, column, endLine]).toEqual(["f", 3, 6, 3]);
    expect(text.slice(start, headEnd)).toBe("template <class T>\nint  f(T t) ");
    expect(text.slice(headEnd, end)).toBe("{ return 1; }");
  });

  test.each(nestedCode(10_000))("10,000 nested %s", async (_, text) => {
    const [first] = await factsOf(text, true);
    expect(first?.name).toBe("before");
  });

  test("damaged texts have parents before children", async () => {
    for (const text of damagedVersions("symbols/cpp/definitions.cpp", 100)) {
      const facts = await factsOf(text, true);
      for (const [index, { parent, start, headEnd, end }] of facts.entries()) {
        expect(parent).toBeLessThan(index);
        expect(start).toBeLessThanOrEqual(headEnd);
        expect(headEnd).toBeLessThanOrEqual(end);
      }
    }
  });
});
