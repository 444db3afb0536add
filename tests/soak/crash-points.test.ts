/**
 * The process is killed before each call that changes the disk, and in the middle of each write. Input: commands that write the cache,
 * edits, and a file of output; output: a next run that answers as one without a kill does, and files that are old or new as a whole,
 * with nothing else than temporary files next to them.
 */
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageFolder, runServer } from "../support/built-server.ts";
import { type CommandScenario, faultCommands } from "../support/fault-scenarios.ts";
import { type End, endOf, filesIn, newSite, reset } from "../support/fault-sweep.ts";
import { writeFiles } from "../support/temporary-folder.ts";

const faults = join(packageFolder, "tests/support/faults.cjs");

/** Commands, each with the number of kills that it must have at least: a smaller one means that calls are not counted. */
const commands: readonly (readonly [keyof typeof faultCommands, number])[] = [
  ["a scan that fills the cache", 4],
  ["a scan with a cache", 4],
  ["a question that fills the cache", 4],
  ["a question with a cache", 4],
  ["edits", 8],
  ["a rename", 8],
  ["a file of output", 4],
];

test.for(commands)("a kill at each change of the disk by %s", { timeout: 1_800_000 }, async ([name, leastKills]) => {
  const kills = (await killAtEach(faultCommands[name], "kill")) + (await killAtEach(faultCommands[name], "tear"));
  process.stdout.write(`${name}: ${kills} kills\n`);
  expect(kills).toBeGreaterThanOrEqual(leastKills);
});

/** Kills a command at each call that a kind of fault happens to. @returns the number of kills */
async function killAtEach(scenario: CommandScenario, kind: "kill" | "tear"): Promise<number> {
  const site = newSite();
  await reset(scenario, site);
  const before = filesIn(site.folder);
  const first = await endOf(scenario, site);
  const second = await endOf(scenario, site);
  for (let kills = 0; ; kills++) {
    await reset(scenario, site);
    const { signal } = await runServer("", {
      cwd: site.folder,
      args: scenario.argsFor(site),
      env: { NODE_OPTIONS: `--require ${faults}`, CODEGROVE_FAULT: `${kind}:${kills + 1}` },
    });
    if (signal === null) return kills;
    expect(signal).toBe("SIGKILL");
    const left = withoutTemporary(filesIn(site.folder));
    for (const [path, text] of Object.entries(left)) expect([before[path], first.files[path]]).toContain(text);
    // As security.md says: a rename that was killed may not find the declaration again.
    if (scenario === faultCommands["a rename"]) writeFiles(site.folder, scenario.files);
    const again = await endOf(scenario, site);
    expect(withoutTemporary(again.files)).toEqual(first.files);
    if (isSame(left, before) || isSame(left, first.files))
      expect([first.answers, second.answers]).toContain(again.answers);
  }
}

const temporary = /(?:^|\/)\.codegrove-[0-9a-f-]{36}\.tmp$/;

/** The files without the temporary ones, which nobody removes: another process may be writing. */
function withoutTemporary(files: End["files"]): End["files"] {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !temporary.test(path)));
}

function isSame(one: End["files"], other: End["files"]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
