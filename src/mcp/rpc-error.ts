/** Error codes of JSON-RPC 2.0 (section 5.1) and of MCP. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** A code of the revisions with a handshake; later ones use invalidParams. */
  resourceNotFound: -32002,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

/** An error that becomes a JSON-RPC error with the same message. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = "RpcError";
    this.code = code;
    this.data = data;
  }
}

export function invalidParams(reason: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, `Invalid params: ${reason}`);
}
