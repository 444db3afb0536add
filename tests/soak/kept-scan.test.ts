import { describe, test } from "vitest";
import { changes, expectAnswersAfter } from "../support/kept-scan.ts";

describe("a scan of a folder in which something has changed", () => {
  test.each(Object.keys(changes))("%s", expectAnswersAfter);
});
