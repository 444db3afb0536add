import { fileURLToPath } from "node:url";
import { ArgumentError } from "./errors.ts";
import { shown } from "./shown.ts";

/**
 * Returns the path of a `file:` URI, with `:12` behind it for the fragment `#L12`; any other text as it is.
 *
 * @param argument the name of the argument, for the error
 * @throws ArgumentError for a URI that is not the one of a file of this machine
 */
export function pathOfUri(text: string, argument: string): string {
  if (!/^file:/i.test(text)) return text;
  const refuse = (reason: string): never => {
    throw new ArgumentError(({ quoted }) => `Invalid argument ${quoted(argument)}: ${shown(text)} ${reason}.`);
  };
  if (!URL.canParse(text)) return refuse("is not a valid URI: give a path, or a URI such as file:///project/a.py");
  const url = new URL(text);
  if (url.hostname !== "" && url.hostname !== "localhost") return refuse("is a file of another machine: give a path");
  url.hostname = "";
  const line = /^#L?(\d+)/.exec(url.hash)?.[1];
  url.hash = "";
  url.search = "";
  try {
    const path = fileURLToPath(url);
    if (!path.includes("\0")) return path + (line === undefined ? "" : `:${line}`);
  } catch {
    // A `/` in a part of the path, written as %2F.
  }
  return refuse("has no path of a file: give a path, or a URI such as file:///project/a.py");
}
