import { type CallGraph, keysOfSymbol } from "../code-index/call-graph.ts";
import type { FoundSymbols } from "../code-index/found-symbols.ts";
import { counted, type OutputFormat } from "./dependency-answer.ts";
import { folderOf, foldersOf, grouped } from "./graph-groups.ts";
import { isDrawable, type Picture, pictureFormats } from "./graph-pictures.ts";
import { answerText, coverageOf, type IndexResults, symbolHead } from "./index-answer.ts";
import type { AnswerBounds } from "./index-tool.ts";
import type { RowValues } from "./rows.ts";

/** What a walk along calls has found. */
export type FoundCalls = {
  readonly found: FoundSymbols;
  readonly graph: CallGraph;
  /** Calls of the names of called symbols that may be of other symbols. */
  readonly possible: number;
  /** Overriding members that calls may run, where there are too many to list. */
  readonly overrides: number;
  /** The keys of symbols that were not followed, since a bound was reached. */
  readonly notFollowed: ReadonlySet<string>;
};

type Options = {
  /** Which way calls were followed. */
  readonly direction: string;
  readonly format: OutputFormat;
  /** True where names from outside are listed; they are counted in any case. */
  readonly listsExternal: boolean;
};

/** A node of an answer. */
type Node = {
  /** The name, with its place where others have it, too. */
  readonly id: string;
  readonly row: RowValues;
  readonly file: string;
};

/** One of the forms that an answer may take: undefined where it cannot be made. */
type Form = { readonly detail: string; readonly values: () => RowValues | undefined };

/** Cycles in an answer without all edges: the shortest. */
const maxShortCycles = 10;

/** Returns the answer about calls: all of them, or else counts of symbols, of files or in all, as the budget allows. */
export function callGraphAnswer(calls: FoundCalls, options: Options, bounds: AnswerBounds): IndexResults {
  const nodes = nodesOf(calls);
  const forms =
    options.format === "json" ? jsonForms(calls, nodes, options) : pictureForms(calls, nodes, options.format);
  const head = headOf(calls, options);
  const notFollowed = nodes.filter(({ row }) => row.followed === false).length;
  const partial = [
    ...(bounds.endedAfter === undefined ? [] : [`calls are not followed further after ${bounds.endedAfter}`]),
    ...(notFollowed === 0 ? [] : [`${counted(notFollowed, "symbol")} too many to be followed: start at one of them`]),
  ];
  const answer = (values: RowValues, cut: RowValues, reasons: readonly string[]): IndexResults => ({
    head: {
      ...head,
      ...cut,
      ...(reasons.length > 0 && { truncated: true, truncated_reason: reasons.join("; ") }),
      ...values,
    },
    results: undefined,
    tail: coverageOf(bounds),
  });
  const { maxChars } = bounds;
  const limit = options.format === "json" ? `${maxChars.toLocaleString("en-US")} characters` : "a picture shows";
  const { nodes: symbols, edges } = calls.graph;
  const tooLong =
    `${counted(symbols.length, "symbol")} with ${counted(edges.length, "edge")} are more than ${limit}: ` +
    "lower max_depth, narrow filepath, or start at another symbol";
  for (const [number, { detail, values }] of forms.entries()) {
    const made = values();
    if (made === undefined) continue;
    const form = number === 0 ? answer(made, {}, partial) : answer(made, { detail }, [tooLong, ...partial]);
    if (answerText(form).length <= maxChars) return form;
  }
  return answer({}, { detail: "counts" }, [tooLong, ...partial]);
}

function headOf({ found, graph, possible, overrides }: FoundCalls, { direction, format }: Options): RowValues {
  const callsOf = (isExternal: boolean) =>
    graph.open.reduce((count, open) => count + (open.isExternal === isExternal ? open.lines.length : 0), 0);
  return {
    ...symbolHead(found),
    direction,
    ...(format !== "json" && { output_format: format }),
    counts: {
      ...{ nodes: graph.nodes.length, edges: graph.edges.length, cycles: graph.cycles.length },
      ...{ unresolved: callsOf(false), external: callsOf(true) },
      ...(possible > 0 && { possible }),
      ...(overrides > 0 && { overrides }),
    },
  };
}

function nodesOf({ graph, notFollowed }: FoundCalls): readonly Node[] {
  const uses = new Map<string, number>();
  for (const { name } of graph.nodes) uses.set(name, (uses.get(name) ?? 0) + 1);
  return graph.nodes.map((symbol) => {
    const { name, kind, file, isFile, places } = symbol;
    const line = places[0]?.line ?? 1;
    const id = uses.get(name) === 1 ? name : `${name} (${file}:${line})`;
    const isLeft = keysOfSymbol(symbol).some((key) => notFollowed.has(key));
    return {
      ...{ id, file },
      row: {
        ...(id !== name && { id }),
        name,
        kind,
        ...(!isFile && { file, line }),
        ...(isLeft && { followed: false }),
      },
    };
  });
}

function jsonForms({ graph }: FoundCalls, nodes: readonly Node[], { listsExternal }: Options): readonly Form[] {
  const { edges, open } = graph;
  const idOf = (node: number) => nodes[node]?.id ?? "";
  const openRows = (isExternal: boolean) =>
    open
      .filter((name) => name.isExternal === isExternal)
      .map(({ from, name, lines }) => ({ from: idOf(from), name, lines }));
  const cycles = (most: number) => graph.cycles.slice(0, most).map((cycle) => cycle.map(idOf));
  return [
    {
      detail: "full",
      values: () => {
        const unresolved = openRows(false);
        return {
          nodes: nodes.map(({ row }) => row),
          edges: edges.map(({ from, to, lines, certainty, isOfBase }) => ({
            ...{ from: idOf(from), to: idOf(to), lines },
            ...(certainty !== "exact" && { confidence: certainty }),
            ...(isOfBase && { override: true }),
          })),
          cycles: cycles(Number.POSITIVE_INFINITY),
          ...(unresolved.length > 0 && { unresolved }),
          ...(listsExternal && { external: openRows(true) }),
        };
      },
    },
    {
      detail: "symbols",
      values: () => {
        const into = new Int32Array(nodes.length);
        const out = new Int32Array(nodes.length);
        for (const { from, to } of edges) {
          out[from] = (out[from] ?? 0) + 1;
          into[to] = (into[to] ?? 0) + 1;
        }
        const rows = nodes.map(({ row }, node) => ({ ...row, in: into[node] ?? 0, out: out[node] ?? 0 }));
        return { nodes: rows, cycles: cycles(maxShortCycles) };
      },
    },
    {
      detail: "files",
      values: () => {
        const files = grouped(
          nodes.map(({ file }) => file),
          edges,
        );
        return { nodes: files.nodes.map(({ name, size }) => ({ file: name, symbols: size })) };
      },
    },
  ];
}

/** Pictures of the symbols, or else of the files that have them, or of folders. */
function pictureForms(
  { graph }: FoundCalls,
  nodes: readonly Node[],
  format: Exclude<OutputFormat, "json">,
): readonly Form[] {
  const cycles = graph.cycles.slice(0, maxShortCycles).map((cycle) => cycle.map((node) => nodes[node]?.id ?? ""));
  const formOf = (detail: string, picture: () => Picture): Form => ({
    detail,
    values: () => {
      const made = picture();
      return isDrawable(made) ? { graph: pictureFormats[format](made), cycles } : undefined;
    },
  });
  const groupPicture = (names: readonly string[]): Picture => {
    const groups = grouped(names, graph.edges);
    return {
      nodes: groups.nodes.map(({ name, size }) => `${name} (${counted(size, "symbol")})`),
      edges: groups.edges.map(({ from, to, count }) => ({ from, to, label: String(count) })),
    };
  };
  const depth = nodes.reduce((most, { file }) => Math.max(most, foldersOf(file).length), 0);
  return [
    formOf("full", () => ({
      nodes: nodes.map(({ id }) => id),
      edges: graph.edges.map(({ from, to, isOfBase }) => ({
        ...{ from, to },
        ...(isOfBase && { label: "override", isDashed: true }),
      })),
    })),
    formOf("files", () => groupPicture(nodes.map(({ file }) => file))),
    ...Array.from({ length: depth + 1 }, (_, i) =>
      formOf("folders", () => groupPicture(nodes.map(({ file }) => folderOf(file, depth - i)))),
    ),
  ];
}
