import { expect, test } from "vitest";
import { pathPlaceOf, pathRangeOf } from "../../src/base/path-place.ts";

test.each([
  ["a.py:12", { path: "a.py", line: 12, column: undefined }],
  ["a.py:12:", { path: "a.py", line: 12, column: undefined }],
  ["src/a.cpp:12:5", { path: "src/a.cpp", line: 12, column: 5 }],
  ["src/a.cpp:12:5:", { path: "src/a.cpp", line: 12, column: 5 }],
  ["C:\\src\\a.cpp:12:5", { path: "C:\\src\\a.cpp", line: 12, column: 5 }],
  ["odd:3:4:5", { path: "odd:3", line: 4, column: 5 }],
  ["a.py", undefined],
  ["a.py:", undefined],
  ["a.py:0", undefined],
  [":12", undefined],
  ["geo::area", undefined],
  ["C:\\src\\a.cpp", undefined],
])("%s", (text, place) => {
  expect(pathPlaceOf(text)).toEqual(place);
});

test.each([
  ["a.txt:10-60", { path: "a.txt", from: 10, to: 60 }],
  ["a.txt:10-", { path: "a.txt", from: 10, to: Number.POSITIVE_INFINITY }],
  ["a.txt:10", { path: "a.txt", from: 10, to: 10 }],
  ["a.txt", { path: "a.txt", from: 1, to: Number.POSITIVE_INFINITY }],
  ["C:\\a.txt:2-3", { path: "C:\\a.txt", from: 2, to: 3 }],
  ["a-1:2-3", { path: "a-1", from: 2, to: 3 }],
  ["a.txt:0-3", { path: "a.txt:0-3", from: 1, to: Number.POSITIVE_INFINITY }],
  ["a.txt:3-2", undefined],
])("the lines %s", (text, range) => {
  expect(pathRangeOf(text)).toEqual(range);
});
