/**
 * A server over streamable HTTP. Input: its address and headers; output: the link to it. Redirections are not followed, so that
 * no other server sees the headers.
 */
import { messageOf, UserError } from "../base/errors.ts";
import { jsonText } from "../base/escape/json.ts";
import { isObject } from "../base/is-object.ts";
import { doctorGraceMs, maxDoctorBytes } from "../base/limits.ts";
import { readMessage } from "../mcp/message.ts";
import type { Link, Message } from "./link.ts";
import { resultOf } from "./result-of.ts";

export type HttpStart = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
};

const sessionHeader = "mcp-session-id";

/** Opens a link to a server. Nothing is sent before the first request. */
export function openHttp({ url, headers }: HttpStart): Link {
  const closing = new AbortController();
  /** The headers of the session, once there is one. */
  let own: Readonly<Record<string, string>> = {};
  let lastId = 0;
  const send = async (method: "DELETE" | "POST", body: string | undefined, signal: AbortSignal): Promise<Response> => {
    try {
      return await fetch(url, {
        method,
        redirect: "manual",
        signal,
        headers: {
          ...headers,
          ...own,
          accept: "application/json, text/event-stream",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body }),
      });
    } catch (error) {
      throw new UserError(`it cannot be reached: ${reasonOf(error)}`, {
        fix: "start the server, or correct the address",
      });
    }
  };
  const post = async (message: Message) => {
    const response = await send("POST", jsonText(message), closing.signal);
    checkStatus(response);
    const session = response.headers.get(sessionHeader);
    if (session !== null) own = { ...own, [sessionHeader]: session };
    return response;
  };
  return {
    ask: async (method, params) => {
      const id = ++lastId;
      const response = await post({ jsonrpc: "2.0", id, method, params });
      const result = resultOf(method, await responseTo(id, response));
      if (typeof result.protocolVersion === "string") own = { ...own, "mcp-protocol-version": result.protocolVersion };
      return result;
    },
    tell: async (method) => {
      const response = await post({ jsonrpc: "2.0", method });
      await response.body?.cancel();
    },
    close: async () => {
      closing.abort();
      if (own[sessionHeader] === undefined) return;
      try {
        await (await send("DELETE", undefined, AbortSignal.timeout(doctorGraceMs))).body?.cancel();
      } catch {
        // A server may refuse it, and ends an idle session anyway.
      }
    },
    notes: () => ({ warnings: [], stderr: "" }),
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : messageOf(error);
}

/** @throws UserError for a status that is not one of success */
function checkStatus({ status, headers }: Response): void {
  if (status >= 200 && status < 300) return;
  if (status === 401 || status === 403) {
    throw new UserError(`it answers with the status ${status}: the token is missing or wrong`, {
      fix: "set the header Authorization to Bearer and the token of the server; for one on this machine, `codegrove doctor -- URL` takes it from CODEGROVE_TOKEN",
    });
  }
  if (status >= 300 && status < 400) {
    throw new UserError(`it leads to another address, with the status ${status}`, {
      fix: `set url to the address that answers${headers.has("location") ? ", which its header location has" : ""}`,
    });
  }
  throw new UserError(`it answers with the status ${status}`, {
    ...(status === 404 ? { fix: "correct the path of url; for codegrove it is /mcp" } : {}),
  });
}

/** Returns the response to a request, out of a body of JSON or of events. @throws UserError if there is none */
async function responseTo(id: number, response: Response): Promise<Message> {
  const isStream = response.headers.get("content-type")?.includes("text/event-stream") === true;
  let text = "";
  let bytes = 0;
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxDoctorBytes) throw new UserError(`it writes more than ${maxDoctorBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
    if (!isStream) continue;
    const events = text.split(/\r?\n\r?\n/);
    text = events.pop() ?? "";
    for (const event of events) {
      const message = isResponse(id, dataOf(event));
      if (message !== undefined) return message;
    }
  }
  const message = isResponse(id, isStream ? dataOf(text) : text);
  if (message !== undefined) return message;
  throw new UserError("its answer is not a message of MCP", {
    fix: "correct the path of url; for codegrove it is /mcp",
  });
}

/** Returns the data of an event of a stream. */
function dataOf(event: string): string {
  const lines = event.split(/\r?\n/).filter((line) => line.startsWith("data:"));
  return lines.map((line) => line.slice("data:".length).replace(/^ /, "")).join("\n");
}

function isResponse(id: number, text: string): Message | undefined {
  const message = readMessage(text);
  return message.kind === "response" && message.id === id && (isObject(message.result) || isObject(message.error))
    ? message
    : undefined;
}
