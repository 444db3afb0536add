import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { packageFolder } from "./built-server.ts";

/**
 * Builds dist/ before tests run, and before they run again, so that none tests what was built of other files.
 */
export function setup(project: TestProject): void {
  build();
  project.onTestsRerun(rebuild);
}

function build(): void {
  execFileSync(process.execPath, ["scripts/build-changed.mjs"], { cwd: packageFolder, stdio: "inherit" });
}

/** In watch mode, a build that fails has printed why. It leaves no dist/, so that no test passes with an earlier one. */
function rebuild(): void {
  try {
    build();
  } catch {
    rmSync(join(packageFolder, "dist"), { recursive: true, force: true });
  }
}
