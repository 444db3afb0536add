/**
 * The answer of get_dependency_graph about only cycles. Input: a graph of files; output: its strongly connected components,
 * each with all of its files, the imports between them and a shortest cycle; or a poorer form if these do not fit.
 */
import * as z from "zod";
import type { IndexResults } from "../../answers/answer.ts";
import { type Level, levelsOfFirst, richestLevel, type Truncation } from "../../answers/levels.ts";
import { CycleRow } from "../../answers/row-kinds.ts";
import { counted } from "../../base/counted.ts";
import { groupBy } from "../../base/group-by.ts";
import { type DependencyEdge, type DependencyGraph, targetsOf } from "../../code-index/dependency-graph.ts";
import { type Component, componentsOf, shortestCycle } from "../../code-index/digraph.ts";
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
  const all = { targets: targetsOf(files.length, edges) };
  const atLoad = components.filter((component) => isCyclic(component, ({ time }) => time === "load"));
  const known = new Set(atLoad.map(String));
  const deferred = componentsOf(all).filter(
    (component) => isCyclic(component, () => true) && !known.has(String(component)),
  );
  const isAsked = (component: Component) => start === undefined || component.includes(start);
  const bySize = (a: Component, b: Component) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0);
  const edgesFrom = groupBy(edges, ({ from }) => from);
  const described = (component: Component, targets: typeof loading, isDeferred: boolean): FoundComponent => {
    const inside = new Set(component);
    const own = component.flatMap((file) => [
      ...(edgesFrom.get(file) ?? []).filter(({ to }) => inside.has(to)),
      ...[loopOf.get(file) ?? []].flat(),
    ]);
    const steps = shortestCycle(targets, component) ?? component;
    return {
      files: component.map(nameOf),
      cycle: steps.map((from, at) => {
        const to = steps[at + 1] ?? steps[0];
        const edge = own.find((one) => one.from === from && one.to === to);
        return `${nameOf(from)}${edge === undefined ? "" : `:${marked(String(edge.line), edge)}`}`;
      }),
      imports: Array.from(
        groupBy(own, ({ from }) => from),
        ([from, group]) => ({
          from: nameOf(from),
          to: [...group]
            .sort((a, b) => a.line - b.line)
            .map((edge) => marked(`${linesText(edge)}: ${nameOf(edge.to)}`, edge)),
        }),
      ),
      ...(isDeferred && { deferred: true as const }),
    };
  };
  return [
    ...atLoad
      .filter(isAsked)
      .sort(bySize)
      .map((one) => described(one, loading, false)),
    ...deferred
      .filter(isAsked)
      .sort(bySize)
      .map((one) => described(one, all, true)),
  ];
}

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

function rowOf({ files, cycle, imports, deferred }: FoundComponent, shown: Shown): CycleRow {
  return {
    size: files.length,
    ...(deferred && { deferred }),
    cycle,
    ...(shown === "imports" && { imports }),
    ...(shown === "files" && { files }),
  };
}
