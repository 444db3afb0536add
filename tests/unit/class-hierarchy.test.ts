import { expect, test } from "vitest";
import { ClassHierarchy } from "../../src/code-index/class-hierarchy.ts";
import type { Code } from "../../src/code-index/code.ts";
import { codeBase } from "../support/code-base.ts";

const local = (name: string) => `from base import Base\n\ndef make():\n    class ${name}(Base):\n        pass\n`;

const files = {
  "base.py": "class Base:\n    pass\n",
  "a.py": local("A"),
  "b.py": local("B"),
  "c.py": local("C"),
};

/** The code of a call that is over once a number of files were opened, and the files that it opens. */
function callOn(code: Code, maxOpened: number) {
  const opened: string[] = [];
  const call: Code = {
    ...code,
    throwIfOver: () => {
      if (opened.length >= maxOpened) throw new Error("over");
    },
    withFile: (path, use) => {
      opened.push(code.nameOf(path));
      return code.withFile(path, use);
    },
  };
  return { call, opened };
}

test("a search for classes in functions goes on with the files that a call which was over has not opened", async () => {
  const code = await codeBase(files);
  const [declaration] = code.index.named("Base");
  if (declaration === undefined) throw new Error("there is no class");
  const first = callOn(code, 2);
  await expect(new ClassHierarchy(first.call).derivedOf(declaration)).rejects.toThrow("over");
  expect(first.opened).toEqual(["a.py", "b.py"]);
  const second = callOn(code, 9);
  await new ClassHierarchy(second.call).derivedOf(declaration);
  expect(second.opened).toEqual(["c.py"]);
  // Other code, in which a base may be another class.
  const other = callOn({ ...code, index: (await codeBase(files)).index }, 9);
  await new ClassHierarchy(other.call).derivedOf(declaration);
  expect(other.opened).toEqual(["a.py", "b.py", "c.py"]);
});
