import { type PathPlace, pathPlaceOf } from "../base/path-place.ts";
import type { TargetArguments } from "../tools/arguments/target-arguments.ts";
import type { AnyIndexTool, CodeArguments } from "../tools/contract/index-tool.ts";
import type { AnyFileTool } from "../tools/contract/tool.ts";
import type { IndexedCall } from "./call.ts";

/** Arguments whose paths have no positions any more, to be validated, and a note on a position that the tool does not use. */
export type PlacedArguments = { readonly input: Readonly<Record<string, unknown>>; readonly note: string | undefined };

/**
 * Reads positions in paths, which answers print: filepath or symbol `a.py:12:5` means line 12 and column 5 of a.py. The tool
 * gets them as `line` and `column`, or as `start_line`. For any other tool, and in a list of paths, the file is meant. A
 * file that is really named `a.py:12` is meant first.
 *
 * @param filesAmong returns the ones of some paths that lead to files; it is asked only about paths with a position
 * @returns undefined for arguments without a position in a path
 */
export async function placedArguments(
  tool: AnyFileTool | AnyIndexTool,
  input: (TargetArguments | CodeArguments) & { readonly symbol?: string | undefined },
  filesAmong: (paths: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<PlacedArguments | undefined> {
  const identified = input.filepath === undefined ? identifiedBy(input.symbol) : undefined;
  if (identified !== undefined && (await filesAmong([identified.filepath])).has(identified.filepath)) {
    return { input: { ...input, ...identified }, note: undefined };
  }
  const symbol = input.filepath === undefined ? input.symbol : undefined;
  const written = symbol ?? input.filepath;
  const paths = [written ?? []].flat();
  const places = new Map(paths.map((path) => [path, pathPlaceOf(path)]));
  const asked = [...places].flatMap(([path, place]) => {
    if (place === undefined) return [];
    return symbol === undefined ? [path] : [path, place.path];
  });
  if (asked.length === 0) return undefined;
  const files = await filesAmong(asked);
  const placeIn = (path: string): PathPlace | undefined => {
    const place = places.get(path);
    if (place === undefined || files.has(path)) return undefined;
    return symbol === undefined || files.has(place.path) ? place : undefined;
  };
  const placed = paths.map((path) => ({ path, place: placeIn(path) }));
  const first = placed.find(({ place }) => place !== undefined);
  if (first?.place === undefined) return undefined;
  const { path, line, column } = first.place;
  if (symbol !== undefined)
    return { input: { ...input, symbol: undefined, filepath: path, line, column }, note: undefined };
  const given = new Map<string, unknown>(Object.entries(input));
  const { shape } = tool.input;
  if (typeof written === "string" && "line" in shape) {
    const place = given.get("line") === undefined ? { line, column: given.get("column") ?? column } : {};
    return { input: { ...input, filepath: path, ...place }, note: undefined };
  }
  if (typeof written === "string" && "start_line" in shape) {
    const [from, to] = [given.get("start_line"), given.get("end_line")];
    const range = from === undefined ? { start_line: line, end_line: to ?? line } : {};
    return { input: { ...input, filepath: path, ...range }, note: undefined };
  }
  const filepath = typeof written === "string" ? path : placed.map((one) => one.place?.path ?? one.path);
  const note = `The line of ${first.path} is not used: ${tool.name} answers about whole files here.`;
  return { input: { ...input, filepath }, note };
}

/** Reads the id of a symbol as graphs print it, where others have its name as well: `A::f (src/a.cpp:12)`. */
function identifiedBy(symbol = "") {
  const { name, place = "" } = /^(?<name>.+) \((?<place>[^()]+)\)$/su.exec(symbol)?.groups ?? {};
  const found = pathPlaceOf(place);
  return name === undefined || found === undefined
    ? undefined
    : { symbol: name, filepath: found.path, line: found.line };
}

/** Adds a note to the warnings of an answer; an error has none. */
export function withNote(call: IndexedCall, note: string | undefined): IndexedCall {
  const { answer } = call;
  if (note === undefined || "error" in answer) return call;
  const warnings = [...[answer.tail.warnings ?? []].flat(), note];
  return { ...call, answer: { ...answer, tail: { ...answer.tail, warnings } } };
}
