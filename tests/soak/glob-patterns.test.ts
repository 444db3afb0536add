import { describe } from "vitest";
import { testPatterns } from "../support/random-patterns.ts";

const seed = Math.floor(Math.random() * 2 ** 31);

describe(`4,000 random patterns (seed ${seed})`, { timeout: 400_000 }, () => testPatterns(2_000, seed, 2_000));
