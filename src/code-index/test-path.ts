/**
 * Files of tests by their paths. Input: a path, and the files of its code base; output: whether the file has tests, or is of a
 * library whose subject is tests.
 */
import type { Code } from "./code.ts";

/** Words before `test` in the names of files: `shape_unittest.cc`, `menu_browsertest.cc`. With any word, `latest.cc` would be a test. */
const testWords = "unit|browser|api|perf|ui";

/**
 * Paths of tests: a folder or a file that says so in its name, such as `tests/`, `test_app.py`, `db_test2.cc`, `shape_unittest.cc`,
 * `ShapeTest.cpp`, or that it has fakes for tests: `fake_disk.cc`, `mock_server.py`.
 */
const testPath = new RegExp(
  [
    String.raw`(?:^|[\\/])(?:(?:unit[_-]?)?tests?|testing|__tests__)[\\/]`,
    String.raw`(?:^|[\\/])(?:(?:unit)?test|fake|mock)_[^\\/]*$`,
    String.raw`[._-](?:${testWords})?tests?\d*(?:[._-][^\\/]*)?\.\w+$`,
    String.raw`[a-z]Tests?\.\w+$`,
  ].join("|"),
);

/** A folder whose name has the word, as `testsuite` and `UnitTests` do. */
const testFolder = /test[^\\/]*[\\/]/i;

/** The header of a class such as `PlanarityTest` that a library gives to others: tests give nothing. */
const publicHeader = /(?:^|[\\/])(?:include|inc)[\\/](?:[^\\/]+[\\/])*[^\\/]*[a-z]Tests?\.(?:h|hh|hpp|hxx)$/;

const source = /([^\\/]*[a-z]Tests?)\.(?:c|cc|cpp|cxx)$/;

/** True for the path of a file of tests. */
export function isTestPath(path: string): boolean {
  return testPath.test(path) && !isPublicHeader(path);
}

/** True for a file of tests: as `isTestPath`, unless it is the source of a public header of its name. */
export function isTestFile(path: string, code: Pick<Code, "index" | "nameOf">): boolean {
  const name = code.nameOf(path);
  if (!isTestPath(name)) return false;
  const stem = testFolder.test(name) ? undefined : source.exec(name)?.[1];
  if (stem === undefined) return true;
  const headers = ["h", "hh", "hpp", "hxx"].flatMap((extension) => code.index.filesNamed(`${stem}.${extension}`));
  return !headers.some((header) => isPublicHeader(code.nameOf(header.path)));
}

/** True for a symbol or a place in a file of tests: as it says, or else by its path. */
export function isOfTest({
  file,
  isOfTest: isKnown,
}: {
  readonly file: string;
  readonly isOfTest?: boolean | undefined;
}) {
  return isKnown ?? isTestPath(file);
}

function isPublicHeader(path: string): boolean {
  return publicHeader.test(path) && !testFolder.test(path);
}
