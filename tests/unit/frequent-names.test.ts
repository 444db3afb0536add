import { expect, test, vi } from "vitest";
import { codeBase, type Files } from "../support/code-base.ts";

const count = 40;
const lines = (text: (at: number) => string) => Array.from({ length: count }, (_, at) => text(at)).join("\n");

/** By language: types that declare a name as a member, and a function with uses of it on values of unknown types. */
const code: Readonly<Record<string, { readonly files: Files; readonly use: string }>> = {
  java: {
    use: "A.java",
    files: {
      "A.java": `class A { void use(Unknown u) {\n${lines(() => "u.run(1);")}\n} }\n`,
      "B.java": lines((at) => `class B${at} { void run(int by) {} }`),
    },
  },
  go: {
    use: "a.go",
    files: {
      "go.mod": "module x.y/a\n",
      "a.go": `package a\nfunc use(u any) {\n${lines(() => "u.run(1)")}\n}\n`,
      "b.go": `package a\n${lines((at) => `type B${at} struct{}\nfunc (b B${at}) run(by int) {}`)}\n`,
    },
  },
};

test.each(Object.entries(code))("%s: a frequent name is looked up once for a file", async (_, { files, use }) => {
  const { index, pathOf, withFile } = await codeBase(files);
  const named = vi.spyOn(index, "named");
  await withFile(pathOf(use) ?? "", (open) => {
    const offsets = [...open.text.matchAll(/(?<=u\.)run/g)].map((match) => match.index);
    expect(offsets).toHaveLength(count);
    const [first = 0, ...others] = offsets;
    const { targets } = open.resolver.resolve(open, first);
    expect(targets).toHaveLength(6);
    const before = named.mock.calls.length;
    for (const offset of others) expect(open.resolver.resolve(open, offset).targets).toEqual(targets);
    expect(named.mock.calls.length).toBe(before);
  });
});

test("the bases of a chain of classes are looked up once for each class", async () => {
  const chain = lines((at) => `class C${at + 1} extends C${at} {}`);
  const { index, resolverOf } = await codeBase({ "C.java": `class C0 {}\n${chain}\n` });
  const resolver = resolverOf("java");
  const classes = index.files.flatMap(({ declarations }) => declarations);
  const named = vi.spyOn(index, "named");
  for (const one of classes) resolver.linearized?.(one);
  expect(named.mock.calls.length).toBeLessThanOrEqual(classes.length);
  expect(classes.map((one) => resolver.linearized?.(one).length)).toEqual(classes.map((_, at) => at + 1));
});
