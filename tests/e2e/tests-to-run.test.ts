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

/** A change of the line `return 1` of a text. */
function changeOf(text: string): string {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line.endsWith("return 1"));
  const indent = " ".repeat(lines[at]?.search(/\S/) ?? 0);
  return `--- a/net.py\n+++ b/net.py\n@@ -${at + 1} +${at + 1},2 @@\n+${indent}pass\n ${lines[at]}\n`;
}

const testOfNet = "import net\n\n\ndef test_a():\n    net.Net().run()\n";

describe("a member that is looked up by a name of a text", () => {
  const method = "    def visit_name(self):\n        return 1\n\n    def run(self, kind=0):\n";
  test.each<[string, string, boolean]>([
    ["a sum", `${method}        getattr(self, "visit_" + kind)()\n`, true],
    ["a format", `${method}        getattr(self, 'visit_%s' % kind, None)()\n`, true],
    ["an f-string", `${method}        getattr(self, f"visit_{kind}")()\n`, true],
    ["str.format", `${method}        getattr(self, "visit_{}".format(kind))()\n`, true],
    ["the end", `${method}        getattr(self, kind + "_name")()\n`, true],
    ["a variable", `${method}        name = "visit_" + kind\n        getattr(self, name)()\n`, true],
    ["not another beginning", `${method}        getattr(self, "leave_" + kind)()\n`, false],
    ["not a short one", `${method}        getattr(self, "vi" + kind)()\n`, false],
    ["not of another object", `${method}        getattr(kind, "visit_" + kind)()\n`, false],
    ["not a text that is no name", `${method}        print(self, "visit_" + kind)\n`, false],
  ])("%s", async (_, body, isFound) => {
    const text = `class Net:\n${body}`;
    const files = { "net.py": text, "tests/test_net.py": testOfNet };
    expect(await testsIn(files, changeOf(text))).toEqual(isFound ? ["tests/test_net.py test_a"] : []);
  });

  test.each([
    ["of a base", "class Net(base.Base):\n", ["tests/test_net.py test_a"]],
    ["not of another class", "class Net:\n    def run(self):\n        pass\n\n", []],
  ])("%s in another file", async (_, head, expected) => {
    const text = `import base\n\n\n${head}    def visit_name(self):\n        return 1\n`;
    const looking = 'class Base:\n    def run(self, kind=0):\n        getattr(self, "visit_" + kind)()\n';
    const files = { "net.py": text, "base.py": looking, "tests/test_net.py": testOfNet };
    expect(await testsIn(files, changeOf(text))).toEqual(expected);
  });
});

describe("a class that is handed on leads to its constructor", () => {
  const init = "class Net:\n    def __init__(self, size=0):\n        return 1\n\n\n";
  test.each<[string, string, boolean]>([
    ["as an argument", "def run():\n    return build(Net)\n", true],
    ["in a table", 'def run():\n    return {"net": Net}\n', true],
    ["of a derived class", "class Other(Net):\n    pass\n\n\ndef run():\n    return build(Other)\n", true],
    [
      "not with a constructor of its own",
      "class Other(Net):\n    def __init__(self):\n        pass\n\n\ndef run():\n    return build(Other)\n",
      false,
    ],
    ["not one that is only looked at", "def run(a=0):\n    return isinstance(a, Net)\n", false],
  ])("%s", async (_, body, isFound) => {
    const text = `${init}${body}`;
    const files = { "net.py": text, "tests/test_net.py": "import net\n\n\ndef test_a():\n    net.run()\n" };
    expect(await testsIn(files, changeOf(text))).toEqual(isFound ? ["tests/test_net.py test_a"] : []);
  });
});

describe("a function that decorates by one inside of it", () => {
  const inner = "def wrap(one):\n    def call():\n        return 1\n    return call\n\n\n";
  test.each<[string, string, boolean]>([
    ["by its name", `${inner}@wrap\ndef run():\n    pass\n`, true],
    ["by a call", `${inner}@wrap(1)\ndef run():\n    pass\n`, true],
    ["not one that only keeps it", "def wrap(one):\n    return 1\n\n\n@wrap\ndef run():\n    pass\n", false],
  ])("%s", async (_, text, isFound) => {
    const files = { "net.py": text, "tests/test_net.py": "import net\n\n\ndef test_a():\n    net.run()\n" };
    expect(await testsIn(files, changeOf(text))).toEqual(isFound ? ["tests/test_net.py test_a"] : []);
  });
});

describe("a special method that syntax runs", () => {
  const classOf = (name: string, more = "") => `class Net:\n    def ${name}(self, *others):\n        return 1\n${more}`;
  test.each<[string, string, string]>([
    ["__enter__", "with net.Net():\n        pass", "with net.Other():\n        pass"],
    ["__exit__", "with net.Net() as a:\n        pass", "a = net.Other()"],
    ["__eq__", "a = net.Net()\n    assert a == 1", "a = net.Net()\n    assert a is 1"],
    ["__eq__", "a = net.Net()\n    assert 1 != a", "a = net.Other()\n    assert 1 != a"],
    ["__lt__", "a = net.Net() < 1", "a = net.Net() >= 1"],
    ["__contains__", "assert 1 in net.Net()", "assert net.Net() in [1]"],
    ["__iter__", "for a in net.Net():\n        pass", "for a in [net.Net()]:\n        pass"],
    ["__iter__", "a = [b for b in net.Net()]", "a = [net.Net() for b in c]"],
    ["__iter__", "sorted(net.Net())", "other.sorted(net.Net())"],
    ["__len__", "len(net.Net())", "len([net.Net()])"],
    ["__len__", "assert not net.Net()", "assert not net.Other()"],
    ["__repr__", "repr(net.Net())", "repr(net.Other())"],
    ["__repr__", "str(net.Net())", "int(net.Net())"],
    ["__str__", 'a = f"{net.Net()}"', 'a = f"{1}"'],
    ["__str__", 'a = "%s %s" % (1, net.Net())', "a = b % net.Net()"],
    ["__str__", '"{}".format(net.Net())', '"{}".join(net.Net())'],
    ["__add__", "a = net.Net() + 1", "a = 1 + net.Net()"],
    ["__radd__", "a = 1 + net.Net()", "a = net.Net() + 1"],
    ["__iadd__", "a = net.Net()\n    a += 1", "a = net.Net()\n    a -= 1"],
    ["__neg__", "a = -net.Net()", "a = +net.Net()"],
    ["__getitem__", "a = net.Net()[1]", "a = net.Net()\n    a[1] = 2"],
    ["__setitem__", "a = net.Net()\n    a[1] = 2", "a = net.Net()[1]"],
    ["__delitem__", "a = net.Net()\n    del a[1]", "a = net.Net()[1]"],
    ["__call__", "a = net.Net()\n    a(1)", "a = net.Net()"],
  ])("%s by %j, not by %j", async (name, running, other) => {
    const text = `${classOf(name)}\n\nclass Other:\n    pass\n`;
    const testsOf = (body: string) => `import net\n\n\ndef test_a():\n    ${body}\n`;
    const found = (body: string) => testsIn({ "net.py": text, "tests/test_net.py": testsOf(body) }, changeOf(text));
    expect(await found(running)).toEqual(["tests/test_net.py test_a"]);
    expect(await found(other)).toEqual([]);
  });

  test("a method that comes first runs alone", async () => {
    const text = classOf("__repr__", "\n    def __str__(self):\n        return 2\n");
    const tests = "import net\n\n\ndef test_a():\n    str(net.Net())\n\n\ndef test_b():\n    repr(net.Net())\n";
    expect(await testsIn({ "net.py": text, "tests/test_net.py": tests }, changeOf(text))).toEqual([
      "tests/test_net.py test_b",
    ]);
  });

  test("an object that decorates a function takes its place", async () => {
    const text = `${classOf("__call__")}\n\n@Net()\ndef run():\n    pass\n`;
    const tests = "import net\n\n\ndef test_a():\n    net.run()\n";
    expect(await testsIn({ "net.py": text, "tests/test_net.py": tests }, changeOf(text))).toEqual([
      "tests/test_net.py test_a",
    ]);
  });
});

describe("a function in a table of a file is used where the table is", () => {
  test.each<[string, string, boolean]>([
    ["by its name", "table = {1: ping}\n\n\ndef run(a=0):\n    table[a]()\n", true],
    ["in a lambda", "table = [lambda: ping()]\n\n\ndef run(a=0):\n    table[a]()\n", true],
    ["not in another table", "table = {1: ping}\nother = {}\n\n\ndef run(a=0):\n    other[a]()\n", false],
  ])("%s", async (_, body, isFound) => {
    const text = `def ping():\n    return 1\n\n\n${body}`;
    const files = { "net.py": text, "tests/test_net.py": "import net\n\n\ndef test_a():\n    net.run()\n" };
    expect(await testsIn(files, changeOf(text))).toEqual(isFound ? ["tests/test_net.py test_a"] : []);
  });
});

describe("a call on an object that is not known leads further if only one family of classes has the name", () => {
  const run = "\n\ndef run(net):\n    return net.ping_all()\n";
  const classOf = (name: string, value: number, base = "") =>
    `class ${name}${base}:\n    def ping_all(self):\n        return ${value}\n`;
  test.each<[string, string, boolean]>([
    ["of one class", `${classOf("Net", 1)}${run}`, true],
    ["of a class and its base", `${classOf("Net", 1)}\n\n${classOf("Other", 2, "(Net)")}${run}`, true],
    ["not of two classes", `${classOf("Net", 1)}\n\n${classOf("Other", 2)}${run}`, false],
    ["not of a common name", `${classOf("Net", 1)}${run}`.replaceAll("ping_all", "append"), false],
  ])("%s", async (_, text, isFound) => {
    const files = { "net.py": text, "tests/test_net.py": "import net\n\n\ndef test_a():\n    net.run(fake)\n" };
    const { answer } = await call({ cwd: temporaryFolder(files), args }, "get_changes", { diff: changeOf(text) });
    const row = { name: "test_a", confidence: "name" };
    expect(Object(answer).tests ?? []).toMatchObject(isFound ? [{ tests: [row] }] : []);
  });
});
