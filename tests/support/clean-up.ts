import { afterAll } from "vitest";
import { endServers } from "./running-servers.ts";
import { removeTemporaryFolders } from "./temporary-folder.ts";

// Of each test file, after its own hooks.
afterAll(async () => {
  await endServers();
  removeTemporaryFolders();
});
