/**
 * The revisions of the protocol, and the differences between their two eras: with the handshake initialize, or with the
 * version in each request. Input: the parameters of a request; output: its era, and results in the form of that era.
 */
import { isObject } from "../base/is-object.ts";
import { listTtlMs } from "../base/limits.ts";
import type { Params } from "./message.ts";
import { invalidParams, RpcError, rpcCodes } from "./rpc-error.ts";

/** Revisions with the initialize handshake, oldest first. */
export const legacyVersions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] as const;

/** Revisions without a handshake: each request has the version and the capabilities of the client. */
const modernVersions = ["2026-07-28"];

/** The eras of MCP: `legacy` has a handshake; in `modern`, requests are independent of each other. */
export type Era = "legacy" | "modern";

const metaPrefix = "io.modelcontextprotocol/";

export const subscriptionIdKey = `${metaPrefix}subscriptionId`;

type CacheHint = { readonly ttlMs: number; readonly cacheScope: "public" | "private" };

/** The hint for lists that stay the same while the server runs. */
const fixed: CacheHint = { ttlMs: listTtlMs, cacheScope: "public" };
/** The hint for files, which change at any time. */
const stale: CacheHint = { ttlMs: 0, cacheScope: "private" };

/** Cache hints of the results, for the methods that have them. */
const cacheHints: ReadonlyMap<string, CacheHint> = new Map([
  ["server/discover", fixed],
  ["tools/list", fixed],
  ["prompts/list", fixed],
  ["skills/list", fixed],
  ["skills/get", fixed],
  ["resources/templates/list", fixed],
  ["resources/list", stale],
  ["resources/read", stale],
]);

/** Returns the name of the client in the `_meta` of a modern request; undefined if there is none. */
export function clientNameOf({ _meta }: Params): unknown {
  const info = isObject(_meta) ? _meta[`${metaPrefix}clientInfo`] : undefined;
  return isObject(info) ? info.name : undefined;
}

/** Returns the capabilities of the client in the `_meta` of a modern request; undefined if there are none. */
export function clientCapabilitiesOf({ _meta }: Params): unknown {
  return isObject(_meta) ? _meta[`${metaPrefix}clientCapabilities`] : undefined;
}

/** Returns the era of a request: a request with a version in its `_meta` is modern. */
export function eraOf({ _meta }: Params): Era {
  return isObject(_meta) && `${metaPrefix}protocolVersion` in _meta ? "modern" : "legacy";
}

/** True for a revision without a handshake that is served here. */
export function isModernVersion(version: unknown): boolean {
  return modernVersions.some((known) => known === version);
}

/** Returns the version of a modern request. */
export function versionOf({ _meta }: Params): unknown {
  return isObject(_meta) ? _meta[`${metaPrefix}protocolVersion`] : undefined;
}

/**
 * Checks the version and the capabilities of a modern request.
 *
 * @throws RpcError, with the supported versions when the version is another
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

/** Returns a result in the form of the modern revision. */
export function modernResult(method: string, result: Params, serverInfo: Params): Params {
  const meta = { ...(isObject(result._meta) ? result._meta : {}), [`${metaPrefix}serverInfo`]: serverInfo };
  return { resultType: "complete", ...result, ...cacheHints.get(method), _meta: meta };
}

/** Returns the result of server/discover. */
export function discovery(capabilities: Params, instructions: string): Params {
  return { supportedVersions: modernVersions, capabilities, instructions };
}

/** Returns an error in the form of the modern revision. */
export function modernError(error: unknown): unknown {
  if (!(error instanceof RpcError) || error.code !== rpcCodes.resourceNotFound) return error;
  return new RpcError(rpcCodes.invalidParams, error.message, error.data);
}
