/**
 * Code as it is while somebody writes it: cut, damaged, or typed to some place. Input: the fixtures of navigation, and
 * statements that are typed character by character; output: what names resolve to, and what is offered at the place.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Files } from "../support/code-base.ts";
import { completedCode } from "../support/completed-code.ts";
import { eachFile, resolvedFixtures } from "../support/navigation.ts";

describe.each(resolvedFixtures())("$name", ({ cases, known }) => {
  test("any word and sign resolves, also of damaged texts", async () => {
    for (const { files } of cases) {
      const [damaged = []] = fc.sample(fc.tuple(...Object.values(files).map(damage)), 1);
      await resolveAll(files);
      await resolveAll(Object.fromEntries(Object.keys(files).map((path, at) => [path, damaged[at] ?? ""])));
    }
  });

  async function resolveAll(files: Files): Promise<void> {
    const resolve = ({ text, resolver, ...open }: Parameters<Parameters<typeof eachFile>[1]>[0]) => {
      for (const { index } of text.matchAll(/[A-Za-z_]\w*|[^\w\s]|\s+/g)) {
        const { targets } = resolver.resolve({ ...open, text }, index);
        // An expectation a target would take most of the time.
        const odd = targets.find((target) => !resolver.symbolOf(target).includes(target));
        if (odd !== undefined) throw new Error(`${odd.name} at ${index} is not one of its symbol`);
      }
    };
    await eachFile(files, resolve, { known });
  }
});

/** A text that ends somewhere, or with a piece of it taken out and something else in its place. */
function damage(text: string): fc.Arbitrary<string> {
  const inserts = ["", "{", "}", "(", "<", "::", "->", "template <class", '"'];
  return fc
    .tuple(fc.nat(text.length), fc.nat(12), fc.constantFrom(...inserts), fc.boolean())
    .map(([at, length, insert, isCut]) => text.slice(0, at) + (isCut ? "" : insert + text.slice(at + length)));
}

describe("every state of typing a statement", () => {
  test.each([
    [
      "a.cpp",
      `namespace geo { class Shape { public: double area() const; int name_[2]; }; }\ndouble f(geo::Shape* known, int n) {\n  for (;;) {\n    `,
      "\n  }\n}\nint after;\n",
      [
        "if (n > 1 && (known->area() > n || g(n, {1, 2}))) { return known->name_[n]; }",
        "for (const auto& item : items(n)) use<int>(item, [&](int x) { return x + n; });",
        "switch (n) { case 1: break; }",
      ],
    ],
    [
      "b.py",
      `class Page:\n    def area(self): return self.width\n\ndef f(known, n):\n    while True:\n        `,
      "\n    return 1\n\ndef after(): pass\n",
      [
        "if n > 1 and (known.area() > n or g(n, [1, {2: n}])): return known.name[n]",
        "with open(n) as file, Page(1, height=n): pass",
        "for item in [x for x in known if x]: print(f'{item}', lambda y: y + n)",
        "x = {'a': n, **known}",
      ],
    ],
  ])("%s keeps the scope", async (path, before, after, statements) => {
    for (const statement of statements) {
      for (let end = 0; end <= statement.length; end++) {
        const typed = statement.slice(0, end);
        const { candidates, receiver, prefix } = await completedCode({ [path]: `${before}${typed}¦${after}` });
        const isOpen = receiver === undefined && prefix === "" && !/['"]/.test(typed);
        const names = candidates.map(({ name, origin }) => `${origin} ${name}`);
        if (isOpen) expect(names, typed).toEqual(expect.arrayContaining(["parameter known", "parameter n"]));
      }
    }
  });
});
