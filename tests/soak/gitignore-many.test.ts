import { test } from "vitest";
import { expectIgnoredAsByGit } from "../support/git-ignored.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

test("two hundred and fifty .gitignore files ignore what git ignores", () => expectIgnoredAsByGit(folder, 250));
