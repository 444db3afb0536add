import { type ParseArgsConfig, parseArgs } from "node:util";
import { UserError } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { inputSchema } from "../tools/input.ts";
import type { AnyTool } from "../tools/tool.ts";

/** What the command line asks for. */
export type Command =
  | { readonly kind: "serve" }
  | { readonly kind: "tool"; readonly tool: AnyTool; readonly input: Readonly<Record<string, unknown>> }
  | { readonly kind: "help"; readonly tool: AnyTool | undefined }
  | { readonly kind: "version" };

/** Flags that every command takes. */
export type GlobalFlags = {
  readonly logLevel: string | undefined;
  readonly roots: readonly string[];
  readonly languageDirs: readonly string[];
  readonly masksMacros: boolean;
  readonly configuration: string | undefined;
};

export const globalOptions = {
  "log-level": { type: "string", help: "LEVEL  trace, debug, info, warn or error; also LOG_LEVEL (default: info)" },
  root: { type: "string", multiple: true, help: "DIR  Read nothing outside of DIR; repeatable" },
  languages: { type: "string", multiple: true, help: "DIR  Add the languages in DIR, one folder each; repeatable" },
  config: { type: "string", help: "FILE  The project's configuration (default: codegrove.json, if there is one)" },
  "no-macro-masking": { type: "boolean", help: "Parse C++ as it stands, without masking macros; for comparison" },
  help: { type: "boolean", short: "h", help: "Print help and exit" },
  version: { type: "boolean", short: "v", help: "Print the version and exit" },
} as const;

type Options = NonNullable<ParseArgsConfig["options"]>;

/**
 * Reads the command line: no command or `serve`, or a tool with its paths and flags.
 *
 * @throws UserError on a command, a flag or a value that does not exist
 */
export function readCommandLine(
  args: readonly string[],
  tools: ReadonlyMap<string, AnyTool>,
): { readonly command: Command; readonly flags: GlobalFlags } {
  const tool = args.map((arg) => tools.get(arg)).find((found) => found !== undefined);
  const options: Options = { ...globalOptions, ...(tool === undefined ? {} : toolOptions(tool)) };
  const { values, positionals } = parse(args, options);
  const flags: GlobalFlags = {
    logLevel: stringsOf(values["log-level"])[0],
    roots: stringsOf(values.root),
    languageDirs: stringsOf(values.languages),
    masksMacros: values["no-macro-masking"] !== true,
    configuration: stringsOf(values.config)[0],
  };
  return { command: commandOf(positionals, values, tool, tools), flags };
}

/** The flags of a tool: its arguments in kebab case, but for filepath, which is the rest of the line. */
export function flagsOf(
  tool: AnyTool,
): readonly { readonly key: string; readonly flag: string; readonly schema: Schema }[] {
  const { properties } = inputSchema(tool);
  return Object.entries(properties ?? {})
    .filter(([key]) => key !== "filepath")
    .map(([key, schema]) => ({ key, flag: key.replaceAll("_", "-"), schema }));
}

export type Schema = { readonly type?: unknown; readonly description?: string };

type Values = Readonly<Record<string, unknown>>;

function commandOf(
  positionals: readonly string[],
  values: Values,
  tool: AnyTool | undefined,
  tools: ReadonlyMap<string, AnyTool>,
): Command {
  const [name, ...paths] = positionals;
  if (values.version === true) return { kind: "version" };
  if (values.help === true) return { kind: "help", tool };
  if (name === undefined) return { kind: "serve" };
  if (name === "serve") {
    if (paths.length > 0) throw new UserError(`serve takes no paths: ${paths.join(" ")}`);
    return { kind: "serve" };
  }
  if (tool === undefined || tool.name !== name) throw unknownCommand(name, tools);
  if (paths.length === 0) throw new UserError(`${name} needs a path: a file, a directory or a glob`);
  return { kind: "tool", tool, input: { filepath: paths.length === 1 ? paths[0] : paths, ...toolInput(tool, values) } };
}

function toolOptions(tool: AnyTool): Options {
  const options: Options = {};
  for (const { flag, schema } of flagsOf(tool)) {
    if (schema.type !== "boolean") {
      options[flag] = { type: "string", multiple: schema.type === "array" };
      continue;
    }
    options[flag] = { type: "boolean" };
    if (!flag.startsWith("no-")) options[`no-${flag}`] = { type: "boolean" };
  }
  return options;
}

function toolInput(tool: AnyTool, values: Values): Readonly<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  for (const { key, flag } of flagsOf(tool)) {
    if (values[`no-${flag}`] === true) input[key] = false;
    else if (values[flag] !== undefined) input[key] = values[flag];
  }
  return input;
}

function parse(args: readonly string[], options: Options): { readonly values: Values; readonly positionals: string[] } {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const flag = /^Unknown option '(-[^']*)'/.exec(message)?.[1];
    if (flag === undefined) throw new UserError(message);
    const suggestion = nearest(
      flag,
      Object.keys(options).map((name) => `--${name}`),
    );
    throw new UserError(`Unknown flag ${flag}.${suggestion === undefined ? "" : ` Did you mean ${suggestion}?`}`);
  }
}

function unknownCommand(name: string, tools: ReadonlyMap<string, AnyTool>): UserError {
  const known = ["serve", ...tools.keys()];
  const suggestion = nearest(name, known);
  const hint = suggestion === undefined ? `It is one of ${known.join(", ")}.` : `Did you mean ${suggestion}?`;
  return new UserError(`Unknown command ${name}. ${hint}`);
}

function stringsOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string");
}
