import { expect, test } from "vitest";
import { modifiersOf } from "../../src/code-index/modifiers.ts";
import { codeBase } from "../support/code-base.ts";

test.each([
  ["bool operator<(const A& other) const", ["const"]],
  ["bool operator<=(const A& other) const = delete", ["const", "delete"]],
  ["A& operator<<(int n) noexcept", ["noexcept"]],
  ["A& operator<<=(int n) noexcept", ["noexcept"]],
  ["auto operator<=>(const A&) const = default", ["const", "default"]],
  ["bool operator>(const A& other) const", ["const"]],
  ["A* operator->() const", ["const"]],
  ["int f(int n = g([](int a) -> int { return a; }), const A* = 0) const", ["const"]],
  ["auto f(const A<int>& a) -> const A&", []],
  ["auto f() const -> const A&", ["const"]],
])("the modifiers of %s", async (signature, expected) => {
  const name = /operator[^(]+|f/.exec(signature)?.[0] ?? "";
  const { index } = await codeBase({ "a.h": `struct A {\n  ${signature};\n};` });
  const [declaration] = index.named(name);
  expect(declaration && modifiersOf(declaration, signature)).toEqual(expected);
});
