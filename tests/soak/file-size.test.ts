import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const maxBytes = 10_485_760;

/** What tests/e2e/text.test.ts shows of files that need no parsing. */
describe("a file that is parsed", () => {
  const folder = temporaryFolder();
  const call = callsToServer({ cwd: folder });

  beforeAll(() => {
    const classA = "class A {};\n//";
    for (const bytes of [maxBytes, maxBytes + 1]) {
      writeFileSync(join(folder, `${bytes}.cpp`), classA + "x".repeat(bytes - classA.length));
    }
  });

  test("is answered when it has 10 MiB", async () => {
    const filepath = `${maxBytes}.cpp`;
    const { text } = await call("find_classes", { filepath });
    expect(text).toBe('{"classes":[{"name":"A","line":1,"column":7}],"success":true}');
    expect((await call("parse_file", { filepath })).answer).toMatchObject({ class_count: 1, success: true });
    const { answer } = await call("execute_query", { filepath, query: "(class_specifier name: (_) @name)" });
    expect(answer.matches).toMatchObject([{ text: "A", line: 1, column: 7 }]);
  });

  test("is refused when it has a byte more", async () => {
    const filepath = `${maxBytes + 1}.cpp`;
    const { answer, isError } = await call("find_classes", { filepath });
    expect(answer).toMatchObject({ success: false, error: `Failed to open file: ${filepath}` });
    expect(answer.details).toMatch(/\b10485761\b.*\b10485760\b/);
    expect(isError).toBe(true);
  });
});
