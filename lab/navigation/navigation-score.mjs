// @ts-check
/** Scores answers about names against what clangd or pyright say of them: see navigation-truth.mjs for their lines. */
import { keyOf } from "../places.mjs";

/** @typedef {import("../places.mjs").Place} Place */
/** @typedef {import("../truths/collect-references.mjs").References} References */
/** @typedef {Place & { name: string, kind: string, targets: readonly Place[] }} Definition a line of the truth */

/**
 * What is answered about a name. `equivalents` are the constructors of the first target, or the class whose constructor
 * it is. `via` are the declarations that it names with a name from outside: announcements of a library's class.
 * @typedef {{ confidence: string, targets: readonly Place[], via: readonly Place[], equivalents: () => readonly Place[] }} Answer
 */

/** @typedef {typeof verdicts[number]} Verdict */

/**
 * How an answer compares with the truth. The first five are of names that are defined in the code base, the others of
 * names from outside.
 */
export const verdicts = /** @type {const} */ ([
  "right", // the first target
  "candidate", // a later target
  "wrong", // no target
  "none", // nothing was answered
  "called-external", // it was said to come from outside
  "external", // it was said to come from outside, which is right
  "unanswered", // nothing was answered, which is not wrong
  "inside", // something in the code base was answered
]);

/** @type {ReadonlySet<Verdict>} */
const outsideVerdicts = new Set(["external", "unanswered", "inside"]);

/** Answers whose first target is not right. @type {ReadonlySet<Verdict>} */
const wrongVerdicts = new Set(["candidate", "wrong", "called-external", "inside"]);

/**
 * Compares by file and line: servers differ in the column of a target, such as that of a destructor. A class and its
 * constructors count as one, and so do the use of a macro in a class and the place in the macro that writes the member. If the truth is in a library and in an announcement of the code base, an answer is right with
 * the announcement, and as external if it names the announcement, too.
 * @param {Pick<Definition, "targets">} truth files outside of the code base are absolute
 * @param {Answer} answer
 * @returns {Verdict}
 */
export function verdictOf(truth, { confidence, targets, via, equivalents }) {
  const wanted = new Set(truth.targets.filter(({ file }) => isInside(file)).map(lineOf));
  const [first] = targets;
  if (first === undefined) {
    const isOutsideToo = wanted.size > 0 && !truth.targets.every(({ file }) => isInside(file));
    if (isOutsideToo && confidence === "external" && via.some((place) => wanted.has(lineOf(place)))) return "external";
    if (wanted.size > 0) return confidence === "external" ? "called-external" : "none";
    return confidence === "external" ? "external" : "unanswered";
  }
  if (wanted.size === 0) return "inside";
  if (wanted.has(lineOf(first)) || equivalents().some((place) => wanted.has(lineOf(place)))) return "right";
  return targets.some((target) => wanted.has(lineOf(target))) ? "candidate" : "wrong";
}

/** @param {string} file */
function isInside(file) {
  return !file.startsWith("/") && !file.startsWith("../") && !/^[A-Za-z]:/.test(file);
}

/** @param {Place} place */
function lineOf({ file, line }) {
  return `${file}:${line}`;
}

/**
 * True for a place whose errors may be listed: half of all. Who mends the rules looks at these errors alone, so that the
 * other half shows how good the rules are on code that nobody has looked at.
 * @param {Place} place
 */
export function isListed(place) {
  let hash = 2_166_136_261;
  for (const character of keyOf(place)) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619);
  return ((hash >>> 8) & 1) === 0;
}

/** How often each verdict was given. */
export class Counts {
  /** @type {Map<Verdict, number>} */
  #counts = new Map();

  /** @param {Verdict} verdict */
  add(verdict) {
    this.#counts.set(verdict, this.of(verdict) + 1);
  }

  /** @param {Verdict} verdict */
  of(verdict) {
    return this.#counts.get(verdict) ?? 0;
  }

  /** Names that are defined in the code base. */
  get insideNames() {
    return this.#sum((verdict) => !outsideVerdicts.has(verdict));
  }

  get outsideNames() {
    return this.#sum((verdict) => outsideVerdicts.has(verdict));
  }

  /** What was answered with something, and how much of it is right. */
  get answered() {
    const right = this.of("right") + this.of("external");
    const wrong = this.#sum((verdict) => wrongVerdicts.has(verdict));
    return { answers: right + wrong, right };
  }

  /**
   * Shares in percent, NaN of nothing. `first`, `among`, `wrong` and `none` are of the names inside, where what is called
   * external counts as wrong; `inside` is of the names outside, `correct` of all.
   */
  get shares() {
    const { insideNames, outsideNames } = this;
    const right = this.of("right");
    return {
      first: percent(right, insideNames),
      among: percent(right + this.of("candidate"), insideNames),
      wrong: percent(this.of("wrong") + this.of("called-external"), insideNames),
      none: percent(this.of("none"), insideNames),
      inside: percent(this.of("inside"), outsideNames),
      correct: percent(right + this.of("external"), insideNames + outsideNames),
    };
  }

  /** @param {(verdict: Verdict) => boolean} isCounted */
  #sum(isCounted) {
    return verdicts.reduce((sum, verdict) => sum + (isCounted(verdict) ? this.of(verdict) : 0), 0);
  }
}

/**
 * @param {number} part
 * @param {number} whole
 * @returns {number} NaN of nothing
 */
export function percent(part, whole) {
  return (100 * part) / whole;
}

/**
 * How a list of references compares with the truth: those of the list that are references, those that are not, and those
 * that are missing in it. Declarations and definitions of the symbol do not count, nor do places that may be either.
 * @param {References} truth
 * @param {readonly Place[]} list
 * @returns {{ right: Place[], wrong: Place[], missing: Place[] }}
 */
export function compareReferences({ definitions, references, unknown }, list) {
  const passedOver = new Set([...definitions, ...unknown].map(keyOf));
  const wanted = new Map(references.filter((place) => !passedOver.has(keyOf(place))).map((it) => [keyOf(it), it]));
  const listed = new Map(list.filter((place) => !passedOver.has(keyOf(place))).map((it) => [keyOf(it), it]));
  return {
    right: [...listed].filter(([key]) => wanted.has(key)).map(([, place]) => place),
    wrong: [...listed].filter(([key]) => !wanted.has(key)).map(([, place]) => place),
    missing: [...wanted].filter(([key]) => !listed.has(key)).map(([, place]) => place),
  };
}
