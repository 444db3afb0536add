import { execFileSync } from "node:child_process";
import type { TestProject } from "vitest/node";
import { packageFolder } from "./built-server.ts";

/** Builds dist/ before tests run, and before they run again, so that none tests what was built earlier. */
export function setup(project: TestProject): void {
  build();
  project.onTestsRerun(build);
}

function build(): void {
  execFileSync(process.execPath, ["scripts/build.mjs"], { cwd: packageFolder, stdio: "inherit" });
}
