import { expect, test } from "vitest";
import { basesOf } from "../../src/code-index/class-bases.ts";
import { codeBase, type Declared } from "../support/code-base.ts";

test("the names of each class's bases are looked up once, however many classes derive from it", () => {
  const count = 200;
  const declarations: Declared[] = [];
  for (let i = 0; i < count; i++) {
    const bases = i + 7 < count ? `C${i + 1}, C${i + 7}` : "";
    const statement = `struct C${i} ${bases === "" ? "" : `: ${bases} `}{}`;
    declarations.push({ kind: "struct", name: `C${i}`, statement, type: bases });
  }
  const text = declarations.map(({ statement }) => `${statement};\n`).join("");
  const { index } = codeBase({ "a.cpp": { text, declarations } });
  const lookedUp: string[] = [];
  const counted = {
    ...index,
    named: (name: string) => {
      lookedUp.push(name);
      return index.named(name);
    },
  };
  const counts = index.files.flatMap((file) => file.declarations.map((one) => basesOf(one, counted).length));
  expect(counts.slice(-8)).toEqual([2, 0, 0, 0, 0, 0, 0, 0]);
  expect(counts[0]).toBe(count - 1);
  expect(lookedUp).toHaveLength(2 * (count - 7));
});

test("a using-declaration of the own file hides no class of its name", () => {
  const { index } = codeBase({
    "base.h": { text: "class Base {};", declarations: [{ kind: "class", name: "Base", statement: "class Base {}" }] },
    "a.cpp": {
      text: "using lib::Base; class A : public Base {};",
      declarations: [
        { kind: "using", name: "Base", statement: "using lib::Base", type: "lib::Base" },
        { kind: "class", name: "A", statement: "class A : public Base {}", type: "public Base" },
      ],
    },
  });
  const [derived] = index.named("A");
  expect(derived && basesOf(derived, index).map(({ file, name }) => `${file.path} ${name}`)).toEqual([
    expect.stringMatching(/base\.h Base$/),
  ]);
});
