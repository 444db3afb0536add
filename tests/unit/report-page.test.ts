import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxPageCycleFiles, maxPagePlaces, maxPageSymbols, maxPageWorstFunctions } from "../../src/base/limits.ts";
import { dependenciesOf } from "../../src/report/dependencies.ts";
import { findingsByRule } from "../../src/report/findings.ts";
import { firstRows, leftOutOf } from "../../src/report/first-rows.ts";
import { outlineOf } from "../../src/report/outline.ts";
import { searchOf } from "../../src/report/page/find-entries.ts";
import { folderTree } from "../../src/report/page/folder-tree.ts";
import { languagesOf } from "../../src/report/report.ts";
import { visibleText } from "../../src/report/visible-text.ts";
import { worstFunctions } from "../../src/report/worst-functions.ts";
import { dataIn, largeReport, pageWith, reportWith } from "../support/report.ts";

/** What a hostile file might be named, and have in it. */
const hostile = [
  "<img src=x onerror=alert(1)>",
  "</script><script>alert(1)</script>",
  "<!--<script>",
  `"'><b onclick="alert(1)">`,
  "]]>\u2028\u2029\u202e",
  "&lt;",
];

const dependencies = reportWith().dependencies;

function hostileReport(text: string) {
  return reportWith({
    folder: text,
    languages: [{ title: text, files: 1 }],
    outline: {
      files: [{ path: text, lines: 1, separator: "::", symbols: [[0, 0, text, text, 1, 1, text]] }],
      kinds: [text],
      ...{ symbolCount: 1, shownSymbols: 1 },
    },
    dependencies: {
      ...dependencies,
      needed: firstRows([{ path: text, into: 1, out: 1 }], 1),
      cycles: firstRows([firstRows([text, text], 2, 3)], 1),
      unresolved: firstRows([{ path: text, line: 1, name: text }], 1),
    },
    worst: [
      {
        ...{ path: text, line: 1, name: text },
        numbers: { cognitive: 1, complexity: 1, lines: 1, nesting: 1, parameters: 1 },
      },
    ],
    rules: [{ code: text, source: text, severity: text, count: 2, places: [[0, 1, 1, text, text]] }],
    ...{ failed: [{ path: text, error: text }], skipped: { [text]: 1 }, missing: [text], notes: [text] },
  });
}

/** The kinds of elements and attributes of a page. */
function namesIn(page: string): ReadonlySet<string> {
  const tags = page.matchAll(/<(?:"[^"]*"|[^">])*>?/g);
  return new Set([...tags].map(([tag]) => tag.replace(/"[^"]*"/g, '""')));
}

describe("the page", () => {
  test.each(hostile)("has the same elements whatever names and texts say: %s", (text) => {
    expect(namesIn(pageWith(hostileReport(text)))).toEqual(namesIn(pageWith(hostileReport("plain"))));
  });

  test("has them for any text, and keeps it in its data", () => {
    const expected = namesIn(pageWith(hostileReport("plain")));
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const page = pageWith(hostileReport(text));
        expect(namesIn(page)).toEqual(expected);
        expect(dataIn(page).files[0]?.path).toBe(text);
      }),
    );
  });

  test("allows its own script and style alone, by their digests", () => {
    const page = pageWith(reportWith(), { script: "start();", style: "p{color:red}" });
    const digest = (text: string) => `&#39;sha256-${createHash("sha256").update(text).digest("base64")}&#39;`;
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    expect(policy?.split("; ")).toEqual([
      "default-src &#39;none&#39;",
      `script-src ${digest("start();")}`,
      `style-src ${digest("p{color:red}")}`,
      "img-src data:",
      "base-uri &#39;none&#39;",
      "form-action &#39;none&#39;",
      "require-trusted-types-for &#39;script&#39;",
    ]);
  });

  test("refuses a script that would end its element", () => {
    expect(() => pageWith(reportWith(), { script: "'</script>'", style: "" })).toThrow("ends its own element");
  });

  test("has a picture of the dependencies as an image, where there is one", () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const page = pageWith({ ...largeReport(1, 1), dependencyPicture: svg });
    expect(page).toContain(`<img src="data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}"`);
    expect(page).not.toContain("<svg");
    expect(pageWith(largeReport(1, 1))).not.toContain("<img");
  });

  test("says that a folder is empty, and why", () => {
    const page = pageWith(reportWith({ notes: ["No file in x is of a known language: *.py."] }));
    expect(page).toContain("Nothing to report");
    expect(page).toContain("No file in x is of a known language: *.py.");
    expect(page).not.toContain('id="query"');
  });

  test("says what is left out, with numbers", () => {
    const outline = { ...largeReport(2, 1).outline, symbolCount: 1_234_567, shownSymbols: 100_000 };
    const rules = [{ code: "long-line", source: "lint", severity: "hint", count: 7_000, places: [] }];
    const page = pageWith({
      ...largeReport(2, 1),
      outline,
      rules,
      missing: ["the time was up"],
      skipped: { binary: 3 },
    });
    expect(page).toContain("100,000 of 1,234,567 symbols");
    expect(page).toContain("The first 0 of 7,000 places");
    expect(page).toContain("Left out of the scan: 3 binary");
    expect(page).toContain("the time was up");
  });
});

test("characters that are not seen, or turn the direction of text, are shown", () => {
  expect(visibleText("a\u202eb\nc\u200bd\te")).toBe("a\\u202eb\\u000ac\\u200bd\te");
});

describe("the search", () => {
  const data = dataIn(pageWith(hostileReport("DBIter")));
  const names = ["Iterator", "iter", "DBIterator", "writer_limit", "MyIter", "reiterate", "iter_total"];
  const symbols = names.map((name): (typeof data.files)[0]["symbols"][0] => [0, 0, name, "", 1, 1, ""]);
  const search = searchOf({
    ...data,
    files: [
      { path: "src/iter/file.py", lines: 1, separator: "::", symbols },
      {
        path: "b.py",
        lines: 1,
        separator: ".",
        symbols: [
          [0, 0, "A", "", 1, 1, ""],
          [1, 0, "f", "", 2, 1, ""],
          [0, 0, "g", "x.Y", 3, 1, ""],
        ],
      },
    ],
  });
  const found = (query: string, max = 10) => search(query, max).entries.map(({ text }) => text);

  test("lists the name itself first, then those that begin with it, those with such a part, and others", () => {
    expect(found("iter")).toEqual([
      ...["iter", "Iterator", "iter_total", "MyIter", "DBIterator", "reiterate", "writer_limit", "src/iter/file.py"],
    ]);
  });

  test("takes several words in any case, also of what is around a name", () => {
    expect(found("SRC file")).toEqual(["src/iter/file.py"]);
    expect(found("a.f")).toEqual(["A.f"]);
    expect(found("y g")).toEqual(["x.Y.g"]);
    expect(found("nothing")).toEqual([]);
    expect(found("  ")).toEqual([]);
  });

  test("counts all and lists the best", () => {
    expect(search("iter", 2)).toMatchObject({ count: 8, entries: [{ text: "iter" }, { text: "Iterator" }] });
  });
});

test("folders that are alone in one are shown with it", () => {
  const file = (path: string) => ({ path, lines: 10, separator: "::", symbols: [] });
  const { folders, files } = folderTree(["a/b/c/x.py", "a/b/c/y.py", "d/z.py", "top.py"].map(file));
  expect(folders.map(({ name, fileCount, lines }) => [name, fileCount, lines])).toEqual([
    ["a/b/c", 2, 20],
    ["d", 1, 10],
  ]);
  expect(folders[0]?.files.map(({ path }) => path)).toEqual(["a/b/c/x.py", "a/b/c/y.py"]);
  expect(files.map(({ path }) => path)).toEqual(["top.py"]);
});

describe("what tools answer becomes", () => {
  const rowsOf = (files: Readonly<Record<string, object>>) => ({
    ...{ files: new Map(Object.entries(files).map(([path, values]) => [path, { ...values }])), failed: [] },
    ...{ missing: [], notes: [], skipped: {} },
  });

  test("an outline, with members behind what contains them, and a bound", () => {
    const row = (name: string, children: readonly object[] = []) => ({
      name,
      kind: "class",
      line: 1,
      column: 1,
      children,
    });
    const nested = rowsOf({
      "b.py": { symbols: [row("A", [row("f", [row("g")])]), row("B")] },
      "a.py": { symbols: [] },
    });
    const { files, symbolCount } = outlineOf(nested, new Map(), new Map([["b.py", "."]]));
    expect(files.map(({ path }) => path)).toEqual(["a.py", "b.py"]);
    expect(files[1]?.symbols.map(([depth, , name]) => [depth, name])).toEqual([
      ...[
        [0, "A"],
        [1, "f"],
        [2, "g"],
        [0, "B"],
      ],
    ]);
    expect(symbolCount).toBe(4);
    const many = rowsOf({
      "a.py": { symbols: Array.from({ length: maxPageSymbols }, () => row("A")) },
      "b.py": { symbols: [row("B")] },
    });
    const cut = outlineOf(many, new Map(), new Map());
    expect(cut).toMatchObject({ symbolCount: maxPageSymbols + 1, shownSymbols: maxPageSymbols });
    expect(cut.files[1]).toMatchObject({ symbols: [], leftOut: 1 });
  });

  test("findings by rule: severe ones first, then many, with exact counts", () => {
    const finding = (code: string, severity: string) => ({
      line: 1,
      column: 1,
      severity,
      code,
      message: "m",
      text: " x\n",
    });
    const rules = findingsByRule(
      rowsOf({
        "a.py": { diagnostics: [finding("few", "warning"), finding("syntax_error", "error")], diagnostic_count: 2 },
        "b.py": {
          diagnostics: Array.from({ length: maxPagePlaces + 1 }, () => finding("many", "warning")),
          diagnostic_count: maxPagePlaces + 1,
        },
        "c.py": {
          diagnostics: [finding("few", "warning")],
          diagnostic_count: 202,
          counts: { few: 200, unlisted: 2 },
        },
      }),
      (path) => (path === "a.py" ? 0 : 1),
    );
    expect(rules.map(({ code, count, places }) => [code, count, places.length])).toEqual([
      ["syntax_error", 1, 1],
      ["many", maxPagePlaces + 1, maxPagePlaces],
      ["few", 201, 2],
      ["unlisted", 2, 0],
    ]);
    expect(rules[0]?.places).toEqual([[0, 1, 1, "m", "x"]]);
  });

  test("the functions that are the worst by any column", () => {
    const quiet = { end_line: 2_000, complexity: 1, cognitive: 0, parameters: 0, nesting: 0, lines: 1 };
    const functions = Array.from({ length: 1_000 }, (_, i) => ({ name: `f${i}`, line: i + 1, ...quiet }));
    const [deep, long] = [
      { name: "deep", container: "A", line: 2_000, ...quiet, nesting: 9 },
      { name: "long", line: 2_000, ...quiet, lines: 900 },
    ];
    const files = new Map([["a.py", { functions: [...functions, deep, long] }]]);
    const worst = worstFunctions(files, new Map([["a.py", "."]]));
    expect(worst.map(({ name }) => name)).toEqual(expect.arrayContaining(["A.deep", "long"]));
    expect(worst.length).toBeLessThanOrEqual(5 * maxPageWorstFunctions);
  });

  test("dependencies: the most needed files, and cycles with a bound", () => {
    const node = (file: string, into: number) => ({ file: `/r/${file}`, layer: 0, in: into, out: 1 });
    const long = Array.from({ length: maxPageCycleFiles + 3 }, (_, i) => `/r/c${i}.py`);
    const found = dependenciesOf(
      {
        counts: { edges: 9, cycles: 1, unresolved: 1 },
        nodes: [node("a.py", 0), node("b.py", 2), node("c.py", 5)],
        ...{ cycles: [long], unresolved: [{ from: "/r/a.py", name: "gone", line: 3 }] },
      },
      (path) => path.replace("/r/", ""),
    );
    expect(found.needed.rows.map(({ path, into }) => [path, into])).toEqual([
      ["c.py", 5],
      ["b.py", 2],
    ]);
    expect(found.cycles.rows.map(leftOutOf)).toEqual([3]);
    expect(found.unresolved).toEqual({ rows: [{ path: "a.py", line: 3, name: "gone" }], total: 1 });
  });

  test("languages by extensions, as they are written or else in lower case", () => {
    const reference = {
      languages: [
        { title: "C", extensions: [".c"] },
        { title: "C++", extensions: [".C", ".h"] },
      ],
    };
    const files = ["a.c", "b.C", "d.H", "e.h", "f"].map((path) => ({ path }));
    expect(languagesOf(files, reference)).toEqual([
      { title: "C++", files: 3 },
      { title: "C", files: 1 },
      { title: "other", files: 1 },
    ]);
  });
});
