import { describe, expect, test } from "vitest";
import { mayWriteMembers, membersWrittenIn } from "../../src/code-index/cpp/written-members.ts";
import { findSymbols } from "../../src/code-index/find-symbols.ts";
import { codeBase } from "../support/code-base.ts";

/** The members of a macro with the parameter T, as `name: type`. */
const membersOf = (replacement: string) =>
  membersWrittenIn(["T", " name", "..."], replacement).map(({ name, type, least, most }) =>
    type.startsWith("function") ? `${name}: ${type} (${least}..${most})` : `${name}: ${type}`,
  );

describe("members that a replacement declares", () => {
  test.each([
    ["typedef ptr<T> Ptr", ["Ptr: alias ptr<#1>"]],
    ["using Ptr = std::shared_ptr<const T>;", ["Ptr: alias std::shared_ptr<const #1>"]],
    ["public: int size(); private: T* next_ = nullptr;", ["size: function int (0..0)", "next_: field #1*"]],
    ['virtual T make(int a, T b = f(";")) const override { return b; }', ["make: function #1 (1..2)"]],
    ["static auto all(...) -> std::vector<T>;", ["all: function std::vector<#1> (0..-1)"]],
    ["OUTER(T, int) INNER() \\\n int /* of T */ left[2];", ["OUTER: macro #1,int", "INNER: macro", "left: field int"]],
    ["OUTER(T)", ["OUTER: macro #1"]],
    ["std::map<int, T> all_{}; int after;", ["all_: field std::map<int, #1>", "after: field int"]],
    ["T##_ptr other; Q_##T ## Private* const d = d_func();", ["other: field #1_ptr", "d: field Q_#1Private* const"]],
    [
      "T *first, &last = of(T, 1), list[3]; unsigned flag : 1, other : 2;",
      ["first: field #1 *", "last: field #1 &", "list: field #1", "flag: field unsigned", "other: field unsigned"],
    ],
    ["int size(), (*call)(T), T;", []],
    // What is made of arguments, and what has no name of its own.
    ["int name(); int get_##name(); friend class X; T& operator=(const T&); T(int);", []],
    ["class Inner { int left; }; enum Kind { one };", []],
    // Statements and values.
    ["do { int a = T; stop(a); } while (0)", []],
    ["if (T) stop(1); int a;", []],
    ["T.a = 3; stop(T);", []],
    ["T = 3; stop(T);", []],
    ["((T) + 1)", []],
    ['"text; int a;"', []],
  ])("%s", (replacement, members) => {
    expect(membersOf(replacement).map((one) => one.trim())).toEqual(members);
  });

  test.each(["do { } while (0)", "stop(T)", "((T) + 1)", "T##_old"])("%s is not looked into", (replacement) => {
    expect(mayWriteMembers(replacement)).toBe(false);
  });

  test("the place of a name is that in the replacement", () => {
    const replacement = " \\\n  /* Ptr */ typedef T* Ptr;";
    expect(membersWrittenIn(["T"], replacement).map(({ at }) => at)).toEqual([replacement.lastIndexOf("Ptr")]);
  });
});

test("a member that a macro writes is addressed by its class, also if a base declares one", async () => {
  const code = await codeBase({
    "a.h": `#define DECLARE_PTR(klass) typedef ptr<klass> Ptr
struct Root { typedef int Ptr; };
struct Array : Root { DECLARE_PTR(Array); };
struct Other : Root {};
`,
  });
  const linesOf = async (symbol: string) => {
    const { symbols } = await findSymbols(code, { symbol, filepath: undefined, line: undefined, column: undefined });
    return symbols.map(({ name, word, places }) => `${name} ${word} ${places.map(({ line }) => line)}`);
  };
  expect(await linesOf("Array::Ptr")).toEqual(["Array::Ptr Ptr 3"]);
  expect(await linesOf("Root::Ptr")).toEqual(["Root::Ptr Ptr 2"]);
  expect(await linesOf("Other::Ptr")).toEqual(["Root::Ptr Ptr 2"]);
});
