import { UserError } from "../base/errors.ts";
import { shown } from "../base/shown.ts";
import { placeholders } from "./link-template.ts";

/** Schemes of URLs that hold what a browser runs or shows as a page of its own. */
const refusedSchemes: ReadonlySet<string> = new Set([
  "about:",
  "blob:",
  "data:",
  "filesystem:",
  "javascript:",
  "vbscript:",
  "view-source:",
]);

/** Templates of editors, by their names. */
const editors: ReadonlyMap<string, string> = new Map([
  ["cursor", "cursor://file/{abs}:{line}:{column}"],
  ["idea", "idea://open?file={abs}&line={line}&column={column}"],
  ["vscode", "vscode://file/{abs}:{line}:{column}"],
  ["vscodium", "vscodium://file/{abs}:{line}:{column}"],
  ["zed", "zed://file/{abs}:{line}:{column}"],
]);

/**
 * Returns a template of links that a user has written, or that of the editor that it names.
 *
 * @throws UserError for one that names no file, has an unknown placeholder, or is a URL that runs code
 */
export function checkedTemplate(written: string): string {
  const template = editors.get(written) ?? written;
  const fail = (reason: string): never => {
    throw new UserError(`--link-template: '${shown(template)}' ${reason}`);
  };
  const words = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, word = ""]) => word);
  const unknown = words.find((word) => !placeholders.some((known) => known === word));
  if (unknown !== undefined) {
    const known = placeholders.map((word) => `{${word}}`).join(", ");
    fail(`has the unknown placeholder {${shown(unknown)}}; there are ${known}`);
  }
  if (!words.includes("path") && !words.includes("abs")) fail("names no file: it needs {path} or {abs}");
  if (/\p{Cc}/u.test(template)) fail("has a control character");
  if (/^[^/?#:]*\{[^/?#]*:/.test(template)) fail("has a placeholder in the scheme; begin with a scheme, or with ./");
  const scheme = schemeOf(template);
  if (scheme === undefined) fail("is not a URL; one is https://host/org/repo/blob/main/{path}#L{line}");
  if (scheme !== undefined && refusedSchemes.has(scheme)) fail(`is a URL that a browser runs: ${scheme}`);
  return template;
}

/** Returns the scheme as a browser reads it, that of a file for a relative URL; undefined for what is not a URL. */
function schemeOf(template: string): string | undefined {
  try {
    return new URL(template.replace(/\{\w+\}/g, "1"), "file:///").protocol;
  } catch {
    return undefined;
  }
}
