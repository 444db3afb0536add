/**
 * The ways along calls from some functions to others. Input: edges between numbered nodes; output: the shortest ways without a
 * node twice, short ones first (Yen's algorithm with breadth-first searches).
 */

type Edge = { readonly from: number; readonly to: number };

/** Returns at most `most` ways of at most `longest` edges, each as its edges. A node may lead back to itself. */
export function waysBetween<Way extends Edge>(
  starts: ReadonlySet<number>,
  ends: ReadonlySet<number>,
  edges: readonly Way[],
  { most, longest }: { readonly most: number; readonly longest: number },
): readonly (readonly Way[])[] {
  const edgesFrom = new Map<number, Way[]>();
  for (const edge of edges) {
    const known = edgesFrom.get(edge.from);
    if (known === undefined) edgesFrom.set(edge.from, [edge]);
    else known.push(edge);
  }
  const search = { ends, edgesFrom };
  const first = shortestWay([...starts], search, { left: longest, passed: starts, taken: new Set() });
  const found = first === undefined ? [] : [first];
  const candidates: (readonly Way[])[] = [];
  while (found.length > 0 && found.length < most) {
    const last = found.at(-1) ?? [];
    for (const [at, { from }] of last.entries()) {
      const root = last.slice(0, at);
      const same = [...found, ...candidates].filter((way) => root.every((edge, place) => way[place] === edge));
      const taken = new Set(same.flatMap((way) => way[at] ?? []));
      const passed = new Set([...starts, ...root.map((edge) => edge.to)]);
      const spurs = at === 0 ? [...starts] : [from];
      const rest = shortestWay(spurs, search, { left: longest - at, passed, taken });
      if (rest !== undefined) candidates.push([...root, ...rest]);
    }
    const least = candidates.reduce((length, way) => Math.min(length, way.length), Number.POSITIVE_INFINITY);
    const next = candidates.find((way) => way.length === least);
    if (next === undefined) break;
    candidates.splice(candidates.indexOf(next), 1);
    found.push(next);
  }
  return found;
}

/** A shortest way that avoids some nodes and edges; undefined if there is not one. */
function shortestWay<Way extends Edge>(
  starts: readonly number[],
  { ends, edgesFrom }: { readonly ends: ReadonlySet<number>; readonly edgesFrom: ReadonlyMap<number, readonly Way[]> },
  {
    left,
    passed,
    taken,
  }: { readonly left: number; readonly passed: ReadonlySet<number>; readonly taken: ReadonlySet<Way> },
): readonly Way[] | undefined {
  const into = new Map<number, Way>();
  let level = starts;
  for (let length = 1; length <= left && level.length > 0; length++) {
    const next: number[] = [];
    for (const edge of level.flatMap((node) => edgesFrom.get(node) ?? [])) {
      if (taken.has(edge)) continue;
      if (ends.has(edge.to)) return [...wayTo(edge.from, into, length - 1), edge];
      if (passed.has(edge.to) || into.has(edge.to)) continue;
      into.set(edge.to, edge);
      next.push(edge.to);
    }
    level = next;
  }
  return undefined;
}

function wayTo<Way extends Edge>(node: number, into: ReadonlyMap<number, Way>, length: number): readonly Way[] {
  const way: Way[] = [];
  for (let at = node; way.length < length; ) {
    const edge = into.get(at);
    if (edge === undefined) break;
    way.push(edge);
    at = edge.from;
  }
  return way.reverse();
}
