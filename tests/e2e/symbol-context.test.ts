import { expect, test } from "vitest";
import * as z from "zod";
import { maxContextFiles } from "../../src/base/limits.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const far = Object.fromEntries(
  Array.from({ length: maxContextFiles + 5 }, (_, i) => [
    `far/f${i}.py`,
    `import shop, kinds\nshop.frequent(${i})\nkinds.Widget()\n`,
  ]),
);
const cwd = temporaryFolder({
  "box.hpp": "#pragma once\nstruct Box { Box(int n); static int count; Box* copy(); int n; };\n",
  "sum.hpp": '#pragma once\n#include "box.hpp"\nint sum(Box* box);\n',
  "other.hpp": "#pragma once\nint other();\n",
  "box.cpp":
    '#include "other.hpp"\n#include "sum.hpp"\n#include <vector>\n' +
    "int Box::count = 0;\nBox::Box(int n) : n(n) {}\nBox* Box::copy() { return new Box(n); }\n" +
    "int main() { Box* box = nullptr; return sum(box); }\n",
  "shop.py":
    "import os, sys\nimport json\nfrom math import floor\n\ndef frequent(n):\n    return os.path.join(floor(n))\n",
  "kinds.py": "class Widget: pass\n",
  "zoo/derived.py": "from kinds import Widget\nclass Button(Widget): pass\n",
  "near.py": "import shop\nshop.frequent(1)\n",
  "tests/test_shop.py": "import shop\nshop.frequent(2)\n",
  ...far,
});
const call = callsToServer({ cwd, args: ["--log-level", "error", "--no-cache"] });

const Context = z.looseObject({
  ...{ callers: z.array(z.unknown()), tests: z.array(z.unknown()), imports: z.array(z.unknown()) },
  ...{ derived: z.array(z.unknown()), counts: z.unknown(), truncated_reason: z.string() },
});

async function contextOf(input: object) {
  const { answer, text } = await call("get_symbol_context", input);
  expect(answer.success, text).toBe(true);
  return Context.partial().parse(answer);
}

test("what a class has itself is no caller, where it is defined outside, too", async () => {
  const { callers } = await contextOf({ symbol: "Box", filepath: "*.?pp" });
  expect(callers).toMatchObject([
    { filepath: "box.cpp", references: [{ line: 7, in: "main" }] },
    { filepath: "sum.hpp", references: [{ line: 3 }] },
  ]);
});

test("imports are those that the source needs; what headers from outside declare is not known", async () => {
  const main = await contextOf({ symbol: "main", filepath: "*.?pp" });
  expect(main.imports).toEqual([{ filepath: "box.cpp", lines: ['2: #include "sum.hpp"', "3: #include <vector>"] }]);
  expect(main.counts).toMatchObject({ imports: 2, other_imports: 1 });
  const { imports, counts } = await contextOf({ symbol: "frequent", filepath: "shop.py" });
  expect(imports).toEqual([{ filepath: "shop.py", lines: ["1: import os, sys", "3: from math import floor"] }]);
  expect(counts).toMatchObject({ imports: 2, other_imports: 1 });
});

test("callers of a name that many files have are looked for in the nearest ones", async () => {
  const { callers, tests, truncated_reason } = await contextOf({ symbol: "shop.frequent", max_chars: 100_000 });
  expect(tests).toMatchObject([{ filepath: "tests/test_shop.py" }]);
  // One is a test, and one the file that defines it.
  expect(callers).toHaveLength(maxContextFiles - 2);
  expect(callers).toEqual(expect.arrayContaining([expect.objectContaining({ filepath: "near.py" })]));
  expect(truncated_reason).toBe(
    `callers are looked for in the nearest ${maxContextFiles} of ${maxContextFiles + 8} files with the name: ` +
      "find_references has all",
  );
});

test("what derives from a class is found in any file", async () => {
  const { derived, truncated_reason } = await contextOf({ symbol: "Widget", max_chars: 100_000 });
  expect(derived).toMatchObject([{ filepath: "zoo/derived.py", references: [{ line: 2, in: "Button" }] }]);
  expect(truncated_reason).toContain(`the nearest ${maxContextFiles} of ${maxContextFiles + 7} files`);
});

test("of a symbol from outside nothing is missing", async () => {
  const context = await contextOf({ symbol: "math.floor" });
  expect(context).toMatchObject({ external: "math.floor", used_at: ["shop.py:3", "shop.py:6"], results: [] });
  expect(context).not.toHaveProperty("truncated");
});
