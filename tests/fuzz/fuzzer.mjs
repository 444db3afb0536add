// @ts-check
/**
 * The loop of the fuzzer. Input: a target with counters in its code, inputs to begin with, a seed, and how long; output: findings, each
 * with its shortest input, and the inputs that reach all that was reached. The same seed makes the same inputs.
 */
import { randomNumbers } from "../../lab/random-numbers.mjs";
import { writtenInput } from "./corpus.mjs";
import { mutated } from "./mutate.mjs";

/**
 * @typedef {import("./target.ts").FuzzTarget} FuzzTarget
 * @typedef {import("./counters.mjs").Counters} Counters
 * @typedef {{ readonly message: string, readonly stack: string, readonly input: Buffer }} Finding
 * @typedef {{ readonly bytes: Buffer, readonly features: readonly number[] }} Kept
 */

/** Runs between two looks at the clock. */
const runsAtOnce = 50;

/** Runs for which a shorter input of a finding is looked for. */
const mostShortening = 500;

/** Milliseconds of the processor that an input may take, three times: a regular expression takes no steps. */
const mostMs = 250;

/** Features of the steps that inputs of a length take begin here: an input that takes more than others is kept. */
const stepFeatures = 1 << 24;

export class Fuzzer {
  /** @type {Map<string, Finding>} */
  findings = new Map();
  runs = 0;
  /** The largest part of its steps that an input took. */
  nearest = 0;
  /** @type {Kept[]} */
  #kept = [];
  /** @type {Set<number>} */
  #seen = new Set();
  #target;
  #counters;
  #random;
  #words;
  #begin;

  /**
   * @param {FuzzTarget} target
   * @param {Counters} counters
   * @param {number} seed
   * @param {(input: Buffer) => void} begin called before each run, so that an input without an end is known
   */
  constructor(target, counters, seed, begin) {
    this.#target = target;
    this.#counters = counters;
    this.#random = randomNumbers(seed);
    this.#words = target.words.map((word) => Buffer.from(word));
    this.#begin = begin;
  }

  /** Places that were reached. */
  get reached() {
    return new Set([...this.#seen].filter((feature) => feature < stepFeatures).map((feature) => feature >> 5)).size;
  }

  /** Inputs that each reach something that no earlier one did. */
  get kept() {
    return this.#kept.length;
  }

  /** @param {readonly Buffer[]} inputs */
  async addAll(inputs) {
    // What is made once, such as tables of words, takes no steps of an input.
    for (const bytes of inputs.slice(0, 1)) await this.#runOnce(bytes, Number.POSITIVE_INFINITY);
    for (const bytes of inputs) await this.#try(bytes);
    if (this.#kept.length === 0) this.#kept.push({ bytes: Buffer.from("a"), features: [] });
  }

  /** @param {() => boolean} isOver */
  async run(isOver) {
    while (!isOver()) {
      for (let left = runsAtOnce; left > 0; left--) {
        const parent = this.#pick();
        await this.#try(mutated(parent.bytes, { random: this.#random, words: this.#words, other: this.#pick().bytes }));
      }
    }
  }

  /** The newest inputs are picked more often than others. */
  #pick() {
    const { length } = this.#kept;
    const isNew = this.#random() < 0.4;
    const at = isNew
      ? length - 1 - Math.floor(this.#random() * Math.min(length, 20))
      : Math.floor(this.#random() * length);
    return /** @type {Kept} */ (this.#kept[at]);
  }

  /** @param {Buffer} bytes */
  async #try(bytes) {
    const startedAt = processorMs();
    const found = (await this.#runOnce(bytes)) ?? (await this.#lateness(bytes, processorMs() - startedAt));
    if (found !== undefined) {
      const key = keyOf(found);
      if (!this.findings.has(key)) this.findings.set(key, await this.#shortened(key, { ...found, input: bytes }));
      return;
    }
    const features = [...this.#counters.features(), this.#stepFeature(bytes)];
    const fresh = features.filter((feature) => !this.#seen.has(feature));
    if (fresh.length === 0) return;
    for (const feature of fresh) this.#seen.add(feature);
    this.#kept.push({ bytes, features });
  }

  /** The order of magnitude of a length, and a half of one of the steps. @param {Buffer} bytes */
  #stepFeature(bytes) {
    return (
      stepFeatures + 64 * Math.round(Math.log2(bytes.length + 1)) + Math.round(2 * Math.log2(this.#counters.steps + 1))
    );
  }

  /**
   * @param {Buffer} bytes
   * @returns {Promise<Omit<Finding, "input"> | undefined>}
   */
  async #runOnce(bytes, most = this.#mostSteps(bytes)) {
    this.#begin(bytes);
    this.#counters.begin(most);
    this.runs++;
    try {
      const running = this.#target.run(bytes);
      if (running !== undefined) await running;
    } catch (error) {
      const stepsEnded = this.#counters.steps > most;
      const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
      if (!stepsEnded) return { message, stack };
    }
    // The code under test may have caught the error.
    if (this.#counters.steps > most) {
      const { fixed, perByte } = this.#target.steps;
      return { message: `more than ${fixed} steps and ${perByte} for each byte`, stack: "" };
    }
    this.nearest = Math.max(this.nearest, this.#counters.steps / most);
    return undefined;
  }

  /**
   * A finding if an input takes long each time.
   *
   * @param {Buffer} bytes
   * @param {number} firstMs
   */
  async #lateness(bytes, firstMs) {
    for (let ms = firstMs, run = 1; ms > mostMs; run++) {
      if (run === 3) return { message: `more than ${mostMs} ms of the processor for ${bytes.length} bytes`, stack: "" };
      const startedAt = processorMs();
      await this.#runOnce(bytes);
      ms = processorMs() - startedAt;
    }
    return undefined;
  }

  /** @param {Buffer} bytes */
  #mostSteps(bytes) {
    const { fixed, perByte } = this.#target.steps;
    return fixed + perByte * bytes.length;
  }

  /** @param {string} key @param {Finding} finding @returns {Promise<Finding>} */
  async #shortened(key, finding) {
    let shortest = finding;
    let left = mostShortening;
    for (let size = finding.input.length >> 1; size > 0 && left > 0; size >>= 1) {
      for (let at = 0; at < shortest.input.length && left > 0; left--) {
        const input = Buffer.concat([shortest.input.subarray(0, at), shortest.input.subarray(at + size)]);
        const startedAt = processorMs();
        const found = (await this.#runOnce(input)) ?? (await this.#lateness(input, processorMs() - startedAt));
        if (found !== undefined && keyOf(found) === key) shortest = { ...found, input };
        else at += size;
      }
    }
    return shortest;
  }

  /**
   * The fewest inputs that reach all places, the shortest ones first.
   *
   * @param {number} mostChars of all of them together, as they are written
   */
  corpus(mostChars) {
    /** @type {Set<number>} */
    const reached = new Set();
    /** @type {Buffer[]} */
    const chosen = [];
    let chars = 0;
    for (const one of this.#kept.toSorted((a, b) => a.bytes.length - b.bytes.length)) {
      const places = one.features.map((feature) => feature >> 5);
      const length = writtenInput(one.bytes).length;
      if (places.every((place) => reached.has(place)) || chars + length > mostChars) continue;
      for (const place of places) reached.add(place);
      chosen.push(one.bytes);
      chars += length;
    }
    return chosen;
  }
}

/**
 * What makes two findings the same: the message without numbers and quotes, and the place in the code.
 *
 * @param {Omit<Finding, "input">} finding
 */
function keyOf({ message, stack }) {
  const frame = stack.split("\n").find((line) => /^\s+at .*:\d+:\d+\)?$/.test(line)) ?? "";
  return `${message
    .split("\n")[0]
    ?.replace(/\d+|"[^"]*"|'[^']*'/g, "…")
    .slice(0, 120)}${frame}`;
}

/** Milliseconds of the processor that this process has taken: the thread of the fuzzer does nearly all of its work. */
function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
