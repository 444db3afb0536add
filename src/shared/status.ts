/**
 * The shared servers that run for a user (`serve --shared --status`). Input: the environment of the user; output: what each server says
 * of itself.
 */
import { connect } from "node:net";
import { join } from "node:path";
import * as z from "zod";
import { codeOf, messageOf, UserError } from "../base/errors.ts";
import type { Host } from "../base/host.ts";
import { sharedStatusMs } from "../base/limits.ts";
import { namesIfThere } from "../base/list-folder.ts";
import { Lines } from "../mcp/lines.ts";
import { nameOfSocket, socketAt, socketFolder } from "./address.ts";
import { letters, statusLine } from "./wire.ts";

const ServerStatus = z.object({
  pid: z.int(),
  /** The versions of the package and of Node. */
  version: z.string(),
  node: z.string(),
  /** The time of its start. */
  since: z.string(),
  sessions: z.int(),
  /** The working folders of its sessions. */
  folders: z.array(z.string()),
  /** Resident memory. */
  memory_bytes: z.int(),
  /** Milliseconds for which it stays without a session. */
  idle_ms: z.number(),
});

export type ServerStatus = Readonly<z.infer<typeof ServerStatus>>;

/** A server that does not say what it does. */
export type SilentServer = { readonly socket: string; readonly problem: string };

/**
 * Asks all shared servers of a user, which go on as before: asking is not a session.
 *
 * @throws UserError if the system has none, or the user has no home
 */
export async function runningServers({ env, uid }: Host): Promise<readonly (ServerStatus | SilentServer)[]> {
  if (uid === undefined) throw new UserError("this system has no shared servers");
  const names = namesIfThere(folderOf(env)).filter((name) => nameOfSocket.test(name));
  const asked = await Promise.all(names.map((name) => serverAt(join(folderOf(env), name), uid)));
  return asked.flatMap((server) => server ?? []);
}

/** @throws UserError if the user has no home */
function folderOf(env: Host["env"]): string {
  try {
    return socketFolder(env);
  } catch (error) {
    throw new UserError(messageOf(error));
  }
}

/** Asks the server at a socket; undefined if none listens there. */
function serverAt(socket: string, uid: number): Promise<ServerStatus | SilentServer | undefined> {
  return new Promise((done) => {
    const silent = (problem: string) => done({ socket, problem });
    try {
      if (socketAt(socket, uid) === undefined) return done(undefined);
    } catch (error) {
      return silent(messageOf(error));
    }
    const connection = connect(socket, () => connection.write(`${statusLine}\n`));
    const end = (act: () => void) => {
      clearTimeout(timer);
      act();
      connection.destroy();
    };
    const timer = setTimeout(() => end(() => silent("it does not answer")), sharedStatusMs);
    const take = (line: string) =>
      end(() => {
        const status = line.startsWith(letters.status) ? statusIn(line.slice(1)) : undefined;
        if (status === undefined) silent("it is of a version that does not say what it does");
        else done(status);
      });
    const lines = new Lines(maxStatusBytes, take, () => end(() => silent("it says too much")));
    connection.on("data", (chunk) => lines.push(chunk));
    connection.on("error", (error) => {
      const isAbsent = ["ECONNREFUSED", "ENOENT"].includes(codeOf(error) ?? "");
      end(() => (isAbsent ? done(undefined) : silent(messageOf(error))));
    });
    connection.on("close", () => end(() => silent("it has ended")));
  });
}

/** Bytes of an answer: the folders of all sessions. */
const maxStatusBytes = 4_194_304;

function statusIn(text: string): ServerStatus | undefined {
  try {
    return ServerStatus.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
