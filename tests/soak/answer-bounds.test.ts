import { testAnswerBounds } from "../support/answer-bounds.ts";

testAnswerBounds(
  3_000,
  [2_000, 10_000, 50_000].flatMap((limit) => ["json", "brief"].map((format) => ({ format, limit }))),
);
