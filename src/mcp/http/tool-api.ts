import { randomUUID } from "node:crypto";
import { isObject } from "../../base/is-object.ts";
import type { Params } from "../message.ts";
import type { Router } from "../router.ts";
import { RpcError, rpcCodes } from "../rpc-error.ts";
import { Session } from "../session.ts";
import { bodyOf, type Exchange, HttpError, sendJson } from "./exchange.ts";

/** The tools as plain HTTP, for scripts: one path lists them, another calls one. */
export class ToolApi {
  readonly #route: Router;
  readonly #connection: string;

  /** @param connection the server's name, which is the part before the dot in full names of tools */
  constructor(route: Router, connection: string) {
    this.#route = route;
    this.#connection = connection;
  }

  /** Answers `GET /api/mcp/tools`. */
  async list(exchange: Exchange): Promise<void> {
    const { tools } = await this.#request("tools/list", {}, new AbortController().signal);
    const listed = (Array.isArray(tools) ? tools : []).map(({ name, description, inputSchema }) => ({
      fullName: `${this.#connection}.${name}`,
      name,
      description,
      connection: this.#connection,
      inputSchema,
    }));
    sendJson(exchange, 200, { tools: listed });
  }

  /** Answers `POST /api/mcp/tools/call` with the body `{"tool":…,"arguments":{…}}`. */
  async call(exchange: Exchange): Promise<void> {
    const { tool, arguments: input } = parsed(await bodyOf(exchange));
    if (typeof tool !== "string") throw new HttpError(400, "tool must be a string");
    const prefix = `${this.#connection}.`;
    const name = tool.startsWith(prefix) ? tool.slice(prefix.length) : tool;
    const gone = new AbortController();
    const leave = () => gone.abort(new Error("the client went away"));
    exchange.response.on("close", leave);
    try {
      const { content, isError } = await this.#request("tools/call", { name, arguments: input }, gone.signal);
      const result = isError === true ? { content, isError } : { content };
      sendJson(exchange, 200, { success: isError !== true, result });
    } catch (error) {
      if (gone.signal.aborted) return;
      if (!(error instanceof RpcError)) throw error;
      const status = error.code === rpcCodes.methodNotFound ? 404 : 400;
      sendJson(exchange, status, { success: false, error: error.message });
    } finally {
      exchange.response.off("close", leave);
    }
  }

  #request(method: string, params: Params, signal: AbortSignal): Promise<Params> {
    const session = new Session(() => {});
    return this.#route(method, params, { id: randomUUID(), signal, notify: () => {}, session });
  }
}

function parsed(body: string): Params {
  try {
    const value: unknown = JSON.parse(body);
    if (isObject(value)) return value;
  } catch {
    // Refused below.
  }
  throw new HttpError(400, 'The body must be {"tool":NAME,"arguments":{…}}');
}
