import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll } from "vitest";
import { environmentWithoutSettings, serverPath } from "./built-server.ts";

/** The SDK's client, connected to a server of its own for the time of the test file or of the `describe` around it. */
export function connectedClient(cwd: string, flags: readonly string[] = []): Client {
  const client = new Client({ name: "tests", version: "1.0.0" });
  beforeAll(async () => {
    const args = [serverPath, "--log-level", "error", ...flags];
    const env = environmentWithoutSettings();
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd, env, stderr: "pipe" }));
  }, 60_000);
  afterAll(() => client.close());
  return client;
}
