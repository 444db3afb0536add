import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "tests/support/own-cache.ts",
    include: ["tests/**/*.test.ts"],
    // Tests start processes; a slow machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});
