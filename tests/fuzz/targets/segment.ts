/** A portable segment that a stranger may have made: after the check, no reader meets a wrong number. */
import assert from "node:assert";
import { checkedPortable } from "../../../src/facts/checked-portable.ts";
import { DamagedSegmentError } from "../../../src/facts/columns.ts";
import { Known } from "../../../src/facts/file-facts.ts";
import { placedIndex, portableGroups, portableKnown, portableSegment } from "../../../src/facts/portable.ts";
import { Segment } from "../../../src/facts/segment.ts";
import { contentsOf, sampleFacts, segmentOf } from "../../support/random-facts.ts";
import type { FuzzTarget } from "../target.ts";

const bounds = { languages: new Set(["cpp", "python"]), maxFileBytes: 2 ** 26, separator: "/" };

export const target: FuzzTarget = {
  about: "a portable segment is checked, and read as a whole",
  seeds: () => {
    const files = sampleFacts.map((facts, at) => ({
      ...facts,
      path: `/c/${at}.cpp`,
      known: portableKnown | Known.defines,
      definitions: [],
    }));
    return [files.slice(0, 1), files].flatMap((some) => {
      const { segment } = segmentOf(some);
      const named = some.map(({ path }, file) => ({
        file,
        name: path.slice("/c/".length),
        context: "context of all..",
      }));
      return portableGroups([{ segment, files: named }]).map((group) => new Uint8Array(portableSegment(group)));
    });
  },
  words: ["cpp", "python", "../", "/", "\0", "a.cpp", "class"],
  steps: { fixed: 200_000, perByte: 2_000 },
  run: (bytes) => {
    // Columns are read in place, which takes bytes at a multiple of eight.
    const index = new Uint8Array(bytes);
    try {
      checkedPortable(index, bounds);
    } catch (error) {
      assert.ok(error instanceof DamagedSegmentError, error instanceof Error ? error : String(error));
      return;
    }
    const segment = Segment.open(new Uint8Array(placedIndex(index, "/code/", "/")));
    assert.equal(contentsOf({ segment, texts: new Uint8Array() }).length, segment.files);
    for (let word = 0; word < segment.words; word++) segment.wordId(segment.wordOf(word));
    for (let at = 0; at < segment.files; at++)
      assert.deepEqual(segment.filesAt(segment.pathOf(at)), [at], "a file is not at its path");
  },
};
