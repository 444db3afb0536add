// @ts-check
/** Do both sides see the same files and give the same rows? Same answers come before speed. */
import { outputOf } from "./measure.mjs";
import { astGrep, codegrove, ctags, ripgrepFiles } from "./programs.mjs";

/** @typedef {import("./prepare.mjs").Language} Language */
/** @typedef {import("./prepare.mjs").Peers} Peers */
/** @typedef {import("./programs.mjs").Tool} Tool */
/** @typedef {{ file: string, line: number, column: number, endLine: number, endColumn: number, text: string }} PeerRow */
/** @typedef {{ name?: string, text?: string, line: number, column: number, isMatched?: boolean }} Row */

/**
 * @typedef {object} Comparison
 * @property {number} equal rows that both sides have
 * @property {string[]} onlyOurs `file:line name`
 * @property {string[]} onlyPeer
 * @property {string[]} missing those of the peer alone that are surely a row
 */

/**
 * Compares the rows of codegrove and ast-grep. A row of ast-grep alone is missing on our side when it surely is one:
 * ast-grep takes what the grammar misreads for definitions of names that do not exist, and where a tree has errors two
 * versions of the runtime need not agree. So for a definition universal-ctags must have the name, too, and for the row
 * of a plain query the file must parse without errors.
 *
 * @param {Peers} peers
 * @param {Tool} tool
 * @param {Language} language
 * @param {string} folder
 * @returns {Comparison}
 */
export function compareAnswers(peers, tool, language, folder) {
  // A plain query is about the tree as the grammar has it, so both sides parse the same text.
  const flags = tool === "execute_query" ? ["--no-macro-masking"] : [];
  const ours = ourRows(outputOf(codegrove(tool, folder, { flags })));
  const theirs = peerRows(outputOf(astGrep(peers, tool, language, folder, { isNamed: true })));
  const isSure = tool === "execute_query" ? isWithoutErrors(folder) : isConfirmed(peers, tool, language, folder);
  /** @type {Comparison} */
  const found = { equal: 0, onlyOurs: [], onlyPeer: [], missing: [] };
  for (const row of theirs) {
    const rows = ours.get(row.file) ?? [];
    const match = rows.find((own) => isWithin(own, row) && !own.isMatched);
    if (match !== undefined) {
      match.isMatched = true;
      found.equal += 1;
      continue;
    }
    const place = `${row.file}:${row.line} ${row.text.replace(/\s+/g, " ").slice(0, 60)}`;
    found.onlyPeer.push(place);
    if (isSure(row, rows)) found.missing.push(place);
  }
  for (const [file, rows] of ours) {
    const left = rows.filter(({ isMatched }) => !isMatched);
    found.onlyOurs.push(...left.map(({ name, text, line }) => `${file}:${line} ${name ?? text}`));
  }
  return found;
}

/**
 * The files of a folder that codegrove or ast-grep does not read.
 * @param {Peers} peers
 * @param {Language} language
 * @param {string} folder
 */
export function unequalFiles(peers, language, folder) {
  const { command, ...program } = astGrep(peers, "execute_query", language, folder);
  const args = ["-c", '"$0" "$@" --inspect entity 2>&1 >/dev/null', command, ...program.args];
  const told = outputOf({ ...program, command: "sh", args });
  const theirs = new Set([...told.matchAll(/^sg: entity\|file\|(.*): language=/gm)].map(([, file = ""]) => bare(file)));
  // A batch leaves out the files in which other tools find nothing.
  const ours = new Set(ourRows(outputOf(codegrove("parse_file", folder))).keys());
  const listed = outputOf(ripgrepFiles(peers, folder)).trimEnd().split("\n").map(bare);
  const sides = /** @type {const} */ ([
    ["codegrove", ours],
    ["ast-grep", theirs],
  ]);
  return listed.flatMap((file) => {
    const without = sides.filter(([, files]) => !files.has(file)).map(([side]) => side);
    return without.length === 0 ? [] : [`${file} is not read by ${without.join(" and ")}`];
  });
}

/** @param {string} lines */
function linesOf(lines) {
  return lines
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** @param {string} lines */
function ourRows(lines) {
  return new Map(
    linesOf(lines).map(({ filepath, classes, functions, matches }) => {
      /** @type {Row[]} */
      const rows = classes ?? functions ?? matches ?? [];
      return [bare(filepath), rows];
    }),
  );
}

/**
 * @param {string} lines
 * @returns {PeerRow[]}
 */
function peerRows(lines) {
  return linesOf(lines).map(({ file, text, range, metaVariables }) => {
    const named = metaVariables?.single?.NAME ?? { text, range };
    const { start, end } = named.range;
    return {
      file: bare(file),
      line: start.line + 1,
      column: start.column + 1,
      endLine: end.line + 1,
      endColumn: end.column + 1,
      text: named.text,
    };
  });
}

/**
 * Whether a row stands where the peer's name, or declarator with the name inside, stands.
 * @param {Row} row
 * @param {PeerRow} peer
 */
function isWithin({ line, column }, peer) {
  if (line < peer.line || line > peer.endLine) return false;
  if (line === peer.line && column < peer.column) return false;
  return line < peer.endLine || column < peer.endColumn;
}

/**
 * Whether ctags has a name of the row on its lines that no row of ours has there.
 * @param {Peers} peers
 * @param {Tool} tool
 * @param {Language} language
 * @param {string} folder
 * @returns {(row: PeerRow, ours: readonly Row[]) => boolean}
 */
function isConfirmed(peers, tool, language, folder) {
  const known = ctagsRows(outputOf(ctags(peers, tool, language, folder)));
  return ({ file, line, endLine, text }, ours) => {
    const words = (text.match(/~?[\p{L}\p{N}_]+/gu) ?? []).filter((word) => !/^[A-Z][A-Z0-9_]+$/.test(word));
    for (let at = line; at <= endLine; at++) {
      const names = words.filter((word) => known.has(keyOf(file, at, word)));
      if (names.some((name) => !ours.some((row) => row.line === at && row.name === name))) return true;
    }
    return false;
  };
}

/**
 * @param {string} folder
 * @returns {(row: PeerRow) => boolean}
 */
function isWithoutErrors(folder) {
  const parsed = linesOf(outputOf(codegrove("parse_file", folder, { flags: ["--no-macro-masking"] })));
  const sound = new Set(parsed.filter(({ has_errors }) => !has_errors).map(({ filepath }) => bare(filepath)));
  return ({ file }) => sound.has(file);
}

/** @param {string} lines */
function ctagsRows(lines) {
  const tags = lines.split("\n").filter((line) => line !== "" && !line.startsWith("!"));
  return new Set(
    tags.map((tag) => {
      const [name = "", file = "", place = ""] = tag.split("\t");
      return keyOf(bare(file), Number.parseInt(place, 10), name);
    }),
  );
}

/**
 * @param {string} file
 * @param {number} line
 * @param {string} name
 */
function keyOf(file, line, name) {
  return `${file}:${line} ${name}`;
}

/** @param {string} path */
function bare(path) {
  return path.replace(/^\.\//, "");
}
