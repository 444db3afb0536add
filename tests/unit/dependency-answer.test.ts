import { describe, expect, test } from "vitest";
import { answerText } from "../../src/formats/json.ts";
import type { AnswerBounds } from "../../src/tools/contract/answer-bounds.ts";
import { dependencyAnswer, type FoundGraph } from "../../src/tools/graphs/dependency-answer.ts";

const bounds = (maxChars: number): AnswerBounds => ({
  ...{ maxChars, searchedFiles: 2, filesWithErrors: 0, skipped: undefined, unread: [], after: undefined },
  patchFolders: ["/"],
  cursorAfter: () => "",
  charsOf: (answer) => answerText(answer).length,
});

/** A chain of files in some folders. */
function chain(length: number, folders = 10): FoundGraph {
  return {
    nodes: Array.from({ length }, (_, i) => ({ file: `src/f${i % folders}/${i}.h`, layer: i, in: 1, out: 1 })),
    edges: Array.from({ length: length - 1 }, (_, i) => ({ from: i, to: i + 1, line: 1, time: "load" as const })),
    ...{ cycles: [], unresolved: [], ambiguous: [] },
  };
}

const json = (found: FoundGraph, maxChars: number) =>
  JSON.parse(answerText(dependencyAnswer(found, { format: "json", detail: "full" }, bounds(maxChars))));

test("all files are shown where there is room, or else folders, or else numbers", () => {
  expect(json(chain(20), 50_000).nodes).toHaveLength(20);
  const folders = json(chain(1_000), 5_000);
  expect(folders).toMatchObject({ counts: { nodes: 1_000, edges: 999 }, detail: "folders", truncated: true });
  expect(folders.nodes[0]).toEqual({ folder: "src/f0", files: 100, layer: 0 });
  expect(folders.edges).toContainEqual({ from: "src/f0", to: "src/f1", count: 100 });
  const outer = json(chain(1_000, 1_000), 2_000);
  expect(outer.nodes).toEqual([{ folder: "src", files: 1_000, layer: 0 }]);
  const counts = json({ ...chain(1_000), cycles: [Array.from({ length: 999 }, (_, i) => `src/${i}.h`)] }, 2_000);
  expect(counts).toMatchObject({ counts: { nodes: 1_000, cycles: 1 }, detail: "counts" });
  expect(counts.nodes).toBeUndefined();
});

test("around one file those that are fewer steps away are shown before folders", () => {
  const around = { ...chain(100), start: 0, file: "src/f0/0.h", direction: "imports" };
  const near = json(around, 3_000);
  expect(near).toMatchObject({ detail: "depth", nodes: { 0: { file: "src/f0/0.h" } } });
  expect(near.nodes).toHaveLength(near.shown_depth + 1);
  expect(near.truncated_reason).toMatch(
    /^100 files with 99 edges need more than 3,000 characters: what is \d+ steps away/,
  );
});

test("of files that one needs, names that stand for nothing are counted", () => {
  const found = { ...chain(2), start: 0, unresolved: [], elsewhere: { unresolved: 3, ambiguous: 0 } };
  expect(json(found, 5_000).counts).toEqual({
    ...{ nodes: 2, edges: 1, cycles: 0, unresolved: 0, ambiguous: 0, unresolved_elsewhere: 3 },
  });
});

test("names alone: edges by the end that fewer of them have, with the line of the import", () => {
  const names = (found: FoundGraph) =>
    JSON.parse(answerText(dependencyAnswer(found, { format: "json", detail: "names" }, bounds(5_000))));
  const nodes = ["a.h", "b.h", "c.h"].map((file) => ({ file, layer: 0, in: 0, out: 0 }));
  const edge = (from: number, to: number, line: number, time: "load" | "lazy" = "load") => ({ from, to, line, time });
  const importers = names({ ...chain(3), nodes, edges: [edge(1, 0, 4), edge(2, 0, 7, "lazy")] });
  expect(importers.edges).toEqual([{ to: "a.h", from: ["b.h:4", "c.h:7 lazy"] }]);
  const imports = names({ ...chain(3), nodes, edges: [edge(0, 1, 4), edge(0, 2, 7)], cycles: [["a.h", "b.h"]] });
  expect(imports.edges).toEqual([{ from: "a.h", to: ["4: b.h", "7: c.h"] }]);
  expect(imports.cycles).toEqual([["a.h", "b.h"]]);
  expect(imports).not.toHaveProperty("nodes");
  expect(imports).not.toHaveProperty("truncated");
});

const pictureOf = (found: FoundGraph, format: "mermaid" | "dot") =>
  String(dependencyAnswer(found, { format, detail: "full" }, bounds(Number.POSITIVE_INFINITY)).head.graph);

describe("pictures", () => {
  const strange: FoundGraph = {
    ...chain(2),
    nodes: [
      { file: 'a"b\\c#.h', layer: 0, in: 0, out: 1 },
      { file: "x<y>\n`.h", layer: 0, in: 1, out: 0 },
    ],
    edges: [{ from: 0, to: 1, line: 1, time: "lazy" }],
  };

  test("have labels between quotes", () => {
    expect(pictureOf(strange, "mermaid")).toBe(
      'flowchart LR\n  n0["a#34;b#92;c#35;.h"]\n  n1["x#60;y#62;\uFFFD#96;.h"]\n  n0 -.->|"lazy"| n1\n',
    );
    expect(pictureOf(strange, "dot")).toBe(
      'digraph dependencies {\n  rankdir=LR;\n  node [shape=box];\n  n0 [label="a\\"b\\\\c#.h"];\n' +
        '  n1 [label="x<y>\uFFFD`.h"];\n  n0 -> n1 [label="lazy", style=dashed];\n}\n',
    );
  });

  test("of more than 300 files show folders", () => {
    expect(pictureOf(chain(300), "dot").match(/^ +n\d+ \[label/gm)).toHaveLength(300);
    expect(pictureOf(chain(301), "mermaid")).toContain('  subgraph g0["src"]\n    n0["f0 (31 files)"]\n');
  });

  test.each([
    ["the folder that has all of them", ["/a/b/c/d", "/a/b", "/a/b/e"], "/a/b", [".", "c/d", "e"]],
    ["whole names of folders", ["src/ab", "src/ac/d"], "src", ["ab", "ac/d"]],
    ["nothing around folders that share none", ["a/b", "c"], undefined, ["a/b", "c"]],
    ["nothing for the top of the disk", ["/a", "/b"], undefined, ["/a", "/b"]],
    ["nothing for the working folder", [".", "./a", "./b/c"], undefined, [".", "a", "b/c"]],
    ["nothing around one", ["a/b"], undefined, ["a/b"]],
  ])("of folders have %s", (_, folders, group, names) => {
    const nodes = folders.flatMap((folder) =>
      Array.from({ length: 101 }, (_, i) => ({ file: `${folder}/${i}.h`, layer: 0, in: 0, out: 0 })),
    );
    const found = { ...chain(0), nodes: [...nodes, ...nodes, ...nodes], edges: [] };
    const graph = pictureOf(found, "dot");
    expect(Array.from(graph.matchAll(/\n {4}label="(.*?)"/g), ([, label]) => label)).toEqual(group ? [group] : []);
    const labels = Array.from(graph.matchAll(/n\d+ \[label="(.*) \(\d+ files\)"/g), ([, label]) => label);
    expect(labels).toEqual(names);
  });
});

describe("red in a picture", () => {
  const drawn = (found: FoundGraph) =>
    dependencyAnswer(found, { format: "svg", detail: "full" }, bounds(Number.POSITIVE_INFINITY)).aside?.picture
      ?.picture;
  const load = (from: number, to: number) => ({ from, to, line: 1, time: "load" as const });

  test("is an edge of a cycle, and the shortest cycle of each circle is listed beneath", () => {
    const edges = [
      load(0, 1),
      load(1, 0),
      load(1, 2),
      load(2, 0),
      load(2, 3),
      { ...load(3, 2), time: "lazy" as const },
    ];
    const picture = drawn({ ...chain(4, 1), edges });
    expect(picture?.edges.map(({ isInCycle = false }) => isInCycle)).toEqual([true, true, true, true, false, false]);
    expect(picture?.beneath).toEqual([
      "cycle: src/f0/0.h → src/f0/1.h → src/f0/0.h (the shortest of 3 that need each other)",
    ]);
    expect(drawn(chain(4))).not.toHaveProperty("beneath");
  });

  test("is not an edge of folders that need each other without a cycle of their files", () => {
    const many = chain(1_000, 2);
    const mutual = drawn(many);
    expect(mutual?.nodes).toHaveLength(2);
    expect(mutual?.edges).toHaveLength(2);
    expect(JSON.stringify(mutual)).not.toContain("isInCycle");
    const cycles = [["src/f0/0.h", "src/f1/1.h"]];
    const circle = drawn({ ...many, edges: [...many.edges, load(1, 0)], cycles });
    expect(circle?.edges.map(({ isInCycle = false }) => isInCycle)).toEqual([true, true]);
    expect(circle?.beneath).toEqual(["cycle: src/f0/0.h → src/f1/1.h → src/f0/0.h"]);
  });
});

describe("a picture of more files than arrows between them can be followed", () => {
  const load = (from: number, to: number) => ({ from, to, line: 1, time: "load" as const });
  const viewed = (found: FoundGraph, format: "svg" | "dot", reduced = false) =>
    dependencyAnswer(found, { format, detail: "full", reduced }, bounds(Number.POSITIVE_INFINITY));
  const many = chain(200, 4);
  // Each folder needs the next one; the first needs the third, too.
  const ordered: FoundGraph = {
    ...many,
    edges: Array.from({ length: 199 }, (_, i) => load(i, i % 4 === 3 ? (i + 4) % 200 : i + 1)).concat(load(0, 2)),
  };

  test("has a box for each folder, arrows between folders, and says what it does not show", () => {
    const { aside, head } = viewed(ordered, "svg");
    expect(head).toMatchObject({ detail: "boxes", truncated: true });
    expect(head.truncated_reason).toMatch(
      /^200 files with 200 edges are more than a picture shows: files are shown in boxes of their folders, with arrows/,
    );
    const { nodes, edges, links, beneath } = aside?.picture?.picture ?? {};
    expect(nodes).toHaveLength(200);
    expect(edges).toEqual([]);
    expect(links).toEqual([
      { from: "src/f0", to: "src/f1", count: 50 },
      { from: "src/f0", to: "src/f2", count: 1 },
      { from: "src/f1", to: "src/f2", count: 50 },
      { from: "src/f2", to: "src/f3", count: 50 },
    ]);
    expect(beneath).toEqual(["an arrow: imports between files of two folders; 49 imports within folders not shown"]);
  });

  test("leaves out what a longer way implies, on demand, and says how much", () => {
    const { links, beneath } = viewed(ordered, "svg", true).aside?.picture?.picture ?? {};
    expect(links?.map(({ from, to }) => [from, to])).toEqual([
      ["src/f0", "src/f1"],
      ["src/f1", "src/f2"],
      ["src/f2", "src/f3"],
    ]);
    expect(beneath?.at(-1)).toBe("1 arrow not shown: a longer way implies each of them");
  });

  test("has only the arrows of listed cycles between files, and files without imports apart", () => {
    const nodes = [...many.nodes, { file: "src/f0/lone.h", layer: 0, in: 0, out: 0 }];
    const { picture } =
      viewed({ ...ordered, nodes, edges: [...ordered.edges, load(1, 0)] }, "svg").aside?.picture ?? {};
    expect(picture?.edges.map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(picture?.nodes.at(-1)).toMatchObject({ label: "src/f0/lone.h", group: "no import of each other" });
    expect(picture?.beneath?.at(-1)).toBe("cycle: src/f0/0.h → src/f1/1.h → src/f0/0.h");
  });

  test("is drawn as before in a language of pictures, of one folder, or around one file", () => {
    expect(viewed(ordered, "dot").head).not.toHaveProperty("truncated");
    expect(viewed(chain(200, 1), "svg").aside?.picture?.picture).not.toHaveProperty("links");
    const around = viewed({ ...ordered, start: 0, file: "src/f0/0.h", direction: "imports" }, "svg");
    expect(around.aside?.picture?.picture).not.toHaveProperty("links");
  });
});
