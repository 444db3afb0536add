/** The lines that look like a declaration. Input: lines of shipped languages; output: whether they seem to declare `area`, or to be a head. */
import { expect, test } from "vitest";
import { seemsToBeTypeHead, seemsToDeclare } from "../../src/syntax/declaring-words.ts";
import { linesWithWord } from "../../src/tools/source-lines/worded-lines.ts";
import { languageNamed } from "../support/shipped-languages.ts";

/** Language → lines that seem to declare the word, and near misses. */
const lines: Readonly<Record<string, { readonly declare: readonly string[]; readonly use: readonly string[] }>> = {
  python: {
    declare: ["def area(self):", "    async def area(self):", "class area(Base):"],
    use: ["self.area()", "undef area", "x = area", "class Box(area):", "define(area)"],
  },
  cpp: {
    declare: [
      "class area;",
      "struct MY_API area : Shape {",
      "enum class [[nodiscard]] area {",
      "double Shape::area() const",
      "  virtual double area() const {",
      "#define area(x) x",
    ],
    use: ["  return area(1);", "  double x = area(1);", "struct Box : area {", "  if (area(1)) {", "classes.area()"],
  },
  go: { declare: ["func (s *Shape) area() int {", "type area struct {"], use: ["x := s.area()", "go area(func() {})"] },
  rust: { declare: ["pub fn area(&self) -> u8 {", "pub(crate) struct area;"], use: ["self.area()", "impl area {"] },
  java: {
    declare: ["  public double area() {", "record area(int x) {}"],
    use: ["    x = area(1);", "class Box extends area {"],
  },
  typescript: { declare: ["export interface area {", "const area = 1;"], use: ["const x = area;", "new area();"] },
};

test.each(Object.entries(lines))("%s: lines seem to declare a word", (name, { declare, use }) => {
  const {
    declaring_words: words,
    definition_words: { function: ofFunctions = [] },
  } = languageNamed(name);
  const declares = (line: string) =>
    linesWithWord(line, "area").some((place) => seemsToDeclare(place, words, ofFunctions.includes("(")));
  expect(declare.filter((line) => !declares(line))).toEqual([]);
  expect(use.filter(declares)).toEqual([]);
});

test("a line seems to be the head of a class that names a word", () => {
  const isHead = (line: string) =>
    linesWithWord(line, "Shape").some((place) => seemsToBeTypeHead(place, languageNamed("cpp").declaring_words));
  const heads = ["struct Circle : public Shape {", "class Shape {", "struct A : B<int>, Shape"];
  expect(heads.filter((line) => !isHead(line))).toEqual([]);
  expect(["Shape* make();", "constructed(Shape)", "Shape struct_;"].filter(isHead)).toEqual([]);
});
