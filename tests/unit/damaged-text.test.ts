import { describe, test } from "vitest";
import { damagedTexts, expectConsistent } from "../support/damaged-text.ts";

describe("symbols, diagnostics and tree hold together in damaged", () => {
  test.each(damagedTexts.map(([language, path]) => [language.title, path, language] as const))(
    "%s: %s",
    (_title, path, language) => expectConsistent(language, path, 8),
  );
});
