import { expect, test } from "vitest";
import { Counts, compareReferences, isListed, verdictOf } from "../../lab/navigation/navigation-score.mjs";

test("the first target is right on the line of any of the truth's, and a later one is a candidate", () => {
  const truth = { targets: [place("a.h:1"), place("a.cc:5")] };

  expect(verdictOf(truth, answer("exact", ["a.cc:5", "a.h:1"]))).toBe("right");
  expect(verdictOf(truth, answer("name", ["b.h:1", "a.h:1"]))).toBe("candidate");
  expect(verdictOf(truth, answer("exact", ["a.cc:1", "b.h:5"]))).toBe("wrong");
  expect(verdictOf(truth, answer("none", []))).toBe("none");
  expect(verdictOf(truth, answer("external", []))).toBe("called-external");
});

test("what is said of a name from outside is external, nothing, or something inside", () => {
  for (const file of ["/usr/include/stdio.h:1", "../other/a.h:1", "C:/include/stdio.h:1"]) {
    const truth = { targets: [place(file)] };

    expect(verdictOf(truth, answer("external", []))).toBe("external");
    expect(verdictOf(truth, answer("none", []))).toBe("unanswered");
    expect(verdictOf(truth, answer("exact", ["a.h:1"]))).toBe("inside");
  }
});

test("a name that is declared inside and outside is one from inside", () => {
  const truth = { targets: [place("/usr/include/stdio.h:1"), place("a.h:1")] };

  expect(verdictOf(truth, answer("external", []))).toBe("called-external");
  expect(verdictOf(truth, answer("exact", ["a.h:1"]))).toBe("right");
});

test("a class of a library that is announced inside is right as external with the announcement", () => {
  const truth = { targets: [place("/usr/include/stdio.h:1"), place("a.h:1")] };
  const announcing = (name: string) => ({ ...answer("external", []), via: [place(name)] });

  expect(verdictOf(truth, announcing("a.h:1"))).toBe("external");
  expect(verdictOf(truth, announcing("a.h:2"))).toBe("called-external");
  expect(verdictOf({ targets: [place("a.h:1")] }, announcing("a.h:1"))).toBe("called-external");
});

test("a class is right for its constructor, and the reverse, but only as the first target", () => {
  const truth = { targets: [place("a.h:2")] };

  expect(verdictOf(truth, { ...answer("exact", ["a.h:1"]), equivalents: () => [place("a.h:2")] })).toBe("right");
  expect(verdictOf(truth, { ...answer("exact", []), equivalents: () => [place("a.h:2")] })).toBe("none");
});

test("shares are of the names inside, of those outside, or of all", () => {
  const counts = new Counts();
  for (const verdict of ["right", "right", "right", "candidate", "called-external"] as const) counts.add(verdict);
  for (const verdict of ["external", "external", "inside"] as const) counts.add(verdict);

  const { first, among, wrong, none, inside, correct } = counts.shares;

  expect([first, among, wrong, none]).toEqual([60, 80, 20, 0]);
  expect(inside).toBeCloseTo(33.3, 1);
  expect(correct).toBe(62.5);
});

test("declarations of a symbol and unclear places are no references, neither right nor wrong", () => {
  const truth = {
    symbol: { ...place("a.h:1"), name: "f", kind: "function" },
    definitions: ["a.h:1", "a.cc:5"].map(place),
    references: ["a.cc:9", "b.cc:2"].map(place),
    unknown: [place("c.cc:4")],
  };

  const compared = compareReferences(truth, ["a.h:1", "a.cc:5", "a.cc:9", "c.cc:4", "d.cc:1"].map(place));

  expect(compared).toEqual({ right: [place("a.cc:9")], wrong: [place("d.cc:1")], missing: [place("b.cc:2")] });
});

test("about half of all places may be looked at, always the same", () => {
  const places = Array.from({ length: 1000 }, (_, line) => place(`src/a.h:${line}`));

  const listed = places.filter(isListed);

  expect(listed.length).toBeGreaterThan(400);
  expect(listed.length).toBeLessThan(600);
  expect(places.filter(isListed)).toEqual(listed);
});

function answer(confidence: string, targets: readonly string[]) {
  return { confidence, targets: targets.map(place), via: [], equivalents: () => [] };
}

/** @param text `FILE:LINE` */
function place(text: string) {
  const at = text.lastIndexOf(":");
  return { file: text.slice(0, at), line: Number(text.slice(at + 1)), column: 1 };
}
