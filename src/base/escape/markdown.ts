/**
 * Escaping for Markdown (CommonMark). Input: texts of strangers, such as names, docs and code; output: Markdown that
 * shows them and in which they can make no link, image, heading or HTML.
 */
import { escapedAsJson, hiddenExcept } from "./hidden.ts";

const hidden = hiddenExcept("\\t");

/** Marks of containers at the beginning of a line, which hold other blocks: indentation, quotes and items of lists. */
const containers = /^(?:[ \t]|>|[-+*](?=[ \t]+\S)|\d{1,9}[.)](?=[ \t]+\S))*/;

/** The rest of a line that underlines a heading, rules a line off or makes the line above the head of a table. */
const ruling = /^[-=*_:][-=*_|: \t]*$/;

/**
 * Returns a line of the text of a stranger, such as a line of a doc. In CommonMark, it is never a heading, a fence, a
 * rule, a table, a link, an image or HTML; lists, emphasis, and code that ends in the line stay.
 */
export function markdownLine(text: string): string {
  const line = text.replace(hidden, escapedAsJson);
  const container = containers.exec(line)?.[0] ?? "";
  const rest = line.slice(container.length);
  const opens = /^#|^~~~/.test(rest) || ruling.test(rest);
  return `${container}${opens ? "\\" : ""}${markdownInline(rest)}`;
}

/** Returns lines of the text of a stranger: code in fences stays in fences, and other lines are as markdownLine has them. */
export function markdownText(lines: readonly string[]): string {
  const written: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const { 1: mark = "", 2: language = "" } = fenceStart.exec(line) ?? [];
    const end = mark === "" ? -1 : lines.findIndex((other, place) => place > at && endsFence(other, mark));
    if (end < 0) written.push(markdownLine(line));
    else {
      written.push(markdownFence(language, lines.slice(at + 1, end)));
      at = end;
    }
  }
  return written.join("\n").trim();
}

const fenceStart = /^ *(`{3,}|~{3,}) *([\w+-]*) *$/;

function endsFence(line: string, mark: string): boolean {
  const text = line.trim();
  return text.startsWith(mark) && text === mark.charAt(0).repeat(text.length);
}

/** Returns the text of a stranger within a line, such as the name of a file: no link, no image, no HTML. */
export function markdownInline(text: string): string {
  const parts = text.replace(hidden, escapedAsJson).split(/(`+)/);
  let written = "";
  // Runs of backticks are at odd places.
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? "";
    if (at % 2 === 0) {
      written += escapedText(part);
      continue;
    }
    const end = parts.findIndex((other, place) => place > at && place % 2 === 1 && other === part);
    if (end < 0) written += part.replaceAll("`", "\\`");
    else {
      written += parts.slice(at, end + 1).join("");
      at = end;
    }
  }
  return written;
}

/** Characters that begin links, images, HTML, references and cells of tables, and the one that would undo their escape. */
function escapedText(text: string): string {
  return text.replace(/[\\<[|]|&(?=[#\w])/g, "\\$&");
}

/** Returns the name of a file as the text of a link: no mark in it means anything. */
export function markdownName(name: string): string {
  return name
    .replace(hidden, escapedAsJson)
    .replace(/[!-/:-@[-`{-~]/g, (mark) => (isPlainMark(mark) ? mark : `\\${mark}`));
}

/** True of marks that mean nothing within a line, and are in most names of files. */
function isPlainMark(mark: string): boolean {
  return ",-./:+%".includes(mark);
}

/** Returns a link to a place in a file of this name. */
export function markdownLink(name: string, line: number): string {
  const destination = encodeURIComponent(Buffer.from(name).toString()).replace(
    /[!'()*~]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `[${markdownName(name)}#L${line}](${destination}#L${line})`;
}

/** Returns code in a line, between more backticks than it has. */
export function markdownCode(text: string): string {
  const line = text.replace(hidden, escapedAsJson);
  const mark = "`".repeat(longestRun(line) + 1);
  const blank = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${mark}${blank}${line}${blank}${mark}`;
}

/** Returns code in a fence that is longer than all in it. */
export function markdownFence(language: string, lines: readonly string[]): string {
  const shown = lines.flatMap((line) => line.split("\n")).map((line) => line.replace(hidden, escapedAsJson));
  const fence = "`".repeat(Math.max(3, ...shown.map((line) => longestRun(line) + 1)));
  return [fence + language, ...shown, fence].join("\n");
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
}
