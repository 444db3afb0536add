import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { logChart, spread } from "../../lab/bench/log-chart.mjs";
import { everyNth, sampleSizes, samplesOf } from "../../lab/bench/size-samples.mjs";
import { costTables, withMeasured } from "../../lab/bench/size-tables.mjs";
import { pngOf } from "../../src/pictures/png.ts";
import { packageFolder } from "../support/built-server.ts";
import { readDocument } from "../support/document-paths.ts";

const picture = readFileSync(join(packageFolder, "docs/images/cost-by-size.svg"), "utf8");

/** Sizes that every code base of the benchmark has. */
const commonSizes = sampleSizes.filter((size) => size <= 1000).map((size) => size.toLocaleString("en"));

/** Of an image that shows any picture as a whole. */
const bounds = { maxSide: 2_000, maxPixels: 4_000_000, maxBytes: 4_000_000 };

async function expectDrawn(svg: string): Promise<void> {
  expect(await pngOf(svg, bounds)).toHaveProperty("png");
}

/** Pixels between the baselines of two labels that do not touch. */
const leastLabelDistance = 13;

test("docs/developers/accuracy.md has the costs of every size, and the picture a line for each column", () => {
  const [, part = ""] = /<!-- measured: cost by size -->\n([\s\S]*?)<!-- \/measured -->/.exec(
    readDocument("docs/developers/accuracy.md"),
  ) ?? [""];
  const tables = part.split("\n\n").filter((block) => block.startsWith("| files"));
  expect(tables).toHaveLength(6);
  for (const table of tables) {
    const sizes = table.split("\n").map((line) => (line.split("|")[1] ?? "").trim());
    expect(sizes).toEqual(expect.arrayContaining(commonSizes));
    expect(table).not.toContain("NaN");
  }
  const columns = (tables[0]?.split("\n")[0] ?? "").split("|").map((cell) => cell.trim());
  const labels = labelsIn(picture).map(({ text }) => text);
  expect(columns.filter((column) => labels.includes(column)).length).toBe(4);
});

test("the picture is well-formed, and its labels do not overlap", async () => {
  await expectDrawn(picture);
  await expect(pngOf(picture.replace("</style>", ""), bounds)).rejects.toThrow();
  for (const panel of picture.split("<g ").slice(1)) {
    const baselines = labelsIn(panel).map(({ y }) => y);
    expect(baselines).toHaveLength(5);
    expectApart(baselines);
  }
});

test("labels of lines that end at the same place are beside each other, and others where the lines end", async () => {
  expect(spread([10, 100], 15)).toEqual([10, 100]);
  expect(spread([50, 50, 200], 20)).toEqual([40, 60, 200]);
  expectApart([...spread([30, 31, 29, 50, 45], leastLabelDistance)]);
  const points = [
    [1, 0.1],
    [1000, 7],
  ] as const;
  const lines = ["a < b", "c", "d"].map((label) => ({ label, points }));
  const chart = logChart({ title: "t", x: "files", y: "seconds", panels: [{ title: "p", lines }] });
  expect(labelsIn(chart).map(({ text }) => text)).toEqual(["a &lt; b", "c", "d"]);
  expectApart(labelsIn(chart).map(({ y }) => y));
  await expectDrawn(chart);
});

test("a sample is spread evenly over the order of paths", () => {
  const items = Array.from({ length: 35_605 }, (_, i) => i);
  for (const count of [1, 10, 1000, 10_000]) {
    const chosen = everyNth(items, count);
    expect(chosen).toHaveLength(count);
    const steps = chosen.slice(1).map((item, i) => item - (chosen[i] ?? 0));
    expect(Math.max(0, ...steps) - Math.min(Infinity, ...steps)).toBeLessThanOrEqual(1);
  }
  expect(everyNth(items, 1)).toEqual([17_802]);
});

test("samples are copies in their folders, and the last is the code base itself", () => {
  const home = mkdtempSync(join(tmpdir(), "codegrove-samples-"));
  const code = join(home, "code");
  for (const folder of ["a", "b"]) mkdirSync(join(code, folder), { recursive: true });
  for (let i = 0; i < 12; i++) writeFileSync(join(code, i < 6 ? "a" : "b", `${i}.py`), "x = 1\n");
  const samples = samplesOf(code, join(home, "scratch"));
  expect(samples.map(({ files, bytes }) => [files, bytes])).toEqual([
    [1, 6],
    [10, 60],
    [12, 72],
  ]);
  expect(samples.at(-1)?.folder).toBe(code);
  expect(readdirSync(samples[1]?.folder ?? "").sort()).toEqual(["a", "b"]);
  rmSync(home, { recursive: true });
});

test("costs are divided without those of the start, and what is noise is left out", () => {
  const cost = (wall: number) => new Map([["x", { wall, processor: 2 * wall }]]);
  const row = (files: number, wall: number) => ({ files, bytes: files * 2e4, peakBytes: 5e7, costs: cost(wall) });
  const measured = { title: "C", start: row(1, 0.1), rows: [row(10, 0.105), row(1000, 2.1)] };
  const tables = costTables([measured], { wall: 0.04, processor: 0.05 }).split("\n\n");
  expect(tables[0]).toContain("0.04 / 0.05 s");
  expect(tables[2]?.split("\n").slice(2)).toEqual([
    "| one line | 0.02 | 0.1 / 0.2  | 50      |",
    "| 10       | 0.2  | 0.1 / 0.21 | 50      |",
    "| 1,000    | 20   | 2.1 / 4.2  | 50      |",
  ]);
  expect(tables[4]?.split("\n").slice(2)).toEqual(["| 10    | –     |", "| 1,000 | 2 / 4 |"]);
  expect(tables[6]?.split("\n").slice(2)).toEqual(["| 10    | –         |", "| 1,000 | 100 / 200 |"]);
});

test("the measured part of a document is replaced, and nothing else", () => {
  const document = "a\n<!-- measured: x -->\nold\n<!-- /measured -->\nb\n";
  expect(withMeasured(document, "x", "new")).toBe("a\n<!-- measured: x -->\n\nnew\n\n<!-- /measured -->\nb\n");
  expect(() => withMeasured(document, "y", "new")).toThrow("y");
});

function labelsIn(svg: string): readonly { readonly text: string; readonly y: number }[] {
  return [...svg.matchAll(/<text class="label[^"]*" x="[^"]*" y="([^"]*)">([^<]*)</g)].map(([, y, text = ""]) => ({
    text,
    y: Number(y),
  }));
}

function expectApart(baselines: readonly number[]): void {
  const sorted = [...baselines].sort((a, b) => a - b);
  for (const [i, y] of sorted.slice(1).entries()) {
    expect(y - (sorted[i] ?? 0)).toBeGreaterThanOrEqual(leastLabelDistance);
  }
}
