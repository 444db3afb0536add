import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { ReadBuffer, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { afterAll, beforeAll } from "vitest";
import { startInProcess } from "./in-process.ts";

/** The SDK's client, connected to a server of its own for the time of the test file or of the `describe` around it. */
export function connectedClient(cwd: string, flags: readonly string[] = []): Client {
  const client = new Client({ name: "tests", version: "1.0.0" });
  beforeAll(() => client.connect(transportInProcess(cwd, ["--log-level", "error", ...flags])));
  afterAll(() => client.close());
  return client;
}

/** The lines of a server without a process, read and written by the SDK. */
function transportInProcess(cwd: string, args: readonly string[]): Transport {
  const { stdin, stdout } = startInProcess({ cwd, args });
  const received = new ReadBuffer();
  const transport: Transport = {
    start: async () => {
      stdout.on("data", (chunk: Buffer) => {
        received.append(chunk);
        for (let message = received.readMessage(); message !== null; message = received.readMessage()) {
          transport.onmessage?.(message);
        }
      });
    },
    send: async (message) => void stdin.write(serializeMessage(message)),
    close: async () => {
      stdin.end();
      transport.onclose?.();
    },
  };
  return transport;
}
