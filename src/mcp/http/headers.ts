import type { IncomingHttpHeaders } from "node:http";
import type { Message, Params, Request } from "../message.ts";
import { RpcError, rpcCodes } from "../rpc-error.ts";
import { checkModern, eraOf, isModernVersion, legacyVersions, versionOf } from "../versions.ts";
import { HttpError } from "./exchange.ts";

/** Method → the parameter that is repeated in a header. */
const nameParameters: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

/** True when a request names a modern version, in its body or only in its header. */
export function isModern(headers: IncomingHttpHeaders, params: Params): boolean {
  return eraOf(params) === "modern" || isModernVersion(headers["mcp-protocol-version"]);
}

/** Returns a modern request; as invalid when a header is missing or differs, or when the body names no version. */
export function withCheckedHeaders(headers: IncomingHttpHeaders, request: Request): Message {
  try {
    checkModernHeaders(headers, request);
    return request;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { kind: "invalid", id: request.id, error };
  }
}

function checkModernHeaders(headers: IncomingHttpHeaders, { method, params }: Request): void {
  if (eraOf(params) === "legacy") checkModern(params);
  same("MCP-Protocol-Version", headers["mcp-protocol-version"], versionOf(params));
  same("Mcp-Method", headers["mcp-method"], method);
  const key = nameParameters.get(method);
  if (key !== undefined) same("Mcp-Name", decoded(headers["mcp-name"]), params[key]);
}

/**
 * Checks the version in the header of a legacy request, if there is one.
 *
 * @throws HttpError when the version is not supported
 */
export function checkLegacyVersion(headers: IncomingHttpHeaders): void {
  const version = headers["mcp-protocol-version"];
  if (version === undefined || legacyVersions.some((known) => known === version)) return;
  throw new HttpError(400, `Unsupported MCP-Protocol-Version: ${version}; there are ${legacyVersions.join(", ")}`);
}

function same(name: string, header: unknown, value: unknown): void {
  if (header === value) return;
  const problem = header === undefined ? "is missing" : `value '${header}' does not match body value '${value}'`;
  throw new RpcError(rpcCodes.headerMismatch, `Header mismatch: ${name} header ${problem}`);
}

/** Decodes a header value that may be written in Base64. */
function decoded(value: string | string[] | undefined): unknown {
  const [, base64] = (typeof value === "string" && /^=\?base64\?(.*)\?=$/.exec(value)) || [];
  return base64 === undefined ? value : Buffer.from(base64, "base64").toString();
}
