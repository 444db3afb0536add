import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolder } from "./built-server.ts";
import { documents } from "./document-paths.ts";

/** A passage that people read: a comment, a string, or a paragraph of a document. */
export type Passage = {
  /** A path from the root of the package. */
  readonly path: string;
  /** 1-indexed. */
  readonly line: number;
  /** Spaces for line breaks and for the marks of comments. */
  readonly text: string;
};

/** A regular expression, whose quotes and slashes begin no string or comment. */
const pattern = String.raw`(?<=[(,=:[!&|?{};]\s*|=>\s*|return\s+)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*`;

const comments = String.raw`\/\*[\s\S]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*`;

const strings = String.raw`"(?:\\.|[^"\\\n])*"|\x60(?:\\.|[^\x60\\])*\x60`;

const sourcePassages = new RegExp(`${pattern}|(?<prose>${comments}|${strings})`, "g");

const rulePassages = /(?<prose>"(?:\\.|[^"\\\n])*"|;.*(?:\n;.*)*)/g;

const paragraphs = /(?<prose>(?:(?!\n\n|\n(?:[-*|#]|\d+\.)).|\n(?!\n|[-*|#]|\d+\.))+)/g;

const codeBlocks = /^```[^\n]*\n[\s\S]*?^```/gm;

/** The comments and strings of src and queries, and the paragraphs of the documents outside of their blocks of code. */
export function prose(): Passage[] {
  return [
    ...filesIn("src", ".ts").flatMap((path) => passagesOf(path, read(path), sourcePassages)),
    ...[...filesIn("queries", ".json"), ...filesIn("queries", ".scm")].flatMap((path) =>
      passagesOf(path, read(path), rulePassages),
    ),
    ...documents.flatMap((path) => passagesOf(path, read(path).replace(codeBlocks, blanked), paragraphs)),
  ];
}

/** The passages of TypeScript. */
export function passagesOfSource(text: string): string[] {
  return passagesOf("", text, sourcePassages).map((passage) => passage.text);
}

function passagesOf(path: string, text: string, passages: RegExp): Passage[] {
  const found: Passage[] = [];
  let line = 1;
  let from = 0;
  for (const { 0: whole, index, groups } of text.matchAll(passages)) {
    if (groups?.prose === undefined) continue;
    line += text.slice(from, index).split("\n").length - 1;
    from = index;
    found.push({
      path,
      line,
      text: whole.replace(/(?:\s*\n\s*(?:\*(?!\/)|\/\/|;)?)+\s*|^(?:\/\*\*?|\/\/|;+)\s*/g, " ").trim(),
    });
  }
  return found;
}

function filesIn(folder: string, extension: string): string[] {
  return readdirSync(join(packageFolder, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(extension))
    .map((name) => join(folder, name))
    .sort();
}

function read(path: string): string {
  return readFileSync(join(packageFolder, path), "utf8");
}

function blanked(block: string): string {
  return block.replace(/[^\n]/g, "");
}
