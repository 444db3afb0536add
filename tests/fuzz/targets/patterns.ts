/** Patterns of find_pattern, with code that they are compared with. */
import assert from "node:assert";
import { UserError } from "../../../src/base/errors.ts";
import { shippedMacros } from "../../../src/syntax/macros.ts";
import { withParsed } from "../../../src/syntax/parse.ts";
import { checkPattern, textNeededByPattern } from "../../../src/syntax/patterns/pattern-matches.ts";
import { languageNamed } from "../../support/shipped-languages.ts";
import type { FuzzTarget } from "../target.ts";

const languages = ["cpp", "python", "javascript"].map(languageNamed);

export const target: FuzzTarget = {
  about: "a pattern is compiled, and compared with code, with and without the words that it needs",
  seeds: () => [
    "\0f($A, $$$B)\n====\nint g() { return f(1, 2) + f(x); }\n",
    "\x01if $A: $$$B\n====\ndef g():\n  if x: y(); z()\n",
    "\x02$A.map($F => $$$)\n====\nlet a = b.map((c) => c + 1);\n",
    "\0FatalError << $$$ << exit($A)\n====\nvoid f() { FatalError << 1 << exit(2); }\n",
  ],
  words: [
    "$A",
    "$$$B",
    "$$$",
    "$_",
    "\n====\n",
    "(",
    ")",
    "{",
    "}",
    ";",
    ",",
    "<<",
    "if ",
    "return ",
    "class ",
    '"',
    "'",
    "def ",
    ":",
    "=",
    "MY_MACRO",
    "\n",
  ],
  steps: { fixed: 400_000, perByte: 4_000 },
  run: async (bytes) => {
    const language = languages[(bytes[0] ?? 0) % languages.length];
    if (language === undefined) return;
    const [pattern = "", code = ""] = bytes.toString("utf8", 1).split("\n====\n");
    const request = {
      pattern,
      where: new Map(),
      inside: undefined,
      notInside: undefined,
      isStrict: (bytes[0] ?? 0) > 127,
    };
    try {
      await checkPattern(language, request);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return;
    }
    const everywhere = shippedMacros(language);
    const masking = everywhere && { macros: { project: new Map(), folder: new Map(), everywhere } };
    const matches = await withParsed(language, code, { masking }, (file) => file.matches(request).matches);
    for (const { start, end, matchEnd, captures } of matches) {
      assert.ok(
        0 <= start && start <= matchEnd && matchEnd <= code.length && end <= code.length,
        "a match leads out of the code",
      );
      for (const one of captures)
        assert.ok(one.start <= one.end && one.end <= code.length, "a metavariable leads out of the code");
    }
    const needed = await textNeededByPattern(language, request);
    const quick = await withParsed(language, code, { masking, needed }, (file) =>
      file.hasErrors() ? undefined : file.matches(request).matches,
    );
    const hasErrors = await withParsed(language, code, { masking }, (file) => file.hasErrors());
    if (quick !== undefined && !hasErrors)
      assert.deepEqual(quick, matches, "the words that a pattern needs hide a match");
  },
};
