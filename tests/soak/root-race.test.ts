import { describe, test } from "vitest";
import { exchangedCases, exchangedPaths } from "../support/exchanged-paths.ts";

describe.runIf(process.platform === "linux")("folders and files that are exchanged with links", () => {
  const askFor = exchangedPaths();

  test.each(exchangedCases)("show nothing of what is outside, with %s", (_, flags) => askFor(flags, 1_000, 5));
});
