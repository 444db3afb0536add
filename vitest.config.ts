import { defineConfig } from "vitest/config";

/** A suite: a folder below tests/. */
const suite = (name: string) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    // Tests start processes; a slow machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});

export default defineConfig({
  test: {
    projects: [suite("unit"), suite("e2e"), suite("soak")],
    execArgv: ["--wasm-tiering-budget=20000000", "--max-inlined-bytecode-size-cumulative=300"],
    globalSetup: ["tests/support/build.ts", "tests/support/own-cache.ts"],
  },
});
