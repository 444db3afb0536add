import { describe } from "vitest";
import { testPatterns } from "../support/random-patterns.ts";
import { seed } from "../support/seed.ts";

describe(`4,000 random patterns (TEST_SEED=${seed})`, { timeout: 400_000 }, () => testPatterns(2_000, seed, 2_000));
