import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { packageFolder } from "../support/built-server.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder({
  "src/bad one.cpp": "int x = 1\nint y;\n",
  "src/ü,:%.py": "print('a'\n",
  "src/good.py": "x = 1\n",
  "src/odd\nname.cpp": "int y = ;\n",
});

const run = (...args: readonly string[]) => runInProcess("", { args: ["check_file", ...args], cwd: folder });

/** The OASIS schema as SchemaStore has it, without white space; from the package @microsoft/jest-sarif 1.0.0-beta.0. */
const schema = JSON.parse(readFileSync(join(packageFolder, "tests/fixtures/sarif-2.1.0-rtm.5.json"), "utf8"));
const ajv = new Ajv.default({ allErrors: true, strict: false, unicodeRegExp: false });
addFormats.default(ajv);
const isSarif = ajv.compile(schema);

describe("sarif", () => {
  const sarifOf = async (...args: readonly string[]) => {
    const { stdout, exitCode } = await run(...args, "--format", "sarif");
    const log = JSON.parse(stdout);
    isSarif(log);
    expect(isSarif.errors).toBe(null);
    return { exitCode, run: log.runs[0] };
  };

  test("is one run with a result for each diagnostic, valid by the schema of OASIS", async () => {
    const { exitCode, run: found } = await sarifOf("src");
    expect(exitCode).toBe(1);
    const places = found.results.map(({ ruleId, level, locations }: SarifResult) => {
      const { artifactLocation, region } = locations[0].physicalLocation;
      return [ruleId, level, artifactLocation.uri, region];
    });
    expect(places).toEqual([
      ["missing_token", "error", "src/bad%20one.cpp", { startLine: 1, startColumn: 10, endLine: 1, endColumn: 10 }],
      ["syntax_error", "error", "src/odd%0Aname.cpp", { startLine: 1, startColumn: 7, endLine: 1, endColumn: 8 }],
      ["syntax_error", "error", "src/%C3%BC%2C%3A%25.py", expect.anything()],
    ]);
    expect(found.tool.driver).toMatchObject({
      name: "codegrove",
      rules: [{ id: "missing_token" }, { id: "syntax_error" }],
    });
    expect(found.results.map(({ ruleIndex }: SarifResult) => ruleIndex)).toEqual([0, 1, 1]);
    expect(found.invocations).toEqual([{ executionSuccessful: true, toolExecutionNotifications: [] }]);
  });

  test("describes each rule as code scanning wants it, lint rules by their messages and examples", async () => {
    const cwd = temporaryFolder({ "a.py": "def f(x=[]):\n    return y\n" });
    const args = ["check_file", "a.py", "--checks", "names,lint", "--format", "sarif"];
    const { stdout } = await runInProcess("", { args, cwd });
    const { tool, automationDetails } = JSON.parse(stdout).runs[0];
    expect(automationDetails).toEqual({ id: "codegrove-check/" });
    const text = { text: expect.stringMatching(/\S/) };
    expect(tool.driver.rules).toEqual(
      [
        ["mutable-default", "warning", "B006"],
        ["undefined-name", "error", "F821"],
      ].map(([id, level, alias]) => ({
        ...{ id, shortDescription: text, fullDescription: text, help: text, defaultConfiguration: { level } },
        properties: { "problem.severity": level, tags: expect.arrayContaining([alias]) },
      })),
    );
    expect(tool.driver.rules[0].shortDescription.text).toBe("Default … is made once, and all calls share it");
    expect(tool.driver.rules[0].help.text).toContain("Reported:\ndef f(x=[]): pass\nNot reported:\n");
    const other = await runInProcess("", { args: [...args, "--category", "web"], cwd });
    expect(JSON.parse(other.stdout).runs[0].automationDetails).toEqual({ id: "web/" });
  });

  test("gives each result a fingerprint of its own, which stays when lines are added above it", async () => {
    const code = "def f():\n    return x\n\ndef g():\n    return x\n\ndef g(): pass\n";
    const prints = async (source: string) => {
      const cwd = temporaryFolder({ "a.py": source });
      const { stdout } = await runInProcess("", { args: ["check_file", "./a.py", "--format", "sarif"], cwd });
      const { results } = JSON.parse(stdout).runs[0];
      return results.map(({ partialFingerprints }: SarifResult) => partialFingerprints["codegrove/v1"]);
    };
    const before = await prints(code);
    expect(before).toHaveLength(3);
    expect(new Set(before).size).toBe(3);
    expect(await prints(`import os\n\nprint(os.name)\n${code}`)).toEqual(before);
    expect(await prints(code.replaceAll("return x", "return z"))).not.toContain(before[0]);
  });

  test("is valid without results, and an absolute path is a file URI", async () => {
    expect((await sarifOf("src/good.py")).run.results).toEqual([]);
    const { run: found } = await sarifOf(join(folder, "src/bad one.cpp"));
    const { uri } = found.results[0].locations[0].physicalLocation.artifactLocation;
    expect(uri).toMatch(/^file:\/\/\/.*\/src\/bad%20one\.cpp$/);
  });

  test("says what could not be read, and is valid where the call fails", async () => {
    const { exitCode, run: found } = await sarifOf("src/good.py", "gone.py");
    expect(exitCode).toBe(1);
    expect(found.invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ level: "error", message: { text: "Failed to open file: gone.py" } }],
    });
    const failed = await sarifOf("src", "--checks", "no-such-check");
    expect(failed.exitCode).toBe(1);
    expect(failed.run.invocations[0].toolExecutionNotifications[0].message.text).toMatch(
      /^Unknown check: no-such-check \(There are syntax, /,
    );
  });
});

describe("github", () => {
  test("has a workflow command for each diagnostic, with what it may not hold escaped", async () => {
    const { stdout, exitCode } = await run("src", "--format", "github");
    expect(stdout.split("\n")).toEqual([
      '::error file=src/bad one.cpp,line=1,endLine=1,col=10,endColumn=10,title=missing_token::Expected ";" here',
      '::error file=src/odd%0Aname.cpp,line=1,endLine=1,col=7,endColumn=8,title=syntax_error::This does not parse: "="',
      expect.stringMatching(/^::error file=src\/ü%2C%3A%25\.py,line=1,.*,title=syntax_error::Unexpected end of file/),
      "",
    ]);
    expect(exitCode).toBe(1);
  });

  test("has errors first, then warnings, whatever the order of files is: GitHub shows the first ones", async () => {
    const cwd = temporaryFolder({ "a.py": "import os\n", "b.py": "x = (\n", "c.py": "import re\nprint(y)\n" });
    const { stdout } = await runInProcess("", { args: ["check_file", ".", "--format", "github"], cwd });
    expect(stdout.match(/^::\w+ file=\w/gm)).toEqual([
      "::error file=b",
      "::error file=c",
      "::warning file=a",
      "::warning file=c",
    ]);
  });

  test("names files as changes on GitHub do, without ./ at their start", async () => {
    const { stdout } = await run(".", "--format", "github");
    expect(stdout).toContain("::error file=src/bad one.cpp,line=1,");
    expect(stdout).not.toContain("file=./");
  });

  test("has no control characters from names and code", async () => {
    const hostile = temporaryFolder({ "a\u001b[31m\u009b\tb.py": "x = \u0007\n" });
    const { stdout } = await runInProcess("", { args: ["check_file", ".", "--format", "github"], cwd: hostile });
    expect(stdout).toMatch(/^::error file=a\\u001b\[31m\\u009b\\u0009b\.py,line=1,/);
    expect(stdout.trimEnd()).not.toMatch(/[^\P{Cc}\n]/u);
  });

  test("has one for a file that cannot be read, and for a call that fails", async () => {
    expect((await run("gone.py", "--format", "github")).stdout).toBe(
      "::error file=gone.py::Failed to open file: gone.py\n",
    );
    expect((await run("src", "--checks", "no", "--format", "github")).stdout).toMatch(
      /^::error::Unknown check: no \(There are syntax, .*\)\n$/,
    );
  });
});

describe("gitlab", () => {
  /** The keys that GitLab's documentation lists as required, and the words that it allows. */
  const Report = z.array(
    z.strictObject({
      description: z.string().min(1),
      check_name: z.string().min(1),
      fingerprint: z.string().min(1),
      severity: z.enum(["info", "minor", "major", "critical", "blocker"]),
      location: z.strictObject({
        path: z.string().regex(/^(?!\.?\/)/),
        lines: z.strictObject({ begin: z.number().int().min(1) }),
      }),
    }),
  );

  const issuesOf = async (...args: readonly string[]) => {
    const { stdout, exitCode } = await run(...args, "--format", "gitlab");
    return { exitCode, issues: Report.parse(JSON.parse(stdout)) };
  };

  test("is a report with an issue for each diagnostic, whose path has no ./ at its start", async () => {
    const { issues, exitCode } = await issuesOf("./src");
    expect(exitCode).toBe(1);
    expect(issues.map(({ check_name, severity, location }) => [check_name, severity, location])).toEqual([
      ["missing_token", "major", { path: "src/bad one.cpp", lines: { begin: 1 } }],
      ["syntax_error", "major", { path: "src/odd\nname.cpp", lines: { begin: 1 } }],
      ["syntax_error", "major", { path: "src/ü,:%.py", lines: { begin: 1 } }],
    ]);
    expect((await issuesOf("src/good.py")).issues).toEqual([]);
  });

  test("gives each finding a fingerprint of its own, which stays when lines are added above it", async () => {
    const twice = "def f():\n    return x\n\ndef g():\n    return x\n";
    const prints = async (source: string) => {
      const cwd = temporaryFolder({ "a.py": source });
      const { stdout } = await runInProcess("", { args: ["check_file", "a.py", "--format", "gitlab"], cwd });
      return Report.parse(JSON.parse(stdout)).map(({ fingerprint }) => fingerprint);
    };
    const before = await prints(twice);
    expect(new Set(before).size).toBe(2);
    expect(await prints(`import os\n\nprint(os.name)\n${twice}`)).toEqual(before);
  });

  test("has an issue for a file that cannot be read, and no report of a call that fails", async () => {
    const { issues, exitCode } = await issuesOf("src/good.py", "gone.py");
    expect(exitCode).toBe(1);
    expect(issues).toMatchObject([{ check_name: "unread-file", severity: "major", location: { path: "gone.py" } }]);
    const failed = await run("src", "--checks", "no", "--format", "gitlab");
    expect(failed).toMatchObject({ exitCode: 1, stdout: "", stderr: expect.stringContaining("Unknown check: no") });
  });
});

describe("whatever the format is, stderr says why the exit status is not 0", () => {
  const formats = ["json", "jsonl", "text", "brief", "sarif", "github", "gitlab"];
  const toFile = async (format: string, ...args: readonly string[]) => {
    const { stderr, exitCode } = await run(...args, "--format", format, "-o", `answer.${format}.out`);
    return { stderr, exitCode };
  };

  test.each(formats)("in %s", async (format) => {
    expect(await toFile(format, "src", "--checks", "no")).toEqual({
      exitCode: 1,
      stderr: expect.stringMatching(/^codegrove: Unknown check: no \(There are syntax, /m),
    });
    expect(await toFile(format, "src/*.nothing", "--exit-zero")).toEqual({
      exitCode: 2,
      stderr: expect.stringMatching(/^codegrove: No file was checked\. No file matches src\/\*\.nothing/m),
    });
    expect(await toFile(format, "gone.py")).toEqual({
      exitCode: 1,
      stderr: expect.stringContaining("gone.py"),
    });
    const found = await toFile(format, "src", "--quiet");
    expect(found).toEqual({
      exitCode: 1,
      stderr: expect.stringMatching(/^codegrove: \d+ errors?, the first: src\/.+:\d+:\d+ .+\n$/),
    });
    expect(await toFile(format, "src", "--quiet", "--exit-zero")).toEqual({ exitCode: 0, stderr: "" });
  });
});

test("no name of a file begins a workflow command, on stdout or stderr", async () => {
  const name = "odd\r\n::error::forged,100%";
  const odd = temporaryFolder({ [`${name}.py`]: "x = (\n", [`${name}/empty.txt`]: "" });
  const github = (...args: readonly string[]) =>
    runInProcess("", { args: ["check_file", ...args, "--format", "github", "--no-cache"], cwd: odd });
  const answers = [await github("."), await github(name), await github(`gone${name}`), await github(".", "-o", name)];
  const lines = answers.flatMap(({ stdout, stderr }) => `${stdout}${stderr}`.split(/[\r\n]/));
  expect(lines.filter((line) => line.startsWith("::error::forged"))).toEqual([]);
  expect(answers[0]?.stdout).toMatch(/^::error file=odd%0D%0A%3A%3Aerror%3A%3Aforged%2C100%25\.py,line=1,/);
  expect(answers[1]?.stderr).toMatch(
    /^codegrove: No file was checked. No file in odd\\u000d\\u000a::error::forged,100% is of /m,
  );
  expect(answers[3]?.stderr).toMatch(/^codegrove: Cannot write odd\\u000d\\u000a::error::forged,100%: /);
});

interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly locations: readonly [{ readonly physicalLocation: { artifactLocation: { uri: string }; region: object } }];
}

describe("the name of the file", () => {
  const written = async (command: string, ...args: readonly string[]) => {
    const file = args[args.indexOf("-o") + 1] ?? "";
    await runInProcess("", { args: [command, "src", ...args], cwd: folder });
    return readFileSync(join(folder, file), "utf8");
  };

  test.each([
    ["check", ["-o", "a.json"], /^\{"total_files":3,/],
    ["check", ["-o", "a.JSONL"], /^\{"filepath":"src\/bad one\.cpp","diag/],
    ["check", ["-o", "a.sarif"], /^\{"\$schema":/],
    ["check", ["-o", "a.sarif.json"], /^\{"\$schema":/],
    ["list_symbols", ["-o", "tags"], /^!_TAG_FILE_ENCODING/],
    ["list_symbols", ["-o", "my.tags"], /^!_TAG_FILE_ENCODING/],
    ["check", ["-o", "a.txt"], /^src\/bad one\.cpp:1:10: /],
    ["check", ["-o", "b.sarif", "--format", "text"], /^src\/bad one\.cpp:1:10: /],
  ])("says which format is meant: %s %j", async (command, args, begin) => {
    expect(await written(command, ...args)).toMatch(begin);
  });
});

describe("--baseline", () => {
  const code = { "a.py": "import os\n\ndef f():\n    return x\n", "b.py": "y = (\n" };
  const checked = async (cwd: string, ...args: readonly string[]) =>
    await runInProcess("", { args: ["check", ".", ...args], cwd });

  test.each(["sarif", "gitlab"])(
    "leaves out what an earlier report in %s has, wherever its lines are now",
    async (format) => {
      const cwd = temporaryFolder(code);
      expect((await checked(cwd, "--format", format, "-o", "old.txt")).exitCode).toBe(1);
      const same = await checked(cwd, "--baseline", "old.txt");
      expect(same).toMatchObject({ exitCode: 0, stdout: "" });
      expect(same.stderr).toContain("3 findings of old.txt left out");
      writeFileSync(join(cwd, "a.py"), `\n\n${code["a.py"]}    return x, z\n`);
      const { stdout, stderr, exitCode } = await checked(cwd, "--baseline", "old.txt", "--format", "json");
      expect(exitCode).toBe(1);
      expect(stderr).toContain("2 errors, the first: ./a.py:7:12 undefined name 'x'");
      const { results, counts } = JSON.parse(stdout);
      expect(counts).toEqual({ "undefined-name": 2 });
      expect(results[0]).toMatchObject({ diagnostic_count: 2, diagnostics: [{ line: 7 }, { line: 7 }] });
    },
  );

  test("is refused if it is not such a report", async () => {
    const cwd = temporaryFolder({ ...code, "x.json": "{}", "other.sarif": '{"runs":[{"results":[{}]}]}' });
    for (const file of ["x.json", "other.sarif", "gone.json", "a.py"]) {
      const { stderr, exitCode, stdout } = await checked(cwd, "--baseline", file);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
      expect(stderr).toContain(`--baseline: cannot use ${file}: `);
    }
  });
});
