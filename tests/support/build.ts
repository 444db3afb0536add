import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { isAsBuilt } from "../../scripts/build-record.mjs";
import { packageFolder } from "./built-server.ts";

/**
 * Builds dist/ before tests run, and before they run again, so that none tests what was built earlier. A build of the same files takes
 * ten seconds of a processor, so that there is none before the first run.
 */
export function setup(project: TestProject): void {
  if (!isAsBuilt(packageFolder)) build();
  project.onTestsRerun(rebuild);
}

function build(): void {
  execFileSync(process.execPath, ["scripts/build.mjs"], { cwd: packageFolder, stdio: "inherit" });
}

/** In watch mode, a build that fails has printed why. It leaves no dist/, so that no test passes with an earlier one. */
function rebuild(): void {
  try {
    build();
  } catch {
    rmSync(join(packageFolder, "dist"), { recursive: true, force: true });
  }
}
