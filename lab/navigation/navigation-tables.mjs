// @ts-check
/** The tables of commands/navigation.mjs. */

import { compareText } from "../places.mjs";
import { Counts, percent, verdicts } from "./navigation-score.mjs";

/** @typedef {import("./navigation-score.mjs").Verdict} Verdict */
/** @typedef {{ right: readonly unknown[], wrong: readonly unknown[], missing: readonly unknown[] }} Compared */

/** Counts of verdicts by what they are about. */
export class Table {
  /** @type {Map<string, Counts>} */
  #rows = new Map();

  /**
   * @param {string} key
   * @param {Verdict} verdict
   */
  add(key, verdict) {
    const counts = this.#rows.get(key) ?? new Counts();
    this.#rows.set(key, counts);
    counts.add(verdict);
  }

  /** @param {string} title */
  print(title) {
    const shares = ["first%", "among%", "wrong%", "none%", "in%", "all%"];
    const heads = [...verdicts.map((verdict) => verdict.replace("called-external", "called ext")), ...shares];
    console.log(`\n${title.padEnd(nameWidth)}${heads.map(shownCell).join("")}`);
    for (const [key, counts] of [...this.#rows].sort(([a], [b]) => compareText(a, b))) {
      const { first, among, wrong, none, inside, correct } = counts.shares;
      const ofNames = [first, among, wrong, none, inside, correct].map((share) => shownShare(share));
      const cells = [...verdicts.map((verdict) => counts.of(verdict)), ...ofNames];
      console.log(key.padEnd(nameWidth) + cells.map(shownCell).join(""));
    }
  }
}

/** Shares of right answers that labels promise, in percent. @type {ReadonlyMap<string, number>} */
const goals = new Map([
  ["exact", 99.5],
  ["likely", 97],
]);

/** Fewer answers say little about a share. */
const minAnswers = 50;

/** How often the answers of each rule with each label are right. */
export class RuleTable {
  /** Counts by label, rule and code base; the rule "all" and the code base "" stand for all. @type {Map<string, Map<string, Map<string, Counts>>>} */
  #labels = new Map();

  /**
   * @param {{ confidence: string, rule: string }} answer
   * @param {string} codeBase
   * @param {Verdict} verdict
   */
  add({ confidence, rule }, codeBase, verdict) {
    const rules = entryOf(this.#labels, confidence, () => new Map());
    for (const key of ["all", rule]) {
      const counts = entryOf(rules, key, () => new Map());
      for (const name of ["", codeBase]) entryOf(counts, name, () => new Counts()).add(verdict);
    }
  }

  /** @param {string} title */
  print(title) {
    const heads = ["answers", "right", "right%", "lowest%"];
    console.log(`\n${title.padEnd(nameWidth)}${heads.map(shownCell).join("")}`);
    for (const [label, rules] of byName(this.#labels))
      for (const [rule, counts] of byName(rules)) this.#printRow(label, rule, counts);
  }

  /** @param {string} label @param {string} rule @param {ReadonlyMap<string, Counts>} counts by code base */
  #printRow(label, rule, counts) {
    const { answers, right } = answeredOf(counts.get(""));
    if (answers === 0) return;
    const goal = goals.get(label) ?? 0;
    const mark = (/** @type {number} */ share, /** @type {number} */ of) =>
      `${shownShare(share, 2)}${of >= minAnswers && share < goal ? "<" : " "}`;
    const ofCodeBases = [...counts]
      .filter(([name]) => name !== "")
      .map(([name, one]) => ({ name, ...answeredOf(one) }))
      .filter((one) => one.answers >= minAnswers)
      .map((one) => ({ ...one, share: percent(one.right, one.answers) }))
      .sort((a, b) => a.share - b.share);
    const [lowest] = ofCodeBases;
    const cells = [answers, right, mark(percent(right, answers), answers)];
    const ofLowest = lowest && `${shownCell(mark(lowest.share, lowest.answers))} ${lowest.name} (${lowest.answers})`;
    console.log(`${label}, ${rule}`.padEnd(nameWidth) + cells.map(shownCell).join("") + (ofLowest ?? ""));
  }
}

/** @param {Counts | undefined} counts */
function answeredOf(counts) {
  return counts?.answered ?? { answers: 0, right: 0 };
}

/** @template T @param {ReadonlyMap<string, T>} map */
function byName(map) {
  return [...map].sort(([a], [b]) => compareText(a, b));
}

/** The value of a key, made at its first use. @template T @param {Map<string, T>} map @param {string} key @param {() => T} make */
function entryOf(map, key, make) {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

/** Characters of the first column. */
export const nameWidth = 30;

/** @param {string | number} cell */
export function shownCell(cell) {
  return String(cell).padStart(11);
}

/**
 * @param {number} share in percent
 * @param {number} [digits]
 */
export function shownShare(share, digits = 1) {
  return Number.isNaN(share) ? "-" : share.toFixed(digits);
}

/** Right, wrong and missing references of the lists that are compared, by kind of symbol. */
export class ReferenceCounts {
  /** @type {Map<string, { symbols: number, lists: Map<string, { right: number, wrong: number, missing: number }> }>} */
  #kinds = new Map();

  /**
   * @param {readonly string[]} kinds of symbols, of which one is
   * @param {Record<string, Compared>} lists
   */
  add(kinds, lists) {
    const counted = Object.entries(lists).map(([list, { right, wrong, missing }]) => [
      list,
      { right: right.length, wrong: wrong.length, missing: missing.length },
    ]);
    for (const key of ["all", ...kinds]) this.#add(key, 1, Object.fromEntries(counted));
  }

  /** @param {ReferenceCounts} others */
  addAll(others) {
    for (const [kind, { symbols, lists }] of others.#kinds) this.#add(kind, symbols, Object.fromEntries(lists));
  }

  /**
   * @param {string} kind
   * @param {number} symbols
   * @param {Record<string, { right: number, wrong: number, missing: number }>} lists
   */
  #add(kind, symbols, lists) {
    const row = this.#kinds.get(kind) ?? { symbols: 0, lists: new Map() };
    this.#kinds.set(kind, row);
    row.symbols += symbols;
    for (const [list, { right, wrong, missing }] of Object.entries(lists)) {
      const sum = row.lists.get(list) ?? { right: 0, wrong: 0, missing: 0 };
      row.lists.set(list, { right: sum.right + right, wrong: sum.wrong + wrong, missing: sum.missing + missing });
    }
  }

  /** @param {string} title */
  print(title) {
    const heads = ["symbols", "right", "wrong", "missing", "precision%", "recall%"];
    console.log(`\n${`${title}: references`.padEnd(nameWidth)}${heads.map(shownCell).join("")}`);
    for (const [kind, { symbols, lists }] of [...this.#kinds].sort(([a], [b]) => compareText(a, b))) {
      for (const [list, { right, wrong, missing }] of lists) {
        const shares = [percent(right, right + wrong), percent(right, right + missing)];
        const cells = [symbols, right, wrong, missing, ...shares.map((share) => shownShare(share))];
        console.log(`${kind}, ${list}`.padEnd(nameWidth) + cells.map(shownCell).join(""));
      }
    }
  }
}

/** Characters of a line of code in a list. */
const maxLineLength = 140;

/**
 * A line of code as lists of errors show it.
 * @param {string} [line]
 */
export function shownLine(line = "") {
  return line.trim().slice(0, maxLineLength);
}
