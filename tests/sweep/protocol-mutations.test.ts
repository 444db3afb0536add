import { describe } from "vitest";
import { testDamagedLines } from "../support/damaged-lines.ts";
import { runInProcess } from "../support/in-process.ts";

/** tests/soak/protocol-mutations.test.ts has fifty times as many on stdin, and twenty times as many bodies. */
describe("lines that were damaged", () => testDamagedLines({ stdin: [3, 2_000], bodies: [4, 500] }, runInProcess));
