/** search_code: the parts of words, the terms of questions, and which symbols of a small code base come first. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mentionedIn, withoutExtensions } from "../../src/code-index/search/mentioned.ts";
import { questionOf } from "../../src/code-index/search/question.ts";
import { TermMatcher } from "../../src/code-index/search/term-matcher.ts";
import { anyWord, partsOfWord, stemOf } from "../../src/code-index/search/word-parts.ts";
import { forEachWithTerms, WordPartsTable } from "../../src/code-index/search/word-parts-table.ts";
import type { LetterReader } from "../../src/facts/word-index.ts";
import { searchCode } from "../../src/tools/search-code.ts";
import { codeBase } from "../support/code-base.ts";
import { callIndex, written } from "../support/index-call.ts";
import { seed } from "../support/seed.ts";

test.each([
  ["maxFileBytes", ["max", "file", "bytes"]],
  ["HTTPServer2", ["http", "server2"]],
  ["_retry_delay", ["retry", "delay"]],
  ["MAX_SIZE", ["max", "size"]],
  ["größe", ["gr", "öß", "e"]],
  ["__", []],
])("the parts of %s are %j", (word, parts) => {
  expect(partsOfWord(word)).toEqual(parts);
});

test.each([
  ["retries", "retry"],
  ["retried", "retry"],
  ["retrying", "retry"],
  ["computed", "comput"],
  ["compute", "comput"],
  ["computes", "comput"],
  ["stopped", "stop"],
  ["classes", "class"],
  ["boxes", "box"],
  ["using", "use"],
  ["used", "use"],
  ["status", "status"],
  ["class", "class"],
  ["this", "this"],
  ["string", "string"],
  ["bus", "bus"],
  ["sha256", "sha256"],
])("the stem of %s is %s", (word, stem) => {
  expect(stemOf(word)).toBe(stem);
});

const termsIn = (text: string) => questionOf(text).terms.map((term) => term.text);

describe("the terms of a question", () => {
  test("are its words, without common ones, and pairs that may be one word", () => {
    expect(termsIn("Where is the retry delay computed?")).toEqual([
      "retry",
      "delay",
      "retrydelay",
      "computed",
      "delaycomputed",
    ]);
  });

  test("are the parts of a name and all of it", () => {
    expect(termsIn("DBImpl::Get_it")).toEqual(["db", "impl", "dbimpl", "get", "it", "getit"]);
  });

  test("are common words if there are no others", () => {
    expect(termsIn("what is it")).toContain("what");
    expect(termsIn("?!")).toEqual([]);
  });

  test("are no more than a bound, and the rest is counted", () => {
    const { terms, omitted } = questionOf(Array.from({ length: 100 }, (_, i) => `word${i},`).join(" "));
    expect([terms.length, omitted]).toEqual([48, 52]);
  });
});

test("the letters of a word never hide a term that it has", () => {
  const name = fc.stringMatching(/^[A-Za-z0-9_$é]{1,12}$/);
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), fc.array(name, { maxLength: 20 }), (asked, words) => {
      const matcher = new TermMatcher(questionOf(asked.join(" ")).terms);
      for (const word of [...words, ...asked, asked.join("_"), asked.join("")]) {
        const found = partsOfWord(word).some((part) => matcher.termsOf(part).length > 0);
        if (found || matcher.termsOf(word).length > 0) expect(matcher.mayHave(Buffer.from(word)), word).toBe(true);
      }
    }),
    { seed, numRuns: 50 },
  );
});

/** Visits words in the order of their bytes, with the letters that each shares with the one before. */
function lettersOf(words: readonly string[]): (visit: LetterReader<void>) => void {
  return (visit) => {
    let before = Buffer.alloc(0);
    for (const word of words) {
      const letters = Buffer.from(word);
      let shared = 0;
      while (shared < before.length && before[shared] === letters[shared]) shared++;
      visit(letters, letters.length, shared);
      before = letters;
    }
  };
}

const tableOf = (words: readonly string[]) => new WordPartsTable(words.length, lettersOf(words));

describe("a table of words", () => {
  const name = fc.stringMatching(/^[aB1é]{0,3}[A_1b$]{0,2}[abC]{1,3}(?:_{0,2}[abCé2]{1,4})?$/);
  const names = fc.array(name, { maxLength: 40 }).map((words) => [...new Set(words)].sort());

  test("has the parts of each word", () => {
    const words = [
      "HTTPServer2Go",
      "HTTPServer_x",
      "aB".repeat(10),
      "a1b2",
      "caf\u00e9",
      "caf\u00e9Bar",
      "maxFileBytes",
    ];
    const table = tableOf(words);
    expect(words.map((_, word) => table.partsOf(word))).toEqual(words.map(partsOfWord));
    fc.assert(
      fc.property(names, (some) => {
        const other = tableOf(some);
        expect(some.map((_, word) => other.partsOf(word))).toEqual(some.map(partsOfWord));
      }),
      { seed, numRuns: 200 },
    );
  });

  test("tells the terms that each word has by itself, as a look at the letters does", () => {
    const ending = fc.constantFrom("", "s", "es", "ed", "ing", "Ing", "_s", "_ed", "_ing", "eS");
    const stem = fc.constantFrom(
      "file",
      "fileName",
      "file_name",
      "filename",
      "retry",
      "retri",
      "stop",
      "stopp",
      "key",
      "caf\u00e9",
    );
    const asked = fc.array(stem, { minLength: 1, maxLength: 4 });
    const written = fc.array(fc.tuple(fc.constantFrom("", "my", "my_", "x1"), stem, ending), { maxLength: 40 });
    fc.assert(
      fc.property(asked, written, (question, parts) => {
        const matcher = new TermMatcher(questionOf(question.join(" ")).terms);
        const words = [...new Set(parts.map((some) => some.join("")))].sort();
        const found = new Map<string, readonly number[]>();
        tableOf(words).forEachWithTerms(matcher, (word, terms) => found.set(words[word] ?? "", [...terms].sort()));
        const expected = words.map((word) => [word, [...matcher.termsOf(word)].sort()] as const);
        expect(found).toEqual(new Map(expected.filter(([, terms]) => terms.length > 0)));
        const scanned = new Map<string, readonly number[]>();
        forEachWithTerms(lettersOf(words), matcher, (word, terms) => scanned.set(words[word] ?? "", [...terms].sort()));
        expect(scanned).toEqual(found);
      }),
      { seed, numRuns: 500 },
    );
  });
});

test("a text has the terms of each of its words", () => {
  const name = fc.stringMatching(/^[a-cA-C1_$é]{1,8}$/);
  const text = fc.array(fc.oneof(name, fc.constantFrom(" ", ".", "->", "\n", "😀")), { maxLength: 30 });
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), text, (asked, parts) => {
      const matcher = new TermMatcher(questionOf(asked.join(" ")).terms);
      const whole = parts.join("");
      const found: unknown[] = [];
      matcher.forEachHit(whole, (word, at, terms) => found.push([word, at, terms]));
      const expected = Array.from(whole.matchAll(anyWord), ({ 0: word, index }) => [
        word,
        index,
        matcher.termsOf(word),
      ]);
      expect(found).toEqual(expected.filter(([, , terms]) => [terms].flat().length > 0));
    }),
    { seed, numRuns: 300 },
  );
});

test.each([
  ["try", "tries"],
  ["use", "using"],
  ["use", "reUsed"],
  ["filename", "file_names"],
  ["größe", "maxGröße"],
])("%s is in %s", (asked, word) => {
  const matcher = new TermMatcher(questionOf(asked).terms);
  const found: string[] = [];
  matcher.forEachHit(`(${word}) other`, (hit) => found.push(hit));
  expect(found).toEqual([word]);
});

const code = await codeBase({
  "net/retry.py": `"""Waits between attempts."""


class RetryPolicy:
    """Says when to try again."""

    def next_wait(self, attempt):
        """The retry delay grows with each attempt."""
        jitter = attempt % 3
        return min(self.base * 2 ** attempt, self.cap) + jitter

    def reset(self):
        self.base = 1


def retryDelayOf(policy):
    return policy.next_wait(1)
`,
  "net/other.py": `def close(stream):
    # A comment on the delay of a stream.
    stream.delay = 0


def class_name(thing):
    return thing.__class__
`,
  "tests/test_retry.py": `def test_retry_delay():
    assert retryDelayOf(None)
`,
  "geo/shape.h": `/** The outline of a figure. */
class Shape {
 public:
  /** Moves all corners by an offset. */
  void translate(int x, int y);
  int filename;
};
`,
  "geo/shape.cpp": `#include "shape.h"
void Shape::translate(int x, int y) {
  log("shifting everything");
}
`,
});

type Rows = {
  readonly results: readonly { readonly filepath: string; readonly symbols: readonly Row[] }[];
  readonly words: Readonly<Record<string, number>>;
  readonly near?: Readonly<Record<string, readonly string[]>>;
  readonly next_cursor?: string;
};
type Row = { readonly name: string; readonly match?: string; readonly match_line?: number; readonly score: number };

const ask = async (query: string, further: object = {}) => {
  const answer: Rows = Object(written(await callIndex(searchCode, code, { query, ...further })));
  const rows = answer.results.flatMap(({ filepath, symbols }) => symbols.map((row) => ({ filepath, ...row })));
  return { ...answer, rows, names: rows.map(({ name }) => name) };
};

describe("the first symbol", () => {
  test.each([
    ["where is the retry delay computed", "retryDelayOf"],
    ["retry_delay", "retryDelayOf"],
    ["attempts that grow with jitter", "next_wait"],
    ["say when we try again", "RetryPolicy"],
    ["comment about a stream", "close"],
    ["offset of corners", "translate"],
    ["shift everything", "translate"],
    ["file name", "filename"],
    ["outline of figures", "Shape"],
  ])("for %s is %s", async (query, name) => {
    expect((await ask(query)).names[0]).toBe(name);
  });
});

test("a row has its place, its signature and the line that fits best", async () => {
  const { rows } = await ask("jitter of attempts");
  expect(rows[0]).toMatchObject({
    ...{ filepath: "net/retry.py", name: "next_wait", kind: "method", container: "RetryPolicy", line: 7, end_line: 10 },
    ...{ signature: "def next_wait(self, attempt)", match: "jitter = attempt % 3", match_line: 9 },
  });
});

const long = await codeBase({
  "a.py": [
    ...Array.from({ length: 9 }, (_, i) => `def paint_${i}():\n    return ${i}\n`),
    `class Painter:\n${Array.from({ length: 200 }, (_, i) => `    def paint_all_${i}(self): pass\n`).join("")}`,
    `def paint_everything():\n    # paint paint paint\n${"    x = 1\n".repeat(400)}    return x\n`,
  ].join("\n"),
});

describe("detail full", () => {
  const rowsOf = async (query: string, maxChars = 100_000): Promise<readonly Record<string, unknown>[]> => {
    const answer = Object(written(await callIndex(searchCode, long, { query, detail: "full" }, { maxChars })));
    return answer.results[0].symbols;
  };

  test("gives the best five rows their sources", async () => {
    const rows = await rowsOf("paint");
    expect(rows.filter(({ source }) => source !== undefined)).toHaveLength(5);
    expect(rows.slice(0, 5).every(({ source }) => source !== undefined)).toBe(true);
    expect(rows).toContainEqual(expect.objectContaining({ name: "paint_3", source: "def paint_3():\n    return 3" }));
  });

  test("shortens a long function, and lists the members of a long class", async () => {
    const [everything] = await rowsOf("paint everything");
    expect(everything).toMatchObject({ name: "paint_everything", omitted_lines: expect.any(Number) });
    expect(String(everything?.source)).toMatch(/^def paint_everything.*\n…\n.*return x$/s);
    const [painter] = await rowsOf("painter");
    expect(painter).toMatchObject({ name: "Painter", omitted_members: expect.any(Number) });
    expect(painter).not.toHaveProperty("source");
  });

  test("leaves out sources before rows", async () => {
    const all = await rowsOf("paint everything");
    const few = await rowsOf("paint everything", 5_000);
    expect(few).toHaveLength(all.length);
    expect(few.filter(({ source }) => source !== undefined).length).toBeLessThan(5);
  });
});

test("the line of the name is not repeated", async () => {
  expect((await ask("retry delay of")).rows[0]).not.toHaveProperty("match");
});

test("tests come later, unless the question is about tests", async () => {
  expect((await ask("retry delay")).names[0]).toBe("retryDelayOf");
  expect((await ask("test of retry delay")).names[0]).toBe("test_retry_delay");
});

test("words of the syntax do not count, and count in names", async () => {
  expect((await ask("class")).names).toEqual(["class_name"]);
});

test("words have the number of their files, and a word without one has near ones", async () => {
  const { words, near } = await ask("retry dealy backoff");
  expect(words).toEqual({ retry: 2, dealy: 0, backoff: 0 });
  expect(near).toEqual({ dealy: ["delay"] });
});

describe("names and paths in a question", () => {
  const extensions = new Set(["py", "cpp", "h"]);
  test.each<[string, readonly string[], readonly (readonly [string, number | undefined])[]]>([
    ["geo::Shape::translate", ["translate"], []],
    ["`RetryPolicy.next_wait()`", ["next_wait"], []],
    ["reset", ["reset"], []],
    ["reset it", [], []],
    ["call policy.reset of net", [], []],
    ['File "/usr/lib/net/retry.py", line 9, in next_wait', ["next_wait"], [["/usr/lib/net/retry.py", 9]]],
    ["#1  0x00005f in geo::Box<int>::area (this=0x0) at geo/box.cpp:12", ["area"], [["geo/box.cpp", 12]]],
    ["geo/shape.h(4): error C2065", [], [["geo/shape.h", 4]]],
    ["net\\other.py: unused import", [], [["net/other.py", undefined]]],
    ["line 5, in short", ["short"], []],
    ["version 1.2 of notes.txt, e.g. this one", [], []],
  ])("of %s", (text, names, paths) => {
    const found = mentionedIn(text, extensions);
    expect(found.names).toEqual(names);
    expect(found.paths.map(({ path, line }) => [path, line])).toEqual(paths);
  });

  test.each(["a".repeat(10_000), "a/".repeat(5_000), "a.".repeat(5_000), "0x1 in ".repeat(1_400), "#".repeat(9_999)])(
    "of a long text are found in time %#",
    (text) => {
      const start = process.cpuUsage();
      mentionedIn(text, extensions);
      expect(process.cpuUsage(start).user).toBeLessThan(500_000);
    },
  );

  test("leave the extensions of paths out of its words", () => {
    const text = "read net/retry.py, not policy.py_wait or a.txt";
    expect(withoutExtensions(text, mentionedIn(text, extensions))).toBe(
      "read net/retry. , not policy.py_wait or a.txt",
    );
  });

  test("put the symbols with exactly a name first", async () => {
    expect((await ask("reset")).names[0]).toBe("reset");
    expect((await ask("RetryPolicy.next_wait")).names[0]).toBe("next_wait");
    expect((await ask("retryDelayOf")).names[0]).toBe("retryDelayOf");
  });

  test("put the symbol at a line first, then others of the file", async () => {
    const { rows } = await ask("net/retry.py:13 delay of the stream");
    expect(rows.slice(0, 2).map(({ filepath }) => filepath)).toEqual(["net/retry.py", "net/retry.py"]);
    expect(rows[0]?.name).toBe("reset");
    expect((await ask('File "/usr/net/other.py", line 7, in class_name')).rows[0]?.name).toBe("class_name");
  });

  test("do not say that a file without the path fits", async () => {
    const { rows } = await ask("lost/retry.cpp delay of the stream");
    expect(rows[0]).toMatchObject({ filepath: "net/other.py", name: "close" });
  });
});

test("a query without a word of the code says so", async () => {
  const warning = "No file has a word of the query. near has words of files that are written like them.";
  expect(await ask("retrry dealy 123456")).toMatchObject({ total_symbols: 0, warnings: [warning] });
  expect((await ask("retrry dealy 123456")).near).toEqual({ retrry: ["retry", "return"], dealy: ["delay"] });
  expect(await ask("quaternion")).toMatchObject({ warnings: ["No file has a word of the query."] });
  expect(await ask("delay")).not.toHaveProperty("warnings");
});

test("kinds narrow the rows", async () => {
  expect(new Set((await ask("retry delay attempt", { kinds: ["class"] })).names)).toEqual(new Set(["RetryPolicy"]));
});

test("pages follow each other without a gap", async () => {
  const whole = (await ask("retry delay attempt stream")).rows;
  expect(whole.length).toBeGreaterThan(4);
  const paged: object[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask("retry delay attempt stream", { max_results: 2, ...(cursor !== undefined && { cursor }) });
    paged.push(...page.rows);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  expect(paged).toEqual(whole.sort((one, other) => other.score - one.score));
});

test("scores fall from row to row, and are from 0 to 1", async () => {
  const scores = (await ask("retry delay attempt stream")).rows.map(({ score }) => score).sort((a, b) => b - a);
  expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
});

test("nothing fits: no row, and the words are said", async () => {
  const answer = await ask("quaternion");
  expect(answer).toMatchObject({ total_symbols: 0, results: [], words: { quaternion: 0 } });
});

test("a question without a word is refused", async () => {
  await expect(ask("?!")).rejects.toThrow("The query has no word");
});
