import { type HttpServer, httpLaunch, listening } from "./http-server.ts";
import { type InProcessLaunch, startInProcess } from "./in-process.ts";

/** Starts the program on a free port without a process, and waits until it listens. */
export function startHttpInProcess(root: string, launch: InProcessLaunch = {}): Promise<HttpServer> {
  const whole = httpLaunch(root, launch);
  return listening(startInProcess(whole), whole.env.CODEGROVE_TOKEN);
}
