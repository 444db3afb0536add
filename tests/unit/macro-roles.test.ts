import { describe, expect, test } from "vitest";
import { roleChain, roleOf } from "../../src/syntax/macro-roles.ts";

/** Roles by name, which count how often they are asked for. */
function counted(roles: Readonly<Record<string, string>>) {
  let lookups = 0;
  const get = (name: string) => {
    lookups++;
    return roles[name];
  };
  return { get, lookups: () => lookups };
}

/** `L1` stands for `L0` forty times, `L2` for `L1` forty times, and so on; or each for forty names of the level below. */
const levels = (nameOf: (level: number, place: number) => string) =>
  Object.fromEntries(
    Array.from({ length: 40 }, (_, level) =>
      Array.from({ length: 40 }, (_, place) => [
        nameOf(level, place),
        level === 0 ? "attribute" : `alias ${Array.from({ length: 40 }, (_, i) => nameOf(level - 1, i)).join(" ")}`,
      ]),
    ).flat(),
  );

describe("the role of a macro", () => {
  test("follows aliases", () => {
    const roles = new Map([
      ["A", "attribute"],
      ["B", "alias A"],
      ["C", "alias B A"],
      ["D", "alias C UNKNOWN"],
      ["E", "alias F"],
      ["F", "alias E"],
    ]);
    expect(["A", "B", "C", "D", "E", "UNKNOWN"].map((name) => roleOf(roles, name)?.kind)).toEqual([
      ...["attribute", "attribute", "attribute", "other", undefined, undefined],
    ]);
  });

  test.each([
    ["one name many times", levels((level) => `L${level}`)],
    ["many names", levels((level, place) => `L${level}_${place}`)],
  ])("is found in a bounded number of steps where each alias has %s", (_title, roles) => {
    const macros = counted(roles);
    const name = "L39" in roles ? "L39" : "L39_0";
    expect(roleOf(macros, name)?.kind).toBe(undefined);
    expect(roleOf(macros, "L3" in roles ? "L3" : "L3_0")?.kind).toBe("attribute");
    expect(roleChain(macros, name)).toMatch(/^L39/);
    expect(macros.lookups()).toBeLessThan(1_000);
  });

  test("depends on what its chain says", () => {
    const roles = { A: "alias B C", B: "alias D", C: "attribute", D: "attribute" };
    expect(roleChain(counted(roles), "A")).toBe("A=alias B C, B=alias D, D=attribute, C=attribute");
    expect(roleChain(counted({ ...roles, D: "type" }), "A")).not.toBe(roleChain(counted(roles), "A"));
    expect(roleChain(counted(roles), "C")).toBe("attribute");
    expect(roleChain(counted(roles), "X")).toBeUndefined();
  });
});
