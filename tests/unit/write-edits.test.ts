/** The writer of edits. Input: folders with files of all kinds; output: all of them written, or none, and why. */
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { textToEdit } from "../../src/edits/edited-bytes.ts";
import { textDigest } from "../../src/edits/text-digest.ts";
import type { FileEdits } from "../../src/edits/text-edits.ts";
import { writeEdits } from "../../src/edits/write-edits.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const declaration = /coding[:=]\s*([-\w.]+)/.source;
const options = (root: string, onFile = () => {}) => ({
  roots: [root],
  maxFileBytes: 10_000,
  declarationOf: (language: string) => (language === "python" ? declaration : undefined),
  onFile,
});

/** The edits that replace a word of a file, as it is now. */
function replacing(root: string, name: string, word: string, text: string, language = "python"): FileEdits {
  const path = join(root, name);
  const read = textToEdit(fs.readFileSync(path), declaration);
  const whole = "text" in read ? read.text : "";
  const edits = [...whole.matchAll(new RegExp(word, "g"))].map(({ index: start }) => ({
    start,
    end: start + word.length,
    text,
  }));
  return { path, filepath: name, language, digest: textDigest(whole), edits };
}

/** The files of a folder as they are now, without those of its folders. */
const filesIn = (root: string) =>
  Object.fromEntries(
    fs
      .readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, fs.readFileSync(join(root, name), "latin1")]),
  );

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));
const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();

describe("an edit keeps all else of the file", () => {
  test.each([
    ["line ends of Windows", bytes("a\r\nword\r\n"), bytes("a\r\nnéw\r\n")],
    ["lone carriage returns", bytes("a\rword\r"), bytes("a\rnéw\r")],
    ["no line end at the end", bytes("a\nword"), bytes("a\nnéw")],
    ["a byte order mark", bytes([0xef, 0xbb, 0xbf], "word\n"), bytes([0xef, 0xbb, 0xbf], "néw\n")],
    ["characters of several units", bytes("😀é word 😀 word\n"), bytes("😀é néw 😀 néw\n")],
    ["UTF-16", Buffer.from("\ufeff😀 word\n", "utf16le"), Buffer.from("\ufeff😀 néw\n", "utf16le")],
    ["UTF-16 of the other order", utf16be("\ufeff😀 word\n"), utf16be("\ufeff😀 néw\n")],
  ])("%s", (_, before, after) => {
    const root = temporaryFolder({ "a.py": before });
    fs.chmodSync(join(root, "a.py"), 0o751);
    const file = replacing(root, "a.py", "word", "néw");
    const outcome = writeEdits([file], options(root));
    const { size, mtimeMs, mode } = fs.statSync(join(root, "a.py"));
    expect(outcome).toEqual({
      written: [
        { filepath: "a.py", edits: file.edits.length, size, modified: new Date(Math.floor(mtimeMs)).toISOString() },
      ],
    });
    expect(fs.readFileSync(join(root, "a.py"))).toEqual(after);
    expect(mode & 0o777).toBe(0o751);
    expect(fs.readdirSync(root)).toEqual(["a.py"]);
  });

  test("a declared encoding, which has to have the characters of the new text", () => {
    const before = bytes("# coding: latin-1\nx = '", [0xe9], "' + word\n");
    const root = temporaryFolder({ "a.py": before, "b.py": before });
    expect(writeEdits([replacing(root, "a.py", "word", "nèw")], options(root))).toHaveProperty("written");
    expect(fs.readFileSync(join(root, "a.py"))).toEqual(
      bytes("# coding: latin-1\nx = '", [0xe9], "' + n", [0xe8], "w\n"),
    );
    for (const [word, text] of [
      ["word", "n€w"],
      ["word", "n日w"],
      ["latin-1", "utf-8"],
    ] as const) {
      expect(writeEdits([replacing(root, "b.py", word, text)], options(root))).toMatchObject({
        refused: [{ filepath: "b.py", reason: expect.stringContaining("cannot be written in its encoding") }],
      });
    }
    expect(fs.readFileSync(join(root, "b.py"))).toEqual(before);
  });
});

describe("nothing is written, and no file is left, if one of the files", () => {
  const outside = temporaryFolder({ "out.py": "word\n" });
  const cases: readonly (readonly [string, (root: string) => void, RegExp])[] = [
    ["is not there any more", (root) => fs.rmSync(join(root, "b.py")), /not there any more/],
    ["has changed since", (root) => fs.writeFileSync(join(root, "b.py"), "word \n"), /changed since/],
    ["is a link", (root) => exchange(root, () => fs.symlinkSync("c.py", join(root, "b.py"))), /symbolic link/],
    [
      "is a link that leads outside",
      (root) => exchange(root, () => fs.symlinkSync(join(outside, "out.py"), join(root, "b.py"))),
      /symbolic link/,
    ],
    ["is a folder", (root) => exchange(root, () => fs.mkdirSync(join(root, "b.py"))), /not a regular file/],
    ["is a FIFO", (root) => exchange(root, () => execFileSync("mkfifo", [join(root, "b.py")])), /not a regular file/],
    ["has hard links", (root) => fs.linkSync(join(root, "b.py"), join(root, "d.py")), /2 hard links/],
    ["is read-only", (root) => fs.chmodSync(join(root, "b.py"), 0o444), /read-only/],
    ["is not UTF-8", (root) => fs.writeFileSync(join(root, "b.py"), bytes("word\n", [0xff])), /not valid UTF-8/],
    ["is binary", (root) => fs.writeFileSync(join(root, "b.py"), bytes("word\n", [0])), /binary/],
    ["is too large", (root) => fs.writeFileSync(join(root, "b.py"), "word\n".repeat(3_000)), /the limit is 10000/],
  ];
  const exchange = (root: string, make: () => void) => {
    fs.rmSync(join(root, "b.py"));
    make();
  };

  test.each(cases)("%s", (_, change, reason) => {
    const root = temporaryFolder({ "a.py": "word\n", "b.py": "word\n", "c.py": "word\n" });
    const files = ["a.py", "b.py"].map((name) => replacing(root, name, "word", "new"));
    change(root);
    const before = filesIn(root);
    expect(writeEdits(files, options(root))).toEqual({
      refused: [{ filepath: "b.py", reason: expect.stringMatching(reason) }],
      notPutBack: [],
    });
    expect(filesIn(root)).toEqual(before);
    expect(fs.readFileSync(join(outside, "out.py"), "utf8")).toBe("word\n");
  });

  test("lies outside of the roots, also through a folder that is a link by now, or is part of a repository's own data", () => {
    const root = temporaryFolder({ "a.py": "word\n", "in/out.py": "word\n", ".git/hooks/h.py": "word\n" });
    const inFolder = replacing(root, "in/out.py", "word", "new");
    fs.rmSync(join(root, "in"), { recursive: true });
    fs.symlinkSync(outside, join(root, "in"));
    const elsewhere = { ...inFolder, path: join(outside, "out.py"), filepath: "out.py" };
    const hook = replacing(root, ".git/hooks/h.py", "word", "new");
    const outcome = writeEdits([replacing(root, "a.py", "word", "new"), inFolder, elsewhere, hook], options(root));
    expect(outcome).toMatchObject({
      refused: [
        { filepath: "in/out.py", reason: expect.stringContaining("outside") },
        { filepath: "out.py", reason: expect.stringContaining("outside") },
        { filepath: ".git/hooks/h.py", reason: expect.stringContaining("data of a repository") },
      ],
    });
    expect(fs.readFileSync(join(outside, "out.py"), "utf8")).toBe("word\n");
    expect(fs.readFileSync(join(root, "a.py"), "utf8")).toBe("word\n");
    expect(fs.readdirSync(outside)).toEqual(["out.py"]);
  });

  test("is named by two paths", () => {
    const root = temporaryFolder({ "in/a.py": "word\n" });
    fs.symlinkSync("in", join(root, "too"));
    const files = ["in/a.py", "too/a.py"].map((name) => replacing(root, name, "word", "new"));
    expect(writeEdits(files, options(root))).toMatchObject({
      refused: [{ filepath: "too/a.py", reason: "It is the same file as in/a.py." }],
    });
    expect(fs.readdirSync(join(root, "in"))).toEqual(["a.py"]);
  });

  test("has its new text's name taken by a folder", () => {
    const root = temporaryFolder({ "a.py": "word\n" });
    const uuid = "00000000-0000-4000-8000-000000000000";
    fs.mkdirSync(join(root, `.codegrove-${uuid}.tmp`));
    const spy = vi.spyOn(crypto, "randomUUID").mockReturnValue(uuid);
    const outcome = writeEdits([replacing(root, "a.py", "word", "new")], options(root));
    spy.mockRestore();
    expect(outcome).toMatchObject({
      refused: [{ reason: expect.stringContaining("name of the file for its new text") }],
    });
    expect(filesIn(root)).toEqual({ "a.py": "word\n" });
  });
});

describe("while files are exchanged", () => {
  /** Calls something when the n-th file is exchanged, once all are prepared. */
  const whenExchanged = (files: readonly FileEdits[], n: number, act: () => void) => {
    let calls = 0;
    return () => {
      if (++calls === files.length + n) act();
    };
  };
  const names = ["a.py", "b.py", "c.py"];
  const code = () => temporaryFolder(Object.fromEntries(names.map((name) => [name, `${name} word\n`])));

  test.each([
    ["has changed", (path: string) => fs.writeFileSync(path, "mine\n"), "mine\n"],
    [
      "has become a link",
      (path: string) => {
        fs.rmSync(path);
        fs.symlinkSync("a.py", path);
      },
      "a.py word\n",
    ],
  ])("one that %s keeps what it has, and those before it are put back", (_, change, left) => {
    const root = code();
    const files = names.map((name) => replacing(root, name, "word", "new"));
    const onFile = whenExchanged(files, 3, () => {
      expect(fs.readFileSync(join(root, "a.py"), "utf8")).toBe("a.py new\n");
      change(join(root, "c.py"));
    });
    expect(writeEdits(files, options(root, onFile))).toEqual({
      refused: [{ filepath: "c.py", reason: "It has changed since it was read." }],
      notPutBack: [],
    });
    expect(names.map((name) => fs.readFileSync(join(root, name), "utf8"))).toEqual([
      "a.py word\n",
      "b.py word\n",
      left,
    ]);
    expect(fs.readdirSync(root)).toEqual(names);
  });

  test("one that cannot be put back is named", () => {
    const root = code();
    const files = names.map((name) => replacing(root, name, "word", "new"));
    const onFile = whenExchanged(files, 3, () => {
      fs.writeFileSync(join(root, "b.py"), "theirs\n");
      fs.rmSync(join(root, "c.py"));
    });
    expect(writeEdits(files, options(root, onFile))).toEqual({
      refused: [{ filepath: "c.py", reason: "It has changed since it was read." }],
      notPutBack: [{ filepath: "b.py", reason: "It has changed since it was read." }],
    });
    expect(filesIn(root)).toEqual({ "a.py": "a.py word\n", "b.py": "theirs\n" });
  });

  test("a folder that a link has replaced meanwhile gets nothing", () => {
    const root = temporaryFolder({ "in/a.py": "word\n" });
    const outside = temporaryFolder({ "a.py": "word\n" });
    const files = [replacing(root, "in/a.py", "word", "new")];
    const onFile = whenExchanged(files, 1, () => {
      fs.renameSync(join(root, "in"), join(root, "moved"));
      fs.symlinkSync(outside, join(root, "in"));
    });
    writeEdits(files, options(root, onFile));
    expect(filesIn(outside)).toEqual({ "a.py": "word\n" });
    expect(fs.readdirSync(join(root, "moved"))).toEqual(["a.py"]);
  });
});
