import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { v8Flags } from "./src/app/v8-flags.ts";

/** The absolute path of what is next to this file. */
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * A suite: a folder below tests/. Suites of one order run beside each other, as the files of a suite do, which share what
 * they import of src: no file changes it.
 */
const suite = (name: string, order: number) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    isolate: false,
    setupFiles: "tests/support/each-file.ts",
    maxWorkers: "100%",
    // Those of src/main.ts: workers of tests and processes use the code that the others have compiled.
    execArgv: [...v8Flags],
    sequence: { groupOrder: order },
    // Tests start processes; a slow machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});

export default defineConfig({
  test: {
    // What was transformed for an earlier run, by the content of each file: a run of one file starts a fifth faster.
    experimental: { fsModuleCache: true },
    projects: [suite("unit", 0), suite("e2e", 1), suite("sweep", 1), suite("smoke", 1), suite("soak", 2)],
    // A snapshot that is not committed is a failure, here as on CI.
    update: "none",
    // Watch mode: e2e tests run what is built from these and import none of it, so that the module graph tells nothing.
    forceRerunTriggers: [
      ...configDefaults.forceRerunTriggers,
      // The build itself writes the grammars.
      ...[
        "src/**",
        "queries/**",
        "skills/**",
        "grammars/manifest.json",
        "scripts/{assembly-modules,build,grammars}.mjs",
      ].map(here),
    ],
    watchTriggerPatterns: [
      {
        pattern: /\/tests\/fixtures\/masking\//,
        testsToRun: () => "tests/unit/masking.test.ts",
      },
      {
        pattern: /\/tests\/fixtures\/(?:captures|symbols|reference)\//,
        testsToRun: () => ["captures", "damaged-text", "symbols"].map((name) => `tests/unit/${name}.test.ts`),
      },
      {
        pattern: /\/tests\/fixtures\/reference\//,
        testsToRun: () =>
          ["command-line", "protocol", "protocol-modern", "protocol-schema", "reference"].map(
            (name) => `tests/e2e/${name}.test.ts`,
          ),
      },
      {
        pattern: /\/fixtures\/tool-schemas\/|\/(?:README|docs\/[\w-]+)\.md$|\/codegrove\.schema\.json$/,
        testsToRun: () => "tests/unit/generated.test.ts",
      },
      {
        pattern: /\/(?:README|ARCHITECTURE|CONTRIBUTING|docs\/[\w-]+)\.md$/,
        testsToRun: () => ["tests/unit/docs.test.ts", "tests/smoke/docs.test.ts"],
      },
      { pattern: /\/biome\.json$/, testsToRun: () => "tests/unit/doors.test.ts" },
    ],
    globalSetup: ["tests/support/build.ts", "tests/support/own-cache.ts"],
  },
});
