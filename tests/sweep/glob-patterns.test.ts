import { describe } from "vitest";
import { testPatterns } from "../support/random-patterns.ts";

/** Always the same patterns: how many of them match, and how many are refused, is a matter of statistics. */
const seed = 1;

describe("200 random patterns", () => testPatterns(100, seed, 20_000));
