import { expect, test } from "vitest";
import { isTestFile, isTestPath } from "../../src/code-index/test-path.ts";
import { findReferences } from "../../src/tools/find-references.ts";
import { codeBase } from "../support/code-base.ts";
import { callIndex, written } from "../support/index-call.ts";

const files = {
  "lib/include/graph/ConnectedTest.h": "class ConnectedTest { public: static bool isConnected(); };",
  "lib/src/ConnectedTest.cpp":
    "#include <graph/ConnectedTest.h>\nbool ConnectedTest::isConnected() { return true; }\nbool both() { return ConnectedTest::isConnected(); }\n",
  "lib/src/GraphTest.cpp": '#include "Graph.h"\n',
  "lib/src/GraphTest.h": "",
  "lib/src/TreeTests.cpp": "",
  "lib/inc/TreeTests.hpp": "",
  "lib/src/ShapeTest.java": "",
  "lib/include/ShapeTest.h": "",
  "testsuite/src/ConnectedTest.cpp":
    "#include <graph/ConnectedTest.h>\nbool run() { return ConnectedTest::isConnected(); }\n",
  "zoo.cpp": "#include <graph/ConnectedTest.h>\nbool zoo() { return ConnectedTest::isConnected(); }\n",
  "UnitTests/include/SetTest.h": "",
  "UnitTests/src/SetTest.cpp": "",
  "tests/include/MapTest.h": "",
  "lib/src/MapTest.cpp": "",
};

test("the source of a public header of its name is not a file of tests, outside of their folders", async () => {
  const code = await codeBase(files);
  const library = Object.keys(files).filter((name) => !isTestFile(`/code/${name}`, code));
  expect(library).toEqual([
    "lib/include/graph/ConnectedTest.h",
    "lib/src/ConnectedTest.cpp",
    "lib/src/TreeTests.cpp",
    "lib/inc/TreeTests.hpp",
    "lib/include/ShapeTest.h",
    "zoo.cpp",
  ]);
});

test.each([
  ["tests/a.cpp", true],
  ["src/test_app.py", true],
  ["db/db_test2.cc", true],
  ["src/ShapeTest.cpp", true],
  ["include/lib/ShapeTest.h", false],
  ["include/test/ShapeTest.h", true],
  ["include/lib/ShapeTest.cpp", true],
  ["includes/ShapeTest.h", true],
  ["src/shape_unittest.cc", true],
  ["src/shape_unittest_helper.h", true],
  ["src/menu_browsertest.cc", true],
  ["google/unittest_import.cc", true],
  ["unittests/Shape.cpp", true],
  ["engine/fake_webrtc_call.cc", true],
  ["api/mock_encoder.h", true],
  ["app/mock_server.py", true],
  ["src/latest.cpp", false],
  ["src/version_latest.cpp", false],
  ["src/who_contest.cc", false],
  ["src/unittester.cc", false],
  ["lib/fakeroot.c", false],
  ["lib/mock.py", false],
  ["lib/unfake_cache.cc", false],
])("%s: %s", (path, isTest) => {
  expect(isTestPath(path)).toBe(isTest);
});

test("uses in a library's own sources are not folded as tests", async () => {
  const code = await codeBase(files);
  const answer = written(await callIndex(findReferences, code, { symbol: "isConnected", group_by: "file" }));
  expect(JSON.stringify(answer)).toContain("lib/src/ConnectedTest.cpp");
  const { results } = Object(answer);
  expect(results.map(({ filepath }: { readonly filepath: string }) => filepath)).toEqual([
    "lib/include/graph/ConnectedTest.h",
    "lib/src/ConnectedTest.cpp",
    "zoo.cpp",
    "testsuite/src/ConnectedTest.cpp",
  ]);
});
