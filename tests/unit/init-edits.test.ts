import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCommandLine } from "../../src/cli/command-line.ts";
import { clients, guideLines, isProjectClient, type ProjectClient } from "../../src/cli/init/clients.ts";
import { editsOf } from "../../src/cli/init/edits.ts";
import { withEntry, withoutComments } from "../../src/cli/init/json-entry.ts";
import { withMarkedLines } from "../../src/cli/init/marked-lines.ts";
import { withTable } from "../../src/cli/init/toml-table.ts";
import { unifiedDiff } from "../../src/cli/init/unified-diff.ts";
import { codeBlocks } from "../support/code-blocks.ts";
import { readDocument } from "../support/document-paths.ts";
import { seed } from "../support/seed.ts";

const place = { key: "mcpServers", name: "codegrove" };
const entry = { command: "codegrove", args: ["serve"] };

describe("an entry of a JSON file", () => {
  test.each([
    ["no file", "", '{\n  "mcpServers": {\n    "codegrove": {"C"}\n  }\n}\n'],
    ["an empty object", "{}\n", '{\n  "mcpServers": {\n    "codegrove": {"C"}\n  }\n}\n'],
    ["other keys", '{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"mcpServers": {\n\t\t"codegrove": {"C"}\n\t}\n}'],
    [
      "other servers, in four columns",
      '{\n    "mcpServers": {\n        "x": {"command": "y"}\n    },\n    "b": [1,2]\n}\n',
      '{\n    "mcpServers": {\n        "x": {"command": "y"},\n        "codegrove": {"C"}\n    },\n    "b": [1,2]\n}\n',
    ],
    [
      "an empty object of servers",
      '{\n  "mcpServers": {}\n}\n',
      '{\n  "mcpServers": {\n    "codegrove": {"C"}\n  }\n}\n',
    ],
    [
      "lines that end with CRLF",
      '{\r\n  "a": {}\r\n}',
      '{\r\n  "a": {},\r\n  "mcpServers": {\r\n    "codegrove": {"C"}\r\n  }\r\n}',
    ],
    ["one line", '{"a":1}', '{"a":1, "mcpServers": {"codegrove":{"C"}}}'],
    ["servers on one line", '{"mcpServers":{}}', '{"mcpServers":{"codegrove": {"C"}}}'],
    [
      "an entry that does not say how the server is reached",
      '{\n  "mcpServers": {\n    "codegrove": null, "x": 1\n  }\n}',
      '{\n  "mcpServers": {\n    "codegrove": {"C"}, "x": 1\n  }\n}',
    ],
    [
      "a key that is there twice, of which the last one counts",
      '{"mcpServers":{"a":"}"},"mcpServers":{"b":"\\"{"}}',
      '{"mcpServers":{"a":"}"},"mcpServers":{"b":"\\"{", "codegrove": {"C"}}}',
    ],
  ])("is added to %s", (_what, text, expected) => {
    const made = withEntry(text, place, entry);
    // The entry itself is indented as JSON.stringify does: here it is put on one line.
    const compact = made.replace(/\{\s*"command":\s*"codegrove",\s*"args":\s*\[\s*"serve"\s*\]\s*\}/, '{"C"}');
    expect(compact).toBe(expected);
    expect(JSON.parse(made).mcpServers.codegrove).toEqual(entry);
    expect(withEntry(made, place, entry)).toBe(made);
  });

  test.each([
    ["an empty object", "{\n  // servers\n}\n", '{\n  // servers\n  "mcpServers": {\n    "codegrove": {"C"}\n  }\n}\n'],
    ["an object on one line", "{ /* } */ }", '{ /* } */\n  "mcpServers": {\n    "codegrove": {"C"}\n  }\n}'],
    [
      "an object of servers",
      '{\n  "mcpServers": {\n    // "codegrove": {},\n    "x": { "url": "http://y" } // mine\n    // end\n  } /* , */\n}',
      '{\n  "mcpServers": {\n    // "codegrove": {},\n    "x": { "url": "http://y" }, // mine\n    "codegrove": {"C"}\n    // end\n  } /* , */\n}',
    ],
    [
      "a list with a trailing comma",
      '{\r\n  "mcpServers": {\r\n    "x": [1, 2,], // mine\r\n  },\r\n}',
      '{\r\n  "mcpServers": {\r\n    "x": [1, 2,], // mine\r\n    "codegrove": {"C"},\r\n  },\r\n}',
    ],
    ["one line", '{"a": 1 /* one */,}', '{"a": 1, "mcpServers": {"codegrove":{"C"}} /* one */,}'],
    ["a text that looks like a comment", '{"a": "//"}', '{"a": "//", "mcpServers": {"codegrove":{"C"}}}'],
  ])("is added to %s with comments, which stay", (_what, text, expected) => {
    const made = withEntry(text, place, entry);
    const compact = made.replace(/\{\s*"command":\s*"codegrove",\s*"args":\s*\[\s*"serve"\s*\]\s*\}/, '{"C"}');
    expect(compact).toBe(expected);
    expect(JSON.parse(withoutComments(made)).mcpServers.codegrove).toEqual(entry);
    expect(withEntry(made, place, entry)).toBe(made);
  });

  test.each([
    { command: "npx", args: ["codegrove"] },
    { type: "http", url: "http://127.0.0.1:1/mcp" },
  ])("that is the user's own stays: %j", (own) => {
    const text = JSON.stringify({ mcpServers: { codegrove: own } });
    expect(withEntry(text, place, entry)).toBe(text);
  });

  test.each([
    ["a comment without an end", '{\n  /* "mcpServers": {}\n}', /it is not valid JSON/],
    ["a part", '{"mcpServers": {', /it is not valid JSON/],
    ["a token", "ghp_secret", /it is not valid JSON$/],
    ["a list", "[]", /it holds no object/],
    ["a word", "null", /it holds no object/],
    ["a list of servers", '{"mcpServers": []}', /its mcpServers is not an object/],
  ])("is not added to %s", (_what, text, message) => {
    expect(() => withEntry(text, place, entry)).toThrow(message);
  });

  test.each([
    ["slashes after a comma", `{"a": 1, ${"/".repeat(1000)}\n x}`],
    ["starts of comments", `{"a": 1, ${"/* ".repeat(100_000)}`],
    ["quotes", `{${'"\\n'.repeat(100_000)}`],
  ])("is refused without delay in a text of many %s", (_what, text) => {
    expect(() => withEntry(text, place, entry)).toThrow(/it is not valid JSON/);
  });

  test.each([
    ['{"a": [1, /* one, */ // two]\n 2, ], }', '{"a": [1,                   \n 2  ]  }'],
    ['{"a": "//", "b": "/* ,]"}', '{"a": "//", "b": "/* ,]"}'],
  ])("reads comments and trailing commas as blanks: %s", (text, expected) => {
    expect(withoutComments(text)).toBe(expected);
  });

  test("leaves all else byte for byte", () => {
    const json = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
    const spaces = fc.constantFrom(undefined, 1, 2, "\t");
    fc.assert(
      fc.property(json, fc.option(json), spaces, (others, servers, space) => {
        const value = { ...others, ...(servers !== null && { mcpServers: servers }) };
        const text = JSON.stringify(value, null, space);
        fc.pre(servers !== null || !("mcpServers" in others));
        const made = withEntry(text, place, entry);
        const before = JSON.parse(text);
        expect(JSON.parse(made)).toEqual({ ...before, mcpServers: { ...before.mcpServers, codegrove: entry } });
        let same = 0;
        while (same < text.length && text[same] === made[same]) same++;
        expect(made.endsWith(text.slice(same))).toBe(true);
      }),
      { seed, numRuns: 300 },
    );
  });
});

describe("a table of a TOML file", () => {
  const codex = { key: "mcp_servers", name: "codegrove" };
  const table = '[mcp_servers.codegrove]\ncommand = "codegrove"\nargs = ["serve"]\n';

  test.each([
    ["no file", "", table],
    ["other keys", 'model = "x"\n', `model = "x"\n\n${table}`],
    ["other servers", '[mcp_servers.x]\ncommand = "y"', `[mcp_servers.x]\ncommand = "y"\n\n${table}`],
    [
      "an outer table",
      '[mcp_servers]\nx.command = "y"\n[other]\ncodegrove = 1\n',
      `[mcp_servers]\nx.command = "y"\n[other]\ncodegrove = 1\n\n${table}`,
    ],
    ["lines that end with CRLF", "a = 1\r\n", `a = 1\r\n\r\n${table.replaceAll("\n", "\r\n")}`],
  ])("is added to %s, once", (_what, text, expected) => {
    expect(withTable(text, codex, entry)).toBe(expected);
    expect(withTable(expected, codex, entry)).toBe(expected);
  });

  test.each([
    ['[mcp_servers.codegrove]\ncommand = "npx"\n'],
    ['[ mcp_servers . "codegrove" ]\nurl = "http://x"\n'],
    ["[mcp_servers.codegrove.env]\nA = 1\n"],
    ['[mcp_servers]\ncodegrove = { command = "npx" }\n'],
    ['[mcp_servers]\nx.command = "y"\ncodegrove.command = "npx"\n'],
    ['mcp_servers.codegrove.command = "npx"\n'],
  ])("that is the user's own stays: %j", (text) => {
    expect(withTable(text, codex, entry)).toBe(text);
  });

  test("is not added to an inline table", () => {
    expect(() => withTable("mcp_servers = {}\n", codex, entry)).toThrow(/its mcp_servers is an inline table/);
  });
});

describe("lines between markers", () => {
  const section = "<!-- codegrove: begin -->\none\ntwo\n<!-- codegrove: end -->";

  test.each([
    ["no file", "", `${section}\n`],
    ["a text", "# Rules\n", `# Rules\n\n${section}\n`],
    ["a text that ends with an empty line", "# Rules\n\n", `# Rules\n\n${section}\n`],
    ["a text without a line break at its end", "# Rules", `# Rules\n\n${section}\n`],
    ["lines that end with CRLF", "a\r\nb", `a\r\nb\r\n\r\n${section.replaceAll("\n", "\r\n")}\r\n`],
    ["older lines", `a\n${section.replace("two", "2\n3")}\nb`, `a\n${section}\nb`],
    ["markers without lines", "<!-- codegrove: begin -->\n<!-- codegrove: end -->", section],
    ["a marker within a line", "`<!-- codegrove: begin -->`\n", `\`<!-- codegrove: begin -->\`\n\n${section}\n`],
  ])("are put into %s, once", (_what, text, expected) => {
    const made = withMarkedLines(text, ["one", "two"]);
    expect(made).toBe(expected);
    expect(withMarkedLines(made, ["one", "two"])).toBe(made);
  });

  test.each([
    ["one alone", "<!-- codegrove: begin -->\n"],
    ["the end first", "<!-- codegrove: end -->\n<!-- codegrove: begin -->\n"],
    ["two pairs", `${section}\n${section}\n`],
  ])("are refused where markers are no pair: %s", (_what, text) => {
    expect(() => withMarkedLines(text, ["one"])).toThrow(/markers do not make a pair/);
  });

  test("are four, and name tools that there are", async () => {
    expect(guideLines).toHaveLength(4);
    const text = guideLines.join("\n");
    const named = text.match(/\b(?:find|list|check|get)_[a-z_]+/g) ?? [];
    expect(named).toEqual(expect.arrayContaining(["list_symbols", "find_definition", "find_references", "check_file"]));
    const commands = [...text.matchAll(/`([a-z_]+ (?:PATH|X))`/g)];
    expect(commands.length).toBeGreaterThan(named.length / 2);
    for (const [, command = ""] of commands) {
      expect((await readCommandLine(command.split(" "))).command.kind).toBe("tool");
    }
  });
});

describe("the edits of a project", () => {
  const [client] = [...clients.values()].filter(isProjectClient);
  const chosen: readonly ProjectClient[] = client === undefined ? [] : [client];
  const pathsOf = (files: Readonly<Record<string, string>>) =>
    editsOf(new Map(Object.entries(files)), chosen).map(({ path }) => path);

  test("are of the files of instructions that are there, or of AGENTS.md", () => {
    expect(pathsOf({ "CLAUDE.md": "" })).toEqual([".mcp.json", "CLAUDE.md"]);
    expect(pathsOf({ ".claude/CLAUDE.md": "" })).toEqual([".mcp.json", ".claude/CLAUDE.md"]);
    expect(pathsOf({ "AGENTS.md": "", "CLAUDE.md": "" })).toEqual([".mcp.json", "CLAUDE.md", "AGENTS.md"]);
  });

  test("have Claude Code, which does not read AGENTS.md, import it, and other clients not", () => {
    expect(pathsOf({})).toEqual([".mcp.json", "AGENTS.md", "CLAUDE.md"]);
    const edits = editsOf(new Map([["AGENTS.md", "# Rules\n"]]), chosen);
    expect(edits.at(-1)).toMatchObject({ path: "CLAUDE.md", before: undefined, after: "@AGENTS.md\n" });
    const written = new Map(edits.map(({ path, after }) => [path, after]));
    const again = editsOf(written, chosen);
    expect(again.map(({ path, before, after }) => [path, before === after])).toEqual([
      [".mcp.json", true],
      ["AGENTS.md", true],
    ]);
    const codex = [...clients.values()].filter(isProjectClient).filter(({ title }) => title === "Codex");
    expect(editsOf(new Map(), codex).map(({ path }) => path)).toEqual([".codex/config.toml", "AGENTS.md"]);
    expect(pathsOf({ "CLAUDE.md": "See @AGENTS.md.\n" })).toEqual([".mcp.json", "CLAUDE.md"]);
  });

  test("keep a byte order mark, and come to an end", () => {
    const files = new Map([
      [".mcp.json", "\uFEFF{}"],
      ["AGENTS.md", "\uFEFF# Rules\n"],
    ]);
    const edits = editsOf(files, chosen);
    for (const { path, after } of edits) expect(after.lastIndexOf("\uFEFF")).toBe(files.has(path) ? 0 : -1);
    const again = editsOf(new Map(edits.map(({ path, after }) => [path, after])), chosen);
    expect(again.filter(({ before, after }) => before !== after)).toEqual([]);
  });

  test("name the file that cannot be changed", () => {
    expect(() => pathsOf({ ".mcp.json": "{" })).toThrow(
      /^Cannot add the entry codegrove in mcpServers to \.mcp\.json: /,
    );
  });

  test("have the entries of docs/users/clients.md", () => {
    const blocks = codeBlocks(readDocument("docs/users/clients.md"));
    const entries = blocks.filter(({ language }) => language === "json").map(({ text }) => JSON.parse(text));
    const others = blocks.filter(({ language }) => language !== "json").map(({ text }) => text.trim());
    for (const [name, client] of clients) {
      if (!isProjectClient(client)) {
        const text = client.textFor("/path/to/project");
        if (name === "goose") expect(others).toContain(text.trim());
        else expect(entries).toContainEqual(JSON.parse(text));
      } else if (client.file.endsWith(".toml")) expect(others).toContain(client.change("", client).trim());
      else expect(entries).toContainEqual({ [client.key]: { codegrove: client.entry } });
    }
  });
});

describe("a unified diff", () => {
  test.each([
    ["a new file", undefined, "a\nb\n", "--- /dev/null\n+++ b/f\n@@ -0,0 +1,2 @@\n+a\n+b\n"],
    [
      "a change with lines around it",
      "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
      "1\n2\n3\n4\nx\n6\n7\n8\n9\n",
      "--- a/f\n+++ b/f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n",
    ],
    [
      "an end without a line break",
      "a",
      "a\nb\n",
      "--- a/f\n+++ b/f\n@@ -1,1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n",
    ],
    ["an empty file", "", "a\n", "--- a/f\n+++ b/f\n@@ -0,0 +1,1 @@\n+a\n"],
    ["lines for a terminal", "\x1b[2J\r\n", "\x1b[2J\r\nb\n", "--- a/f\n+++ b/f\n@@ -1,1 +1,2 @@\n ?[2J\r\n+b\n"],
  ])("shows %s", (_what, before, after, expected) => {
    expect(unifiedDiff("f", before, after)).toBe(expected);
  });
});
