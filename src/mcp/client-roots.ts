/**
 * The roots of a client (MCP "Roots"), for a server without --root. Input: the client's capabilities, notifications and
 * answers to roots/list; output: the engine that serves the folders it has named.
 */
import { messageOf } from "../base/errors.ts";
import { isObject } from "../base/is-object.ts";
import { clientRootsMs, maxClientRoots } from "../base/limits.ts";
import type { Log } from "../base/log.ts";
import { pathOfUri } from "../base/path-of-uri.ts";
import type { Engine } from "../engine/engine.ts";
import type { Params } from "./message.ts";

/** Sends a request to the client. Resolves to its result; rejects for an error, or when the client has gone. */
export type Ask = (method: string) => Promise<Params>;

/** The part of an engine that is used. */
type Closable = { readonly close: () => Promise<void> };

export type ClientRootsOptions<Served extends Closable = Engine> = {
  /** The engine without roots, which serves until the client has named some. */
  readonly engine: Served;
  /**
   * Opens an engine for folders by their absolute paths. Undefined when no folder can be a root: a folder that is not
   * there, the top of the disk, or the home folder or one above it.
   */
  readonly open: (folders: readonly string[]) => Promise<Served | undefined>;
  readonly log: Log;
};

/**
 * The roots of a client (MCP, "Roots"): a server without --root asks a client that has them once it is initialized, and
 * again when they change. Nothing is asked of a client that does not declare roots.
 */
export class ClientRoots<Served extends Closable = Engine> {
  /** Sentences on roots of the last answer that are not used. */
  #warnings: readonly string[] = [];
  readonly #options: ClientRootsOptions<Served>;
  readonly #ask: Ask;
  #engine: Served;
  #folders = "";
  /** Calls that use an engine: one that is replaced is closed after the last of them. */
  readonly #users = new Map<Served, number>();
  #isDeclared = false;
  /** Settles when the client has answered the last question, or has had the time for it. */
  #asking: Promise<void> | undefined;
  /** True when the client is asked again as soon as `#asking` settles. */
  #isQueued = false;
  /** The number of questions. Only the answer to the last of them counts. */
  #turn = 0;
  #onChange = () => {};

  constructor(options: ClientRootsOptions<Served>, ask: Ask) {
    this.#options = options;
    this.#ask = ask;
    this.#engine = options.engine;
  }

  get engine(): Served {
    return this.#engine;
  }

  /** The folders that the client has named; undefined while it has named none. */
  get folders(): readonly string[] | undefined {
    return this.#folders === "" ? undefined : this.#folders.split("\n");
  }

  /** Sentences on roots that the client has named and that are not used. */
  get warnings(): readonly string[] {
    return this.#warnings;
  }

  /** Sets what is called after the engine was replaced. */
  set onChange(changed: () => void) {
    this.#onChange = changed;
  }

  /** Notices whether a client has roots. @param capabilities the capabilities in its initialize */
  declare(capabilities: unknown): void {
    this.#isDeclared = isObject(capabilities) && isObject(capabilities.roots);
  }

  /** Receives a notification of the client. */
  notified(method: string): void {
    const isOfRoots = method === "notifications/initialized" || method === "notifications/roots/list_changed";
    if (!isOfRoots || !this.#isDeclared || this.#isQueued) return;
    this.#isQueued = true;
    const before = this.#asking;
    const asking = (async () => {
      await before;
      this.#isQueued = false;
      await settledWithin(this.#follow(), clientRootsMs);
    })();
    this.#asking = asking;
    void asking.finally(() => {
      if (this.#asking === asking) this.#asking = undefined;
    });
  }

  /**
   * Runs a call with the engine for the client's roots. Waits while the client is asked for them, at most `clientRootsMs`;
   * as a question waits no longer either, a client that never answers waits once.
   */
  async use<Result>(run: () => Promise<Result>): Promise<Result> {
    if (this.#asking !== undefined) await settledWithin(this.#asking, clientRootsMs);
    const engine = this.#engine;
    this.#users.set(engine, (this.#users.get(engine) ?? 0) + 1);
    try {
      return await run();
    } finally {
      this.#leave(engine);
    }
  }

  async #follow(): Promise<void> {
    const { log, open, engine: first } = this.#options;
    const turn = ++this.#turn;
    try {
      const warnings: string[] = [];
      const folders = foldersIn(await this.#ask("roots/list"), (message, fields) => {
        log("warn", message, fields);
        warnings.push(`${message}: ${Object.values(fields).join(", ")}`);
      });
      const key = folders.join("\n");
      if (turn !== this.#turn) return;
      this.#warnings = warnings;
      if (key === this.#folders) return;
      const opened = folders.length === 0 ? undefined : await open(folders);
      if (turn !== this.#turn) {
        await opened?.close();
        return;
      }
      this.#folders = opened === undefined ? "" : key;
      if (opened === undefined && folders.length > 0) {
        this.#warnings = [...warnings, `no folder can be a root: ${folders.join(", ")}`];
      }
      this.#replace(opened ?? first);
      log("info", "roots of the client", { roots: opened === undefined ? "none" : folders.join(", ") });
    } catch (error) {
      log("warn", "the client's roots are not known", { reason: messageOf(error) });
    }
  }

  #replace(engine: Served): void {
    const old = this.#engine;
    if (old === engine) return;
    this.#engine = engine;
    this.#onChange();
    if ((this.#users.get(old) ?? 0) === 0) this.#end(old);
  }

  #leave(engine: Served): void {
    const left = (this.#users.get(engine) ?? 1) - 1;
    if (left > 0) this.#users.set(engine, left);
    else {
      this.#users.delete(engine);
      if (engine !== this.#engine) this.#end(engine);
    }
  }

  /** Closes an engine that was replaced. The first one is its owner's. */
  #end(engine: Served): void {
    if (engine === this.#options.engine) return;
    void engine.close().catch((error: unknown) => {
      this.#options.log("error", "an engine was not closed", { reason: messageOf(error) });
    });
  }

  /** Closes the engine that it has opened. */
  async close(): Promise<void> {
    if (this.#engine !== this.#options.engine) await this.#engine.close();
  }
}

/** The folders of a result of roots/list; a root that is not a folder of this machine is left out. */
function foldersIn({ roots }: Params, warn: (message: string, fields: Params) => void): readonly string[] {
  if (!Array.isArray(roots)) throw new Error("the result has no list of roots");
  if (roots.length > maxClientRoots) warn("further roots are not used", { roots: roots.length, most: maxClientRoots });
  return roots.slice(0, maxClientRoots).flatMap((root) => {
    const uri = isObject(root) && typeof root.uri === "string" ? root.uri : "";
    try {
      const path = pathOfUri(uri, "uri");
      if (path !== uri && !path.includes("\n")) return [path];
    } catch {
      // Told below.
    }
    warn("a root is not used", { uri, reason: "it is not the URI of a folder of this machine" });
    return [];
  });
}

async function settledWithin(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    promise,
    new Promise<void>((done) => {
      timer = setTimeout(done, ms);
    }),
  ]);
  clearTimeout(timer);
}
