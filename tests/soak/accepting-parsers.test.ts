import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parserOf } from "../../lab/truths/accepting-parsers.mjs";

const folder = mkdtempSync(join(tmpdir(), "accepting-parsers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Code that the parser of the language accepts, though names in it mean nothing, and code that it does not. */
const cases = [
  { language: "c", ending: "c", command: "gcc", accepted: ["int f(void) { return 0; }"], refused: "int f( {" },
  {
    language: "go",
    ending: "go",
    command: "gofmt",
    accepted: ["package a; func f() { x() }"],
    refused: "package a; func (",
  },
  {
    ...{ language: "java", ending: "java", command: "javac" },
    ...{ accepted: ["class B { Unknown f() { return 1; } }"], refused: "class A { int f( { } }" },
  },
  {
    ...{ language: "javascript", ending: "js", command: process.execPath },
    ...{ accepted: ["#!/usr/bin/env node\nreturn 1;", "export default await x;"], refused: "let a = ;" },
  },
  { language: "rust", ending: "rs", command: "rustc", accepted: ["mod none; fn b(x: Unknown) {}"], refused: "fn a( {" },
];

/** True when the command runs: rustup's rustc ends with 1 where the user has no toolchain. */
function isThere(command: string): boolean {
  const { error, status } = spawnSync(command, ["--help"]);
  return error === undefined && status !== 1;
}

for (const { language, ending, command, accepted, refused } of cases) {
  test.skipIf(!isThere(command))(`correct files of ${language} are accepted`, () => {
    const paths = [...accepted, refused].map((text, index) => {
      const path = join(folder, `${index}.${ending}`);
      writeFileSync(path, text);
      return path;
    });
    expect(parserOf(language)(paths, [])).toEqual(paths.slice(0, -1));
  });
}
