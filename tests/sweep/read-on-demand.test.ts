/** Code whose files are read as they are wanted: tests/soak/read-on-demand compares it with code that is known. */
import { expect, test } from "vitest";
import { laterClock, runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("a file that is wanted after one without macros is read with its macros", async () => {
  const folder = temporaryFolder({
    "use.py": "Box()\n",
    "config.h": "#define LIB_BEGIN namespace lib {\n#define LIB_END }\n",
    "box.h": "LIB_BEGIN\nclass Box {};\nLIB_END\n",
  });
  const flags = ["--cache-dir", temporaryFolder(), "--jobs", "1"];
  const ask = (...words: readonly string[]) =>
    runInProcess("", { cwd: folder, now: laterClock, args: ["find_definition", ...words, ...flags] });
  await ask("use.py", "--line", "1", "--column", "1");
  expect((await ask("lib::Box")).stdout).toContain('"container":"lib"');
});

test("a member is found through bases in many files, one after the other", async () => {
  const bases = Array.from({ length: 40 }, (_, at) => [
    `base${at}.py`,
    at === 39
      ? "class Base39:\n    def last(self):\n        pass\n"
      : `from base${at + 1} import Base${at + 1}\n\n\nclass Base${at}(Base${at + 1}):\n    pass\n`,
  ]);
  const folder = temporaryFolder({
    ...Object.fromEntries(bases),
    "use.py": "from base0 import Base0\n\nBase0().last()\n",
  });
  const place = ["use.py", "--line", "3", "--column", "9"];
  const { stdout } = await runInProcess("", { cwd: folder, args: ["find_definition", ...place, "--no-cache"] });
  expect(JSON.parse(stdout)).toMatchObject({ results: [{ filepath: "base39.py", definitions: [{ line: 2 }] }] });
});
