import { isObject, type Params } from "./message.ts";
import { invalidParams, RpcError, rpcCodes } from "./rpc-error.ts";

/** Revisions with the initialize handshake, oldest first. */
export const legacyVersions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] as const;

/** Revisions without a handshake, whose requests carry version and capabilities themselves. */
const modernVersions = ["2026-07-28"];

/** `legacy`: with the handshake; `modern`: each request stands by itself. */
export type Era = "legacy" | "modern";

const metaPrefix = "io.modelcontextprotocol/";

export const subscriptionIdKey = `${metaPrefix}subscriptionId`;

type CacheHint = { readonly ttlMs: number; readonly cacheScope: "public" | "private" };

/** What the server lists of itself stays the same while it runs. */
const fixed: CacheHint = { ttlMs: 3_600_000, cacheScope: "public" };
/** Files change at any time. */
const stale: CacheHint = { ttlMs: 0, cacheScope: "private" };

/** How long the result of a method holds, for the methods whose results say so. */
const cacheHints: ReadonlyMap<string, CacheHint> = new Map([
  ["server/discover", fixed],
  ["tools/list", fixed],
  ["prompts/list", fixed],
  ["resources/templates/list", fixed],
  ["resources/list", stale],
  ["resources/read", stale],
]);

/** The era of a request: one that names a version in its `_meta` is modern. */
export function eraOf({ _meta }: Params): Era {
  return isObject(_meta) && `${metaPrefix}protocolVersion` in _meta ? "modern" : "legacy";
}

/** True for a revision without a handshake that is served here. */
export function isModernVersion(version: unknown): boolean {
  return modernVersions.some((known) => known === version);
}

/** The version that a modern request names. */
export function versionOf({ _meta }: Params): unknown {
  return isObject(_meta) ? _meta[`${metaPrefix}protocolVersion`] : undefined;
}

/**
 * Checks what every modern request must say.
 *
 * @throws RpcError with the versions that are served, when it is another
 */
export function checkModern(params: Params): void {
  const requested = versionOf(params);
  if (typeof requested !== "string") throw invalidParams(`_meta["${metaPrefix}protocolVersion"] must be a string`);
  if (!modernVersions.includes(requested)) {
    const data = { supported: modernVersions, requested };
    throw new RpcError(rpcCodes.unsupportedVersion, "Unsupported protocol version", data);
  }
  const meta = isObject(params._meta) ? params._meta : {};
  if (!isObject(meta[`${metaPrefix}clientCapabilities`])) {
    throw invalidParams(`_meta["${metaPrefix}clientCapabilities"] must be an object`);
  }
}

/** A result as the modern revision has it. */
export function modernResult(method: string, result: Params, serverInfo: Params): Params {
  const meta = { ...(isObject(result._meta) ? result._meta : {}), [`${metaPrefix}serverInfo`]: serverInfo };
  return { resultType: "complete", ...result, ...cacheHints.get(method), _meta: meta };
}

/** The result of server/discover. */
export function discovery(capabilities: Params, instructions: string): Params {
  return { supportedVersions: modernVersions, capabilities, instructions };
}

/** An error as the modern revision has it. */
export function modernError(error: unknown): unknown {
  if (!(error instanceof RpcError) || error.code !== rpcCodes.resourceNotFound) return error;
  return new RpcError(rpcCodes.invalidParams, error.message, error.data);
}
