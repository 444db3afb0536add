/** The `_meta` of a request of the revision without a handshake. */
export const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "tests", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A request of that revision, as a line. */
export function modernRequest(id: number | string, method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...params, _meta: modernMeta } });
}
