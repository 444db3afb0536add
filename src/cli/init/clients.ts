/** How a client starts a server: the value of its entry. */
type Entry = Readonly<Record<string, string | readonly string[]>>;

/** A client of MCP, and where a project says which servers it starts. */
export type Client = {
  /** The file, relative to the folder of the project. */
  readonly file: string;
  /** The key of the object of servers. */
  readonly key: string;
  readonly entry: Entry;
};

/** The folder of the project in the files of editors, which start servers in folders of their own. */
const workspaceFolder = "$" + "{workspaceFolder}";

/** Agents pay for each character of an answer. */
function serveArgs(root: string): readonly string[] {
  return ["serve", "--root", root, "--format", "brief"];
}

function stdioEntry(root: string): Entry {
  return { type: "stdio", command: "codegrove", args: serveArgs(root) };
}

/** The client of `codegrove init` without a flag: its file is the one that most clients read. */
export const defaultClient = "claude-code";

/** The clients of `codegrove init --client`. docs/clients.md has their entries. */
export const clients: ReadonlyMap<string, Client> = new Map([
  [defaultClient, { file: ".mcp.json", key: "mcpServers", entry: stdioEntry(".") }],
  ["cursor", { file: ".cursor/mcp.json", key: "mcpServers", entry: stdioEntry(workspaceFolder) }],
  ["vscode", { file: ".vscode/mcp.json", key: "servers", entry: stdioEntry(workspaceFolder) }],
  [
    "gemini",
    { file: ".gemini/settings.json", key: "mcpServers", entry: { command: "codegrove", args: serveArgs(".") } },
  ],
]);

/** The name of the server in the files of clients. */
export const serverName = "codegrove";

/** Files of instructions for agents, of which a project has none, one or both. */
export const guides = ["CLAUDE.md", "AGENTS.md"] as const;

/** The file of instructions for a project without one: the format that most agents share. */
export const defaultGuide = "AGENTS.md";

/**
 * What agents read about codegrove. Sub-agents see neither the instructions of a server nor, in some clients, its tools, so
 * the lines name the command line as well.
 */
export const guideLines: readonly string[] = [
  "- Structure of C++ and Python → codegrove: its MCP tools, or `codegrove TOOL … --format brief` in a shell. Raw strings, logs, configuration → grep.",
  "- Learn a file or a folder: `list_symbols PATH`. Where is X: `find_definition X`, with `--detail full` also its source.",
  "- Who uses X: `find_references X`, with `--group-by caller` its callers. Before changing X: `get_symbol_context X`. Subclasses: `get_class_hierarchy X`. Includes and imports: `get_dependency_graph PATH`.",
  "- After editing: `check_file PATH`. Where an answer says `truncated`, narrow it or go on with `--cursor`.",
];
