import { fileURLToPath } from "node:url";
import { ArgumentError } from "./errors.ts";
import { shown } from "./shown.ts";

/** True for a URI of a file, whether it is valid or not. */
function isFileUri(text: string): boolean {
  return /^file:/i.test(text);
}

/**
 * Returns the path of a `file:` URI, with `:12` after it for the fragment `#L12`; any other text as it is.
 *
 * @param argument the name of the argument, for the error
 * @throws ArgumentError for a URI that is not the one of a file of this machine
 */
export function placeOfUri(text: string, argument: string): string {
  const line = isFileUri(text) ? /#L?(\d+)/.exec(text)?.[1] : undefined;
  return pathOfUri(text, argument) + (line === undefined ? "" : `:${line}`);
}

/**
 * Returns the path of a `file:` URI without its fragment; any other text as it is.
 *
 * @param argument the name of the argument, for the error
 * @throws ArgumentError for a URI that is not the one of a file of this machine
 */
export function pathOfUri(text: string, argument: string): string {
  if (!isFileUri(text)) return text;
  const refuse = (reason: string): never => {
    throw new ArgumentError(({ quoted }) => `Invalid argument ${quoted(argument)}: ${shown(text)} ${reason}.`);
  };
  if (!URL.canParse(text)) return refuse("is not a valid URI: give a path, or a URI such as file:///project/a.py");
  const url = new URL(text);
  if (url.hostname !== "" && url.hostname !== "localhost") return refuse("is a file of another machine: give a path");
  url.hostname = "";
  url.hash = "";
  url.search = "";
  try {
    const path = fileURLToPath(url);
    if (!path.includes("\0")) return path;
  } catch {
    // A `/` in a part of the path, written as %2F.
  }
  return refuse("has no path of a file: give a path, or a URI such as file:///project/a.py");
}
