import { describe, expect, test } from "vitest";
import { beginsPart } from "../../src/tools/list-symbols.ts";

describe("a name whose part begins with the word of a pattern", () => {
  test.each(["eta", "eta_min", "get_eta", "getXeta", "_eta", "~eta", "x2eta", "detach_eta", "etaxyz"])(
    "*eta*: %s",
    (name) => {
      expect(beginsPart("*eta*")?.(name) ?? false).toBe(!/getX/.test(name));
    },
  );

  test.each(["meta", "getattr", "detach", "Theta", "BETA"])("*eta* not: %s", (name) => {
    expect(beginsPart("*eta*")?.(name)).toBe(false);
  });

  test.each([
    ["*Eta*", "EtaMin", true],
    ["*Eta", "getEta", true],
    ["*Parser", "XMLParser", true],
    ["*Parser", "XMLPARSER", false],
    ["*ETA*", "BETA", false],
    ["*ETA*", "GET_ETA", true],
  ])("%s: %s is %s", (pattern, name, begins) => {
    expect(beginsPart(pattern)?.(name) ?? false).toBe(begins);
  });

  test.each(["eta", "eta*", "A::*eta*", "*a?b*", "*e*ta*", "~eta"])("is not told for %s", (pattern) => {
    expect(beginsPart(pattern)).toBeUndefined();
  });
});
