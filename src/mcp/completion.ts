import { basename } from "node:path";
import type { NamedResult } from "../engine/answer.ts";
import type { Engine } from "../engine/run.ts";
import { maxCompletions } from "../limits.ts";
import type { AnyTool } from "../tools/tool.ts";
import { isObject, type Params } from "./message.ts";
import { fileTemplate, queryNamesOf, queryTemplate } from "./resources.ts";
import { invalidParams } from "./rpc-error.ts";

export type CompletionContext = {
  readonly engine: Engine;
  readonly tools: ReadonlyMap<string, AnyTool>;
  readonly signal: AbortSignal;
};

/** The values that an argument may take, of which the ones that begin as the value at hand are offered. */
export type Completer = (
  context: CompletionContext,
  /** The other arguments, as far as the client gave them. */
  others: Params,
) => readonly Candidate[] | Promise<readonly Candidate[]>;

/** A value, and what else someone who means it may have begun to write. */
type Candidate = { readonly value: string; readonly aliases?: readonly string[] };

/** Paths as a call may write them. */
export const completePath: Completer = async ({ engine: { workspace }, signal }) => {
  const files = await workspace.files(signal);
  return files.map(({ path }) => ({ value: workspace.nameOf(path), aliases: [path, basename(path)] }));
};

export const completeLanguage: Completer = ({ engine }) =>
  engine.workspace.languages.map(({ name }) => ({ value: name }));

/** The names that the file of the argument `path` defines. */
export const completeSymbol: Completer = async ({ engine, tools, signal }, { path }) => {
  if (typeof path !== "string" || path === "") return [];
  const names = new Set<string>();
  const result = ({ result: rows }: NamedResult) => {
    if ("body" in rows) for (const name of namesIn(JSON.parse(`{${rows.body}}`))) names.add(name);
  };
  for (const tool of ["find_classes", "find_functions"].map((name) => tools.get(name))) {
    if (tool !== undefined) await engine.stream(tool, { filepath: path }, signal, { result }, { maxResultChars: 0 });
  }
  return [...names].sort().map((value) => ({ value }));
};

/** The names in the rows of an answer. */
function namesIn(rows: unknown): readonly string[] {
  if (Array.isArray(rows)) return rows.flatMap(namesIn);
  if (!isObject(rows)) return [];
  return typeof rows.name === "string" ? [rows.name] : Object.values(rows).flatMap(namesIn);
}

/** The path of a file's URI goes without its first slash. */
const completeUriPath: Completer = async ({ engine: { workspace }, signal }) => {
  const files = await workspace.files(signal);
  return files.map(({ path }) => ({
    value: path.replace(/^\//, ""),
    aliases: [workspace.nameOf(path), basename(path)],
  }));
};

const completeQueryName: Completer = ({ engine }, { language }) => {
  const { languages } = engine.workspace;
  const known = languages.filter(({ name }) => language === undefined || name === language);
  return [...new Set(known.flatMap(queryNamesOf))].map((value) => ({ value }));
};

/** Template → argument → its values. */
const templates: ReadonlyMap<unknown, Readonly<Record<string, Completer>>> = new Map([
  [fileTemplate, { path: completeUriPath }],
  [queryTemplate, { language: completeLanguage, name: completeQueryName }],
]);

/** Finds the arguments of a prompt that can be completed; undefined when there is no such prompt. */
export type PromptCompleters = (prompt: string) => Readonly<Record<string, Completer>> | undefined;

/**
 * The result of completion/complete.
 *
 * @throws RpcError when the template, the prompt or the argument does not exist
 */
export async function complete(
  params: Params,
  context: CompletionContext,
  completersOfPrompt: PromptCompleters,
): Promise<Params> {
  const { ref, argument, context: given } = params;
  if (!isObject(ref)) throw invalidParams("ref must be an object");
  if (!isObject(argument) || typeof argument.name !== "string" || typeof argument.value !== "string") {
    throw invalidParams("argument must have a name and a value, both strings");
  }
  const completers = completersOf(ref, completersOfPrompt);
  if (!Object.hasOwn(completers, argument.name)) throw invalidParams(`there is no argument ${argument.name}`);
  const others = isObject(given) && isObject(given.arguments) ? given.arguments : {};
  const candidates = (await completers[argument.name]?.(context, others)) ?? [];
  const begun = argument.value;
  const values = candidates.filter(({ value, aliases = [] }) =>
    [value, ...aliases].some((text) => text.startsWith(begun)),
  );
  return {
    completion: {
      values: values.slice(0, maxCompletions).map(({ value }) => value),
      total: values.length,
      hasMore: values.length > maxCompletions,
    },
  };
}

function completersOf({ type, uri, name }: Params, ofPrompt: PromptCompleters): Readonly<Record<string, Completer>> {
  if (type === "ref/resource") {
    const known = templates.get(uri);
    if (known !== undefined) return known;
    throw invalidParams(`no resource template ${String(uri)}; there are ${[...templates.keys()].join(", ")}`);
  }
  if (type !== "ref/prompt") throw invalidParams("ref.type must be ref/resource or ref/prompt");
  const known = ofPrompt(String(name));
  if (known === undefined) throw invalidParams(`no prompt ${String(name)}`);
  return known;
}
