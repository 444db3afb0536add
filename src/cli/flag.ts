/**
 * The flags as help, completion and the man page show them. Input: options of parseArgs, or the schema of a tool's
 * arguments; output: a flag for each, with its value and its meaning.
 */
import { formatsOf } from "../formats/index.ts";
import { type AnyTool, isFileTool } from "../tools/contract/tool.ts";
import { flagsOf, type Schema } from "./tool-command.ts";

/** A flag in the table of options that parseArgs reads, with its help. */
export type Option = {
  readonly type: "boolean" | "string";
  readonly multiple?: boolean;
  readonly short?: string;
  /** The name of its value; undefined for a flag without one. */
  readonly value?: string;
  /** The values that it takes, where they are known. */
  readonly words?: readonly string[];
  /** The kind of paths that its value is. */
  readonly completes?: "file" | "folder";
  readonly help: string;
};

/** A flag as the help, completion and the man page show it. */
export type Flag = Omit<Option, "multiple" | "type"> & {
  readonly name: string;
  /** True for a flag with a twin that begins with `no-`. */
  readonly isNegatable?: boolean;
  /** True when the value may be several words with commas between them. */
  readonly isList?: boolean;
};

/** Returns the flags of a table of options. */
export function flagsIn(options: Readonly<Record<string, Option>>): readonly Flag[] {
  return Object.entries(options).map(([name, { type: _, multiple: __, ...flag }]) => ({ name, ...flag }));
}

/** Returns the flags of a table of options for a tool, which takes formats that can write its rows, and may draw them. */
export function flagsFor(tool: AnyTool, options: Readonly<Record<string, Option>>): readonly Flag[] {
  const draws = flagsOf(tool).some(({ key, schema }) => key === "output_format" && schema.enum?.includes("png"));
  const own = flagsIn(options).filter(({ name }) => name !== "shard" || isFileTool(tool));
  return own.map((flag) => {
    if (flag.name === "output" && !draws) return { ...flag, help: "Write the answer to FILE" };
    if (flag.name !== "format") return flag;
    const words = formatsOf(tool, tool.kind);
    const meanings = words.map((name) => `${name}${formatMeanings[name] ?? ""}`).join("; ");
    const end = draws ? ". Not for svg and png of --output-format, which are written as they are" : "";
    return { ...flag, words, help: meanings + end };
  });
}

/** The text after the names of formats. */
const formatMeanings: Readonly<Record<string, string>> = {
  json: ", one answer (default but on a terminal)",
  jsonl: ", a result a line",
  text: ", a row a line (default on a terminal)",
  brief: ", as serve has it",
  sarif: ", for code scanning",
  github: ", annotations of GitHub Actions",
  gitlab: ", a report for GitLab's Code Quality",
  markdown: ", a comment for a pull request",
  ctags: ", a tags file",
};

/** Returns the flags that are a tool's arguments. */
export function argumentFlags(tool: AnyTool): readonly Flag[] {
  return flagsOf(tool).map(({ key, flag: name, schema }) => {
    const help = helpForPeople[key] ?? meaning(schema);
    if (schema.type === "boolean") return { name, help, isNegatable: !name.startsWith("no-") };
    const words = wordsIn(schema);
    const value = valueNames[key] ?? (schema.type === "integer" ? "N" : key.toUpperCase());
    const isList = schema.items?.enum !== undefined || schema.commaList === true;
    const repeatable = schema.type === "array" ? "; repeatable" : "";
    return {
      name,
      value: isList ? `${value},...` : value,
      help: words === undefined || repeatable === "" ? help + repeatable : meaning(schema, repeatable),
      isList,
      ...(words === undefined ? {} : { words }),
      ...(key === "file" ? { completes: "file" as const } : {}),
    };
  });
}

/** The help of arguments whose descriptions are short, since agents read all of them before each call. */
export const helpForPeople: Readonly<Record<string, string>> = {
  apply: "Write the edits into the files instead of only showing them; needs --allow-edits on the same command line",
  state:
    "With --include-possible and --apply: the state that the answer with these rows has, so that nothing is written into newer code",
  to: "The function that calls are to lead to: lists the ways from --symbol to it",
  where: `Conditions on parts of the pattern, as JSON: '{"$A": {"regex": "^m_"}}'. A condition is regex, kind (of the node), pattern, or items (a number, or one after >=)`,
};

/** The names of values of arguments, where they are not the name of the argument. */
const valueNames: Readonly<Record<string, string>> = {
  access: "ACCESS",
  checks: "CHECK",
  command: "NAME",
  file_patterns: "GLOB",
  include: "PART",
  kinds: "KIND",
  language: "NAME",
  name: "GLOB",
  node: "GLOB",
  output_format: "FORMAT",
  reference_types: "TYPE",
  source: "TEXT",
  within: "SYMBOL",
};

/** Returns the description of an argument, with its words when it takes no others. */
export function meaning(schema: Schema, end = ""): string {
  const words = wordsIn(schema);
  const text = (schema.description ?? "") + end;
  return words === undefined ? text : `${text}. One of ${words.join(", ")}.`;
}

function wordsIn({ items, enum: words = items?.enum }: Schema): readonly string[] | undefined {
  return words?.map(String);
}

/** Returns a flag as it is written, such as `-o, --output FILE`. */
export function usageOf({ name, short, value, isNegatable }: Flag): string {
  const long = isNegatable === true ? `--[no-]${name}` : `--${name}`;
  const flag = short === undefined ? long : `-${short}, ${long}`;
  return value === undefined ? flag : `${flag} ${value}`;
}
