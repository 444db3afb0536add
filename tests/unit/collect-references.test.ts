import { expect, test } from "vitest";
import { collectReferences } from "../../lab/truths/collect-references.mjs";

test("what leads to the declaration or the definition of a function is a reference of it", () => {
  const declaration = answer("a.h", 1, { kind: "function", isDeclared: true, targets: ["a.h:1"] });
  const definition = answer("a.cc", 5, { kind: "function", isDeclared: true, isDefinition: true, targets: ["a.h:1"] });
  const other = answer("b.h", 1, { kind: "function", isDeclared: true, targets: ["b.h:1"] });
  const inFile = answer("a.cc", 9, { kind: "function", targets: ["a.cc:5", "a.h:1"] });
  const elsewhere = answer("c.cc", 2, { kind: "function", targets: ["a.h:1"] });
  const ofOther = answer("c.cc", 3, { kind: "function", targets: ["b.h:1"] });
  const disabled = answer("c.cc", 4, { isInactive: true });

  const found = lines(definition, [definition, inFile, declaration, other, elsewhere, ofOther, disabled]);

  expect(found).toEqual({
    definitions: ["a.cc:5", "a.h:1"],
    references: ["a.cc:9", "c.cc:2"],
    unknown: ["c.cc:4"],
  });
});

test("references of a class are those of its constructors, not where these are declared", () => {
  const defined = answer("a.h", 1, { isDeclared: true, isDefinition: true, targets: ["a.h:1"] });
  const declared = answer("a.h", 2, { kind: "constructor", isDeclared: true, targets: ["a.h:2"] });
  const outside = answer("a.cc", 1, { kind: "constructor", isDeclared: true, targets: ["a.h:2", "a.cc:1"] });
  const otherClass = answer("b.h", 1, { isDeclared: true, isDefinition: true, targets: ["b.h:1"] });
  const otherConstructor = answer("b.h", 2, { kind: "constructor", isDeclared: true, targets: ["b.h:2"] });
  const made = answer("c.cc", 1, { targets: ["a.h:2"] });
  const madeOfOther = answer("c.cc", 2, { targets: ["b.h:2"] });

  const found = lines(defined, [outside, defined, declared, otherClass, otherConstructor, made, madeOfOther]);

  expect(found).toEqual({ definitions: ["a.h:1"], references: ["c.cc:1"], unknown: ["a.cc:1", "a.h:2"] });
});

test("a forward declaration that does not see its definition may be of any class of the name", () => {
  const defined = answer("a.h", 1, { isDeclared: true, isDefinition: true, targets: ["a.h:1"] });
  const seeing = answer("a.h", 0, { isDeclared: true, targets: ["a.h:1"] });
  const blind = answer("b.h", 1, { isDeclared: true, targets: ["b.h:1"] });
  const behindBlind = answer("b.h", 2, { targets: ["b.h:1"] });

  expect(lines(defined, [seeing, defined, blind, behindBlind])).toEqual({
    definitions: ["a.h:0", "a.h:1"],
    references: [],
    unknown: ["b.h:1", "b.h:2"],
  });
});

test("a class that is announced where no file sees its definition may be any that is defined", () => {
  const announced = answer("a.h", 1, { isDeclared: true, targets: ["a.h:1"] });
  const inHeader = answer("a.h", 2, { targets: ["a.h:1"] });
  const defined = answer("b.h", 1, { isDeclared: true, isDefinition: true, targets: ["b.h:1"] });
  const maker = answer("b.h", 2, { kind: "constructor", isDeclared: true, targets: ["b.h:2"] });
  const member = answer("b.cc", 1, { targets: ["b.h:1"] });
  const made = answer("b.cc", 2, { targets: ["b.h:2"] });
  const otherKind = answer("c.cc", 1, { kind: "variable", isDeclared: true, targets: ["c.cc:1"] });

  expect(lines(announced, [announced, inHeader, defined, maker, member, made, otherKind])).toEqual({
    definitions: ["a.h:1"],
    references: ["a.h:2"],
    unknown: ["b.h:1", "b.h:2", "b.cc:1", "b.cc:2"],
  });
});

/** What a server answers about `X` at `FILE:LINE`, targets in the same form. A class unless told otherwise. */
function answer(
  file: string,
  line: number,
  facts: { kind?: string; isDeclared?: boolean; isDefinition?: boolean; isInactive?: boolean; targets?: string[] },
) {
  const none = { kind: "class", isDeclared: false, isDefinition: false, isInactive: false, dropped: 0 };
  const targets = (facts.targets ?? []).map((target) => {
    const [path = "", row] = target.split(":");
    return { file: path, line: Number(row), column: 1 };
  });
  return { name: "X", file, line, column: 1, ...none, ...facts, targets };
}

function lines(symbol: ReturnType<typeof answer>, occurrences: ReturnType<typeof answer>[]) {
  const { definitions, references, unknown } = collectReferences(symbol, occurrences);
  const shown = (places: { file: string; line: number }[]) => places.map(({ file, line }) => `${file}:${line}`);
  return { definitions: shown(definitions), references: shown(references), unknown: shown(unknown) };
}
