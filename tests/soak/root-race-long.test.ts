import { describe, test } from "vitest";
import { exchangedCases, exchangedPaths } from "../support/exchanged-paths.ts";

describe.runIf(process.platform === "linux")(
  "folders and files that are exchanged with links for twenty seconds",
  { timeout: 240_000 },
  () => {
    const askFor = exchangedPaths();

    test.each(exchangedCases)("show nothing of what is outside, with %s", (_, flags) => askFor(flags, 20_000, 20));
  },
);
