/**
 * The code that sessions of one process share. Input: the settings of a session's code; output: the code of an earlier session
 * with the same settings, or new code. Code without sessions stays for a while, for the next one.
 */
import { createHash } from "node:crypto";
import { messageOf } from "../base/errors.ts";
import { maxUnusedCode } from "../base/limits.ts";
import type { Log } from "../base/log.ts";
import type { EngineCode, EngineCodeOptions } from "../engine/engine-code.ts";

/** All that code depends on. */
export type CodeSettings = Omit<EngineCodeOptions, "log" | "openPool">;

/** The code of an engine, and the way to give it back. */
export type OpenedCode = { readonly code: EngineCode; readonly close: () => Promise<void> };

type Held = {
  readonly code: EngineCode;
  /** The logs of the sessions that use it. */
  readonly logs: Set<Log>;
  /** Closes it after the last session. */
  unused: NodeJS.Timeout | undefined;
};

/** Holds the code of all sessions by its settings. Records of its log are about work for all of its sessions, so each gets them. */
export class SharedCode {
  readonly #unusedMs: number;
  readonly #held = new Map<string, Held>();

  /** @param unusedMs milliseconds for which code stays without a session */
  constructor(unusedMs: number) {
    this.#unusedMs = unusedMs;
  }

  /**
   * Returns code for a session.
   *
   * @param open opens new code with a log
   */
  open(settings: CodeSettings, open: (log: Log) => EngineCode, sessionLog: Log): OpenedCode {
    const key = keyOf(settings);
    const held = this.#held.get(key) ?? hold(open);
    this.#held.set(key, held);
    clearTimeout(held.unused);
    held.unused = undefined;
    // A session may use the same code twice.
    const log: Log = (level, message, fields) => sessionLog(level, message, fields);
    held.logs.add(log);
    const close = async () => {
      if (!held.logs.delete(log) || held.logs.size > 0) return;
      // The code that was used last is at the end.
      this.#held.delete(key);
      this.#held.set(key, held);
      const end = () => this.#end(key, held).catch((error) => sessionLog("error", messageOf(error)));
      held.unused = setTimeout(() => void end(), this.#unusedMs).unref();
      await this.#endOldest();
    };
    return { code: held.code, close };
  }

  /** Ends the code that has been unused for longest, if there is more than may be. */
  async #endOldest(): Promise<void> {
    const unused = [...this.#held].filter(([, { unused: timer }]) => timer !== undefined);
    for (const [key, held] of unused.slice(0, -maxUnusedCode)) await this.#end(key, held);
  }

  async #end(key: string, held: Held): Promise<void> {
    clearTimeout(held.unused);
    this.#held.delete(key);
    await held.code.close();
  }
}

function hold(open: (log: Log) => EngineCode): Held {
  const logs = new Set<Log>();
  const code = open((level, message, fields) => {
    for (const log of logs) log(level, message, fields);
  });
  return { code, logs, unused: undefined };
}

/** A digest of settings, which may hold the key of the cache. */
function keyOf(settings: CodeSettings): string {
  return createHash("sha256").update(JSON.stringify(settings)).digest("hex");
}
