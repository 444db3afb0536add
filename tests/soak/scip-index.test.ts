import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { environmentWithoutSettings, packageFolder, serverPath } from "../support/built-server.ts";
import { laterClock } from "../support/in-process.ts";
import { compareIndex, writtenIndex } from "../support/scip-index.ts";
import { textsOf } from "../support/scip-lines.ts";
import { problemsOf } from "../support/scip-lint.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

/** The newest folder of a kind, such as the headers of one version of a compiler. */
function newestIn(folder: string, pattern: RegExp): string {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => pattern.test(name)) : [];
  return join(folder, names.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1) ?? "none");
}

/** Real code that Debian's packages bring: its folder, and of how many symbols one is compared. */
const realCode = [
  { name: "json of Python", folder: join(newestIn("/usr/lib", /^python3\.\d+$/), "json"), step: 3 },
  { name: "email of Python", folder: join(newestIn("/usr/lib", /^python3\.\d+$/), "email"), step: 25 },
  { name: "debug of libstdc++", folder: join(newestIn("/usr/include/c++", /^\d+$/), "debug"), step: 20 },
];

describe.each(realCode)("an index of $name", ({ folder: original, step }) => {
  const folder = temporaryFolder();
  const args = ["--log-level", "error", "--cache-dir", join(temporaryFolder(), "cache"), "--max-result-chars", "0"];
  const env = { REQUEST_TIMEOUT: "600000" };
  const call = callsToServer({ cwd: folder, args, env, now: laterClock });

  test.skipIf(!existsSync(original) && process.env.CI === undefined)(
    "has no problem, and says what find_references and find_definition say",
    { timeout: 600_000 },
    async () => {
      cpSync(original, folder, { recursive: true });
      const { index, exitCode } = await writtenIndex(folder);
      expect(exitCode).toBe(0);
      expect(problemsOf(index, textsOf(folder, index))).toEqual([]);
      const { differences, symbols } = await compareIndex(index, call, step);
      expect(differences).toEqual([]);
      expect(symbols).toBeGreaterThan(100);
    },
  );
});

test("the memory of an index does not grow with its documents", { timeout: 600_000 }, () => {
  const peakOf = (files: number) => {
    const folder = temporaryFolder();
    const uses = "    other(first_argument, second_argument)\n".repeat(150);
    for (let i = 0; i < files; i++) {
      const head = `from m${(i + 1) % files} import call as other\n\n\ndef call(first_argument, second_argument):\n`;
      writeFiles(folder, { [`code/m${i}.py`]: head + uses });
    }
    const memory = join(folder, "memory.json");
    const env = {
      ...environmentWithoutSettings(),
      NODE_OPTIONS: `--import=${join(packageFolder, "lab/bench/peak-memory.mjs")}`,
      PEAK_MEMORY_FILE: memory,
    };
    const output = join(folder, "index.scip");
    const command = [serverPath, "index", "code", "-o", output, "--no-cache", "--jobs", "1"];
    const { status } = spawnSync(process.execPath, command, { cwd: folder, env });
    expect(status).toBe(0);
    const { peak } = JSON.parse(readFileSync(memory, "utf8"));
    return { peak: Number(peak), bytes: readFileSync(output).length };
  };
  const [few, many] = [peakOf(100), peakOf(500)];
  expect(many.bytes).toBeGreaterThan(4.9 * few.bytes);
  expect(many.peak - few.peak).toBeLessThan(40e6);
});
