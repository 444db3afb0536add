import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { similarPaths } from "../../src/workspace/similar-paths.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const top = temporaryFolder({
  "inside/src/shape.cpp": "",
  "inside/src/shape.hpp": "",
  "inside/src/other.cpp": "",
  "inside/src/deep/area.py": "",
  "inside/lib/shape.cpp": "",
  "outside/secret.cpp": "",
});
const inside = join(top, "inside");
symlinkSync(join(top, "outside"), join(inside, "linked"));
symlinkSync(join(top, "outside/secret.cpp"), join(inside, "src/secret.cpp"));

test.each([
  ["src/shpe.cpp", ["src/shape.cpp", "src/shape.hpp"]],
  ["src/shape.cc", ["src/shape.cpp", "src/shape.hpp"]],
  ["./src/shape.h", ["./src/shape.hpp", "./src/shape.cpp"]],
  ["srcs/shape.cpp", ["src/shape.cpp"]],
  ["src/deap/area.py", ["src/deep/area.py"]],
  ["src/deap/no.py", ["src/deep"]],
  ["src/deep", ["src/deep"]],
  ["src/shpe.cpp/x", ["src/shape.cpp", "src/shape.hpp"]],
  ["src/foo.cpp", []],
  ["nothing/like/it.cpp", []],
  ["", []],
])("%j", (name, expected) => {
  expect(similarPaths(name, [inside], [inside])).toEqual(expected);
});

test("an absolute path is answered with absolute ones", () => {
  expect(similarPaths(join(inside, "src/othr.cpp"), [inside], [])).toEqual([join(inside, "src/other.cpp")]);
});

test("a path is searched below each root", () => {
  expect(similarPaths("shap.hpp", [join(inside, "lib"), join(inside, "src")], [inside])).toEqual(["shape.cpp"]);
  expect(similarPaths("othe.hpp", [join(inside, "lib"), join(inside, "src")], [inside])).toEqual(["other.cpp"]);
});

test.each(["../outside/secre.cpp", "../outsid/secret.cpp", "linked/secre.cpp", "link/secret.cpp", "src/secre.cpp"])(
  "%s tells nothing of what lies outside of the roots",
  (name) => {
    expect(similarPaths(name, [inside], [inside])).toEqual([]);
  },
);

test("a folder with very many entries is not read to its end, and a long path not searched", () => {
  const large = temporaryFolder(Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`f${i}.cpp`, ""])));
  expect(similarPaths("f77x.cpp", [large], [large])).toEqual([]);
  expect(similarPaths("a/".repeat(1_000_000), [inside], [inside])).toEqual([]);
});
