import { afterAll } from "vitest";
import { endServers } from "./built-server.ts";

// Of each test file, after its own hooks.
afterAll(endServers);
