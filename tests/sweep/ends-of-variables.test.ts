import { expect, test } from "vitest";
import { findReferences } from "../../src/tools/find-references.ts";
import { codeBase } from "../support/code-base.ts";
import { callIndex } from "../support/index-call.ts";
import { answerByName } from "../support/named-lists.ts";

test("ends of variables in many files are looked for only if they are asked for", async () => {
  const usedIn = (count: number) => {
    const users = Array.from({ length: count }, (_, i) => [`${i}.cpp`, '#include "a.h"\nvoid f() { A a; }\n'] as const);
    return codeBase({ "a.h": "struct A { ~A(); };\n", ...Object.fromEntries(users) });
  };
  const countIn = async (code: Awaited<ReturnType<typeof usedIn>>, input: object) => {
    const { head, tail } = answerByName(await callIndex(findReferences, code, { symbol: "A::~A", ...input }));
    return [head.counts, tail.warnings];
  };
  const many = await usedIn(400);
  expect(await countIn(await usedIn(399), {})).toEqual([{ destroy: 399, declaration: 1 }, undefined]);
  expect(await countIn(many, {})).toEqual([
    { declaration: 1 },
    ["Ends of local variables were not looked for in 401 files: reference_types destroy lists them"],
  ]);
  expect(await countIn(many, { reference_types: ["destroy"] })).toEqual([{ destroy: 400 }, undefined]);
});
