/**
 * The answer of get_dependency_graph about only cycles. Input: a graph of files; output: its strongly connected components,
 * each with its files, the imports that make its cycles and a shortest cycle; or a poorer form if these do not fit.
 */
import * as z from "zod";
import type { IndexResults } from "../../answers/answer.ts";
import { type Level, levelsOfFirst, richestLevel, type Truncation } from "../../answers/levels.ts";
import { CycleRow } from "../../answers/row-kinds.ts";
import { counted } from "../../base/counted.ts";
import { groupBy } from "../../base/group-by.ts";
import { type DependencyEdge, type DependencyGraph, targetsOf } from "../../code-index/dependency-graph.ts";
import { type Component, componentsOf, type Digraph, shortestCycle, waysFrom } from "../../code-index/digraph.ts";
import { coverageOf } from "../answers/index-answer.ts";
import type { AnswerBounds } from "../contract/answer-bounds.ts";

const FoundComponent = CycleRow.omit({ size: true }).required({ files: true, imports: true });
type FoundComponent = z.infer<typeof FoundComponent>;

/** The cycles of a graph, as threads exchange them. */
export const FoundCycles = z.object({
  /** The file that the call is about; undefined for several. */
  file: z.string().optional(),
  notKnown: z.string().optional(),
  /** Components of what is loaded at once, then deferred ones: large ones first. */
  components: z.array(FoundComponent),
  /** Includes with several candidates: they are not followed. */
  ambiguous: z.number(),
});
export type FoundCycles = z.infer<typeof FoundCycles>;

/**
 * Returns the components that have several files, or a file that needs itself.
 *
 * @param start the file that they have; undefined for all components
 */
export function cyclesIn(
  graph: DependencyGraph,
  start: number | undefined,
  nameOf: (file: number) => string,
): readonly FoundComponent[] {
  const { files, edges, loops, loading, components } = graph;
  const loopOf = new Map(loops.map((loop) => [loop.from, loop]));
  const isCyclic = (component: Component, isLooping: (loop: DependencyEdge) => boolean) => {
    const [file = 0, ...others] = component;
    const loop = loopOf.get(file);
    return others.length > 0 || (loop !== undefined && isLooping(loop));
  };
  const graphWith = (times: readonly DependencyEdge["time"][]) => ({
    targets: targetsOf(
      files.length,
      edges.filter(({ time }) => times.includes(time)),
    ),
  });
  const known = new Set<string>();
  /** File → its component in the graph of the imports that counted so far. */
  let joined: ReadonlyMap<number, number> = new Map();
  const isAsked = (component: Component) => start === undefined || component.includes(start);
  const bySize = (a: Component, b: Component) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0);
  const edgesFrom = groupBy(edges, ({ from }) => from);
  const ownOf = (component: Component) => {
    const inside = new Set(component);
    return component.flatMap((file) => [
      ...(edgesFrom.get(file) ?? []).filter(({ to }) => inside.has(to)),
      ...[loopOf.get(file) ?? []].flat(),
    ]);
  };
  return strata.flatMap(({ times, time }) => {
    const graph = time === "load" ? loading : graphWith(times);
    const all = time === "load" ? components : componentsOf(graph);
    const joinedBefore = joined;
    joined = new Map(all.flatMap((component, number) => component.map((file) => [file, number] as const)));
    const found = all.filter(
      (component) => isCyclic(component, (loop) => times.includes(loop.time)) && !known.has(String(component)),
    );
    for (const component of found) known.add(String(component));
    return found
      .filter(isAsked)
      .sort(bySize)
      .map((component) => {
        const own = ownOf(component);
        const joining = own.filter(
          (edge) =>
            edge.time === time && (edge.from === edge.to || joinedBefore.get(edge.from) !== joinedBefore.get(edge.to)),
        );
        const circles = time === "load" ? undefined : closedBy(component, joining, loading, graph);
        // Each import between files of such a component closes a circle.
        const deferred = own.filter((edge) => edge.time === "lazy");
        const shownTimes = deferred.length > maxLazy ? ["load"] : ["load", "lazy"];
        const listed = circles?.closing ?? own.filter((edge) => shownTimes.includes(edge.time));
        const steps = circles?.shortest ?? shortestCycle(graph, component) ?? component;
        const isListed = new Set(listed);
        const left = own.filter((edge) => !isListed.has(edge));
        const described: FoundComponent = {
          files: component.map(nameOf),
          cycle: steps.map((from, at) => {
            const to = steps[at + 1] ?? steps[0];
            const edge = own.find((one) => one.from === from && one.to === to);
            return `${nameOf(from)}${edge === undefined ? "" : `:${marked(String(edge.line), edge)}`}`;
          }),
          imports: Array.from(
            groupBy(listed, ({ from }) => from),
            ([from, group]) => ({
              from: nameOf(from),
              to: [...group]
                .sort((a, b) => a.line - b.line)
                .map((edge) => marked(`${linesText(edge)}: ${nameOf(edge.to)}`, edge)),
            }),
          ),
          ...countOf("lazy", left),
          ...countOf("typing", left),
          ...(time !== "load" && { deferred: true as const }),
          ...(time === "typing" && { typing_only: true as const }),
        };
        return described;
      });
  });
}

/** The graphs whose cycles are looked for: what is loaded at once, then with imports in functions, then with the ones for type checkers. */
const strata: readonly { readonly time: DependencyEdge["time"]; readonly times: readonly DependencyEdge["time"][] }[] =
  [
    { time: "load", times: ["load"] },
    { time: "lazy", times: ["load", "lazy"] },
    { time: "typing", times: ["load", "lazy", "typing"] },
  ];

/**
 * The imports among some of a component that each close a circle of imports at load, and the shortest cycle with such an import, or else with
 * any of them.
 *
 * @param joining the imports between files that are in no common cycle without them
 */
function closedBy(component: Component, joining: readonly DependencyEdge[], loading: Digraph, graph: Digraph) {
  const inside = new Set(component);
  const closing: DependencyEdge[] = [];
  let [shortest, byOthers]: (readonly number[] | undefined)[] = [];
  const shorter = (known: readonly number[] | undefined, cycle: readonly number[]) =>
    known === undefined || cycle.length < known.length ? cycle : known;
  for (const [to, edges] of groupBy(joining, (edge) => edge.to)) {
    const atLoad = waysFrom(to, loading, inside);
    for (const edge of edges) {
      const way = atLoad(edge.from);
      if (way === undefined) continue;
      closing.push(edge);
      shortest = shorter(shortest, way);
    }
    if (shortest !== undefined) continue;
    const anyWay = waysFrom(to, graph, inside);
    for (const { from } of edges) byOthers = shorter(byOthers, anyWay(from) ?? component);
  }
  const cycle = shortest ?? byOthers;
  return { closing, shortest: cycle && fromLowest(cycle) };
}

/** The same cycle, from its lowest node on. */
function fromLowest(cycle: readonly number[]): readonly number[] {
  const lowest = cycle.indexOf(cycle.reduce((low, node) => Math.min(low, node), Number.POSITIVE_INFINITY));
  return [...cycle.slice(lowest), ...cycle.slice(0, lowest)];
}

/** The number of imports of a time, unless there are none. */
function countOf(time: "lazy" | "typing", edges: readonly DependencyEdge[]) {
  const count = edges.filter((edge) => edge.time === time).length;
  return count === 0 ? {} : { [`${time}_imports`]: count };
}

/** The most imports in functions that are listed of a component which is one at load: more hide the ones to be changed first. */
const maxLazy = 50;

/** The most lines of an import that are listed. */
const maxLines = 5;

/** `3,10`, or `1,2,3,4,5+16` of 21 lines. */
function linesText({ lines }: DependencyEdge): string {
  const more = lines.length > maxLines ? `+${lines.length - maxLines}` : "";
  return lines.slice(0, maxLines).join(",") + more;
}

function marked(text: string, { time }: DependencyEdge): string {
  return time === "load" ? text : `${text} ${time}`;
}

/** The parts of a component that a form shows. */
type Shown = "imports" | "files" | "cycle";

/** Returns the answer: components with their imports, their files, only their shortest cycle, or counts. */
export function cyclesAnswer(found: FoundCycles, detail: string, bounds: AnswerBounds): IndexResults {
  const { components, ambiguous, notKnown, file } = found;
  const [atLoad, deferred] = [components.filter((one) => !one.deferred), components.filter((one) => one.deferred)];
  const filesOf = (some: readonly FoundComponent[]) => some.reduce((sum, { files }) => sum + files.length, 0);
  const answer = (rows: readonly object[] | undefined, truncation: Truncation): IndexResults => ({
    head: {
      only: "cycles",
      ...(file !== undefined && { file }),
      counts: {
        components: atLoad.length,
        files: filesOf(atLoad),
        deferred_components: deferred.length,
        deferred_files: filesOf(deferred),
        ...(ambiguous > 0 && { ambiguous }),
      },
      ...truncation,
      ...(rows !== undefined && { components: rows }),
    },
    lists: [],
    tail: coverageOf(bounds, notKnown === undefined ? [] : [`${notKnown}.`]),
  });
  const level = (name: string, ofLoad: Shown, ofDeferred: Shown): Level => ({
    detail: name,
    answer: (truncation) =>
      answer(
        [...atLoad.map((one) => rowOf(one, ofLoad)), ...deferred.map((one) => rowOf(one, ofDeferred))],
        truncation,
      ),
  });
  const levels: readonly Level[] = [
    level("full", "imports", "imports"),
    level("imports", "imports", "files"),
    level("names", "files", "cycle"),
    level("cycles", "cycle", "cycle"),
    ...levelsOfFirst("cycles", "components", [...atLoad, ...deferred], (first, truncation) =>
      answer(
        first.map((one) => rowOf(one, "cycle")),
        truncation,
      ),
    ),
    { detail: "counts", answer: (truncation) => answer(undefined, truncation) },
  ];
  return richestLevel(detail === "names" ? levels.slice(2) : levels, bounds, (chars) => {
    const imports = components.reduce(
      (sum, one) => sum + one.imports.reduce((count, { to }) => count + to.length, 0),
      0,
    );
    const whole = `${counted(components.length, "component")} with ${counted(imports, "import")}`;
    return `${whole} need ${chars} characters: give one file of a component in filepath, or narrow it`;
  });
}

function rowOf(
  { files, cycle, imports, deferred, typing_only, lazy_imports, typing_imports }: FoundComponent,
  shown: Shown,
): CycleRow {
  return {
    size: files.length,
    ...(deferred && { deferred }),
    ...(typing_only && { typing_only }),
    cycle,
    ...(shown === "imports" && { ...(imports.length > 0 && { imports }), lazy_imports, typing_imports }),
    ...(shown === "files" && { files }),
  };
}
