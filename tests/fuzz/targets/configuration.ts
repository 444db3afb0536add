/** A codegrove.json that was found in a folder of a stranger. */
import assert from "node:assert";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFoundConfiguration } from "../../../src/app/configuration-file.ts";
import { boundFound, defaultLimits } from "../../../src/app/found-configuration.ts";
import { toolNames } from "../../../src/tools/index.ts";
import type { FuzzTarget } from "../target.ts";

const folder = mkdtempSync(join(tmpdir(), "codegrove-fuzz-configuration-"));
const file = join(folder, "codegrove.json");

export const target: FuzzTarget = {
  about: "a configuration that was found is read, and bounded",
  seeds: () => [
    '{"roots":["."],"ignore":["a"],"tools":{"find_classes":false},"limits":{"max_file_size":1},"cache":true}',
    '{"macros":{"attribute":["A"]},"commands":{"test":{"run":["a"]}},"extensions":{".a":"cpp"},"log_level":"error"}',
  ],
  words: [
    ...[
      '"roots":',
      '"languages":',
      '"ignore":',
      '"limits":{',
      '"max_result_chars":',
      '"request_timeout":',
      '"__proto__":',
    ],
    ...[
      '"constructor":',
      "[",
      "]",
      "{",
      "}",
      ",",
      "null",
      "-1",
      "1e999",
      "0",
      '""',
      "true",
      '"cache_dir":',
      '"commands":{',
      '"run":',
    ],
  ],
  steps: { fixed: 20_000, perByte: 200 },
  run: (bytes) => {
    writeFileSync(file, bytes);
    const { configuration } = readFoundConfiguration(file, [], toolNames);
    if (configuration === undefined) return;
    const { counts } = boundFound(configuration, undefined, false, toolNames);
    const { roots, allow_edits, languages, lint_rules, cache_dir, commands, limits, tools } = counts;
    assert.deepEqual(
      [roots, allow_edits, languages, lint_rules, cache_dir],
      Array(5).fill(undefined),
      "reaches beyond its folder",
    );
    assert.deepEqual(commands, {}, "runs commands");
    for (const [key, limit] of Object.entries(limits)) {
      const most = Object.entries(defaultLimits).find(([name]) => name === key)?.[1] ?? 0;
      assert.ok(limit === undefined || (limit >= 0 && limit <= most), `lifts ${key}`);
    }
    assert.ok(
      toolNames.some((name) => tools[name] !== false),
      "turns all tools off",
    );
  },
};
