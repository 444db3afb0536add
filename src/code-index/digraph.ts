/**
 * Algorithms on directed graphs. Input: the targets of each node; output: strongly connected components, their layers, a shortest cycle
 * of one, and the distances from a node.
 */

/** A directed graph: nodes are numbers from 0, and `targets[node]` are the nodes that it has edges to, each once. */
export type Digraph = { readonly targets: readonly (readonly number[])[] };

/** A strongly connected component: its nodes, in ascending order. */
export type Component = readonly number[];

/** Edges that are followed in search of the shortest cycle of one component; past them the shortest so far counts. */
const maxCycleSteps = 20_000_000;

/**
 * Returns the strongly connected components, each after the components that it has edges to. Tarjan's algorithm without
 * recursion: a chain of edges may be as long as there are nodes.
 */
export function componentsOf({ targets }: Digraph): readonly Component[] {
  const count = targets.length;
  const order = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const isOpen = new Uint8Array(count);
  const open: number[] = [];
  const components: Component[] = [];
  let visited = 0;
  const enter = (node: number) => {
    order[node] = visited;
    low[node] = visited++;
    isOpen[node] = 1;
    open.push(node);
    return { node, next: 0 };
  };
  for (let start = 0; start < count; start++) {
    if (order[start] !== -1) continue;
    const stack = [enter(start)];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { node } = top;
      const target = targets[node]?.[top.next++];
      if (target === undefined) {
        stack.pop();
        const outer = stack.at(-1)?.node;
        if (outer !== undefined) low[outer] = Math.min(low[outer] ?? 0, low[node] ?? 0);
        if (low[node] === order[node]) {
          const component = open.splice(open.lastIndexOf(node));
          for (const member of component) isOpen[member] = 0;
          components.push(component.sort((a, b) => a - b));
        }
      } else if (order[target] === -1) {
        stack.push(enter(target));
      } else if (isOpen[target] === 1) {
        low[node] = Math.min(low[node] ?? 0, order[target] ?? 0);
      }
    }
  }
  return components;
}

/**
 * Returns the layer of each node: 0 for one without edges to other components, else one more than the highest layer that its
 * component has edges to. The nodes of a component have the same layer.
 *
 * @param components as `componentsOf` returns them
 */
export function layersOf({ targets }: Digraph, components: readonly Component[]): Int32Array {
  const layers = new Int32Array(targets.length);
  const componentOf = new Int32Array(targets.length);
  for (const [number, component] of components.entries()) for (const node of component) componentOf[node] = number;
  for (const [number, component] of components.entries()) {
    let layer = 0;
    for (const node of component) {
      for (const target of targets[node] ?? []) {
        if (componentOf[target] !== number) layer = Math.max(layer, (layers[target] ?? 0) + 1);
      }
    }
    for (const node of component) layers[node] = layer;
  }
  return layers;
}

/** Bits of a number in a row of a set. */
const bitsOfWord = 32;

/**
 * Returns the edges that a longer way implies: their ends are in different components, and another edge from the first one leads to
 * the second, too. Without them (the transitive reduction), each node still leads to the same nodes. The time and the memory
 * grow with the square of the components.
 */
export function impliedEdges<Edge extends { readonly from: number; readonly to: number }>(
  count: number,
  edges: readonly Edge[],
): ReadonlySet<Edge> {
  const targets: number[][] = Array.from({ length: count }, () => []);
  for (const { from, to } of edges) targets[from]?.push(to);
  const components = componentsOf({ targets });
  const componentOf = new Int32Array(count);
  for (const [number, component] of components.entries()) for (const node of component) componentOf[node] = number;
  const words = Math.ceil(components.length / bitsOfWord);
  const reached = components.map(() => new Uint32Array(words));
  const has = (set: Uint32Array | undefined, bit: number) =>
    ((set?.[Math.floor(bit / bitsOfWord)] ?? 0) >>> (bit % bitsOfWord)) % 2 === 1;
  const direct = components.map((component, own) => {
    const ends = new Set(component.flatMap((node) => (targets[node] ?? []).map((target) => componentOf[target] ?? 0)));
    ends.delete(own);
    const kept = new Set<number>();
    const set = reached[own] ?? new Uint32Array(words);
    // Of two ends, only the one with the higher number may lead to the other.
    for (const end of [...ends].sort((a, b) => b - a)) {
      if (has(set, end)) continue;
      kept.add(end);
      for (const [word, bits] of reached[end]?.entries() ?? []) set[word] = (set[word] ?? 0) | bits;
      const word = Math.floor(end / bitsOfWord);
      set[word] = (set[word] ?? 0) | (1 << (end % bitsOfWord));
    }
    return kept;
  });
  return new Set(
    edges.filter(({ from, to }) => {
      const [own, other] = [componentOf[from] ?? 0, componentOf[to] ?? 0];
      return own !== other && direct[own]?.has(other) !== true;
    }),
  );
}

/**
 * Returns a shortest cycle of a component, from its lowest node on along the edges; undefined if a component of one
 * node has none. An edge from a node to itself is not a cycle.
 */
export function shortestCycle({ targets }: Digraph, component: Component): readonly number[] | undefined {
  if (component.length < 2) return undefined;
  const search = new CycleSearch(targets, component);
  return search.run();
}

/** Cycles of a component: the shortest one through each node in turn, which is taken out of the graph after that. */
class CycleSearch {
  readonly #component: Component;
  /** Edges to and from nodes that are still in the graph, as places in the component. */
  readonly #out: readonly (readonly number[])[];
  readonly #into: readonly (readonly number[])[];
  readonly #isGone: Uint8Array;
  readonly #outLeft: Int32Array;
  readonly #intoLeft: Int32Array;
  /** The node that a search came from, valid where `#round` is that of the search. */
  readonly #from: Int32Array;
  readonly #round: Int32Array;
  #best: readonly number[] | undefined;
  #steps = 0;

  constructor(targets: Digraph["targets"], component: Component) {
    const places = new Map(component.map((node, place) => [node, place]));
    const out = component.map((node) =>
      (targets[node] ?? []).flatMap((target) => (target === node ? [] : (places.get(target) ?? []))),
    );
    const into: number[][] = component.map(() => []);
    for (const [place, ends] of out.entries()) for (const end of ends) into[end]?.push(place);
    this.#component = component;
    this.#out = out;
    this.#into = into;
    this.#isGone = new Uint8Array(component.length);
    this.#outLeft = Int32Array.from(out, (ends) => ends.length);
    this.#intoLeft = Int32Array.from(into, (starts) => starts.length);
    this.#from = new Int32Array(component.length);
    this.#round = new Int32Array(component.length).fill(-1);
  }

  run(): readonly number[] | undefined {
    for (let place = 0; place < this.#component.length; place++) {
      if (this.#isGone[place] === 1) continue;
      this.#searchFrom(place);
      // No cycle is shorter than one of two nodes.
      if (this.#best?.length === 2 || this.#steps > maxCycleSteps) break;
      this.#takeOut(place);
    }
    const lowest = this.#best?.reduce((low, place) => Math.min(low, place), Number.POSITIVE_INFINITY);
    const start = this.#best?.indexOf(lowest ?? 0) ?? 0;
    const rotated = this.#best && [...this.#best.slice(start), ...this.#best.slice(0, start)];
    return rotated?.map((place) => this.#component[place] ?? 0);
  }

  /** Looks for a cycle through a node that is shorter than the best one, breadth first. */
  #searchFrom(start: number): void {
    const longest = (this.#best?.length ?? Number.POSITIVE_INFINITY) - 1;
    let level = [start];
    this.#round[start] = start;
    for (let length = 1; length <= longest && level.length > 0; length++) {
      const next: number[] = [];
      for (const place of level) {
        for (const end of this.#out[place] ?? []) {
          this.#steps++;
          if (end === start) {
            this.#best = this.#pathTo(place, start);
            return;
          }
          if (this.#isGone[end] === 1 || this.#round[end] === start) continue;
          this.#round[end] = start;
          this.#from[end] = place;
          next.push(end);
        }
      }
      if (this.#steps > maxCycleSteps) return;
      level = next;
    }
  }

  #pathTo(end: number, start: number): readonly number[] {
    const path = [end];
    for (let place = end; place !== start; ) {
      place = this.#from[place] ?? start;
      path.push(place);
    }
    return path.reverse();
  }

  /** Takes a node out of the graph, and all that is in no cycle without it. */
  #takeOut(place: number): void {
    const gone = [place];
    this.#isGone[place] = 1;
    for (let node = gone.pop(); node !== undefined; node = gone.pop()) {
      for (const [ends, left] of [
        [this.#out[node], this.#intoLeft],
        [this.#into[node], this.#outLeft],
      ] as const) {
        for (const end of ends ?? []) {
          left[end] = (left[end] ?? 0) - 1;
          if (left[end] !== 0 || this.#isGone[end] === 1) continue;
          this.#isGone[end] = 1;
          gone.push(end);
        }
      }
    }
  }
}

/**
 * Finds the shortest ways along edges from a node.
 *
 * @param inside the nodes that a way may have
 * @returns the way to a node, with both ends; undefined if it is not reached
 */
export function waysFrom(
  start: number,
  { targets }: Digraph,
  inside: ReadonlySet<number>,
): (end: number) => readonly number[] | undefined {
  const before = new Map([[start, start]]);
  // Nodes that are added meanwhile are visited as well, the nearest first.
  for (const node of before.keys()) {
    for (const target of targets[node] ?? []) if (inside.has(target) && !before.has(target)) before.set(target, node);
  }
  return (end) => {
    if (!before.has(end)) return undefined;
    const way = [end];
    for (let node = end; node !== start; way.push(node)) node = before.get(node) ?? start;
    return way.reverse();
  };
}

/**
 * Returns the nodes that can be reached from some nodes along at most `maxDepth` edges, these among them, each with the
 * least number of edges.
 *
 * @param targets the edges, or the reversed edges
 */
export function depthsFrom(
  starts: readonly number[],
  targets: Digraph["targets"],
  maxDepth: number,
): ReadonlyMap<number, number> {
  const depths = new Map(starts.map((start) => [start, 0]));
  let level = starts;
  for (let depth = 1; depth <= maxDepth && level.length > 0; depth++) {
    const next: number[] = [];
    for (const node of level) {
      for (const target of targets[node] ?? []) {
        if (depths.has(target)) continue;
        depths.set(target, depth);
        next.push(target);
      }
    }
    level = next;
  }
  return depths;
}
