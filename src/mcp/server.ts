import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Implementation, ServerCapabilities } from "@modelcontextprotocol/sdk/types.js";
import type { Notify } from "./progress.ts";

/**
 * Wraps the SDK's Server around a client. It sends the notifications that belong to no request, and refuses
 * notifications of a capability that the server has not declared. The requests of the client are served by the Peer:
 * the Server drops requests that its schemas refuse, and cannot cancel id 0.
 *
 * @param send the transport
 */
export async function connectServer(
  serverInfo: Implementation,
  capabilities: ServerCapabilities,
  send: Notify,
): Promise<Notify> {
  const server = new Server(serverInfo, { capabilities });
  await server.connect({
    start: async () => {},
    send: async (message) => {
      if ("method" in message) send(message.method, message.params ?? {});
    },
    close: async () => {},
  });
  return (method, params) => void server.notification({ method, params });
}
