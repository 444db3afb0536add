import { escapedAsJson } from "../base/escape/hidden.ts";
import { jsonText } from "../base/escape/json.ts";
import { visibleText } from "./visible-text.ts";

/** A piece of HTML, which is written as it is; any other value of a template is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[];

/**
 * A template of HTML: what is put into it is text, unless it is HTML itself. Its own text is ASCII, since a bundler cannot
 * escape what a tag may read as it is written.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, i) => text + textOf(values[i - 1] ?? "") + part));
}

/** Returns the page's own code as HTML. @throws Error for code that would end its element */
export function asWritten(code: string): Html {
  if (/<\/(?:script|style)|<!--/i.test(code)) throw new Error("code of the page ends its own element");
  return new Html(code);
}

/** No HTML, for what is not there. */
export const nothing = new Html("");

function textOf(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(({ text }) => text).join("");
  return escaped(visibleText(String(value)));
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

/**
 * Returns data as JSON inside of a script element: no text in it ends the element or opens a comment, and the separators of
 * lines that older readers of JavaScript do not take in a string are escaped, too.
 */
export function jsonInScript(data: unknown): Html {
  return new Html(jsonText(data).replace(/[<>&]/g, escapedAsJson));
}
