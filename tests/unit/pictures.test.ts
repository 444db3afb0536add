import { spawnSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { imageOfAnswer } from "../../src/base/limits.ts";
import { dotOf } from "../../src/pictures/dot.ts";
import { drawingOf } from "../../src/pictures/drawing.ts";
import { missingCharacter } from "../../src/pictures/drawn-characters.ts";
import { mermaidOf } from "../../src/pictures/mermaid.ts";
import type { Picture, PictureEdge } from "../../src/pictures/picture.ts";
import { pngOf } from "../../src/pictures/png.ts";
import { rankDirectionOf } from "../../src/pictures/rank-direction.ts";
import { svgOf } from "../../src/pictures/svg.ts";
import { linesOf } from "../../src/pictures/text-lines.ts";
import { withCycles } from "../../src/tools/graphs/graph-pictures.ts";
import { pixelsOf } from "../support/png-pixels.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const pictureOf = (labels: readonly string[], edges: readonly PictureEdge[] = [], group?: string): Picture => ({
  direction: "right",
  nodes: labels.map((label) => ({ label, group })),
  edges,
});

const chain = (count: number) => Array.from({ length: count - 1 }, (_, from) => ({ from, to: from + 1 }));

const hostile = [
  'a"b\\c#.h',
  "x<b>y</b>\n`.h",
  "<<b>html</b>>",
  "</text></svg><script>alert(1)</script>",
  "]]>&lt;&#0;",
  "\u0000\u001b[31m\u007f",
  "lone \ud800 and \udfff",
  "\u202Eevil",
  "\uFFFE\uFFFF",
  "漢字かな한글",
  "n".repeat(10_000),
  "",
  "\\N\\G\\l",
  "end\\",
];

/** True for a program that `.ci/run` installs and that is missing here. */
const lacks = (program: string) =>
  process.env.CI === undefined && spawnSync(program, ["--version"]).error !== undefined;

/** The boxes of the nodes of an SVG. */
function boxesOf(svg: string) {
  const rects = svg.matchAll(
    /<g class="(n|g)[^"l]*"(?: id="[^"]*")?>(?:<title>[^<]*<\/title>)?<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)"/g,
  );
  return Array.from(rects, ([, kind = "", ...numbers]) => {
    const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number);
    return { kind, left: x, top: y, right: x + width, bottom: y + height };
  });
}

/** The texts that an SVG shows, with the lines of a label joined. */
function textsOf(svg: string): readonly string[] {
  return Array.from(svg.matchAll(/<g class="n[^"]*"[^>]*>.*?<\/g>/g), ([part]) =>
    Array.from(part.matchAll(/<text[^>]*>([^<]*)<\/text>/g), ([, text = ""]) => plainText(text)).join(""),
  );
}

function plainText(xml: string): string {
  return xml.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

describe("an SVG", () => {
  const hostileSvg = () => {
    const edges = hostile.map((label, from) => ({ from, to: (from + 1) % hostile.length, label }));
    return svgOf(pictureOf(hostile, edges, 'a "group" <b>&'), "auto");
  };

  test.skipIf(lacks("xmllint"))("is XML, whatever labels are (needs libxml2-utils)", async () => {
    const file = join(temporaryFolder({ "a.svg": await hostileSvg() }), "a.svg");
    const { status, stderr } = spawnSync("xmllint", ["--noout", "--nonet", file], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("shows every label and runs or fetches nothing, whatever labels are", async () => {
    const svg = await hostileSvg();
    expect(svg).not.toMatch(/<script|<a |href|<image|<foreignObject|@import|url\(|<!|<\?| on\w+=/i);
    expect(svg.match(/https?:[^" ]*/g)).toEqual(["http://www.w3.org/2000/svg"]);
    const names = new Set(svg.match(/<\w+/g));
    expect([...names].sort()).toEqual(["<g", "<path", "<rect", "<style", "<svg", "<text", "<title"]);
    const shown = textsOf(svg);
    expect(shown.slice(0, 3)).toEqual(['a"b\\c#.h', "x<b>y</b>\uFFFD`.h", "<<b>html</b>>"]);
    expect(shown[5]).toBe("\uFFFD\uFFFD[31m\uFFFD");
    expect(shown[6]).toBe("lone \uFFFD and \uFFFD");
    expect(shown[9]).toBe("漢字かな한글");
    expect(shown[10]).toMatch(/^n{40,}…n+$/);
  });

  test("of many files in folders fits a page, and has no boxes over each other", async () => {
    const folders = Array.from({ length: 30 }, (_, i) => `src/folder_${i}`);
    const nodes = Array.from({ length: 500 }, (_, i) => {
      return { label: `file_${"x".repeat(i % 20)}_${i}.h`, title: `${folders[i % 30]}/${i}.h`, group: folders[i % 30] };
    });
    const links = folders.flatMap((from, i) =>
      folders.slice(i + 1).flatMap((to, j) => (j % 4 === 0 ? [{ from, to, count: i + 1 }] : [])),
    );
    const edges = [{ from: 0, to: 31, isInCycle: true, isListed: true }];
    const svg = await svgOf({ direction: "right", nodes, edges, links }, "light");
    expect(Number(/width="(\d+)"/.exec(svg)?.[1])).toBeLessThan(1_400);
    expect(svg.match(/<title>src\/folder_0 → src\/folder_1 \(1\)<\/title>/g)).toHaveLength(1);
    expect(svg.match(/<g class="e c" data-ends="[^"]*">/g)).toHaveLength(1);
    const boxes = boxesOf(svg);
    for (const kind of ["n", "g"]) {
      const own = boxes.filter((box) => box.kind === kind);
      expect(own).toHaveLength(kind === "n" ? 500 : 30);
      for (const [at, a] of own.entries()) {
        const over = own.slice(at + 1).find((b) => {
          return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        });
        expect(over).toBeUndefined();
      }
    }
  });

  test("lists its cycles beneath, whatever the names are", async () => {
    const beneath = ["cycle: a.h → b.h → a.h", `cycle: </text><script> → ${"long".repeat(60)} → \u202Eevil`];
    const svg = await svgOf({ ...pictureOf(["a.h"]), beneath }, "light");
    expect(svg).toContain(">cycle: a.h → b.h → a.h</text>");
    expect(svg).toMatch(/>cycle: &#60;\/text&#62;&#60;script&#62; .*…/);
    const [, width = "", height = ""] = /viewBox="-10 -10 (\d+) (\d+)"/.exec(svg) ?? [];
    for (const [, x = "", y = ""] of svg.matchAll(/<text x="([-\d.]+)" y="([-\d.]+)"/g)) {
      expect(Number(x)).toBeLessThan(Number(width));
      expect(Number(y)).toBeLessThan(Number(height) - 10);
    }
  });

  test("has tooltips with whole names, and colours for light and dark pages", async () => {
    const picture: Picture = {
      direction: "right",
      nodes: [{ label: "a.h", title: "src/a.h", group: "src" }, { label: "b.h" }],
      edges: [{ from: 0, to: 1, label: "lazy", isDashed: true }],
    };
    const svg = await svgOf(picture, "auto");
    expect(svg).toContain("<title>src/a.h</title>");
    expect(svg).toContain("<title>a.h → b.h (lazy)</title>");
    expect(svg).toContain("@media (prefers-color-scheme:dark)");
    expect(await svgOf(picture, "dark")).not.toContain("@media");
  });

  test("has no boxes over each other, and groups around theirs", async () => {
    const graph = fc
      .tuple(fc.integer({ min: 1, max: 40 }), fc.array(fc.tuple(fc.nat(39), fc.nat(39)), { maxLength: 120 }), fc.nat(5))
      .map(([count, pairs, groups]): Picture => {
        const edges = pairs.map(([from, to]) => ({ from: from % count, to: to % count, label: String(from) }));
        const nodes = Array.from({ length: count }, (_, i) => {
          return { label: `node_${"x".repeat(i)}_${i}`, group: groups === 0 ? undefined : `group ${i % groups}` };
        });
        return { direction: pairs.length % 2 === 0 ? "right" : "up", nodes, edges };
      });
    await fc.assert(
      fc.asyncProperty(graph, async (picture) => {
        const svg = await svgOf(picture, "light");
        const [, width = 0, height = 0] = (/width="(\d+)" height="(\d+)"/.exec(svg) ?? []).map(Number);
        const boxes = boxesOf(svg);
        const nodes = boxes.filter(({ kind }) => kind === "n");
        expect(nodes).toHaveLength(picture.nodes.length);
        for (const { left, top, right, bottom } of boxes) {
          expect(Math.min(left, top)).toBeGreaterThanOrEqual(-10);
          expect(right).toBeLessThanOrEqual(width - 10);
          expect(bottom).toBeLessThanOrEqual(height - 10);
        }
        for (const [i, a] of nodes.entries()) {
          for (const b of nodes.slice(i + 1)) {
            const isApart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
            if (!isApart) throw new Error(`${JSON.stringify([a, b])} overlap`);
          }
        }
        const groups = boxes.filter(({ kind }) => kind === "g");
        expect(groups).toHaveLength(new Set(picture.nodes.flatMap(({ group }) => group ?? [])).size);
        // One group of all nodes is drawn around what Graphviz has laid out without it.
        const [whole, ...further] = groups;
        if (whole === undefined || further.length > 0) return;
        for (const { left, top, right, bottom } of nodes) {
          const isInside = whole.left < left && whole.top < top && right < whole.right && bottom < whole.bottom;
          expect([left, top, right, bottom, isInside]).toEqual([left, top, right, bottom, true]);
        }
      }),
      { numRuns: 25 },
    );
  });

  test("shows many nodes without edges as a field, and not below each other", async () => {
    const labels = Array.from({ length: 120 }, (_, i) => `file_${i}.h`);
    const svg = await svgOf(pictureOf(labels, [], "src"), "light");
    const [, width = 0, height = 0] = (/width="(\d+)" height="(\d+)"/.exec(svg) ?? []).map(Number);
    expect(height / width).toBeGreaterThan(0.4);
    expect(height / width).toBeLessThan(2.5);
  });
});

describe("a PNG", () => {
  /** The sizes in the head of a PNG. */
  const sizeOf = (png: Uint8Array) => {
    const bytes = Buffer.from(png);
    expect(bytes.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
    expect(bytes.toString("latin1", 12, 16)).toBe("IHDR");
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  };
  const imageOf = async (picture: Picture, theme: "light" | "dark", bounds = imageOfAnswer) => {
    const image = await pngOf(await svgOf(picture, theme), bounds);
    if (!("png" in image)) throw new Error(`only ${image.fits} of it fits`);
    return image.png;
  };

  test("is within its bounds, or says how much of the graph is", async () => {
    const long = pictureOf(
      Array.from({ length: 8 }, (_, i) => `some_node_${i}`),
      chain(8),
    );
    const { width, height } = sizeOf(await imageOf(long, "light"));
    expect(width).toBe(imageOfAnswer.maxSide);
    expect(height).toBeLessThan(width);
    const svg = await svgOf(
      pictureOf(
        Array.from({ length: 40 }, (_, i) => `some_node_${i}`),
        chain(40),
      ),
      "light",
    );
    expect(await pngOf(svg, imageOfAnswer)).toEqual({ fits: expect.any(Number) });
    expect(await pngOf(svg, { ...imageOfAnswer, maxBytes: 10, maxSide: 20_000, maxPixels: 1e8 })).toEqual({
      fits: 0.7,
    });
  });

  test.skipIf(lacks("identify"))("decodes, light or dark (needs ImageMagick)", async () => {
    for (const [theme, page] of [
      ["light", "255,255,255"],
      ["dark", "13,17,23"],
    ] as const) {
      const png = await imageOf(pictureOf(["a", "b"], chain(2)), theme);
      const { width, height } = sizeOf(png);
      const form = "%w %h %[fx:int(255*u.p{1,1}.r)],%[fx:int(255*u.p{1,1}.g)],%[fx:int(255*u.p{1,1}.b)]";
      const { stdout } = spawnSync("identify", ["-format", form, "-"], { input: png, encoding: "utf8" });
      expect(stdout).toBe(`${width} ${height} ${page}`);
    }
  });

  const boxed: Picture = {
    ...pictureOf(["a", "b"], chain(2), "src"),
    links: [],
  };

  test.each([
    ["light", "a folder", pictureOf(["a", "b"], chain(2), "src"), "#ffffff"],
    ["dark", "a folder", pictureOf(["a", "b"], chain(2), "src"), "#0d1117"],
    ["light", "a folder with the names of its files", boxed, "#ffffff"],
    ["dark", "a folder with the names of its files", boxed, "#0d1117"],
  ] as const)("in %s colours has the page within the box of %s, and names on it", async (theme, _, picture, page) => {
    const svg = await svgOf(picture, theme);
    const box = boxesOf(svg).find(({ kind }) => kind === "g");
    const [, width = 0] = (/width="(\d+)"/.exec(svg) ?? []).map(Number);
    const [, left = 0] = (/viewBox="(-?\d+)/.exec(svg) ?? []).map(Number);
    const image = pixelsOf(await imageOf(picture, theme));
    const scale = image.width / width;
    // Inside the left line of the box, at half of its height, where no name and no arrow is.
    const [x, y] = [(box?.left ?? 0) + 3, ((box?.top ?? 0) + (box?.bottom ?? 0)) / 2];
    expect(image.colourAt(Math.round((x - left) * scale), Math.round((y - left) * scale))).toBe(page);
    expect(image.share("#000000")).toBe(0);
  });

  test.each(["light", "dark", "auto"] as const)(
    "has a style in %s colours whose selectors are types and classes",
    async (theme) => {
      const [, style = ""] = /<style>(.*)<\/style>/s.exec(await svgOf(boxed, theme)) ?? [];
      const rules = style.replace(/@media \([^)]*\)\{((?:[^{}]*\{[^{}]*\})*)\}/, "$1");
      const selectors = Array.from(rules.matchAll(/([^{}]+)\{[^{}]*\}/g), ([, text = ""]) => text.split(",")).flat();
      expect(selectors.length).toBeGreaterThan(20);
      expect(selectors.filter((selector) => !/^(?:[a-z]*(?:\.\w+)*(?: |$))+$/.test(selector))).toEqual([]);
    },
  );

  test("shows a box for a character that its font does not have", async () => {
    const svg = await svgOf(pictureOf(["a\u{1F600}b"]), "light");
    const boxed = await pngOf(svg.replace("\u{1F600}", missingCharacter), imageOfAnswer);
    expect(await pngOf(svg, imageOfAnswer)).toEqual(boxed);
    expect(await pngOf(svg.replace("\u{1F600}", " "), imageOfAnswer)).not.toEqual(boxed);
  });
});

describe("a drawing thread", () => {
  const { signal } = new AbortController();

  test("draws what is asked for, the largest graphs as well", async () => {
    const edges = Array.from({ length: 500 }, (_, i) => ({ from: i % 300, to: (i * 7919 + 13) % 300, label: "12" }));
    const labels = Array.from({ length: 300 }, (_, i) => `some/file_${i}.h`);
    const drawing = await drawingOf({ picture: pictureOf(labels, edges), image: undefined }, signal);
    expect("svg" in drawing && textsOf(drawing.svg)).toEqual(labels);
  });

  test("ends when its call does", async () => {
    const gone = new AbortController();
    const drawing = drawingOf({ picture: pictureOf(["a"]), image: undefined }, gone.signal);
    gone.abort(new Error("the client went away"));
    await expect(drawing).rejects.toThrow("the client went away");
  });
});

describe("languages of pictures", () => {
  const cyclic = withCycles({
    direction: "right",
    nodes: ["a", "b", "c"].map((label, i) => ({ label, ...(i < 2 && { group: "x/y" }) })),
    edges: [
      { from: 0, to: 1 },
      { from: 1, to: 0 },
      { from: 1, to: 2 },
      { from: 2, to: 2 },
    ],
  });

  test("have groups, and a second colour for cycles", () => {
    expect(mermaidOf(cyclic)).toBe(
      [
        ...["flowchart LR", '  subgraph g0["x/y"]', '    n0["a"]', '    n1["b"]', "  end", '  n2["c"]'],
        ...["  n0 --> n1", "  n1 --> n0", "  n1 --> n2", "  n2 --> n2"],
        "  classDef cycle fill:#ffebe9,stroke:#cf222e,color:#1f2328",
        ...["  class n0,n1 cycle", "  linkStyle 0,1 stroke:#cf222e", ""],
      ].join("\n"),
    );
    const dot = dotOf(cyclic);
    expect(dot).toContain('subgraph cluster_0 {\n    label="x/y";');
    expect(dot).toContain('n0 -> n1 [color="#cf222e"];');
    expect(dot).toContain("n1 -> n2;");
  });

  test.skipIf(lacks("dot"))("DOT is what Graphviz reads (needs graphviz)", () => {
    const edges = hostile.map((label, from) => ({ from, to: 0, label, isDashed: true }));
    const dot = dotOf(withCycles(pictureOf(hostile, edges, hostile[1])));
    const { status, stderr, stdout } = spawnSync("dot", ["-Tplain"], { input: dot, encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.match(/^node /gm)).toHaveLength(hostile.length);
  });

  test("a row of classes that is too wide goes down", () => {
    const hierarchy = (count: number): Picture => ({
      direction: "up",
      nodes: Array.from({ length: count }, (_, i) => ({ label: `SomeClass${i}` })),
      edges: Array.from({ length: count - 1 }, (_, i) => ({ from: i + 1, to: 0 })),
    });
    expect(rankDirectionOf(hierarchy(5))).toBe("BT");
    expect(rankDirectionOf(hierarchy(30))).toBe("RL");
    expect(dotOf(hierarchy(30))).toContain("rankdir=RL;");
  });
});

test("a label has up to three lines, and its ends where it is longer", () => {
  expect(linesOf("short")).toEqual(["short"]);
  expect(linesOf("some/folders/of/a_code_base (9 files)")).toEqual(["some/folders/of/a_code_base ", "(9 files)"]);
  expect(linesOf("some_namespace::another_one::the_class_itself")).toEqual([
    "some_namespace::another_one::",
    "the_class_itself",
  ]);
  const lines = linesOf(`${"a".repeat(200)}${"z".repeat(200)}`);
  expect(lines).toHaveLength(3);
  expect(lines.join("")).toMatch(/^a+…z+$/);
});
