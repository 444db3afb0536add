import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { clients } from "../../src/cli/init/clients.ts";
import { configurationFiles } from "../../src/doctor/configuration-files.ts";
import { type Entry, entriesIn } from "../../src/doctor/entries.ts";
import { maskedWords, secretsIn, secretsInAddress, withoutSecrets } from "../../src/doctor/secrets.ts";
import { decisionOn } from "../../src/doctor/trust.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const servers = ["mcpServers"];

const placeholder = ["$", "{input:token}"].join("");

/** What is read of a file of the project with this text. */
function readText(text: string, name = ".mcp.json") {
  const folder = temporaryFolder({ [name]: text });
  const file = {
    clients: ["Test"],
    path: join(folder, name),
    keys: servers,
    scope: "project",
    syntax: "json",
  } as const;
  return entriesIn(name.endsWith(".toml") ? { ...file, keys: ["mcp_servers"], syntax: "toml" } : file, folder);
}

const serversOf = (value: unknown, key = "mcpServers") => JSON.stringify({ [key]: value });

test("each client of init has a file that is read, except the one whose file is YAML", () => {
  const files = configurationFiles("/project", { HOME: "/home/ann" });
  const titles = new Set(files.flatMap((file) => file.clients));
  expect([...clients.values()].map(({ title }) => title).filter((title) => !titles.has(title))).toEqual(["Goose"]);
  expect(files.filter(({ scope }) => scope === "user").every(({ path }) => path.startsWith("/home/ann/"))).toBe(true);
});

describe("the entries of a file", () => {
  test.each([
    ["a name", { codegrove: { command: "x" } }, ["codegrove"]],
    ["a command", { a: { command: "/opt/codegrove" }, b: { command: "node" } }, ["a"]],
    ["an argument", { a: { command: "npx", args: ["-y", "codegrove"] } }, ["a"]],
    ["an address", { a: { url: "https://codegrove.example/mcp" } }, ["a"]],
    ["nothing", { a: { command: "node", args: [1, null] }, b: null, c: [] }, []],
  ])("are those that name codegrove, by %s", (_what, value, names) => {
    expect(readText(serversOf(value)).map((found) => "name" in found && found.name)).toEqual(names);
  });

  test.each([
    ["a text", "codegrove", /not an object/],
    ["a list", [], /not an object/],
    ["no command", {}, /neither command nor url/],
    ["a command that is a number", { command: 1 }, /its command is not a text/],
    ["arguments that are a text", { command: "codegrove", args: "serve" }, /its args is not a list of texts/],
    ["arguments that are numbers", { command: "codegrove", args: [1] }, /its args is not a list of texts/],
    ["variables that are numbers", { command: "codegrove", env: { A: 1 } }, /its env is not an object of texts/],
    ["a folder that is a list", { command: "codegrove", cwd: [] }, /its cwd is not a text/],
    ["an address that is an object", { url: {} }, /its url is not a text/],
    ["headers that are a list", { url: "http://x", headers: [] }, /its headers is not an object of texts/],
  ])("have a problem and what mends it: %s", (_what, entry, problem) => {
    expect(readText(serversOf({ codegrove: entry }))).toEqual([
      expect.objectContaining({ server: { problem: expect.stringMatching(problem), fix: expect.any(String) } }),
    ]);
  });

  test("say which placeholder only the client can fill in", () => {
    const [found] = readText(serversOf({ codegrove: { command: "codegrove", args: [placeholder] } }));
    expect(found).toMatchObject({ server: { placeholder } });
  });

  test.each([
    ["not JSON", "{", /not valid JSON/],
    ["a list of servers", '{"mcpServers": []}', /its mcpServers is not an object/],
    ["too large", `{"a": "${"x".repeat(1_100_000)}"}`, /the limit is 1048576/],
  ])("are not read from a file that is %s", (_what, text, problem) => {
    expect(readText(text)).toEqual([expect.objectContaining({ problem: expect.stringMatching(problem) })]);
  });

  test.each([
    ["empty", ""],
    ["another object", '{"__proto__": {"mcpServers": {"codegrove": {}}}, "servers": {}}'],
    ["of comments", "{ // nothing\n}"],
  ])("are none in a file that is %s", (_what, text) => {
    expect(readText(text)).toEqual([]);
  });

  test("are read from TOML, whose errors are one line", () => {
    expect(readText('[mcp_servers.codegrove]\ncommand = "codegrove"\n', "config.toml")).toMatchObject([
      { name: "codegrove", server: { command: "codegrove", args: [] } },
    ]);
    const [found] = readText("[mcp_servers\n", "config.toml");
    expect(found).toMatchObject({ problem: expect.stringMatching(/^Invalid TOML[^\n]*$/) });
  });

  test("are not read through a link out of the project, nor through a cycle of links", () => {
    const outside = temporaryFolder({ "secret.json": serversOf({ codegrove: { command: "x" } }) });
    const folder = temporaryFolder({});
    symlinkSync(join(outside, "secret.json"), join(folder, ".mcp.json"));
    symlinkSync("cycle", join(folder, "cycle"));
    const file = { clients: ["Test"], keys: servers, scope: "project", syntax: "json" } as const;
    const problems = [".mcp.json", "cycle"].map((name) => entriesIn({ ...file, path: join(folder, name) }, folder));
    expect(problems).toEqual([
      [expect.objectContaining({ problem: expect.stringMatching(/lies outside of/) })],
      [expect.objectContaining({ problem: expect.stringMatching(/ELOOP/) })],
    ]);
  });
});

describe("a file of the project", () => {
  const folder = temporaryFolder({ "src/a.py": "" });
  const env = { HOME: "/home/ann" };
  const decision = (server: object, scope: "project" | "user" = "project") => {
    const filled = { args: [], env: {}, cwd: undefined, command: "codegrove", ...server };
    const file = { clients: [], path: "", keys: servers, scope, syntax: "json" } as const;
    return decisionOn({ file, name: "codegrove", server: filled }, folder, env);
  };

  test.each([
    { args: [] },
    { args: ["serve", "--root", ".", "--format", "brief"] },
    { args: ["serve", `--root=${folder}/src`, "--tools", "list_symbols", "--no-cache"] },
    { command: "mcp_stdio_server" },
  ])("may start our own program in it: %j", (server) => {
    expect(decision(server)).toMatchObject({ kind: "tested", cwd: folder });
  });

  test.each([
    { command: "sh", args: ["-c", "id"] },
    { command: "./codegrove" },
    { command: "npx", args: ["codegrove"] },
    { env: { NODE_OPTIONS: "--require ./evil.js" } },
    { cwd: "/" },
    { args: ["serve", "--root", "/"] },
    { args: ["serve", "--root", ".."] },
    { args: ["serve", "--root", ".", "--root", "/etc"] },
    { args: ["serve", "--config", "evil.json", "--allow-commands"] },
    { args: ["serve", "--cache-dir", "."] },
    { args: ["serve", "--languages", "."] },
    { args: ["serve", "--allow-edits"] },
    { args: ["cache", "clear"] },
    { args: ["serve", "--", "x"] },
  ])("does not start %j", (server) => {
    expect(decision(server)).toMatchObject({ kind: "not tested", reason: expect.stringMatching(/is not started/) });
  });

  test("does not have an address asked", () => {
    const file = { clients: [], path: "", keys: servers, scope: "project", syntax: "json" } as const;
    const entry = { file, name: "codegrove", server: { url: "http://169.254.169.254/", headers: {} } } satisfies Entry;
    expect(decisionOn(entry, folder, env)).toMatchObject({
      kind: "not tested",
      reason: expect.stringMatching(/is not asked/),
    });
  });

  test("of the user may start any command, others than our own in the home folder", () => {
    expect(decision({ command: "npx" }, "user")).toMatchObject({ kind: "tested", cwd: "/home/ann" });
    expect(decision({ args: ["serve", "--root", "/"] }, "user")).toMatchObject({ kind: "tested", cwd: folder });
    expect(decision({ cwd: "relative" }, "user")).toMatchObject({ kind: "not tested" });
  });

  test("of the user may not start files of the project", () => {
    for (const server of [
      { command: `${folder}/evil.sh` },
      { command: "node", args: [`${folder}/main.cjs`] },
      { args: ["serve", "--config", `${folder}/evil.json`] },
      { command: "npx", cwd: folder },
    ]) {
      expect(decision(server, "user"), JSON.stringify(server)).toMatchObject({ kind: "not tested" });
    }
    expect(decision({ args: ["serve", "--root", folder] }, "user")).toMatchObject({ kind: "tested" });
  });
});

describe("secrets", () => {
  test("are the values of variables that are named so, except short ones", () => {
    const env = { GITHUB_TOKEN: "ghp_abcdef", MY_KEY: "k", PATH: "/usr/bin", SSH_AUTH_SOCK: "/run/sock" };
    expect(withoutSecrets("ghp_abcdef k /usr/bin /run/sock", secretsIn(env))).toBe("*** k /usr/bin /run/sock");
  });

  test("are the parts of an address, and not shown in words", () => {
    const address = "https://bob:hunter2@h.example/mcp?a=value1#part";
    expect(secretsInAddress(address)).toEqual(expect.arrayContaining([address, "bob", "hunter2", "value1", "#part"]));
    expect(secretsInAddress("https://h.example/mcp")).toEqual([]);
    expect(maskedWords(["mcp-remote", address, "https://h.example/mcp"])).toEqual([
      "mcp-remote",
      "https://h.example/mcp",
      "https://h.example/mcp",
    ]);
    expect(maskedWords(["sh", "-c", "export GH_TOKEN=abc; exec x a=b"])).toEqual([
      "sh",
      "-c",
      "export GH_TOKEN=***; exec x a=b",
    ]);
  });

  test("that begin alike are masked whole", () => {
    expect(withoutSecrets("secret-long secret", ["secret", "secret-long"])).toBe("*** ***");
  });

  test("are masked in the words of a command", () => {
    const words = [
      "x",
      "--api-key",
      "abc",
      "--token=def",
      "--header",
      "X: ghi",
      "-H",
      "X: ghi",
      "Authorization: Bearer j",
      "API_KEY=l",
      "--header=X: m",
    ];
    const harmless = ["http://127.0.0.1/mcp", "--root", "/home/tokens", "a=b"];
    expect(maskedWords([...words, ...harmless])).toEqual([
      ...[
        "x",
        "--api-key",
        "***",
        "--token=***",
        "--header",
        "***",
        "-H",
        "X: ***",
        "Authorization: ***",
        "API_KEY=***",
        "--header=***",
      ],
      ...harmless,
    ]);
  });
});
