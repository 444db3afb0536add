/**
 * The method completion/complete of MCP. Input: an argument of a prompt or of a resource template, and the letters
 * typed so far; output: the paths, languages, queries or symbols that begin with them.
 */
import { basename } from "node:path";
import * as z from "zod";
import { isObject } from "../base/is-object.ts";
import { maxCompletionChars, maxCompletions, symbolCompletionMs } from "../base/limits.ts";
import { shownName } from "../base/shown-value.ts";
import type { ResultEntry } from "../engine/call.ts";
import type { Engine } from "../engine/engine.ts";
import { listSymbols } from "../tools/list-symbols.ts";
import type { Params } from "./message.ts";
import { fileTemplate, queryNamesOf, queryTemplate } from "./resources.ts";
import { invalidParams } from "./rpc-error.ts";

export type CompletionContext = {
  readonly engine: Engine;
  readonly signal: AbortSignal;
};

/** Returns the candidates of an argument, before they are filtered by the typed value. */
export type Completer = (
  context: CompletionContext,
  /** The other arguments that the client sent. */
  others: Params,
  /** The typed value: a completer may leave out values that begin otherwise. */
  begun: string,
) => Candidates | Promise<Candidates>;

type Candidates = {
  readonly values: readonly Candidate[];
  /** True when there may be further values. */
  readonly isPartial?: boolean;
};

/** A value, and other texts that it may be completed from. */
type Candidate = { readonly value: string; readonly aliases?: readonly string[] };

/** Completes paths as a call may write them. */
export const completePath: Completer = async ({ engine: { project }, signal }) => {
  const files = await project.files(signal);
  return { values: files.map(({ path }) => ({ value: project.nameOf(path), aliases: [path, basename(path)] })) };
};

export const completeLanguage: Completer = ({ engine }) => ({
  values: engine.project.languages.map(({ name }) => ({ value: name })),
});

/** Kinds of symbols whose names are completed. */
const completedKinds = ["class", "struct", "interface", "enum", "function", "method", "constructor", "operator"];

/**
 * Letters of a name that the tool searches for. Longer values result in the same call, which the cache answers after
 * the first scan.
 */
const searchedLetters = 3;

/**
 * Completes the names of types and functions in the file of the argument `path`, or in the workspace without it. The
 * search ends when it has more names than an answer, or at a deadline.
 */
export const completeSymbol: Completer = async ({ engine, signal }, { path }, begun) => {
  const filepath = typeof path === "string" && path !== "" ? path : [...engine.project.folders];
  if (filepath.length === 0) return { values: [] };
  const names = new Set<string>();
  let hasUnreadRows = false;
  const input = { filepath, ...namePattern(begun) };
  const end = await listInTime({ engine, signal }, input, ({ result: file }, stop) => {
    if (!("rows" in file)) return;
    // The symbols of a generated file would delay the completion.
    if (file.rows.encoded.length > maxCompletionChars) {
      hasUnreadRows = true;
      return;
    }
    const { symbols } = SymbolNames.parse(file.rows.values);
    for (const { name, kind } of symbols) if (name.startsWith(begun) && completedKinds.includes(kind)) names.add(name);
    if (names.size > maxCompletions) stop();
  });
  const isPartial = hasUnreadRows || end === undefined || (!("error" in end) && end.stopped !== undefined);
  return { values: [...names].sort().map((value) => ({ value })), isPartial };
};

/**
 * True if a file or the workspace has a symbol of a name, or if that cannot be said in the time of a completion.
 *
 * @param name the name, whose scope does not count
 */
export async function hasSymbol(
  { engine, signal }: CompletionContext,
  name: string,
  path: string | undefined,
): Promise<boolean> {
  const filepath = path ?? [...engine.project.folders];
  const last = /[\p{L}\p{N}_~$]+(?=(?:#\d+)?$)/u.exec(name)?.[0];
  if (filepath.length === 0 || last === undefined) return true;
  let isFound = false;
  const end = await listInTime({ engine, signal }, { filepath, name: last }, ({ result: file }, stop) => {
    if (!("rows" in file) || SymbolNames.parse(file.rows.values).symbols.length === 0) return;
    isFound = true;
    stop();
  });
  return isFound || end === undefined || "error" in end || end.stopped !== undefined;
}

/**
 * Lists names of symbols for the time of a completion.
 *
 * @param input the arguments of list_symbols that say where and which
 * @param take takes the result of a file, and may stop the search
 * @returns the end of the call; undefined if it was stopped before
 * @throws the reason of the signal
 */
async function listInTime(
  { engine, signal }: CompletionContext,
  input: { readonly filepath: string | readonly string[]; readonly name?: string },
  take: (entry: ResultEntry, stop: () => void) => void,
) {
  const enough = new AbortController();
  const stop = () => enough.abort();
  // Node may collect a signal of AbortSignal.timeout that nothing but AbortSignal.any knows, and never abort.
  const timer = setTimeout(stop, symbolCompletionMs);
  const either = AbortSignal.any([signal, enough.signal]);
  try {
    const names = { detail: "names", compact: false, ...input };
    return await engine.call(listSymbols, names, either, { result: (entry) => take(entry, stop) });
  } catch (error) {
    if (signal.aborted || !either.aborted) throw error;
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** The rows of list_symbols, with the keys that completion needs. */
const SymbolNames = z.object({ symbols: z.array(z.object({ name: z.string(), kind: z.string() })) });

/** Returns the pattern of names that begin with a value; none when its first letters do not narrow the search. */
function namePattern(begun: string): { readonly name?: string } {
  const letters = /^[\p{L}\p{N}_]+/u.exec(begun.slice(0, searchedLetters))?.[0];
  return letters === undefined ? {} : { name: `${letters}*` };
}

/** Completes the path of a file's URI, without its first slash. */
const completeUriPath: Completer = async ({ engine: { project }, signal }) => {
  const files = await project.files(signal);
  const values = files.map(({ path }) => ({
    value: path.replace(/^\//, ""),
    aliases: [project.nameOf(path), basename(path)],
  }));
  return { values };
};

const completeQueryName: Completer = ({ engine }, { language }) => {
  const { languages } = engine.project;
  const known = languages.filter(({ name }) => language === undefined || name === language);
  return { values: [...new Set(known.flatMap(queryNamesOf))].map((value) => ({ value })) };
};

/** The candidates of an argument without completion. */
export const none: Candidates = { values: [] };

/** Template → argument → its completer. */
const templates: ReadonlyMap<unknown, Readonly<Record<string, Completer>>> = new Map([
  [fileTemplate, { path: completeUriPath }],
  [queryTemplate, { language: completeLanguage, name: completeQueryName }],
]);

/** Returns the completers of a prompt's arguments; undefined when there is no such prompt. */
export type PromptCompleters = (prompt: string) => Readonly<Record<string, Completer>> | undefined;

/**
 * Returns the result of completion/complete.
 *
 * @throws RpcError when the template, the prompt or the argument does not exist
 */
export async function complete(
  params: Params,
  context: CompletionContext,
  completersOfPrompt: PromptCompleters,
): Promise<Params> {
  const { ref, argument, context: clientContext } = params;
  if (!isObject(ref)) throw invalidParams("ref must be an object");
  if (!isObject(argument) || typeof argument.name !== "string" || typeof argument.value !== "string") {
    throw invalidParams("argument must have a name and a value, both strings");
  }
  const completers = completersOf(ref, completersOfPrompt);
  if (!Object.hasOwn(completers, argument.name)) throw invalidParams(`there is no argument ${argument.name}`);
  const others = isObject(clientContext) && isObject(clientContext.arguments) ? clientContext.arguments : {};
  const begun = argument.value;
  const { values: candidates, isPartial = false } = (await completers[argument.name]?.(context, others, begun)) ?? none;
  const values = candidates.filter(({ value, aliases = [] }) =>
    [value, ...aliases].some((text) => text.startsWith(begun)),
  );
  return {
    completion: {
      values: values.slice(0, maxCompletions).map(({ value }) => value),
      ...(isPartial ? {} : { total: values.length }),
      hasMore: isPartial || values.length > maxCompletions,
    },
  };
}

function completersOf({ type, uri, name }: Params, ofPrompt: PromptCompleters): Readonly<Record<string, Completer>> {
  if (type === "ref/resource") {
    const known = templates.get(uri);
    if (known !== undefined) return known;
    throw invalidParams(`no resource template ${shownName(uri)}; there are ${[...templates.keys()].join(", ")}`);
  }
  if (type !== "ref/prompt") throw invalidParams("ref.type must be ref/resource or ref/prompt");
  const known = typeof name === "string" ? ofPrompt(name) : undefined;
  if (known === undefined) throw invalidParams(`no prompt ${shownName(name)}`);
  return known;
}
