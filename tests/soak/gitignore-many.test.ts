import { test } from "vitest";
import { expectIgnoredAsByGit } from "../support/git-ignored.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

test("five hundred .gitignore files ignore what git ignores", () => expectIgnoredAsByGit(folder, 500));
