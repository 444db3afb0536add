import { expect, test } from "vitest";
import { findDefinition } from "../../src/tools/find-definition.ts";
import { codeBase } from "../support/code-base.ts";
import { callIndex, written } from "../support/index-call.ts";
import { shapes } from "../support/shapes.ts";

const code = codeBase(shapes);
const call = async (input: Readonly<Record<string, unknown>>) => written(await callIndex(findDefinition, code, input));

test("the answer has definitions and declarations apart, with their rows as list_symbols has them", async () => {
  expect(JSON.stringify(await call({ symbol: "geo::Shape::rename" }))).toBe(
    '{"symbol":"geo::Shape::rename","results":[{"filepath":"shape.cpp","definitions":[{"name":"rename","kind":"method",' +
      '"container":"geo::Shape","line":4,"column":13,"end_line":4,"signature":"void Shape::rename(const std::string& n)"}]},' +
      '{"filepath":"shape.hpp","declarations":[{"name":"rename","kind":"method","container":"geo::Shape","line":11,' +
      '"column":8,"end_line":11,"signature":"void rename(const std::string& n)","access":"public","declared":true}]}],' +
      '"searched_files":5,"success":true}',
  );
});
