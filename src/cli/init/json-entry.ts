/**
 * The change of one entry in a file of JSON with comments (JSONC), which leaves all else as it is written. Input: the
 * text of the file, a key and an entry; output: the text with the entry.
 */
import { isDeepStrictEqual } from "node:util";
import { messageOf, UserError } from "../../base/errors.ts";
import { isObject } from "../../base/is-object.ts";
import { valueOfJson } from "../../base/json-text.ts";
import { lineBreakOf } from "./line-break.ts";

/** The place of an entry: `codegrove` in the object that the top-level object of a file has as `mcpServers`. */
export type EntryPlace = { readonly key: string; readonly name: string };

/** An object in a JSON text, by offsets. */
type ObjectText = {
  readonly start: number;
  /** After its brace. */
  readonly end: number;
  readonly members: readonly Member[];
};

type Member = {
  readonly key: string;
  readonly keyStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
};

/** The lines of a file. */
type Layout = {
  readonly lineBreak: string;
  /** The indentation of one level; undefined for a file on one line. */
  readonly indentation: string | undefined;
};

/** The indentation of a file that has no member to learn it from. */
const defaultIndentation = "  ";

/** The keys of an entry that say how the server is reached. */
export const reachingKeys = ["command", "url", "httpUrl", "serverUrl"];

/**
 * Returns a JSON text with an entry. All else stays as it is written, comments and trailing commas as well, which
 * editors take in their files; and so does an entry that is there and says how the server is reached: it may be the
 * user's own.
 *
 * @param text without a byte order mark; empty for a file that is not there
 * @throws UserError when the text is not JSON, or the entry has no place in it
 */
export function withEntry(text: string, { key, name }: EntryPlace, entry: object): string {
  const file = text.trim() === "" ? {} : jsonOf(text);
  const servers = isObject(file) ? file[key] : undefined;
  const value = isObject(servers) ? servers[name] : undefined;
  if (isObject(value) && reachingKeys.some((reaching) => typeof value[reaching] === "string")) return text;
  return withMemberAt(text, { key, name }, entry);
}

/**
 * Returns a JSON text in which the top-level object has an object `key`, and that a member `name` with a value, which replaces the one
 * that is there.
 *
 * @throws UserError when the text is not JSON, or the member has no place in it
 */
export function withMemberAt(text: string, { key, name }: EntryPlace, value: object): string {
  if (text.trim() === "") return `${JSON.stringify({ [key]: { [name]: value } }, null, defaultIndentation)}\n`;
  const json = withoutComments(text);
  const file = parsed(json);
  if (!isObject(file)) throw new UserError("it holds no object");
  const top = objectAt(json, json.indexOf("{"));
  const layout = layoutOf(text, top);
  const holder = memberOf(top, key);
  if (holder === undefined) return withMember(text, top, key, { [name]: value }, layout);
  if (!isObject(file[key])) throw new UserError(`its ${key} is not an object`);
  const object = objectAt(json, holder.valueStart);
  const present = memberOf(object, name);
  if (present === undefined) return withMember(text, object, name, value, layout);
  const written = valueText(value, indentationAt(text, present.keyStart), layout);
  return text.slice(0, present.valueStart) + written + text.slice(present.valueEnd);
}

/**
 * Returns a JSON text with a further item at the end of a list, which is the member `name` of the object `key`.
 *
 * @throws UserError if there is no such list
 */
export function withItem(text: string, { key, name }: EntryPlace, item: object): string {
  const json = withoutComments(text);
  const top = objectAt(json, json.indexOf("{"));
  const holder = memberOf(top, key);
  const list = holder && memberOf(objectAt(json, holder.valueStart), name);
  if (list === undefined || json[list.valueStart] !== "[") throw new UserError(`its ${key}.${name} is not a list`);
  const layout = layoutOf(text, top);
  const inside = json.slice(list.valueStart + 1, list.valueEnd - 1);
  const own = indentationAt(text, list.keyStart);
  const inner = own + (layout.indentation ?? "");
  const gap = layout.indentation === undefined ? "" : layout.lineBreak + inner;
  const written = gap + valueText(item, inner, layout);
  if (inside.trim() === "") {
    const end = layout.indentation === undefined ? "" : layout.lineBreak + own;
    // Comments in an empty list stay after the item.
    return text.slice(0, list.valueStart + 1) + written + end + text.slice(list.valueStart + 1).trimStart();
  }
  const last = list.valueStart + 1 + inside.trimEnd().length;
  return `${text.slice(0, last)},${written}${text.slice(last)}`;
}

/** Returns the value of a text in JSON with comments. @throws UserError when it is not JSON */
export function jsonOf(text: string): unknown {
  return parsed(withoutComments(text));
}

/**
 * The entry of a JSON text as it is written, where it is another one than init writes; undefined if there is none, too.
 */
export function ownEntry(text: string, { key, name }: EntryPlace, entry: object): string | undefined {
  const file = parsed(withoutComments(text));
  const servers = isObject(file) ? Reflect.get(file, key) : undefined;
  const value = isObject(servers) ? Reflect.get(servers, name) : undefined;
  return value === undefined || isDeepStrictEqual(value, entry) ? undefined : JSON.stringify(value);
}

function parsed(text: string): unknown {
  try {
    return valueOfJson(text);
  } catch (error) {
    throw new UserError(`it is ${messageOf(error)}`);
  }
}

/** Returns the member of a key; of several the last one, as JSON.parse does. */
function memberOf({ members }: ObjectText, key: string): Member | undefined {
  return members.findLast((member) => member.key === key);
}

/** Returns the object whose brace is at an offset of a valid JSON text. */
function objectAt(text: string, start: number): ObjectText {
  const members: Member[] = [];
  const tokens = /"(?:[^"\\]+|\\.)*"|[^\s"]/g;
  tokens.lastIndex = start;
  let depth = 0;
  let key: Pick<Member, "key" | "keyStart"> | undefined;
  let valueStart: number | undefined;
  let end = start;
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const [token] = match;
    if (depth === 1 && (token === "," || token === "}")) {
      if (key !== undefined && valueStart !== undefined) members.push({ ...key, valueStart, valueEnd: end });
      key = undefined;
      valueStart = undefined;
    } else if (depth === 1 && key === undefined) {
      key = { key: JSON.parse(token), keyStart: match.index };
    } else if (key !== undefined && token !== ":") {
      valueStart ??= match.index;
    }
    if (token === "{" || token === "[") depth++;
    if (token === "}" || token === "]") depth--;
    end = tokens.lastIndex;
    if (depth === 0) break;
  }
  return { start, end, members };
}

function layoutOf(text: string, { start, end, members }: ObjectText): Layout {
  const [first] = members;
  const isOneLine = first !== undefined && !text.slice(start, end).includes("\n");
  const own = first === undefined ? "" : indentationAt(text, first.keyStart);
  return { lineBreak: lineBreakOf(text), indentation: isOneLine ? undefined : own || defaultIndentation };
}

/** Returns the white space that the line of an offset begins with. */
function indentationAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? "";
}

/** True when nothing but white space is before an offset on its line. */
function beginsLine(text: string, offset: number): boolean {
  return /\n[ \t]*$/.test(text.slice(0, offset));
}

/** Adds a member after the last one. */
function withMember(text: string, object: ObjectText, key: string, value: object, layout: Layout): string {
  const { lineBreak, indentation } = layout;
  const [first] = object.members;
  const last = object.members.at(-1);
  const name = JSON.stringify(key);
  if (first !== undefined && last !== undefined) {
    const own = indentationAt(text, first.keyStart);
    if (!beginsLine(text, first.keyStart)) {
      return `${text.slice(0, last.valueEnd)}, ${name}: ${JSON.stringify(value)}${text.slice(last.valueEnd)}`;
    }
    const added = `${lineBreak}${own}${name}: ${valueText(value, own, layout)}`;
    const [comma = "", comment = ""] = restOfLine.exec(text.slice(last.valueEnd))?.slice(1) ?? [];
    const lineEnd = last.valueEnd + comma.length + comment.length;
    // A file with trailing commas keeps one after its last member.
    return `${text.slice(0, last.valueEnd)},${comment}${added}${comma.trimStart()}${text.slice(lineEnd)}`;
  }
  const outer = indentationAt(text, object.start);
  const inner = outer + (indentation ?? "");
  const inside = text.slice(object.start + 1, object.end - 1).trimEnd();
  const added =
    indentation === undefined && inside === ""
      ? `${name}: ${JSON.stringify(value)}`
      : `${lineBreak}${inner}${name}: ${valueText(value, inner, layout)}${lineBreak}${outer}`;
  return `${text.slice(0, object.start)}{${inside}${added}}${text.slice(object.end)}`;
}

/** The text that may follow the last member on its line: a trailing comma, and a comment. */
const restOfLine = /^([ \t]*,)?([ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*(?=[\r\n])))?/;

/** Returns a value whose lines but the first are indented. */
function valueText(value: object, outer: string, { lineBreak, indentation }: Layout): string {
  return JSON.stringify(value, null, indentation).replaceAll("\n", lineBreak + outer);
}

/** A string, a comment, a comma, or other characters, of JSON with comments. A comment without an end reaches to that of the text. */
const tokens = /"(?:[^"\\\n]|\\.)*"|\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)|[^\s",/]+|[,/]/g;

/**
 * Returns a text in JSON with comments as JSON: comments and trailing commas are blanks, so that all offsets and line breaks
 * stay. The time is in proportion to the text, whatever it is.
 */
export function withoutComments(text: string): string {
  const pieces: string[] = [];
  let end = 0;
  /** The index of a comma after which only comments have come so far. */
  let comma: number | undefined;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    pieces.push(text.slice(end, index));
    end = index + token.length;
    if (/^\/[/*]/.test(token)) {
      pieces.push(token.replace(/[^\r\n]/g, " "));
      continue;
    }
    if (comma !== undefined && /^[}\]]/.test(token)) pieces[comma] = " ";
    comma = token === "," ? pieces.length : undefined;
    pieces.push(token);
  }
  return pieces.join("") + text.slice(end);
}
