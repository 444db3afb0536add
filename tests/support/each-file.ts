/** What holds for each test file: the seed of its random tests, and that its servers and temporary folders end with it. */
import fc from "fast-check";
import { afterAll } from "vitest";
import { endServers } from "./running-servers.ts";
import { seed } from "./seed.ts";
import { removeTemporaryFolders } from "./temporary-folder.ts";

fc.configureGlobal({ seed });

// After the file's own hooks.
afterAll(async () => {
  await endServers();
  removeTemporaryFolders();
});
