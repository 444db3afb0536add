/**
 * The entries that may be started. Input: an entry and the folder of the project; output: the process or the address to test, or the
 * reason why it is not tested. A file of the project may be a stranger's: only our own program is started for it, with flags that choose
 * neither files outside of the project, nor commands, nor caches.
 */
import { isAbsolute, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Host, homeFolder } from "../base/host.ts";
import { canonicalPath, isInside } from "../base/real-path.ts";
import type { Entry, Server } from "./entries.ts";

/** The decision about an entry. */
export type Decision =
  | { readonly kind: "tested"; readonly server: Reachable; readonly cwd: string }
  | { readonly kind: "not tested"; readonly reason: string };

type Reachable = Exclude<Server, { readonly problem: string } | { readonly placeholder: string }>;

/** The names of the program. */
const ourCommands: ReadonlySet<string> = new Set(["codegrove", "mcp_stdio_server"]);

/** Flags of serve that a stranger may choose. The value of `root` is looked at, too. */
const harmlessFlags = {
  root: { type: "string", multiple: true },
  format: { type: "string" },
  schemas: { type: "string" },
  tools: { type: "string" },
  "log-level": { type: "string", short: "l" },
  "max-result-chars": { type: "string" },
  "no-cache": { type: "boolean" },
} as const;

/** Returns whether an entry is tested, and in which folder. @param folder the folder of the project, absolute */
export function decisionOn(
  { file, server }: Entry & { readonly server: Reachable },
  folder: string,
  env: Host["env"],
): Decision {
  const isOfProject = file.scope === "project";
  if ("url" in server) {
    return isOfProject
      ? notTested("an address from a file of the project is not asked")
      : { kind: "tested", server, cwd: folder };
  }
  const isOurs = ourCommands.has(server.command);
  const mayBeStrangers = isOfProject || namesProject(server, folder);
  if (mayBeStrangers && !(isOurs && isHarmless(server, folder))) {
    return notTested(
      `a command ${isOfProject ? "from a file" : "with files"} of the project is not started, unless it is codegrove with flags that stay in the project`,
    );
  }
  // Other commands may run files of the folder that they are started in, as npx does.
  const cwd = isOurs ? folder : homeFolder(env);
  if (server.cwd === undefined) return { kind: "tested", server, cwd };
  if (isAbsolute(server.cwd)) return { kind: "tested", server, cwd: server.cwd };
  return notTested("its cwd is not an absolute path");
}

/** True for a command of the user that runs in the project or names something in it, as with `${workspaceFolder}`. */
function namesProject({ command, args, cwd }: Extract<Reachable, { readonly command: string }>, folder: string) {
  const runsThere = cwd !== undefined && isInside(canonicalPath(resolve(folder, cwd)), [canonicalPath(folder)]);
  return runsThere || [command, ...args].some((word) => word.includes(folder));
}

function notTested(reason: string): Decision {
  return { kind: "not tested", reason };
}

function isHarmless({ args, env, cwd }: Extract<Reachable, { readonly command: string }>, folder: string): boolean {
  if (Object.keys(env).length > 0 || cwd !== undefined) return false;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: harmlessFlags, allowPositionals: true });
    const words = positionals.join(" ");
    const isInProject = (root: string) => isInside(canonicalPath(resolve(folder, root)), [canonicalPath(folder)]);
    return (words === "" || words === "serve") && (values.root ?? []).every(isInProject);
  } catch {
    // It has another flag.
    return false;
  }
}
