import { describe } from "vitest";
import { runServer } from "../support/built-server.ts";
import { testDamagedLines } from "../support/damaged-lines.ts";

describe("lines that were damaged, at scale", { timeout: 600_000 }, () =>
  testDamagedLines({ stdin: [1, 25_000], bodies: [2, 5_000] }, runServer),
);
