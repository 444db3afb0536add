#!/usr/bin/env node
// @ts-check
/**
 * Runs commands on a pseudo-terminal and draws what the terminal shows as an SVG, in light and in dark colours.
 *
 *   node scripts/record-terminal.mjs [--columns N] [--folder DIR] [--output FILE] COMMAND…
 *
 *   --columns N     columns of the terminal (default 100)
 *   --folder DIR    where the commands run (default: here)
 *   --output FILE   where the picture goes (default: stdout)
 *
 * The picture types each command and shows its output, once; who wants less motion sees its end at once. Its speed does not
 * depend on that of the machine, so that the same output gives the same bytes. `codegrove` is the build in dist. Needs
 * util-linux's script.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import headless from "@xterm/headless";

/** @typedef {{ text: string, style: string }} Piece text of one style: the classes of the SVG, with blanks between */
/** @typedef {{ pieces: Piece[], isCommand: boolean }} Line */

/** Rows of the terminal that is drawn: more than any recording has. */
const maxRows = 1000;
const prompt = "$ ";

/** Pixels of a character of the font, of a line, and around the text. */
const characterWidth = 7.83;
const lineHeight = 18;
const padding = 14;
const baseline = 13;

/** Seconds: for one typed character, before the output, between lines of it, and to read it. */
const typing = 0.04;
const thinking = 0.25;
const printing = 0.03;
const reading = 1.5;

/** The colours of terminals on light and on dark, from black to white, then the bright ones. */
const palette = [
  ...["#24292f #6e7681", "#cf222e #ff7b72", "#116329 #3fb950", "#7d4e00 #d29922"],
  ...["#0969da #58a6ff", "#8250df #bc8cff", "#1b7c83 #39c5cf", "#6e7781 #b1bac4"],
  ...["#57606a #8b949e", "#a40e26 #ffa198", "#1a7f37 #56d364", "#633c01 #e3b341"],
  ...["#218bff #79c0ff", "#a475f9 #d2a8ff", "#3192aa #56d4dd", "#8c959f #f0f6fc"],
];

const repository = dirname(dirname(fileURLToPath(import.meta.url)));

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      columns: { type: "string", default: "100" },
      folder: { type: "string", default: "." },
      output: { type: "string" },
    },
  });
  if (positionals.length === 0 || !(Number(values.columns) > 0)) {
    console.error("Usage: node scripts/record-terminal.mjs [--columns N] [--folder DIR] [--output FILE] COMMAND…");
    process.exit(2);
  }
  const picture = await recording(positionals, resolve(values.folder), Number(values.columns));
  if (values.output === undefined) process.stdout.write(picture);
  else writeFileSync(values.output, picture);
}

/**
 * Returns the SVG of a terminal in which these commands run, one after the other.
 * @param {readonly string[]} commands
 * @param {string} folder
 * @param {number} columns
 */
export async function recording(commands, folder, columns) {
  const terminal = new headless.Terminal({ cols: columns, rows: maxRows, allowProposedApi: true });
  /** @type {Set<number>} */
  const rowsOfCommands = new Set();
  for (const command of commands) {
    rowsOfCommands.add(terminal.buffer.active.cursorY);
    await written(terminal, `${prompt}${command}\r\n${received(command, folder, columns)}`);
  }
  const lines = linesOf(terminal.buffer.active, columns).map((pieces, row) => ({
    pieces,
    isCommand: rowsOfCommands.has(row),
  }));
  terminal.dispose();
  return pictureOf(lines, columns);
}

/**
 * What a terminal receives from a command.
 * @param {string} command
 * @param {string} folder
 * @param {number} columns
 */
function received(command, folder, columns) {
  const programs = mkdtempSync(join(tmpdir(), "codegrove-record-"));
  const program = join(programs, "codegrove");
  try {
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${join(repository, "dist/main.cjs")}' "$@"\n`);
    chmodSync(program, 0o755);
    const shell = `stty cols ${columns} rows ${maxRows}; ${command}`;
    const { stdout, error } = spawnSync("script", ["--quiet", "--flush", "--command", shell, "/dev/null"], {
      cwd: folder,
      encoding: "utf8",
      // No other variable counts, such as NO_COLOR. The time of a scan, which is logged, is another one each time.
      env: {
        PATH: [programs, process.env.PATH].join(delimiter),
        HOME: process.env.HOME,
        XDG_CACHE_HOME: process.env.XDG_CACHE_HOME,
        LANG: "C.UTF-8",
        TERM: "xterm-256color",
        LOG_LEVEL: "warn",
      },
    });
    if (error) throw error;
    return stdout;
  } finally {
    rmSync(programs, { recursive: true });
  }
}

/**
 * @param {import("@xterm/headless").Terminal} terminal
 * @param {string} text
 * @returns {Promise<void>}
 */
function written(terminal, text) {
  return new Promise((done) => terminal.write(text, done));
}

/**
 * The rows of a terminal, without empty ones at the end.
 * @param {import("@xterm/headless").IBuffer} buffer
 * @param {number} columns
 */
function linesOf(buffer, columns) {
  /** @type {Piece[][]} */
  const lines = [];
  for (let y = 0; y < buffer.length; y++) {
    const line = buffer.getLine(y);
    /** @type {Piece[]} */
    const pieces = [];
    for (let x = 0; line !== undefined && x < columns; x++) {
      const cell = line.getCell(x);
      if (cell === undefined || cell.getWidth() === 0) continue;
      const style = styleOf(cell);
      const text = cell.getChars() || " ";
      const last = pieces.at(-1);
      if (last?.style === style) last.text += text;
      else pieces.push({ text, style });
    }
    const last = pieces.at(-1);
    if (last?.style === "") last.text = last.text.trimEnd();
    lines.push(pieces.filter(({ text }) => text !== ""));
  }
  while (lines.at(-1)?.length === 0) lines.pop();
  return lines;
}

/** @param {import("@xterm/headless").IBufferCell} cell */
function styleOf(cell) {
  if (cell.isFgRGB() || (cell.isFgPalette() && cell.getFgColor() >= palette.length)) {
    throw new Error("only the 16 colours of terminals have light and dark ones: print with these");
  }
  return [
    ...(cell.isFgPalette() ? [`c${cell.getFgColor()}`] : []),
    ...(cell.isBold() ? ["bold"] : []),
    ...(cell.isDim() ? ["dim"] : []),
    ...(cell.isUnderline() ? ["line"] : []),
  ].join(" ");
}

/**
 * @param {readonly Line[]} lines
 * @param {number} columns
 */
function pictureOf(lines, columns) {
  const width = Math.ceil(columns * characterWidth + 2 * padding);
  const height = lines.length * lineHeight + 2 * padding;
  const used = palette.flatMap((colours, i) => {
    const isUsed = lines.some(({ pieces }) => pieces.some(({ style }) => style.split(" ").includes(`c${i}`)));
    return isUsed ? [{ name: `c${i}`, colours: colours.split(" ") }] : [];
  });
  const colour = (/** @type {number} */ scheme) =>
    used.map(({ name, colours }) => `.${name}{fill:${colours[scheme]}}`).join("");
  let time = 0;
  const drawn = lines.map(({ pieces, isCommand }, row) => {
    const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
    if (length === 0) return "";
    if (isCommand && row > 0) time += reading;
    // Its length makes a line as wide in every font.
    const place = `x="${padding}" y="${topOf(row) + baseline}" textLength="${pixels(length * characterWidth)}"`;
    const text = `<text class="row" style="--at:${seconds(time)}" ${place}>${spans(pieces, isCommand)}</text>`;
    if (!isCommand) {
      time += printing;
      return text;
    }
    const typed = length - prompt.length;
    const left = padding + prompt.length * characterWidth;
    const right = pixels(left + typed * characterWidth);
    const motion = `--at:${seconds(time)};--for:${seconds(typed * typing)};--steps:${typed};transform-origin:${right}px`;
    const box = `x="${pixels(left)}" y="${topOf(row)}" width="${pixels(typed * characterWidth)}" height="${lineHeight}"`;
    const cover = `<rect class="cover" style="${motion}" ${box}/>`;
    time += typed * typing + thinking;
    return `${text}\n${cover}`;
  });
  // Chromium leaves the last character of an image covered where a cover only becomes narrow, and nothing else is drawn again.
  return `<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title>A terminal: ${titleOf(lines)}</title>
<style>
text{font:13px/1 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre;fill:#24292f}
.screen,.cover{fill:#f6f8fa}.screen{stroke:#d0d7de}.prompt{fill:#116329;font-weight:bold}.bold{font-weight:bold}.dim{fill-opacity:.7}.line{text-decoration:underline}
${colour(0)}
.cover{visibility:hidden}
@media(prefers-reduced-motion:no-preference){.row{animation:shown .01s var(--at) both}.cover{animation:typed var(--for) steps(var(--steps)) var(--at) both}}
@keyframes shown{from{opacity:0}}
@keyframes typed{from{transform:scaleX(1)}to{transform:scaleX(0);visibility:hidden}}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.screen,.cover{fill:#161b22}.screen{stroke:#30363d}.prompt{fill:#3fb950}${colour(1)}}
</style>
<rect class="screen" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="6"/>
${drawn.join("\n")}
</svg>
`;
}

/** @param {readonly Line[]} lines */
function titleOf(lines) {
  const commands = lines
    .filter(({ isCommand }) => isCommand)
    .map(({ pieces }) => pieces.map(({ text }) => text).join(""));
  return escaped(commands.map((command) => command.slice(prompt.length)).join("; "));
}

/** @param {number} row */
function topOf(row) {
  return padding + row * lineHeight;
}

/** @param {number} length */
function pixels(length) {
  return Number(length.toFixed(1));
}

/** @param {number} time */
function seconds(time) {
  return `${Number(time.toFixed(2))}s`;
}

/**
 * @param {readonly Piece[]} pieces
 * @param {boolean} isCommand
 */
function spans(pieces, isCommand) {
  if (isCommand) {
    const line = pieces.map(({ text }) => text).join("");
    return `<tspan class="prompt">${prompt}</tspan>${escaped(line.slice(prompt.length))}`;
  }
  return pieces
    .map(({ text, style }) => (style === "" ? escaped(text) : `<tspan class="${style}">${escaped(text)}</tspan>`))
    .join("");
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
