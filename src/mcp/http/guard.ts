import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import { hostname } from "node:os";
import { type Exchange, HttpError } from "./exchange.ts";

export type Guard = {
  /** Refuses a Host or an Origin of another site: a page there may have made a browser send the request. */
  readonly checkHost: (exchange: Exchange) => void;
  /** Refuses a request without the token. */
  readonly checkToken: (exchange: Exchange) => void;
};

/**
 * Creates the checks of every request.
 *
 * A server on all addresses has names that it does not know. It accepts addresses, since a request from a site that
 * rebinds its name has that name.
 *
 * @param host the address that the server listens on
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

/** Returns a digest, which has the same length for any text, as the comparison in constant time requires. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
