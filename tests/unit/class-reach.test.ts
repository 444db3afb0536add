import { expect, test } from "vitest";
import { eachFile } from "../support/navigation.ts";

const cases = {
  nowhere: [
    "A()",
    "x = A()",
    "isinstance(x, A)",
    "isinstance(x, (A, int))",
    "issubclass(type(x), A)",
    "A.make()",
    "x == A",
    "type(x) is A",
    "def f(x: A) -> A: ...",
    "def f(x: 'list[A]'): ...",
    "class B(A): ...",
    "class B(m.A): ...",
    "try: ...\nexcept A: ...",
    "import A",
    "from A import x",
    "f(A=1)",
    '"""A"""',
    "# A",
    "other.A = 1",
    "import lib\nlib.register(A)",
    "from lib import signal\nclass B:\n    done = signal(A)",
    "super(A, x).f()",
    "x = object.__new__(A)",
    "import dataclasses\n@dataclasses.dataclass\nclass A: ...",
  ],
  inside: ["def f():\n    k = A\n    k()", "Alias = A", "raise A"],
  elsewhere: [
    "def f():\n    return A",
    "x = [A]",
    'x = {"a": A}',
    "x.kind = A",
    "x = A or B",
    "x = lambda: A",
    "class B:\n    kind = A",
    "class B:\n    kind = m.A",
    "def f(kind=A): ...",
    "def g(kind): ...\ng(A)",
    "def g(kind): ...\ng(kind=A)",
    "def f():\n    k = A\n    return k",
    "x = list()\nx.append(A)",
    "from functools import partial\nmake = partial(A, 1)",
    "map(A, x)",
    "def keep(kind): ...\n@keep\nclass A: ...",
  ],
} as const;

test.each(Object.entries(cases).flatMap(([reach, texts]) => texts.map((text) => ({ reach, text }))))(
  "a class goes $reach as a value: $text",
  async ({ reach, text }) => {
    const found: unknown[] = [];
    await eachFile({ "a.py": `${text}\n` }, (open) => {
      found.push(open.resolver.reachOfClass?.(open, ["A"]));
    });
    expect(found).toEqual([reach]);
  },
);
