/** Paths of tests: a folder or a file that says so in its name, such as `tests/`, `test_app.py`, `db_test2.cc`, `ShapeTest.cpp`. */
const testPath =
  /(?:^|[\\/])(?:tests?|testing|__tests__)[\\/]|(?:^|[\\/])test_[^\\/]*$|[._-]tests?\d*(?:[._-][^\\/]*)?\.\w+$|[a-z]Tests?\.\w+$/;

/** True for the path of a file of tests. */
export function isTestPath(path: string): boolean {
  return testPath.test(path);
}
