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
