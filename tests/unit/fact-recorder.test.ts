import { expect, test } from "vitest";
import { Segment } from "../../src/facts/segment.ts";
import { FactRecorder } from "../../src/workers/fact-recorder.ts";
import { sampleFacts } from "../support/random-facts.ts";

const [{ size, mtimeNs, ctimeNs, ino }] = sampleFacts;
const stamp = { size, mtimeNs, ctimeNs, ino };

test("a recorder hands over once it has more than it has handed over before, and loses nothing", () => {
  const counts: number[] = [];
  const recorder = new FactRecorder(
    () => false,
    ({ index }) => counts.push(Segment.open(new Uint8Array(index)).files),
  );
  for (let file = 0; file < 100; file++) {
    recorder.skipped({ path: `/code/${file}.cpp`, language: "cpp", stamp }, "binary");
    recorder.handOver();
  }
  expect(counts).toEqual([1, 2, 4, 8, 16, 32]);
  const last = recorder.finish(true);
  expect(last && Segment.open(new Uint8Array(last.index)).files).toBe(37);
});
