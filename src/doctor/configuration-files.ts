/**
 * The files in which clients list their servers, as data. Input: the home folder, the folder of settings and the folder of the
 * project; output: for each client its files, and the key of the servers in them. Each client documents its places.
 */
import { platform } from "node:os";
import { isAbsolute, join } from "node:path";
import { type Host, homeFolder } from "../base/host.ts";
import { clients } from "../cli/init/clients.ts";

/** A file that may list servers. */
export type ConfigurationFile = {
  /** Titles of the clients that read it. */
  readonly clients: readonly string[];
  /** Absolute. */
  readonly path: string;
  /** The keys that lead to the object of servers. */
  readonly keys: readonly string[];
  readonly scope: Scope;
  readonly syntax: "json" | "toml";
};

/** A file of the project may be a stranger's; a file of the user is the user's own. */
type Scope = "project" | "user";

/** A file of a client that is not one of the project. */
type UserFile = Pick<ConfigurationFile, "keys"> & {
  readonly client: string;
  readonly base: "claude" | "codex" | "copilot" | "home" | "settings";
  readonly path: string;
};

const servers = ["mcpServers"];
const cline = "globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json";

/** The files of users, by clients of `codegrove init`. Goose has one in YAML, which is not read. */
const userFiles: readonly UserFile[] = [
  { client: "claude-code", base: "claude", path: ".claude.json", keys: servers },
  { client: "cursor", base: "home", path: ".cursor/mcp.json", keys: servers },
  { client: "vscode", base: "settings", path: "Code/User/mcp.json", keys: ["servers"] },
  { client: "gemini", base: "home", path: ".gemini/settings.json", keys: servers },
  { client: "codex", base: "codex", path: "config.toml", keys: ["mcp_servers"] },
  { client: "copilot", base: "copilot", path: "mcp-config.json", keys: servers },
  { client: "claude-desktop", base: "settings", path: "Claude/claude_desktop_config.json", keys: servers },
  { client: "windsurf", base: "home", path: ".codeium/windsurf/mcp_config.json", keys: servers },
  { client: "windsurf", base: "home", path: ".codeium/mcp_config.json", keys: servers },
  { client: "cline", base: "settings", path: `Code/User/${cline}`, keys: servers },
  { client: "zed", base: "settings", path: "Zed/settings.json", keys: ["context_servers"] },
  { client: "zed", base: "home", path: ".config/zed/settings.json", keys: ["context_servers"] },
  { client: "jetbrains", base: "home", path: ".junie/mcp/mcp.json", keys: servers },
];

/** The files of projects that `codegrove init` does not write. */
const furtherProjectFiles = [
  { client: "copilot", file: ".github/mcp.json", key: "mcpServers" },
  { client: "zed", file: ".zed/settings.json", key: "context_servers" },
  { client: "jetbrains", file: ".junie/mcp/mcp.json", key: "mcpServers" },
];

/** Returns the files of all clients that init knows, the files of the project first, each path once. */
export function configurationFiles(folder: string, env: Host["env"]): readonly ConfigurationFile[] {
  const home = homeFolder(env);
  const bases: Readonly<Record<UserFile["base"], string>> = {
    home,
    settings: settingsFolder(home, env),
    claude: folderIn(env.CLAUDE_CONFIG_DIR, home),
    codex: folderIn(env.CODEX_HOME, join(home, ".codex")),
    copilot: folderIn(env.COPILOT_HOME, join(home, ".copilot")),
  };
  const ofProject = [
    ...Array.from(clients, ([client, known]) =>
      "file" in known ? [{ client, file: known.file, key: known.key }] : [],
    ),
    furtherProjectFiles,
  ]
    .flat()
    .map(({ client, file, key }) => fileOf(client, join(folder, file), [key], "project"));
  const ofUser = userFiles.flatMap(({ client, base, path, keys }) => {
    const absolute = join(bases[base], path);
    const file = fileOf(client, absolute, keys, "user");
    // Claude Code has servers of one project in the file of the user, too.
    return client === "claude-code" ? [file, { ...file, keys: ["projects", folder, ...keys] }] : [file];
  });
  return merged([...ofProject, ...ofUser]);
}

function fileOf(client: string, path: string, keys: readonly string[], scope: Scope): ConfigurationFile {
  const title = clients.get(client)?.title ?? client;
  return { clients: [title], path, keys, scope, syntax: path.endsWith(".toml") ? "toml" : "json" };
}

/** Joins files that several clients read. In the home folder, a file may be the project's as well as the user's: it counts as the project's. */
function merged(files: readonly ConfigurationFile[]): readonly ConfigurationFile[] {
  const byPlace = new Map<string, ConfigurationFile>();
  for (const file of files) {
    const place = JSON.stringify([file.path, file.keys]);
    const known = byPlace.get(place);
    const titles = [...new Set([...(known?.clients ?? []), ...file.clients])];
    byPlace.set(place, { ...(known ?? file), clients: titles });
  }
  return [...byPlace.values()];
}

function folderIn(variable: string | undefined, usual: string): string {
  return variable !== undefined && isAbsolute(variable) ? variable : usual;
}

/** The folder in which programs with windows keep settings. */
function settingsFolder(home: string, { APPDATA, XDG_CONFIG_HOME }: Host["env"]): string {
  const system = platform();
  if (system === "win32") return folderIn(APPDATA, join(home, "AppData", "Roaming"));
  if (system === "darwin") return join(home, "Library", "Application Support");
  return folderIn(XDG_CONFIG_HOME, join(home, ".config"));
}
