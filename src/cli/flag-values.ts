import type { ParseArgsConfig } from "node:util";
import { type ArgumentNames, UserError } from "../base/errors.ts";
import { formatNames } from "../formats/index.ts";

/** Flags as parseArgs takes them. */
export type Options = NonNullable<ParseArgsConfig["options"]>;

/** The values of flags by their names without the dashes, as parseArgs returns them. */
export type Values = Readonly<Record<string, unknown>>;

/** Returns the name of the flag for an argument of a tool, without the dashes. */
export function flagNameOf(argument: string): string {
  return argument.replaceAll("_", "-");
}

const flagOf = (argument: string) => (argument === "filepath" ? "PATH" : `--${flagNameOf(argument)}`);

/** The names of a tool's arguments on the command line. */
export const flagNames: ArgumentNames = { quoted: flagOf, plain: flagOf };

/** Returns the texts of a flag that may be given several times. */
export function stringsOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string");
}

/** @throws UserError for a format that is not known */
export function formatOf(value: string, known = formatNames): string {
  if (known.includes(value)) return value;
  throw new UserError(`--format: '${value}' is not a format; it takes ${known.join(", ")}`);
}
