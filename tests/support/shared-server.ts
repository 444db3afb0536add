import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { serverPath } from "./built-server.ts";
import { Session } from "./session.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Milliseconds after which a server of a test ends by itself, once its sessions have ended. */
const idleMs = 2_000;

/** A user with a home folder, whose sessions have servers of their own. */
export class SharedUser {
  readonly home = temporaryFolder();

  /** The environment of a session. */
  env(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
    return { HOME: this.home, CODEGROVE_SHARED_IDLE: String(idleMs), ...more };
  }

  /** Starts a session in a folder. */
  session(cwd: string, flags: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Session {
    return new Session({ cwd, args: ["serve", "--shared", "--log-level", "error", ...flags], env: this.env(env) });
  }

  /** The numbers of the processes of servers that run. */
  servers(): readonly number[] {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .filter((name) => {
        const words = textOf(`/proc/${name}/cmdline`).split("\0");
        const variables = textOf(`/proc/${name}/environ`).split("\0");
        return words.includes(serverPath) && words.includes("shared-server") && variables.includes(`HOME=${this.home}`);
      })
      .map(Number);
  }

  /** The number of the only server that runs: of two starters, the one that was later may not have ended yet. */
  async onlyServer(): Promise<number> {
    for (;;) {
      const [pid, ...others] = this.servers();
      if (pid !== undefined && others.length === 0) return pid;
      await wait(50);
    }
  }
}

/** Empty for a process that has ended since its folder was listed. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
