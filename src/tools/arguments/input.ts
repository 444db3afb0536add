/**
 * The arguments of all tools. Input: the schema of a tool, and arguments as a client sends them; output: the JSON
 * Schema for tools/list, checked arguments, or an error that says what an argument takes.
 */
import * as z from "zod";
import { ArgumentError, type ArgumentNames } from "../../base/errors.ts";
import { getOrInsert } from "../../base/get-or-insert.ts";
import { pushTo } from "../../base/group-by.ts";
import { isObject } from "../../base/is-object.ts";
import { maxArguments, maxListItems, maxPaths } from "../../base/limits.ts";
import { nearest } from "../../base/nearest.ts";
import { placeOfUri } from "../../base/path-of-uri.ts";
import { shown } from "../../base/shown.ts";
import { shownAsJson } from "../../base/shown-value.ts";
import type { Described } from "../contract/described.ts";
import type { AnyIndexTool, CodeArguments } from "../contract/index-tool.ts";
import type { AnyServerTool, ServerArguments } from "../contract/server-tool.ts";
import type { AnyFileTool, AnyTool } from "../contract/tool.ts";
import { languageOfSource, type TargetArguments } from "./target-arguments.ts";

/** The parts of a tool that validate and list its arguments. */
type ToolInput<Input = unknown> = Pick<Described<Input>, "name" | "input"> & {
  readonly needs: AnyTool["needs"];
  readonly listsFilepathAsRequired?: boolean;
};

/**
 * Returns the JSON Schema of a tool's arguments for tools/list. An argument with the metadata `unlisted` is left out, and
 * so are the words of one with `unlistedWords` and the description of one with `undescribed`. All are validated.
 *
 * @param which `editing` for a server that may edit files, `all` for the command line, where each argument is a flag
 */
export function inputSchema(tool: ToolInput, which: "listed" | "editing" | "all" = "listed"): Record<string, unknown> {
  const isListed = which !== "all";
  const isOfReference = tool.listsFilepathAsRequired === true;
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, {
    io: "input",
    override: ({ jsonSchema }) => {
      const { properties = {} } = jsonSchema;
      for (const [name, property] of Object.entries(properties)) {
        if (typeof property !== "object") continue;
        const isLeftOut = isListed && (property.unlisted || (property.listedForEdits && which === "listed"));
        if (isLeftOut) {
          delete properties[name];
          continue;
        }
        delete property.unlisted;
        delete property.listedForEdits;
      }
      if (isListed) delete jsonSchema.commaList;
      if (jsonSchema.unlistedWords && isListed) delete jsonSchema.enum;
      delete jsonSchema.unlistedWords;
      if (jsonSchema.undescribed && isListed) delete jsonSchema.description;
      delete jsonSchema.undescribed;
      // Agents read the whole schema, so bounds that no caller misses are left out.
      for (const key of ["minLength", "minItems", "maxLength"] as const) delete jsonSchema[key];
      // Unlisted values are refused with a hint that lists the values.
      delete jsonSchema.additionalProperties;
      delete jsonSchema.propertyNames;
      if (jsonSchema.minimum === 0 || jsonSchema.minimum === 1) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      const { anyOf, ...rest } = jsonSchema;
      if (anyOf === undefined || !isOfReference) return;
      // The reference writes one `type` with several names, which not all clients support (docs/developers/serving.md).
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      Object.assign(jsonSchema, ...anyOf, rest, { type: anyOf.map(({ type }) => type) });
    },
  });
  const { required = [] } = schema;
  return isOfReference ? { ...schema, required: ["filepath", ...required] } : schema;
}

/**
 * Validates the arguments of a call.
 *
 * @throws ArgumentError with the argument and the values that it takes
 */
export function parseInput(tool: AnyFileTool, input: unknown): TargetArguments {
  const parsed = validated(tool, tool.input, input);
  const complaint = complaintAboutTarget(parsed, tool);
  if (complaint !== undefined) throw new ArgumentError(complaint);
  return parsed;
}

/**
 * Validates the arguments of a call over the index.
 *
 * @throws ArgumentError with the argument and the values that it takes
 */
export function parseIndexInput(tool: AnyIndexTool, input: unknown): CodeArguments {
  return validated(tool, tool.input, input);
}

/**
 * Validates the arguments of a call of a tool that needs no files.
 *
 * @throws ArgumentError with the argument and the values that it takes
 */
export function parseServerInput(tool: AnyServerTool, input: unknown): ServerArguments {
  return validated(tool, tool.input, input);
}

/** Validates the arguments of a call of any tool. */
export function checkInput(tool: AnyTool, input: unknown): TargetArguments | CodeArguments | ServerArguments {
  if (tool.needs === "program") return parseServerInput(tool, input);
  return tool.needs === "index" ? parseIndexInput(tool, input) : parseInput(tool, input);
}

function validated<Input>(tool: ToolInput, schema: z.ZodType<Input>, input: unknown): Input {
  const boundedInput = bounded(tool, withOwnNames(tool, input));
  const parsed = schema.safeParse(boundedInput);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  throw new ArgumentError((names) => explain(issues, tool, boundedInput, names));
}

/** The arguments that name a symbol; a tool has one of them. */
const symbolArguments = ["symbol", "within", "name"];

/** Names that other servers have for an argument, and what it may be called here. */
const otherNames: ReadonlyMap<string, readonly string[]> = new Map([
  ["symbol_name", symbolArguments],
  ["name_path", symbolArguments],
  ["class_name", ["symbol"]],
  ["path", ["filepath"]],
  ["file_path", ["filepath"]],
  ["relative_path", ["filepath"]],
  ["character", ["column"]],
]);

/** The argument that names files, and the one that has a text instead of a file's. */
const pathArgument = "filepath";
const textArgument = "source";

/** The argument whose empty text takes code away. */
const codeArgument = "rewrite";

/** True for an argument that a client has not left empty. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** The argument that some callers set to -1 for no limit. */
const depthArgument = "max_depth";

/**
 * Returns the arguments as their caller means them: under the names that the tool lists, without empty ones, with
 * numbers, truth values and lists for their texts, paths for URIs of files, a list for its only word, and a large
 * number for `max_depth: -1`.
 */
function withOwnNames(tool: ToolInput, input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const { shape } = tool.input;
  const values = new Map<string, unknown>(Object.entries(input));
  for (const [name, value] of Object.entries(input)) {
    const ownName = otherNames.get(name)?.find((own) => Object.hasOwn(shape, own));
    if (ownName === undefined || Object.hasOwn(shape, name) || values.has(ownName)) continue;
    values.delete(name);
    values.set(ownName, value);
  }
  for (const [name, given] of values) {
    // An empty text is a text, but not that of a file that is named.
    const isSource = name === textArgument && !isGiven(values.get(pathArgument));
    const isText = given === "" && (isSource || name === codeArgument);
    const value = isText ? given : meantValue(given, typeof given === "string" ? typesOf(tool, name) : []);
    if (value === undefined) values.delete(name);
    else if (value !== given) values.set(name, value);
    if (typeof value !== "string") continue;
    const object = takesObject(tool, name) ? objectIn(value) : undefined;
    if (object !== undefined) values.set(name, object);
    const list = listIn(value);
    if (list !== undefined && takesList(tool, name)) values.set(name, list);
    else if (isCommaList(tool, name)) values.set(name, value.split(","));
    // A list of one text may be written without its brackets.
    else if (takesOnlyLists(tool, name)) values.set(name, [value]);
  }
  const paths = values.get(pathArgument);
  const asPath = (value: unknown) => (typeof value === "string" ? placeOfUri(value, pathArgument) : value);
  if (paths !== undefined) values.set(pathArgument, Array.isArray(paths) ? paths.map(asPath) : asPath(paths));
  if (depthArgument in shape && values.get(depthArgument) === -1) values.set(depthArgument, Number.MAX_SAFE_INTEGER);
  return Object.fromEntries(values);
}

/**
 * Returns the arguments to validate, where a list with a wrong item has only this item: a validator collects each wrong
 * item, which takes seconds for a list of millions.
 *
 * @throws ArgumentError when there are too many of them, or too many items in one
 */
function bounded(tool: ToolInput, input: unknown): unknown {
  if (typeof input !== "object" || input === null) return input;
  const entries = Object.entries(input);
  if (entries.length > maxArguments) {
    throw new ArgumentError(() => `Too many arguments: ${tool.name} takes no ${entries.length} of them.`);
  }
  for (const [name, value] of entries) {
    if (!Array.isArray(value) || value.length <= maxListItems) continue;
    const most = name === "filepath" ? maxPaths : maxListItems;
    if (value.length > most) {
      const reason = `it has ${value.length} items, at most ${most} are taken`;
      throw new ArgumentError(({ quoted }) => `Invalid argument ${quoted(shown(name))}: ${reason}.`);
    }
    const wrong = value.findIndex((item) => typeof item !== "string" || item === "");
    if (wrong >= 0) return { ...input, [name]: [value[wrong]] };
  }
  return input;
}

/** Returns the message about a wrong target, which is either files or a text; undefined when it is valid. */
function complaintAboutTarget(
  input: TargetArguments,
  tool: AnyFileTool,
): ((names: ArgumentNames) => string) | undefined {
  const { filepath, source, language } = input;
  const either = ({ plain }: ArgumentNames) =>
    `give either ${plain("filepath")}, or ${plain("source")} and ${plain("language")}`;
  if (source === undefined) {
    if (filepath === undefined && !tool.searchesWorkspace(input)) {
      const takes = describeType(tool, "filepath");
      return ({ quoted, plain }) =>
        `Missing argument ${quoted("filepath")}: ${takes}; or else give ${plain("source")} and ${plain("language")}.`;
    }
    return undefined;
  }
  if (filepath !== undefined) {
    return (names) =>
      `Arguments ${names.quoted("filepath")} and ${names.quoted("source")} exclude each other: ${either(names)}.`;
  }
  if (language === undefined) {
    return (names) => `Missing argument ${names.quoted("language")}: ${withNames(languageOfSource, names)}.`;
  }
  const forFiles = fileArguments.find((name) => input[name] !== undefined);
  if (forFiles === undefined) return undefined;
  return ({ quoted }) => `Argument ${quoted(forFiles)} is about files and does not go with ${quoted("source")}.`;
}

/** The arguments that choose files. */
const fileArguments = ["recursive", "file_patterns", "no_ignore", "max_results", "cursor"] as const;

/** Returns one sentence for each wrong argument. */
function explain(issues: readonly z.core.$ZodIssue[], tool: ToolInput, input: unknown, names: ArgumentNames): string {
  const sentences: string[] = [];
  const issuesOf = new Map<string, z.core.$ZodIssue[]>();
  for (const issue of issues) {
    const [name] = issue.path.map(String);
    if (issue.code === "unrecognized_keys" && name === undefined) {
      sentences.push(...issue.keys.map((key) => unknownArgument(key, tool, names)));
    } else if (name === undefined) {
      sentences.push(`Invalid arguments of ${tool.name}: ${issue.message}.`);
    } else {
      pushTo(issuesOf, name, issue);
    }
  }
  for (const [name, found] of issuesOf) sentences.push(explainArgument(name, found, tool, input, names));
  return sentences.join(" ");
}

/** Wrong values of one argument in a message. */
const maxShownValues = 3;

function explainArgument(
  name: string,
  issues: readonly z.core.$ZodIssue[],
  tool: ToolInput,
  input: unknown,
  names: ArgumentNames,
): string {
  const rule = issues.find(({ code }) => code === "custom");
  if (valueAt(input, [name]) === undefined) {
    const message = rule && withNames(rule.message, names);
    return `Missing argument ${names.quoted(name)}: ${message ?? `${describeType(tool, name)}.`}`;
  }
  const values = issues.slice(0, maxShownValues).map(({ path }) => valueAt(input, path));
  const words = wordsOf(tool, name);
  const suggestions = values.map((value) => nearest(wordOf(value), words)).filter((word) => word !== undefined);
  const hint = suggestions.length === 0 ? "" : ` Did you mean ${suggestions.join(", ")}?`;
  const takes = rule === undefined ? describeType(tool, name) : withNames(rule.message, names).replace(/\.$/, "");
  return `Invalid argument ${names.quoted(name)}: it takes ${takes}, not ${values.map(shownAsJson).join(", ")}.${hint}`;
}

/** Returns the message of a rule about several arguments with their names, which it has in braces: `the file of {line}.` */
function withNames(message: string, names: ArgumentNames): string {
  return message.replace(/\{(\w+)\}/g, (_, argument: string) => names.plain(argument));
}

function unknownArgument(key: string, tool: ToolInput, names: ArgumentNames): string {
  const known = Object.keys(tool.input.shape);
  const suggestion = nearest(key, known);
  const hint = suggestion === undefined ? "" : ` Did you mean ${names.quoted(suggestion)}?`;
  return `Unknown argument ${names.quoted(shown(key))}: ${tool.name} takes ${known.map(names.plain).join(", ")}.${hint}`;
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a non-empty string",
  boolean: "a boolean, true or false",
  array: "an array of non-empty strings",
};

function describeType(tool: ToolInput, name: string): string {
  const types = typesOf(tool, name);
  return types.length === 0 ? "nothing" : types.map(describeSchema).join(" or ");
}

/** Returns the words of an argument that takes no others. */
function wordsOf(tool: ToolInput, name: string): readonly string[] {
  return typesOf(tool, name).flatMap((type) => (type.enum ?? itemsOf(type)?.enum ?? []).map(String));
}

/** The list that a text holds as JSON, as some clients send one (docs/developers/serving.md); undefined for any other text. */
function listIn(text: string): readonly string[] | undefined {
  if (!/^\[\s*".*"\s*\]$/s.test(text)) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((item) => typeof item === "string") ? list : undefined;
  } catch {
    return undefined;
  }
}

/** The object that a text holds as JSON, as the command line has it; undefined for any other text. */
export function objectIn(text: string): object | undefined {
  try {
    const object: unknown = JSON.parse(text);
    return isObject(object) ? object : undefined;
  } catch {
    return undefined;
  }
}

function takesObject(tool: ToolInput, name: string): boolean {
  return typesOf(tool, name).some(({ type }) => type === "object");
}

function takesList(tool: ToolInput, name: string): boolean {
  return typesOf(tool, name).some(({ type }) => type === "array");
}

/** True for a list of words that may be written as one text, with commas. */
function isCommaList(tool: ToolInput, name: string): boolean {
  return typesOf(tool, name).some(({ commaList }) => commaList === true);
}

/** True for an argument that takes a list, and nothing else. */
function takesOnlyLists(tool: ToolInput, name: string): boolean {
  const types = typesOf(tool, name);
  return types.length > 0 && types.every(({ type }) => type === "array");
}

function typesOf(tool: ToolInput, name: string): readonly z.core.JSONSchema.BaseSchema[] {
  // An argument may have the name of what every object has: "toString".
  const schema = Object.hasOwn(tool.input.shape, name) ? tool.input.shape[name] : undefined;
  if (schema === undefined) return [];
  return getOrInsert(knownTypes, schema, () => {
    const types: z.core.JSONSchema.BaseSchema = z.toJSONSchema(schema, { io: "input" });
    return types.anyOf ?? [types];
  });
}

/** The types of arguments, each written once: a call asks for the types of each text several times. */
const knownTypes = new WeakMap<z.core.$ZodType, readonly z.core.JSONSchema.BaseSchema[]>();

function describeSchema(schema: z.core.JSONSchema.BaseSchema): string {
  const { type, description, enum: words, minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
  if (words !== undefined) return `one of ${words.join(", ")}`;
  if (type === "integer") {
    return `a whole number from ${minimum} ${maximum === Number.MAX_SAFE_INTEGER ? "on" : `to ${maximum}`}`;
  }
  if (type === "object") return `an object such as ${description}`;
  const itemWords = itemsOf(schema)?.enum;
  if (itemWords !== undefined) return `an array of ${itemWords.join(", ")}`;
  return typeNames[String(type)] ?? String(type);
}

function itemsOf({ items }: z.core.JSONSchema.BaseSchema): z.core.JSONSchema.BaseSchema | undefined {
  return typeof items === "object" && !Array.isArray(items) ? items : undefined;
}

/** The text of a value that may be meant as a word. An object has none: it may be too deep for one, or have a key `toString`. */
function wordOf(value: unknown): string {
  return typeof value === "object" ? "" : String(value);
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}

/** The parts of the JSON Schema of an argument: one entry for each type that it takes. */
type ArgumentTypes = readonly { readonly type?: unknown }[];

/**
 * Returns the value that a client means by another one; undefined for an argument that it leaves empty.
 *
 * Some clients fill arguments that they do not use with `null` or `""`, and write numbers and truth values as text. A text
 * becomes a number or a truth value only where the argument takes no text.
 */
function meantValue(value: unknown, types: ArgumentTypes): unknown {
  if (value === null || value === "") return undefined;
  if (typeof value !== "string" || types.length === 0) return value;
  const text = value.trim();
  if (types.every(({ type }) => type === "integer" || type === "number")) {
    return /^-?\d{1,15}$/.test(text) ? Number(text) : value;
  }
  if (types.every(({ type }) => type === "boolean")) return truthValues.get(text.toLowerCase()) ?? value;
  return value;
}

const truthValues: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);
