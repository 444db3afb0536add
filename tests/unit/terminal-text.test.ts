import { describe, expect, test } from "vitest";
import { alignedText } from "../../src/cli/aligned-text.ts";
import { progressText } from "../../src/cli/progress.ts";
import { shownOn } from "../../src/cli/shown-on.ts";
import { shownText } from "../../src/cli/shown-text.ts";
import { StatusLine } from "../../src/cli/status-line.ts";
import { type ColorChoice, terminalOf } from "../../src/cli/terminal.ts";
import { terminalLook } from "../../src/cli/terminal-look.ts";
import { plainLook } from "../../src/formats/look.ts";
import { syntaxTreeLines } from "../../src/formats/syntax-tree-lines.ts";
import { type ShownNode, treeLines } from "../../src/formats/tree-lines.ts";

describe("columns", () => {
  test("stand below each other as a terminal shows them: wide characters, colours and links count as they are seen", () => {
    const lines = [
      "日本\tx\n",
      "👩‍👩‍👧\ty\n",
      "e\u0301\tz\n",
      "\x1b[31mred\x1b[39m\tw\n",
      "\x1b]8;;file://h/p\x1b\\link\x1b]8;;\x1b\\\tv\n",
    ];
    expect(alignedText(lines, "\t")).toBe(
      "日本  x\n👩‍👩‍👧    y\ne\u0301     z\n\x1b[31mred\x1b[39m   w\n\x1b]8;;file://h/p\x1b\\link\x1b]8;;\x1b\\  v\n",
    );
  });

  test("are not as wide as a cell that is too long, and have no blanks behind the last", () => {
    expect(alignedText([`${"x".repeat(60)}\ty\n`, "a\tb\n", "only\n", "a\t\n"], "\t")).toBe(
      `${"x".repeat(60)}  y\na     b\nonly\na\n`.replace("a     b", "a  b"),
    );
  });
});

describe.each([80, 120])("rows of a terminal with %d columns", (columns) => {
  const long = "x".repeat(columns - 10);

  test("go on in the next line between two cells, below their own start", () => {
    const lines = ["a.py:1\tcall\tshort\n", `  b.py:22\tcall\t${long}\n`, `${long}\tread\t${long}\n`];
    expect(alignedText(lines, "\t", columns)).toBe(
      `a.py:1     call  short\n  b.py:22  call\n      ${long}\n${long}  read\n    ${long}\n`,
    );
  });

  test("stay on one line if they fit, colours not counted", () => {
    const line = `a.py:1\tcall\t\x1b[31m${"y".repeat(columns - 14)}\x1b[39m\n`;
    expect(alignedText([line], "\t", columns)).toBe(line.replaceAll("\t", "  "));
    expect(alignedText([line.replace("y", "yy")], "\t", columns)).toBe(
      line.replace("y", "yy").replace("\t", "  ").replace("\t", "\n    "),
    );
  });
});

test("a cell that is wider than a terminal goes on between two of its words, and a line of one cell is left", () => {
  const cell = "template <typename T> auto f(T first, T second)";
  expect(alignedText([`a.h:1:\t${cell}\tpublic\n`, `${cell}\n`], "\t", 32)).toBe(
    `a.h:1:\n    template <typename T> auto\n    f(T first, T second)  public\n${cell}\n`,
  );
});

test("a long name does not make its column wider than a quarter of a terminal", () => {
  const long = "x".repeat(21);
  expect(alignedText([`a:1:\tf\tint f\n`, `a:2:\t${long}\tint\n`], "\t", 80)).toBe(
    `a:1:  f  int f\na:2:  ${long}  int\n`,
  );
});

describe("what a terminal receives", () => {
  test.each([
    ["\x1b[31mred\x07", "\\u001b[31mred\\u0007"],
    ["\u009b31m\x7f\b", "\\u009b31m\\u007f\\u0008"],
    ["a\rb\r\nc\td\n", "a\\u000db\r\nc\td\n"],
    ["\u202ereversed\u2066", "\\u202ereversed\\u2066"],
  ])("of %j is escaped", (text, shown) => {
    expect(shownText(text)).toBe(shown);
  });

  test("in messages on stderr is escaped, and what pipes receive is as it is", () => {
    const written: string[] = [];
    const write = (text: string) => written.push(text);
    shownOn({ isTTY: true, write }).write("no file a\x1b[2J\n");
    shownOn({ write }).write("no file a\x1b[2J\n");
    const line = new StatusLine({ isTTY: true, write }, false);
    line.show("3s | \x1b[2J\tbuilding\n");
    new StatusLine({ isTTY: true, write }, true).show("on a dumb terminal");
    expect(written).toEqual([
      "no file a\\u001b[2J\n",
      "no file a\x1b[2J\n",
      "\r\x1b[K\x1b[?7l3s | \\u001b[2J building \x1b[?7h",
    ]);
  });

  test("a link holds no control character and no other link", () => {
    const look = terminalLook({ hasColor: false, hasLinks: true, hostname: "ho st", cwd: "/w" });
    const place = look.place("a\x1b\\ b;\x07é.py", "1:2");
    expect(place).toBe(
      "\x1b]8;;file://ho%20st/w/a%1B%5C%20b;%07%C3%A9.py\x1b\\a\\u001b\\ b;\\u0007é.py:1:2\x1b]8;;\x1b\\",
    );
  });
});

describe("colours", () => {
  const on = (choice: ColorChoice, env: Record<string, string>, isTerminal = true) =>
    terminalOf(choice, env, isTerminal).hasColor;

  test.each([
    ["auto", {}, true, true],
    ["auto", {}, false, false],
    ["auto", { NO_COLOR: "1" }, true, false],
    ["auto", { NO_COLOR: "0" }, true, false],
    ["auto", { NO_COLOR: "" }, true, true],
    ["auto", { FORCE_COLOR: "1" }, false, true],
    ["auto", { FORCE_COLOR: "0" }, true, false],
    ["auto", { FORCE_COLOR: "false" }, true, false],
    ["auto", { FORCE_COLOR: "" }, false, false],
    ["auto", { NO_COLOR: "1", FORCE_COLOR: "1" }, true, false],
    ["auto", { TERM: "dumb" }, true, false],
    ["auto", { TERM: "dumb", FORCE_COLOR: "1" }, true, true],
    ["always", { NO_COLOR: "1", TERM: "dumb" }, false, true],
    ["never", { FORCE_COLOR: "1" }, true, false],
  ] as const)("with --color %s, %j and a terminal: %j are %j", (choice, env, isTerminal, hasColor) => {
    expect(on(choice, env, isTerminal)).toBe(hasColor);
  });

  test.each([
    [{ TERM: "xterm-kitty" }, true],
    [{ TERM: "xterm-256color", VTE_VERSION: "7600" }, true],
    [{ TERM: "xterm-256color", VTE_VERSION: "5000" }, false],
    [{ TERM: "xterm-256color", TERM_PROGRAM: "vscode" }, true],
    [{ TERM: "xterm-256color", WT_SESSION: "x" }, true],
    [{ TERM: "screen", TERM_PROGRAM: "vscode" }, false],
    [{ TERM: "xterm" }, false],
    [{ TERM: "xterm", FORCE_HYPERLINK: "1" }, true],
    [{ TERM: "xterm-kitty", FORCE_HYPERLINK: "0" }, false],
    [{ TERM: "xterm-kitty", NO_COLOR: "1" }, false],
  ])("links for %j: %j", (env, hasLinks) => {
    expect(terminalOf("auto", env, true).hasLinks).toBe(hasLinks);
    expect(terminalOf("auto", { ...env, FORCE_COLOR: "1" }, false).hasLinks).toBe(false);
    expect(terminalOf("never", env, true).hasLinks).toBe(false);
  });
});

describe("a tree", () => {
  const nodesOf = (edges: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, ShownNode> =>
    new Map(
      Object.entries(edges).map(([key, children]) => [
        key,
        { text: key, children: children.map((child) => ({ key: child })) },
      ]),
    );

  test("shows what is below a node once, and marks it elsewhere and in cycles", () => {
    const lines = treeLines(
      nodesOf({ a: ["b", "c"], b: ["c"], c: ["d"], d: [], x: ["y"], y: ["x"], z: ["z"] }),
      plainLook,
    );
    expect(lines.join("")).toBe(
      "a\n  b\n    c\n      d\n  c (see above)\nz\n  z (see above)\nx\n  y\n    x (see above)\n",
    );
  });

  test("of twenty thousand levels is written", () => {
    const deep = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`n${i}`, [`n${i + 1}`]]));
    expect(treeLines(nodesOf(deep), plainLook)).toHaveLength(20_001);
  });

  test("of syntax has each node on a line", () => {
    const tree = '(a [1, 1] - [2, 3] name: (b) "(" (MISSING ")") (c (MISSING d)) …)';
    expect(syntaxTreeLines(tree, plainLook).join("")).toBe(
      '(a [1, 1] - [2, 3]\n  name: (b)\n  "("\n  (MISSING ")")\n  (c\n    (MISSING d))\n  …)\n',
    );
  });
});

describe("progress", () => {
  const scan = { done: 6, total: 10, unit: "files", seconds: 2 };

  test.each([
    [100, `${"█".repeat(24)}${"░".repeat(16)} 60% | 6/10 files | 3/s | 2s left`],
    [50, "████████░░░░░ 60% | 6/10 files | 3/s | 2s left".replace("████████░░░░░", "█████████░░░░░░░")],
    [40, "60% | 6/10 files | 3/s | 2s left"],
    [30, "60% | 6/10 files | 2s left"],
    [20, "60% | 6/10 files"],
    [5, "60% | 6/10 files"],
  ])("in %i columns is %s", (columns, text) => {
    expect(progressText({ ...scan, columns })).toBe(text);
  });
});
