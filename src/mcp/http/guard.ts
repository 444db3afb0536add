import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import { hostname } from "node:os";
import { type Exchange, HttpError } from "./exchange.ts";

export type Guard = {
  /** Refuses what another site has made a browser send: a Host or an Origin that is not this server's. */
  readonly checkHost: (exchange: Exchange) => void;
  /** Refuses who does not have the token. */
  readonly checkToken: (exchange: Exchange) => void;
};

/**
 * The checks in front of every request.
 *
 * A server on all addresses is reached under names that it cannot know. Addresses are let through, since a site that
 * rebinds its name sends that name.
 *
 * @param host where the server listens
 */
export function createGuard(host: string, token: string): Guard {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  const names = new Set(["localhost", "127.0.0.1", "::1", host, ...(isEverywhere ? [hostname()] : [])]);
  const isOurs = (name: string | undefined) =>
    name !== undefined && (names.has(name.toLowerCase()) || (isEverywhere && isIP(name) > 0));
  const expected = digest(`Bearer ${token}`);
  return {
    checkHost: ({ request: { headers } }) => {
      if (!isOurs(hostnameOf(`http://${headers.host}`))) throw new HttpError(403, "Host is not this server");
      const { origin } = headers;
      if (origin !== undefined && !isOurs(hostnameOf(origin))) throw new HttpError(403, "Origin is not this server");
    },
    checkToken: ({ request: { headers } }) => {
      if (timingSafeEqual(digest(headers.authorization ?? ""), expected)) return;
      const challenge = { "www-authenticate": 'Bearer realm="codegrove"' };
      throw new HttpError(401, "Authorization: Bearer TOKEN is missing or wrong", challenge);
    },
  };
}

function hostnameOf(url: string): string | undefined {
  try {
    return new URL(url).hostname.replace(/^\[(.*)\]$/, "$1");
  } catch {
    return undefined;
  }
}

/** Of equal length for any text, as the comparison in constant time wants it. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
