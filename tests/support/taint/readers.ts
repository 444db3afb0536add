import { type Node, Parser } from "commonmark";

/** The ends of lines of any reader of text: .NET, Python, JavaScript and Unicode. */
const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Commands that the runner of GitHub Actions registers (actions/runner, ActionCommandManager.cs), in any case of letters. */
const commandNames = [
  ...["add-mask", "add-matcher", "add-path", "debug", "echo", "endgroup", "error", "group", "internal-set-repo-path"],
  ...["notice", "remove-matcher", "save-state", "set-env", "set-output", "stop-commands", "warning"],
].join("|");

/** `::name properties::data` after white space, and `##[name properties]data` anywhere in a line (ActionCommand.cs). */
const commands = [
  new RegExp(`^\\s*::(?:${commandNames})(?: [^]*?)?::`, "i"),
  new RegExp(`##\\[(?:${commandNames})[\\] ]`, "i"),
];

/** Returns the lines that the runner of GitHub Actions takes for commands. */
export function runnerCommands(text: string, own?: RegExp): readonly string[] {
  return text
    .split(lineEnds)
    .filter((line) => commands.some((command) => command.test(line)) && own?.test(line) !== true);
}

/** Returns the characters of a text that are not seen, or move others, but for line feeds and tabs. */
export function hiddenIn(text: string): readonly string[] {
  const found = text.match(/(?![\n\t]|\ufe0f)[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu) ?? [];
  return [...new Set(found)].map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16)}`);
}

/** Lines that only the tool may write, wherever they are indented by blanks. */
const rows =
  /^ *(?:z\.py:9: class Fake|9: class Fake|callers: forged|(?:error|warning): forged|total_files=999|==> (?:x|b)\.py <==)/;
const heads = /^==> x\.py <==/;

/** Returns the lines that look like a row of an answer and are a stranger's. @param isCode true for an answer that is code */
export function forgedRows(text: string, isCode: boolean): readonly string[] {
  return text.split(lineEnds).filter((line) => (isCode ? heads : rows).test(line));
}

/** Removes colours and links of the program. */
export function withoutOwnColours(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
  return text.replace(/\x1b\[[\d;]*m|\x1b\]8;;(?:file:[\x21-\x7e]*)?\x1b\\/g, "");
}

/** A part of a document as CommonMark has it: its type, its text, and the URL of a link. */
type MarkdownPart = { readonly type: string; readonly text: string; readonly url: string };

/** Returns all parts of a document in Markdown, as the reference parser of CommonMark reads it. */
export function markdownParts(document: string): readonly MarkdownPart[] {
  const parts: MarkdownPart[] = [];
  const walker = new Parser().parse(document).walker();
  for (let event = walker.next(); event !== null; event = walker.next()) {
    const { type, destination, literal } = event.node;
    if (event.entering) parts.push({ type, text: literal ?? textIn(event.node), url: destination ?? "" });
  }
  return parts;
}

function textIn(node: Node): string {
  let text = "";
  for (let child = node.firstChild; child !== null; child = child.next) text += child.literal ?? textIn(child);
  return text;
}

/** Links in plain text of SARIF: by the grammar of section 3.11.6, and as viewers read them that know no escapes. */
const sarifLinks = [/\[(?:[^\\[\]]|\\[\\[\]])*\]\([^)]+\)/g, /\[[^\]]*\]\([^)]+\)/g];

/** Returns all messages of a document in SARIF: of results, of related locations and of notifications. */
export function sarifMessages(document: unknown): readonly string[] {
  if (typeof document !== "object" || document === null) return [];
  return Object.entries(document).flatMap(([key, value]) =>
    key === "message" && typeof value?.text === "string" ? [value.text] : sarifMessages(value),
  );
}

/** Returns what a viewer of SARIF shows as links in a message. */
export function sarifLinksIn(message: string): readonly string[] {
  return sarifLinks.flatMap((link) => message.match(link) ?? []);
}
