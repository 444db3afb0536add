/**
 * The connection of one entry of a client. Input: an entry, or a command or an address that the user names; output: what a person needs
 * to mend it: the place of the entry, what it starts, and how the test went. No secret is in it.
 */
import { platform } from "node:os";
import { UserError } from "../base/errors.ts";
import type { Host } from "../base/host.ts";
import { leastNode, packageVersion } from "../base/package.ts";
import { shellLine } from "../base/shell-line.ts";
import { statsAt } from "../base/stats.ts";
import { variables } from "../cli/variables.ts";
import type { Groups } from "../project-commands/run-process.ts";
import { ownSearchPath } from "../revisions/search-path.ts";
import type { Entry, Server } from "./entries.ts";
import { foundProgram, pathKey } from "./found-program.ts";
import { openHttp } from "./http-link.ts";
import type { Link } from "./link.ts";
import { openProcess } from "./process-link.ts";
import { isPlainAddress, maskedUrl, maskedWords, secretsIn, secretsInAddress, withoutSecrets } from "./secrets.ts";
import { type TestedConnection, testConnection } from "./test-connection.ts";
import { decisionOn } from "./trust.ts";

/** A connection as the report has it. */
export type Connection = Partial<Place> & (TestedConnection | Untested) & Partial<Started>;

type Place = {
  readonly clients: readonly string[];
  /** The file with the entry, absolute. */
  readonly file: string;
  readonly entry: string;
};

/** The process or the address. */
type Started = {
  /** The command line or the address. */
  readonly starts: string;
  /** The file that the command is; undefined for an address. */
  readonly program: string | undefined;
  /** The folder that it is started in; undefined for an address. */
  readonly folder: string | undefined;
};

type Untested = {
  /** The reason why it was not started. */
  readonly not_tested: string;
  /** The command that tests it; undefined if it cannot be written without secrets. */
  readonly to_test: string | undefined;
};

export type TestSurroundings = {
  /** The folder of the project, absolute. */
  readonly folder: string;
  readonly env: Host["env"];
  readonly timeoutMs: number;
  /** Folders that strangers write: programs in them are not started by their names. */
  readonly strangers: readonly string[];
  readonly groups: Groups;
};

/** Tests an entry of a client, if it may be started. */
export async function testEntry(entry: Entry, surroundings: TestSurroundings): Promise<Connection> {
  const { file, name, server } = entry;
  const place: Place = { clients: file.clients, file: file.path, entry: name };
  if ("placeholder" in server) {
    return { ...place, not_tested: `only the client can fill in ${server.placeholder}`, to_test: undefined };
  }
  if ("problem" in server) {
    return { ...place, success: false, error: server.problem, fix: server.fix, seconds: 0, warnings: [], stderr: "" };
  }
  const decision = decisionOn({ ...entry, server }, surroundings.folder, surroundings.env);
  if (decision.kind === "not tested") {
    return { ...place, starts: startsOf(server), not_tested: decision.reason, to_test: commandToTest(server) };
  }
  return { ...place, ...(await testServer(decision.server, decision.cwd, surroundings)) };
}

/** Tests a command or an address that the user has named. */
export function testNamed(words: readonly string[], surroundings: TestSurroundings): Promise<Connection> {
  const [command = "", ...args] = words;
  const { env, folder } = surroundings;
  if (!/^https?:\/\//i.test(command)) {
    return testServer({ command, args, env: {}, cwd: undefined }, folder, { ...surroundings, strangers: [] });
  }
  if (args.length > 0) throw new UserError(`an address has no arguments: ${args.join(" ")}`);
  // The token of a server on this machine goes to no other one.
  const isLocal = ["127.0.0.1", "[::1]", "localhost"].includes(addressOf(command).hostname);
  const token = isLocal ? env.CODEGROVE_TOKEN : undefined;
  return testServer(
    { url: command, headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } },
    folder,
    surroundings,
  );
}

type Reachable = Extract<Server, { readonly command: string } | { readonly url: string }>;

async function testServer(
  server: Reachable,
  cwd: string,
  surroundings: TestSurroundings,
): Promise<Started & TestedConnection> {
  const { env, timeoutMs } = surroundings;
  const isProcess = "command" in server;
  const childEnv = isProcess ? environmentOf(server.env, surroundings) : {};
  const program = isProcess ? foundProgram(server.command, childEnv, cwd) : undefined;
  const secrets = [
    ...secretsIn(env),
    ...Object.values(isProcess ? server.env : server.headers),
    ...bearerTokens(server),
    ...(isProcess ? [] : secretsInAddress(server.url)),
  ];
  const starts = withoutSecrets(startsOf(server), secrets);
  const started: Started = { starts, program, folder: isProcess ? cwd : undefined };
  const open = (): Link => {
    if (!isProcess) return openHttp({ url: addressOf(server.url), headers: server.headers });
    if (statsAt(cwd)?.isDirectory() !== true) {
      throw new UserError(`its folder ${cwd} is not there`, {
        fix: "set cwd to a folder that is there, or leave it out",
      });
    }
    if (program === undefined) throw notFound(server.command);
    return openProcess({ command: program, args: server.args, cwd, env: childEnv, groups: surroundings.groups });
  };
  const tested = await testConnection(open, { timeoutMs, secrets });
  return { ...started, ...tested, ...advice(tested, server) };
}

function bearerTokens(server: Reachable): readonly string[] {
  if ("command" in server) return [];
  return Object.values(server.headers).flatMap((value) => /^\w+ (.+)$/.exec(value)?.[1] ?? []);
}

/**
 * Returns the environment of a server: the user's, where strangers have no programs, with what its entry sets. A shared server that the
 * test starts ends with it, and is not the one that the user's sessions have.
 */
function environmentOf(own: Readonly<Record<string, string>>, { env, strangers }: TestSurroundings): Host["env"] {
  const key = pathKey(env);
  const searched = strangers.length > 0 && { [key]: ownSearchPath(env[key], strangers) };
  return { ...env, ...searched, ...own, [variables.sharedIdle.name]: "1" };
}

function notFound(command: string): UserError {
  const isPath = /[\\/]/.test(command);
  return new UserError(isPath ? `${command} is not a program` : `command not found: ${command} is not in the PATH`, {
    fix: isPath
      ? "set command to the path of a program"
      : command === "codegrove"
        ? "install it as its README.md says, or set command to its whole path"
        : "install it, or set command to its whole path",
  });
}

/** @throws UserError for a text that is not an address */
function addressOf(text: string): URL {
  if (!URL.canParse(text))
    throw new UserError("its url is not an address", { fix: "write it as http://127.0.0.1:8765/mcp" });
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw new UserError("its url has a user or a password", { fix: "send them in a header: Authorization" });
  }
  return url;
}

/** Returns what the answer of codegrove says of its version, and its end of the version of Node. */
function advice(
  tested: TestedConnection,
  server: Reachable,
): Pick<TestedConnection, "warnings"> & { readonly fix?: string } {
  const { warnings } = tested;
  if (tested.success) {
    const { name, version } = tested.server_info;
    const isOther = name === "codegrove" && version !== packageVersion();
    const other = `it is version ${version}, and this program is version ${packageVersion()}; install the newer one again as its README.md says`;
    return { warnings: isOther ? [...warnings, other] : warnings };
  }
  const node = /^Node\.js v(\d+)\.(\d+)\./m.exec(tested.stderr);
  if (node === null || !isAboutUs(server) || !isOlder(node.slice(1).map(Number))) return { warnings };
  const needed = leastNode();
  return {
    warnings,
    fix: `it ran with Node ${node[1]}.${node[2]}, which is too old: codegrove needs Node ${needed}; set command to the path of a newer Node, and put the path of codegrove first in args`,
  };
}

function isAboutUs(server: Reachable): boolean {
  return (
    "command" in server && [server.command, ...server.args].some((word) => /codegrove|mcp_stdio_server/.test(word))
  );
}

function isOlder([major = 0, minor = 0]: readonly number[]): boolean {
  const [leastMajor = 0, leastMinor = 0] = leastNode().split(".").map(Number);
  return major < leastMajor || (major === leastMajor && minor < leastMinor);
}

function startsOf(server: Reachable): string {
  if ("url" in server)
    return URL.canParse(server.url) ? maskedUrl(new URL(server.url)) : "an address that cannot be read";
  return maskedWords([server.command, ...server.args]).join(" ");
}

/** Returns the command that tests a server. Words with secrets or with characters that are not seen are left to the user. */
function commandToTest(server: Reachable): string | undefined {
  if ("url" in server && !isPlainAddress(server.url)) return undefined;
  const words = "url" in server ? [server.url] : [server.command, ...server.args];
  const isPlain = words.every((word, at) => /^[\x20-\x7e]*$/.test(word) && maskedWords(words)[at] === word);
  if (!isPlain || platform() === "win32") return undefined;
  return shellLine(["codegrove", "doctor", "--", ...words]);
}
