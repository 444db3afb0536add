// @ts-check
/** Line charts as SVG, with logarithmic axes whose decades are equally long: a line at 45° is a proportion. */

/** @typedef {readonly [x: number, y: number]} Point both above 0 */
/** @typedef {{ label: string, isFloor?: boolean, points: readonly Point[] }} Line in the order of x; a floor is dashed */
/** @typedef {{ title: string, lines: readonly Line[] }} Panel */
/** @typedef {{ title: string, x: string, y: string, panels: readonly Panel[] }} Chart `x` and `y` name the axes */
/** @typedef {readonly [lowest: number, highest: number]} Range exponents of 10 */

const decade = 60;
const left = 56;
const top = 44;
const bottom = 42;
/** For the labels beside the ends of lines. */
const right = 132;

/** The least distance of two labels, from baseline to baseline. */
const labelDistance = 15;

/** Colours of the lines, in their order. */
const palettes = {
  light: { text: "#1f2328", quiet: "#59636e", grid: "#d1d9e0", lines: ["#0969da", "#1a7f37", "#8250df", "#bc4c00"] },
  dark: { text: "#f0f6fc", quiet: "#9198a1", grid: "#3d444d", lines: ["#4493f8", "#3fb950", "#ab7df8", "#f0883e"] },
};

/**
 * The panels beside each other, with the same axes.
 * @param {Chart} chart
 * @returns {string}
 */
export function logChart({ title, x, y, panels }) {
  const points = panels.flatMap(({ lines }) => lines.flatMap((line) => line.points));
  const across = rangeOf(points.map(([value]) => value));
  const [lowest, highest] = rangeOf(points.map(([, value]) => value));
  /** @type {Range} */
  const up = [Math.floor(lowest * 2) / 2, Math.ceil(highest * 2) / 2];
  const plotWidth = lengthOf(across);
  const panelWidth = left + plotWidth + right;
  const width = panelWidth * panels.length;
  const height = top + lengthOf(up) + bottom;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style()}</style>`,
    ...panels.map(
      (panel, i) =>
        `<g transform="translate(${i * panelWidth + left} ${top})">\n${drawn(panel, across, up, x, y)}\n</g>`,
    ),
    "</svg>\n",
  ].join("\n");
}

/**
 * Positions in the order of the wanted ones, at least `distance` apart and as near to them as can be.
 * @param {readonly number[]} wanted
 * @param {number} distance
 * @returns {readonly number[]}
 */
export function spread(wanted, distance) {
  // Neighbours that are too close become a group around the mean of what its members want.
  /** @type {{ members: number[], start: number }[]} */
  const groups = [];
  for (const index of [...wanted.keys()].sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))) {
    let group = groupOf([index], wanted, distance);
    for (let last = groups.at(-1); last !== undefined && overlaps(last, group, distance); last = groups.at(-1)) {
      groups.pop();
      group = groupOf([...last.members, ...group.members], wanted, distance);
    }
    groups.push(group);
  }
  const placed = new Map(
    groups.flatMap(({ members, start }) => members.map((member, i) => [member, start + i * distance])),
  );
  return wanted.map((_, index) => placed.get(index) ?? 0);
}

/**
 * @param {readonly number[]} members indexes, from the lowest position to the highest
 * @param {readonly number[]} wanted
 * @param {number} distance
 */
function groupOf(members, wanted, distance) {
  const starts = members.map((member, i) => (wanted[member] ?? 0) - i * distance);
  return { members: [...members], start: starts.reduce((sum, start) => sum + start, 0) / starts.length };
}

/**
 * @param {{ members: readonly number[], start: number }} before
 * @param {{ start: number }} after
 * @param {number} distance
 */
function overlaps(before, after, distance) {
  return before.start + before.members.length * distance > after.start;
}

/**
 * @param {Panel} panel
 * @param {Range} across
 * @param {Range} up
 * @param {string} xName
 * @param {string} yName
 */
function drawn({ title, lines }, across, up, xName, yName) {
  const [width, height] = [lengthOf(across), lengthOf(up)];
  /** @param {number} value */
  const xOf = (value) => rounded((Math.log10(value) - across[0]) * decade);
  /** @param {number} value */
  const yOf = (value) => rounded(height - (Math.log10(value) - up[0]) * decade);
  const ends = lines.map(({ points }) => points.at(-1) ?? [1, 1]);
  const labels = spread(
    ends.map(([, value]) => yOf(value)),
    labelDistance,
  );
  return [
    `<text class="title" y="-26">${escaped(title)}</text>`,
    `<text class="quiet" x="-44" y="-10">${escaped(yName)}</text>`,
    `<text class="quiet middle" x="${width / 2}" y="${height + 34}">${escaped(xName)}</text>`,
    ...powersIn(across).map(
      (value) =>
        `<path class="grid" d="M${xOf(value)} 0V${height}"/>` +
        `<text class="quiet middle" x="${xOf(value)}" y="${height + 17}">${value.toLocaleString("en")}</text>`,
    ),
    ...powersIn(up).map(
      (value) =>
        `<path class="grid" d="M0 ${yOf(value)}H${width}"/>` +
        `<text class="quiet end" x="-7" y="${yOf(value) + 4}">${value.toLocaleString("en")}</text>`,
    ),
    ...lines.flatMap(({ label, isFloor = false, points }, i) => {
      const [endX, endY] = ends[i] ?? [1, 1];
      const at = rounded(labels[i] ?? 0);
      const kind = isFloor ? "floor" : `l${i}`;
      const path = points.map(([x, y], n) => `${n === 0 ? "M" : "L"}${xOf(x)} ${yOf(y)}`).join("");
      return [
        `<path class="line ${kind}" d="${path}"/>`,
        ...(isFloor
          ? []
          : points.map(([x, y]) => `<circle class="dot ${kind}" cx="${xOf(x)}" cy="${yOf(y)}" r="2.5"/>`)),
        `<path class="leader ${kind}" d="M${xOf(endX) + 5} ${yOf(endY)}L${width + 8} ${at}"/>`,
        `<text class="label ${kind}" x="${width + 12}" y="${at + 4}">${escaped(label)}</text>`,
      ];
    }),
  ].join("\n");
}

function style() {
  const shapes =
    'text{font:12px "DejaVu Sans Mono",Menlo,Consolas,monospace}.title{font-weight:bold}.middle{text-anchor:middle}' +
    ".end{text-anchor:end}.grid,.line,.leader{fill:none}.grid{stroke-width:1}.line{stroke-width:2;stroke-linejoin:round}" +
    ".floor{stroke-dasharray:4 4}.leader{stroke-width:1;stroke-opacity:.6}.label{stroke:none}";
  return `${shapes}${coloursOf(palettes.light)}@media (prefers-color-scheme:dark){${coloursOf(palettes.dark)}}`;
}

/** @param {typeof palettes.light} palette */
function coloursOf({ text, quiet, grid, lines }) {
  const ofLines = [...lines.map((colour, i) => [`l${i}`, colour]), ["floor", quiet]];
  return [
    `text{fill:${text}}.quiet{fill:${quiet}}.grid{stroke:${grid}}`,
    ...ofLines.map(
      ([name, colour]) => `.${name}{stroke:${colour}}.dot.${name},.label.${name}{fill:${colour};stroke:none}`,
    ),
  ].join("");
}

/**
 * @param {readonly number[]} values
 * @returns {Range}
 */
function rangeOf(values) {
  const logs = values.map((value) => Math.log10(value));
  return [Math.min(...logs), Math.max(...logs)];
}

/** @param {Range} range */
function lengthOf([lowest, highest]) {
  return Math.ceil((highest - lowest) * decade);
}

/** @param {Range} range */
function powersIn([lowest, highest]) {
  const first = Math.ceil(lowest);
  return Array.from({ length: Math.floor(highest) - first + 1 }, (_, i) => Number(`1e${first + i}`));
}

/** @param {number} value */
function rounded(value) {
  return Math.round(value * 10) / 10;
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
