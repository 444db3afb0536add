/**
 * A parser of test reports in the XML of JUnit. Input: the text of a report; output: counts of tests, and the failures
 * with their places.
 */
import { maxOutputRows } from "../base/limits.ts";
import type { Failure, Findings } from "./findings.ts";

type Tag = { readonly name: string; readonly attributes: ReadonlyMap<string, string>; readonly isClosed: boolean };

/** Reads a report of tests in the XML of JUnit, in one pass: test cases with failure, error and skipped inside of them. */
export function readJunit(text: string): Findings {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: Failure[] = [];
  let open: { test: Tag; state: keyof typeof counts; message: string | undefined } | undefined;
  let omitted = 0;
  const close = () => {
    if (open === undefined) return;
    const { test, state, message } = open;
    open = undefined;
    counts[state]++;
    if (state !== "failed") return;
    if (failures.length >= maxOutputRows) omitted++;
    else failures.push(failureOf(test, message));
  };
  for (const tag of tagsOf(text)) {
    if (tag.name === "testcase") {
      open = { test: tag, state: "passed", message: undefined };
      if (tag.isClosed) close();
    } else if (tag.name === "/testcase") close();
    else if (open !== undefined && (tag.name === "failure" || tag.name === "error")) {
      open.state = "failed";
      open.message ??= tag.attributes.get("message");
    } else if (open !== undefined && tag.name === "skipped") open.state = "skipped";
  }
  // Of a report that was cut, a test that failed is known, and one that did not is not.
  if (open?.state === "failed") close();
  return { counts, failures, diagnostics: [], omitted };
}

function failureOf({ attributes }: Tag, message: string | undefined): Failure {
  const [holder, name, file, line] = ["classname", "name", "file", "line"].map((key) => attributes.get(key));
  return {
    name: [holder, name].filter((part) => part !== undefined && part !== "").join("."),
    ...(file !== undefined && { filepath: file }),
    ...(line !== undefined && /^\d{1,9}$/.test(line) && { line: Number(line) }),
    ...(message !== undefined && { message }),
  };
}

/** Yields the tags of a text that say something, without comments, declarations and what is in CDATA. */
function* tagsOf(text: string): Generator<Tag> {
  let at = text.indexOf("<");
  while (at >= 0) {
    const skipped = skippedPartAt(text, at);
    if (skipped === undefined) {
      const end = endOfTag(text, at);
      if (end < 0) return;
      const tag = tagOf(text.slice(at + 1, end));
      if (tag !== undefined) yield tag;
      at = text.indexOf("<", end);
    } else {
      const end = text.indexOf(skipped.end, at);
      if (end < 0) return;
      at = text.indexOf("<", end);
    }
  }
}

const skippedParts: readonly { readonly start: string; readonly end: string }[] = [
  { start: "<!--", end: "-->" },
  { start: "<![CDATA[", end: "]]>" },
  { start: "<!", end: ">" },
  { start: "<?", end: "?>" },
];

function skippedPartAt(text: string, at: number) {
  const sign = text[at + 1];
  if (sign !== "!" && sign !== "?") return undefined;
  return skippedParts.find(({ start }) => text.startsWith(start, at));
}

/** The tags that say something. */
const knownTags: ReadonlySet<string> = new Set(["testcase", "/testcase", "failure", "error", "skipped"]);

/** Returns the index of the `>` of a tag, outside of quotes; -1 if it has none. */
function endOfTag(text: string, start: number): number {
  let quote = "";
  for (let at = start; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === ">") return at;
    else if (sign === '"' || sign === "'") quote = sign;
  }
  return -1;
}

/** Returns a tag that says something; undefined for any other. */
function tagOf(inner: string): Tag | undefined {
  const name = /^\/?[^\s/]*/.exec(inner)?.[0] ?? "";
  if (!knownTags.has(name)) return undefined;
  const attributes = new Map<string, string>();
  for (const [, key = "", double, single] of inner.matchAll(/(?<![\w:.-])([\w:.-]+)=(?:"([^"]*)"|'([^']*)')/g)) {
    attributes.set(key, unescaped(double ?? single ?? ""));
  }
  return { name, attributes, isClosed: inner.endsWith("/") };
}

const entities: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
]);

function unescaped(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,6}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return entities.get(String(name)) ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
