/** Tests that replace functions. Input: tests of Python about a changed function; output: the tests that get_changes lists. */
import { describe, expect, test } from "vitest";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsInTurn } from "../support/tool-call.ts";

const args = ["--log-level", "error", "--no-cache"];
const call = callsInTurn();

const code = {
  "net.py":
    "def ping(node):\n    return 1\n\n\ndef reach():\n    return ping(1)\n\n\n" +
    "class Client:\n    def send(self):\n        return ping(2)\n\n    def twice(self):\n        return self.send()\n",
  "app.py":
    "import net\nfrom net import ping\n\n\ndef start():\n    return ping(3)\n\n\ndef stop():\n    return net.ping(4)\n\n\n" +
    "def both():\n    return start() + stop()\n",
};

const imports =
  "import unittest\nfrom unittest import mock\nfrom unittest.mock import patch\nimport app\nimport net\n" +
  "from net import Client, ping, reach\n\n\n";

const diff = "--- a/net.py\n+++ b/net.py\n@@ -2 +2 @@\n-    return 0\n+    return 1\n";

/** The answer about a change of `ping`. */
async function changesWith(tests: string) {
  const at = temporaryFolder({ ...code, "tests/test_net.py": imports + tests });
  return Object((await call({ cwd: at, args }, "get_changes", { diff })).answer);
}

describe("a test that replaces a function on each way does not reach the changed one", () => {
  test.each([
    ["the function itself", '@mock.patch("net.ping")\ndef test_a(fake):\n    net.reach()\n'],
    ["a call through the module", '@patch("net.ping")\ndef test_a(fake):\n    net.ping(1)\n    app.stop()\n'],
    ["a function between", '@patch("net.reach")\ndef test_a(fake):\n    net.reach()\n'],
    ["the name in the module that imports it", '@patch("app.ping")\ndef test_a(fake):\n    app.start()\n'],
    ["both names", '@patch("app.ping")\n@patch("net.ping")\ndef test_a(fake, other):\n    app.both()\n'],
    ["a method", '@patch("net.Client.send")\ndef test_a(fake):\n    Client().twice()\n'],
    ["by object", '@patch.object(net, "ping")\ndef test_a(fake):\n    reach()\n'],
    ["by class", '@patch.object(net.Client, "send")\ndef test_a(fake):\n    Client().twice()\n'],
    ["in a with", 'def test_a():\n    with mock.patch("net.ping", return_value=1) as fake:\n        reach()\n'],
    ["in a with of several", 'def test_a(a):\n    with a(), patch("net.ping"):\n        reach()\n'],
    ["by monkeypatch", 'def test_a(monkeypatch):\n    monkeypatch.setattr(net, "ping", lambda a: 1)\n    reach()\n'],
    ["by its text", 'def test_a(monkeypatch):\n    monkeypatch.setattr("net.ping", print)\n    reach()\n'],
    ["by mocker", 'def test_a(mocker):\n    fake = mocker.patch("net.ping")\n    reach()\n'],
    [
      "in a context",
      'def test_a(monkeypatch):\n    with monkeypatch.context() as m:\n        m.setattr(net, "ping", 1)\n        reach()\n',
    ],
    ["on a stack", 'def test_a(stack):\n    stack.enter_context(patch("net.ping"))\n    reach()\n'],
    ["by start", 'def test_a():\n    fake = patch("net.ping").start()\n    reach()\n'],
    ["by a variable", 'def test_a():\n    fake = patch("net.ping")\n    fake.start()\n    reach()\n'],
    [
      "for all tests of a class",
      '@patch("net.ping")\nclass TestNet(unittest.TestCase):\n    def test_a(self, fake):\n        reach()\n',
    ],
    [
      "in setUp",
      'class TestNet(unittest.TestCase):\n    def setUp(self):\n        self.fake = patch("net.ping")\n        self.fake.start()\n\n' +
        "    def test_a(self):\n        reach()\n",
    ],
  ])("%s", async (_, tests) => {
    const answer = await changesWith(tests);
    expect(answer.tests).toBeUndefined();
    expect(answer.naming_tests).toBeUndefined();
    expect(answer).toMatchObject({ replaced_in: "1 test" });
  });
});

describe("a test reaches the changed function", () => {
  test.each([
    ["that it calls by a name of its own", '@patch("net.ping")\ndef test_a(fake):\n    ping(1)\n'],
    ["that another module has imported", '@patch("net.ping")\ndef test_a(fake):\n    app.start()\n'],
    ["by the way that is left", '@patch("app.ping")\ndef test_a(fake):\n    app.both()\n'],
    ["of another module", '@patch("app.reach")\ndef test_a(fake):\n    reach()\n'],
    ["if another is replaced", '@patch("net.pong")\ndef test_a(fake):\n    reach()\n'],
    ["if a dictionary is", '@patch.dict("net.ping")\ndef test_a():\n    reach()\n'],
    ["after a with", 'def test_a():\n    with patch("net.ping"):\n        pass\n    reach()\n'],
    ["before and in a with", 'def test_a():\n    reach()\n    with patch("net.ping"):\n        reach()\n'],
    ["before it is replaced", 'def test_a(monkeypatch):\n    reach()\n    monkeypatch.setattr(net, "ping", print)\n'],
    ["if it may be replaced", 'def test_a(mocker, a):\n    if a:\n        mocker.patch("net.ping")\n    reach()\n'],
    ["if that is not started", 'def test_a():\n    fake = patch("net.ping")\n    reach()\n'],
    ["if that is stopped", 'def test_a():\n    a = patch("net.ping")\n    a.start()\n    a.stop()\n    reach()\n'],
    ["that is wrapped", '@patch("net.ping", wraps=net.ping)\ndef test_a(fake):\n    reach()\n'],
    ["that takes its own place", '@patch.object(net, "ping", side_effect=net.ping)\ndef test_a(fake):\n    reach()\n'],
    [
      "that the test keeps",
      'def test_a(monkeypatch):\n    kept = net.ping\n    monkeypatch.setattr(net, "ping", lambda a: kept(a))\n    net.ping(1)\n',
    ],
    ["that another test replaces", '@patch("net.ping")\ndef test_b(fake):\n    pass\n\n\ndef test_a():\n    reach()\n'],
    [
      "of an object",
      'def test_a(mocker):\n    one = Client()\n    mocker.patch.object(one, "send")\n    Client().twice()\n',
    ],
    [
      "after a context",
      'def test_a(monkeypatch):\n    with monkeypatch.context() as m:\n        m.setattr(net, "ping", print)\n    reach()\n',
    ],
    ["in a text", 'def test_a():\n    """@patch("net.ping")"""\n    reach()\n'],
  ])("%s", async (_, tests) => {
    const answer = await changesWith(tests);
    expect(answer.tests).toMatchObject([{ tests: [{ name: "test_a" }] }]);
    expect(answer).not.toHaveProperty("replaced_in");
  });
});

test("the way is the nearest one that is left, and get_symbol_context says which tests it leaves out", async () => {
  const tests =
    '@patch("app.start")\ndef test_a(fake):\n    app.start()\n    app.both()\n\n\n@patch("net.ping")\ndef test_b(fake):\n    reach()\n';
  expect(await changesWith(tests)).toMatchObject({
    total_tests: 1,
    replaced_in: "1 test",
    tests: [{ tests: [{ name: "test_a", way: ["both", "stop", "ping"] }] }],
    results: [{ symbols: [{ tests: 1 }] }],
  });
  const at = temporaryFolder({ ...code, "tests/test_net.py": imports + tests });
  const { answer } = await call({ cwd: at, args }, "get_symbol_context", { symbol: "ping", filepath: "net.py" });
  expect(JSON.stringify(answer)).toContain("1 test left out: a function on each way is replaced.");
});

test.each([
  ["text", "replaced_in: 1 test\n"],
  ["brief", "replaced_in: 1 test\n"],
  ["markdown", "Replaced in 1 test, not listed"],
])("the format %s counts the tests that are left out", async (format, expected) => {
  const at = temporaryFolder({
    ...code,
    "tests/test_net.py": `${imports}@patch("net.ping")\ndef test_a(fake):\n    reach()\n`,
  });
  const { stdout } = await runInProcess(diff, { cwd: at, args: ["get_changes", "-", "--format", format, ...args] });
  expect(stdout).toContain(expected);
});
