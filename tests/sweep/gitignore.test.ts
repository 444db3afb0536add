import { test } from "vitest";
import { expectIgnoredAsByGit } from "../support/git-ignored.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

test("patterns ignore what git ignores", () => expectIgnoredAsByGit(folder, 60));
