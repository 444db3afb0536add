import { expect, test } from "vitest";
import { Segment } from "../../src/facts/segment.ts";
import type { BuiltSegment } from "../../src/facts/segment-builder.ts";
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
  const last = recorder.finish([]);
  expect(last && Segment.open(new Uint8Array(last.index)).files).toBe(37);
});

test("words that are recorded before a segment is handed over are the file's", () => {
  const segments: Segment[] = [];
  const take = ({ index }: BuiltSegment) => void segments.push(Segment.open(new Uint8Array(index)));
  const recorder = new FactRecorder(() => false, take);
  const defines = { count: 0, digest: "", rolesJson: "", lacksName: true, stamp };
  const withoutName = { utf8: Buffer.from("first second") };
  const file = { path: "/code/a.cpp", language: "cpp", content: sampleFacts[0].content };
  recorder.defines(file, { defines, withoutName, maySkip: false }, true);
  recorder.skipped({ path: "/code/b.cpp", language: "cpp", stamp }, "binary");
  recorder.handOver();
  const last = recorder.finish("all");
  if (last !== undefined) take(last);
  const files = segments.flatMap((segment) =>
    [...segment.filesWith(segment.wordId("second"))].map((file) => segment.pathOf(file)),
  );
  expect(files).toEqual(["/code/a.cpp"]);
});
