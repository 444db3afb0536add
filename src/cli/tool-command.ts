/**
 * The flags and words of a tool on the command line. Input: a tool and the values of parseArgs; output: the options
 * that the tool takes, and its call with checked arguments.
 */
import { UserError } from "../base/errors.ts";
import { getOrInsert } from "../base/get-or-insert.ts";
import { formatOfFile, formatsOf } from "../formats/index.ts";
import { checkInput, inputSchema, objectIn } from "../tools/arguments/input.ts";
import type { AnyServerTool } from "../tools/contract/server-tool.ts";
import { type AnyTool, isFileTool } from "../tools/contract/tool.ts";
import { listedPatterns } from "../workspace/listed-patterns.ts";
import { flagNameOf, formatOf, type Options, stringsOf, type Values } from "./flag-values.ts";
import { diagnosticsOptions, failOnOptions, outputOptions, patternOptions, shortCommands } from "./options.ts";
import { drawingTools, type PictureChoice, pictureChoiceOf, refusePictureName } from "./picture-of-file.ts";
import { type ColorChoice, colorChoices } from "./terminal.ts";

/** A call of one tool. */
export type ToolCommand = {
  readonly kind: "tool";
  readonly tool: AnyTool;
  /** The paths as written; `-` means paths on stdin. */
  readonly paths: readonly string[];
  /** The character at the end of a path on stdin. */
  readonly separator: "\n" | "\0";
  /** The argument that stdin is; undefined if it is not read, or has paths. */
  readonly stdinArgument: string | undefined;
  /** The tool's arguments without filepath. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The name of a format; undefined for text on a terminal and JSON elsewhere. */
  readonly format: string | undefined;
  /** True for a picture that is written as it is, in no format. */
  readonly isDrawn: boolean;
  readonly color: ColorChoice;
  /** The file to write to; undefined for stdout. */
  readonly output: string | undefined;
  readonly timing: boolean;
  /** True for nothing on stderr except errors. */
  readonly isQuiet: boolean;
  /** True when diagnostics do not count for the exit status. */
  readonly exitsZero: boolean;
  /** Words of the tool at which the exit status is 1. */
  readonly failOn: readonly string[];
  /** The report of an earlier state, whose findings are left out. */
  readonly baseline: string | undefined;
  /** The category of a report in SARIF; undefined for that of the command. */
  readonly category: string | undefined;
  /** True when a check without a file is not a mistake. */
  readonly allowsEmpty: boolean;
};

/**
 * Returns the call of a tool.
 *
 * @param name the command, which may be a short name of the tool
 * @throws UserError for words and flags that the tool does not take, ArgumentError for a wrong argument
 */
export function toolCommandOf(tool: AnyTool, name: string, words: readonly string[], values: Values): ToolCommand {
  if (!isFileTool(tool) && values.shard !== undefined) {
    throw new UserError(
      `--shard: ${name} answers from all files, and has no shares; take a tool that answers file by file`,
    );
  }
  const { paths, stdinArgument, ...named } = firstWordOf(tool, words, values);
  const short = shortCommands.get(name);
  // A tool over the index that knows symbols takes one first, unless it is about files, or flags and one path say where it is.
  const isPlaced = values.line !== undefined && paths.length < 2;
  const takesSymbol =
    tool.needs === "index" &&
    !tool.search.isAboutFile &&
    flagsOf(tool).some(({ key }) => key === "symbol") &&
    tool.commandLine?.firstArgument === undefined &&
    values.symbol === undefined &&
    !isPlaced;
  const symbol = takesSymbol ? paths[0] : undefined;
  const { secondArgument } = tool.commandLine ?? {};
  const takesSecond = takesSymbol && secondArgument !== undefined && values[flagNameOf(secondArgument)] === undefined;
  const second = takesSecond && paths[1] !== undefined ? { [secondArgument]: paths[1] } : {};
  const given = tool.needs === "program" ? [] : takesSymbol ? paths.slice(takesSecond ? 2 : 1) : paths;
  const output = stringsOf(values.output)[0];
  const picture = pictureOf(tool, values, output);
  const input = {
    ...toolInput(tool, values),
    ...named.input,
    ...(picture?.outputFormat !== undefined && { output_format: picture.outputFormat }),
    ...(symbol === undefined ? {} : { symbol }),
    ...second,
    ...(tool.needs === "program" ? firstArgumentOf(tool, paths) : {}),
  };
  const needsPath = isFileTool(tool) && !("source" in input) && !tool.searchesWorkspace(input);
  const searched = needsPath && given.length === 0 && short !== undefined ? ["."] : given;
  if (needsPath && searched.length === 0) {
    const argument = tool.commandLine?.firstArgument;
    throw new UserError(
      argument === undefined
        ? `${name} needs a path: a file, a directory or a glob`
        : `${name} needs a ${argument}: codegrove ${name} ${argument.toUpperCase()} [PATH...]`,
    );
  }
  const all = searched.length > 0 ? { ...input, filepath: filepathOf(tool, searched) } : input;
  checkInput(tool, all);
  return {
    kind: "tool",
    tool,
    paths: searched,
    stdinArgument,
    separator: values.null === true ? "\0" : "\n",
    input,
    format: formatFor(tool, all, picture?.format ?? stringsOf(values.format)[0], output) ?? short?.format,
    isDrawn: picture?.isDrawn === true,
    color: colorOf(stringsOf(values.color)[0]),
    output,
    timing: values.timing === true,
    isQuiet: values.quiet === true,
    exitsZero: values["exit-zero"] === true,
    failOn: failOnOf(tool, stringsOf(values["fail-on"]), toolInput(tool, values).include),
    baseline: stringsOf(values.baseline)[0],
    category: stringsOf(values.category)[0],
    allowsEmpty: values["allow-empty"] === true,
  };
}

/** The word that is read from stdin. */
const stdin = "-";

/** The words of a tool: the first one may be an argument of its own, and it or a flag may say that stdin is one. */
function firstWordOf(tool: AnyTool, words: readonly string[], values: Values) {
  const [word, ...others] = words;
  const none = { paths: words, stdinArgument: undefined, input: {} };
  if (tool.needs === "program") return none;
  const { firstArgument, stdinArgument } = tool.commandLine ?? {};
  if (stdinArgument !== undefined && values[flagNameOf(stdinArgument)] === stdin) {
    if (words.includes(stdin)) {
      throw new UserError(`--${flagNameOf(stdinArgument)} - and the path - both read stdin: name the paths`);
    }
    return { ...none, stdinArgument };
  }
  if (word === stdin && stdinArgument !== undefined && firstArgument !== undefined) {
    return { paths: others, stdinArgument, input: {} };
  }
  const isGiven = [firstArgument, stdinArgument].some(
    (key) => key !== undefined && values[flagNameOf(key)] !== undefined,
  );
  if (firstArgument === undefined || word === undefined || isGiven) return none;
  return { paths: others, stdinArgument: undefined, input: { [firstArgument]: word } };
}

type ToolFlag = { readonly key: string; readonly flag: string; readonly schema: Schema };

/** Making a schema takes milliseconds, and a command asks for its flags several times. */
const knownFlags = new WeakMap<AnyTool, readonly ToolFlag[]>();

/** Returns the flags of a tool: its arguments in kebab case, without filepath, which the positional arguments are. */
export function flagsOf(tool: AnyTool): readonly ToolFlag[] {
  return getOrInsert(knownFlags, tool, () => {
    const { properties } = inputSchema(tool, "all");
    return Object.entries(properties ?? {})
      .filter(([key]) => key !== "filepath")
      .map(([key, schema]) => ({ key, flag: flagNameOf(key), schema }));
  });
}

export type Schema = {
  readonly type?: unknown;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: { readonly enum?: readonly unknown[] };
  readonly commaList?: unknown;
};

/**
 * The form of output of a tool that has several; undefined for other tools.
 *
 * @throws UserError for a name of a picture if the tool draws none, and for contradictory flags
 */
function pictureOf(tool: AnyTool, values: Values, output: string | undefined): PictureChoice | undefined {
  if (!drawingTools.includes(tool.name)) refusePictureName(tool.name, output);
  const words = flagsOf(tool).find(({ key }) => key === "output_format")?.schema.enum;
  if (words === undefined) return undefined;
  const [format] = stringsOf(values.format);
  return pictureChoiceOf(words, { outputFormat: values["output-format"], format, output });
}

/** The argument that the only word of a command is. @throws UserError for further words */
function firstArgumentOf({ name, commandLine }: AnyServerTool, words: readonly string[]): Values {
  const [word, ...others] = words;
  if (others.length > 0) throw new UserError(`${name} takes no paths: ${others.join(" ")}`);
  return word === undefined ? {} : { [commandLine.firstArgument]: word };
}

/** One path is not a list for a tool that takes the file of a position. */
function filepathOf(tool: AnyTool, paths: readonly string[]): string | readonly string[] {
  const [path] = paths;
  return tool.needs === "index" && paths.length === 1 && path !== undefined ? path : paths;
}

/**
 * Assigns the words after a flag that takes a list of known words to this flag: `--kinds class method` becomes
 * `--kinds class --kinds method`. A path with such a name is written `./method`, or in another place.
 */
export function withListedWords(args: readonly string[], tool: AnyTool): readonly string[] {
  const lists = new Map(flagsOf(tool).map(({ flag, schema }) => [`--${flag}`, schema.items?.enum]));
  const written: string[] = [];
  let flag = "";
  let words: readonly unknown[] = [];
  for (const [i, arg] of args.entries()) {
    if (arg === "--") return [...written, ...args.slice(i)];
    const isFirst = args[i - 1] === flag;
    if (arg.startsWith("-")) {
      flag = arg;
      words = lists.get(arg) ?? [];
    } else if (!isFirst && words.length > 0 && arg.split(",").every((word) => words.includes(word))) {
      written.push(flag);
    } else if (!isFirst) {
      words = [];
    }
    written.push(arg);
  }
  return written;
}

/**
 * The format of an answer: the one that a flag names, or else the name of the file that it is written to.
 *
 * @throws UserError for one that cannot write the rows of a tool
 */
function formatFor(tool: AnyTool, input: Values, named: string | undefined, output = ""): string | undefined {
  const value = named ?? formatOfFile(output);
  if (value === undefined) return undefined;
  refuseOtherFormat(value);
  const format = formatOf(value);
  const able = formatsOf(tool, isFileTool(tool) ? tool.bind(input).kind : tool.kind);
  if (able.includes(format)) return format;
  const rows = formatsOf(tool, tool.kind).includes(format) ? "with these arguments no rows" : "no rows";
  const flag = named === undefined ? `-o ${output}` : "--format";
  throw new UserError(`${flag}: ${tool.name} has ${rows} that ${format} can write; it takes ${able.join(", ")}`);
}

/** The writers of formats without rows. */
const otherFormats: ReadonlyMap<string, string> = new Map([
  ["scip", "codegrove index DIR --format scip"],
  ...["svg", "png", "dot", "mermaid"].map((picture): [string, string] => [
    picture,
    `--output-format ${picture} of ${drawingTools.join(" and ")}`,
  ]),
]);

/** @throws UserError for a format that another flag or command writes */
function refuseOtherFormat(value: string): void {
  const writer = otherFormats.get(value);
  if (writer !== undefined) throw new UserError(`--format: '${value}' is written by ${writer}`);
}

/** The words of --fail-on. @throws UserError for one that the tool does not have, or whose part of the answer is not asked for */
function failOnOf(tool: AnyTool, given: readonly string[], include: unknown): readonly string[] {
  const words = given.flatMap((list) => list.split(",")).map((word) => word.trim());
  const { failWords: known = {} } = tool.commandLine ?? {};
  const parts = stringsOf(include);
  for (const word of words) {
    if (!Object.hasOwn(known, word))
      throw new UserError(`--fail-on: '${word}' is not one of ${Object.keys(known).join(", ")}`);
    const part = known[word];
    if (part === undefined || parts.length === 0 || parts.includes(part)) continue;
    throw new UserError(`--fail-on: '${word}' needs --include ${part}`);
  }
  return words;
}

/** The words of --fail-on that a tool has. */
export function failWordsOf(tool: AnyTool): readonly string[] {
  return Object.keys(tool.commandLine?.failWords ?? {});
}

/** Returns the flags that a tool takes. */
export function toolOptions(tool: AnyTool): Options {
  const options: Options = {
    ...patternOptionsOf(tool),
    ...outputOptions,
    ...(tool.kind === "diagnostics" ? diagnosticsOptions : {}),
    ...(failWordsOf(tool).length > 0 ? failOnOptions : {}),
  };
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

/** Returns the flags that are short for file_patterns; none for a tool without this argument. */
export function patternOptionsOf(
  tool: AnyTool,
): Readonly<Record<string, (typeof patternOptions)[keyof typeof patternOptions]>> {
  const own = new Set(flagsOf(tool).map(({ flag }) => flag));
  if (!own.has("file-patterns")) return {};
  return Object.fromEntries(Object.entries(patternOptions).filter(([name]) => !own.has(name)));
}

function toolInput(tool: AnyTool, values: Values): Readonly<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  for (const { key, flag, schema } of flagsOf(tool)) {
    if (values[`no-${flag}`] === true) input[key] = false;
    else if (values[flag] !== undefined) input[key] = flagValue(values[flag], schema);
  }
  const patterns = patternsOf(tool, values);
  if (patterns.length > 0) input.file_patterns = [...stringsOf(input.file_patterns), ...patterns];
  return input;
}

/** Returns the patterns of --include and --exclude. */
function patternsOf(tool: AnyTool, values: Values): readonly string[] {
  const globsOf = (flag: keyof typeof patternOptions) =>
    flag in patternOptionsOf(tool) ? stringsOf(values[flag]).flatMap(listedPatterns) : [];
  return [...globsOf("include"), ...globsOf("exclude").flatMap(withoutMatches)];
}

/** Returns the patterns that leave out what matches a glob: a file, or a folder with all that is below. */
function withoutMatches(glob: string): readonly string[] {
  const path = glob.replace(/^!/, "").replace(/^\.\//, "").replace(/\/+$/, "");
  const below = path.includes("/") ? `${path}/**` : `**/${path}/**`;
  return [`!${path}`, ...(path.endsWith("**") ? [] : [`!${below}`])];
}

/**
 * Returns a number or an object where the schema takes one, and the words of a comma list where it takes words. Other values are returned unchanged, and the schema refuses them.
 */
function flagValue(value: unknown, { type, items, commaList }: Schema): unknown {
  if (type === "object" && typeof value === "string") return objectIn(value) ?? value;
  if (items?.enum !== undefined || commaList === true) return stringsOf(value).flatMap((list) => list.split(","));
  return type === "integer" && typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
}

function colorOf(value = "auto"): ColorChoice {
  const choice = colorChoices.find((known) => known === value);
  if (choice !== undefined) return choice;
  throw new UserError(`--color: '${value}' is not one of ${colorChoices.join(", ")}`);
}
