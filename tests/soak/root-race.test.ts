import { describe, test } from "vitest";
import { exchangedCases, exchangedPaths } from "../support/exchanged-paths.ts";

describe.runIf(process.platform === "linux")(
  "folders and files that are exchanged with links for ten seconds",
  { timeout: 240_000 },
  () => {
    const askFor = exchangedPaths();

    test.each(exchangedCases)("show nothing of what is outside, with %s", (_, flags) => askFor(flags, 10_000, 10));
  },
);
