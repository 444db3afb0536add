import { expect, test } from "vitest";
import { runServer } from "../support/built-server.ts";
import { largeCode } from "../support/large-code.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { expectRowsAboveProgress, withoutStyles } from "../support/terminal.ts";

const folder = temporaryFolder(
  Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`large/${String(i).padStart(2, "0")}.cpp`, largeCode(i, 400_000)]),
  ),
);

/** util-linux has `script`; elsewhere there is another program of that name. */
test.runIf(process.platform === "linux")(
  "rows of large files stand above the progress, whole and in order",
  async () => {
    const args = ["find_functions", "large", "--jobs", "1", "--no-cache", "--format", "text"];
    const { stdout } = await runServer("", { args: [...args, "--color", "always"], cwd: folder });
    expect(stdout.length).toBeGreaterThan(500_000);
    await expectRowsAboveProgress(args, folder, withoutStyles(stdout));
  },
);
