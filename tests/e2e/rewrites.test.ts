import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const folder = temporaryFolder({
  "defaults.py": `class A[
  T = int,  # ]
  *Ts = *tuple[int, str],
](B[T], x=1):
    def f[U: int = str](self, a=b[c]): x[T] = 1
type X[T = int] = list[T]
`,
  "damaged.py": `type X[T = int] = list[T]
def f(x: A[int, str][T]) -> A[int][T]: pass
a = = 3
`,
});

const call = callsToServer({ cwd: folder });

test("defaults of type parameters cost no definition, positions are true and texts the file's own", async () => {
  const ask = async (tool: string, more: object = {}): Promise<unknown> =>
    (await call(tool, { filepath: "defaults.py", ...more })).answer;
  expect(await ask("parse_file")).toMatchObject({ has_errors: false });
  expect(await ask("find_classes")).toMatchObject({ classes: [{ name: "A", line: 1, column: 7 }] });
  expect(await ask("find_functions")).toMatchObject({ functions: [{ name: "f", line: 5, column: 9 }] });
  expect(await ask("execute_query", { query: "(type_alias_statement) @t" })).toMatchObject({
    matches: [{ text: "type X[T = int] = list[T]", line: 6, column: 1 }],
  });
});

test("what is mended costs no error beside another one", async () => {
  expect((await call("check_file", { filepath: "damaged.py", checks: ["syntax"] })).answer).toMatchObject({
    diagnostics: [{ line: 3 }],
    diagnostic_count: 1,
  });
});
