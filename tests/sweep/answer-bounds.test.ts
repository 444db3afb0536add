import { testAnswerBounds } from "../support/answer-bounds.ts";

// tests/soak/answer-bounds.test.ts has ten times as many rows, and all formats within all limits.
testAnswerBounds(300, [
  { format: "json", limit: 2_000 },
  { format: "brief", limit: 2_000 },
]);
