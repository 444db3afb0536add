import { test } from "vitest";
import { expectIgnoredAsByGit } from "../support/git-ignored.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

test("a thousand .gitignore files ignore what git ignores", () => expectIgnoredAsByGit(folder, 1_000));
