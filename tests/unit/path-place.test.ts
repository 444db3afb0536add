import { expect, test } from "vitest";
import { pathPlaceOf } from "../../src/base/path-place.ts";

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
