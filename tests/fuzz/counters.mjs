// @ts-check
/**
 * The counters of instrumented code: how often each place ran for an input, and all steps together. Code that is instrumented calls
 * `hit` with the number of a place.
 */

/** Thrown by `hit` for an input that takes more steps than it may. */
class TooManySteps extends Error {}

/** Places that can be numbered. */
const mostPlaces = 1 << 18;

export class Counters {
  #counts = new Uint32Array(mostPlaces);
  /** @type {number[]} */
  #touched = [];
  #places = 0;
  #steps = 0;
  #most = Number.POSITIVE_INFINITY;
  /** The number of a new place. */
  next = () => {
    if (this.#places === mostPlaces) throw new Error("there are more places than counters");
    return this.#places++;
  };
  /** @type {(place: number) => void} */
  hit = (place) => {
    const count = this.#counts[place] ?? 0;
    if (count === 0) this.#touched.push(place);
    this.#counts[place] = count + 1;
    if (++this.#steps > this.#most) throw new TooManySteps(`more than ${this.#most} steps`);
  };

  /** @param {number} mostSteps */
  begin(mostSteps) {
    for (const place of this.#touched) this.#counts[place] = 0;
    this.#touched.length = 0;
    this.#steps = 0;
    this.#most = mostSteps;
  }

  /** Steps of the input. */
  get steps() {
    return this.#steps;
  }

  /** Places that are numbered. */
  get places() {
    return this.#places;
  }

  /** The numbers of the places that ran, each with the order of magnitude of how often it did. */
  features() {
    return this.#touched.map((place) => place * 32 + (31 - Math.clz32(this.#counts[place] ?? 1)));
  }
}
