/**
 * The entries that clients have for codegrove. Input: files of clients; output: for each entry how the server is reached, or what
 * is wrong with it. The files may be of any size, form and origin; nothing is started here.
 */
import { parse as parseToml } from "smol-toml";
import { codeOf, messageOf, UserError } from "../base/errors.ts";
import { isObject } from "../base/is-object.ts";
import { valueOfJson } from "../base/json-text.ts";
import { maxClientFileBytes, maxInitFileBytes } from "../base/limits.ts";
import { canonicalPath } from "../base/real-path.ts";
import { readSmallFile } from "../base/regular-file.ts";
import { workspaceFolder } from "../cli/init/clients.ts";
import { reachingKeys, withoutComments } from "../cli/init/json-entry.ts";
import type { ConfigurationFile } from "./configuration-files.ts";

/** An entry for a server in a file of a client. */
export type Entry = {
  readonly file: ConfigurationFile;
  readonly name: string;
  readonly server: Server;
};

/** A way to reach a server, or the reason why there is none. */
export type Server =
  | {
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      /** As written; undefined for the folder of the client. */
      readonly cwd: string | undefined;
    }
  | { readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly problem: string; readonly fix: string }
  /** An entry with a placeholder that only its client can fill in. */
  | { readonly placeholder: string };

/** A file that cannot be read, which its client cannot read either. */
export type UnreadFile = { readonly file: ConfigurationFile; readonly problem: string };

/**
 * Reads the entries of a file whose name, command, arguments or address name codegrove.
 *
 * @param folder the folder of the project, which `${workspaceFolder}` is replaced by
 */
export function entriesIn(file: ConfigurationFile, folder: string): readonly (Entry | UnreadFile)[] {
  // A link in the project may lead to any file of the user.
  const roots = file.scope === "project" ? [canonicalPath(folder)] : [];
  const maxBytes = file.scope === "project" ? maxInitFileBytes : maxClientFileBytes;
  let text: string;
  try {
    text = readSmallFile(file.path, maxBytes, roots)
      .toString("utf8")
      .replace(/^\uFEFF/, "");
  } catch (error) {
    return ["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "") ? [] : [{ file, problem: messageOf(error) }];
  }
  // An editor makes an empty file before its first setting.
  if (text.trim() === "") return [];
  try {
    let value: unknown = file.syntax === "toml" ? parseToml(text) : valueOfJson(withoutComments(text));
    for (const key of file.keys) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    if (value === undefined) return [];
    if (!isObject(value)) throw new UserError(`its ${file.keys.join(".")} is not an object`);
    return Object.entries(value).flatMap(([name, entry]) =>
      isAboutUs(name, entry) ? [{ file, name, server: serverOf(entry, folder) }] : [],
    );
  } catch (error) {
    const [line = ""] = messageOf(error).split("\n");
    return [{ file, problem: line }];
  }
}

/** A name of the program in a name, a command, an argument or an address. */
const ourName = /codegrove|mcp_stdio_server/i;

function isAboutUs(name: string, entry: unknown): boolean {
  if (ourName.test(name)) return true;
  if (!isObject(entry)) return false;
  const words = [
    entry.command,
    ...(Array.isArray(entry.args) ? entry.args : []),
    ...reachingKeys.map((key) => entry[key]),
  ];
  return words.some((word) => typeof word === "string" && ourName.test(word));
}

function serverOf(entry: unknown, folder: string): Server {
  if (!isObject(entry)) return { problem: "the entry is not an object", fix: "write the entry anew" };
  const { command, args = [], env = {}, cwd, headers = {} } = entry;
  const url = reachingKeys
    .filter((key) => key !== "command")
    .map((key) => entry[key])
    .find((value) => value !== undefined);
  const filled = (text: string) => text.replaceAll(workspaceFolder, folder);
  if (command !== undefined) {
    if (typeof command !== "string" || command === "") return wrong("command", "a text", '"codegrove"');
    if (!isTexts(args)) return wrong("args", "a list of texts", '["serve", "--root", "."]');
    if (!isRecordOfTexts(env)) return wrong("env", "an object of texts", '{ "LOG_LEVEL": "error" }');
    if (cwd !== undefined && typeof cwd !== "string") return wrong("cwd", "a text", '"/path/to/project"');
    return checked({
      command: filled(command),
      args: args.map(filled),
      env,
      cwd: cwd === undefined ? undefined : filled(cwd),
    });
  }
  if (url !== undefined) {
    if (typeof url !== "string") return wrong("url", "a text", '"http://127.0.0.1:8765/mcp"');
    if (!isRecordOfTexts(headers)) return wrong("headers", "an object of texts", '{ "Authorization": "Bearer TOKEN" }');
    return checked({ url, headers });
  }
  return { problem: "the entry has neither command nor url", fix: 'add "command": "codegrove" to the entry' };
}

function wrong(key: string, kind: string, example: string): Server {
  return { problem: `its ${key} is not ${kind}`, fix: `write it as "${key}": ${example}` };
}

/** Returns a server, unless it has a placeholder left, which only the client can fill in. */
function checked(server: Extract<Server, { readonly command: string } | { readonly url: string }>): Server {
  const texts =
    "url" in server
      ? [server.url, ...Object.values(server.headers)]
      : [server.command, ...server.args, ...Object.values(server.env), server.cwd ?? ""];
  const [placeholder] = texts.flatMap((text) => /\$\{[^}]*\}/.exec(text)?.[0] ?? []);
  return placeholder === undefined ? server : { placeholder };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isRecordOfTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((item) => typeof item === "string");
}
