/**
 * The prompts of MCP: prompts/list and prompts/get. Input: the name of a prompt and its arguments; output: a text that
 * tells an agent which tools to call, with the files that it is about.
 */
import { isAbsolute, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { messageOf } from "../base/errors.ts";
import { isObject } from "../base/is-object.ts";
import { nearestOf } from "../base/nearest.ts";
import { pathOfUri } from "../base/path-of-uri.ts";
import { withSeparator } from "../base/real-path.ts";
import { shownName } from "../base/shown-value.ts";
import type { Engine } from "../engine/engine.ts";
import type { Project } from "../engine/project.ts";
import { type Completer, completeLanguage, completePath, completeSymbol, hasSymbol, none } from "./completion.ts";
import type { Params } from "./message.ts";
import { refuseCursor } from "./pages.ts";
import { fileContent, queryContent } from "./resources.ts";
import { invalidParams, RpcError, rpcCodes } from "./rpc-error.ts";
import { type Content, partsOf } from "./text-part.ts";

type Argument = {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** True for a path, which may also be written as a `file:` URI. */
  readonly isPath?: true;
  readonly completer?: Completer;
  /** Throws an RpcError if the workspace has nothing of the value. @param values the other arguments */
  readonly check?: (value: string, values: Values, context: PromptContext) => Promise<void> | void;
};

type PromptContext = { readonly engine: Engine; readonly signal: AbortSignal };

type Values = Readonly<Record<string, string>>;

type Prompt = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly Argument[];
  /** Returns the URIs of the resources that follow the text. */
  readonly embeds: (values: Values, project: Project) => readonly string[];
  readonly text: (values: Values, project: Project) => string;
};

const path: Argument = {
  name: "path",
  description: "A source file, as the tools take it",
  required: true,
  isPath: true,
  completer: completePath,
};

async function requireSymbol(name: string, { path: file }: Values, { engine, signal }: PromptContext): Promise<void> {
  if (await hasSymbol({ engine, signal }, name, file)) return;
  throw invalidParams(`name: ${shownName(name)} is not the name of a symbol in ${file ?? "the workspace"}`);
}

async function requireFolder(folder: string, _: Values, { engine: { project }, signal }: PromptContext): Promise<void> {
  const [root = ""] = project.folders;
  const start = resolve(root, folder);
  const files = await project.files(signal);
  if (files.some(({ path: file }) => file === start || file.startsWith(withSeparator(start)))) return;
  throw invalidParams(`folder: ${shownName(folder)} has no source file of the workspace`);
}

function requireLanguage(language: string, _: Values, { engine }: PromptContext): void {
  const known = engine.project.languages.map(({ name }) => name);
  if (known.includes(language)) return;
  const similar = nearestOf(language, known, 1);
  const data = similar.length === 0 ? undefined : { did_you_mean: similar };
  const message = `Invalid params: language: ${shownName(language)} is not one of ${known.join(", ")}`;
  throw new RpcError(rpcCodes.invalidParams, message, data);
}

const prompts: readonly Prompt[] = [
  {
    name: "review_file",
    title: "Review a file",
    description: "Find what is wrong in a file, with evidence from the code around it",
    arguments: [path, { name: "focus", description: "The main concern, such as thread safety", required: false }],
    embeds: (values, project) => [uriOfFile(values.path, project)],
    text: ({ path: file = "", focus }) =>
      [
        `Review ${file}, which follows.${focus === undefined ? "" : ` Look at ${focus} most.`}`,
        `Start with its outline: list_symbols with filepath ${JSON.stringify(file)} gives each definition, its signature ` +
          "and its last line.",
        'Before you judge a call, read what it calls: find_definition with the callee as symbol and detail "full".',
        "Check a suspicion in every place that it touches, not only in the first one: find_references gives the callers " +
          "and users of a symbol, get_class_hierarchy the overrides of a method.",
        "Report only what breaks or will break: wrong results, lost errors, leaks, races, unchecked input, broken " +
          "contracts. For each, worst first: path:line, what goes wrong and with which input, the smallest fix.",
        "No remarks on style. Say what you could not check. If nothing is wrong, say so.",
      ].join("\n"),
  },
  {
    name: "explain_symbol",
    title: "Explain a symbol",
    description: "The purpose of a class or function, its promises and the code that relies on it",
    arguments: [
      {
        name: "name",
        description: "Its name, without scope",
        required: true,
        completer: completeSymbol,
        check: requireSymbol,
      },
      { ...path, description: "The file that defines it, if it is known", required: false },
    ],
    embeds: ({ path: file }, project) => (file === undefined ? [] : [uriOfFile(file, project)]),
    text: ({ name = "", path: file }) =>
      [
        `Explain ${name}${file === undefined ? "" : `, defined in ${file}, which follows`}.`,
        file === undefined
          ? `Start with get_symbol_context, symbol ${JSON.stringify(name)}: it gives the source, what it uses, its callers ` +
            "and tests. Of several symbols, #2 after the name picks the second."
          : `Start with find_definition, symbol ${JSON.stringify(name)} and filepath ${JSON.stringify(file)}: it gives the ` +
            "line. get_symbol_context with symbol, filepath and line then gives the source, what it uses, its callers and " +
            "tests; without line, filepath would say where to search for them.",
        'For all uses call find_references, with group_by "caller" where they are many; of a class also ' +
          "get_class_hierarchy.",
        "Answer in this order: what it is for, in one sentence; what it takes, gives and promises; what it changes; who " +
          "uses it, with path:line for the two or three uses that show most; what surprises.",
        "Tell apart what the code says and what you conclude.",
      ].join("\n"),
  },
  {
    name: "map_code_base",
    title: "Map a code base",
    description: "The parts of a code base, how they hang together and where to start reading",
    arguments: [
      {
        name: "folder",
        description: "The folder to map (default: all of it)",
        required: false,
        isPath: true,
        check: requireFolder,
      },
    ],
    embeds: () => [],
    text: ({ folder }, { folders }) =>
      [
        `Map the code ${folder === undefined ? workspacePhrase(folders) : `in ${folder}`} as follows.`,
        '1. list_symbols on it with kinds ["class", "struct", "interface", "enum"] and detail "names": the types of each ' +
          "folder. Mind skipped; where truncated is true, take one folder at a time.",
        "2. get_dependency_graph on it: which file needs which, the cycles, and in layer 0 the files that need no other.",
        '3. list_symbols with detail "full" on the files that most others need: signatures and comments.',
        "4. get_class_hierarchy of the base classes, and find_references of the entry points and main types.",
        "Read files only where names do not tell. Then give: one sentence on what it does; its parts, a line each with " +
          "folder and duty; which part uses which, and where that goes both ways; the entry points, as path:line; the " +
          "five files to read first and why.",
      ].join("\n"),
  },
  {
    name: "write_query",
    title: "Write a query",
    description: "A tree-sitter query for execute_query that finds what is wanted",
    arguments: [
      {
        name: "language",
        description: "The language of the code",
        required: true,
        completer: completeLanguage,
        check: requireLanguage,
      },
      { name: "goal", description: "The thing to find, such as calls without a checked result", required: true },
    ],
    embeds: ({ language = "" }) => [`queries://${language}/tags`],
    text: ({ language = "", goal = "" }) =>
      [
        `Write a tree-sitter query for ${language} that finds: ${goal}.`,
        "The query that follows shows how the grammar names its nodes.",
        "Start with one small file that holds a hit: list_symbols gives the lines of its definitions, and " +
          "get_syntax_tree the nodes and fields of such a range.",
        "Write the one node that every hit has, run it there with execute_query, then add what tells hits from the rest: " +
          "fields first, then predicates such as #eq? and #match?.",
        "When it does not compile, the answer names the place and the nearest node that exists.",
        "No query is needed for the definition or the users of one symbol, for subclasses, includes and calls: " +
          "find_definition, find_references, get_class_hierarchy and get_dependency_graph answer these.",
        "Try it on code that must not match, too. Then give the query, one line on each pattern, and what it cannot see.",
      ].join("\n"),
  },
];

/** Returns the result of prompts/list. */
export function listPrompts({ cursor }: Params): Params {
  refuseCursor(cursor);
  return {
    prompts: prompts.map(({ name, title, description, arguments: args }) => ({
      name,
      title,
      description,
      arguments: args.map(({ name: argument, description: about, required }) => ({
        name: argument,
        description: about,
        required,
      })),
    })),
  };
}

/** UTF-16 code units that the resources of a prompt have at the least. */
const leastEmbeddedChars = 400;

/**
 * Returns the result of prompts/get: the text, then its resources, as much of them as the limit allows.
 *
 * @param maxChars UTF-16 code units of all texts together; Infinity for no limit
 * @throws RpcError with the code of invalid params if there is no such prompt, file, folder, symbol or language, or an argument is missing
 *   or unknown
 */
export async function getPrompt(
  { name, arguments: input }: Params,
  engine: Engine,
  signal: AbortSignal,
  maxChars: number,
): Promise<Params> {
  const { project } = engine;
  const prompt = prompts.find((known) => known.name === name);
  if (prompt === undefined) {
    throw invalidParams(`no prompt ${shownName(name)}; there are ${prompts.map((known) => known.name).join(", ")}`);
  }
  const values = valuesOf(prompt, input);
  for (const { name: argument, check } of prompt.arguments) {
    const value = values[argument];
    if (value !== undefined) await check?.(value, values, { engine, signal });
  }
  const text = prompt.text(values, project);
  const room = maxChars - text.length;
  if (room < leastEmbeddedChars) {
    const problem = `the text of ${prompt.name} would have ${text.length} characters`;
    throw invalidParams(`${problem}, and an answer has at most ${maxChars}: shorten its arguments`);
  }
  const resources = await Promise.all(
    prompt.embeds(values, project).map(async (uri) => ({ ...(await read(uri, project, signal)), uri })),
  );
  const embedded = partsOf(resources, room).map((resource) => ({ type: "resource", resource }));
  const contents = [{ type: "text", text }, ...embedded];
  return { description: prompt.description, messages: contents.map((content) => ({ role: "user", content })) };
}

/** Returns the completers of a prompt's arguments; undefined when there is no such prompt. */
export function completersOfPrompt(name: string): Readonly<Record<string, Completer>> | undefined {
  const prompt = prompts.find((known) => known.name === name);
  if (prompt === undefined) return undefined;
  return Object.fromEntries(prompt.arguments.map((argument) => [argument.name, argument.completer ?? (() => none)]));
}

function valuesOf(prompt: Prompt, input: unknown): Values {
  if (input !== undefined && input !== null && !isObject(input)) throw invalidParams("arguments must be an object");
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(input ?? {})) {
    // Some clients fill the arguments that they do not use.
    if (value === null || value === "") continue;
    const argument = prompt.arguments.find((known) => known.name === name);
    if (argument === undefined) {
      const known = prompt.arguments.map((each) => each.name).join(", ");
      throw invalidParams(`unknown argument ${name}; ${prompt.name} takes ${known}`);
    }
    if (typeof value !== "string") throw invalidParams(`the argument ${name} must be a string`);
    values[name] = argument.isPath === true ? pathIn(value, name) : value;
  }
  const missing = prompt.arguments.find(({ name, required }) => required && values[name] === undefined);
  if (missing !== undefined) throw invalidParams(`missing argument ${missing.name}: ${missing.description}`);
  return values;
}

/** @throws RpcError for a URI that is not the one of a file of this machine */
function pathIn(value: string, name: string): string {
  try {
    return pathOfUri(value, name);
  } catch (error) {
    throw invalidParams(messageOf(error));
  }
}

/** Returns the place of the workspace's code, for a sentence. */
function workspacePhrase(folders: readonly string[]): string {
  return folders.length === 0 ? "base that you are asked about" : `base in ${folders.join(" and ")}`;
}

function uriOfFile(file = "", { folders }: Project): string {
  const [folder = ""] = folders;
  return pathToFileURL(isAbsolute(file) ? file : resolve(folder, file)).href;
}

/** Reads what a prompt is about. A resource that is not found is a wrong argument here. */
async function read(uri: string, project: Project, signal: AbortSignal): Promise<Content> {
  try {
    return uri.startsWith("queries://") ? queryContent(uri, project) : await fileContent(uri, project, signal);
  } catch (error) {
    if (!(error instanceof RpcError) || error.code !== rpcCodes.resourceNotFound) throw error;
    throw new RpcError(rpcCodes.invalidParams, `Invalid params: ${error.message}`, error.data);
  }
}
