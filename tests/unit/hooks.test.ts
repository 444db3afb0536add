import { describe, expect, test } from "vitest";
import { searchedName } from "../../src/cli/hooks/searched-name.ts";
import { clients, isProjectClient, type ProjectClient } from "../../src/cli/init/clients.ts";
import { editsOf } from "../../src/cli/init/edits.ts";
import { type Hook, withHooks } from "../../src/cli/init/hooks.ts";
import { jsonOf } from "../../src/cli/init/json-entry.ts";

describe("the name that a search looks for", () => {
  test.each([
    [{ pattern: "parseConfig" }, "parseConfig"],
    [{ pattern: "\\bparse_config\\b" }, "parse_config"],
    [{ pattern: "\\<area\\>" }, "area"],
    [{ pattern: "area\\(" }, "area"],
    [{ pattern: "area(" }, "area"],
    [{ command: "rg Shape" }, "Shape"],
    [{ command: "rg -n -t py 'Shape' src | head -5" }, "Shape"],
    [{ command: 'grep -rn "area(" --include "*.py" .' }, "area"],
    [{ command: "grep -rne area ." }, "area"],
    [{ command: "git grep -n area" }, "area"],
  ])("%j: %s", (input, name) => {
    expect(searchedName(input)).toBe(name);
  });

  test.each([
    {},
    { pattern: 1 },
    { pattern: "" },
    { pattern: "of" },
    { pattern: "foo|bar" },
    { pattern: "foo.*" },
    { pattern: "two words" },
    { command: "ls area" },
    { command: "rg" },
    { command: "cd src && rg area" },
    { command: `rg ${"'\"".repeat(50_000)}` },
    { pattern: "a".repeat(1_000_000).concat("!") },
  ])("is not said of another search: %#", (input) => {
    expect(searchedName(input)).toBeUndefined();
  });
});

describe("hooks in the settings of a client", () => {
  const hooks: readonly Hook[] = [
    { event: "SessionStart", name: "session" },
    { event: "PostToolUse", matcher: "Edit", name: "edit" },
  ];
  const write = (text: string) => withHooks(text, hooks, jsonOf);
  const ours = {
    SessionStart: [{ hooks: [{ type: "command", command: "codegrove hook session" }] }],
    PostToolUse: [{ matcher: "Edit", hooks: [{ type: "command", command: "codegrove hook edit" }] }],
  };
  const other = { matcher: "Write", hooks: [{ type: "command", command: "prettier" }] };

  test.each([
    ["no file", "", { hooks: ours }],
    ["an empty object", "{}", { hooks: ours }],
    ["other settings", '{\n\t"model": "x"\n}\n', { model: "x", hooks: ours }],
    [
      "an empty list",
      '{"hooks": {"PostToolUse": []}}',
      { hooks: { PostToolUse: ours.PostToolUse, SessionStart: ours.SessionStart } },
    ],
    [
      "other hooks",
      JSON.stringify({ hooks: { PostToolUse: [other] } }, null, 4),
      { hooks: { PostToolUse: [other, ...ours.PostToolUse], SessionStart: ours.SessionStart } },
    ],
    [
      "comments and trailing commas",
      '{\n  // mine\n  "hooks": {\n    "PostToolUse": [\n      {"hooks": []}, // last\n    ],\n  },\n}\n',
      { hooks: { PostToolUse: [{ hooks: [] }, ...ours.PostToolUse], SessionStart: ours.SessionStart } },
    ],
    [
      "a comment in an empty list",
      '{\n  "hooks": {\n    "PostToolUse": [ /* none */ ]\n  }\n}\n',
      { hooks: { PostToolUse: ours.PostToolUse, SessionStart: ours.SessionStart } },
    ],
  ])("are added to %s, once", (_what, text, expected) => {
    const made = write(text);
    expect(jsonOf(made)).toEqual(expected);
    expect(write(made)).toBe(made);
    for (const comment of text.match(/\/\/.*|\/\*.*?\*\//g) ?? []) expect(made).toContain(comment);
  });

  test("that are there under another matcher stay", () => {
    const text = JSON.stringify({ hooks: { ...ours, PostToolUse: [{ ...ours.PostToolUse[0], matcher: "*" }] } });
    expect(write(text)).toBe(text);
  });

  test.each([
    ["a list of events", '{"hooks": []}', /its hooks is not an object/],
    ["an event that is not a list", '{"hooks": {"SessionStart": {}}}', /its hooks\.SessionStart is not a list/],
    ["a list", "[]", /it holds no object/],
    ["a part", '{"hooks": {', /not valid JSON/],
  ])("are not added to %s", (_what, text, message) => {
    expect(() => write(text)).toThrow(message);
  });

  test("are one edit with the entry, for a client with both in one file", () => {
    const gemini = [clients.get("gemini")].filter(
      (client): client is ProjectClient => client !== undefined && isProjectClient(client),
    );
    const edits = editsOf(new Map(), gemini, { hasHooks: true }).filter(({ path }) => path === ".gemini/settings.json");
    expect(edits).toHaveLength(1);
    expect(edits[0]?.part).toBe("the entry codegrove in mcpServers and the hooks of codegrove in hooks");
    expect(jsonOf(edits[0]?.after ?? "")).toMatchObject({
      mcpServers: { codegrove: { command: "codegrove" } },
      hooks: { SessionStart: ours.SessionStart },
    });
  });
});
