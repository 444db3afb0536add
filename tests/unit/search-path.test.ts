import { expect, test } from "vitest";
import { ownSearchPath } from "../../src/revisions/search-path.ts";

test.each<readonly [string, string | undefined, string]>([
  ["folders of the system are kept, in their order", "/usr/local/bin:/usr/bin", "/usr/local/bin:/usr/bin"],
  ["those of packages are not", "/w/node_modules/.bin:/node_modules/.bin:/usr/bin", "/usr/bin"],
  ["those of the code base are not", "/code/bin:/code:/codes/bin:/usr/bin", "/codes/bin:/usr/bin"],
  ["relative and empty ones are not", "bin::.:../bin:/usr/bin:", "/usr/bin"],
  ["the usual ones are taken if none is left", "bin:/code/bin", "/usr/bin:/bin"],
  ["the usual ones are taken without a PATH", undefined, "/usr/bin:/bin"],
])("%s", (_, given, own) => {
  expect(ownSearchPath(given, ["/code"])).toBe(own);
});

test("a code base that is the whole disk has the programs of the system", () => {
  expect(ownSearchPath("/usr/bin", ["/"])).toBe("/usr/bin");
});
