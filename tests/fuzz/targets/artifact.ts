/** An artifact that another machine made, and the portable segments in it. */
import assert from "node:assert";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../../../src/base/errors.ts";
import { artifactBytes, packedSegment, readArtifact } from "../../../src/cache/artifact-file.ts";
import type { FuzzTarget } from "../target.ts";

const file = join(mkdtempSync(join(tmpdir(), "codegrove-fuzz-artifact-")), "a.cga");
const kind = { version: "v1", madeBy: "m", settings: "{}", shard: null, files: 2 };
const trust = { key: undefined, acceptsUnsigned: true };

export const target: FuzzTarget = {
  about: "an artifact is read, with all of its segments",
  seeds: () => {
    const segments = ["first segment", "second"].map((text) =>
      packedSegment(new Uint8Array(Buffer.from(text)).buffer, 1),
    );
    return [
      artifactBytes(kind, segments, undefined),
      artifactBytes({ ...kind, files: 0, shard: { index: 2, count: 4 } }, [], undefined),
    ];
  },
  words: [
    '"segments":[',
    '{"bytes":',
    '"compressed":',
    '"digest":"',
    "]",
    "}",
    "134217728",
    "1e9",
    "-1",
    "null",
    '"shard":',
    "codegrove artif1",
  ],
  steps: { fixed: 20_000, perByte: 100 },
  run: (bytes) => {
    writeFileSync(file, bytes);
    try {
      const { segments } = readArtifact(file, "a.cga", kind, trust);
      for (const { bytes: length, load } of segments)
        assert.equal(load().length, length, "a segment has another length");
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
    }
  },
};
