/** Returns items in runs of the same key, each run with its key. */
export function groupRuns<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => unknown,
): readonly (readonly [unknown, readonly Item[]])[] {
  const runs: [unknown, Item[]][] = [];
  for (const item of items) {
    const key = keyOf(item);
    const last = runs.at(-1);
    if (last !== undefined && last[0] === key) last[1].push(item);
    else runs.push([key, [item]]);
  }
  return runs;
}
