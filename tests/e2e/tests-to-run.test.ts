/** The tests that get_changes lists for a changed function. Input: small code bases of Python; output: the names of the listed tests. */
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsInTurn } from "../support/tool-call.ts";

const args = ["--log-level", "error", "--no-cache"];
const call = callsInTurn();

const code = { "net.py": "def ping():\n    return 1\n\n\ndef pong():\n    return 2\n" };
const diff = "--- a/net.py\n+++ b/net.py\n@@ -2 +2 @@\n-    return 0\n+    return 1\n";

/** The listed tests after a change of the second line of net.py: `file name`, in the order of the answer. */
async function testsIn(files: Readonly<Record<string, string>>, change = diff): Promise<readonly string[]> {
  const at = temporaryFolder({ ...code, ...files });
  const { answer } = await call({ cwd: at, args }, "get_changes", { diff: change, include: ["tests"] });
  const { tests = [] } = Object(answer);
  return tests.flatMap(({ filepath, tests: rows }: { filepath: string; tests: { name: string }[] }) =>
    rows.map(({ name }) => `${filepath} ${name}`),
  );
}

const twoTests = "    def test_a(self):\n        pass\n\n    def test_b(self):\n        pass\n";
const base = `import unittest\nimport net\n\n\nclass Base(unittest.TestCase):\n    def setUp(self):\n        net.ping()\n\n`;

describe("what a framework runs for each test leads to the tests", () => {
  test.each<[string, string, readonly string[]]>([
    ["setUp", `${base}${twoTests}`, ["Base.test_a", "Base.test_b"]],
    ["setUp of a base", `${base}class TestA(Base):\n${twoTests}`, ["TestA.test_a", "TestA.test_b"]],
    [
      "not a setUp that another one replaces",
      `${base}    def test_a(self):\n        pass\n\n\nclass TestB(Base):\n    def setUp(self):\n        pass\n\n    def test_b(self):\n        pass\n`,
      ["Base.test_a"],
    ],
    ["not another method", `${base.replace("setUp", "prepare")}${twoTests}`, ["Base.prepare"]],
    [
      "setup_module",
      "import net\n\n\ndef setup_module():\n    net.ping()\n\n\ndef test_a():\n    pass\n\n\ndef helper():\n    pass\n",
      ["test_a"],
    ],
    [
      "a fixture that no test requests",
      "import net, pytest\n\n\n@pytest.fixture(autouse=True)\ndef ready():\n    net.ping()\n\n\ndef test_a():\n    pass\n",
      ["test_a"],
    ],
    [
      "not a fixture that is to be requested",
      "import net, pytest\n\n\n@pytest.fixture\ndef ready():\n    net.ping()\n\n\ndef test_a():\n    pass\n",
      ["ready"],
    ],
  ])("%s", async (_, text, expected) => {
    expect(await testsIn({ "tests/test_net.py": text })).toEqual(expected.map((name) => `tests/test_net.py ${name}`));
  });

  test("a fixture of conftest.py for the tests below its folder", async () => {
    const one = "def test_a():\n    pass\n";
    const fixture = "import net, pytest\n\n\n@pytest.fixture(autouse=True)\ndef ready():\n    net.ping()\n";
    const files = { "tests/a/conftest.py": fixture, "tests/a/test_a.py": one, "tests/b/test_b.py": one };
    expect(await testsIn(files)).toEqual(["tests/a/test_a.py test_a"]);
  });

  test("setUp for the tests of a derived class of another file", async () => {
    const derived = `from .base import Base\n\n\nclass TestA(Base):\n${twoTests}`;
    expect(await testsIn({ "tests/base.py": base, "tests/test_a.py": derived })).toEqual([
      "tests/test_a.py TestA.test_a",
      "tests/test_a.py TestA.test_b",
    ]);
  });
});

describe("a test of a class is one of each class that inherits it", () => {
  const calling = "    def test_a(self):\n        net.ping()\n\n\n";
  const heirs = "class TestA(Mixin, unittest.TestCase):\n    pass\n\n\nclass TestB(TestA):\n    pass\n";
  test.each<[string, string, readonly string[]]>([
    [
      "without a class that nothing runs",
      `import unittest, net\n\n\nclass Mixin:\n${calling}${heirs}`,
      ["TestA.test_a", "TestB.test_a"],
    ],
    [
      "with the class itself",
      `import unittest, net\n\n\nclass Mixin(unittest.TestCase):\n${calling}class TestA(Mixin):\n    pass\n`,
      ["Mixin.test_a", "TestA.test_a"],
    ],
    [
      "not one that another replaces",
      `import unittest, net\n\n\nclass TestA:\n${calling}class TestB(TestA):\n    def test_a(self):\n        pass\n`,
      ["TestA.test_a"],
    ],
    ["a class of its own", `import net\n\n\nclass Mixin:\n${calling}`, ["Mixin.test_a"]],
  ])("%s", async (_, text, expected) => {
    expect(await testsIn({ "tests/test_net.py": text })).toEqual(expected.map((name) => `tests/test_net.py ${name}`));
  });
});

describe("a function that a file declares more than once", () => {
  const change = "--- a/net.py\n+++ b/net.py\n@@ -4 +4,2 @@\n+        pass\n         return 1\n";
  test.each([
    [
      "a property with a setter",
      "class Net:\n    @property\n    def size(self):\n        return 1\n\n    @size.setter\n    def size(self, value):\n        pass\n",
      "import net\n\n\ndef test_a():\n    net.Net().size\n",
    ],
    [
      "in two branches",
      "import sys\nif sys.version_info > (3, 1):\n    def size():\n        return 1\nelse:\n    def size():\n        return 2\n",
      "import net\n\n\ndef test_a():\n    net.size()\n",
    ],
  ])("%s", async (_, text, tests) => {
    expect(await testsIn({ "net.py": text, "tests/test_net.py": tests }, change)).toEqual(["tests/test_net.py test_a"]);
  });
});
