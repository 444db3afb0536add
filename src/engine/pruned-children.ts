/** A value without some of the nodes below it, which `omitted_children` counts where they were. */
export type Pruned = {
  readonly value: unknown;
  /** The number of children that are shown, of all levels. */
  readonly shown: number;
  /** True if children are left out. */
  readonly isCut: boolean;
};

/**
 * Leaves out all `children` of nested rows or nodes after the first ones, in the order of a text: a node before what is
 * below it.
 *
 * @param most the number of children that stay, of all levels
 */
export function prunedChildren(value: unknown, most: number): Pruned {
  let shown = 0;
  let isCut = false;
  const prune = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(prune);
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).flatMap(([key, below]): [string, unknown][] =>
        key === "children" && Array.isArray(below) ? pruneList(below) : [[key, prune(below)]],
      ),
    );
  };
  const pruneList = (list: readonly unknown[]): [string, unknown][] => {
    const kept: unknown[] = [];
    for (const child of list) {
      if (shown === most) break;
      shown++;
      kept.push(prune(child));
    }
    const omitted = list.length - kept.length;
    if (omitted === 0) return [["children", kept]];
    isCut = true;
    return [
      ...(kept.length === 0 ? [] : [["children", kept] satisfies [string, unknown]]),
      ["omitted_children", omitted],
    ];
  };
  return { value: prune(value), shown, isCut };
}
