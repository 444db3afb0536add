import { afterAll } from "vitest";
import { endServers } from "./running-servers.ts";

// Of each test file, after its own hooks.
afterAll(endServers);
