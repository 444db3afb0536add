import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { instance } from "@viz-js/viz";
import { SaxesParser } from "saxes";
import { beforeAll, describe, expect, test } from "vitest";
import { type Shell, shells } from "../../src/cli/shell-scripts/shells.ts";
import { formatNames } from "../../src/formats/index.ts";
import { toolNames } from "../../src/tools/index.ts";
import { runInProcess, startInProcess } from "../support/in-process.ts";
import { removal } from "../support/removal.ts";
import { Session } from "../support/session.ts";
import { hostileTree } from "../support/taint/hostile-tree.ts";
import {
  forgedRows,
  hiddenIn,
  markdownParts,
  runnerCommands,
  sarifLinksIn,
  sarifMessages,
  withoutOwnColours,
} from "../support/taint/readers.ts";
import { typedPaths } from "../support/taint/typed-paths.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const cache = temporaryFolder();
let folder: string;
beforeAll(() => {
  folder = hostileTree();
});

/** Calls of each tool that show as much of a stranger's text as it can. */
const calls: Readonly<Record<string, readonly (readonly string[])[]>> = {
  parse_file: [["."]],
  find_classes: [["."]],
  find_functions: [["."]],
  execute_query: [
    ["real.py", "--query", "[(comment) (string) (expression_statement)] @forged"],
    ["real.cpp", "--query", "[(comment) (string_literal) (raw_string_literal)] @forged"],
  ],
  find_pattern: [
    ["real.py", "--pattern", "$A = $B"],
    ["real.cpp", "--pattern", "return $A"],
    ["real.py", "--pattern", "$A = $B", "--rewrite", "$A = f($B)"],
  ],
  list_symbols: [["."], [".", "--detail", "full"], [".", "--nested"], [".", "--unused"]],
  check_file: [["."]],
  get_syntax_tree: [["real.py"], ["real.ts"]],
  extract_interface: [["."], ["real.py", "--output-format", "markdown"], [".", "--output-format", "markdown"]],
  find_definition: [["Real", "--detail", "full"], ["Box::area", "--detail", "full"], ["gone\n::error::forged"]],
  find_references: [["Real"], ["Box", "--group-by", "caller"], ["Odd::plain"], ["Real", "--symbols", "Box"]],
  search_code: [["real box area forged error"], ["gone\n::error::forged"]],
  get_symbol_info: [["Real"], ["Box::area"], ["Odd"]],
  get_symbol_context: [["Real"], ["Box::area"], ["Odd::plain"]],
  get_class_hierarchy: [["Real"], ["Real", "--output-format", "mermaid"], ["Real", "--output-format", "dot"]],
  get_dependency_graph: [
    ["."],
    ["--symbol", "Odd::plain"],
    ["--symbol", "Odd::plain", "--to", "Box::area"],
    [".", "--only", "cycles"],
    [".", "--output-format", "mermaid"],
    [".", "--output-format", "dot"],
  ],
  get_completions: [["real.ts", "--line", "30", "--column", "1"]],
  get_file_summary: [["."], ["real.py", "--include", "functions,markers,imports"]],
  rename_symbol: [
    ["Real", "--new-name", "Other"],
    ["Box::area", "--new-name", "plain"],
    ["Odd", "--new-name", "Box"],
  ],
  replace_symbol: [
    ["Real", "--part", "delete"],
    ["Box::area", "--part", "before", "--text", "int forged;\n::error::forged\u202e"],
    ["Odd::plain", "--part", "after", "--text", "int forged;"],
  ],
  get_changes: [["--diff", ["real.py", "real.cpp", "real.ts", "gone\u202e::error::.py"].map(removal).join("")]],
  get_syntax_reference: [["python"]],
  run_project_command: [["test", "--allow-commands"]],
};

function callsOf(tool: string) {
  const found = calls[tool];
  if (found === undefined) throw new Error(`a tool without a call in this file: ${tool}`);
  return found;
}

/** A text without the lines of its diffs, which readers of diffs count: code is as it is there, after a sign or a blank. */
function withoutHunks(text: string): string {
  const kept: string[] = [];
  let [old, changed] = [0, 0];
  for (const line of text.split("\n")) {
    if (line.startsWith("\\")) continue;
    const head = /^@@ -\d+,(\d+) \+\d+,(\d+) @@$/.exec(line);
    if (old + changed > 0) {
      if (!line.startsWith("+")) old--;
      if (!line.startsWith("-")) changed--;
      expect(line).toMatch(/^[-+ ]/);
    } else if (head === null) kept.push(line);
    else [old, changed] = [Number(head[1]), Number(head[2])];
  }
  return kept.join("\n");
}

describe.each(toolNames)("%s", (tool) => {
  test.each(formatNames)("as %s", async (format) => {
    for (const words of callsOf(tool)) {
      const args = [tool, ...words, "--format", format, "--cache-dir", cache];
      const { stdout, stderr, exitCode } = await runInProcess("", { args, cwd: folder });
      if (stderr.includes(`no rows that ${format} can write`)) return;
      const of = { args: args.join(" "), stdout: stdout.slice(0, 300) };
      expect(stdout + stderr, JSON.stringify(of)).not.toBe("");
      expect({ ...of, exitCode: exitCode === 2 }).toEqual({ ...of, exitCode: false });
      const ownCommands = format === "github" ? /^::(?:error|warning|notice)(?: file=[^:]*)?::/ : undefined;
      expect({ ...of, found: runnerCommands(stdout, ownCommands) }).toEqual({ ...of, found: [] });
      expect({ ...of, found: runnerCommands(stderr) }).toEqual({ ...of, found: [] });
      expect({ ...of, found: hiddenIn(stdout) }).toEqual({ ...of, found: [] });
      expect({ ...of, found: hiddenIn(stderr) }).toEqual({ ...of, found: [] });
      if (["text", "brief"].includes(format))
        expect({ ...of, found: forgedRows(withoutHunks(stdout), tool === "extract_interface") }).toEqual({
          ...of,
          found: [],
        });
      if (format === "json") JSON.parse(stdout);
    }
  });

  test("on a terminal", async () => {
    for (const words of callsOf(tool)) {
      const args = [tool, ...words, "--no-cache", "--format", "text"];
      const env = { TERM: "xterm-256color", COLORTERM: "truecolor" };
      const { stdout } = await runInProcess("", { args, cwd: folder, env, isOnTerminal: true });
      const found = {
        hidden: hiddenIn(withoutOwnColours(stdout)),
        rows: forgedRows(withoutHunks(withoutOwnColours(stdout)), tool === "extract_interface"),
      };
      expect({ args, found }).toEqual({ args, found: { hidden: [], rows: [] } });
    }
  });
});

const run = async (...args: readonly string[]) => {
  const { stdout, stderr, exitCode } = await runInProcess("", { args: [...args, "--no-cache"], cwd: folder });
  expect({ args, stderr, isRefused: exitCode === 2 }).toEqual({ args, stderr, isRefused: false });
  return stdout;
};

describe("readers of answers", () => {
  test("CommonMark sees headings and links of the document, and no image or HTML", async () => {
    const json = await run("extract_interface", ".", "--output-format", "markdown", "--format", "json");
    const documents: string[] = JSON.parse(json).results.map((one: { interface: string }) => one.interface);
    expect(documents.length).toBeGreaterThan(50);
    const [text] = [await run("extract_interface", "real.py", "--output-format", "markdown", "--format", "text")];
    for (const document of [...documents, text ?? ""]) {
      const ownNote = /^<!-- warning: [^<>]*-->$/;
      const parts = markdownParts(document).filter(({ text: part }) => !ownNote.test(part));
      const of = (type: string) => parts.filter((part) => part.type === type);
      for (const type of ["image", "html_inline", "html_block", "thematic_break"])
        expect({ type, found: of(type) }).toEqual({ type, found: [] });
      for (const { url } of of("link")) expect(url).toMatch(/^[\w.%-]+#L\d+$/);
      const [title, ...headings] = of("heading");
      expect(title?.text).not.toBe("");
      for (const { text: heading } of headings)
        expect(heading).toMatch(
          /^(?:(?:class|struct) (?:Real|Box|Odd|Base)|Functions|Constants|Variables|Macros|Types)$/,
        );
    }
  });

  test("Graphviz and XML see labels alone", async () => {
    const viz = await instance();
    const dot = await run("get_dependency_graph", ".", "--output-format", "dot", "--format", "text");
    const drawn = viz.renderFormats(dot.replace(/^\/\/.*$/gm, ""), ["json", "svg"]);
    expect(drawn.errors.filter(({ level }) => level === "error")).toEqual([]);
    const svg = await run("get_dependency_graph", ".", "--output-format", "svg");
    for (const picture of [svg, drawn.output?.svg ?? ""]) {
      expect(hiddenIn(picture)).toEqual([]);
      const elements = elementsOf(picture);
      expect(
        elements.filter(
          (name) =>
            !["svg", "a", "style", "rect", "g", "path", "title", "text", "polygon", "ellipse", "polyline"].includes(
              name,
            ),
        ),
      ).toEqual([]);
      expect(elements.length).toBeGreaterThan(100);
    }
  });

  test("Mermaid sees labels between quotes alone", async () => {
    for (const args of [
      ["get_dependency_graph", "."],
      ["get_class_hierarchy", "Real"],
    ]) {
      const picture = await run(...args, "--output-format", "mermaid", "--format", "text");
      const label = '"(?:[^"<>&`#\\\\]|#\\d+;)*"';
      const line = new RegExp(
        `^ *(?:flowchart LR|classDiagram|direction \\w+|subgraph \\w+\\[${label}\\]|end|\\w+\\[${label}\\]|class \\w+\\[${label}\\].*|\\w+ (?:-->|-\\.->|<\\|--|--\\|>)(?:\\|${label}\\|)? \\w+|classDef cycle .*|class [\\w,]+ cycle|linkStyle .*|%% .*)?$`,
      );
      expect(picture.split("\n").filter((text) => !line.test(text))).toEqual([]);
    }
  });

  test("readtags finds each tag by its line, and no other", async () => {
    const tags = await run("list_symbols", ".", "--format", "ctags");
    const lines = tags.split("\n").slice(0, -1);
    for (const text of lines.filter((one) => !one.startsWith("!_TAG_")))
      expect(text).toMatch(/^[^\t]+\t[^\t]+\t\d+;"(?:\t\w+:[^\t]*)+$/);
    const file = join(folder, "hostile.tags");
    writeFileSync(file, tags);
    const listed = readtags(file);
    if (listed !== undefined) expect(listed.split("\n").slice(0, -1)).toHaveLength(lines.length - 7);
  });

  test("viewers of SARIF see no link in a message", async () => {
    const messages = sarifMessages(JSON.parse(await run("check_file", ".", "--format", "sarif")));
    expect(messages.filter((message) => message.includes("forged.example)")).length).toBeGreaterThan(0);
    expect(messages.filter((message) => sarifLinksIn(message).length > 0)).toEqual([]);
    expect(sarifLinksIn("a [b\\]c](http://d)")).not.toEqual([]);
  });

  test("a browser sees no element of a stranger in the page of a report", async () => {
    await run("report", ".", "-o", "report.html");
    const page = readFileSync(join(folder, "report.html"), "utf8");
    expect(hiddenIn(page)).toEqual([]);
    const seen = /<script>alert|<img src=x|<b>forged|href="(?:http|javascript)[^"]*/i.exec(page);
    expect(seen?.[0]).toBe(undefined);
  });

  test("lines of MCP are JSON, with no character that ends them early", async () => {
    const program = startInProcess({ cwd: folder, args: ["serve", "--no-cache"] });
    const lines: string[] = [];
    program.stdout.on("data", (chunk) => lines.push(String(chunk)));
    const session = new Session({}, program);
    const of = (method: string, params: object = {}) => session.request(method, params);
    const { result } = await of("resources/list");
    const uris = Object(result).resources.map(({ uri }: { uri: string }) => uri);
    const read = uris.filter((uri: string) => uri.endsWith("real.py") || uri.startsWith("workspace:"));
    const answers = [
      result,
      ...(await Promise.all(read.map((uri: string) => of("resources/read", { uri })))),
      await of("prompts/get", { name: "review_file", arguments: { path: "real.py", focus: "\u2028\u202e" } }),
    ];
    await session.close();
    expect(JSON.stringify(answers)).toContain("forged");
    expect(hiddenIn(lines.join(""))).toEqual([]);
  });
});

describe("shells that complete paths", () => {
  const isLeftOut = (shell: Shell) =>
    process.env.CI === undefined && spawnSync(shell, ["--version"]).error !== undefined;
  const scriptOf = async (shell: Shell) => {
    const { stdout } = await runInProcess("", { args: ["completion", shell] });
    const script = join(temporaryFolder(), `codegrove.${shell}`);
    writeFileSync(script, stdout);
    return script;
  };
  /** The hostile names, each with a number in front of it, so that its beginning has one completion. */
  const numbered = () => {
    const names = readdirSync(folder).filter((name) => name.endsWith(".py") && !name.includes("\ufffd"));
    const files = names.map((name, i) => `n${String(i).padStart(2, "0")}${name.slice(0, 240)}`);
    expect(files.length).toBeGreaterThan(25);
    return { files, path: temporaryFolder(Object.fromEntries(files.map((name) => [name, ""]))) };
  };

  test.each(shells)("%s reads a script without a name of the folder", async (shell) => {
    const script = await scriptOf(shell);
    expect(readFileSync(script, "utf8")).not.toMatch(/forged|hacked/);
    if (isLeftOut(shell)) return;
    expect(spawnSync(shell, ["-n", script], { encoding: "utf8" }).stderr).toBe("");
  });

  test.skipIf(isLeftOut("bash")).each(["compopt", "no compopt"])(
    "bash with %s offers the names as they are",
    async (has) => {
      const { files, path } = numbered();
      const isOld = has === "no compopt";
      const [start, read] = isOld
        ? ["enable -n compopt", 'eval "set -- $' + '{COMPREPLY[*]}"']
        : [":", 'set -- "$' + '{COMPREPLY[@]}"'];
      const complete = 'source "$1"; COMP_WORDS=(codegrove check ""); COMP_CWORD=2; _codegrove';
      const program = [start, complete, read, 'printf "%s\\0" "$@"'].join("; ");
      const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", program, "bash", await scriptOf("bash")], {
        cwd: path,
        encoding: "utf8",
      });
      expect(stderr).toBe("");
      // A name with a line break is left out: bash 3.2 cannot tell it from two names.
      const offered = files.filter((name) => !name.includes("\n"));
      expect(stdout.split("\0").slice(0, -1).sort()).toEqual(offered.sort());
      expect(existsSync(join(path, "hacked"))).toBe(false);
    },
  );

  const typing = ["bash", "zsh"] as const;
  test.skipIf(isLeftOut("zsh")).each(typing)("a line that %s completes is read as the name", async (shell) => {
    const { files, path } = numbered();
    const typed = files.filter((name) => shell === "zsh" || !name.includes("\n"));
    const read = typedPaths(
      shell,
      await scriptOf(shell),
      path,
      typed.map((name) => name.slice(0, 3)),
    );
    expect(read).toEqual(typed);
    expect(existsSync(join(path, "hacked"))).toBe(false);
  });

  test.skipIf(isLeftOut("fish"))("fish offers lines of names, and nothing else", async () => {
    const { files, path } = numbered();
    const args = ["--no-config", "-c", "source $argv[1]; complete -C 'codegrove check n'", await scriptOf("fish")];
    const { stdout, stderr } = spawnSync("fish", args, { cwd: path, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(stdout.split("\n").slice(0, -1).sort()).toEqual(files.join("\n").split("\n").sort());
    expect(existsSync(join(path, "hacked"))).toBe(false);
  });
});

function elementsOf(svg: string): readonly string[] {
  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    names.push(name, ...Object.keys(attributes).filter((key) => key.endsWith("href")));
  });
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(svg).close();
  return names;
}

/** The tags of a file as readtags of Universal Ctags lists them; undefined on a machine without it. */
function readtags(file: string): string | undefined {
  try {
    return execFileSync("readtags", ["-t", file, "-l"], { encoding: "utf8" });
  } catch {
    return undefined;
  }
}
