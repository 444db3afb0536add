import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { UriTemplate } from "@modelcontextprotocol/sdk/shared/uriTemplate.js";
import { describe, expect, test } from "vitest";
import { shippedSkills } from "../../src/skills/shipped-skills.ts";
import { connectedClient } from "../support/client.ts";
import { runInProcess } from "../support/in-process.ts";
import { modernRequest } from "../support/modern.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";

const project = temporaryFolder({
  "src/shape.hpp": "class Shape {\n  int area() { return 0; }\n};\n",
  "src/größe 1.py": "class Größe:\n    def wert(self):\n        return 1\n",
  "src/broken.cpp": "int f( {{{\n",
  "build/made.cpp": "int made() { return 0; }\n",
  "notes.txt": "secret",
  ".gitignore": "build/\n",
});
const elsewhere = temporaryFolder({ "other.py": "x = 1\n" });
const uriOf = (path: string): string => pathToFileURL(join(project, path)).href;

describe("resources", () => {
  const client = connectedClient(elsewhere, ["--root", project]);
  const read = async (uri: string) => (await client.readResource({ uri })).contents[0];
  const json = async (uri: string) => {
    const content = await read(uri);
    expect(content?.mimeType).toBe("application/json");
    return JSON.parse(content !== undefined && "text" in content ? content.text : "null");
  };

  test("lists the workspace's own, the skills, the queries and the files, without what is ignored", async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      "workspace://files",
      "workspace://symbols",
      "workspace://diagnostics",
      "workspace://config",
      ...shippedSkills().map(({ frontmatter }) => `skill://${frontmatter.name}/SKILL.md`),
      ...resources.map(({ uri }) => uri).filter((uri) => uri.startsWith("queries://")),
      uriOf("src/broken.cpp"),
      uriOf("src/größe 1.py"),
      uriOf("src/shape.hpp"),
    ]);
    expect(resources.map(({ uri }) => uri)).toContain("queries://cpp/tags");
    expect(resources.at(-1)).toEqual({
      uri: uriOf("src/shape.hpp"),
      name: "src/shape.hpp",
      mimeType: "text/x-c++src",
    });
  });

  test("workspace://files gives every source file", async () => {
    expect(await json("workspace://files")).toEqual({
      files: [
        { uri: uriOf("src/broken.cpp"), name: "broken.cpp", mimeType: "text/x-c++src" },
        { uri: uriOf("src/größe 1.py"), name: "größe 1.py", mimeType: "text/x-python" },
        { uri: uriOf("src/shape.hpp"), name: "shape.hpp", mimeType: "text/x-c++src" },
      ],
      count: 3,
    });
  });

  test("workspace://symbols gives the definitions of every file, from line 1 and column 1", async () => {
    const { symbols, file_count } = await json("workspace://symbols");
    expect(file_count).toBe(3);
    expect(symbols).toContainEqual({
      file: join(project, "src/shape.hpp"),
      symbols: [
        { name: "Shape", kind: "class", line: 1, column: 7 },
        { name: "area", kind: "method", container: "Shape", line: 2, column: 7, access: "private" },
      ],
    });
  });

  test("workspace://diagnostics gives the files with errors alone", async () => {
    const { files_with_issues, total_files_with_issues } = await json("workspace://diagnostics");
    expect(total_files_with_issues).toBe(1);
    const [{ file, diagnostics, diagnostic_count }] = files_with_issues;
    expect(file).toBe(join(project, "src/broken.cpp"));
    expect(diagnostic_count).toBeGreaterThan(0);
    expect(diagnostics).toHaveLength(diagnostic_count);
    expect(diagnostics[0]).toMatchObject({ line: 1, severity: "error", text: "int f( {{{" });
  });

  test("workspace://config tells what is in force", async () => {
    expect(JSON.stringify(await json("workspace://config"))).toContain(project);
  });

  test("a file is read by its URI, whatever its name", async () => {
    expect(await read(uriOf("src/größe 1.py"))).toEqual({
      uri: uriOf("src/größe 1.py"),
      mimeType: "text/x-python",
      text: "class Größe:\n    def wert(self):\n        return 1\n",
    });
  });

  test("a file is read by the template that a client has filled in", async () => {
    const uri = new UriTemplate("file:///{path}").expand({ path: join(project, "src/größe 1.py").slice(1) });
    expect(uri).toContain("%2F");
    expect(await read(uri)).toMatchObject({ uri, text: expect.stringContaining("Größe") });
  });

  test("a shipped query is read by language and name", async () => {
    const content = await read("queries://python/tags");
    expect(content).toMatchObject({ text: expect.stringContaining("@definition.class") });
  });

  test.each([
    ["that does not exist", uriOf("src/none.cpp")],
    ["outside of the roots", pathToFileURL(join(elsewhere, "other.py")).href],
    ["that climbs out of the roots", `${pathToFileURL(project).href}/../${elsewhere.split("/").at(-1)}/other.py`],
    ["of no known language", uriOf("notes.txt")],
    ["on another host", "file://host/src/a.cpp"],
    ["of another scheme", "https://example.com/a.cpp"],
    ["that is no URI", "src/shape.hpp"],
    ["that is a folder", uriOf("src")],
    ["of an unknown workspace resource", "workspace://nothing"],
    ["of an unknown query", "queries://cpp/nothing"],
    ["of a query outside of its folder", "queries://cpp/..%2Fpython%2Ftags"],
    ["of a query of an unknown language", "queries://cobol/tags"],
  ])("a resource %s is not found", async (_what, uri) => {
    await expect(client.readResource({ uri })).rejects.toMatchObject({
      code: -32002,
      message: expect.stringContaining(`Resource not found: ${uri}`),
      data: expect.objectContaining({ uri }),
    });
  });

  test("a resource that is not found is a matter of params in the revision 2026-07-28", async () => {
    const { stdout } = await runInProcess(modernRequest(1, "resources/read", { uri: "workspace://nothing" }));
    expect(JSON.parse(stdout).error).toMatchObject({ code: -32602, data: { uri: "workspace://nothing" } });
  });

  test("templates are listed", async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "file:///{path}",
      "queries://{language}/{name}",
    ]);
  });
});

describe("completion", () => {
  const client = connectedClient(project);
  const complete = async (uri: string, name: string, value: string, others?: Record<string, string>) => {
    const context = others === undefined ? {} : { context: { arguments: others } };
    const ref = { type: "ref/resource" as const, uri };
    return (await client.complete({ ref, argument: { name, value }, ...context })).completion;
  };

  test("of a file's path goes by the path below the root, by the absolute one and by the name", async () => {
    const path = join(project, "src/shape.hpp").slice(1);
    expect(await complete("file:///{path}", "path", "src/sh")).toEqual({ values: [path], total: 1, hasMore: false });
    expect((await complete("file:///{path}", "path", path.slice(0, -2))).values).toEqual([path]);
    expect((await complete("file:///{path}", "path", "shap")).values).toEqual([path]);
    expect((await complete("file:///{path}", "path", "nothing")).values).toEqual([]);
  });

  test("of a query goes by language", async () => {
    expect((await complete("queries://{language}/{name}", "language", "p")).values).toEqual(["python"]);
    expect((await complete("queries://{language}/{name}", "name", "ta", { language: "cpp" })).values).toEqual(["tags"]);
  });

  test.each([
    ["template", { type: "ref/resource", uri: "file:///{nothing}" }, { name: "path", value: "" }],
    ["argument", { type: "ref/resource", uri: "file:///{path}" }, { name: "constructor", value: "" }],
    ["kind of reference", { type: "ref/other" }, { name: "path", value: "" }],
    ["shape", { type: "ref/resource", uri: "file:///{path}" }, "path"],
  ])("of an unknown %s is refused", async (_what, ref, argument) => {
    const params = { ref, argument };
    const { stdout } = await runInProcess(
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "completion/complete", params }),
    );
    expect(JSON.parse(stdout).error).toMatchObject({ code: -32602 });
  });
});

describe("pages of resources/list", () => {
  const many = temporaryFolder(
    Object.fromEntries(Array.from({ length: 450 }, (_, i) => [`f${String(i).padStart(3, "0")}.py`, ""])),
  );
  const client = connectedClient(many);
  const pathsOf = (resources: readonly { uri: string }[]) =>
    resources.map(({ uri }) => uri.split("/").at(-1)).filter((name) => name?.endsWith(".py"));

  test("hold each resource once, also when files come and go in between", async () => {
    const first = await client.listResources();
    writeFiles(many, { "f000a.py": "", "zzz.py": "" });
    const second = await client.listResources({ cursor: first.nextCursor });
    const third = await client.listResources({ cursor: second.nextCursor });
    expect(first.resources).toHaveLength(200);
    expect(second.resources).toHaveLength(200);
    expect(third.nextCursor).toBeUndefined();
    const names = pathsOf([...first.resources, ...second.resources, ...third.resources]);
    expect(names).toEqual([...new Set(names)].sort());
    expect(names).toHaveLength(451);
    expect(names.at(-1)).toBe("zzz.py");
  });

  test.each(["nowhere", "", "YWZ0ZXI", "ÄÖ"])("a cursor %j that is not ours is refused", async (cursor) => {
    await expect(client.listResources({ cursor })).rejects.toMatchObject({ code: -32602 });
  });
});

describe("a workspace of more than a batch answer holds", () => {
  const names = Array.from({ length: 300 }, (_, i) => `function_${i}`);
  const large = temporaryFolder({
    ...Object.fromEntries(names.map((name) => [`${name}.py`, `def ${name}():\n    return 1 1\n`])),
    "codegrove.json": '{ "tools": { "list_symbols": false } }',
  });
  const client = connectedClient(large, ["--max-result-chars", "2000"]);
  const json = async (uri: string) => {
    const [content] = (await client.readResource({ uri })).contents;
    return JSON.parse(content !== undefined && "text" in content ? content.text : "null");
  };

  test("is in its resources, whichever tools are served: definitions by folder, diagnostics cut", async () => {
    const { symbols, ...about } = await json("workspace://symbols");
    expect(symbols).toEqual([{ folder: large, files: names.length, counts: { function: names.length } }]);
    expect(about).toMatchObject({ detail: "folders", file_count: names.length, truncated: true });
    expect(about.truncated_reason).toMatch(/2000 characters; call list_symbols/);
    const diagnostics = await json("workspace://diagnostics");
    const shown = diagnostics.files_with_issues.length;
    expect(shown).toBeGreaterThan(1);
    expect(diagnostics.total_files_with_issues).toBe(names.length);
    expect(diagnostics.truncated_reason).toContain(`it has ${shown} of ${names.length} files`);
  });

  test("is cut in the answers of tools", async () => {
    const { content } = await client.callTool({ name: "find_functions", arguments: { filepath: "." } });
    expect(JSON.parse(JSON.stringify(content))[0].text).toContain('"truncated":true');
  });
});

describe("a server that is started in the home folder without a root", () => {
  const home = temporaryFolder({ "a.py": "class A: pass\n" });

  test("has no workspace, and its tools work all the same", async () => {
    const uri = pathToFileURL(join(home, "a.py")).href;
    const requests: readonly (readonly [string, object])[] = [
      ["resources/read", { uri: "workspace://files" }],
      ["resources/read", { uri: "workspace://symbols" }],
      ["resources/read", { uri }],
      ["resources/subscribe", { uri: "workspace://files" }],
      ["tools/call", { name: "find_classes", arguments: { filepath: "a.py" } }],
    ];
    const lines = requests.map(([method, params], id) => JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    const { stdout } = await runInProcess(lines.join("\n"), { cwd: home, env: { HOME: home } });
    const answers = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .sort((a, b) => a.id - b.id);
    expect(answers[0].result.contents[0].text).toBe('{"files":[],"count":0}');
    expect(answers[1].result.contents[0].text).toBe('{"symbols":[],"file_count":0}');
    expect(answers[2].error).toMatchObject({ code: -32002, data: { details: expect.stringContaining("--root") } });
    expect(answers[3].error.message).toContain("--root");
    expect(answers[4].result.content[0].text).toContain('"name":"A"');
  });
});
