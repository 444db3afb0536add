// @ts-check
/** What the samples of lab/bench/by-size.mjs cost, as tables in Markdown. */

/** @typedef {{ wall: number, processor: number }} Cost seconds */
/**
 * `costs` has the same titles in every row.
 * @typedef {{ files: number, bytes: number, peakBytes: number, costs: ReadonlyMap<string, Cost | undefined> }} Row
 */
/** @typedef {{ title: string, start: Row, rows: readonly Row[] }} Measured `start` is a file of one line */

/** What is less than this share of the start is noise when the start is taken off. */
const leastShare = 0.1;

/**
 * Seconds, and milliseconds of a file and of a megabyte, which are 10^6 bytes, without those of the start.
 * @param {readonly Measured[]} measured
 * @param {Cost} bare of a node that does nothing
 */
export function costTables(measured, bare) {
  const floor = `Wall time / time of all processors. A bare \`node -e 0\` takes ${pair(bare.wall, bare.processor)} s.`;
  return [floor, ...measured.flatMap(tablesOf)].join("\n\n");
}

/**
 * A document with the part between `<!-- measured: NAME -->` and `<!-- /measured -->` replaced.
 * @param {string} markdown
 * @param {string} name
 * @param {string} text
 */
export function withMeasured(markdown, name, text) {
  const start = `<!-- measured: ${name} -->\n`;
  const from = markdown.indexOf(start) + start.length;
  const to = markdown.indexOf("<!-- /measured -->", from);
  if (from < start.length || to < 0) throw new Error(`there is no part measured: ${name}`);
  return `${markdown.slice(0, from)}\n${text}\n\n${markdown.slice(to)}`;
}

/** @param {Measured} measured */
function tablesOf({ title, start, rows }) {
  const titles = [...start.costs.keys()];
  const seconds = [start, ...rows].map((row) => {
    const costs = titles.map((name) => {
      const { wall, processor } = costOf(row, name);
      return pair(wall, processor);
    });
    const name = row === start ? "one line" : count(row.files);
    return [name, megabytes(row.bytes), ...costs, (row.peakBytes / 1e6).toFixed(0)];
  });
  /** @param {(row: Row) => number} unitsOf */
  const each = (unitsOf) =>
    rows.map((row) => [
      count(row.files),
      ...titles.map((name) => {
        const [cost, first] = [costOf(row, name), costOf(start, name)];
        const [wall, processor] = [cost.wall - first.wall, cost.processor - first.processor];
        if (wall < first.wall * leastShare || processor < first.processor * leastShare) return "–";
        return pair((wall / unitsOf(row)) * 1000, (processor / unitsOf(row)) * 1000);
      }),
    ]);
  return [
    `${title}, seconds:`,
    table(["files", "MB", ...titles, "peak MB"], seconds),
    `${title}, milliseconds for each file, without the start:`,
    table(
      ["files", ...titles],
      each(({ files }) => files),
    ),
    `${title}, milliseconds for each MB, without the start:`,
    table(
      ["files", ...titles],
      each(({ bytes }) => bytes / 1e6),
    ),
  ];
}

/**
 * @param {Row} row
 * @param {string} name
 */
function costOf({ costs }, name) {
  return costs.get(name) ?? { wall: Number.NaN, processor: Number.NaN };
}

/**
 * @param {number} wall
 * @param {number} processor
 */
function pair(wall, processor) {
  return `${figure(wall)} / ${figure(processor)}`;
}

/**
 * Two digits, or all before the point.
 * @param {number} value
 */
function figure(value) {
  return value >= 10 ? value.toFixed(0) : String(Number(value.toPrecision(2)));
}

/** @param {number} bytes */
function megabytes(bytes) {
  return bytes < 1e3 ? "0" : figure(bytes / 1e6);
}

/** @param {number} value */
function count(value) {
  return value.toLocaleString("en");
}

/**
 * As Biome formats it: each column is as wide as its longest cell.
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
function table(head, rows) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)));
  /** @param {readonly string[]} cells */
  const lineOf = (cells) => `| ${widths.map((width, i) => (cells[i] ?? "").padEnd(width)).join(" | ")} |`;
  return [lineOf(head), lineOf(widths.map((width) => "-".repeat(width))), ...rows.map(lineOf)].join("\n");
}
