// @ts-check
/**
 * Counts what codegrove and another program both have, and what one has alone: input is an item at a time with its kinds,
 * output a table with a row a kind, and examples of the differences.
 */

/** @typedef {"both" | "ours" | "theirs"} Side */
/** @typedef {Record<Side, number>} Count */

/** Characters of the first column. */
const nameWidth = 34;

export class Sides {
  /** @type {Map<string, Count>} */
  #rows = new Map();
  /** @type {string[]} */
  #differences = [];

  /**
   * @param {Side} side
   * @param {readonly string[]} kinds one row for each, after that of all
   * @param {string} [difference] how a difference is listed
   */
  add(side, kinds, difference) {
    for (const kind of ["all", ...kinds]) this.#row(kind)[side] += 1;
    if (side !== "both" && difference !== undefined)
      this.#differences.push(`only ${side} ${kinds.join(" ")} ${difference}`);
  }

  /**
   * Counts two sets of keys, which are listed as they are.
   * @param {readonly string[]} kinds
   * @param {ReadonlySet<string>} ours
   * @param {ReadonlySet<string>} theirs
   */
  addSets(kinds, ours, theirs) {
    for (const key of theirs) this.add(ours.has(key) ? "both" : "theirs", kinds, key);
    for (const key of ours) if (!theirs.has(key)) this.add("ours", kinds, key);
  }

  /** @param {string} kind */
  #row(kind) {
    const row = this.#rows.get(kind) ?? { both: 0, ours: 0, theirs: 0 };
    this.#rows.set(kind, row);
    return row;
  }

  /** What was counted of a kind. */
  of(kind = "all") {
    return this.#row(kind);
  }

  /** True if both sides have items, and the same ones. */
  get isEqual() {
    const { both, ours, theirs } = this.of();
    return both > 0 && ours + theirs === 0;
  }

  get differences() {
    return this.#differences;
  }

  /**
   * Prints the table, and then differences.
   * @param {string} title
   * @param {number} [most] differences to list
   */
  print(title, most = 0) {
    console.log(tableRow(title, ["both", "ours", "theirs", "precision", "recall"]));
    for (const [kind, { both, ours, theirs }] of [...this.#rows].sort(([a], [b]) => order(a, b))) {
      console.log(tableRow(`  ${kind}`, [both, ours, theirs, part(both, both + ours), part(both, both + theirs)]));
    }
    for (const difference of this.#differences.slice(0, most)) console.log(`  ${difference}`);
  }
}

/** "all" first. @param {string} a @param {string} b */
function order(a, b) {
  if (a === "all" || b === "all") return a === "all" ? -1 : 1;
  return a < b ? -1 : 1;
}

/**
 * @param {string} head
 * @param {readonly (string | number)[]} cells
 */
function tableRow(head, cells) {
  return head.padEnd(nameWidth) + cells.map((cell) => String(cell).padStart(11)).join("");
}

/**
 * @param {number} some
 * @param {number} all
 */
export function part(some, all) {
  return all === 0 ? "-" : (some / all).toFixed(4);
}

/**
 * @param {number} some
 * @param {number} all
 */
export function percent(some, all) {
  return all === 0 ? "-" : `${((100 * some) / all).toFixed(1)} %`;
}
