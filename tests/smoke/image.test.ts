import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { minimatch } from "minimatch";
import { beforeAll, describe, expect, test } from "vitest";
import { copyCompressed, environmentWithoutSettings, packageFolder } from "../support/built-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** The lines of a file of the package without comments. */
function linesOf(path: string): readonly string[] {
  const lines = readFileSync(join(packageFolder, path), "utf8").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

/** True if .dockerignore lets a file through: the last line that matches the file or a folder above it decides. */
function isInContext(path: string): boolean {
  const parts = path.split("/");
  const above = parts.map((_, i) => parts.slice(0, i + 1).join("/"));
  let isIn = true;
  for (const line of linesOf(".dockerignore")) {
    const isException = line.startsWith("!");
    const pattern = isException ? line.slice(1) : line;
    if (above.some((part) => minimatch(part, pattern, { dot: true }))) isIn = isException;
  }
  return isIn;
}

type Copy = { readonly sources: readonly string[]; readonly target: string; readonly isFromBuild: boolean };

const stages = readFileSync(join(packageFolder, "Dockerfile"), "utf8")
  .split(/^FROM .*$/m)
  .slice(1)
  .map((text) =>
    [...text.matchAll(/^COPY (--from=build )?(.+)$/gm)].map(([, from, paths = ""]): Copy => {
      const sources = paths.split(" ");
      const target = sources.pop() ?? "";
      return { sources, target, isFromBuild: from !== undefined };
    }),
  );

const context = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
  cwd: packageFolder,
  encoding: "utf8",
})
  .split("\0")
  .filter((path) => path !== "" && isInContext(path));

const build = temporaryFolder();
const image = temporaryFolder();

/** Does what `docker build` does, with node_modules of here for `npm ci`, and without an image below. */
beforeAll(() => {
  for (const path of context) {
    mkdirSync(dirname(join(build, path)), { recursive: true });
    cpSync(join(packageFolder, path), join(build, path));
  }
  copyCompressed(build);
  symlinkSync(join(packageFolder, "node_modules"), join(build, "node_modules"));
  execFileSync("npm", ["run", "--silent", "build"], { cwd: build, stdio: ["ignore", "ignore", "inherit"] });
  for (const { sources, target } of (stages[1] ?? []).filter(({ isFromBuild }) => isFromBuild)) {
    for (const source of sources) {
      const path = source.replace(/^\/app\//, "");
      const to = join(image, "app", target.endsWith("/") ? join(target, path) : target);
      cpSync(join(build, path), to, { recursive: true });
    }
  }
}, 300_000);

describe("the image", () => {
  test("is built from two stages whose sources .dockerignore lets through", () => {
    expect(stages.map((copies) => copies.length)).toEqual([2, 5]);
    const [first = [], second = []] = stages;
    const named = first.flatMap(({ sources }) => sources).filter((source) => source !== ".");
    expect(named.filter((source) => !context.includes(source))).toEqual([]);
    // What no build makes must come from the context.
    const copied = second.flatMap(({ sources }) => sources).map((source) => source.replace(/^\/app\//, ""));
    const missing = copied.filter(
      (source) => source !== "dist" && !context.some((path) => `${path}/`.startsWith(`${source}/`)),
    );
    expect(missing).toEqual([]);
  });

  test("has what the package brings, except what only people read", () => {
    const { files }: { files: readonly string[] } = JSON.parse(
      readFileSync(join(packageFolder, "package.json"), "utf8"),
    );
    const forPeople = ["man", "codegrove.schema.json", "docs", "CHANGELOG.md", "CONTRIBUTING.md"];
    const expected = files.filter((file) => !file.startsWith("!") && !forPeople.includes(file));
    expect(expected.length).toBeGreaterThan(3);
    for (const part of expected) {
      const listed = (folder: string) => readdirSync(join(folder, part), { recursive: true, encoding: "utf8" }).sort();
      const own = listed(packageFolder).filter((path) => statSync(join(packageFolder, part, path)).isFile());
      const examples = /\.examples\.json$/;
      expect(
        listed(join(image, "app")).filter((path) => !examples.test(path)),
        part,
      ).toEqual(expect.arrayContaining(own.filter((path) => !examples.test(path))));
    }
  });

  test("serves a folder, and reads the output of a command", () => {
    const workspace = temporaryFolder({
      "a.cpp": "class A {};\n",
      "codegrove.json": JSON.stringify({
        commands: { build: { run: ["sh", "-c", "echo 'a.cpp:1:7: error: broken'; exit 1"], parser: "gcc" } },
      }),
    });
    const requests = [
      { name: "find_classes", arguments: { filepath: "." } },
      { name: "run_project_command", arguments: { command: "build" } },
    ].map((params, id) => JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params }));
    const cache = join(temporaryFolder(), "cache");
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [join(image, "app/dist/main.cjs"), "serve", "--root", workspace, "--allow-commands"],
      {
        cwd: workspace,
        input: `${requests.join("\n")}\n`,
        encoding: "utf8",
        env: { ...environmentWithoutSettings(), NODE_ENV: "production", CODEGROVE_CACHE_DIR: cache, LOG_LEVEL: "warn" },
      },
    );
    expect(stderr).toBe("");
    const texts = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .sort((a, b) => a.id - b.id);
    expect(texts.map(({ result }) => JSON.parse(result.content[0].text))).toMatchObject([
      { results: [{ filepath: "./a.cpp", classes: [{ name: "A" }] }] },
      { exit_code: 1, results: [{ filepath: "a.cpp", diagnostics: [{ line: 1, column: 7, message: "broken" }] }] },
    ]);
  });
});
