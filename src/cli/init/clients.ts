/**
 * The clients of MCP that `codegrove init` knows, as data. Input: none; output: for each client its file and the entry
 * that starts the server, or the text that its user adds by hand; and the lines for AGENTS.md.
 */
import type { Hook } from "./hooks.ts";
import { ownEntry, withEntry } from "./json-entry.ts";
import { ownTable, withTable } from "./toml-table.ts";

/** The value of the entry by which a client starts a server. */
type Entry = Readonly<Record<string, boolean | string | readonly string[]>>;

/** A client whose servers a file of the project lists, so that `codegrove init` can write the entry. */
export type ProjectClient = {
  readonly title: string;
  /** The file, relative to the folder of the project. */
  readonly file: string;
  /** The key of the object of servers. */
  readonly key: string;
  readonly entry: Entry;
  /** Returns the text of the file with the entry. @throws UserError if the entry has no place in it */
  readonly change: (text: string, client: Pick<ProjectClient, "entry" | "key">) => string;
  /** Returns the entry of a file as it is written, where it is another one than `entry`; undefined if it is not. */
  readonly own: (text: string, client: Pick<ProjectClient, "entry" | "key">) => string | undefined;
  /** The place of skills, relative to the folder of the project. */
  readonly skills: SkillPlace;
  /** The file of settings with hooks, relative to the folder of the project; undefined for a client without hooks that are known. */
  readonly hooks?: { readonly file: string; readonly hooks: readonly Hook[] };
  /** The files of instructions that the client reads, the usual one first; undefined for a client that reads AGENTS.md. */
  readonly guides?: readonly string[];
  /** The next step of the user, as an imperative. */
  readonly next: string;
};

/** A folder of skills, each in a folder of its own, or a folder of rules in Cursor's form. */
type SkillPlace = { readonly folder: string; readonly form: "rules" | "skills" };

/** A client whose servers only a file of the user or a dialog lists: `codegrove init` prints the text for it. */
type UserClient = {
  readonly title: string;
  /** The place of the text. */
  readonly place: string;
  /** Returns the text. @param folder the folder of the project, absolute */
  readonly textFor: (folder: string) => string;
};

export type Client = ProjectClient | UserClient;

export function isProjectClient(client: Client): client is ProjectClient {
  return "file" in client;
}

/** The folder of the project in the files of editors, which start servers in folders of their own. */
export const workspaceFolder = "$" + "{workspaceFolder}";

/** Agents pay for each character of an answer. */
function serveArgs(root: string): readonly string[] {
  return ["serve", "--root", root, "--format", "brief"];
}

/** The name of the server in the files of clients. */
export const serverName = "codegrove";

function stdioEntry(root: string): Entry {
  return { type: "stdio", command: "codegrove", args: serveArgs(root) };
}

/** Returns the text of a file of JSON that lists one server. */
function jsonText(key: string, folder: string, further: Entry = {}): string {
  const entry = { command: "codegrove", args: serveArgs(folder), ...further };
  return `${JSON.stringify({ [key]: { [serverName]: entry } }, null, 2)}\n`;
}

/** Returns the text of the extension of Goose: JSON strings and lists are YAML, too. */
function gooseText(folder: string): string {
  const keys = [
    `name: ${serverName}`,
    "type: stdio",
    "enabled: true",
    "cmd: codegrove",
    `args: [${serveArgs(folder)
      .map((arg) => JSON.stringify(arg))
      .join(", ")}]`,
    "timeout: 300",
  ];
  return ["extensions:", `  ${serverName}:`, ...keys.map((key) => `    ${key}`), ""].join("\n");
}

const inJson: Pick<ProjectClient, "change" | "own"> = {
  change: (text, { key, entry }) => withEntry(text, { key, name: serverName }, entry),
  own: (text, { key, entry }) => ownEntry(text, { key, name: serverName }, entry),
};

const inToml: Pick<ProjectClient, "change" | "own"> = {
  change: (text, { key, entry }) => withTable(text, { key, name: serverName }, entry),
  own: (text, { key, entry }) => ownTable(text, { key, name: serverName }, entry),
};

/**
 * The files of instructions that Claude Code reads, the usual one first. It does not read AGENTS.md, unless one of these has the line that
 * imports it (Claude Code's page on memory).
 */
const guidesOfClaude = ["CLAUDE.md", ".claude/CLAUDE.md"] as const;

/** The client of `codegrove init` without a flag: its file is the one that most clients read. */
export const defaultClient = "claude-code";

/** The clients of `codegrove init --client`. docs/users/clients.md has their entries. */
export const clients: ReadonlyMap<string, Client> = new Map(
  Object.entries<Client>({
    [defaultClient]: {
      title: "Claude Code",
      file: ".mcp.json",
      key: "mcpServers",
      entry: stdioEntry("."),
      ...inJson,
      skills: { folder: ".claude/skills", form: "skills" },
      hooks: {
        file: ".claude/settings.json",
        hooks: [
          { event: "SessionStart", name: "session" },
          { event: "PreToolUse", matcher: "Grep|Bash", name: "search" },
          { event: "PostToolUse", matcher: "Edit|MultiEdit|Write", name: "edit" },
        ],
      },
      guides: guidesOfClaude,
      next: "start claude in this folder and approve the server; /mcp shows it",
    },
    cursor: {
      title: "Cursor",
      file: ".cursor/mcp.json",
      key: "mcpServers",
      entry: stdioEntry(workspaceFolder),
      ...inJson,
      skills: { folder: ".cursor/rules", form: "rules" },
      next: "open the folder in Cursor and turn the server on in its settings of MCP",
    },
    vscode: {
      title: "VS Code",
      file: ".vscode/mcp.json",
      key: "servers",
      entry: stdioEntry(workspaceFolder),
      ...inJson,
      skills: { folder: ".github/skills", form: "skills" },
      next: "open the folder in VS Code and start the server with the command MCP: List Servers",
    },
    gemini: {
      title: "Gemini CLI",
      file: ".gemini/settings.json",
      key: "mcpServers",
      ...inJson,
      entry: { command: "codegrove", args: serveArgs(".") },
      skills: { folder: ".gemini/skills", form: "skills" },
      hooks: {
        file: ".gemini/settings.json",
        hooks: [
          { event: "SessionStart", name: "session" },
          { event: "AfterTool", matcher: "grep_search|search_file_content|run_shell_command", name: "search" },
          { event: "AfterTool", matcher: "replace|write_file", name: "edit" },
        ],
      },
      next: "start gemini in this folder; /mcp lists the server",
    },
    codex: {
      title: "Codex",
      file: ".codex/config.toml",
      key: "mcp_servers",
      ...inToml,
      entry: { command: "codegrove", args: serveArgs(".") },
      skills: { folder: ".agents/skills", form: "skills" },
      next: "start codex in this folder and trust it; /mcp lists the server",
    },
    copilot: {
      title: "Copilot CLI",
      file: ".mcp.json",
      key: "mcpServers",
      // Its tool search would hide the tools from the agent until it looks for them.
      entry: { ...stdioEntry("."), deferTools: "never" },
      ...inJson,
      skills: { folder: ".github/skills", form: "skills" },
      next: "start copilot in this folder and trust it; /mcp shows the server",
    },
    "claude-desktop": {
      title: "Claude Desktop",
      place: "claude_desktop_config.json, which Settings | Developer | Edit Config opens",
      textFor: (folder) => jsonText("mcpServers", folder),
    },
    windsurf: {
      title: "Windsurf",
      place: "~/.codeium/windsurf/mcp_config.json",
      textFor: (folder) => jsonText("mcpServers", folder),
    },
    cline: {
      title: "Cline",
      place: "cline_mcp_settings.json, which the button Configure MCP Servers opens",
      textFor: (folder) => jsonText("mcpServers", folder, { disabled: false }),
    },
    zed: {
      title: "Zed",
      place: "settings.json of Zed, ~/.config/zed/settings.json on Linux and macOS",
      textFor: (folder) => jsonText("context_servers", folder),
    },
    jetbrains: {
      title: "JetBrains",
      place: "Settings | Tools | AI Assistant | Model Context Protocol (MCP) | Add, or for Junie ~/.junie/mcp/mcp.json",
      textFor: (folder) => jsonText("mcpServers", folder),
    },
    goose: {
      title: "Goose",
      place: "~/.config/goose/config.yaml, on Windows %APPDATA%\\Block\\goose\\config\\config.yaml",
      textFor: gooseText,
    },
  }),
);

/** Files of instructions for agents: a project may have any of them. */
export const guides = ["CLAUDE.md", ".claude/CLAUDE.md", "AGENTS.md"] as const;

/** The file of instructions for a project without one: the format that most agents share. */
export const defaultGuide = "AGENTS.md";

/**
 * The lines about codegrove for agents. Sub-agents see neither the instructions of a server nor, in some clients, its
 * tools, so the lines name the command line as well.
 */
export const guideLines: readonly string[] = [
  "- Structure of code → codegrove: its MCP tools, or `codegrove TOOL … --format brief` in a shell, where an argument such as group_by is the flag --group-by. Raw strings, logs, configuration → grep.",
  "- Learn a file or a folder: `list_symbols PATH`. Where is X: `find_definition X`, with `detail` full also its source. No name known: `search_code` with the question.",
  "- Who uses X: `find_references X`, with `group_by` caller its callers. Before changing X: `get_symbol_context X`. Subclasses: `get_class_hierarchy X`. Includes and imports: `get_dependency_graph PATH`.",
  "- After editing: `check_file PATH`, `get_changes` for callers and tests. If an answer says `truncated`, narrow it or go on with `cursor`.",
];
