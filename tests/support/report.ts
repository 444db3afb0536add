import { readFileSync } from "node:fs";
import { join } from "node:path";
import { firstRows } from "../../src/report/first-rows.ts";
import { type PageAssets, pageOf } from "../../src/report/page.ts";
import type { PageData } from "../../src/report/page-data.ts";
import type { Report } from "../../src/report/report.ts";
import { packageFolder } from "./built-server.ts";

const none = firstRows([], 0);

/** A report about nothing, with some parts in place of its own. */
export function reportWith(parts: Partial<Report> = {}): Report {
  return {
    folder: "sample",
    totals: {
      total_files: 0,
      lines: { total: 0, code: 0, comment: 0, blank: 0 },
      classes: 0,
      doc_coverage: {},
    },
    languages: [],
    outline: { files: [], kinds: [], symbolCount: 0, shownSymbols: 0 },
    dependencies: {
      ...{ files: 0, edges: 0, needed: firstRows([], 0), cycles: firstRows([], 0), unresolved: firstRows([], 0) },
    },
    dependencyPicture: undefined,
    worst: [],
    rules: [],
    used: [],
    imports: [],
    start: { parts: none, mostUsed: none, entries: none, risky: none, changed: undefined },
    failed: [],
    skipped: {},
    missing: [],
    notes: [],
    ...parts,
  };
}

/** A report about some files, each with methods of a class. */
export function largeReport(files: number, methods: number): Report {
  const outline = Array.from({ length: files }, (_, file): PageData["files"][number] => ({
    path: `part${String(file % 40).padStart(2, "0")}/file${String(file).padStart(4, "0")}.py`,
    lines: methods * 4,
    separator: ".",
    symbols: [
      [0, 0, `Shape${file}`, "", 1, 7, `class Shape${file}`],
      ...Array.from({ length: methods }, (_, method): PageData["files"][number]["symbols"][number] => [
        ...([1, 1, `area_${file}_${method}`, "", 2 + 4 * method, 9] as const),
        `def area_${file}_${method}(self, scale: float) -> float`,
      ]),
    ],
  })).sort((a, b) => (a.path < b.path ? -1 : 1));
  const symbolCount = files * (methods + 1);
  return reportWith({
    outline: { files: outline, kinds: ["class", "method"], symbolCount, shownSymbols: symbolCount },
  });
}

/** The script and the style of a page, as the build has written them. */
export function builtAssets(): PageAssets {
  const read = (name: string) => readFileSync(join(packageFolder, "dist", name), "utf8");
  return { script: read("report-page.js"), style: read("report-page-style.css") };
}

/** A page whose links go to the files beside it. */
export function pageWith(report: Report, assets: PageAssets = { script: "", style: "" }): string {
  return pageOf(report, { template: "./{path}#L{line}", root: "" }, assets);
}

/** The data of a page's script. */
export function dataIn(page: string): PageData {
  const [, json = "null"] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page) ?? [];
  return JSON.parse(json);
}
