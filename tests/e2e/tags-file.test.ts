import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder({
  "src/shape.hpp":
    "namespace geo {\nenum Color { red, green };\nclass Shape {\n public:\n  virtual double area() const = 0;\n" +
    "  int sides;\n};\nstruct Circle : Shape {\n  double area() const override {\n    return r;\n  }\n  double r;\n};\n}\n",
  "src/shape.cpp": "#include \"shape.hpp\"\nint count = 0;\nstatic int next(int a, char b = ')') {\n  return a;\n}\n",
  "src/page.py": "class Page:\n    def size(self, unit='('):\n        return 1\n\n\ndef main():\n    pass\n",
  "src/odd\t\\name.py": "def odd():\n    pass\n",
});

const isThere = (program: string, ...args: readonly string[]) =>
  process.env.CI === "true" || spawnSync(program, args).status === 0;
const hasReadtags = isThere("readtags", "-t", "/dev/null", "-l");
const hasVim = isThere("vim", "--version");

async function tagsFile(...args: readonly string[]): Promise<string> {
  const { exitCode } = await runInProcess("", {
    args: ["list_symbols", "src", "--format", "ctags", "-o", "tags", ...args],
    cwd: folder,
  });
  expect(exitCode).toBe(0);
  return readFileSync(join(folder, "tags"), "utf8");
}

describe("ctags", () => {
  test("is an extended tags file, sorted by bytes, with what list_symbols says of each symbol", async () => {
    const lines = (await tagsFile()).trimEnd().split("\n");
    const bytes = lines.map((line) => Buffer.from(line));
    expect(bytes.toSorted(Buffer.compare)).toEqual(bytes);
    expect(lines).toEqual(
      expect.arrayContaining([
        "!_TAG_FILE_SORTED\t1\t/0=unsorted, 1=sorted, 2=foldcase/",
        'Circle\tsrc/shape.hpp\t8;"\tkind:struct\tline:8\tnamespace:geo\tend:13',
        'area\tsrc/shape.hpp\t5;"\tkind:prototype\tline:5\tclass:geo::Shape\taccess:public\tsignature:()\tend:5',
        'area\tsrc/shape.hpp\t9;"\tkind:method\tline:9\tstruct:geo::Circle\taccess:public\tsignature:()\tend:11',
        "next\tsrc/shape.cpp\t3;\"\tkind:function\tline:3\tsignature:(int a, char b = ')')\tend:5",
        'red\tsrc/shape.hpp\t2;"\tkind:enumerator\tline:2\tenum:geo::Color\tend:2',
        "size\tsrc/page.py\t2;\"\tkind:method\tline:2\tclass:Page\taccess:public\tsignature:(self, unit='(')\tend:3",
        'odd\tsrc/odd\\t\\\\name.py\t1;"\tkind:function\tline:1\tsignature:()\tend:2',
      ]),
    );
  });

  test("has the same tags for nested rows", async () => {
    expect(await tagsFile("--nested")).toBe(await tagsFile());
  });

  test.skipIf(!hasReadtags)("is what readtags finds names in", async () => {
    await tagsFile();
    const { stdout } = spawnSync("readtags", ["-t", "tags", "-ne", "area"], { cwd: folder, encoding: "utf8" });
    const found = stdout.trimEnd().split("\n");
    expect(found).toHaveLength(2);
    expect(found[1]).toContain("struct:geo::Circle");
    const prefix = spawnSync("readtags", ["-t", "tags", "-p", "-", "ar"], { cwd: folder, encoding: "utf8" });
    expect(prefix.stdout.trimEnd().split("\n")).toHaveLength(2);
  });

  test.skipIf(!hasVim)("is what vim jumps by and lists tags from", async () => {
    await tagsFile();
    const script =
      "set nocp tags=tags | tag next | call writefile([expand('%') . ':' . line('.')] + " +
      "map(taglist('^area$'), 'v:val.kind . \" \" . v:val.filename . \" \" . v:val.end'), 'found') | qall!";
    const { status } = spawnSync("vim", ["-es", "-u", "NONE", "-i", "NONE", "-c", script], {
      cwd: folder,
      env: { ...process.env, TERM: "dumb" },
    });
    expect(status).toBe(0);
    expect(readFileSync(join(folder, "found"), "utf8").trimEnd().split("\n")).toEqual([
      "src/shape.cpp:3",
      "prototype src/shape.hpp 5",
      "method src/shape.hpp 11",
    ]);
  });

  test.skipIf(!hasReadtags)(
    "has the names and lines of Universal Ctags, with its fields where both have them",
    async () => {
      const ours = tagsIn(await tagsFile());
      const options = ["-n", "--fields=neKSa", "--kinds-c++=+p", "--kinds-python=-i", "-f", "-"];
      const { stdout } = spawnSync("ctags", [...options, "src/shape.hpp", "src/shape.cpp", "src/page.py"], {
        cwd: folder,
        encoding: "utf8",
      });
      const theirs = tagsIn(stdout);
      expect(theirs.size).toBeGreaterThan(10);
      for (const [tag, fields] of theirs) {
        expect([tag, ours.has(tag)]).toEqual([tag, true]);
        const own = ours.get(tag) ?? new Map();
        if (own.has("signature")) expect(squeezed(own.get("signature"))).toBe(squeezed(fields.get("signature")));
        // Our ends are those of names where nothing else is defined, and ctags has none of a prototype.
        if (fields.has("end")) expect([tag, own.get("end")]).toEqual([tag, fields.get("end")]);
      }
      const further = [...ours.keys()].filter((tag) => !theirs.has(tag) && !tag.includes("odd"));
      expect(further).toEqual([]);
    },
  );

  test("of what cannot be read has no tags, which is told beside it", async () => {
    const of = async (...paths: readonly string[]) => {
      const args = ["list_symbols", ...paths, "--format", "ctags"];
      const { stderr, exitCode } = await runInProcess("", { args, cwd: folder });
      return { told: stderr.split("\n").filter((line) => line.startsWith("codegrove:")), exitCode };
    };
    const told = ["codegrove: Failed to open file: gone.py"];
    expect(await of("gone.py")).toEqual({ told, exitCode: 1 });
    expect(await of("src/page.py", "gone.py")).toEqual({ told, exitCode: 1 });
    expect(await of("src/page.py")).toEqual({ told: [], exitCode: 0 });
  });

  test("is refused where rows have no ranges, with the formats that there are", async () => {
    const refused = await runInProcess("", { args: ["check_file", "src", "--format", "ctags"], cwd: folder });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain("check_file has no rows that ctags can write; it takes json, jsonl, text");
    const names = await runInProcess("", {
      args: ["list_symbols", "src", "--detail", "names", "--format", "ctags"],
      cwd: folder,
    });
    expect(names.exitCode).toBe(2);
    expect(names.stderr).toContain("list_symbols has with these arguments no rows that ctags can write");
  });
});

/** The fields of tags, by name and line. */
function tagsIn(file: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const lines = file.split("\n").filter((line) => line !== "" && !line.startsWith("!"));
  return new Map(
    lines.map((line) => {
      const [name, path, address, ...fields] = line.split("\t");
      const pairs = fields.map((field): [string, string] => [
        field.slice(0, field.indexOf(":")),
        field.slice(field.indexOf(":") + 1),
      ]);
      return [`${name} ${path}:${Number.parseInt(address ?? "", 10)}`, new Map(pairs)];
    }),
  );
}

/** A list of parameters without what ctags writes behind it, and without blanks. */
function squeezed(signature = ""): string {
  return signature.slice(0, signature.lastIndexOf(")") + 1).replaceAll(" ", "");
}
