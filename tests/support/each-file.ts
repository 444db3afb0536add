/**
 * What holds for each test file: the seed of its random tests, and that its servers and temporary folders end with it. A
 * server that a test starts ends with the test.
 */
import fc from "fast-check";
import { afterAll, afterEach, beforeEach } from "vitest";
import { beginTest, endFile, endTest } from "./running-servers.ts";
import { seed } from "./seed.ts";
import { removeTemporaryFolders } from "./temporary-folder.ts";

fc.configureGlobal({ seed });

beforeEach(beginTest);
// After the file's own hooks.
afterEach(endTest);
afterAll(async () => {
  await endFile();
  removeTemporaryFolders();
});
